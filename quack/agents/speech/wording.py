"""From points to speech: sentences are chosen and filled, and every claim learns which words it rests on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from quack.agents.calendar import THIS_ROUND, Time
from quack.agents.speech.phrasings import LEAD_INS, PHRASINGS
from quack.agents.speech.points import Label, Point, Slot
from quack.agents.speech.template import Filled, Template
from quack.agents.speech.time_words import plain_name, time_words
from quack.events.models import PlayerId, RoomName
from quack.game.agent import Speech
from quack.world.map import GameMap

MADE = frozenset(
    "recalled misremembered slipped invented moved swapped misleading relayed opinion".split(),
)
"""How a claim can have come about.

Recalled: as the speaker remembers it, and its memory is exact. Misremembered: altered, and not borne out by it.
Slipped: altered, and still true or nearly so. Invented: a lie made up whole. Moved: a stay told as of another time.
Swapped: a route with two rooms in each other's place. Misleading: true, but it leaves out what matters. Relayed:
somebody else's words. Opinion: an accusation, a defense, or word of a vote.
"""

_NAMED = ("subject", "target", "accuser", "defender", "defended", "vote")
_ROLES = (*_NAMED, "type", "except", "room", "route", "activity", "from", "to", "state", "polarity", "attribution")
_OPTIONAL = ("task",)
_BLANKS = re.compile(r"[\s\-_]+")


class Wording:
    """A speaker's way with words.

    Args:
        names: every player's name, by id.
        game_map: its rooms, which go by their aliases too.
        rng: the speaker's own generator.
    """

    def __init__(self, names: Mapping[PlayerId, str], game_map: GameMap, rng: Random) -> None:
        self.names = names
        self.rng = rng
        self.rooms = room_forms(game_map, tuple(names.values()))
        self.timely = frozenset(player for player, name in names.items() if plain_name(name))

    def say(self, points: Iterable[Point], *, lead_ins: bool = True) -> Speech:
        """One utterance that makes these points, none of them twice."""
        text = ""
        claims: list[Label] = []
        made: list[str] = []
        said: set[tuple[Any, ...]] = set()
        for point in points:
            keys = [_key(claim, point.time) for claim in point.claims]
            if not said.isdisjoint(keys) or len(set(keys)) < len(keys):
                continue
            said.update(keys)
            text += " " * bool(text)
            if lead_ins and point.claims and self.rng.random() < 0.12:
                text += self.rng.choice(LEAD_INS)
            sentence, labels = self._sentence(point, len(text))
            text += sentence
            claims += labels
            made += point.made
        return Speech(text, tuple(claims), tuple(made))

    def _sentence(self, point: Point, offset: int) -> tuple[str, list[Label]]:
        when = self._when(point)
        template = self._choose(point, when)
        slots = {name: self._words(name, slot) for name, slot in point.slots.items()}
        filled = template.fill(slots, when)
        return filled.text, [
            self._label(claim, index, point.time, template, filled, offset) for index, claim in enumerate(point.claims)
        ]

    def _when(self, point: Point) -> str:
        if point.event is not None:
            words, player = point.event
            return words.format(name=self.names[player])
        denied = any(claim.get("polarity") == "denied" for claim in point.claims)
        return time_words(point.time, self.rng, dict(self.names), denied=denied)

    def _choose(self, point: Point, when: str) -> Template:
        needed = point.time != THIS_ROUND or point.event is not None
        fits = [
            template
            for template in PHRASINGS[point.figure]
            if (template.timed or not needed) and (when or not template.fronted)
        ]
        return self.rng.choice(fits)

    def _label(self, claim: Label, index: int, time: Time, template: Template, filled: Filled, offset: int) -> Label:
        start, end = filled.spans[index if len(filled.spans) > 1 else 0]
        label = {name: self._named(name, value) for name, value in claim.items()}
        for name in _OPTIONAL:
            if name in label and name not in template.slots:
                del label[name]
        label.setdefault("polarity", "asserted")
        label.setdefault("attribution", "speaker")
        if filled.temporal is not None and claim["type"] not in ("accusation", "defense", "intent"):
            label["temporal"] = filled.temporal
            if time.ticks is not None:
                label["ticks"] = list(time.ticks)
        label["span"] = [offset + start, offset + end]
        return label

    def _named(self, field: str, value: Any) -> Any:
        """A field of a claim with names for ids."""
        if field in _NAMED:
            return self.names.get(value, value)
        if field == "except":
            return [self.names[player] for player in value]
        if field == "attribution":
            kind, _, who = str(value).partition(":")
            return f"{kind}:{self.names[who]}" if who else value
        return value

    def _words(self, slot: str, value: Slot) -> str:
        """What is said for a slot: a name, a room in one of its forms, a route, several names."""
        if isinstance(value, tuple):
            if slot == "spared":
                return _listed([self.names[player] for player in value])
            arrow = self.rng.choice((" -> ", " → ", ", then ", " to "))
            form = self.rng.randrange(8)
            return arrow.join(self.rooms[room][form % len(self.rooms[room])] for room in value)
        if slot in ("who", "other"):
            return self.names[value]
        if slot == "task":
            return value
        return self.rng.choice(self.rooms[value])


def _key(claim: Mapping[str, Any], time: Time) -> tuple[Any, ...]:
    """Claims of one utterance with the same key might say the same; times without ticks count as the same."""
    roles = tuple(tuple(value) if isinstance(value := claim.get(role), list) else value for role in _ROLES)
    return (*roles, time.ticks)


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


@lru_cache(maxsize=64)
def room_forms(game_map: GameMap, taken: tuple[str, ...] = ()) -> dict[RoomName, tuple[str, ...]]:
    """What people call each room: mostly its name, with blanks and capitals as they like, now and then something short.

    Args:
        taken: words that mean something else; like those that stand for several rooms, they are no form of any.
    """
    forms = {room.name: _forms(room.name, room.aliases) for room in game_map.rooms}
    owners = Counter(form for words in forms.values() for form in {*map(_plain, words)})
    mistaken = {_plain(word) for word in taken} | {form for form, count in owners.items() if count > 1}
    return {
        name: tuple(form for form in words if _plain(form) not in mistaken) or (name,) for name, words in forms.items()
    }


def _forms(name: str, aliases: tuple[str, ...]) -> tuple[str, ...]:
    plain = " ".join(name.replace("_", " ").replace("-", " ").split())
    titled = plain.title() if plain.isascii() else plain
    # A name that begins with a blank, say, can't be spoken otherwise than it is written.
    ways = [name, *(way for way in (plain, plain, titled) if _plain(way) == _plain(name))]
    return (*ways, *aliases)


def _plain(form: str) -> str:
    return _BLANKS.sub("_", form.strip()).casefold()
