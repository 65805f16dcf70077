"""Each known fault of the published verdicts, as a minimal game: `paper` repeats it, `observed` does not."""

from __future__ import annotations

from pathlib import Path

from tests.support.games import GameBuilder
from tests.support.judging import at, did, judge_game, route, saw, verdicts


def told(folder: Path, game: GameBuilder, claim: dict, message: int = 0) -> tuple[str | None, str | None]:
    """The verdicts of one claim by both rulebooks, the observed one first."""
    both = []
    for name in ("observed", "paper"):
        place = folder / name
        place.mkdir()
        both.append(judge_game(place, game, {message: [claim]}, name)[0].verdict)
    return both[0], both[1]


def test_a_chat_line_does_not_put_a_mover_back(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "cafeteria", "Bob": "weapons", "Charlie": "medbay", "Diana": "storage"})
    game.tick(1).move("Alice", "medbay").chat("Alice", "Off to medbay.", room="cafeteria")
    game.tick(2).tick(3).call("Bob").say("Alice", "Charlie was in medbay with me.")

    assert told(tmp_path, game, saw("Alice", "Charlie", "medbay", "at tick 2")) == ("true", "false")


def test_players_stand_where_they_respawned(tmp_path: Path) -> None:
    game = GameBuilder().tick(1).tick(2).call("Diana").vote("Diana", None).skip()
    game.respawn({"Alice": "storage", "Bob": "weapons", "Charlie": "oxygen", "Diana": "security"})
    game.tick(3).tick(4).call("Bob").say("Alice", "I was in storage.")

    assert told(tmp_path, game, at("Alice", "storage", "this round")) == ("true", "false")


def test_the_order_inside_a_tick_shows_who_saw_whom(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Charlie": "cafeteria"})
    game.tick(1).move("Charlie", "medbay").move("Alice", "electrical").tick(2).tick(3).call("Bob")
    game.say("Alice", "I saw Charlie in medbay at tick 1.")

    assert told(tmp_path, game, saw("Alice", "Charlie", "medbay", "at tick 1")) == ("true", "false")


def test_the_tick_of_the_meeting_counts_for_sightings(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Charlie": "cafeteria"})
    game.tick(1).tick(2).move("Charlie", "medbay").call("Bob").say("Alice", "Charlie just came in.")

    assert told(tmp_path, game, saw("Alice", "Charlie", "medbay", "just now")) == ("true", "false")


def test_a_killer_did_see_its_victim_alive(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "cafeteria"})
    game.tick(4).move("Bob", "medbay").tick(5).kill("Bob", "Alice").tick(6).tick(7).report("Bob")
    game.say("Bob", "I saw Alice alive in medbay at tick 5.")
    claim = saw("Bob", "Alice", "medbay", "at tick 5", state="alive")

    assert told(tmp_path, game, claim) == ("true", "false")
    record = judge_game(tmp_path, game, {0: [claim]})[0]
    assert "killer_alibi(Bob, Alice, medbay, 5)" in [each.fact for each in record.evidence]


def test_a_victim_lives_in_the_tick_of_its_death(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "cafeteria", "Bob": "medbay"})
    game.tick(5).move("Alice", "medbay").kill("Bob", "Alice").tick(6).tick(7).report("Bob")
    game.say("Charlie", "Alice was alive in medbay at tick 5.")

    assert told(tmp_path, game, at("Alice", "medbay", "at tick 5", state="alive")) == ("true", "false")


def test_a_body_in_the_room_is_what_was_seen_there(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay", "Charlie": "storage"})
    game.tick(5).kill("Bob", "Alice").tick(6).move("Charlie", "medbay").tick(7).tick(8).report("Charlie")
    game.say("Charlie", "I saw Alice in medbay, dead.")

    assert told(tmp_path, game, saw("Charlie", "Alice", "medbay", "when I found the body")) == ("true", "false")


def test_words_inside_a_route_do_not_cut_it(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "cafeteria"})
    game.tick(1).tick(8).move("Alice", "medbay").tick(9).tick(10).move("Alice", "electrical").tick(11).call("Bob")
    game.say("Alice", "I started in cafeteria, went to medbay and then electrical.")
    claim = route("Alice", "cafeteria", "medbay", "electrical", temporal="started in cafeteria")

    assert told(tmp_path, game, claim) == ("true", "false")


def test_a_stated_tick_is_held_to(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "cafeteria"})
    game.tick(1).tick(2).move("Alice", "medbay").tick(20).call("Bob").say("Alice", "Cafeteria at tick 18.")

    assert told(tmp_path, game, at("Alice", "cafeteria", "at tick 18")) == ("false", "true")


def test_an_earlier_round_is_looked_at(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay"}).tick(1).tick(6).call("Diana").vote("Diana", None).skip()
    game.respawn({"Alice": "storage", "Bob": "weapons", "Charlie": "oxygen", "Diana": "security"})
    game.tick(7).move("Alice", "navigation").tick(12).call("Bob").say("Alice", "Last round I was in medbay.")

    assert told(tmp_path, game, at("Alice", "medbay", "last round"))[0] == "true"
    assert verdicts(tmp_path, game, at("Alice", "storage", "last round")) == ["false"]


def test_being_near_the_scene_grounds_an_accusation(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay", "Charlie": "electrical", "Diana": "weapons"})
    game.tick(5).kill("Bob", "Alice").tick(6).move("Bob", "electrical").task("Charlie", room="electrical")
    game.tick(7).move("Bob", "medbay").tick(8).report("Bob").say("Charlie", "It was Bob.")
    claim = {"type": "accusation", "accuser": "Charlie", "target": "Bob"}

    assert "saw_near_kill" in judge_game(tmp_path, game, {0: [claim]})[0].grounds
    grounds = judge_game(tmp_path, game, {0: [claim]}, "paper")[0].grounds
    assert grounds == ("accuser_could_see_target",)


def test_what_was_done_in_the_tick_of_the_meeting_counts(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay"})
    game.tick(1).tick(2).task("Alice").call("Bob").say("Alice", "I was scanning when the meeting was called.")

    assert told(tmp_path, game, did("Alice", "task", "medbay", "when the meeting was called")) == ("true", "false")
