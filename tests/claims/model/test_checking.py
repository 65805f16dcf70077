"""A model's claims are held against the schema, the utterance and the game, each by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quack.claims.extractor import Occasion, Said
from quack.claims.model.answers import read_answer
from quack.claims.model.checking import Checked, check_claims
from quack.world.map import GameMap, Room
from tests.claims.names import names_of

TEXT = "I was on the bridge at tick 3, I saw ‘Otto’ in the  Attic with Zed; nobody else."
NAMES = names_of()
HERE = {"subject": "Mia", "room": "bridge"}
UNKNOWN = "a {} that neither the game nor the speaker names"
MIA = {"type": "location", **HERE}


def check(*items: Any, text: str = TEXT, speaker: int = 0) -> Checked:
    return check_claims(items, NAMES, Said(0, None, f"player_{speaker}", text), Occasion(0))


def only(item: Any, **more: Any) -> dict[str, Any]:
    """The one claim that is taken over, without what every claim has."""
    (claim,) = check(item, **more).claims
    usual = {"polarity": "asserted", "attribution": "speaker"}
    return {key: value for key, value in claim.to_json().items() if usual.get(key) != value}


@pytest.mark.parametrize(
    ("item", "claim"),
    [
        ({"subject": "I", "room": "bridge"}, HERE),
        ({"subject": "mia", "room": "Engine Room"}, {"subject": "Mia", "room": "engine_room"}),
        ({"subject": "player_1", "room": "er"}, {"subject": "Otto", "room": "engine_room"}),
        ({"subject": "李明", "room": "厨房"}, {"subject": "李明", "room": "厨房"}),
        ({"subject": "Zed", "room": "the attic"}, {"subject": "Zed", "room": "the attic"}),
        ({"subject": "Zed", "room": "tic"}, None),
        ({"subject": "Zed", "room": "attic"}, {"subject": "Zed", "room": "attic"}),
        ({"subject": "Mia", "room": "Plot Course"}, HERE),
        ({"subject": "Mia", "route": ["bridge"]}, HERE),
        ({"subject": "Mia", "route": ["bridge", "ER"]}, {"subject": "Mia", "route": ["bridge", "engine_room"]}),
        (HERE | {"state": "Dead"}, HERE | {"state": "body"}),
        (HERE | {"ticks": 3}, HERE | {"ticks": [3, 3]}),
        (HERE | {"ticks": ["3", None]}, HERE | {"ticks": [3, None]}),
        (HERE | {"ticks": [9, 3]}, HERE | {"ticks": [3, 9]}),
        (HERE | {"ticks": [0, 0]}, HERE | {"ticks": [0, 0]}),
        (HERE | {"ticks": [None, None]}, HERE),
        (HERE | {"polarity": "Denied"}, HERE | {"polarity": "denied"}),
        (HERE | {"temporal": None}, HERE),
    ],
)
def test_names_and_words_are_put_as_the_game_has_them(item: dict[str, Any], claim: dict[str, Any] | None) -> None:
    item = {"type": "location", **item}
    if claim is None:
        assert not check(item).claims
    else:
        assert {"type": "location", **claim} == only(item)


@pytest.mark.parametrize(
    ("item", "claim"),
    [
        (
            {"type": "sighting", "subject": "I", "target": "nobody", "room": "bridge", "except": "Otto"},
            {"type": "sighting", "subject": "Mia", "target": "anyone", "room": "bridge", "except": ["Otto"]},
        ),
        ({"type": "intent", "vote": "SKIP"}, {"type": "intent", "subject": "Mia", "vote": "skip"}),
        ({"type": "accusation", "target": "otto"}, {"type": "accusation", "accuser": "Mia", "target": "Otto"}),
        (
            {"type": "accusation", "accuser": "Otto", "target": "Nora"},
            {"type": "accusation", "accuser": "Otto", "target": "Nora", "attribution": "reported:Otto"},
        ),
        (
            {"type": "defense", "defended": "Otto", "attribution": "reported: nora"},
            {"type": "defense", "defender": "Mia", "defended": "Otto", "attribution": "reported:Nora"},
        ),
        (
            {"type": "Activity", "subject": "Mia", "activity": "Travelling", "to": "ER", "perceived": "True"},
            {"type": "activity", "subject": "Mia", "activity": "traveling", "to": "engine_room", "perceived": True},
        ),
    ],
)
def test_what_an_answer_leaves_out_is_the_speakers(item: dict[str, Any], claim: dict[str, Any]) -> None:
    assert claim == only(item)


def test_nobody_can_have_seen_somebody() -> None:
    assert (
        "anyone" == only({"type": "sighting", "subject": "no one", "target": "Otto", "polarity": "denied"})["subject"]
    )


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("a text", "no object"),
        ({}, "no claim, or of an unknown type"),
        ({"type": "confession", "subject": "Mia"}, "no claim, or of an unknown type"),
        ({"type": "location", "subject": "Mallory", "room": "bridge"}, UNKNOWN.format("player")),
        ({"type": "location", "subject": "Mia", "room": "dungeon"}, UNKNOWN.format("room")),
        ({"type": "location", "room": "bridge"}, "location without subject"),
        ({"type": "location", "subject": "Mia"}, "location without room"),
        ({"type": "location", "subject": ["Mia"], "room": "bridge"}, "a player that is no text"),
        ({"type": "location", "subject": "Mia", "room": 7}, "a room that is no text"),
        ({"type": "sighting", "subject": "Mia", "room": "bridge"}, "sighting without target"),
        ({"type": "location", "subject": "nobody", "room": "lab-2"}, "nobody in particular"),
        ({"type": "activity", "subject": "Mia", "activity": "dancing"}, "an unknown activity"),
        (MIA | {"polarity": "perhaps"}, "polarity: Input should be 'asserted' or 'denied'"),
        (MIA | {"state": "asleep"}, "state: Input should be 'alive', 'body' or 'any'"),
        (MIA | {"attribution": "hearsay"}, "attribution: String should match pattern"),
        (MIA | {"attribution": 3}, "an attribution that is no text"),
    ],
)
def test_a_bad_claim_is_dropped_with_its_reason_and_costs_no_other(item: Any, reason: str) -> None:
    good = {"type": "location", "subject": "Otto", "room": "bridge"}
    checked = check(good, item, {**good, "room": "er"})
    assert (2, 1) == (len(checked.claims), len(checked.rejected))
    assert next(iter(checked.rejected)).startswith(reason)


def test_what_the_schema_lacks_is_left_out_and_counted() -> None:
    item = {"type": "location", "subject": "Mia", "room": "bridge", "verdict": "true", "accuser_id": "player_1"}
    checked = check(item)
    assert {"a field that the schema lacks": 2} == checked.rejected
    assert not checked.claims[0].model_extra


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("on the bridge", "on the bridge"),
        ("I saw 'otto' in the attic", "I saw ‘Otto’ in the  Attic"),
        ('"nobody else."', "nobody else"),
        ("I never left", None),
        ("   ", None),
    ],
)
def test_a_quote_is_what_stands_in_the_utterance(quote: str, found: str | None) -> None:
    (claim,) = check({"type": "location", "subject": "Mia", "room": "bridge", "quote": quote, "span": [0, 999]}).claims
    assert found == claim.quote
    assert found is None or found == TEXT[slice(*claim.span)]


def test_a_quote_that_was_never_said_is_counted() -> None:
    item = {"type": "location", "subject": "Mia", "room": "bridge", "quote": "in the brig"}
    assert {"the quote is not in the utterance": 1} == check(item).rejected


@pytest.mark.parametrize("ticks", [[1, 2, 3], "soon", [-4, 3], {"first": 1}, [True, 2], [1.5, 2]])
def test_ticks_that_are_none_are_left_out_and_the_claim_stays(ticks: Any) -> None:
    checked = check({"type": "location", "subject": "Mia", "room": "bridge", "ticks": ticks})
    assert (None, {"ticks that are none": 1}) == (checked.claims[0].ticks, checked.rejected)


def test_repetitions_collapse() -> None:
    item = {"type": "location", "subject": "Mia", "room": "bridge"}
    assert 1 == len(check(item, dict(item), {**item, "subject": "I"}).claims)


def test_the_example_in_the_shipped_instructions_is_an_answer_that_is_taken_over_as_it_is(root: Path) -> None:
    text = (root / "prompts" / "extractor.md").read_text("utf-8")
    said = " ".join(text.partition('Mia says: "')[2].partition('" The answer:')[0].split())
    items = read_answer(text.partition("The answer:")[2])
    rooms = tuple(Room(name=name) for name in ("bridge", "lab", "store"))
    names = names_of("Mia", "Otto", "Nora", game_map=GameMap(name="ship", rooms=rooms))
    checked = check_claims(items, names, Said(0, None, "player_0", said), Occasion(0))
    usual = {"polarity": "asserted", "attribution": "speaker"}
    taken = [claim.to_json() for claim in checked.claims]
    assert [usual | item for item in items] == [{k: v for k, v in one.items() if k != "span"} for one in taken]
    assert {} == checked.rejected
