"""What would have to be different in a claim for it to hold? The rules judge every claim that differs in one thing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from quack.claims.entities import Names
from quack.claims.models import BaseClaim
from quack.kb.atoms import ClaimAtoms, Spoken
from quack.kb.claim_words import describe_claim
from quack.kb.facts import World, add_game_facts, add_map_facts
from quack.kb.judge import Case, MadeClaim, judge, where_spoken
from quack.kb.solve import solve
from quack.kb.symbols import Facts
from quack.kb.terms import Terms
from quack.kb.verdict_rules import VerdictRules
from quack.kb.what_if_changes import Change, Setting, changes_of, kinds_of
from quack.kb.what_if_times import Moment
from quack.pause import collector_paused

HOLDS = "supported"
"""The bucket of a claim that holds."""

_AT_ONCE = 30
"""So many games are judged together: more would take more memory, fewer more time."""

Judged = tuple[str | None, str | None]
"""A verdict and its bucket."""


@dataclass(frozen=True)
class Alternative:
    """A claim that holds and differs in one thing from the one in question; `verdict` is what it gets."""

    change: Change
    verdict: str

    def to_json(self) -> dict[str, Any]:
        """It as JSON values."""
        kind, before, after, steps, claim = self.change
        return {
            "kind": kind,
            "before": before,
            "after": after,
            "steps": steps,
            "verdict": self.verdict,
            "words": describe_claim(claim),
            "says": claim.to_json(),
        }


@dataclass(frozen=True)
class WhatIf:
    """What would have made a claim hold.

    Attributes:
        verdict, bucket: of the claim as it is; None where the rulebook has a defect.
        alternatives: of each kind of change the smallest one that does it, the smallest of all first.
        tried: the kinds of changes that were tried.
        number: how many claims were tried, and `more` that were too many to try.
    """

    verdict: str | None
    bucket: str | None
    alternatives: tuple[Alternative, ...]
    tried: tuple[str, ...]
    number: int
    more: int = 0

    @property
    def holds(self) -> bool:
        """Whether the claim holds as it is."""
        return self.bucket == HOLDS

    def to_json(self) -> dict[str, Any]:
        """It as JSON values."""
        return {
            "verdict": self.verdict,
            "bucket": self.bucket,
            "holds": self.holds,
            "alternatives": [each.to_json() for each in self.alternatives],
            "tried": {"claims": self.number, "kinds": list(self.tried), "more": self.more},
        }


class Alternatives:
    """Finds what would have made the claims of one game hold.

    Args:
        case: the game.
        rules: what verdicts rest on.
        made: its claims.
    """

    def __init__(self, case: Case, rules: VerdictRules, made: Sequence[MadeClaim]) -> None:
        self._case = case
        self._rules = rules
        self._made = {claim.id: claim for claim in made}
        self._names = Names(case.log)

    @cached_property
    def _terms(self) -> Terms:
        return Terms(self._case.log, 0)

    @cached_property
    def _world(self) -> dict[str, list[str]]:
        facts, case = Facts(), self._case
        add_map_facts(facts, case.log.map, self._terms)
        add_game_facts(facts, World(case.log, case.timeline, case.sightings, self._terms), self._rules.wanted)
        return facts.terms

    def what_if(self, id: str) -> WhatIf:
        """What would have made a claim hold.

        Raises:
            RulebookError: the rulebook can't be grounded, or has not exactly one stable model.
        """
        made = self._made[id]
        with collector_paused():
            setting = self._setting(made)
            changes, more = changes_of(made.claim, setting)
            claims = [made.claim, *(change.claim for change in changes)]
            judged = self._judge(made, claims) if self._rules.alone else self._judge_in_place(made, claims)
            holding = [
                Alternative(change, verdict)
                for change, (verdict, bucket) in zip(changes, judged[1:], strict=True)
                if bucket == HOLDS and verdict is not None
            ]
        first = {alternative.change.kind: alternative for alternative in reversed(holding)}
        smallest = tuple(alternative for alternative in holding if first[alternative.change.kind] is alternative)
        return WhatIf(*judged[0], smallest, kinds_of(changes), len(changes), more)

    def _setting(self, made: MadeClaim) -> Setting:
        said, dialect = made.extraction, self._rules.dialect
        facts, spoken = Facts(), self._spoken(made)
        writer = ClaimAtoms(facts, self._terms, self._names, dialect)
        writer.write("c0", made.claim, spoken)
        moment = None
        if (time := writer.times.get("c0")) is not None:
            round_, now = self._occasion(made)
            moment = Moment(time, self._case.timeline.rounds[round_].first, now, dialect.published)
        return Setting(self._case.log, self._names, said.speaker, moment, dialect.activity_kind)

    def _occasion(self, made: MadeClaim) -> tuple[int, int]:
        """The round in which a claim was made, and the tick."""
        said, timeline = made.extraction, self._case.timeline
        if said.chat is not None:
            chat = timeline.chats[said.chat]
            return chat.round, chat.tick
        assert said.meeting is not None, "what is not said in chat is said in a meeting"
        meeting = timeline.meetings[said.meeting]
        return meeting.round, meeting.tick

    def _spoken(self, made: MadeClaim) -> Spoken:
        return where_spoken(made.extraction, self._case.timeline, self._terms)

    def _judge(self, made: MadeClaim, claims: Sequence[BaseClaim]) -> list[Judged]:
        """The verdicts and buckets of claims made where another was, all in one go."""
        facts, spoken = Facts(), self._spoken(made)
        for name, terms in self._world.items():
            facts.extend(name, terms)
        writer = ClaimAtoms(facts, self._terms, self._names, self._rules.dialect)
        for number, claim in enumerate(claims):
            writer.write(f"c{number}", claim, spoken)
        with closing(solve(self._rules.able(frozenset(facts.terms)), facts)) as answer:
            verdicts: dict[str, str] = dict(answer.rows("verdict", 2))
            buckets: dict[str, str] = dict(answer.rows("bucket", 2))
        constants = [f"c{number}" for number in range(len(claims))]
        return [(verdicts.get(constant), buckets.get(constant)) for constant in constants]

    def _judge_in_place(self, made: MadeClaim, claims: Sequence[BaseClaim]) -> list[Judged]:
        """The same where claims depend on each other: each in a game of its own, in place of the claim."""
        found: list[Judged] = []
        for start in range(0, len(claims), _AT_ONCE):
            some = claims[start : start + _AT_ONCE]
            games = judge([in_place(self._case, made, claim) for claim in some], self._rules.rulebook)
            for claim, judgements in zip(some, games, strict=True):
                found += [(own.verdict, own.bucket) for own in judgements if own.claim is claim]
        return found


def in_place(case: Case, made: MadeClaim, claim: BaseClaim) -> Case:
    """A game in which another claim was made in place of one."""
    extractions = tuple(
        said._replace(claims=(*said.claims[: made.ordinal], claim, *said.claims[made.ordinal + 1 :]))
        if said is made.extraction
        else said
        for said in case.claims.extractions
    )
    return case._replace(claims=replace(case.claims, extractions=extractions))
