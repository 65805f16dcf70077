"""Reads what rules in two steps derived as if they had been solved as they are written: one solving serves both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quack.kb.model import line_order
from quack.kb.program import RuleInfo
from quack.kb.prover import Prover
from quack.kb.solve import Answer
from quack.kb.symbols import Row, Value


class Reread(Answer):
    """An answer to a rulebook that was read for proofs, for those who know the rulebook as it is written.

    Args:
        prover: knows what fired.
    """

    def __init__(self, answer: Answer, prover: Prover) -> None:
        self._answer = answer
        self._prover = prover

    def expect(self, constants: Sequence[str]) -> None:
        self._answer.expect(constants)

    def rows(self, name: str, arity: int, *, ordered: bool = True) -> list[Row]:
        return self._answer.rows(name, arity, ordered=ordered)

    def cited(self, name: str, arity: int, position: int) -> list[Row]:
        return self._answer.cited(name, arity, position)

    def spelling(self, words: Mapping[Value, str]) -> Mapping[Any, str]:
        return self._answer.spelling(words)

    def fired(self, name: str, arity: int, *, ordered: bool = True) -> list[tuple[RuleInfo, Row]]:
        found = self._prover.fired((name, arity))
        return sorted(found, key=lambda one: (one[0].id, line_order(one[1]))) if ordered else found
