"""What do two rulebooks make of the same claims, and which rules made the difference?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from quack.kb.causes import Cause, RuleName, Side, Tracer
from quack.kb.judge import Case, Judgement, solved
from quack.kb.model import Model
from quack.kb.program import RuleInfo
from quack.kb.reify import reify
from quack.kb.rulebook import DECIDING, Rulebook
from quack.kb.solve import Answer
from quack.kb.symbols import Row
from quack.kb.syntax import Signature

Atom = tuple[Signature, Row]


class Aspect(NamedTuple):
    """Something that a rulebook says of a claim.

    Attributes:
        says: what it says, from a judgement; None is nothing.
        atom: the atom that says it of a claim's constant.
        heads: the predicates of the rules that decide it.
        both: it counts as changed only where both rulebooks say something.
    """

    name: str
    says: Callable[[Judgement], str | None]
    atom: Callable[[str, str], Atom]
    heads: tuple[Signature, ...]
    both: bool = False


def _plain(name: str) -> Callable[[str, str], Atom]:
    return lambda claim, value: ((name, 2), (claim, value))


_VERDICT = Aspect("verdict", lambda each: each.verdict, _plain("verdict"), (("candidate", 2), ("turned", 2)))
ASPECTS: tuple[Aspect, ...] = (
    _VERDICT,
    Aspect("bucket", lambda each: each.bucket, _plain("bucket"), _VERDICT.heads),
    Aspect(
        "grounded",
        lambda each: None if each.grounded is None else ("ungrounded", "grounded")[each.grounded],
        lambda claim, value: ((value, 1), (claim,)),
        (("grounds", 2),),
    ),
    Aspect("footing", lambda each: each.footing, _plain("footing"), (("grounds", 2),), both=True),
    Aspect("support", lambda each: each.support, _plain("support"), (("support", 2),)),
    Aspect("perspective", lambda each: each.perspective, _plain("perspective"), (("perspective", 2),)),
    Aspect("outcome", lambda each: each.outcome, _plain("outcome"), (("outcome", 2),)),
)
"""What is compared. Another bucket counts where the verdict is the same: the policy gives the label another meaning."""


class Shift(NamedTuple):
    """Something that two rulebooks say differently of one claim.

    Attributes:
        aspect: what: the name of one of `ASPECTS`.
        before, after: what the first and the second rulebook say; None where it says nothing.
        decided_before, decided_after: the rules that decided.
        cause: what only one of the rulebooks has that makes the difference.
    """

    aspect: str
    before: str | None
    after: str | None
    decided_before: tuple[RuleName, ...]
    decided_after: tuple[RuleName, ...]
    cause: Cause


class Compared(NamedTuple):
    """A game under two rulebooks: the judgements of each, and the shifts of each claim that has some, by position."""

    before: list[Judgement]
    after: list[Judgement]
    shifts: dict[int, tuple[Shift, ...]]


def compare(cases: Sequence[Case], before: Rulebook, after: Rulebook) -> list[Compared]:
    """Judges games by two rulebooks, and traces every difference to what made it.

    Args:
        cases: games on one map.

    Raises:
        RulebookError: a rulebook can't be grounded, or has not exactly one stable model.
    """
    heads = DECIDING.union(head for aspect in ASPECTS for head in aspect.heads)
    with ExitStack() as stack:
        sides = [stack.enter_context(solved(cases, replace(book, deciding=heads))) for book in (before, after)]
        judged = [batch.read(answer) for batch, answer in sides]
        constants: list[list[str]] = [[] for _ in cases]
        for constant, made in sides[0][0].claims.items():
            constants[made.game].append(constant)
        comparison = _Comparison((_side(before), _side(after)), (sides[0][1], sides[1][1]))
        return [
            Compared(one, other, comparison.shifts(names, one, other))
            for names, one, other in zip(constants, judged[0], judged[1], strict=True)
        ]


@lru_cache(maxsize=4)
def _side(rulebook: Rulebook) -> Side:
    return Side(reify(rulebook))


class _Comparison:
    """The differences between two answers, traced."""

    def __init__(self, sides: tuple[Side, Side], answers: tuple[Answer, Answer]) -> None:
        self._sides = sides
        self._answers = answers
        self._models = Model(answers[0]), Model(answers[1])
        self._tracer = Tracer(sides, self._models)
        self._fired: dict[tuple[int, Signature], dict[str, list[tuple[RuleInfo, Row]]]] = {}
        self._aspects = [aspect for aspect in ASPECTS if all(_speaks(side, aspect) for side in sides)]

    def shifts(
        self, constants: Sequence[str], before: Sequence[Judgement], after: Sequence[Judgement]
    ) -> dict[int, tuple[Shift, ...]]:
        """The shifts of a game's claims, by the position of the claim."""
        found: dict[int, tuple[Shift, ...]] = {}
        for number, (constant, one, other) in enumerate(zip(constants, before, after, strict=True)):
            if _said(one) != _said(other):
                shifts = tuple(self._of_claim(constant, one, other))
                if shifts:
                    found[number] = shifts
        return found

    def _of_claim(self, constant: str, before: Judgement, after: Judgement) -> Iterator[Shift]:
        for aspect in self._aspects:
            one, other = aspect.says(before), aspect.says(after)
            if one == other or (aspect.both and (one is None or other is None)):
                continue
            if aspect.name == "bucket" and before.verdict != after.verdict:
                continue
            decided = self._decided(0, aspect, constant), self._decided(1, aspect, constant)
            cause = self._cause(aspect, constant, (one, other), decided)
            names = [
                tuple(dict.fromkeys(map(side.name, each))) for side, each in zip(self._sides, decided, strict=True)
            ]
            yield Shift(aspect.name, one, other, names[0], names[1], cause)

    def _decided(self, side: int, aspect: Aspect, constant: str) -> list[RuleInfo]:
        """The rules that decided: of those that propose a verdict the ones whose proposal stands."""
        rules: list[RuleInfo] = []
        for head in aspect.heads:
            for rule, row in self._firings(side, head).get(constant, ()):
                if head != ("candidate", 2) or self._models[side].holds(("content", 2), row):
                    rules.append(rule)
        return rules

    def _firings(self, side: int, head: Signature) -> dict[str, list[tuple[RuleInfo, Row]]]:
        found = self._fired.get((side, head))
        if found is None:
            found = self._fired[side, head] = {}
            for rule, row in self._answers[side].fired(*head):
                found.setdefault(row[0], []).append((rule, row))
        return found

    def _cause(
        self,
        aspect: Aspect,
        constant: str,
        said: tuple[str | None, str | None],
        decided: tuple[list[RuleInfo], list[RuleInfo]],
    ) -> Cause:
        """What makes the difference: a rule that decided and that the other lacks, or what that rests on."""
        for side in (0, 1):
            for rule in decided[side]:
                if (cause := self._tracer.lacking(side, rule)) is not None:
                    return cause
        for side, value in enumerate(said):
            if value is not None and (cause := self._tracer.trace(side, *aspect.atom(constant, value))) is not None:
                return cause
        return UNTRACED


def _speaks(side: Side, aspect: Aspect) -> bool:
    """Whether a rulebook says anything of the kind."""
    signature = ("grounded", 1) if aspect.name == "grounded" else (aspect.name, 2)
    return signature in side.rulebook.by_head


UNTRACED = Cause(0)
"""The cause of a difference that could not be traced; there ought to be none."""


def _said(judgement: Judgement) -> tuple:
    return (
        judgement.verdict,
        judgement.bucket,
        judgement.grounded,
        judgement.footing,
        judgement.support,
        judgement.perspective,
        judgement.outcome,
    )
