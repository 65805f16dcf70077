"""What an utterance might assert: every claim that its words could make, for the model to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quack.claims.offline.patterns import Features, Patterns
from quack.claims.offline.reference import Anchor, Reading, Spot
from quack.claims.offline.talk import Talk

Key = tuple[int | str, ...]
Blocks = tuple[tuple[str, Features], ...]

_PRESENT = ("here", "at", "step", "task")
_SIGHT, _MOVE = ("sight",), ("move",)


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


def traits_of(reading: Reading, setting: Setting, player: int) -> tuple[str, ...]:
    """What sets a player apart: it speaks, is dead, or called the meeting."""
    traits = []
    if player == reading.speaker:
        traits.append("speaker")
    if player in setting.dead:
        traits.append("dead")
    if player == setting.caller:
        traits.append("caller")
    return tuple(traits)


class Candidates:
    """All candidates of one utterance."""

    def __init__(self, reading: Reading, setting: Setting) -> None:
        self.reading, self.setting = reading, setting
        self.patterns = Patterns(reading)
        self.speech = reading.speech
        self._by_sentence: dict[int, list[Anchor]] = {}
        for anchor in reading.anchors:
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
            base = self._pair(who, spot)
            if not carried:
                yield Proposal(_PRESENT, (who.player, spot.room), (who,), (spot,), base)
            elif who.how not in ("carried", "left out"):
                yield Proposal(_PRESENT[:-1], (who.player, spot.room), (who,), (spot,), base)
            if who.how not in ("carried", "left out"):
                for viewer in self._viewers(number, who, anchors):
                    extra = (
                        (
                            "V",
                            (
                                f"h {viewer.how}",
                                f"vh {viewer.how} {who.how}",
                                *traits_of(self.reading, self.setting, viewer.player),
                            ),
                        ),
                        ("VX", self.patterns.between(viewer.token, who.token)),
                        ("Vw", self.patterns.window(viewer.token) if viewer.how != "left out" else ()),
                        ("C", self._view(viewer, who, spot)),
                    )
                    yield Proposal(_SIGHT, (viewer.player, who.player, spot.room), (viewer, who), (spot,), base, extra)

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

    def _view(self, viewer: Anchor, who: Anchor, spot: Spot) -> Features:
        """The features of who saw whom where, taken together."""
        patterns = self.patterns
        order = _order(viewer.token, who.token, spot.token)
        before, verb = patterns.before(spot.token), patterns.verb(who.token)
        short, crossed = patterns.short(viewer.token, who.token), patterns.crossed(who.token, spot.token)
        after = patterns.around(who.token)[1]
        shown = f"{(viewer.player, who.player, spot.room) in self.setting.shown:d}"
        shown += f"{(who.player, viewer.player, spot.room) in self.setting.shown:d}"
        subject = f"{self._subject_at(who.token) == viewer.player:d}{self._subject_at(spot.token) == viewer.player:d}"
        own = "own" if viewer.player == self.reading.speaker else "other"
        return (
            f"t {shown} {own}",
            f"tu {shown} {order} {short}",
            f"o {order} {viewer.how} {before}", f"s {subject} {verb} {own}", f"sb {subject} {before} {crossed}",
            f"sh {short} {before} {crossed}", f"shx {short} {after}", f"shb {short} {after} {before}",
            f"vs {short} {own} {order}",
            f"v {verb} {after} {before}", f"vc {verb} {crossed} {before}", f"h {viewer.how} {who.how} {verb}",
            f"ss {subject} {patterns.verb(spot.token)} {before}", f"so {subject} {order} {own}",
        )  # fmt: skip

    def _subject_at(self, token: int) -> int | None:
        subject = self.reading.subject[token] if token >= 0 else None
        return None if subject is None else subject.player

    def _pair(self, who: Anchor, spot: Spot) -> Blocks:
        """The features of a player and a room."""
        patterns = self.patterns
        before, verb = patterns.before(spot.token), patterns.verb(spot.token)
        subject = "sub" if self._subject_at(spot.token) == who.player else "not"
        traits = traits_of(self.reading, self.setting, who.player)
        order = "<" if who.token > spot.token else ">"
        own = "own" if "speaker" in traits else "dead" if "dead" in traits else "other"
        body = "body" if (who.player, spot.room) in self.setting.bodies else "nobody"
        room_of_body = "scene" if any(room == spot.room for _, room in self.setting.bodies) else "elsewhere"
        shared = (
            f"h {who.how}", f"hr {spot.how}", f"hh {who.how} {spot.how}", f"s {subject} {order}",
            f"sp {subject} {before}",
            f"svp {subject} {own} {verb}", f"vp {verb} {before}", f"svbp {subject} {verb} {before}", f"b {body} {own}",
            room_of_body,
            f"hp {who.how} {order} {before}", f"shs {subject} {who.how} {spot.how}", *traits,
        )  # fmt: skip
        if (who.player, spot.room) in self.setting.bodies:
            shared += (f"bodyverb {verb}",)
        left, right = patterns.around(who.token) if who.how != "left out" else ("^", "^")
        crossed = patterns.crossed(who.token, spot.token)
        after = patterns.around(spot.token)[1]
        shared += (
            f"c {subject} {crossed} {order} {before}", f"x+ {right} {before} {crossed}",
            f"x- {left} {before} {crossed}",
            f"x {left} {right} {before}", f"l {patterns.link(who.token, spot.token)} {subject} {before}",
            f"lc {patterns.link(who.token, spot.token)} {crossed} {order}", f"r {before} {after}",
            f"rv {verb} {before} {after}",
            f"xr {who.how} {right} {crossed} {verb}",
        )  # fmt: skip
        told = self.setting.told
        others = sum((other, who.player, spot.room) in self.setting.shown for other in range(self.reading.players))
        shared += (f"shown {min(others, 2)} {own}",)
        if (who.player, spot.room) in told:
            shared += (f"told {own}", f"told {who.how}")
        if who.player in {player for player, _ in told}:
            shared += (f"spoke {own}", "untold" if (who.player, spot.room) not in told else "retold")
        return (
            ("P", shared),
            ("XR", patterns.between(who.token, spot.token)),
            ("X", patterns.window(who.token) if who.how != "left out" else ("left out",)),
            ("R", patterns.window(spot.token)),
            ("S", patterns.sentence(spot.token if spot.how != "carried" else who.token)),
        )

    def _moves(self, number: int, spots: list[Spot], last: Spot | None, anchors: list[Anchor]) -> Iterator[Proposal]:
        pairs: list[tuple[Spot, Spot, str]] = []
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
            whos = self._who(number, first.token, anchors)
            near = [who for who in whos if who.token < first.token]
            near.sort(key=lambda who: (who.how == "left out", -who.token))
            after = [who for who in whos if who.token > first.token and who.player not in [one.player for one in near]]
            chosen = near[:3] + after[:2]
            chosen += [who for who in near[3:] if who.player == self.reading.speaker]
            for who in chosen:
                yield self._move(who, origin, target, how)

    def _move(self, who: Anchor, origin: Spot, target: Spot, how: str) -> Proposal:
        patterns = self.patterns
        traits = traits_of(self.reading, self.setting, who.player)
        own = "own" if "speaker" in traits else "other"
        told = [(who.player, room) in self.setting.told for room in (origin.room, target.room)]
        at_origin, at_target = patterns.before(origin.token), patterns.before(target.token)
        order = _order(who.token, origin.token, target.token)
        subjects = f"{self._subject_at(origin.token) == who.player:d}{self._subject_at(target.token) == who.player:d}"
        far = f"d{self.setting.steps.get((origin.room, target.room), 0)}"
        shared = (
            far, f"{far} {how} {order}", f"{far} {at_origin} {at_target}", f"{far} {subjects} {how}",
            f"{far} {patterns.short(origin.token, target.token)}", f"{far} {own} {who.how}",
            how, f"h {who.how}", f"hh {who.how} {how} {order}", f"o {order} {at_origin} {at_target}",
            f"op {order} {at_origin}",
            f"tp {order} {at_target}", f"sub {subjects} {how}", f"sub {subjects} {own} {order}",
            f"v {patterns.verb(origin.token)} {at_origin}", f"w {patterns.verb(target.token)} {at_target}",
            f"sv {subjects} {patterns.verb(target.token)}", f"hr {origin.how} {target.how}",
            f"so {subjects} {order} {at_origin} {at_target}", *traits,
            f"ab {patterns.short(origin.token, target.token)}",
            f"abs {patterns.short(origin.token, target.token)} {subjects}",
            f"abc {patterns.crossed(origin.token, target.token)} {at_origin} {at_target} {order}",
            f"xc {patterns.crossed(who.token, origin.token)} {subjects} {how} {order}",
            f"x {' '.join(patterns.around(who.token))} {subjects}" if who.how != "left out" else "left out",
            f"l {patterns.link(origin.token, target.token)} {at_target} {subjects}",
            f"t {told[0]:d}{told[1]:d} {own}",
            f"leg {(who.player, origin.room, target.room) in self.setting.legs:d} {own}",
        )  # fmt: skip
        return Proposal(
            _MOVE, (who.player, origin.room, target.room), (who,), (origin, target), (),
            (
                ("M", shared),
                ("XA", patterns.between(who.token, origin.token)),
                ("XB", patterns.between(who.token, target.token)),
                ("AB", patterns.between(origin.token, target.token)),
                ("X", patterns.window(who.token) if who.how != "left out" else ("left out",)),
                ("A", patterns.window(origin.token)),
                ("B", patterns.window(target.token)),
                ("S", patterns.sentence(target.token)),
            ),
        )  # fmt: skip


def _order(*places: int) -> str:
    """The order of the candidate's words, as the ranks of each."""
    ranked = sorted(places)
    return "".join(str(ranked.index(place)) for place in places)
