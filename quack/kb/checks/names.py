"""Predicates that nothing defines, that nothing reads, that are reserved, and those defined in a file left out."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.registry import check
from quack.kb.gate import read_text
from quack.kb.inputs import INPUTS
from quack.kb.known_names import name_problems
from quack.kb.program import spell
from quack.kb.syntax import Signature
from quack.kb.unread import OUTPUTS, unread_slips

_OUT = re.compile(r"^% out:(.*)$", re.MULTILINE)
_UNKNOWN = "unknown predicate "


@check()
def names(book: Book) -> Iterator[Finding]:
    """Uses of predicates that nothing defines, and definitions of what is reserved or given."""
    infos = [rule.info for rule in book.rules]
    told = set()
    for error in name_problems(book.files, infos, book.known):
        if not error.what.startswith(_UNKNOWN):
            yield Finding.of(error, "reserved")
        elif (error.path, error.what) not in told:
            told.add((error.path, error.what))
            if error.what.removeprefix(_UNKNOWN).partition("/")[0] not in book.lost:
                yield _unknown(book, error)


def _unknown(book: Book, error: RulebookError) -> Finding:
    """An unknown predicate; a file of the folder that defines it is named."""
    wanted = error.what.removeprefix(_UNKNOWN)
    home = book.entry.parent
    for name, text in _left_out(home, frozenset(file.source.name for file in book.files)):
        out = _OUT.search(text)
        if out and wanted in [part.strip() for part in out[1].split(",")]:
            what, remedy = error.what, f'write #include "{name}". into {book.entry.name}, which defines it'
            return Finding("include", "error", error.path, error.line, error.column, what, remedy)
    return Finding.of(error, "unknown-predicate")


@cache
def _left_out(folder: Path, included: frozenset[str]) -> list[tuple[str, str]]:
    """The rule files of a folder that a rulebook does not include, with their texts."""
    found_files = []
    for path in sorted(folder.rglob("*.lp"))[:2000]:
        name = path.relative_to(folder).as_posix()
        own = Path(os.path.realpath(path)).is_relative_to(folder.resolve())
        if name not in included and not path.stem.endswith("_test") and own and path.is_file():
            try:
                found_files.append((name, read_text(path)))
            except RulebookError:
                continue
    return found_files


@check()
def slips_in_heads(book: Book) -> Iterator[Finding]:
    """Heads that nobody reads and that look like a slip."""
    infos = [rule.info for rule in book.rules]
    for error in unread_slips(infos, book.defined, book.sources):
        yield Finding.of(error, "unread")


@check(of_whole=True)
def unread_heads(book: Book) -> Iterator[Finding]:
    """Other heads that nobody reads: they are derived for nothing."""
    read = {use.atom.signature for rule in book.rules for use in rule.uses} | OUTPUTS | book.defined
    slips = {(finding.path, finding.line) for finding in slips_in_heads(book)}
    for signature, rules in book.by_head.items():
        rule = rules[0]
        if signature in read or (rule.source.path, rule.info.line) in slips or _is_shipped_base(rule):
            continue
        remedy = "use it in a rule, take it out, or keep it with #defined"
        yield found("unread", "warning", rule.source, rule.start, f"nothing reads {spell(signature)}", remedy)


def _is_shipped_base(rule: Rule) -> bool:
    """Whether a rule is a base's: a layer may have taken away what reads it."""
    return rule.source.layer > 0


@check()
def declared_slips(book: Book) -> Iterator[Finding]:
    """Predicates declared with `#defined` that nothing gives and whose names are nearly those of others."""
    real = {signature for signature in book.known if signature[0] in INPUTS or signature in book.by_head}
    read = {use.atom.signature for rule in book.rules for use in rule.uses}
    names_of = sorted({name for name, _ in real} | INPUTS)
    for file, text, start in book.directives("#defined"):
        declared = re.match(r"#defined\s+([\w']+)\s*/\s*(\d+)", text)
        signature: Signature | None = (declared[1], int(declared[2])) if declared else None
        if signature is None or signature in real or signature[0] in INPUTS:
            continue
        close = difflib.get_close_matches(signature[0], names_of, 1, 0.88)
        if close and close[0] != signature[0]:
            meant = " or ".join(spell(each) for each in sorted(real) if each[0] == close[0]) or close[0]
            what = f"nothing gives {spell(signature)}, which is declared"
            yield found("unknown-predicate", "warning", file.source, start, what, f"did you mean {meant}?")
        elif signature not in read and book.whole and not file.source.layer:
            what = f"nothing gives {spell(signature)}, which is declared, and nothing reads it"
            yield found("unknown-predicate", "warning", file.source, start, what, "take it out")
