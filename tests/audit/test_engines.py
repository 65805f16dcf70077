"""Who does the work, and what workers must have in common with who gives it to them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from quack.audit.discover import Game
from quack.audit.engines import open_engine
from quack.audit.fingerprint import program_digest
from quack.audit.ray_engine import Shared
from quack.errors import AuditError, SettingsError


def test_an_unknown_engine_is_named_beside_those_that_there_are() -> None:
    with pytest.raises(SettingsError, match="no engine steam; there are local and ray"), open_engine("steam", 1):
        pass


def test_without_ray_the_engine_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(SettingsError, match=r"needs Ray; install it: pip install 'quack\[ray\]'"),
        open_engine("ray", 1),
    ):
        pass


def test_an_address_where_nobody_listens_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    said = r"no Ray cluster at 127\.0\.0\.1:1: .*refused; set RAY_ADDRESS"
    with pytest.raises(SettingsError, match=said), open_engine("ray", 1):
        pass


def test_a_worker_with_another_program_refuses_to_work(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="another version of quack"):
        Shared(str(tmp_path), "0" * 64, None, None).take_over([])


def test_a_worker_that_cannot_see_the_folder_refuses_games_that_are_named_from_there(tmp_path: Path) -> None:
    shared = Shared(str(tmp_path / "gone"), program_digest(), None, None)
    with pytest.raises(AuditError, match="can't see this folder; keep the games where all machines"):
        shared.take_over([Game("a", Path("a/game.jsonl"))])


def test_a_worker_that_cannot_see_the_folder_takes_games_with_a_full_path(tmp_path: Path) -> None:
    shared = Shared(str(tmp_path / "gone"), program_digest(), None, None)
    shared.take_over([Game("a", tmp_path / "a/game.jsonl")])
