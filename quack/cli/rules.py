"""`quack rules`: looks after rulebooks."""

from __future__ import annotations

import typer

from quack.cli.options import Constants, RulebookName, parse_constants
from quack.cli.output import FAILED, complain, tell
from quack.settings import DEFAULT_RULEBOOK

app = typer.Typer(name="rules", no_args_is_help=True, rich_markup_mode=None, help="Look after rulebooks.")

EXAMPLES = """\b
Examples:
  quack rules test
  quack rules test --rules paper
  quack rules test --rules my_rules/observed.lp
"""


@app.callback()
def root() -> None:
    """Look after rulebooks."""


@app.command("test", epilog=EXAMPLES)
def test(rulebook_name: RulebookName = DEFAULT_RULEBOOK, constants: Constants = None) -> None:
    """Run the tests that stand beside the rules (x_test.lp beside x.lp) and say which fail, and why."""
    from quack.kb.rule_tests import run_rule_tests
    from quack.kb.rulebook import load_rulebook

    results = run_rule_tests(load_rulebook(rulebook_name, parse_constants(constants)))
    failed = [result for result in results if not result.passed]
    for result in failed:
        tell("\n".join(map(_printable, str(result).splitlines())))
    complain(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(FAILED)


def _printable(line: str) -> str:
    from quack.errors import printable

    return printable(line)
