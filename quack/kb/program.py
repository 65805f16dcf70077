"""What does a rule file say? Its statements, and of every rule its head, what it reads, and its label."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from quack.errors import RulebookError
from quack.kb.blanks import named_body
from quack.kb.fired import fired_by
from quack.kb.gate import Scanned
from quack.kb.messages import Messages, Places, SourceFile
from quack.kb.syntax import Atom, DirectiveCode, Refused, RuleCode, Signature, read_code
from quack.kb.syntax_hints import with_hint
from quack.settings import MAX_TICK

BASE = "base"
_LONGEST = 1000
TEST_PREFIX = "test_"

_LABEL = re.compile(r'%!trace_rule\s*\{\s*"(?P<template>(?:[^\\"]|\\.)*)"\s*(?P<terms>,.*)?\}\s*\.\s*$')
_COMMA = re.compile(r",(?![^()]*\))")
_VARIABLE = re.compile(r"(?<![\w'])_*[A-Z][\w']*")
_INTEGER = re.compile(r"-?[0-9]{1,10}")
_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_']*")
_CONST = re.compile(r"#const\s+([\w']+)\s*=\s*(.*?)\s*\.$", re.DOTALL)
_DEFINED = re.compile(r"#defined\s+([\w']+)\s*/\s*(\d+)\s*\.$")
_PROGRAM = re.compile(r"#program\s+([\w']+)\s*\.$")


def spell(signature: Signature) -> str:
    return f"{signature[0]}/{signature[1]}"


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule of a rulebook.

    Attributes:
        id: its number in the rulebook, from 0, in the order of reading.
        file: relative to the rulebook's folder.
        head: the predicate that it derives.
        uses: the atoms of its body, by position in the file's code.
        is_fact: it has no body.
        template, terms: the parts of its label as written, or None and nothing.
    """

    id: int
    file: str
    line: int
    column: int
    head: Signature
    uses: tuple[Atom, ...]
    is_fact: bool
    template: str | None = None
    terms: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def label(self) -> str | None:
        """What it says in words, each % replaced by its term."""
        if self.template is None:
            return None
        parts = self.template.split("%")
        return parts[0] + "".join(term + part for term, part in zip(self.terms, parts[1:], strict=True))

    @property
    def reads(self) -> tuple[Signature, ...]:
        return tuple(dict.fromkeys(use.signature for use in self.uses))


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with its section, `base` or a test, and what it is if it is a rule."""

    code: DirectiveCode | RuleCode
    section: str
    rule: RuleInfo | None = None


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file of rules, taken apart."""

    source: SourceFile
    scanned: Scanned = field(repr=False)
    statements: tuple[Statement, ...] = field(repr=False)
    defined: frozenset[Signature]
    consts: dict[str, str | int]
    sections: dict[str, int]
    """Test sections, each with its line."""

    def text(
        self,
        keep: Collection[str],
        deciding: Collection[Signature],
        without: Collection[int] = (),
        empty: Collection[Signature] = (),
        fired: Collection[Signature] = (),
    ) -> str:
        """The code of some sections, line for line where it stands.

        Bodies have names for blanks that cost more; without deciding heads every rule is as it is written.

        Args:
            keep: the sections to keep.
            deciding: heads whose rules give `fired_…(Id, …)` instead, and that the head (`quack.kb.fired`).
            without: rules to leave out, by id.
            empty: predicates that nothing holds of.
            fired: deciding heads of which rules read what fired them.
        """
        code, done = self.scanned.code, 0
        pieces: list[str] = []
        for statement in self.statements:
            rule, written = statement.rule, statement.code
            start, end, new = written.start, written.end, None
            if isinstance(written, DirectiveCode):
                if written.word in ("#program", "#show"):
                    new = _blank(code[start:end])
            elif rule is None or statement.section not in keep or rule.id in without:
                new = _blank(code[start:end])
            elif rule.head in deciding and not rule.is_fact:
                new = _first_step(code, written, rule, empty, fired)
            elif deciding and written.neck is not None:
                new = code[start : written.neck] + named_body(code, written, empty, fired)
            if new is not None:
                pieces += (code[done:start], new)
                done = end
        return "".join(pieces) + code[done:]


def written_heads(files: Sequence[RuleFile], signature: Signature) -> Iterator[tuple[RuleInfo, str]]:
    """The rules of a predicate in the rulebook proper, each with its head as written."""
    for file in files:
        for statement in file.statements:
            rule, code = statement.rule, statement.code
            if rule is not None and isinstance(code, RuleCode) and rule.head == signature and statement.section == BASE:
                yield rule, file.scanned.code[code.head.start : code.head.end]


def _blank(text: str) -> str:
    return "\n".join([" " * len(line) for line in text.split("\n")])


def _first_step(
    code: str, statement: RuleCode, rule: RuleInfo, empty: Collection[Signature], fired: Collection[Signature]
) -> str:
    head = code[statement.head.start : statement.head.end]
    arguments = "," + head[head.index("(") + 1 : -1] if rule.head[1] else ""
    return f"{fired_by(rule.head)[0]}({rule.id}{arguments}) :-{named_body(code, statement, empty, fired)}"


def parse_const(text: str | int) -> str | int:
    """The value of a constant: an integer or a plain constant.

    Larger integers than any tick are refused: clingo's wrap silently, and sums of them would.

    Raises:
        ValueError: anything else.
    """
    text = str(text)
    if _INTEGER.fullmatch(text) and abs(int(text)) <= MAX_TICK:
        return int(text)
    if _CONSTANT.fullmatch(text) and text != "not":
        return text
    raise ValueError(text)


