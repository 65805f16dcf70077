"""What players remember from their observations is what the log says that they did and saw."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from quack.agents.memory import Memory, Stay
from quack.agents.player import ScriptedPlayer
from quack.agents.talk import Honest
from quack.events.log import read_log
from quack.game.actions import Action
from quack.game.config import GameSetup
from quack.game.engine import Seat, play
from quack.game.observation import Briefing, Observation, Passage
from quack.game.record import Lines
from quack.game.watch import watch_game
from quack.world.map import load_map
from tests.support.scripted import STATION

ME, YOU = "player_0", "player_1"
MOVE = Action("move", "Engine-Room")


def briefing() -> Briefing:
    setup = GameSetup(map=STATION, tasks=1)
    return Briefing(ME, setup.seats, "goose", (), setup, Random(0))


def seen(tick: int, room: str, *actions: Action, **more) -> Observation:
    """An observation of the player, with nothing in it but what is said."""
    empty = dict.fromkeys(("present", "departing", "arriving", "bodies", "heard", "tasks", "meetings"), ())
    ways = tuple((other, STATION.weight(room, other)) for other in STATION.neighbours(room))
    return Observation(
        **{
            "tick": tick,
            "player": ME,
            "room": room,
            "neighbours": ways,
            "cooldown": None,
            "actions": actions,
            **empty,
            **more,
        }
    )


def stays(memory: Memory) -> list[tuple[str, int, int]]:
    return [(stay.room, stay.first, stay.last) for stay in memory.stays]


def test_the_first_stay_begins_with_the_game():
    memory = Memory(briefing())
    memory.look(seen(1, "dock", Action("wait")))
    memory.look(seen(2, "dock", Action("wait")))
    assert [("dock", 0, 2)] == stays(memory)


def test_a_long_corridor_is_no_room():
    memory = Memory(briefing())
    first = seen(1, "lab 2", MOVE)
    memory.look(first)
    memory.act(first, MOVE)
    memory.look(seen(4, "Engine-Room", Action("wait")))
    assert [("lab 2", 0, 1), ("Engine-Room", 4, 4)] == stays(memory)
    assert (1, 4, True) == memory.legs[0][3:]


def test_a_short_corridor_is_crossed_at_once():
    memory = Memory(briefing())
    first = seen(1, "桥", MOVE)
    memory.look(first)
    memory.act(first, MOVE)
    memory.look(seen(2, "Engine-Room", Action("wait")))
    assert [("桥", 0, 1), ("Engine-Room", 1, 2)] == stays(memory)


def test_a_call_takes_a_player_out_of_a_corridor():
    memory = Memory(briefing())
    first = seen(1, "lab 2", MOVE)
    memory.look(first)
    memory.act(first, MOVE)
    memory.look(seen(2, "lab 2"))
    assert [("lab 2", 0, 1), ("lab 2", 2, 2)] == stays(memory)
    assert (1, 3, False) == memory.legs[0][3:]


def test_an_action_that_is_not_legal_leaves_no_trace():
    memory = Memory(briefing())
    first = seen(1, "lab 2", Action("wait"))
    memory.look(first)
    memory.act(first, MOVE)
    memory.look(seen(2, "lab 2", Action("wait")))
    assert [Stay(0, "lab 2", 0, 2)] == memory.stays
    assert [] == memory.legs


def test_everything_in_view_is_kept():
    memory = Memory(briefing())
    passages = {"departing": (Passage(YOU, "bay"),), "arriving": (Passage("player_2", "bay"),)}
    memory.look(seen(3, "lab 2", present=("player_3",), bodies=("player_4",), **passages))
    assert [
        ("player_3", "present", None),
        (YOU, "departing", "bay"),
        ("player_2", "arriving", "bay"),
        ("player_4", "body", None),
    ] == [sight[3:] for sight in memory.sights]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"map": STATION, "tasks": 3, "players": 9, "ducks": 2},
        {"players": 12, "ducks": 2, "map": load_map("outpost"), "meetings": 4},
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_memory_agrees_with_the_replay_of_the_log(tmp_path: Path, values: dict, seed: int):
    players: list[ScriptedPlayer] = []

    def sit(briefing: Briefing) -> ScriptedPlayer:
        players.append(ScriptedPlayer(briefing, Honest(), bold=True))
        return players[-1]

    lines = Lines()
    asyncio.run(play(GameSetup(**values), lambda *_: Seat("kept", sit), seed=seed, recorder=lines))
    (tmp_path / "game.jsonl").write_text(lines.log, encoding="utf-8")
    timeline, sightings = watch_game(read_log(tmp_path / "game.jsonl"))
    for player in players:
        memory = player.memory
        me, until = memory.me, (memory.round, memory.tick)
        mine = {(s.round, t, s.room) for s in memory.stays for t in range(s.first, s.last + 1)}
        logged = {(s.round, t, s.room) for s in timeline.stays if s.player == me for t in range(s.first, s.last + 1)}
        assert mine <= logged
        assert {each for each in logged if each[:2] < until} <= mine
        legs = {leg[:4] for leg in memory.legs}
        moves = {(m.round, m.origin, m.destination, m.tick) for m in timeline.moves if m.player == me}
        assert legs <= moves
        assert {move for move in moves if (move[0], move[3]) < until and move[0] < until[0]} <= legs
        sights = {(s.round, s.tick, s.room, s.target, s.how, s.other_end) for s in memory.sights}
        rows = [s for s in sightings.sightings if s.viewer == me]
        shown = {(s.round, t, s.room, s.target, s.how, s.other_end) for s in rows for t in range(s.first, s.last + 1)}
        assert sights <= shown
        assert {each for each in shown if each[:2] <= until} <= sights
