"""What an utterance might assert: every claim that its words could make, for the model to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quack.claims.offline.clues import Clues
from quack.claims.offline.patterns import Features, Patterns
from quack.claims.offline.reference import Anchor, Reading, Spot
from quack.claims.offline.talk import Talk

Key = tuple[int | str, ...]
Blocks = tuple[tuple[str, Features], ...]

_PRESENT = ("here", "at", "step", "task")
_SIGHT, _MOVE = ("sight",), ("move",)
_new = tuple.__new__
"""Past a constructor that takes longer: an utterance has hundreds of proposals."""


class Candidate(NamedTuple):
    """A claim that could be meant.

    Attributes:
        kind: here (in any way), at (as a location), sight, move, task, accuse or defend.
        key: what it asserts: (player, room), (viewer, target, room), (player, from, to) or (player,).
        anchors, spots: the words for its players and rooms, in the order of the key.
        blocks: its features, by the place they were seen at.
    """

    kind: str
    key: Key
    anchors: tuple[Anchor, ...]
    spots: tuple[Spot, ...]
    blocks: Blocks


class Proposal(NamedTuple):
    """Candidates of several kinds that the same words make, with one key: they share all features.

    Attributes:
        kinds: theirs, in order.
        blocks: features that proposals of several kinds look at; the same object where they are the same.
        more: those that proposals of its only kind look at.
    """

    kinds: tuple[str, ...]
    key: Key
    anchors: tuple[Anchor, ...]
    spots: tuple[Spot, ...]
    blocks: Blocks
    more: Blocks = ()

    def candidate(self, kind: str) -> Candidate:
        """The candidate of one of its kinds."""
        return Candidate(kind, self.key, self.anchors, self.spots, self.blocks + self.more)


class Setting(NamedTuple):
    """What is known of a meeting before a word is said: who is dead, where bodies lie, who called.

    `told` and `legs`: the rooms that each player has named in this meeting, and those that it named one after another;
    `shown`: who has named which player and room in one sentence; `talk`: who has blamed or cleared whom.
    `steps`: the corridors between two rooms, at least.
    """

    dead: frozenset[int]
    bodies: frozenset[tuple[int, str]]
    caller: int | None
    report: bool
    told: frozenset[tuple[int, str]] = frozenset()
    legs: frozenset[tuple[int, str, str]] = frozenset()
    shown: frozenset[tuple[int, int, str]] = frozenset()
    talk: Talk = Talk()
    steps: Mapping[tuple[str, str], int] = {}


class Candidates:
    """All candidates of one utterance."""

    def __init__(self, reading: Reading, setting: Setting) -> None:
        self.reading, self.setting = reading, setting
        self.patterns = Patterns(reading)
        self.clues = Clues(reading, setting, self.patterns)
        self.speech = reading.speech
        self._by_sentence: dict[int, list[Anchor]] = {}
        for anchor in reading.anchors:
            if not reading.is_ruled_out(anchor):
                self._by_sentence.setdefault(self.speech.sentence[anchor.token], []).append(anchor)
        self._spots: dict[int, list[Spot]] = {}
        for spot in reading.spots:
            self._spots.setdefault(self.speech.sentence[spot.token], []).append(spot)

    def all(self) -> Iterator[Proposal]:
        """Every proposal of what happened, sentence by sentence."""
        last: Spot | None = None
        for number in range(len(self.speech.bounds)):
            spots = self._spots.get(number, [])
            anchors = self._by_sentence.get(number, [])
            for spot in spots:
                yield from self._presences(number, spot, anchors)
            if not spots and last is not None and anchors:
                yield from self._presences(number, last._replace(how="carried"), anchors, carried=True)
            yield from self._moves(number, spots, last, anchors)
            last = spots[-1] if spots else last

    def _who(self, number: int, place: int, anchors: list[Anchor]) -> list[Anchor]:
        """The words that a room's player could be: nearest before and after it, carried over, or left out."""
        found: dict[tuple[int, bool], Anchor] = {}
        for anchor in anchors:
            if anchor.token < place:
                found[anchor.player, True] = anchor
            else:
                found.setdefault((anchor.player, False), anchor)
        start = self.speech.bounds[number][0]
        before = {player for player, earlier in found if earlier}
        if start > 0:
            subject = self.reading.subject[start - 1]
            if subject is not None and subject.player not in before:
                found[subject.player, True] = subject._replace(how="carried")
                before.add(subject.player)
        if self.reading.speaker not in before:
            found[self.reading.speaker, True] = Anchor(start - 1, self.reading.speaker, "left out")
        return list(found.values())

    def _presences(
        self, number: int, spot: Spot, anchors: list[Anchor], *, carried: bool = False
    ) -> Iterator[Proposal]:
        start = self.speech.bounds[number][0]
        place = start if carried else spot.token
        for who in self._who(number, place, anchors):
            base = self.clues.pair(who, spot)
            if not carried:
                yield _new(Proposal, (_PRESENT, (who.player, spot.room), (who,), (spot,), base, ()))
            elif who.how not in ("carried", "left out"):
                yield _new(Proposal, (_PRESENT[:-1], (who.player, spot.room), (who,), (spot,), base, ()))
            if who.how not in ("carried", "left out"):
                seen = self.clues.seen(who, spot)
                for viewer in self._viewers(number, who, anchors):
                    key, more = (viewer.player, who.player, spot.room), self.clues.sight(viewer, seen)
                    yield _new(Proposal, (_SIGHT, key, (viewer, who), (spot,), base, more))

    def _viewers(self, number: int, target: Anchor, anchors: list[Anchor]) -> list[Anchor]:
        found: dict[int, Anchor] = {}
        for anchor in anchors:
            if anchor.player != target.player and (anchor.token < target.token or anchor.player not in found):
                found[anchor.player] = anchor
        speaker = self.reading.speaker
        start = self.speech.bounds[number][0]
        if target.player != speaker and speaker not in found:
            found[speaker] = Anchor(start - 1, speaker, "left out")
        if start > 0:
            subject = self.reading.subject[start - 1]
            if subject is not None and subject.player not in found and subject.player != target.player:
                found[subject.player] = subject._replace(how="carried")
        return list(found.values())

    def _moves(self, number: int, spots: list[Spot], last: Spot | None, anchors: list[Anchor]) -> Iterator[Proposal]:
        pairs: list[tuple[Spot, Spot, str]] = []
        known: dict[int, list[Anchor]] = {}
        for index, first in enumerate(spots):
            for gap, second in enumerate(spots[index + 1 : index + 4]):
                if first.room != second.room:
                    pairs.append((first, second, f"gap{gap}"))
                    if gap < 2:
                        pairs.append((second, first, f"gap{gap}"))
        if last is not None:
            pairs += [(last, second, "across") for second in spots[:1] if second.room != last.room]
        for origin, target, how in pairs:
            first = min((origin, target), key=lambda spot: spot.token) if how != "across" else target
            movers = known.get(first.token)
            if movers is None:
                movers = known[first.token] = self._movers(number, first.token, anchors)
            way = self.clues.way(origin, target, how)
            for who in movers:
                key = (who.player, origin.room, target.room)
                more = self.clues.move(who, way)
                yield _new(Proposal, (_MOVE, key, (who,), (origin, target), way.blocks, more))

    def _movers(self, number: int, place: int, anchors: list[Anchor]) -> list[Anchor]:
        """The words that a movement's player could be: the nearest before its first room, and after it."""
        whos = self._who(number, place, anchors)
        near = [who for who in whos if who.token < place]
        near.sort(key=lambda who: (who.how == "left out", -who.token))
        before = {who.player for who in near}
        after = [who for who in whos if who.token > place and who.player not in before]
        return near[:3] + after[:2] + [who for who in near[3:] if who.player == self.reading.speaker]
