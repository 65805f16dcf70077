"""One item of a model's answer as a claim in the words of the game: what can be mended is, the rest says why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from quack.claims.entities import Names
from quack.claims.extractor import Said
from quack.claims.models import CLAIM_TYPES
from quack.errors import whole_text

ACTIVITIES = ("task", "traveling", "waiting", "reporting body", "calling meeting")

_FIELDS: dict[str, frozenset[str]] = {
    claim.kind: frozenset(field.alias or name for name, field in claim.model_fields.items()) - {"accuser_id"}
    for claim in CLAIM_TYPES
}
_PLAYERS = ("subject", "target", "accuser", "defender", "defended", "vote")
_ROOMS = ("room", "from", "to")
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "location": ("subject", "room"),
    "route": ("subject", "route"),
    "sighting": ("subject", "target"),
    "activity": ("subject", "activity"),
    "accusation": ("accuser", "target"),
    "defense": ("defender", "defended"),
    "intent": ("subject", "vote"),
}
_SPEAKER = {"accusation": "accuser", "defense": "defender", "intent": "subject"}
"""Who acts by speaking, where an answer leaves it out."""

_MYSELF = frozenset(("i", "me", "myself", "speaker", "the speaker", "self"))
_WORDS = frozenset(("polarity", "state", "confidence", "activity", "attribution"))
"""Fields whose values are words of the schema."""

_SAME = {
    "travelling": "traveling", "moving": "traveling", "movement": "traveling", "tasks": "task", "doing task": "task",
    "reporting": "reporting body", "report": "reporting body", "calling a meeting": "calling meeting",
    "emergency meeting": "calling meeting", "dead": "body", "corpse": "body", "affirmed": "asserted",
    "negated": "denied", "negative": "denied", "self": "speaker", "reported:unknown": "reported", "idle": "waiting",
}  # fmt: skip


class Unusable(Exception):
    """An item that is no claim of this game; `reason` is why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def mended(item: Any, names: Names, said: Said) -> tuple[dict[str, Any], Counter[str]]:
    """The object of a claim, and what was left out of it.

    Raises:
        Unusable: it asserts nothing that this game could judge.
    """
    if not isinstance(item, dict):
        raise Unusable("no object")
    raw = {
        str(key): whole_text(value) if isinstance(value, str) else value
        for key, value in item.items()
        if value is not None and value != ""
    }
    kind = _kind(raw)
    notes: Counter[str] = Counter()
    for key in [key for key in raw if key not in _FIELDS[kind]]:
        del raw[key]
        notes["a field that the schema lacks"] += 1
    speaker = next(player.name for player in names.players if player.id == said.speaker)
    _settle_words(raw)
    if kind in _SPEAKER:
        raw.setdefault(_SPEAKER[kind], speaker)
    _settle_players(raw, names, said, speaker)
    _settle_rooms(raw, names, said)
    _settle_ticks(raw, notes)
    _settle_source(raw, names, said, speaker)
    _require(raw, kind)
    return raw, notes


def _kind(raw: dict[str, Any]) -> str:
    """The kind of claim; a route of one room is a location."""
    kind = raw.get("type")
    kind = kind.strip().lower() if isinstance(kind, str) else None
    route = raw.get("route")
    if kind in ("location", "route"):
        raw["type"] = "location"
        if isinstance(route, list) and len(route) == 1 and "room" not in raw:
            raw["room"] = route[0]
        if not isinstance(route, list) or len(route) < 2:
            raw.pop("route", None)
            return "location"
        return "route"
    if kind not in _FIELDS:
        raise Unusable("no claim, or of an unknown type")
    raw["type"] = kind
    return kind


def _settle_words(raw: dict[str, Any]) -> None:
    for key in _WORDS & raw.keys():
        value = raw[key]
        if isinstance(value, str):
            word = value.strip()
            word = word if key == "attribution" and ":" in word else word.lower().replace("_", " ")
            raw[key] = _SAME.get(word.lower(), word)
    if isinstance(raw.get("perceived"), str):
        raw["perceived"] = raw["perceived"].strip().lower() == "true"
    for key in ("temporal", "task", "basis", "quote"):
        if key in raw and not isinstance(raw[key], str):
            del raw[key]


