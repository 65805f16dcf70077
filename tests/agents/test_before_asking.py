"""What is found before anybody is asked: wrong models, other games, answers that belong to something else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quack.agents.batch import Played
from quack.agents.model.budget import Budget
from quack.agents.model.table import ModelTable
from quack.agents.together import Run, Unfinished, check, play_together
from quack.claims.store import GOLD_NAME
from quack.errors import SettingsError
from quack.providers.client import ModelSpec
from tests.support.stand_ins import StandIn, planned, small_order
from tests.support.together import SEEDS, files_of, play_kept


def test_an_unknown_model_is_found_before_anybody_is_asked(tmp_path):
    order = small_order(seats=(("Bob", "no/model"),))
    with pytest.raises(SettingsError, match="there is no such model"):
        check(planned(tmp_path, SEEDS, order), Run(StandIn()))  # type: ignore[arg-type]


def test_kept_games_need_no_key(undisturbed):
    client = StandIn()
    check(planned(undisturbed[0], SEEDS), Run(client))  # type: ignore[arg-type]
    assert [] == client.checked


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (small_order(ticks=9), "another game lies here: ticks 8, not 9"),
        (small_order(crew="honest"), "another game lies here: played by my/model"),
        (small_order(table=ModelTable(views="both")), "its models played with language en, views none, not with"),
    ],
)
def test_another_game_is_found_before_anybody_is_asked(undisturbed, order, what):
    with pytest.raises(SettingsError, match=what):
        check(planned(undisturbed[0], SEEDS, order), Run(StandIn()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("otherwise", "what"),
    [
        ({"usual": ModelSpec("", temperature=0.5)}, "my/model was asked with temperature None, not 0.5"),
        ({"usual": ModelSpec("", max_tokens=99)}, "my/model was asked with max_tokens 8000, not 99"),
        ({"image_size": 512}, "the size of its pictures differs"),
        ({"prompts": Path("own")}, "its prompts differ"),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_what_is_asked_otherwise_is_found_before_anybody_is_asked(
    undisturbed, tmp_path, monkeypatch, otherwise, what, whole
):
    monkeypatch.chdir(tmp_path)
    Path("own").mkdir()
    Path("own/speak.md").write_text("$meeting $memory")
    shutil.copytree(undisturbed[0], tmp_path / "runs")
    if not whole:
        (tmp_path / "runs/seed1/game.jsonl").unlink()
    before, client = files_of(tmp_path / "runs"), StandIn()
    games = planned(tmp_path / "runs", (1,), small_order(table=ModelTable(views="none", **otherwise)))
    with pytest.raises(SettingsError, match=f"transcript.jsonl: answers of another game lie here: {what}"):
        check(games, Run(client))  # type: ignore[arg-type]
    (game,) = play_together(games, Run(client))  # type: ignore[arg-type]
    assert isinstance(game, Unfinished) and what in str(game.error)
    assert (before, []) == (files_of(tmp_path / "runs"), client.asked)


@pytest.mark.parametrize("content", [None, b"", b"mine\n", b"[]\n"])
def test_a_finished_game_needs_its_transcript_no_more(undisturbed, tmp_path, content):
    shutil.copytree(undisturbed[0], tmp_path / "runs")
    transcript = tmp_path / "runs/seed1/transcript.jsonl"
    transcript.unlink() if content is None else transcript.write_bytes(content)
    (game,) = play_kept(tmp_path / "runs", StandIn(), (1,))
    assert isinstance(game, Played) and game.before


@pytest.mark.parametrize(("gone", "left"), [("game.jsonl", GOLD_NAME), (GOLD_NAME, "game.jsonl")])
def test_half_a_game_whose_answers_are_gone_is_left_alone(undisturbed, tmp_path, gone, left):
    (tmp_path / "seed1").mkdir()
    (tmp_path / "seed1" / left).write_bytes((undisturbed[0] / "seed1" / left).read_bytes())
    before, client = files_of(tmp_path), StandIn()
    with pytest.raises(SettingsError, match=f"{left}: a part of a game lies here, and no transcript.jsonl"):
        check(planned(tmp_path, (1,)), Run(client))  # type: ignore[arg-type]
    (game,) = play_kept(tmp_path, client, (1,))
    assert isinstance(game, Unfinished) and [] == client.asked
    assert before == files_of(tmp_path)


@pytest.mark.parametrize("gone", ["game.jsonl", GOLD_NAME])
def test_half_a_game_is_made_whole_from_its_answers(undisturbed, tmp_path, gone):
    shutil.copytree(undisturbed[0] / "seed1", tmp_path / "seed1")
    whole, client = files_of(tmp_path), StandIn()
    (tmp_path / "seed1" / gone).unlink()
    play_kept(tmp_path, client, (1,))
    assert (whole, []) == (files_of(tmp_path), client.asked)


def test_a_budget_in_dollars_needs_prices(monkeypatch):
    monkeypatch.setattr("quack.agents.together.price_of", lambda model, given: None)
    with pytest.raises(SettingsError, match="nobody knows the price of my/model"):
        check(planned(None, (1,)), Run(StandIn(), Budget(usd=1)))  # type: ignore[arg-type]
