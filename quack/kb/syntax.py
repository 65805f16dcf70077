"""Where in a rule file does each statement stand, and which atoms does it hold?

A reader for the part of clingo's language that a rulebook may use, over code that the gate has blanked and clingo's own
parser has accepted. It takes a quarter of the time of walking clingo's syntax trees, and its results are plain data:
they keep exact columns, and another process can have them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

Signature = tuple[str, int]
"""A predicate: its name and arity."""

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^\\"\n]|\\.)*") | (?P<directive>\#[A-Za-z_]*\+?) | (?P<name>[_']*[a-z][\w']*)
      | (?P<other>[_']*[A-Z][\w']*|\w+) | (?P<sign>:-|:~|\.\.|[.,;:(){}\[\]]|\S) | \s+""",
    re.VERBOSE,
)
_ENDS = frozenset({",", ";", ".", ":", "}", ":-"})


class Atom(NamedTuple):
    """An atom in a statement, by positions in the code.

    `strict` is false where it is negated, or stands in an aggregate or a condition.
    """

    signature: Signature
    start: int
    end: int
    strict: bool


class Refused(Exception):
    """A construct that no rulebook may hold."""

    def __init__(self, start: int, what: str, remedy: str | None = None) -> None:
        super().__init__(what)
        self.start, self.what, self.remedy = start, what, remedy


class DirectiveCode(NamedTuple):
    """A statement that is no rule; `word` is `#const`, `#defined`, `#show` or `#program`."""

    start: int
    end: int
    word: str


class RuleCode(NamedTuple):
    """A rule; `neck` is where its body begins, None for a fact, and `uses` are the atoms there."""

    start: int
    end: int
    head: Atom
    neck: int | None
    uses: tuple[Atom, ...]


def read_code(code: str, refused: Callable[[Refused], None] | None = None) -> Iterator[DirectiveCode | RuleCode]:
    """The statements of a file, in order.

    Args:
        refused: is told of a statement that no rulebook may hold, which is left out then.

    Raises:
        Refused: a constraint, choice, disjunction, classical negation, or an atom with alternatives.
    """
    reader = _Reader(code)
    while reader.position < reader.last:
        start = reader.position
        try:
            statement = reader.statement()
        except Refused as error:
            if refused is None:
                raise
            refused(error)
            reader.position = reader.find_end(start) + 1
            continue
        yield statement


