"""A rulebook as a document: every rule in words, its code, an example that fires it and one that does not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from quack.errors import printable
from quack.kb.file_graph import FileGraph, file_graph
from quack.kb.program import BASE, RuleFile, RuleInfo, spell
from quack.kb.rule_examples import Examples
from quack.kb.rule_results import RuleTest
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import DirectiveCode
from quack.report.rule_graph import graph_svg

_PAGE_STYLE = """
:root { color-scheme: light dark; --ink: #1c2530; --paper: #ffffff; --soft: #f3f5f8; --rule: #d5dbe2; --faint: #5b6b7f }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf1; --paper: #14181d; --soft: #1f262e; --rule: #343e4a; --faint: #9fb0c3 }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.5 sans-serif }
body { max-width: 74rem; margin: 2rem auto; padding: 0 1rem }
pre { background: var(--soft); padding: .6rem .8rem; overflow-x: auto; border-radius: 6px; font-size: 13px }
article { border-top: 1px solid var(--rule); padding: .4rem 0 } h3 { margin: .6rem 0 .2rem; font-size: 1.05rem }
.place, .test { color: var(--faint); font-size: .9rem; margin: .2rem 0 } svg { max-width: 100%; height: auto }
"""

_MARKUP = re.compile(r"[\\`*\[\]<>|#]|\b_|_\b")
"""What Markdown takes for markup; within a word `_` is none."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule as the document shows it."""

    words: str
    place: str
    code: str
    examples: Examples


@dataclass(frozen=True, slots=True)
class _Section:
    """A file as the document shows it."""

    name: str
    question: str
    reads: str
    defines: str
    numbers: tuple[str, ...]
    rules: tuple[_Rule, ...]


class RuleDocument:
    """The document of a rulebook; the same rulebook gives the same text.

    Args:
        examples: of each rule, by its id.
    """

    def __init__(self, rulebook: Rulebook, examples: Mapping[int, Examples]) -> None:
        self._name = rulebook.name
        self._graph = file_graph(rulebook)
        self._sections = [_section(file, examples) for file in rulebook.files if _tells(file)]
        self._opening = _question(rulebook.files[0])
        self._counts = f"{len(rulebook.rules)} rules in {len(self._sections)} files"

    def svg(self) -> str:
        """The graph of its files."""
        return graph_svg(self._graph, f"Which file of the rulebook {self._name} builds on which")

    # --- Markdown -----------------------------------------------------------------------------------------------------

    def markdown(self, picture: str | None = None) -> str:
        """The document as Markdown.

        Args:
            picture: the file of the graph, to be shown; otherwise the graph is told in words.
        """
        return "\n".join(self._markdown_lines(picture)) + "\n"

    def _markdown_lines(self, picture: str | None) -> Iterator[str]:
        yield from (f"# The rulebook {self._name}", "", _unmarked(self._opening), "", f"{self._counts}.", "")
        if picture is not None:
            yield f"![Which file builds on which]({picture})"
        else:
            yield from ("| file | builds on |", "| --- | --- |")
            yield from (f"| `{name}` | {_list(sources)} |" for name, sources in _sources(self._graph))
        for section in self._sections:
            yield from ("", f"## {section.name}", "", _unmarked(section.question), "")
            yield f"Reads {section.reads}; defines {section.defines}."
            if section.numbers:
                yield from ("", "```prolog", *section.numbers, "```")
            for rule in section.rules:
                yield from (
                    "",
                    f"### {_unmarked(rule.words)}",
                    "",
                    f"`{rule.place}`",
                    "",
                    "```prolog",
                    rule.code,
                    "```",
                )
                yield from _markdown_example("Fires in", rule.examples.fires)
                yield from _markdown_example(_idle_words(rule.examples, "`"), rule.examples.idle)

    # --- HTML ---------------------------------------------------------------------------------------------------------

    def html(self) -> str:
        """The document as one HTML page that needs nothing else, not even a script."""
        return "\n".join(self._html_lines()) + "\n"

    def _html_lines(self) -> Iterator[str]:
        title = escape(f"The rulebook {self._name}")
        yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}</title>\n<style>{_PAGE_STYLE}</style>\n</head>\n<body>"
        yield f"<h1>{title}</h1>\n<p>{escape(self._opening)}</p>\n<p>{self._counts}.</p>"
        yield f"<figure>\n{self.svg()}\n</figure>\n<ul>"
        for section in self._sections:
            link = escape(section.name)
            yield f'<li><a href="#{link}">{link}</a>: {escape(section.question)}</li>'
        yield "</ul>"
        for section in self._sections:
            yield from _html_section(section)
        yield "</body>\n</html>"


