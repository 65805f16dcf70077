"""Where rulebooks and prompts are looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack import settings
from quack.errors import SettingsError


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("QUACK_RULES", raising=False)
    monkeypatch.delenv("QUACK_BATCH", raising=False)
    monkeypatch.chdir(tmp_path)


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    (folder / "observed.lp").write_text("% mine\n")
    return folder


def test_the_shipped_rules_serve_where_nothing_else_is_said() -> None:
    assert settings.shipped_folder("rules") == settings.rules_folder()


def test_a_rules_folder_here_wins_over_the_shipped_one(tmp_path: Path) -> None:
    _folder(tmp_path, "rules")
    assert Path("rules") == settings.rules_folder()


def test_a_rules_folder_without_rule_files_is_not_taken_for_ours(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    assert settings.shipped_folder("rules") == settings.rules_folder()


def test_the_environment_wins_over_a_rules_folder_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _folder(tmp_path, "rules")
    mine = _folder(tmp_path, "mine")
    monkeypatch.setenv("QUACK_RULES", str(mine))
    assert mine == settings.rules_folder()


def test_an_environment_that_names_no_folder_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUACK_RULES", "nowhere")
    with pytest.raises(SettingsError, match="names no folder"):
        settings.rules_folder()


def test_prompts_are_found() -> None:
    assert (settings.prompts_folder() / "README.md").is_file()


@pytest.mark.parametrize(("text", "size"), [("", settings.DEFAULT_BATCH), ("7", 7)])
def test_the_batch_size_can_be_set(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUACK_BATCH", text)
    assert size == settings.batch_size()


@pytest.mark.parametrize("text", ["0", "-1", "many", "²"])
def test_a_batch_size_that_is_no_number_is_an_error(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUACK_BATCH", text)
    with pytest.raises(SettingsError):
        settings.batch_size()
