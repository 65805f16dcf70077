"""The offline extractor: no key, no network, no machine-learning package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from quack.claims.duplicates import collapse_duplicates
from quack.claims.entities import Names
from quack.claims.extraction import Extraction
from quack.claims.extractor import Occasion, Said
from quack.claims.models import BaseClaim, TimeRef, parse_claim
from quack.claims.offline.assemble import Assembly
from quack.claims.offline.candidates import Key, Proposal, Setting
from quack.claims.offline.joint import LOW, Field, Mark, tokens_of
from quack.claims.offline.memory import Assertion, Meetings, Memory
from quack.claims.offline.model import FLOOR, Model, read_model
from quack.claims.offline.movements import Accepted
from quack.claims.offline.reference import Reading
from quack.claims.offline.stance_candidates import all_proposals
from quack.claims.offline.talk import Talk, is_vote, judged
from quack.claims.offline.tokens import Speech, find_names
from quack.claims.offline.utterances import is_blank, is_foreign, is_vote_token, leaks_reasoning
from quack.claims.time_phrases import parse_time
from quack.pause import collector_paused

if TYPE_CHECKING:
    from quack.events.log import GameLog

VERSION = "3"


class Heard(NamedTuple):
    """What an utterance names: rooms, in order; players and rooms in one sentence; players, and whom it judges how."""

    rooms: tuple[str, ...]
    pairs: frozenset[tuple[int, str]]
    named: frozenset[int]
    blamed: frozenset[int]
    cleared: frozenset[int]


_STOP = re.compile(r"[.!?\n]")


class OfflineExtractor:
    """Reads English speech with a grammar and a small logistic model.

    Attributes:
        name, version: what an extraction is labelled with.
    """

    name = "offline"
    version = VERSION

    def __init__(self, log: GameLog, model: Model | None = None) -> None:
        self.names = Names(log)
        self._people = [player.name for player in log.players]
        self._index = {player.id: player.index for player in log.players}
        self._model = model
        self._heard: dict[str, Heard] = {}
        self._meetings = Meetings(self._assertions)
        self._steps = _distances(
            (self.names.room(one.a) or one.a, self.names.room(one.b) or one.b) for one in log.map.corridors
        )

    def extract(self, batch: Sequence[tuple[Said, Occasion]]) -> list[Extraction]:
        """One extraction per utterance, in order."""
        with collector_paused():
            return [self.read(said, occasion) for said, occasion in batch]

    def read(self, said: Said, occasion: Occasion) -> Extraction:
        """The extraction of one utterance; no text raises."""

        def outcome(status: Any, **more: Any) -> Extraction:
            return Extraction(said.message, said.chat, occasion.meeting, said.speaker, status, **more)

        if is_blank(said.text):
            return outcome("empty", flags=("empty_utterance",))
        if is_vote_token(said.text, self.names):
            return outcome("vote_token")
        if is_foreign(said.text, self.names):
            return outcome("failed", cause="unsupported_language")
        flags = ("leaked_reasoning",) if leaks_reasoning(said.text) else ()
        claims = self._claims(said, occasion)
        return outcome("extracted" if claims else "empty", claims=claims, flags=flags)

    def _claims(self, said: Said, occasion: Occasion) -> tuple[BaseClaim, ...]:
        reading, setting, accepted = self._accepted(said, occasion)
        raws = Assembly(reading, setting, self._people).claims(accepted)
        how = occasion.how
        claims: list[BaseClaim] = []
        for raw in raws:
            if raw.get("temporal") is not None:
                first_last = self._ticks(raw["temporal"], how)
                if first_last is not None:
                    raw["ticks"] = list(first_last)
            claims.append(parse_claim(raw))

        def time_of(claim: BaseClaim) -> TimeRef:
            return parse_time(claim.temporal, self.names, claim.ticks, how=how)

        return collapse_duplicates(claims, time_of)

    def _ticks(self, phrase: str, how: Any) -> tuple[int | None, int | None] | None:
        ref = parse_time(phrase, self.names, how=how)
        if ref.kind == "just_before":
            return (None, ref.last)
        if ref.kind == "just_after":
            return (ref.first, None)
        return None if ref.first is None and ref.last is None else (ref.first, ref.last)

    def _accepted(self, said: Said, occasion: Occasion) -> tuple[Reading, Setting, list[Accepted]]:
        """What an utterance refers to, what is known before it, and the candidates that the model accepts."""
        reading = Reading(Speech(said.text, self.names), self._index[said.speaker], len(self._people))
        setting = self.setting(occasion)
        model = self._model or read_model()
        scorer = model.scorer()
        scored = [(one, scorer.scores(one)) for one in all_proposals(reading, setting)]
        told = self._meetings.before(occasion)
        memory = Memory((self._index[player], claims) for player, claims in told)
        accepted = accept(model, scored, reading.speaker, memory)
        self._meetings.keep(occasion, said, told, _assertions(accepted))
        return reading, setting, accepted

    def _assertions(self, said: Said, occasion: Occasion) -> tuple[Assertion, ...]:
        """What an earlier message claims, for those after it."""
        if is_blank(said.text) or is_vote_token(said.text, self.names) or is_foreign(said.text, self.names):
            return ()
        return _assertions(self._accepted(said, occasion)[2])

    def _hear(self, text: str) -> Heard:
        rooms: list[str] = []
        pairs: set[tuple[int, str]] = set()
        named: set[int] = set()
        verdicts: tuple[set[int], set[int]] = (set(), set())
        mentions = find_names(text, self.names)
        for start, end in _sentences(text):
            inside = [mention for mention in mentions if start <= mention.start < end]
            players = {mention.player for mention in inside if mention.player is not None}
            found = [self.names.room(text[one.start : one.end]) for one in inside if one.kind == "room"]
            here = [room for room in found if room is not None]
            rooms += here
            pairs.update((player, room) for player in players for room in here)
            named |= players
            for verdict, holds in zip(verdicts, judged(text[start:end]), strict=True):
                if holds:
                    verdict |= players
        return Heard(
            tuple(rooms), frozenset(pairs), frozenset(named),
            frozenset(named if is_vote(text) else verdicts[0]), frozenset(verdicts[1]),
        )  # fmt: skip

    def setting(self, occasion: Occasion) -> Setting:
        """What is known of the meeting, players as indexes."""
        told: set[tuple[int, str]] = set()
        legs: set[tuple[int, str, str]] = set()
        shown: set[tuple[int, int, str]] = set()
        talk: tuple[set[tuple[int, int]], ...] = (set(), set(), set())
        for one in occasion.earlier:
            heard = self._heard.get(one.text)
            if heard is None:
                heard = self._heard[one.text] = self._hear(one.text)
            rooms, pairs = heard.rooms, heard.pairs
            speaker = self._index[one.speaker]
            told.update((speaker, room) for room in rooms)
            shown.update((speaker, player, room) for player, room in pairs)
            for judgements, players in zip(talk, heard[2:], strict=True):
                judgements.update((speaker, player) for player in players)
            legs.update((speaker, first, second) for first, second in pairwise(rooms) if first != second)
        bodies = frozenset((self._index[victim], self.names.room(room) or room) for victim, room in occasion.bodies)
        return Setting(
            frozenset(self._index[player] for player in occasion.dead if player in self._index),
            bodies,
            None if occasion.caller is None else self._index.get(occasion.caller),
            occasion.how == "report",
            frozenset(told),
            frozenset(legs),
            frozenset(shown),
            Talk(len(occasion.earlier), *map(frozenset, talk)),
            self._steps,
        )


def _sentences(text: str) -> list[tuple[int, int]]:
    ends = [match.end() for match in _STOP.finditer(text)]
    return list(pairwise([0, *ends, len(text)]))


def _distances(corridors: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """How many corridors lie between two rooms: one, two, or three for more."""
    joined: dict[str, set[str]] = {}
    for a, b in corridors:
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)
    found: dict[tuple[str, str], int] = {}
    for origin in joined:
        for end in joined:
            if origin != end:
                near = joined[origin]
                found[origin, end] = 1 if end in near else 2 if near & joined[end] else 3
    return found


def _assertions(accepted: Iterable[Accepted]) -> tuple[Assertion, ...]:
    return tuple(dict.fromkeys((one.candidate.kind, one.candidate.key) for one in accepted))


def accept(
    model: Model, scored: Sequence[tuple[Proposal, Sequence[float]]], speaker: int, memory: Memory
) -> list[Accepted]:
    """The candidates that the model accepts after both steps; beside each proposal the score of each of its kinds."""
    marks, hopeful = _marks(model, scored)
    field = Field(marks, speaker)
    final: dict[tuple[str, Key], float] = {}
    accepted: list[Accepted] = []
    for one, kind, score in hopeful:
        best = marks[kind][one.key][0].score
        if best < FLOOR or (score < best and kind != "move"):
            continue
        asserted = (kind, one.key)
        if asserted not in final:
            final[asserted] = model.value(kind, one.key, field, memory)
        value = final[asserted] - (best - score)
        if value > model.judges[kind].threshold:
            accepted.append(Accepted(one.candidate(kind), value))
    return accepted


def _marks(
    model: Model, scored: Iterable[tuple[Proposal, Sequence[float]]]
) -> tuple[dict[str, dict[Key, list[Mark]]], list[tuple[Proposal, str, float]]]:
    """By kind what each key scores, best first; and the proposals that the second step could accept."""
    marks: dict[str, dict[Key, list[Mark]]] = {kind: {} for kind in model.judges}
    hopeful: list[tuple[Proposal, str, float]] = []
    for one, scores in scored:
        key, tokens = one.key, None
        for kind, score in zip(one.kinds, scores, strict=True):
            keys = marks.get(kind)
            if keys is None:
                continue
            mark = _OUT
            if score > LOW:
                tokens = tokens_of(one) if tokens is None else tokens
                # Past a constructor that takes longer than the rest.
                mark = tuple.__new__(Mark, (score, tokens))
            if key in keys:
                keys[key].append(mark)
            else:
                keys[key] = [mark]
            if score >= FLOOR or kind == "move":
                hopeful.append((one, kind, score))
    for keys in marks.values():
        for found in keys.values():
            if len(found) > 1:
                found.sort(reverse=True)
    return marks, hopeful


_OUT = Mark(LOW, ())
"""What a candidate scores that no other looks at."""
