"""`quack rules explain`: a rulebook as a document."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quack.cli.options import (
    Constants,
    MaxMemory,
    MaxSeconds,
    NamedRulebook,
    RulebookName,
    one_rulebook,
    parse_constants,
)
from quack.cli.output import complain, tell
from quack.cli.progress import Bar
from quack.errors import SettingsError, printable
from quack.settings import DEFAULT_RULEBOOK, set_limits

EXAMPLES = """\b
Examples:
  quack rules explain --out observed.html
  quack rules explain --rules paper --format md --out paper.md     and paper.svg beside it
  quack rules explain --rules my_rules --format svg > my_rules.svg
"""


class Format(StrEnum):
    """What kind of document."""

    md = "md"
    html = "html"
    svg = "svg"


OutputFormat = Annotated[
    Format | None,
    typer.Option("--format", "-f", help="md: Markdown. html: a page. svg: the graph of files. Otherwise as FILE ends."),
]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to; standard output otherwise.")]


def explain(
    named: NamedRulebook = None,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    constants: Constants = None,
    output: OutputFormat = None,
    out: Out = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Write a rulebook as a document: each rule in words, its code, a test in which it fires and one in which not.

    It is made from headers, labels and tests, with a picture of which file builds on which.
    """
    from quack.kb.coverage_conditions import run_with_conditions
    from quack.kb.rule_examples import examples
    from quack.kb.rulebook import load_rulebook
    from quack.kb.trials import trials
    from quack.report.rule_document import RuleDocument

    kind = output or _by_name(out)
    set_limits(max_seconds, max_memory)
    rulebook = load_rulebook(one_rulebook(named, rulebook_name), parse_constants(constants))
    with Bar("running the tests", 2) as bar:
        results = run_with_conditions(rulebook, trials(rulebook), bar.show) if kind is not Format.svg else []
    document = RuleDocument(rulebook, examples(rulebook, results))
    written = [out] if out is not None else []
    if kind is Format.svg:
        text = document.svg() + "\n"
    elif kind is Format.html:
        text = document.html()
    else:
        picture = out.with_suffix(".svg") if out is not None else None
        if picture is not None:
            picture.write_text(document.svg() + "\n", "utf-8")
            written.append(picture)
        text = document.markdown(picture.name if picture else None)
    if out is None:
        tell(text.rstrip("\n"))
    else:
        out.write_text(text, "utf-8")
        tell("\n".join(map(printable, written)))
    failed = sum(not result.passed for result in results)
    if failed:
        complain(f"{failed} tests of {rulebook.name} fail, and serve as no example; quack rules test says which")


def _by_name(out: Path | None) -> Format:
    ending = "md" if out is None else out.suffix.lstrip(".").lower()
    if ending in ("html", "htm"):
        return Format.html
    if ending in ("md", "svg", "markdown"):
        return Format.svg if ending == "svg" else Format.md
    raise SettingsError(
        "the name does not say what kind of document it is",
        path=out,
        remedy="name it .md, .html or .svg, or say --format",
    )