def check_syntax(scanned: Sequence[tuple[SourceFile, Scanned]]) -> None:
    """Has clingo's parser read the code of files.

    Raises:
        RulebookError: the first error.
    """
    from clingo.ast import parse_string  # which shipped rules are not asked of

    for source, scan in scanned:
        messages = Messages(Places((source,)))
        try:
            parse_string("\n" * source.offset + scan.code, _ignore, None, messages, Messages.LIMIT)
        except RuntimeError as error:
            raise with_hint(messages.failure(error), scan.code) from None


def parse_file(source: SourceFile, scanned: Scanned, first_id: int) -> RuleFile:
    """Takes a scanned file apart whose syntax is right; its rules are numbered from `first_id`.

    Raises:
        RulebookError: a statement that no rulebook may hold.
    """
    reader = FileReader(source, scanned, first_id)
    try:
        for code in read_code(scanned.code):
            reader.add(code)
    except Refused as refused:
        raise source.error(refused.what, *source.place(refused.start), refused.remedy) from None
    return reader.finish()


def _ignore(_: object) -> None:
    return None


class FileReader:
    """Takes a file apart, statement by statement."""

    def __init__(self, source: SourceFile, scanned: Scanned, first_id: int) -> None:
        self.source, self.scanned, self.next_id = source, scanned, first_id
        self.statements: list[Statement] = []
        self.defined: set[Signature] = set()
        self.consts: dict[str, str | int] = {}
        self.sections: dict[str, int] = {}
        self.section = BASE
        self.comment_lines = {comment.line for comment in scanned.comments if comment.alone}
        self.labels = {comment.line: comment for comment in scanned.comments if comment.text.startswith("%!trace_rule")}

    def add(self, code: DirectiveCode | RuleCode) -> None:
        if isinstance(code, RuleCode):
            self.statements.append(Statement(code, self.section, self.rule(code)))
            return
        if code.word != "#show":  # every predicate can be read, whatever is shown
            self.directive(code)
        self.statements.append(Statement(code, self.section))

    def refuse(self, code: DirectiveCode, what: str, remedy: str | None = None) -> RulebookError:
        return self.source.error(what, *self.source.place(code.start), remedy)

    def directive(self, code: DirectiveCode) -> None:
        text = self.scanned.code[code.start : code.end]
        if len(text) > _LONGEST:
            raise self.refuse(code, f"a {code.word} of more than {_LONGEST} characters", "shorten it")
        if code.word == "#const":
            self.const(code, text)
        elif code.word == "#defined":
            match = _DEFINED.match(text)
            if match is None:
                raise self.refuse(code, "a #defined that names no predicate", "write #defined name/arity.")
            self.defined.add((match[1], int(match[2])))
        else:
            self.open_section(code, text)

    def const(self, code: DirectiveCode, text: str) -> None:
        match = _CONST.match(text)
        name = match[1] if match else text
        if name in self.consts:
            raise self.refuse(code, f"#const {name} is defined twice", "remove one")
        try:
            self.consts[name] = parse_const(match[2] if match else "")
        except ValueError:
            raise self.refuse(code, f"#const {name} is neither an integer nor a constant") from None

    def open_section(self, code: DirectiveCode, text: str) -> None:
        match = _PROGRAM.match(text)
        if match is None:
            raise self.refuse(code, "a #program with parameters is not allowed", "remove them")
        name = match[1]
        if name != BASE and not name.startswith(TEST_PREFIX):
            raise self.refuse(code, f"#program {name} is not allowed", "name it base or test_…")
        if name != BASE:
            if name in self.sections:
                raise self.refuse(code, f"a second #program {name}", "give each test its own name")
            self.sections[name] = self.source.place(code.start)[0]
        self.section = name

    def rule(self, code: RuleCode) -> RuleInfo:
        line, column = self.source.place(code.start)
        template, terms = self.label(code, line)
        number, self.next_id = self.next_id, self.next_id + 1
        head = code.head.signature
        return RuleInfo(number, self.source.name, line, column, head, code.uses, code.neck is None, template, terms)

    def label(self, code: RuleCode, line: int) -> tuple[str | None, tuple[str, ...]]:
        above = line - 1
        while above in self.comment_lines and above not in self.labels:
            above -= 1
        comment = self.labels.pop(above, None)
        if comment is None:
            return None, ()
        if len(comment.text) > _LONGEST:
            raise self.source.error(f"a label of more than {_LONGEST} characters", above, None, "shorten it")
        label = _LABEL.match(comment.text)
        if label is None or not comment.alone:
            form = '%!trace_rule {"words and % signs", one term for each %}.'
            raise self.source.error("a label that can't be read", above, None, f"write {form}")
        template = re.sub(r"\\(.)", r"\1", label["template"])
        terms = tuple(part.strip() for part in _COMMA.split(label["terms"])[1:]) if label["terms"] else ()
        if terms:
            here = set(_VARIABLE.findall(self.scanned.code, code.start, code.end))
            for name in _VARIABLE.findall(label["terms"]):
                if name not in here:
                    what = f"label of a rule without variable {name}"
                    raise self.source.error(what, above, None, "use the rule's variables")
        if template.count("%") != len(terms):
            what = f"label with {template.count('%')} % for {len(terms)} terms"
            raise self.source.error(what, above, None, "give one term for each %")
        return template, terms

    def finish(self) -> RuleFile:
        for line in self.labels:
            raise self.source.error("a label above no rule", line, None, "put it directly above its rule")
        defined, statements = frozenset(self.defined), tuple(self.statements)
        return RuleFile(self.source, self.scanned, statements, defined, self.consts, self.sections)
