"""Games of models, several at once: the same bytes however long answers take, also after kills; nothing asked twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quack.agents.batch import Played, play_games
from quack.agents.model.budget import Budget
from quack.agents.play import Order
from quack.agents.together import Unfinished
from quack.claims.store import GOLD_NAME, read_claims
from quack.errors import PlayError
from quack.events.log import read_log
from quack.events.timeline import replay
from quack.game import engine
from quack.game.agent import GameSuspended
from tests.conftest import ROOT
from tests.support.stand_ins import StandIn, failing, small_order
from tests.support.together import SEEDS, files_of, play_kept


def test_a_game_leaves_log_labels_and_transcript_that_fit_together(undisturbed):
    out, files, asked = undisturbed
    names = {"game.jsonl", "transcript.jsonl", GOLD_NAME}
    assert {f"seed{seed}/{name}" for seed in SEEDS for name in names} == files.keys()
    log = read_log(out / "seed1/game.jsonl")
    timeline = replay(log)
    assert () == timeline.misfits
    assert () == read_claims(out / "seed1" / GOLD_NAME, log, timeline).dropped
    told = [json.loads(line) for seed in SEEDS for line in (out / f"seed{seed}/transcript.jsonl").open()]
    assert sorted(asked) == sorted(line["text"] for line in told if "n" in line)


@pytest.mark.parametrize(("patience", "at_once"), [(1, 3), (2, 3), (3, 1), (4, 2)])
def test_the_bytes_do_not_depend_on_how_long_answers_take(undisturbed, tmp_path, patience, at_once):
    play_kept(tmp_path, StandIn(patience=patience), at_once=at_once)
    assert undisturbed[1] == files_of(tmp_path)


def test_results_come_in_the_order_of_the_games(tmp_path):
    done: list[int] = []
    games = play_kept(tmp_path, StandIn(patience=5), (5, 1, 4), on_done=lambda index, outcome: done.append(index))
    assert [5, 1, 4] == [game.seed for game in games]
    assert [0, 1, 2] == sorted(done)


def test_several_games_are_under_way_at_once():
    client = StandIn(patience=1)
    play_kept(None, client, order=small_order(ticks=2))
    alone = StandIn(patience=1)
    play_kept(None, alone, order=small_order(ticks=2), at_once=1)
    assert client.asked != alone.asked
    assert sorted(client.asked) == sorted(alone.asked)


def test_games_that_are_kept_are_not_played_again(undisturbed):
    client = StandIn()
    games = play_kept(undisturbed[0], client)
    assert ([True] * 3, []) == ([game.before for game in games], client.asked)
    assert len(undisturbed[2]) == sum(game.spent.questions for game in games)


def test_a_broken_off_run_goes_on_and_asks_nothing_twice(undisturbed, tmp_path):
    asked: Counter[str] = Counter()
    for turn in range(100):
        client = StandIn(limit=Random(turn).randrange(1, 40), patience=turn)
        games = play_kept(tmp_path, client)
        asked.update(client.asked[: client.limit])
        if not any(isinstance(game, Unfinished) for game in games):
            break
    assert turn > 3
    assert undisturbed[1] == files_of(tmp_path)
    assert Counter(undisturbed[2]) == asked


@pytest.mark.parametrize("seed", range(12))
def test_a_torn_transcript_goes_on_to_the_same_bytes(undisturbed, tmp_path, seed):
    """As a kill leaves it: whole lines in the order in which the answers came, and a part of one."""
    chance = Random(seed)
    data = (undisturbed[0] / "seed1/transcript.jsonl").read_bytes()
    torn = data[: chance.randrange(len(data))]
    (tmp_path / "seed1").mkdir()
    (tmp_path / "seed1/transcript.jsonl").write_bytes(torn)
    client = StandIn(patience=seed)
    play_kept(tmp_path, client, (1,))
    assert {name: data for name, data in undisturbed[1].items() if name.startswith("seed1/")} == files_of(tmp_path)
    known = torn[: torn.rfind(b"\n") + 1].count(b'\n{"n":')
    assert data.count(b'\n{"n":') - known == len(client.asked)


_KILLED = """
import os, signal, sys
from pathlib import Path
from quack.agents.together import Run, play_together
from tests.support.stand_ins import StandIn, planned, wander

