"""Getting the released games, by the hub's real client, from a server on this machine that stands in for the hub."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.audit.discover import discover_games
from quack.audit.fetching import fetch_games
from quack.errors import SettingsError
from tests.support.hub_server import hub

LOG = "homogeneous/some-model/20260101_120000_seed1/game.jsonl"
FILES = {LOG: b"{}\n", "homogeneous/some-model/20260101_120000_seed1/replay.mp4": b"film", "README.md": b"words"}


def test_logs_are_fetched_in_the_layout_of_the_data_set_and_films_are_not(tmp_path: Path) -> None:
    with hub("somebody/games", FILES) as running:
        folder = fetch_games(tmp_path / "games", data_set="somebody/games", endpoint=running.url)
    assert [LOG] == running.got
    assert b"{}\n" == (folder / LOG).read_bytes()
    assert ["homogeneous/some-model/20260101_120000_seed1"] == [game.name for game in discover_games([folder])]


def test_what_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    with hub("somebody/games", FILES) as running:
        for _ in range(2):
            fetch_games(tmp_path, data_set="somebody/games", endpoint=running.url)
    assert [LOG] == running.got


def test_a_data_set_that_is_not_there_is_told_on_one_line(tmp_path: Path) -> None:
    with hub("somebody/games", FILES) as running, pytest.raises(SettingsError, match="somebody/others") as caught:
        fetch_games(tmp_path, data_set="somebody/others", endpoint=running.url)
    assert "404" in str(caught.value)
    assert "\\n" not in str(caught.value)


def test_a_hub_out_of_reach_is_told_with_what_to_do_instead(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="by other means"):
        fetch_games(tmp_path, data_set="somebody/games", endpoint="http://127.0.0.1:9")


def test_what_is_no_name_of_a_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no name of a data set"):
        fetch_games(tmp_path, data_set="../no name/at all", endpoint="http://127.0.0.1:9")
