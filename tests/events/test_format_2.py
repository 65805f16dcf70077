"""Events that only logs of format 2 have are read strictly, and refused where they make no sense."""

import pytest

from tests.support.games import GameBuilder
from tests.support.refusals import event, refused

LOOK = {
    "player_id": "player_0",
    "room": "cafeteria",
    "moment": "turn",
    "present": [],
    "departing": [],
    "arriving": [],
    "bodies": [],
    "heard": [],
    "action": "wait()",
}
REFUSED = {"player_id": "player_0", "action": "fly()", "reason": "not an action"}
FAILED = {"player_id": "player_0", "call": "act", "cause": "raised", "detail": "ValueError"}


@pytest.mark.parametrize(
    ("event_type", "data"),
    [
        ("observation", {**LOOK, "player_id": "x"}),
        ("observation", {**LOOK, "present": ["x"]}),
        ("observation", {**LOOK, "bodies": ["x"]}),
        ("observation", {**LOOK, "departing": [{"player_id": "x", "to": "medbay"}]}),
        ("observation", {**LOOK, "arriving": [{"player_id": "x", "from": "medbay"}]}),
        ("action_refused", {**REFUSED, "player_id": "x"}),
        ("agent_failed", {**FAILED, "player_id": "x"}),
    ],
)
def test_an_unknown_player_is_refused(tmp_path, event_type, data):
    refused(event(event_type, **data).write(tmp_path), 3, "unknown player 'x'")


@pytest.mark.parametrize(
    "data",
    [
        {**LOOK, "room": "x"},
        {**LOOK, "departing": [{"player_id": "player_1", "to": "x"}]},
        {**LOOK, "arriving": [{"player_id": "player_1", "from": "x"}]},
    ],
)
def test_an_unknown_room_is_refused(tmp_path, data):
    refused(event("observation", **data).write(tmp_path), 3, "unknown room 'x'")


@pytest.mark.parametrize(
    ("event_type", "data"),
    [
        ("observation", {**LOOK, "moment": "later"}),
        ("observation", {**LOOK, "present": "player_1"}),
        ("observation", {**LOOK, "heard": ["0"]}),
        ("observation", {**LOOK, "heard": [-1]}),
        ("observation", {**LOOK, "departing": [{"player_id": "player_1"}]}),
        ("agent_failed", {**FAILED, "cause": "tired"}),
        ("agent_failed", {**FAILED, "call": "sing"}),
        ("action_refused", {"player_id": "player_0"}),
    ],
)
def test_a_malformed_event_is_refused(tmp_path, event_type, data):
    refused(event(event_type, **data).write(tmp_path), 3, event_type)


@pytest.mark.parametrize(
    ("event_type", "data"), [("observation", LOOK), ("action_refused", REFUSED), ("agent_failed", FAILED)]
)
def test_the_dead_neither_look_nor_answer(tmp_path, event_type, data):
    game = GameBuilder().tick(1).kill("Bob", "Alice").tick(2)
    line = game.last + 1
    refused(game.event(event_type, **data).over().write(tmp_path), line, "out")


def test_a_map_definition_that_is_no_map_is_refused(tmp_path):
    game = GameBuilder()
    game.text(game.lines.pop(0).replace('"num_ducks"', '"map_definition": {"name": "x", "rooms": []}, "num_ducks"'))
    refused(game.over().write(tmp_path), 1, "config.map_definition: a map needs rooms")
