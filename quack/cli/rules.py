"""`quack rules`: looks after rulebooks."""

from __future__ import annotations

import typer

from quack.cli.options import Constants, MaxMemory, MaxSeconds, RulebookName, parse_constants
from quack.cli.output import FAILED, complain, tell
from quack.settings import DEFAULT_RULEBOOK, set_limits

EXAMPLES = """\b
Examples:
  quack rules test
  quack rules test --rules paper
  cp -r rules my_rules && quack rules test --rules my_rules
"""

app = typer.Typer(
    name="rules", no_args_is_help=True, rich_markup_mode=None, help="Look after rulebooks.", epilog=EXAMPLES
)


@app.callback()
def root() -> None:
    """Look after rulebooks."""


@app.command("test", epilog=EXAMPLES)
def test(
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    constants: Constants = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Run the tests that stand beside the rules (x_test.lp beside x.lp) and say which fail, and why."""
    from quack.kb.orphans import orphaned_tests
    from quack.kb.rule_tests import run_rule_tests
    from quack.kb.rulebook import load_rulebook

    set_limits(max_seconds, max_memory)
    rulebook = load_rulebook(rulebook_name, parse_constants(constants))
    results = run_rule_tests(rulebook)
    failed = [result for result in results if not result.passed]
    for result in failed:
        tell("\n".join(map(_printable, str(result).splitlines())))
    for orphan in orphaned_tests(rulebook):
        complain(orphan)
    for result in [result for result in failed if result.test.base][:1]:
        to = f"write `% instead of: {result.test.id}` into a test file of {rulebook.name}"
        complain(f"if a change of what a test of {result.test.base} expects is meant, {to}")
    complain(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(FAILED)


def _printable(line: str) -> str:
    from quack.errors import printable

    return printable(line)