def _html_section(section: _Section) -> Iterator[str]:
    yield f'<section id="{escape(section.name)}">\n<h2>{escape(section.name)}</h2>\n<p>{escape(section.question)}</p>'
    yield f'<p class="place">Reads {escape(section.reads)}; defines {escape(section.defines)}.</p>'
    if section.numbers:
        yield f"<pre>{escape(chr(10).join(section.numbers))}</pre>"
    for rule in section.rules:
        yield f'<article>\n<h3>{escape(rule.words)}</h3>\n<p class="place">{escape(rule.place)}</p>'
        yield f"<pre>{escape(rule.code)}</pre>"
        yield from _html_example("Fires in", rule.examples.fires)
        yield from _html_example(_idle_words(rule.examples, ""), rule.examples.idle)
        yield "</article>"
    yield "</section>"


def _html_example(words: str, test: RuleTest | None) -> Iterator[str]:
    if test is not None:
        yield f'<p class="test">{escape(words)}: {escape(_sentence(test))}</p>'
        yield f"<pre>{escape(printable_lines(test.text))}</pre>"


def _markdown_example(words: str, test: RuleTest | None) -> Iterator[str]:
    if test is not None:
        yield from ("", f"{words}: *{_sentence(test)}*", "", "```prolog", printable_lines(test.text), "```")


def _idle_words(examples: Examples, quote: str) -> str:
    if examples.lacking is None:
        return "Does not fire in"
    return f"Does not fire, because of {quote}{examples.lacking}{quote} alone, in"


def _sentence(test: RuleTest) -> str:
    return f"{test.name.replace('_', ' ')} ({test.file}:{test.line})"


def _sources(graph: FileGraph) -> Iterator[tuple[str, list[str]]]:
    for layer in graph.layers:
        for name in layer:
            yield name, [one for one, other in graph.edges if other == name]


def _list(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"


def _unmarked(words: str) -> str:
    """Words in which Markdown takes nothing for markup, a link or HTML."""
    return _MARKUP.sub(r"\\\g<0>", words)


def printable_lines(text: str) -> str:
    """Lines of a rulebook, each with what a screen doesn't show escaped."""
    return "\n".join(map(printable, text.split("\n")))


# --- files and rules --------------------------------------------------------------------------------------------------


def _tells(file: RuleFile) -> bool:
    return bool(file.consts) or any(each.rule is not None and each.section == BASE for each in file.statements)


def _question(file: RuleFile) -> str:
    first = file.source.text.partition("\n")[0]
    return printable(first.lstrip("%* ").strip()) if first.startswith("%") else ""


def _section(file: RuleFile, examples: Mapping[int, Examples]) -> _Section:
    rules = [each.rule for each in file.statements if each.rule is not None and each.section == BASE]
    heads = {rule.head: None for rule in rules}
    reads = {use: None for rule in rules for use in rule.reads if use not in heads}
    return _Section(
        file.source.name,
        _question(file),
        ", ".join(map(spell, reads)) or "nothing",
        ", ".join(map(spell, heads)) or "nothing",
        tuple(_numbers(file)),
        tuple(_rule(file, rule, examples[rule.id]) for rule in rules),
    )


def _numbers(file: RuleFile) -> Iterator[str]:
    """The `#const`s of a file with the comments behind them."""
    for statement in file.statements:
        if isinstance(statement.code, DirectiveCode) and statement.code.word == "#const":
            line, _ = file.source.place(statement.code.start)
            yield printable(file.source.text.split("\n")[line - 1].strip())


def _rule(file: RuleFile, rule: RuleInfo, examples: Examples) -> _Rule:
    code = next(each.code for each in file.statements if each.rule is rule)
    words = rule.label or file.scanned.code[code.start : code.end]
    return _Rule(
        printable(" ".join(words.split())),
        rule.place,
        printable_lines(file.scanned.code[code.start : code.end]),
        examples,
    )
