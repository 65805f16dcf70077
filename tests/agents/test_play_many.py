"""Many games: kept whole or not at all, never twice, never over others, the same over any number of processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quack.agents import keeping
from quack.agents.batch import Played, play_games
from quack.agents.play import Order, setup_of
from quack.errors import PlayError, SettingsError
from tests.conftest import ROOT


def _order(**values: object) -> Order:
    return Order(setup_of({"ticks": 25, **values}))


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _play(out: Path, seeds: range, order: Order | None = None, **options: int) -> list[Played]:
    return list(play_games(order or _order(), seeds, out=out, **options))


def test_every_game_has_a_folder_with_log_and_labels(tmp_path):
    _play(tmp_path / "deep/runs", range(1, 3))
    assert {
        "seed1/game.jsonl",
        "seed1/claims.gold.jsonl",
        "seed2/game.jsonl",
        "seed2/claims.gold.jsonl",
    } == _files(tmp_path / "deep/runs").keys()


def test_one_process_and_two_give_the_same_bytes(tmp_path):
    one, two = _play(tmp_path / "one", range(1, 6)), _play(tmp_path / "two", range(1, 6), jobs=2)
    assert [game.figures for game in one] == [game.figures for game in two]
    assert _files(tmp_path / "one") == _files(tmp_path / "two")


def test_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    first = _play(tmp_path, range(1, 3))
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.jsonl")}
    again = _play(tmp_path, range(1, 4))
    assert [True, True, False] == [game.before for game in again]
    assert [game.figures for game in first] == [game.figures for game in again[:2]]
    assert before == {path: path.stat().st_mtime_ns for path in before}


@pytest.mark.parametrize("name", ["claims.gold.jsonl", "game.jsonl"])
def test_half_a_game_is_played_again(tmp_path, name):
    _play(tmp_path, range(1, 2))
    whole = _files(tmp_path)
    (tmp_path / "seed1" / name).unlink()
    assert [False] == [game.before for game in _play(tmp_path, range(1, 2))]
    assert whole == _files(tmp_path)


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (_order(players=7), "players 6, not 7"),
        (_order(ticks=26), "ticks 25, not 26"),
        (Order(setup_of({"ticks": 25}), crew="random"), "played by honest:0.1 and subtle, not by random and subtle"),
    ],
)
def test_another_game_in_its_place_is_named_and_nothing_is_played(tmp_path, order, what):
    _play(tmp_path, range(2, 3))
    before = _files(tmp_path)
    with pytest.raises(SettingsError, match=what):
        _play(tmp_path, range(1, 3), order)
    assert before == _files(tmp_path)


def test_the_games_of_two_seeds_that_were_swapped_are_told_apart(tmp_path):
    _play(tmp_path, range(1, 3))
    for old, new in (("seed1", "other"), ("seed2", "seed1"), ("other", "seed2")):
        (tmp_path / old).rename(tmp_path / new)
    with pytest.raises(SettingsError, match=r"seed1/game.jsonl: another game lies here: seed 2, not 1; name another"):
        _play(tmp_path, range(1, 3))


def test_where_the_same_agents_sit_elsewhere_the_first_seat_is_named(tmp_path):
    seats = ("honest", "random")
    orders = [
        Order(setup_of({"ticks": 5}), seats=tuple(zip(names, seats, strict=True)))
        for names in (("Alice", "Bob"), ("Bob", "Alice"))
    ]
    _play(tmp_path, range(1, 2), orders[0])
    with pytest.raises(SettingsError, match="another game lies here: Alice played by honest, not by random; name"):
        _play(tmp_path, range(1, 2), orders[1])


def test_drafts_of_a_process_that_was_killed_are_removed_when_the_game_is_written(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (tmp_path / "seed1").mkdir()
    left = [f".{gone.pid}.game.jsonl", f".{gone.pid}.transcript.jsonl"]
    others = [f".{os.getppid()}.game.jsonl", f".{gone.pid}.mine", ".game.jsonl", f".{10**30}.game.jsonl"]
    for name in (*left, *others):
        (tmp_path / "seed1" / name).write_text("half")
    _play(tmp_path, range(1, 2))
    assert set(others) == {path.name for path in (tmp_path / "seed1").iterdir() if path.name.startswith(".")}


def test_labels_of_something_else_are_never_overwritten(tmp_path):
    (tmp_path / "seed1").mkdir()
    (tmp_path / "seed1/claims.gold.jsonl").write_text("mine\n")
    with pytest.raises(PlayError, match="labels of something else"):
        _play(tmp_path, range(1, 2))
    assert "mine\n" == (tmp_path / "seed1/claims.gold.jsonl").read_text()


def test_the_labels_that_an_interrupted_game_left_are_no_hindrance(tmp_path):
    _play(tmp_path, range(1, 2))
    whole = _files(tmp_path)
    (tmp_path / "seed1/game.jsonl").unlink()
    _play(tmp_path, range(1, 2))
    assert whole == _files(tmp_path)


def test_games_are_not_kept_where_a_link_leads(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "seed1").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SettingsError, match="leads elsewhere"):
        _play(tmp_path, range(1, 2))
    assert [] == list((tmp_path / "elsewhere").iterdir())


def test_a_strangers_log_is_never_overwritten(tmp_path):
    (tmp_path / "seed1").mkdir()
    (tmp_path / "seed1/game.jsonl").write_text("mine\n")
    with pytest.raises(SettingsError, match="another game lies here"):
        _play(tmp_path, range(1, 2))
    assert "mine\n" == (tmp_path / "seed1/game.jsonl").read_text()


def test_a_full_disk_keeps_what_was_written_and_leaves_nothing_half(tmp_path, monkeypatch):
    def write(target: Path, content: bytes) -> None:
        if "seed2" in str(target) and target.name == "game.jsonl":
            raise OSError(28, "No space left on device", str(target))
        real(target, content)

    real = keeping._write
    monkeypatch.setattr(keeping, "_write", write)
    with pytest.raises(PlayError, match=r"seed2: can't be written: No space left on device; games written before"):
        _play(tmp_path, range(1, 4))
    assert {"seed1/game.jsonl", "seed1/claims.gold.jsonl"} <= _files(tmp_path).keys()
    assert "seed2/game.jsonl" not in _files(tmp_path)
    monkeypatch.undo()
    assert [True, False, False] == [game.before for game in _play(tmp_path, range(1, 4))]


def test_a_draft_that_can_not_be_written_is_removed(tmp_path):
    with pytest.raises(TypeError):
        keeping._write(tmp_path / "game.jsonl", "no bytes")  # type: ignore[arg-type]
    assert {} == _files(tmp_path)


def test_a_file_where_the_folder_should_be_is_an_error(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(SettingsError, match="it is no folder"):
        _play(tmp_path / "out", range(1, 2))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_closed_folder_is_an_error_before_anything_is_played(tmp_path):
    (tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(SettingsError, match="Permission denied"):
        _play(tmp_path / "closed", range(1, 2))


_INTERRUPTED = """
import os, signal
from quack.agents import batch

def keep_and_press_ctrl_c(out, game):
    folder = keep(out, game)
    if game.seed == 3:
        os.killpg(0, signal.SIGINT)
    return folder

keep, batch.keep = batch.keep, keep_and_press_ctrl_c
from quack.cli import main
main()
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_keeps_whole_games_and_the_same_command_goes_on(tmp_path, jobs):
    command = [sys.executable, "-c", _INTERRUPTED, "play", "--games", "500", "--jobs", jobs, "--out", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, start_new_session=True, timeout=60, check=False
    )
    assert (130, 2) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert "the same command goes on with the others" in done.stderr
    files = _files(tmp_path)
    assert [] == [name for name in files if Path(name).name.startswith(".")]
    assert {f"seed{seed}/{name}" for seed in (1, 2, 3) for name in ("game.jsonl", "claims.gold.jsonl")} == set(files)
    assert [True, True, True] == [game.before for game in play_games(Order(setup_of({})), range(1, 4), out=tmp_path)]
