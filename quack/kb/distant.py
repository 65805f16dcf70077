"""The answer of a rulebook that is grounded in a child process: read from there, question by question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import clingo

from quack.errors import RulebookError
from quack.kb.blame import culprit, reason
from quack.kb.child import Child, Died
from quack.kb.fired import head_of
from quack.kb.limits import WHAT, LimitReached, limits_for, note, remedy_for
from quack.kb.messages import Places, shorten
from quack.kb.program import spell
from quack.kb.rulebook import Rulebook
from quack.kb.shipped import is_shipped
from quack.kb.solve import Answer, run_here, solve_here
from quack.kb.symbols import Facts, Row, Value, parse_facts
from quack.kb.syntax import Signature
from quack.kb.worker import Limits

_blamed: dict[str, LimitReached] = {}
"""What has been found out about rulebooks that reached a limit, by their hash."""

_MOST_PARTS = 10_000
_DEEPEST = 100


class DistantAnswer(Answer):
    """What holds, in a child process that still holds it.

    Raises:
        LimitReached: from each method, if the child can't answer within its limits.
    """

    def __init__(self, child: Child, rulebook: Rulebook) -> None:
        self._child = child
        self._rulebook = rulebook
        self._rows: dict[tuple[str, int, bool], list[Row]] = {}

    def expect(self, constants: Sequence[str]) -> None:
        """Nothing: rows come as values."""

    def rows(self, name: str, arity: int, *, ordered: bool = True) -> list[Row]:
        key = name, arity, ordered
        if key not in self._rows:
            self._rows[key] = self._ask("rows", *key)
        return self._rows[key]

    def cited(self, name: str, arity: int, position: int) -> list[Row]:
        return self.rows(name, arity, ordered=False)

    def spelling(self, words: Mapping[Value, str]) -> Mapping[Any, str]:
        return words

    def symbols(self, name: str, arity: int) -> list[clingo.Symbol]:
        return [clingo.parse_term(text) for text in self._ask("texts", name, arity)]

    def holds(self, atom: clingo.Symbol) -> bool:
        return bool(self._ask("holds", atom.name, len(atom.arguments), str(atom)))

    def signatures(self) -> list[Signature]:
        signatures: list[Signature] = self._ask("signatures")
        return signatures

    def close(self) -> None:
        # Left to the garbage collector, a Ctrl-C at that moment would go unheard.
        self._child.close()

    def _ask(self, method: str, *args: Any) -> Any:
        try:
            return self._child.ask(method, *args)
        except Died as died:
            what = WHAT[died.kind] + (f": {spell((args[0], args[1]))}" if args else "")
            path, line = _place(self._rulebook, args[:2])
            raise LimitReached(what, path=path, line=line, remedy=remedy_for(died.kind)) from None


def _place(rulebook: Rulebook, signature: tuple) -> tuple[Path, int | None]:
    """A rule that derives a predicate, a stranger's before a shipped one, or else the entry file."""
    head = head_of(signature) or signature if len(signature) == 2 else None
    rules = [rule for rule in rulebook.rules if rule.head == head]
    for rule in sorted(rules, key=lambda rule: is_shipped(rulebook.source(rule.file).text)):
        return rulebook.source(rule.file).path, rule.line
    return rulebook.entry, None