def _settle_players(raw: dict[str, Any], names: Names, said: Said, speaker: str) -> None:
    for key in _PLAYERS:
        if key in raw:
            anyone = key in ("subject", "target") and raw["type"] == "sighting"
            skip = key == "vote"
            raw[key] = _player(raw[key], names, said, speaker, anyone=anyone, skip=skip)
    if "except" in raw:
        given = raw["except"] if isinstance(raw["except"], list) else [raw["except"]]
        raw["except"] = [_player(one, names, said, speaker) for one in given]
        if not given:
            del raw["except"]


def _player(value: Any, names: Names, said: Said, speaker: str, *, anyone: bool = False, skip: bool = False) -> str:
    if not isinstance(value, str):
        raise Unusable("a player that is no text")
    player = names.player(value)
    if player is not None:
        return player.name
    if value.strip().lower() in _MYSELF:
        return speaker
    if anyone and names.anyone(value):
        return "anyone"
    if skip and names.skip(value):
        return "skip"
    if names.anyone(value):
        raise Unusable("nobody in particular")
    return _as_said(value, said, "player")


def _settle_rooms(raw: dict[str, Any], names: Names, said: Said) -> None:
    for key in _ROOMS:
        if key in raw:
            raw[key] = _room(raw[key], names, said)
    if "route" in raw:
        raw["route"] = [_room(one, names, said) for one in raw["route"]]


def _room(value: Any, names: Names, said: Said) -> str:
    if not isinstance(value, str):
        raise Unusable("a room that is no text")
    return names.room(value) or names.task_room(value) or _as_said(value, said, "room")


def _as_said(value: str, said: Said, what: str) -> str:
    """A name that the game doesn't know, if the speaker used it."""
    words = " ".join(value.split()).casefold()
    if words and re.search(rf"(?<![a-z0-9]){re.escape(words)}(?![a-z0-9])", " ".join(said.text.split()).casefold()):
        return value
    raise Unusable(f"a {what} that neither the game nor the speaker names")


def _settle_ticks(raw: dict[str, Any], notes: Counter[str]) -> None:
    """First and last tick, as numbers; ticks that are none are left out, and the words that say when remain."""
    ticks = raw.pop("ticks", None)
    if ticks is None:
        return
    both = ticks if isinstance(ticks, list) else [ticks]
    both = both * 2 if len(both) == 1 else both
    read = [_tick(one) for one in both]
    if len(both) != 2 or any(one is False for one in read):
        notes["ticks that are none"] += 1
    elif None not in read:
        raw["ticks"] = sorted(read)
    elif read != [None, None]:
        raw["ticks"] = read


def _tick(value: Any) -> int | bool | None:
    """A tick; None where it is open, False where it is none."""
    if value is None:
        return None
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value.strip()[:18])
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and 0 <= value < 10**9 else False


def _settle_source(raw: dict[str, Any], names: Names, said: Said, speaker: str) -> None:
    """Whose word it is: what somebody else is said to accuse, defend or intend is never the speaker's own."""
    source = raw.get("attribution", "speaker")
    if not isinstance(source, str):
        raise Unusable("an attribution that is no text")
    head, colon, who = source.partition(":")
    if colon and head.strip().lower() == "reported":
        player = names.player(who)
        own = (player is not None and player.name == speaker) or who.strip().lower() in _MYSELF
        source = "speaker" if own else f"reported:{player.name}" if player else "reported"
    actor = raw.get(_SPEAKER.get(raw["type"], ""), speaker)
    if source == "speaker" and actor != speaker:
        source = f"reported:{actor}"
    raw["attribution"] = source
    raw.setdefault("polarity", "asserted")


def _require(raw: dict[str, Any], kind: str) -> None:
    missing = next((key for key in _NEEDED[kind] if key not in raw), None)
    if missing is not None:
        raise Unusable(f"{kind} without {missing}")
    if kind == "activity" and raw["activity"] not in ACTIVITIES:
        raise Unusable("an unknown activity")
