"""Judges the claims of many games in one go: facts and claims in, what the rules derived about every claim out.

Nothing is decided here: verdicts, buckets, support, grounds and evidence are read from what the rulebook derived.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain, repeat
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from quack.claims.entities import Names
from quack.claims.extraction import ClaimFile, Extraction, claim_id
from quack.claims.models import BaseClaim, TimeRef
from quack.claims.time_phrases import Asked, read_phrases
from quack.events.log import GameLog
from quack.events.places import make_row
from quack.events.timeline import Timeline
from quack.game.visibility import Sightings
from quack.kb.atoms import OBSERVED, PUBLISHED, TIMED, ClaimAtoms, Spoken
from quack.kb.cited import Evidence
from quack.kb.facts import Topics, World, add_game_facts, add_map_facts
from quack.kb.narrowed import within_reach
from quack.kb.outputs import check_outputs
from quack.kb.program import RuleInfo
from quack.kb.rulebook import DECIDING, Rulebook
from quack.kb.solve import Answer, solve, sort_rows
from quack.kb.symbols import Facts
from quack.kb.syntax import Signature
from quack.kb.terms import Terms, words_of


class Case(NamedTuple):
    """A game to be judged: its log, replayed, and the claims made in it."""

    log: GameLog
    timeline: Timeline
    sightings: Sightings
    claims: ClaimFile


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
    evidence: tuple[Evidence, ...]
    rules: tuple[str, ...]
    defects: tuple[str, ...]


def judge(cases: Sequence[Case], rulebook: Rulebook) -> list[list[Judgement]]:
    """The judgements of each game, claims in the order of the file.

    Args:
        cases: games on one map.

    Raises:
        RulebookError: the rulebook can't be grounded, or has not exactly one stable model.
    """
    with solved(cases, rulebook, unasked=DECIDING) as (batch, answer):
        return batch.read(answer)


@contextmanager
def solved(
    cases: Sequence[Case], rulebook: Rulebook, *, unasked: frozenset[Signature] = frozenset()
) -> Iterator[tuple[Batch, Answer]]:
    """What follows from games, and what its atoms stand for; the other arguments, and errors, as for `judge`.

    Args:
        unasked: deciding heads that may be missing, for only what fired them is read.
    """
    batch = Batch(rulebook, sparing=rulebook.trusted)
    facts = batch.facts(cases)
    with closing(solve(within_reach(rulebook, frozenset(facts.terms), unasked), facts)) as answer:
        if not rulebook.trusted:
            check_outputs(rulebook, answer, facts, batch.last_lines(cases))
        yield batch, answer


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

    Args:
        sparing: leave out facts that the shipped rules ask for only together with a claim that nobody makes; what
            follows is the same.

    Attributes:
        claims: what every claim constant stands for.
        terms: the terms of every game.
    """

    def __init__(self, rulebook: Rulebook, *, sparing: bool = False) -> None:
        self._sparing = sparing
        self._wanted = {name for name, _ in rulebook.reads} | {name for name, _ in rulebook.heads}
        self._dialect = PUBLISHED if "says" in self._wanted else OBSERVED
        self.claims: dict[str, MadeClaim] = {}
        self.terms: list[Terms] = []
        self._times: dict[str, TimeRef] = {}

    def facts(self, cases: Sequence[Case]) -> Facts:
        facts = Facts()
        names = [case.claims.names or Names(case.log) for case in cases]
        read_phrases(chain.from_iterable(map(_phrases, cases, names)))
        for number, case in enumerate(cases):
            terms = Terms(case.log, number)
            self.terms.append(terms)
            if number == 0:
                add_map_facts(facts, case.log.map, terms)
            claims = Facts()
            self._add_claims(case, ClaimAtoms(claims, terms, names[number], self._dialect), number)
            topics = _topics(case, claims) if self._sparing else None
            add_game_facts(facts, World(case.log, case.timeline, case.sightings, terms, topics), self._wanted)
            for name, atoms in claims.terms.items():
                facts.extend(name, atoms)
        return facts

    def _add_claims(self, case: Case, writer: ClaimAtoms, number: int) -> None:
        for extraction in case.claims.extractions:
            if not extraction.claims:
                continue
            spoken = where_spoken(extraction, case.timeline, writer.terms)
            for ordinal, claim in enumerate(extraction.claims):
                constant = f"c{len(self.claims)}"
                self.claims[constant] = make_row(MadeClaim, (extraction, ordinal, claim, number))
                writer.write(constant, claim, spoken)
        self._times.update(writer.times)

    def last_lines(self, cases: Sequence[Case]) -> dict[str, int]:
        """The last line of the log of each claim."""
        lines = [case.log.events[-1].line for case in cases]
        return {constant: lines[claim.game] for constant, claim in self.claims.items()}

    # --- reading out --------------------------------------------------------------------------------------------------

    def read(self, answer: Answer) -> list[list[Judgement]]:
        answer.expect(list(self.claims))
        grounded = {claim: True for (claim,) in answer.rows("grounded", 1, ordered=False)}
        grounded |= {claim: False for (claim,) in answer.rows("ungrounded", 1, ordered=False)}
        verdicts, buckets, support, perspectives, outcomes, footings = (_table(answer, name) for name in _SINGLE)
        # In the order of a judgement's fields, from `time` on, each with what a claim has that is not in it.
        columns: list[tuple[dict[str, Any], Any]] = [
            (self._times, None),
            ({row[0]: row[1:] for row in answer.rows("claim_window", 3, ordered=False)}, None),
            *((table, None) for table in (verdicts, buckets, support, perspectives, outcomes, grounded)),
            ({claim: tuple(found) for claim, found in _by_claim(answer.rows("grounds", 2)).items()}, ()),
            (footings, None),
            (self._evidence(answer), ()),
            (_deciding_rules(answer), ()),
            (_defects(answer), ()),
        ]
        derived = zip(*(map(table.get, self.claims, repeat(nothing)) for table, nothing in columns), strict=True)
        judged: list[list[Judgement]] = [[] for _ in self.terms]
        for (extraction, ordinal, claim, game), values in zip(self.claims.values(), derived, strict=True):
            judged[game].append(make_row(Judgement, (extraction, ordinal, claim, *values)))
        return judged

    def _evidence(self, answer: Answer) -> dict[str, tuple[Evidence, ...]]:
        """The facts that claims rest on, each spelled once."""
        rows = answer.cited("evidence", 3, 1)
        more = [(claim, fact, line) for claim, _, fact, line in answer.cited("ground_evidence", 4, 2)]
        spelling = answer.spelling(words_of(self.terms, self._claim_id))
        entries: dict[Any, _Entry] = {}
        cited: dict[str, list[_Entry]] = {}
        for claim, fact, line in chain(rows, more):
            key = fact, line
            entry = entries.get(key)
            if entry is None:
                text = spelling[fact]
                entry = entries[key] = line, text, Evidence(text, line or None)
            facts = cited.get(claim)
            if facts is None:
                cited[claim] = [entry]
            else:
                facts.append(entry)
        return {
            claim: tuple([fact for _, _, fact in (facts if len(facts) == 1 else sorted(set(facts)))])
            for claim, facts in cited.items()
        }

    def _claim_id(self, constant: str) -> str | None:
        claim = self.claims.get(constant)
        return None if claim is None else claim.id