class Reader:
    """What the child does when it is asked: reads, and refuses terms that another process could not take."""

    def __init__(self, answer: Answer, rulebook: Rulebook) -> None:
        self._answer = answer
        self._rulebook = rulebook
        self._measured: dict[int, tuple[int, int]] = {}

    def rows(self, name: str, arity: int, ordered: bool) -> list[Row]:
        try:
            rows = self._answer.rows(name, arity, ordered=ordered)
            compound = (value for row in rows for value in row if type(value) is tuple)
            sizes = map(self._measure, compound)
            if any(parts > _MOST_PARTS or depth > _DEEPEST for parts, depth in sizes):
                raise self._too_large((name, arity))
        except RecursionError:
            raise self._too_large((name, arity)) from None
        return rows

    def texts(self, name: str, arity: int) -> list[str]:
        self.rows(name, arity, False)
        return [str(symbol) for symbol in self._answer.symbols(name, arity)]

    def holds(self, name: str, arity: int, atom: str) -> bool:
        return atom in self.texts(name, arity)

    def signatures(self) -> list[Signature]:
        return self._answer.signatures()

    def _measure(self, value: Value) -> tuple[int, int]:
        """How many parts a term has when it is written out, and how deep it is; terms share their parts."""
        if type(value) is not tuple:
            return 1, 0
        known = self._measured.get(id(value))
        if known is None:
            parts = [self._measure(part) for part in value]
            known = 1 + sum(count for count, _ in parts), 1 + max(depth for _, depth in parts)
            self._measured[id(value)] = known
        return known

    def _too_large(self, signature: Signature) -> RulebookError:
        what = f"{spell(signature)} holds terms of more than {_MOST_PARTS} parts or nested more than {_DEEPEST} deep"
        path, line = _place(self._rulebook, signature)
        return RulebookError(what, path=path, line=line, remedy="derive smaller terms")


def solve_apart(rulebook: Rulebook, facts: str | Facts | Sequence[str]) -> Answer:
    """Derives in a child process everything that follows from facts.

    Raises:
        LimitReached: it took too long or too much memory; with the rule to blame, where that can be told.
        RulebookError: as `solve_here`.
    """
    count = sum(map(len, parse_facts(facts).values()))
    limits = limits_for(count, rulebook)
    try:
        answer = _answer_apart(rulebook, limits, solve_here, rulebook, facts)
    except Died as died:
        note(rulebook, False)
        raise _blame(rulebook, facts, died, limits) from None
    note(rulebook, True)
    return answer


def run_apart(rulebook: Rulebook, places: Places, program: str) -> Answer:
    """Grounds a program in a child process.

    Raises:
        Died: it took too long or too much memory.
        RulebookError: as `run_here`.
    """
    return _answer_apart(rulebook, limits_for(0, rulebook), run_here, rulebook, places, program)


def _answer_apart(rulebook: Rulebook, limits: Limits, ground: Callable[..., Answer], *args: Any) -> Answer:
    child = Child(partial(_reader, rulebook, ground, *args), limits)
    try:
        child.wait()
    except BaseException:
        child.close()
        raise
    return DistantAnswer(child, rulebook)


def _reader(rulebook: Rulebook, ground: Callable[..., Answer], *args: Any) -> Reader:
    return Reader(ground(*args), rulebook)


def _blame(rulebook: Rulebook, facts: str | Facts | Sequence[str], died: Died, limits: Limits) -> LimitReached:
    """The error that says what is to blame: the same one each time, so that games which fail alike are seen to."""
    if rulebook.sha256 in _blamed:
        return _blamed[rulebook.sha256]

    def keeps(without: Collection[int], small: Limits) -> bool:
        try:
            with Child(partial(_try, rulebook, facts, without), small) as child:
                child.wait()
        except Died:
            return False
        return True

    rule = culprit(rulebook, keeps, limits)
    error = LimitReached(WHAT[died.kind], path=rulebook.entry, remedy=remedy_for(died.kind))
    if rule is not None:
        why = reason(rulebook, rule)
        error.what = shorten(f"{WHAT[died.kind]}: {why}" if why else WHAT[died.kind])
        error.path, error.line, error.column = rulebook.source(rule.file).path, rule.line, rule.column
    _blamed[rulebook.sha256] = error
    return error


def _try(rulebook: Rulebook, facts: str | Facts | Sequence[str], without: Collection[int]) -> None:
    with suppress(RulebookError):  # what is wrong besides is not asked here
        solve_here(rulebook, facts, without)