class _Reader:
    def __init__(self, code: str) -> None:
        # Half of the code is blanks, where comments stood: they are matched, sooner than passed over, and left out.
        matches = [match for match in _TOKEN.finditer(code) if match.lastgroup]
        self.texts = [match[0] for match in matches] + ["."]
        self.names = [match.lastgroup == "name" for match in matches] + [False]
        self.starts = [match.start() for match in matches] + [len(code)]
        self.last = len(matches)
        self.position = 0
        self.uses: list[Atom] = []

    def end(self, index: int) -> int:
        """Where the token before `index` ends."""
        return self.starts[index - 1] + len(self.texts[index - 1])

    def statement(self) -> DirectiveCode | RuleCode:
        first = self.position
        text = self.texts[first]
        if text == "[":
            raise Refused(self.starts[first], "an annotation [ ] is not allowed", "leave it out")
        if text == ":~":
            raise Refused(self.starts[first], "a weak constraint (:~) is not allowed", "write rules")
        if text[0] == "#" and text in ("#const", "#defined", "#show", "#program"):
            self.position = self.find_end(first) + 1
            return DirectiveCode(self.starts[first], self.end(self.position), text)
        head, index = self.head(first)
        neck = None
        self.uses = []
        if self.texts[index] == ":-":
            neck = self.end(index + 1)
            index = self.body(index + 1)
        self.position = index + 1
        return RuleCode(self.starts[first], self.end(self.position), head, neck, tuple(self.uses))

    def find_end(self, index: int) -> int:
        while self.texts[index] != ".":
            index += 1
        return index

    def head(self, first: int) -> tuple[Atom, int]:
        if self.names[first] and self.texts[first] != "not":
            arity, index = self.arguments(first + 1)
            if self.texts[index] in (":-", "."):
                return Atom((self.texts[first], arity), self.starts[first], self.end(index), True), index
        start, text = self.starts[first], self.texts[first]
        if text in (":-", "#false"):
            raise Refused(start, "a constraint (:-) is not allowed", "derive defect(…) from its body")
        if text == "-":
            raise Refused(start, "classical negation (-p) is not allowed", "use a predicate of its own")
        index = first
        seen = set()
        while self.texts[index] not in (":-", "."):
            seen.add(self.texts[index])
            index = self.arguments(index)[1] if self.texts[index] == "(" else index + 1
        if "{" in seen:
            raise Refused(start, "a choice in the head is not allowed", "state when it holds: p(…) :- body.")
        if seen & {";", "|", ":", ","}:
            raise Refused(start, "a disjunction in the head is not allowed", "write a rule for each atom")
        raise Refused(start, "a head that is no atom", "write p(…) :- body.")

    def arguments(self, index: int) -> tuple[int, int]:
        """Arity and end of a bracket that may open at `index`."""
        texts = self.texts
        if texts[index] != "(":
            return 0, index
        if texts[index + 1] == ")":
            return 0, index + 2
        depth, commas, index = 1, 0, index + 1
        opened = index - 1
        while depth:
            text = texts[index]
            if text == "(":
                depth += 1
            elif text == ")":
                depth -= 1
            elif depth == 1:
                if text == ",":
                    commas += 1
                elif text == ";" and self.names[opened - 1]:
                    what = "an atom or term with alternatives of its arguments (;) is not allowed"
                    raise Refused(self.starts[index], what, "write p((a;b)), or a rule for each")
            index += 1
        return commas + 1, index

    def body(self, index: int) -> int:
        conditional, earlier = False, 0
        while self.texts[index] != ".":
            text = self.texts[index]
            if text in (",", ";"):
                conditional = conditional and text == ","
                index += 1
            elif text == ":":
                conditional = True
                # What stands before the colon has been read as a plain condition.
                self.uses[earlier:] = [use._replace(strict=False) for use in self.uses[earlier:]]
                index += 1
            else:
                earlier = len(self.uses)
                index = self.literal(index, not conditional)
        return index

    def literal(self, index: int, strict: bool) -> int:
        """Reads a condition; returns where it ends."""
        texts = self.texts
        while texts[index] == "not":
            strict = False
            index += 1
        minus = texts[index] == "-"
        first = index + minus
        if self.names[first]:
            arity, end = self.arguments(first + 1)
            if texts[end] in _ENDS:
                if minus:
                    raise Refused(self.starts[index], "classical negation (-p) is not allowed", "use its own predicate")
                self.uses.append(Atom((texts[first], arity), self.starts[first], self.end(end), strict))
                return end
        while texts[index] not in _ENDS:
            if texts[index] == "(":
                _, index = self.arguments(index)
            elif texts[index] == "{":
                index = self.elements(index)
            else:
                index += 1
        return index

    def elements(self, index: int) -> int:
        """Reads the braces of an aggregate."""
        texts = self.texts
        of_terms = texts[index - 1].startswith("#")
        index += 1
        while texts[index] != "}":
            if texts[index] == ";":
                index += 1
            elif of_terms:
                index = self.terms(index)
            else:
                index = self.literal(index, False)
            if texts[index] == ":":
                index = self.conditions(index + 1)
        return index + 1

    def terms(self, index: int) -> int:
        while self.texts[index] not in (":", ";", "}"):
            index = self.arguments(index)[1] if self.texts[index] == "(" else index + 1
        return index

    def conditions(self, index: int) -> int:
        while self.texts[index] not in (";", "}"):
            index = index + 1 if self.texts[index] == "," else self.literal(index, False)
        return index