_Entry = tuple[int, str, Evidence]
"""A cited fact after what it is sorted by: its line, 0 for the log as a whole, and its words."""


def _phrases(case: Case, names: Names) -> Iterator[Asked]:
    """The phrases that say when, of the claims that have a time."""
    for said in case.claims.extractions:
        if said.claims:
            how = how_called(said, case.timeline)
            for claim in said.claims:
                if claim.temporal is not None and type(claim) in TIMED:
                    yield claim.temporal, names, how


def how_called(extraction: Extraction, timeline: Timeline) -> Literal["report", "button"] | None:
    """How the meeting was called that an utterance was made in; None in chat."""
    if extraction.chat is not None:
        return None
    assert extraction.message is not None, "an utterance is a message or a chat line"
    return timeline.meetings[timeline.utterances[extraction.message].meeting].how


def _topics(case: Case, claims: Facts) -> Topics:
    """What the claims of a game speak of; `claims` are their atoms."""
    chats = {said.chat for said in case.claims.extractions if said.chat is not None and said.claims}
    return Topics(chats, {atom.split(",", 2)[1] for atom in claims.terms.get("task", ())})


def where_spoken(extraction: Extraction, timeline: Timeline, terms: Terms) -> Spoken:
    """Where the claims of an utterance were made, in the terms of its game."""
    if extraction.chat is not None:
        return Spoken(terms.chat(extraction.chat), extraction.speaker, extraction.chat, None)
    assert extraction.message is not None, "an utterance is a message or a chat line"
    meeting = timeline.utterances[extraction.message].meeting
    how = how_called(extraction, timeline)
    return Spoken(terms.meeting(meeting), extraction.speaker, extraction.message, how)


def _table(answer: Answer, name: str) -> dict[Any, Any]:
    rows = answer.rows(name, 2, ordered=False)
    table: dict[Any, Any] = dict(rows)
    # A claim with several values, which is a defect, gets the same one always.
    return table if len(table) == len(rows) else dict(sort_rows(rows))


def _by_claim(rows: list[tuple]) -> dict[str, list[Any]]:
    table: dict[str, list[Any]] = {}
    for claim, value in rows:
        table.setdefault(claim, []).append(value)
    return table


def _deciding_rules(answer: Answer) -> dict[str, tuple[str, ...]]:
    """The labels of the rules that gave a claim its verdict: those of its content, and of the denial that turned it."""
    content = set(answer.rows("content", 2, ordered=False))
    found: dict[str, list[RuleInfo]] = {}
    for rule, row in answer.fired("candidate", 2, ordered=False):
        if row in content:
            found.setdefault(row[0], []).append(rule)
    for rules in found.values():
        if len(rules) > 1:
            rules.sort(key=attrgetter("id"))
    for rule, row in answer.fired("turned", 2):
        found.setdefault(row[0], []).append(rule)
    labels: dict[int, str] = {}
    for rule in {rule.id: rule for rules in found.values() for rule in rules}.values():
        labels[rule.id] = rule.label or rule.place
    return {
        claim: (labels[rules[0].id],) if len(rules) == 1 else tuple(dict.fromkeys([labels[rule.id] for rule in rules]))
        for claim, rules in found.items()
    }


def _defects(answer: Answer) -> dict[str, tuple[str, ...]]:
    found = _by_claim([(claim, defect) for defect, claim in answer.rows("defect", 2)])
    return {claim: tuple(names) for claim, names in found.items()}
