"""The words for times: several for each kind, all of which `quack.claims.time_phrases` takes as they are meant."""

from __future__ import annotations

from random import Random

from quack.agents.calendar import Time
from quack.claims.time_words import TIME_WORDS

_ORDINALS = ("first", "second", "third", "fourth", "fifth")

_WORDS: dict[str, tuple[str, ...]] = {
    "near": ("at tick {a}", "at tick {a}", "on tick {a}", "at T{a}", "during tick {a}", "in tick {a}"),
    "about": ("around tick {a}", "about tick {a}", "at roughly tick {a}", "near tick {a}", "at about tick {a}"),
    "between": (
        "ticks {a}-{b}",
        "from tick {a} to tick {b}",
        "during ticks {a} to {b}",
        "between ticks {a} and {b}",
        "from tick {a} through tick {b}",
        "in ticks {a} to {b}",
        "between tick {a} and tick {b}",
    ),
    "pair": ("at ticks {a} and {b}", "ticks {a}-{b}", "in ticks {a} and {b}"),
    "just_before": ("right before tick {a}", "just before tick {a}"),
    "just_after": ("right after tick {a}", "just after tick {a}"),
    "since": ("since tick {a}", "from tick {a} on", "after tick {a}", "from tick {a} onward"),
    "until": ("until tick {b}", "before tick {b}", "up to tick {b}", "by tick {b}"),
    "round": (
        "",
        "",
        "",
        "this round",
        "earlier",
        "earlier this round",
        "at some point this round",
        "before the meeting",
        "so far this round",
    ),
    "call": ("when the meeting was called", "just now", "right before the meeting", "when the meeting started"),
    "ending": ("at the end of the round", "at the end", "in the last few ticks"),
    "late": ("late in the round", "in the second half of the round", "late this round"),
    "middle": ("in the middle of the round", "midway through the round"),
    "opening": ("at the start of the round", "early on", "at the beginning", "when we spawned", "at the start"),
    "previous": ("last round", "in the previous round", "before the last meeting"),
    "first_round": ("in the first round", "in round 1", "before the first meeting"),
    "nth_round": ("in round {n}", "in the {nth} round"),
    "before_vote": ("before {name} was ejected", "before we voted out {name}", "before {name} was voted out"),
    "before_kill": ("before {name} died", "before {name} was killed"),
}
_LASTING: dict[tuple[str, str], tuple[str, ...]] = {
    ("round", "throughout"): ("the whole round", "the entire round", "the whole time", "all round"),
    ("round", "most"): ("most of the round", "for most of the round", "for the majority of the round"),
    ("between", "throughout"): ("the whole time from tick {a} to tick {b}", "the entire time from tick {a} to {b}"),
    ("between", "most"): ("most of the time from tick {a} to tick {b}",),
}
_NEVER = ("", "", "this round", "at any point this round")
"""A round in which something was not so; "earlier" would be a part of it."""


def time_words(time: Time, rng: Random, names: dict[str, str] | None = None, *, denied: bool = False) -> str:
    """Words for a time; "" where none are needed."""
    choices = _WORDS.get(time.kind, ())
    if time.duration is not None:
        choices = _LASTING[time.kind, time.duration]
    elif time.kind == "between" and time.first is not None and time.last == time.first + 1:
        choices = _WORDS["pair"] + choices
    elif denied and time.kind == "round":
        choices = _NEVER
    name = (names or {}).get(time.player or "", "")
    ordinal = _ORDINALS[time.index] if time.index is not None and time.index < len(_ORDINALS) else ""
    if not ordinal and time.index is not None:
        choices = choices[:1]
    number = 0 if time.index is None else time.index + 1
    return rng.choice(choices).format(a=time.first, b=time.last, n=number, nth=ordinal, name=name)


def all_words(time: Time, name: str = "") -> list[str]:
    """Every way to say a time; for tests and for writers of grammars."""
    choices = _LASTING[time.kind, time.duration] if time.duration else _WORDS[time.kind]
    number = 0 if time.index is None else time.index + 1
    nth = _ORDINALS[time.index or 0]
    return [choice.format(a=time.first, b=time.last, n=number, nth=nth, name=name) for choice in choices]


def plain_name(name: str) -> bool:
    """Whether a name can stand in the words for a time without being taken for another word of them."""
    return name.isalpha() and name.isascii() and name.casefold() not in TIME_WORDS
