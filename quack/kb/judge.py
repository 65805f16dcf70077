"""Judges the claims of many games in one go: facts and claims in, what the rules derived about every claim out.

Nothing is decided here: verdicts, buckets, support, grounds and evidence are read from what the rulebook derived.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import chain
from typing import Any, NamedTuple

from quack.claims.entities import Names
from quack.claims.extraction import ClaimFile, Extraction, claim_id
from quack.claims.models import BaseClaim, TimeRef
from quack.events.log import GameLog
from quack.events.timeline import Timeline
from quack.game.visibility import Sightings
from quack.kb.atoms import OBSERVED, PUBLISHED, ClaimAtoms, Spoken
from quack.kb.facts import World, add_game_facts, add_map_facts
from quack.kb.outputs import check_outputs
from quack.kb.rulebook import Rulebook
from quack.kb.solve import Answer, solve, sort_rows
from quack.kb.symbols import Facts
from quack.kb.terms import Terms


class Case(NamedTuple):
    """A game to be judged: its log, replayed, and the claims made in it."""

    log: GameLog
    timeline: Timeline
    sightings: Sightings
    claims: ClaimFile


class CitedFact(NamedTuple):
    """A fact that a verdict rests on, in names, and its log line (None: the log as a whole)."""

    fact: str
    line: int | None


class Judgement(NamedTuple):
    """A claim and what the rulebook derived about it; None is what it did not derive.

    Attributes:
        extraction: the utterance; `ordinal` is the claim's position in it.
        window: first and last tick.
        rules: labels of the rules that decided.
        defects: what the rulebook did wrong with this claim.
    """

    extraction: Extraction
    ordinal: int
    claim: BaseClaim
    time: TimeRef | None
    window: tuple[int, int] | None
    verdict: str | None
    bucket: str | None
    support: str | None
    perspective: str | None
    outcome: str | None
    grounded: bool | None
    grounds: tuple[str, ...]
    footing: str | None
    evidence: tuple[CitedFact, ...]
    rules: tuple[str, ...]
    defects: tuple[str, ...]


def judge(cases: Sequence[Case], rulebook: Rulebook) -> list[list[Judgement]]:
    """The judgements of each game, claims in the order of the file.

    Args:
        cases: games on one map.

    Raises:
        RulebookError: the rulebook can't be grounded, or has not exactly one stable model.
    """
    batch = Batch(rulebook)
    facts = batch.facts(cases)
    with closing(solve(rulebook, facts)) as answer:
        check_outputs(rulebook, answer, facts, batch.last_lines(cases))
        return batch.read(answer)


class MadeClaim(NamedTuple):
    """A claim of a batch; `game` is the number of its game there."""

    extraction: Extraction
    ordinal: int
    claim: BaseClaim
    game: int

    @property
    def id(self) -> str:
        """The claim's id within its game."""
        said = self.extraction
        return claim_id(said.meeting, said.message, said.chat, self.ordinal)


_SINGLE = ("verdict", "bucket", "support", "perspective", "outcome", "footing")
"""What a claim has one of."""


