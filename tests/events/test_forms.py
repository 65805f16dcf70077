"""The keys and values of a kind of event are read off its class, whatever it holds."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from quack.events.forms import known_keys, unknown_keys, wrong_values
from quack.events.models import Count, Event, Loose


class Stop(Loose, frozen=True):
    room: str
    waits: Count = 0


class Trip(Event, frozen=True, kw_only=True):
    event_type = "trip"
    player_id: str
    stops: tuple[Stop, ...] = ()
    first: Stop | None = None
    guests: dict[str, Stop]
    seats: dict[str, int] | None = None
    mood: Literal["calm", "tense"] | None = None
    notes: dict[str, str] = msgspec.field(default_factory=dict)
    extra: Any = 0


PLAIN: dict[str, Any] = {"player_id": "player_0", "guests": {}}


def keys(data: dict[str, Any]) -> int:
    required, further = known_keys(Trip)
    assert further is not None
    return required + further(msgspec.convert(data, Trip))


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (PLAIN, 2),
        (PLAIN | {"mood": "calm"}, 3),
        (PLAIN | {"stops": [{"room": "medbay"}, {"room": "medbay", "waits": 2}]}, 6),
        (PLAIN | {"guests": {"Mia": {"room": "medbay"}, "Leo": {"room": "medbay", "waits": 2}}}, 7),
    ],
)
def test_all_keys_that_are_known_are_counted(data: dict[str, Any], count: int) -> None:
    assert count == keys(data)


@pytest.mark.parametrize(
    ("further", "count"),
    [
        ({"mood": None}, 2),
        ({"stops": []}, 2),
        ({"notes": {}}, 2),
        ({"notes": {"a": "x"}}, 3),
        ({"seats": {"a": 1}}, 3),
        ({"extra": {"a": 1}}, 3),
        ({"line": 3}, 2),
        ({"x": 1}, 2),
    ],
)
def test_no_key_is_counted_that_may_not_be_there_or_is_not_known(further: dict[str, Any], count: int) -> None:
    assert count == keys(PLAIN | further)


def test_unknown_keys_are_found_in_every_part() -> None:
    stop = {"room": "medbay", "view": 1}
    data = PLAIN | {
        "stops": [stop, stop],
        "guests": {"Mia": stop},
        "first": stop,
        "seats": {"x": 1},
        "extra": {"x": 1},
        "odd": 1,
    }
    assert ["trip.odd", "trip.stops.view", "trip.stops.view", "trip.first.view", "trip.guests.view"] == list(
        unknown_keys(Trip, data)
    )


@pytest.mark.parametrize(
    ("wrong", "place", "what"),
    [
        ({"player_id": None}, "player_id", "expected a string, got null"),
        ({"stops": [{}]}, "stops.0.room", "it is missing"),
        (
            {"guests": {"Mia": {"room": "x", "waits": 1.0}}},
            "guests.Mia.waits",
            "expected an integer from 0 to 1000000, got 1.0",
        ),
        ({"first": {"room": 3}}, "first.room", "expected a string, got 3"),
        ({"first": 3}, "first", "expected an object or null, got 3"),
        ({"seats": {"a": False}}, "seats.a", "expected an integer, got false"),
        ({"mood": "odd"}, "mood", "expected 'calm', 'tense' or null, got 'odd'"),
        ({"stops": {}}, "stops", "expected a list, got an object"),
    ],
)
def test_a_wrong_value_is_told_wherever_it_stands(wrong: dict[str, Any], place: str, what: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(PLAIN | wrong, Trip)
    assert [(place, what)] == list(wrong_values(Trip, PLAIN | wrong))
