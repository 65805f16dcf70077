"""Whole games: how they begin, what players may do, and how they end."""

import asyncio
import json

import pytest

from quack.audit.reading import check_game
from quack.errors import SettingsError
from quack.events.log import read_log
from quack.game.config import GameSetup
from quack.game.engine import Seat, play
from quack.game.record import Lines
from tests.support.cells import PAIR, by_team, events, records, setup
from tests.support.players import Puppet, Rambler, first, play_out


@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_and_its_log_is_sound(tmp_path, seed):
    played = play_out(seed=seed)
    path = tmp_path / "game.jsonl"
    path.write_text(played.lines.log)
    assert [] == check_game(path)
    assert played.result.winner == read_log(path).events[-1].winner


# --- endings ----------------------------------------------------------------------------------------------------------


def test_ducks_win_with_the_kill_that_makes_them_as_many_as_the_geese():
    played = play_out(setup(), make=by_team(duck={"act": first("kill")}))
    assert ("duck", "Ducks have voting majority", 5) == (
        played.result.winner,
        played.result.reason,
        played.result.ticks,
    )
    assert ["player_killed", "game_over"] == [event.event_type for event in played.lines.events[-2:]]


def test_geese_win_with_the_last_task_the_dead_having_done_theirs():
    geese = []

    def goose(view):
        """All work at once, but for the last of them."""
        return first("do_task")(view) if view.player != geese[-1] or view.tick > 8 else "wait()"

    def duck(view):
        return next(
            (str(action) for action in view.actions if action.kind == "kill" and action.target == geese[0]), "wait()"
        )

    def make(briefing):
        if briefing.team == "goose":
            geese.append(briefing.player)
        return Puppet(briefing, act=duck if briefing.team == "duck" else goose)

    played = play_out(setup(players=5, tasks=1), make=make)
    assert [geese[0]] == [event.target_id for event in events(played, "player_killed")]
    assert ("goose", "All Goose tasks completed", 11) == (
        played.result.winner,
        played.result.reason,
        played.result.ticks,
    )
    assert ["task_completed", "game_over"] == [event.event_type for event in played.lines.events[-2:]]


def test_the_tasks_of_a_dead_goose_are_still_owed():
    setting = setup(players=5, tasks=1, task_ticks=9, kill_cooldown=50, first_kill=2, ticks=20)

    def make(briefing):
        return Puppet(briefing, act=first("kill") if briefing.team == "duck" else first("do_task"))

    played = play_out(setting, make=make)
    assert 3 == len(events(played, "task_completed"))
    assert ("Time is up and a Goose lives", 20) == (played.result.reason, played.result.ticks)


def test_tasks_that_only_ducks_have_left_keep_nobody_from_winning():
    played = play_out(setup(tasks=1, first_kill=30), make=by_team(duck={}, goose={"act": first("do_task")}))
    assert ("goose", "All Goose tasks completed", 3) == (
        played.result.winner,
        played.result.reason,
        played.result.ticks,
    )


def test_geese_win_when_the_last_duck_is_voted_out():
    duck = {}

    def make(briefing):
        if briefing.team == "duck":
            duck["id"] = briefing.player
        return Puppet(briefing, act=first("call_meeting"), vote=lambda view: duck["id"])

    played = play_out(setup(meetings=1), make=make)
    assert ("goose", "All Ducks have been ejected", 1) == (
        played.result.winner,
        played.result.reason,
        played.result.ticks,
    )
    assert ["player_ejected", "game_over"] == [event.event_type for event in played.lines.events[-2:]]


def test_ducks_win_when_a_goose_too_many_is_voted_out():
    geese = []

    def make(briefing):
        if briefing.team == "goose":
            geese.append(briefing.player)
        return Puppet(briefing, act=first("call_meeting"), vote=lambda view: geese[0])

    assert "Ducks have voting majority" == play_out(setup(meetings=1), make=make).result.reason


def test_time_is_up_after_the_last_tick_has_ended():
    played = play_out(setup(ticks=4), make=Puppet)
    assert ("goose", 4) == (played.result.winner, played.result.ticks)
    assert ["tick_end", "game_over"] == [event.event_type for event in played.lines.events[-2:]]


def test_time_is_up_after_a_meeting_in_the_last_tick():
    played = play_out(setup(ticks=1, meetings=1), make=lambda briefing: Puppet(briefing, act=first("call_meeting")))
    assert ["vote_skipped", "game_over"] == [event.event_type for event in played.lines.events[-2:]]


# --- what players may do ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first_kill", "cooldown"), [(5, 5), (0, 0), (1, 3), (7, 1)])
def test_kills_keep_to_the_cooldown(first_kill, cooldown):
    setting = setup(players=7, first_kill=first_kill, kill_cooldown=cooldown)
    kills = events(play_out(setting, make=by_team(duck={"act": first("kill")})), "player_killed")
    start, step = max(1, first_kill), max(1, cooldown)
    assert [start + step * number for number in range(5)] == [kill.tick for kill in kills]


def test_nobody_kills_who_is_in_a_corridor():
    setting = setup(players=4, map=PAIR, first_kill=0, ticks=40)

    def make(briefing):
        return Puppet(briefing, act=first("kill") if briefing.team == "duck" else first("move"))

    for seed in range(10):
        played = play_out(setting, seed=seed, make=make)
        under_way = {}
        for event in played.lines.events:
            if event.event_type == "player_moved":
                under_way[event.player_id] = event.tick + event.ticks_remaining
            elif event.event_type == "player_killed":
                assert under_way.get(event.target_id, 0) <= event.tick


