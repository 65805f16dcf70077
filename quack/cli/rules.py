"""`quack rules`: looks after rulebooks."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from quack.cli import rules_explain, rules_new, rules_shown, rules_test
from quack.cli.options import NamedRulebook, RulebookName, one_rulebook
from quack.cli.output import FAILED, complain, tell
from quack.cli.rules_diff import EXAMPLES as DIFF_EXAMPLES
from quack.cli.rules_diff import diff
from quack.errors import amount
from quack.settings import DEFAULT_RULEBOOK

GROUP_EXAMPLES = """\b
Examples:
  quack rules list
  quack rules new mine --from observed
  quack rules check mine
  quack rules test mine
  quack rules diff observed mine logs
"""

CHECK_EXAMPLES = """\b
Examples:
  quack rules check
  quack rules check --rules mine                     a rulebook of your own, with its tests
  quack rules check mine/grounds/saw_this_round.lp   one file of it
  quack rules check --rules strict --json
"""

app = typer.Typer(
    name="rules", no_args_is_help=True, rich_markup_mode=None, help="Look after rulebooks.", epilog=GROUP_EXAMPLES
)


app.command("diff", epilog=DIFF_EXAMPLES)(diff)


@app.callback()
def root() -> None:
    """Look after rulebooks."""


app.command("list", epilog=rules_shown.LIST_EXAMPLES)(rules_shown.list_rules)
app.command("show", epilog=rules_shown.SHOW_EXAMPLES)(rules_shown.show)
app.command("new", epilog=rules_new.EXAMPLES)(rules_new.new)
app.command("take", epilog=rules_new.EXAMPLES)(rules_new.take)
app.add_typer(rules_new.rule_app)


@app.command("check", epilog=CHECK_EXAMPLES)
def check(
    named: NamedRulebook = None,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Read the rules and their tests and say everything that is amiss in them, each with its place and how to mend it.

    A rule file or test file of a rulebook may be given, too: what is amiss in that file, read with the others.

    A comment such as `% check: ignore swapped` above a rule, or behind it, leaves out warnings of this kind about it.

    Nothing is grounded or run, so that an editor can call this on save. Exit codes: 0 nothing amiss; 1 something is;
    2 there is no such rulebook.
    """
    from quack.kb.checks import check_rulebook

    book, findings = check_rulebook(one_rulebook(named, rulebook_name))
    if as_json:
        tell(json.dumps({"rulebook": book.name, "findings": [each.as_json() for each in findings]}, indent=1))
    else:
        for finding in findings:
            tell(str(finding))
        errors = sum(finding.severity == "error" for finding in findings)
        read = f"{amount(len(book.rules), 'rule')} in {amount(len(book.files), 'file')}"
        complain(f"{read}: {amount(errors, 'error')}, {amount(len(findings) - errors, 'warning')}")
    if findings:
        raise typer.Exit(FAILED)


app.command("test", epilog=rules_test.EXAMPLES)(rules_test.test)
app.command("explain", epilog=rules_explain.EXAMPLES)(rules_explain.explain)
