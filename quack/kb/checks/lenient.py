"""Reads all files of a rulebook that has mistakes: what is refused is told and left out, and the rest is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.checks.finding import Finding
from quack.kb.files import entries, read_files
from quack.kb.gate import Scanned, scan
from quack.kb.layered_tests import SUFFIX
from quack.kb.layers import settle
from quack.kb.messages import SourceFile
from quack.kb.program import FileReader, RuleFile, check_syntax
from quack.kb.shipped import is_shipped
from quack.kb.syntax import DirectiveCode, Refused, RuleCode, read_code

_MOST = 50
"""How many mistakes of a kind are looked for in one file."""
_MOST_FOLDERS = 4
"""How far up a rulebook is looked for that includes a file."""
_WORD = re.compile(r"[a-z][\w']*")
_COMMENT = re.compile(r"%[^\n]*")
_END = re.compile(r"(?<!\.)\.(?!\.)")

Parsed = tuple[str, list[RulebookError]]
"""A file's code without what clingo does not understand, and what it says of that."""


def read_leniently(entry: Path) -> tuple[tuple[RuleFile, ...], list[Finding], frozenset[str]]:
    """The files of a rulebook, what was refused, and the names in what was left out.

    Raises:
        RulebookError: the entry file can't be read at all.
    """
    refused: list[Finding] = []

    def note(error: RulebookError) -> None:
        refused.append(Finding.of(error, "include"))

    def scan_all(source: SourceFile) -> Scanned:
        scanned, errors = _scanned(source)
        refused.extend(Finding.of(error, "forbidden") for error in errors)
        return scanned

    scanned = read_files(entry, refuse=note, scan_file=scan_all)
    if not all(is_shipped(source.text) for source, _ in scanned):
        from quack.kb.limits import bounded  # with what runs in other processes, which a shipped one does not need

        parsed: list[Parsed] = bounded(_parsed, scanned, rulebook=None, path=entry)
        refused += [Finding.of(error, "syntax") for _, errors in parsed for error in errors]
        scanned = [
            (source, replace(each, code=code)) for (source, each), (code, _) in zip(scanned, parsed, strict=True)
        ]
    files: list[RuleFile] = []
    for source, each in settle(scanned):
        first = sum(len(file.statements) for file in files)
        file, findings = _taken_apart(source, each, first, any(finding.path == source.path for finding in refused))
        refused += findings
        files.append(file)
    return tuple(files), refused, frozenset(_lost(files, scanned))


def read_tests_leniently(sources: Sequence[SourceFile]) -> list[tuple[RuleFile, list[Finding]]]:
    """Test files, each with what was refused in it.

    Raises:
        RulebookError: reading them takes too long.
    """
    if not sources:
        return []
    from quack.kb.limits import bounded

    scanned = [(source, *_scanned(source)) for source in sources]
    parsed: list[Parsed] = bounded(_parsed, [each[:2] for each in scanned], rulebook=None, path=sources[0].path)
    files = []
    for (source, each, forbidden), (code, wrong) in zip(scanned, parsed, strict=True):
        findings = [Finding.of(error, "forbidden") for error in forbidden]
        findings += [Finding.of(error, "syntax") for error in wrong]
        file, more = _taken_apart(source, replace(each, code=code), 0, bool(findings))
        files.append((file, findings + more))
    return files


def rulebook_around(path: Path) -> Path | None:
    """The entry file of the rulebook that includes a rule file, or the file that a test file stands beside.

    None for an entry file, or where there is none.
    """
    tests = path.stem.endswith(SUFFIX)
    beside = path.with_name(f"{path.stem.removesuffix(SUFFIX)}.lp") if tests else path
    real = beside.resolve()
    for folder in list(path.parents)[:_MOST_FOLDERS]:
        names = entries(folder)
        if path.parent == folder and path.stem in names:
            return None
        place = beside.relative_to(folder).as_posix()
        # Its own rulebook before others that share the file.
        for name in sorted(names, key=lambda name: (name != folder.resolve().name, name != "observed", name)):
            entry = folder / f"{name}.lp"
            files = [source for source, _ in read_files(entry, refuse=_pass_over)]
            # A layer may hold a test alone, of a file that its base holds.
            if any(source.path.resolve() == real or (tests and source.name == place) for source in files):
                return entry
    return None


def _pass_over(_: RulebookError) -> None:
    """What can't be had is told where the rulebook is read."""