def killed(answers, patience):
    def mind(text, chance):
        answers[0] -= 1
        if not answers[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        print(text.encode().hex(), file=told, flush=True)
        return wander(text, chance)
    return StandIn(mind, patience=patience)

play_together(planned(None, (1,)), Run(StandIn()))  # loads what all of them need
out, told = Path(sys.argv[1]), open(sys.argv[2], "a")
for turn in range(60):
    child = os.fork()
    if not child:
        play_together(planned(out, (1, 2, 3)), Run(killed([2 + turn * 5 % 9], turn)), at_once=3)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
print(turn)
"""


def test_killed_again_and_again_it_ends_with_the_same_bytes(undisturbed, tmp_path):
    command = [sys.executable, "-c", _KILLED, str(tmp_path / "out"), str(tmp_path / "told")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    assert int(done.stdout) > 8
    assert undisturbed[1] == files_of(tmp_path / "out")
    twice = Counter((tmp_path / "told").read_text().split()) - Counter(text.encode().hex() for text in undisturbed[2])
    # What was under way at a kill was not answered: at most one question of each game, or the votes of all.
    assert twice.total() <= int(done.stdout) * 3 * 4


def test_a_game_that_fails_does_not_stop_the_others(tmp_path, monkeypatch):
    def failing_play(setup: Any, seats: Any, *, seed: int, recorder: Any) -> Any:
        if seed == 2:
            raise ZeroDivisionError("no")
        return real(setup, seats, seed=seed, recorder=recorder)

    real = engine.play
    monkeypatch.setattr("quack.agents.together.opening_line", lambda order, seed: b"")
    monkeypatch.setattr("quack.agents.together.find_kept", lambda *what: None)
    monkeypatch.setattr(engine, "play", failing_play)
    one, two, three = play_kept(tmp_path, StandIn())
    assert isinstance(two, Unfinished) and isinstance(two.error, PlayError)
    assert "the game of seed 2 came to no end: ZeroDivisionError: no" in str(two.error)
    assert [Played, Played] == [type(one), type(three)]


def test_a_fault_of_the_program_in_one_game_does_not_stop_the_others(tmp_path, monkeypatch):
    def broken(folder: Path, order: Order, seed: int) -> None:
        if seed == 2:
            raise ZeroDivisionError("no")

    monkeypatch.setattr("quack.agents.together.find_kept", broken)
    games = play_kept(tmp_path, StandIn())
    assert [Played, Unfinished, Played] == [type(game) for game in games]
    assert "the game of seed 2 came to no end: ZeroDivisionError: no" in str(games[1].error)


def test_an_error_of_the_system_in_one_game_does_not_stop_the_others(tmp_path, monkeypatch):
    def failing_play(setup: Any, seats: Any, *, seed: int, recorder: Any) -> Any:
        if seed == 2:
            raise OSError(5, "Input/output error", "a file")
        return real(setup, seats, seed=seed, recorder=recorder)

    real = engine.play
    monkeypatch.setattr("quack.agents.together.opening_line", lambda order, seed: b"")
    monkeypatch.setattr("quack.agents.together.find_kept", lambda *what: None)
    monkeypatch.setattr(engine, "play", failing_play)
    games = play_kept(tmp_path, StandIn())
    assert [Played, Unfinished, Played] == [type(game) for game in games]
    what = "a file: the game of seed 2 came to no end: Input/output error; mend that and run the same command again"
    assert what in str(games[1].error)


def test_another_game_in_one_folder_does_not_stop_the_others(undisturbed, tmp_path):
    (tmp_path / "seed2").mkdir()
    (tmp_path / "seed2/transcript.jsonl").write_bytes((undisturbed[0] / "seed1/transcript.jsonl").read_bytes())
    games = play_kept(tmp_path, StandIn())
    assert [Played, Unfinished, Played] == [type(game) for game in games]
    assert "answers of another game lie here: setup, seed or seats differ" in str(games[1].error)


def test_a_wrong_key_suspends_all_games_and_keeps_nothing(tmp_path):
    client = StandIn(lambda text, chance: "authentication")
    games = play_kept(tmp_path, client)
    assert [GameSuspended] * 3 == [type(game.error) for game in games]
    assert (3, {}) == (len(client.asked), files_of(tmp_path))


def test_a_budget_is_for_all_games_together_and_raising_it_goes_on(undisturbed, tmp_path):
    budget = Budget(usd=0.02)
    games = play_kept(tmp_path, StandIn(), budget=budget)
    assert any(isinstance(game, Unfinished) for game in games)
    assert 20 <= budget.spent.questions <= 20 + 3 * 4
    play_kept(tmp_path, StandIn())
    assert undisturbed[1] == files_of(tmp_path)


def test_progress_tells_what_is_spent(tmp_path):
    told: list[Any] = []
    play_kept(tmp_path, StandIn(), (1, 2), on_progress=lambda *what: told.append(what))
    assert (2, 2) == told[-1][:2]
    questions = [spent.questions for _, _, spent in told]
    assert sorted(questions) == questions and questions[0] == 1


def test_unanswered_turns_are_lost_and_the_log_says_so_in_our_own_word(tmp_path):
    (game,) = play_kept(tmp_path, StandIn(failing(0.3, "rate_limit")), (1,))
    log = (tmp_path / "seed1/game.jsonl").read_text()
    lost = [json.loads(line)["data"] for line in log.splitlines() if '"agent_failed"' in line]
    assert {("unanswered", "rate_limit")} == {(each["cause"], each["detail"]) for each in lost}
    assert game.spent.unanswered == game.figures.lost["unanswered"] == len(lost) > 3
    assert "words of a provider" not in log


def test_scripted_players_play_beside_models(tmp_path):
    order = small_order(crew="honest:0.1", seats=(("Bob", "my/model"),))
    play_kept(tmp_path, StandIn(), (1,), order=order)
    config = json.loads((tmp_path / "seed1/game.jsonl").open().readline())["data"]["config"]
    assert "my/model" == config["seats"]["player_1"]
    assert {"views": "none", "language": "en"} == config["seat_options"]["player_1"]
    players = {record.get("model") for record in map(json.loads, (tmp_path / "seed1/transcript.jsonl").open())}
    assert "my/model" in players and "honest:0.1" not in players


def test_scripted_games_have_the_bytes_that_they_have_alone(tmp_path):
    order = small_order(crew="honest:0.1", impostor="subtle")
    play_kept(tmp_path / "one", StandIn(), order=order)
    list(play_games(order, SEEDS, out=tmp_path / "two"))
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


def test_without_a_folder_nothing_is_written_and_the_figures_are_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (game,) = play_kept(None, StandIn(), (1,))
    assert (None, []) == (game.folder, list(tmp_path.iterdir()))
    assert game.spent.questions > 10
