"""`quack rules new`, `take` and `new-rule`: begins rulebooks and rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quack.cli.options import RulebookName
from quack.cli.output import complain, tell
from quack.settings import DEFAULT_RULEBOOK

EXAMPLES = """\b
Examples:
  quack rules new mine --from observed
  quack rules take mine window.lp
  quack rules take mine location/nearby.lp       its verdicts/location/nearby.lp
  quack rules new other --from observed --file policy.lp
"""
RULE_EXAMPLES = """\b
Examples:
  quack rules new-rule verdict bystander --of sighting --before true --rules mine
  quack rules new-rule grounds kept_away --strength strong --rules mine
"""

Name = Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and _.")]


def new(
    name: Name,
    base: Annotated[
        str, typer.Option("--from", metavar="NAME", help="The shipped rulebook that it is a layer over.")
    ] = DEFAULT_RULEBOOK,
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where its folder is to be.")] = Path("."),
    files: Annotated[
        list[str] | None,
        typer.Option("--file", metavar="FILE", help="A file of the base to copy into it, for changing; repeatable."),
    ] = None,
) -> None:
    """Make a rulebook of your own: a layer that holds what it says otherwise than a shipped one."""
    from quack.kb.authoring import new_rulebook

    written = new_rulebook(name, base, folder, files)
    for path in written:
        tell(str(path))
    complain(f"now edit it; then quack rules check --rules {written[0].parent}")


def take(
    rulebook_name: Annotated[
        str, typer.Argument(metavar="BOOK", help="A layered rulebook, such as quack rules new makes.")
    ],
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A file of its base, such as window.lp or verdicts/location/nearby.lp; its name is enough where no "
            "other file has it.",
        ),
    ],
) -> None:
    """Copy one file of the base into a layered rulebook, where the copy stands in for it."""
    from quack.kb.authoring import take_file

    taken = take_file(rulebook_name, file)
    tell(str(taken.path))
    complain(f"it stands in for {taken.file} of {taken.base}; now edit it")


rule_app = typer.Typer(
    name="new-rule",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Begin a rule and its test.",
    epilog=RULE_EXAMPLES,
)


@rule_app.command("verdict", epilog=RULE_EXAMPLES)
def verdict(
    name: Name,
    of: Annotated[
        str, typer.Option("--of", metavar="TYPE", help="The type of claims that it is for, such as sighting or task.")
    ] = "location",
    before: Annotated[
        str, typer.Option("--before", metavar="VERDICT", help="The verdict whose cases it takes over.")
    ] = "true",
    bucket: Annotated[
        str, typer.Option("--bucket", metavar="BUCKET", help="supported, partial, refuted or undecided.")
    ] = "supported",
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
) -> None:
    """Begin a verdict: its label, precedence and bucket, a rule, and a test that passes.

    The rule takes over all cases of the verdict that it comes before. Tests that expect that one of such claims fail
    until the rule is narrowed.
    """
    from quack.kb.scaffold import new_verdict

    written = new_verdict(name, rulebook_name, of, before, bucket)
    so_far = f"so far every {of} claim that would be {before} is {name}"
    _told(written, rulebook_name, f"{so_far}; tests that expect {before} of one fail until you narrow the rule")


@rule_app.command("grounds", epilog=RULE_EXAMPLES)
def grounds(
    name: Name,
    strength: Annotated[str, typer.Option("--strength", metavar="STRENGTH", help="strong, weak or none.")] = "weak",
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
) -> None:
    """Begin a ground for accusations: its strength, its rules, and a test that passes."""
    from quack.kb.scaffold import new_ground

    _told(new_ground(name, rulebook_name, strength), rulebook_name)


def _told(written: list[Path], rulebook_name: str, so_far: str | None = None) -> None:
    for path in written:
        tell(str(path))
    if so_far is not None:
        complain(so_far)
    then = " and ".join(f"quack rules {word} --rules {rulebook_name}" for word in ("check", "test"))
    complain(f"now edit the first two; then {then}")