def _lost(files: list[RuleFile], scanned: list[tuple[SourceFile, Scanned]]) -> Iterator[str]:
    """The names in statements of a file's text that were left out."""
    for file, (_, each) in zip(files, scanned, strict=True):
        text, done = file.source.text, 0
        if len(text) != len(each.code):
            continue
        rest = []
        for statement in file.statements:
            rest.append(text[done : statement.code.start])
            done = statement.code.end
        yield from _WORD.findall(_COMMENT.sub("", "".join([*rest, text[done:]])))


def _scanned(source: SourceFile) -> tuple[Scanned, list[RulebookError]]:
    """A file without what no rulebook may hold."""
    errors: list[RulebookError] = []
    draft = source
    while True:
        try:
            return scan(draft), errors
        except RulebookError as error:
            errors.append(error)
            if len(errors) > _MOST or error.line is None:
                return Scanned("", (), ()), errors
            draft = replace(source, text=_without_statement(draft.text, _position(draft.text, error), error))


def _position(text: str, error: RulebookError) -> int:
    start = 0
    for _ in range((error.line or 1) - 1):
        start = text.index("\n", start) + 1
    return start + (error.column or 1) - 1


def _without_statement(text: str, position: int, error: RulebookError) -> str:
    """A text without the statement at a position; without the character alone, where that can't be seen."""
    if error.what.startswith(("U+", "a NUL", "a carriage")) and "string" not in error.what:
        return f"{text[:position]} {text[position + 1 :]}"
    if error.what.startswith(("a line of", "a name of", "a comment without")):
        end = text.find("\n", position) if not error.what.startswith("a comment") else len(text)
        return text[:position] + " " * ((end if end > 0 else len(text)) - position) + text[max(end, 0) :] * (end > 0)
    if error.what.startswith("#script"):
        over = text.find("#end", position)
        end = text.find(".", over) + 1 if over >= 0 else 0
        return _blanked(text, position, end or len(text))
    full_stop = _END.search(text, position)
    return _blanked(text, position, full_stop.end() if full_stop else len(text))


def _blanked(text: str, start: int, end: int) -> str:
    inner = "\n".join(" " * len(line) for line in text[start:end].split("\n"))
    return text[:start] + inner + text[end:]


def _parsed(scanned: list[tuple[SourceFile, Scanned]]) -> list[Parsed]:
    """Has clingo read the files, again and again without the statements that it does not understand."""
    return [_understood(source, each) for source, each in scanned]


def _understood(source: SourceFile, scanned: Scanned) -> Parsed:
    code = scanned.code
    errors: list[RulebookError] = []
    while len(errors) < _MOST:
        try:
            check_syntax([(source, replace(scanned, code=code))])
        except RulebookError as error:
            errors.append(error)
            if error.line is None:
                return "", errors
            code = _cut(code, error)
            continue
        break
    return code, errors


def _cut(code: str, error: RulebookError) -> str:
    """The code without the statement at which an error was found."""
    position = min(_position(code, error), len(code))
    ends = [end.end() for end in _END.finditer(code, 0, position)]
    start = ends[-1] if ends else 0
    end = _END.search(code, position)
    return _blanked(code, start, end.end() if end else len(code))


def _taken_apart(source: SourceFile, scanned: Scanned, first: int, torn: bool) -> tuple[RuleFile, list[Finding]]:
    findings: list[Finding] = []

    def refuse(refused: Refused) -> None:
        error = source.error(refused.what, *source.place(refused.start), refused.remedy)
        findings.append(Finding.of(error, "forbidden"))

    reader = FileReader(source, scanned, first)
    try:
        for code in read_code(scanned.code, refuse):
            findings += _added(reader, code)
    except IndexError:
        pass  # clingo has said where the syntax is wrong
    findings += _unused_labels(reader, torn or bool(findings))
    return reader.finish(), findings


def _added(reader: FileReader, code: DirectiveCode | RuleCode) -> Iterator[Finding]:
    try:
        reader.add(code)
    except RulebookError as error:
        yield Finding.of(error, "label" if isinstance(code, RuleCode) else "directive")
        if isinstance(code, RuleCode):
            reader.add(code)  # its label is gone now


def _unused_labels(reader: FileReader, torn: bool) -> list[Finding]:
    lines = [] if torn else list(reader.labels)
    reader.labels.clear()
    what, remedy = "a label above no rule", "put it directly above its rule"
    return [Finding.of(reader.source.error(what, line, None, remedy), "label") for line in lines]