class Batch:
    """What the atoms of a batch stand for.

    Attributes:
        claims: what every claim constant stands for.
        terms: the terms of every game.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self._wanted = {name for name, _ in rulebook.reads} | {name for name, _ in rulebook.heads}
        self._dialect = PUBLISHED if "says" in self._wanted else OBSERVED
        self.claims: dict[str, MadeClaim] = {}
        self.terms: list[Terms] = []
        self._times: dict[str, TimeRef] = {}

    def facts(self, cases: Sequence[Case]) -> Facts:
        facts = Facts()
        for number, case in enumerate(cases):
            terms = Terms(case.log, number)
            self.terms.append(terms)
            if number == 0:
                add_map_facts(facts, case.log.map, terms)
            add_game_facts(facts, World(case.log, case.timeline, case.sightings, terms), self._wanted)
            self._add_claims(facts, case, terms, number)
        return facts

    def _add_claims(self, facts: Facts, case: Case, terms: Terms, number: int) -> None:
        writer = ClaimAtoms(facts, terms, Names(case.log), self._dialect)
        for extraction in case.claims.extractions:
            spoken = _spoken(extraction, case.timeline, terms)
            for ordinal, claim in enumerate(extraction.claims):
                constant = f"c{len(self.claims)}"
                self.claims[constant] = MadeClaim(extraction, ordinal, claim, number)
                writer.write(constant, claim, spoken)
        self._times.update(writer.times)

    def last_lines(self, cases: Sequence[Case]) -> dict[str, int]:
        """The last line of the log of each claim."""
        lines = [case.log.events[-1].line for case in cases]
        return {constant: lines[claim.game] for constant, claim in self.claims.items()}

    # --- reading out --------------------------------------------------------------------------------------------------

    def read(self, answer: Answer) -> list[list[Judgement]]:
        verdicts, buckets, support, perspectives, outcomes, footings = (_table(answer, name) for name in _SINGLE)
        windows = {claim: (first, last) for claim, first, last in answer.rows("claim_window", 3, ordered=False)}
        grounded = {claim: True for (claim,) in answer.rows("grounded", 1, ordered=False)}
        grounded |= {claim: False for (claim,) in answer.rows("ungrounded", 1, ordered=False)}
        grounds, evidence = _by_claim(answer.rows("grounds", 2)), self._evidence(answer)
        rules, defects = _deciding_rules(answer), _defects(answer)
        judged: list[list[Judgement]] = [[] for _ in self.terms]
        for constant, (extraction, ordinal, claim, game) in self.claims.items():
            judged[game].append(
                Judgement(
                    extraction,
                    ordinal,
                    claim,
                    self._times.get(constant),
                    windows.get(constant),
                    verdicts.get(constant),
                    buckets.get(constant),
                    support.get(constant),
                    perspectives.get(constant),
                    outcomes.get(constant),
                    grounded.get(constant),
                    tuple(ground for (ground,) in grounds.get(constant, ())),
                    footings.get(constant),
                    evidence.get(constant, ()),
                    rules.get(constant, ()),
                    defects.get(constant, ()),
                )
            )
        return judged

    def _evidence(self, answer: Answer) -> dict[str, tuple[CitedFact, ...]]:
        """The facts that claims rest on, each spelled once."""
        # Kept to the end: a fact is known by its identity, for terms take long to compare and are read once each.
        rows = answer.rows("evidence", 3, ordered=False)
        more = answer.rows("ground_evidence", 4, ordered=False)
        ids = {constant: claim.id for constant, claim in self.claims.items()}
        spelled: list[dict[int, str]] = [{} for _ in self.terms]
        cited: dict[str, set[tuple[int, str]]] = {}
        for claim, fact, line in chain(rows, ((claim, fact, line) for claim, _, fact, line in more)):
            game = self.claims[claim].game
            text = spelled[game].get(id(fact))
            if text is None:
                text = spelled[game][id(fact)] = self.terms[game].spell(fact, ids)
            cited.setdefault(claim, set()).add((line, text))
        return {
            claim: tuple([CitedFact(text, line or None) for line, text in sorted(facts)])
            for claim, facts in cited.items()
        }


def _spoken(extraction: Extraction, timeline: Timeline, terms: Terms) -> Spoken:
    if extraction.chat is not None:
        return Spoken(terms.chat(extraction.chat), extraction.speaker, extraction.chat, None)
    assert extraction.message is not None, "an utterance is a message or a chat line"
    meeting = timeline.utterances[extraction.message].meeting
    return Spoken(terms.meeting(meeting), extraction.speaker, extraction.message, timeline.meetings[meeting].how)


def _table(answer: Answer, name: str) -> dict[Any, Any]:
    rows = answer.rows(name, 2, ordered=False)
    table: dict[Any, Any] = dict(rows)
    # A claim with several values, which is a defect, gets the same one always.
    return table if len(table) == len(rows) else dict(sort_rows(rows))


def _by_claim(rows: list[tuple]) -> dict[str, list[tuple]]:
    table: dict[str, list[tuple]] = {}
    for claim, *rest in rows:
        table.setdefault(claim, []).append(tuple(rest))
    return table


def _deciding_rules(answer: Answer) -> dict[str, tuple[str, ...]]:
    """The labels of the rules that gave a claim its verdict: those of its content, and of the denial that turned it."""
    content = set(answer.rows("content", 2, ordered=False))
    labels: dict[str, dict[str, None]] = {}
    for rule, row in answer.fired("candidate", 2):
        if row in content:
            labels.setdefault(row[0], {})[rule.label or rule.place] = None
    for rule, row in answer.fired("turned", 2):
        labels.setdefault(row[0], {})[rule.label or rule.place] = None
    return {claim: tuple(found) for claim, found in labels.items()}


def _defects(answer: Answer) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for defect, claim in answer.rows("defect", 2):
        found.setdefault(claim, []).append(defect)
    return {claim: tuple(names) for claim, names in found.items()}