def test_nobody_is_asked_in_a_corridor():
    played = play_out(setup(map=PAIR, ticks=6), make=lambda briefing: Puppet(briefing, act=first("move")))
    for agent in played.agents.values():
        assert [1, 4] == [view.tick for view in agent.views["act"]]


def test_the_dead_are_not_asked_again():
    played = play_out(setup(players=5, ticks=9), make=by_team(duck={"act": first("kill")}))
    kill = events(played, "player_killed")[0]
    views = played.agents[kill.target_id].views["act"]
    turns = [event for event in events(played, "observation") if event.player_id == kill.target_id]
    assert len(turns) == len(views)
    assert all(event.line < kill.line for event in turns)


def test_an_illegal_action_is_a_wait_and_says_so():
    def make(briefing):
        return Puppet(briefing, act="kill(player_9) | say(die)")

    played = play_out(setup(ticks=1), make=make)
    names = [event.event_type for event in played.lines.events[2:5]]
    assert ["observation", "action_refused", "free_roam_chat"] == names
    assert "wait()" == played.lines.events[2].action
    refused = records(played, "action_refused")[0]["data"]
    assert {"player_id", "action", "reason"} == set(refused)
    assert "kill(player_9)" == refused["action"]


def test_a_name_serves_as_well_as_an_id_for_a_kill():
    def make(briefing):
        victim = next(name for player, name in briefing.names.items() if player != briefing.player)
        return Puppet(briefing, act=f"kill({victim.upper()})" if briefing.team == "duck" else "wait()")

    assert 1 == len(events(play_out(setup(ticks=6), make=make), "player_killed"))


# --- the log ----------------------------------------------------------------------------------------------------------


def test_a_log_explains_itself(tmp_path):
    setting = setup(players=4, map=PAIR, tasks=2, ticks=7, turn_seconds=2.5)
    played = play_out(setting, seed=11)
    opening = json.loads(played.lines.texts[0])["data"]
    assert (2, 11) == (opening["format"], opening["seed"])
    config = opening["config"]
    assert ("pair", 7, 2, 3, 5, 5, 0, 2, 2.5) == tuple(
        config[key]
        for key in (
            "map", "ticks", "tasks", "task_ticks", "kill_cooldown",
            "first_kill", "meetings", "discussion_rounds", "turn_seconds",
        )
    )  # fmt: skip
    assert dict.fromkeys(setting.seats, "test") == config["seats"]
    path = tmp_path / "game.jsonl"
    path.write_text(played.lines.log)
    assert PAIR == read_log(path).map


def test_a_map_definition_counts_more_than_the_name_of_a_shipped_map(tmp_path):
    odd = PAIR.model_copy(update={"name": "simple_ship"})
    path = tmp_path / "game.jsonl"
    path.write_text(play_out(setup(map=odd)).lines.log)
    assert ("left", "right") == read_log(path).map.room_names


def test_lines_are_ascii_and_have_the_keys_of_the_released_logs_in_their_order():
    played = play_out(setup(names=("Zoë", "李", "Bo"), ticks=2))
    assert played.lines.log.isascii()
    for step, text in enumerate(played.lines.texts, 1):
        record = json.loads(text)
        assert ["timestamp", "event_type", "tick", "data"] == list(record)
        assert float(step) == record["timestamp"]
    assert ["Zoë", "李", "Bo"] == json.loads(played.lines.texts[0])["data"]["players"]


# --- seats and chance -------------------------------------------------------------------------------------------------


def test_seats_may_be_chosen_by_team():
    def choose(player, team):
        return Seat(f"a {team}", Rambler)

    lines = Lines()
    asyncio.run(play(GameSetup(ticks=2), choose, seed=4, recorder=lines))
    data = json.loads(lines.texts[0])["data"]
    teams = {player: f"a {seat['team']}" for player, seat in data["initial_state"].items()}
    assert teams == data["config"]["seats"]


def test_a_player_without_a_seat_is_refused():
    with pytest.raises(SettingsError, match="player_0"):
        asyncio.run(play(GameSetup(), {}, seed=1, recorder=Lines()))


def test_every_player_gets_each_part_as_often_as_another():
    ducks = [play_out(setup(ticks=1), seed=seed, make=Puppet).result.progress.cooldowns for seed in range(300)]
    counts = [sum(player in duck for duck in ducks) for player in ("player_0", "player_1", "player_2")]
    assert 300 == sum(counts)
    assert min(counts) > 70


def test_turns_and_speeches_come_in_random_order():
    turns, speeches = set(), set()
    for seed in range(40):
        played = play_out(
            setup(meetings=1, ticks=2), seed=seed, make=lambda briefing: Puppet(briefing, act=first("call_meeting"))
        )
        turns.add(tuple(event.player_id for event in events(played, "observation") if event.tick == 2))
        speeches.add(tuple(event.player_id for event in events(played, "discussion_message")[:3]))
    assert 6 == len(turns) == len(speeches)


@pytest.mark.parametrize("seed", [-1, 0, 2**100])
def test_any_integer_is_a_seed(tmp_path, seed):
    path = tmp_path / "game.jsonl"
    path.write_text(play_out(setup(), seed=seed).lines.log)
    assert [] == check_game(path)
    assert seed == read_log(path).events[0].seed
