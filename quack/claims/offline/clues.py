"""What the words of a candidate, taken together, and the meeting say of it, as features.

What depends on fewer words than a candidate has is found out once: an utterance has hundreds of candidates.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quack.claims.offline.patterns import Features, Patterns
from quack.claims.offline.reference import Anchor, Reading, Spot

if TYPE_CHECKING:
    from quack.claims.offline.candidates import Blocks, Setting

_LEFT_OUT = ("left out",)


class _Place(NamedTuple):
    """What the words around a spot say: the word before it and after it, its verb, the subject there, its features."""

    before: str
    after: str
    verb: str
    subject: int | None
    features: tuple[str, str, str]


class _Seen(NamedTuple):
    """Who was seen where, by whomever."""

    who: Anchor
    spot: Spot
    place: _Place
    after: str
    verb: str
    crossed: str
    subject: int | None
    features: tuple[str, str]


class _Way(NamedTuple):
    """From where to where, whoever went."""

    origin: Spot
    target: Spot
    how: str
    at_origin: _Place
    at_target: _Place
    far: str
    link: str
    short: str
    crossed: str
    blocks: Blocks


class Clues:
    """The features of one utterance's candidates."""

    def __init__(self, reading: Reading, setting: Setting, patterns: Patterns) -> None:
        self.reading, self.setting, self.patterns = reading, setting, patterns
        self._scene = frozenset(room for _, room in setting.bodies)
        self._spoke = frozenset(player for player, _ in setting.told)
        self._shown = Counter((player, room) for _, player, room in setting.shown)
        self._traits: dict[int, tuple[str, ...]] = {}
        self._places: dict[int, _Place] = {}
        self._viewers: dict[tuple[str, str, int], Features] = {}

    def traits(self, player: int) -> tuple[str, ...]:
        """What sets a player apart: it speaks, is dead, or called the meeting."""
        found = self._traits.get(player)
        if found is None:
            found = self._traits[player] = traits_of(self.reading, self.setting, player)
        return found

    def _place(self, spot: Spot) -> _Place:
        found = self._places.get(spot.token)
        if found is None:
            patterns, token = self.patterns, spot.token
            before, after, verb = patterns.before(token), patterns.around(token)[1], patterns.verb(token)
            features = f"vp {verb} {before}", f"r {before} {after}", f"rv {verb} {before} {after}"
            found = self._places[token] = _Place(before, after, verb, self._subject(token), features)
        return found

    def _subject(self, token: int) -> int | None:
        subject = self.reading.subject[token] if token >= 0 else None
        return None if subject is None else subject.player

    def pair(self, who: Anchor, spot: Spot) -> Blocks:
        """The features of a player and a room."""
        patterns, token, how = self.patterns, who.token, who.how
        before, _, verb, subject_at, at_spot = self._place(spot)
        subject = "sub" if subject_at == who.player else "not"
        traits = self.traits(who.player)
        order = "<" if token > spot.token else ">"
        own = "own" if "speaker" in traits else "dead" if "dead" in traits else "other"
        manner = _manner(how, spot.how, subject, order)
        left, right = ("^", "^") if how == "left out" else patterns.around(token)
        crossed, link = patterns.crossed(token, spot.token), patterns.link(token, spot.token)
        has_body = (who.player, spot.room) in self.setting.bodies
        features = (
            f"sp {subject} {before}", f"svp {subject} {own} {verb}",
            f"svbp {subject} {verb} {before}", f"b {'body' if has_body else 'nobody'} {own}",
            "scene" if spot.room in self._scene else "elsewhere", f"hp {how} {order} {before}", *traits,
            *((f"bodyverb {verb}",) if has_body else ()),
            f"c {subject} {crossed} {order} {before}", f"x+ {right} {before} {crossed}",
            f"x- {left} {before} {crossed}", f"x {left} {right} {before}", f"l {link} {subject} {before}",
            f"lc {link} {crossed} {order}", f"xr {how} {right} {crossed} {verb}",
            *self._said(who, spot, own),
        )  # fmt: skip
        return (
            ("P", features),
            ("P", manner),
            ("P", at_spot),
            ("XR", patterns.between(token, spot.token)),
            ("X", patterns.window(token) if how != "left out" else _LEFT_OUT),
            ("R", patterns.window(spot.token)),
            ("S", patterns.sentence(spot.token if spot.how != "carried" else token)),
        )

    def _said(self, who: Anchor, spot: Spot, own: str) -> list[str]:
        """What the meeting has said of the player and the room so far."""
        pair = (who.player, spot.room)
        found = [f"shown {min(self._shown[pair], 2)} {own}"]
        told = pair in self.setting.told
        if told:
            found += (f"told {own}", f"told {who.how}")
        if who.player in self._spoke:
            found += (f"spoke {own}", "retold" if told else "untold")
        return found

    def seen(self, who: Anchor, spot: Spot) -> _Seen:
        """Who was seen where: what `sight` needs of it for every viewer."""
        patterns, place = self.patterns, self._place(spot)
        after, verb = patterns.around(who.token)[1], patterns.verb(who.token)
        crossed = patterns.crossed(who.token, spot.token)
        features = f"v {verb} {after} {place.before}", f"vc {verb} {crossed} {place.before}"
        return _Seen(who, spot, place, after, verb, crossed, self._subject(who.token), features)

    def sight(self, viewer: Anchor, seen: _Seen) -> Blocks:
        """The features of a viewer, and of who saw whom where."""
        who, patterns = seen.who, self.patterns
        key = (viewer.how, who.how, viewer.player)
        known = self._viewers.get(key)
        if known is None:
            known = f"h {viewer.how}", f"vh {viewer.how} {who.how}", *self.traits(viewer.player)
            self._viewers[key] = known
        return (
            ("V", known),
            ("VX", patterns.between(viewer.token, who.token)),
            ("Vw", patterns.window(viewer.token) if viewer.how != "left out" else ()),
            ("C", self._sight(viewer, seen)),
            ("C", seen.features),
        )

    def _sight(self, viewer: Anchor, seen: _Seen) -> Features:
        who, spot, place, after, verb, crossed, subject_at, _ = seen
        before, player = place.before, viewer.player
        order = _order(viewer.token, who.token, spot.token)
        short = self.patterns.short(viewer.token, who.token)
        shown = "1" if (player, who.player, spot.room) in self.setting.shown else "0"
        shown += "1" if (who.player, player, spot.room) in self.setting.shown else "0"
        subject = ("1" if subject_at == player else "0") + ("1" if place.subject == player else "0")
        own = "own" if player == self.reading.speaker else "other"
        return (
            f"t {shown} {own}", f"tu {shown} {order} {short}",
            f"o {order} {viewer.how} {before}", f"s {subject} {verb} {own}", f"sb {subject} {before} {crossed}",
            f"sh {short} {before} {crossed}", f"shx {short} {after}", f"shb {short} {after} {before}",
            f"vs {short} {own} {order}", f"h {viewer.how} {who.how} {verb}",
            f"ss {subject} {place.verb} {before}", f"so {subject} {order} {own}",
        )  # fmt: skip

    def way(self, origin: Spot, target: Spot, how: str) -> _Way:
        """From where to where: what `move` needs of it for every player."""
        patterns, first, second = self.patterns, self._place(origin), self._place(target)
        short = patterns.short(origin.token, target.token)
        far = f"d{self.setting.steps.get((origin.room, target.room), 0)}"
        features = (
            far, how, f"{far} {first.before} {second.before}", f"{far} {short}", f"v {first.verb} {first.before}",
            f"w {second.verb} {second.before}", f"hr {origin.how} {target.how}", f"ab {short}",
        )  # fmt: skip
        link, crossed = (find(origin.token, target.token) for find in (patterns.link, patterns.crossed))
        blocks = (
            ("M", features),
            ("AB", patterns.between(origin.token, target.token)),
            ("A", patterns.window(origin.token)),
            ("B", patterns.window(target.token)),
            ("S", patterns.sentence(target.token)),
        )
        return _Way(origin, target, how, first, second, far, link, short, crossed, blocks)

    def move(self, who: Anchor, way: _Way) -> Blocks:
        """The features of who went from where to where, without those of the way."""
        patterns, origin, target = self.patterns, way.origin.token, way.target.token
        beside = patterns.window(who.token) if who.how != "left out" else _LEFT_OUT
        return (
            ("M", self._move(who, way)),
            ("XA", patterns.between(who.token, origin)),
            ("XB", patterns.between(who.token, target)),
            ("X", beside),
        )

    def _move(self, who: Anchor, way: _Way) -> Features:
        origin, target, how, first, second, far, link, short, crossed, _ = way
        player, patterns, setting = who.player, self.patterns, self.setting
        traits = self.traits(player)
        own = "own" if "speaker" in traits else "other"
        told = "".join("1" if (player, room) in setting.told else "0" for room in (origin.room, target.room))
        order = _order(who.token, origin.token, target.token)
        subjects = ("1" if first.subject == player else "0") + ("1" if second.subject == player else "0")
        around = f"x {' '.join(patterns.around(who.token))} {subjects}" if who.how != "left out" else "left out"
        leg = "1" if (player, origin.room, target.room) in setting.legs else "0"
        at_origin, at_target = first.before, second.before
        return (
            f"{far} {how} {order}", f"{far} {subjects} {how}", f"{far} {own} {who.how}",
            f"h {who.how}", f"hh {who.how} {how} {order}", f"o {order} {at_origin} {at_target}",
            f"op {order} {at_origin}", f"tp {order} {at_target}", f"sub {subjects} {how}",
            f"sub {subjects} {own} {order}", f"sv {subjects} {second.verb}",
            f"so {subjects} {order} {at_origin} {at_target}", *traits, f"abs {short} {subjects}",
            f"abc {crossed} {at_origin} {at_target} {order}",
            f"xc {patterns.crossed(who.token, origin.token)} {subjects} {how} {order}",
            around, f"l {link} {at_target} {subjects}", f"t {told} {own}", f"leg {leg} {own}",
        )  # fmt: skip


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


@lru_cache(maxsize=1_000)
def _manner(who: str, spot: str, subject: str, order: str) -> tuple[str, str, str, str, str]:
    """The features of how a player and a room are named; there are few, and all utterances share them."""
    return f"h {who}", f"hr {spot}", f"hh {who} {spot}", f"s {subject} {order}", f"shs {subject} {who} {spot}"


def _order(first: int, second: int, third: int) -> str:
    """The order of the candidate's words, as the ranks of each."""
    return (
        _RANKS[(second < first) + (third < first)]
        + _RANKS[(first < second) + (third < second)]
        + _RANKS[(first < third) + (second < third)]
    )


_RANKS = "012"
