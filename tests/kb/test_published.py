"""The published reconstruction, sentence by sentence, faults included."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path

import msgspec
import pytest

from quack.events.log import GameLog, read_log
from quack.events.models import EVENT_TYPES
from quack.kb.published import (
    LateTask,
    Published,
    Segment,
    published_facts,
    reconstruct,
)
from tests.support.games import GameBuilder

ROOMS = {"Alice": "medbay", "Bob": "cafeteria", "Charlie": "weapons", "Diana": "storage"}


@pytest.fixture
def game() -> GameBuilder:
    return GameBuilder(rooms=ROOMS)


def rebuilt(game: GameBuilder, folder: Path) -> Published:
    return reconstruct(read_log(game.write(folder)))


def rooms(published: Published, name: str) -> list[tuple[str, int, int]]:
    """The tick rooms of Alice, Bob, Charlie or Diana."""
    return [(spot.room, spot.first, spot.last) for spot in published.spots if spot.player == who(name)]


def corridors(published: Published, name: str) -> list[tuple[tuple[str, str], int, int]]:
    return [(s.corridor, s.first, s.last) for s in published.spots if s.player == who(name) and s.corridor is not None]


def visits(published: Published, name: str) -> list[tuple[str, int, int]]:
    """The touched rooms in order, with the ticks that touched them."""
    return [(visit.room, visit.first, visit.last) for visit in published.visits if visit.player == who(name)]


def who(name: str) -> str:
    return f"player_{list(ROOMS).index(name)}"


# --- corridors --------------------------------------------------------------------------------------------------------


def test_who_stays_touches_its_room_in_every_tick_from_tick_0(game: GameBuilder, tmp_path: Path) -> None:
    published = rebuilt(game.tick(1).tick(2).tick(3), tmp_path)

    assert [("medbay", 0, 3)] == visits(published, "Alice") == rooms(published, "Alice")


def test_a_player_in_a_corridor_counts_as_in_the_room_it_left(game: GameBuilder, tmp_path: Path) -> None:
    published = rebuilt(game.tick(1).move("Diana", "navigation").tick(2).tick(3).tick(4).tick(5), tmp_path)

    assert [("storage", 0, 0), ("storage", 1, 3), ("navigation", 4, 5)] == rooms(published, "Diana")
    assert [(("storage", "navigation"), 1, 3)] == corridors(published, "Diana")
    assert [("storage", 0, 3), ("navigation", 4, 5)] == visits(published, "Diana")


def test_it_arrives_when_the_counter_is_zero_though_nothing_is_logged_then(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).move("Alice", "storage").event("tick_end", tick=2, tick_in_data=True)
    published = rebuilt(game.event("tick_end", tick=9, tick_in_data=True), tmp_path)

    assert [("medbay", 0, 2), ("storage", 3, 9)] == visits(published, "Alice")


def test_the_ticks_that_the_log_states_count_not_those_of_the_map(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).event(
        "player_moved", player_id=who("Diana"), **{"from": "storage", "to": "navigation"}, ticks_remaining=2
    )
    published = rebuilt(game.tick(2).tick(3), tmp_path)

    assert [("storage", 0, 2), ("navigation", 3, 3)] == visits(published, "Diana")


def test_one_remaining_tick_is_a_corridor_too(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).event("player_moved", player_id=who("Alice"), **{"from": "medbay", "to": "storage"}, ticks_remaining=1)
    published = rebuilt(game.tick(2), tmp_path)

    assert [(("medbay", "storage"), 1, 1)] == corridors(published, "Alice")
    assert [("medbay", 0, 1), ("storage", 2, 2)] == visits(published, "Alice")


def test_a_move_within_the_tick_touches_both_rooms(game: GameBuilder, tmp_path: Path) -> None:
    published = rebuilt(game.tick(1).move("Alice", "cafeteria").tick(2), tmp_path)

    assert [("medbay", 0, 1), ("cafeteria", 1, 2)] == visits(published, "Alice")
    assert [("medbay", 0, 0), ("cafeteria", 1, 2)] == rooms(published, "Alice")


def test_who_arrives_and_leaves_in_one_tick_touches_that_room(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).move("Bob", "electrical").tick(2).tick(3).move("Bob", "medbay").tick(4)
    published = rebuilt(game, tmp_path)

    assert [("cafeteria", 0, 2), ("electrical", 3, 3), ("medbay", 3, 4)] == visits(published, "Bob")
    assert "electrical" not in [room for room, _, _ in rooms(published, "Bob")]


def test_a_move_within_the_tick_ends_any_corridor() -> None:
    published = reconstruct(unchecked(moved(1, "medbay", "storage", 2), moved(2, "medbay", "cafeteria"), end(4)))

    assert [(("medbay", "storage"), 1, 1)] == corridors(published, "Alice")
    assert [("medbay", 0, 2), ("cafeteria", 2, 4)] == visits(published, "Alice")


def test_a_meeting_ends_all_corridors(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).move("Diana", "navigation").tick(2).call("Bob").vote("Bob", None).skip().tick(3).tick(4).tick(5)
    published = rebuilt(game, tmp_path)

    assert [(("storage", "navigation"), 1, 1)] == corridors(published, "Diana")
    assert [("storage", 0, 5)] == visits(published, "Diana")


# --- faults -----------------------------------------------------------------------------------------------------------


def test_a_chat_line_puts_a_mover_back(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).move("Alice", "cafeteria").chat("Alice", "Off to the cafeteria.", room="medbay").tick(2)
    published = rebuilt(game, tmp_path)

    assert [("medbay", 0, 2)] == rooms(published, "Alice")
    assert [("medbay", 0, 1), ("cafeteria", 1, 1), ("medbay", 1, 2)] == visits(published, "Alice")


def test_a_chat_line_does_not_end_a_corridor(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).move("Alice", "storage").chat("Alice", "Off to storage.", room="medbay").tick(2).tick(3)
    published = rebuilt(game, tmp_path)

    assert [(("medbay", "storage"), 1, 2)] == corridors(published, "Alice")
    assert [("medbay", 0, 2), ("storage", 3, 3)] == visits(published, "Alice")


@pytest.mark.parametrize("event", ["task_progress", "task_completed"])
def test_a_task_line_sets_the_room_and_does_not_end_a_corridor(event: str) -> None:
    task = {"player_id": "player_0", "task_name": "Sort Cargo", "room": "oxygen"}
    if event == "task_progress":
        task["progress"] = "1/3"
    published = reconstruct(unchecked(moved(1, "medbay", "storage", 3), line(event, 2, task), end(5)))

    assert [("medbay", 0, 2), ("oxygen", 2, 3), ("storage", 4, 5)] == visits(published, "Alice")
    assert [1, 2, 3] == [tick for _, first, last in corridors(published, "Alice") for tick in range(first, last + 1)]


def test_the_respawn_is_ignored(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(1).call("Bob").vote("Bob", None).skip().respawn(dict.fromkeys(ROOMS, "security")).tick(2)

    assert [("medbay", 0, 2)] == rooms(rebuilt(game, tmp_path), "Alice")


# --- the dead ---------------------------------------------------------------------------------------------------------


def test_a_victim_is_dead_from_the_tick_of_the_kill_on(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(4).move("Bob", "medbay").tick(5).kill("Bob", "Alice").tick(6)
    published = rebuilt(game, tmp_path)

    assert 4 == published.alive_until[who("Alice")]
    assert 6 == published.alive_until[who("Bob")]


def test_a_victim_of_tick_0_never_lived() -> None:
    kill = line("player_killed", 0, {"killer_id": "player_1", "target_id": "player_0", "room": "medbay"})

    assert -1 == reconstruct(unchecked(kill, end(3))).alive_until["player_0"]


def test_the_ejected_are_dead_from_the_tick_of_the_meeting_on(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(4).call("Alice").vote("Alice", "Bob").eject("Bob").over("goose")

    assert 3 == rebuilt(game, tmp_path).alive_until[who("Bob")]


def test_what_a_victim_touched_before_its_death_in_that_tick_remains(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(5).move("Alice", "cafeteria").kill("Bob", "Alice").tick(6)

    assert [("medbay", 0, 5), ("cafeteria", 5, 6)] == visits(rebuilt(game, tmp_path), "Alice")


def test_the_dead_keep_their_room_and_touch_none(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(4).move("Bob", "medbay").tick(5).kill("Bob", "Alice")
    game.move("Alice", "storage").chat("Alice", "Help!", room="cafeteria").tick(6).tick(7).tick(8)
    published = rebuilt(game, tmp_path)

    assert [("medbay", 0, 8)] == visits(published, "Alice") == rooms(published, "Alice")


def test_a_victim_in_a_corridor_never_arrives() -> None:
    kill = line("player_killed", 2, {"killer_id": "player_1", "target_id": "player_0", "room": "medbay"})
    published = reconstruct(unchecked(moved(1, "medbay", "storage", 2), kill, end(5)))

    assert [("medbay", 0, 5)] == visits(published, "Alice")
    assert [(("medbay", "storage"), 1, 1)] == corridors(published, "Alice")


def test_task_lines_of_the_dead_are_kept_apart(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(4).move("Bob", "medbay").tick(5).kill("Bob", "Alice")
    task = game.task("Alice").last
    completed = game.complete("Alice").last
    expected = (LateTask(who("Alice"), "medbay", 5, task), LateTask(who("Alice"), "medbay", 5, completed))

    assert expected == rebuilt(game, tmp_path).late_tasks


# --- segments ---------------------------------------------------------------------------------------------------------


def test_free_roam_lasts_to_the_tick_before_a_meeting_and_goes_on_from_its_tick(
    game: GameBuilder, tmp_path: Path
) -> None:
    game.tick(1).tick(7).call("Bob").vote("Bob", None).skip().respawn().tick(8).tick(12)

    assert (Segment(0, 0, 6), Segment(1, 7, 12)) == rebuilt(game, tmp_path).segments


def test_a_meeting_that_ends_the_game_opens_no_free_roam(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(7).call("Alice").vote("Alice", "Bob").eject("Bob").over("goose")

    assert (Segment(0, 0, 6),) == rebuilt(game, tmp_path).segments


def test_an_empty_stretch_is_none() -> None:
    calls = [line("meeting_called", 0, {"caller": "player_1", "reason": "", "bodies": []})]
    opened = line("phase_changed", 0, {"phase": "free_roam"})
    published = reconstruct(unchecked(*calls, opened, *calls, opened, end(5)))

    assert (Segment(0, 0, 5),) == published.segments


# --- lines and facts --------------------------------------------------------------------------------------------------


def test_every_row_names_the_line_that_put_the_player_there(game: GameBuilder, tmp_path: Path) -> None:
    move = game.tick(1).move("Alice", "storage").last
    chat = game.chat("Alice", "Off to storage.", room="medbay").last
    published = rebuilt(game.tick(2).tick(3), tmp_path)

    assert [1, move] == [visit.line for visit in published.visits if visit.player == who("Alice")]
    assert [1, chat, move] == [spot.line for spot in published.spots if spot.player == who("Alice")]


def test_facts_are_written_with_the_terms_of_the_batch(game: GameBuilder, tmp_path: Path) -> None:
    game.tick(4).move("Bob", "medbay").tick(5).kill("Bob", "Alice")
    late = game.task("Alice").last
    game.tick(6).move("Bob", "electrical").tick(7).move("Bob", "cafeteria")
    facts = published_facts(read_log(game.write(tmp_path)), "7", lambda player: f"{player}(7)", str.upper)

    assert "visit(player_0(7),0,MEDBAY,0,7,1)." in facts
    assert "alive_until(player_0(7),4)." in facts
    assert "segment(7,0,0,7)." in facts
    assert f"late_task(player_0(7),MEDBAY,5,{late})." in facts
    assert "spot(player_2(7),WEAPONS,standing,0,7,1)." in facts
    assert any(fact.startswith("spot(player_1(7),ELECTRICAL,crossing(ELECTRICAL,CAFETERIA),7,7,") for fact in facts)


# --- logs that no reader accepts --------------------------------------------------------------------------------------


def unchecked(*events: tuple[str, int, dict]) -> GameLog:
    """A log of Alice, in medbay, and Bob, in cafeteria, with events that contradict each other."""
    with tempfile.TemporaryDirectory() as folder:
        log = read_log(GameBuilder(("Alice", "Bob"), rooms={"Alice": "medbay"}).write(Path(folder)))
    made = []
    for number, (event_type, tick, data) in enumerate(events, 2):
        made.append(msgspec.convert({**data, "line": number, "tick": tick}, EVENT_TYPES[event_type]))
    return dataclasses.replace(log, events=(*log.events, *made))


def line(event_type: str, tick: int, data: dict) -> tuple[str, int, dict]:
    return event_type, tick, data


def moved(tick: int, origin: str, destination: str, remaining: int | None = None) -> tuple[str, int, dict]:
    data = {"player_id": "player_0", "from": origin, "to": destination}
    return line("player_moved", tick, data if remaining is None else {**data, "ticks_remaining": remaining})


def end(tick: int) -> tuple[str, int, dict]:
    return line("tick_end", tick, {})
