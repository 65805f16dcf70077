"""Which games are found, how they are called, and where their claims are looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.audit.discover import Game, discover_games, with_claims
from quack.errors import SettingsError


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of two conditions with three games, and things that are no games."""
    for name in ("b/seed2", "b/seed1", "a/seed1"):
        _log(tmp_path / "runs" / name)
    (tmp_path / "runs/a/notes.jsonl").write_text("{}")
    (tmp_path / "runs/empty").mkdir()
    (tmp_path / "runs/odd/game.jsonl").mkdir(parents=True)
    return tmp_path / "runs"


def _log(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "game.jsonl"
    log.write_text("{}\n")
    return log


def _names(*paths: Path) -> list[str]:
    return [game.name for game in discover_games(paths)]


def test_a_tree_gives_its_games_sorted_and_named_relative_to_it(tree: Path) -> None:
    assert ["a/seed1", "b/seed1", "b/seed2"] == _names(tree)


@pytest.mark.parametrize("path", ["b/seed2", "b/seed2/game.jsonl"])
def test_a_run_folder_and_its_log_are_both_called_a_dot(tree: Path, path: str) -> None:
    assert ["."] == _names(tree / path)


def test_a_log_may_have_another_name_if_it_is_named_itself(tree: Path) -> None:
    log = tree / "b/seed1/old.jsonl"
    log.write_text("{}\n")
    assert [Game(".", log)] == list(discover_games([log]))


def test_several_paths_give_names_relative_to_what_they_have_in_common(tree: Path) -> None:
    assert ["a/seed1", "b/seed1"] == _names(tree / "b/seed1", tree / "a")


def test_several_logs_of_one_folder_are_told_apart(tree: Path) -> None:
    logs = [tree / "b/one.jsonl", tree / "b/two.jsonl"]
    for log in logs:
        log.write_text("{}\n")
    assert ["one", "two"] == _names(*logs)


def test_a_game_found_twice_is_listed_once(tree: Path) -> None:
    assert ["a/seed1", "b/seed1", "b/seed2"] == _names(tree, tree / "b/seed1", tree)


def test_names_depend_on_the_tree_and_not_on_how_it_is_spelled(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree / "a")
    assert ["a/seed1", "b/seed1", "b/seed2"] == _names(Path(".."))


def test_a_loop_of_links_is_walked_once(tree: Path) -> None:
    (tree / "a/up").symlink_to(tree)
    (tree / "a/self").symlink_to(tree / "a")
    assert ["a/seed1", "b/seed1", "b/seed2"] == _names(tree)


def test_a_link_to_a_game_outside_the_tree_is_followed(tree: Path) -> None:
    _log(tree.parent / "elsewhere")
    (tree / "c").symlink_to(tree.parent / "elsewhere")
    assert ["a/seed1", "b/seed1", "b/seed2", "c"] == _names(tree)


def test_a_game_goes_by_its_real_folder_and_not_by_a_link_that_sorts_first(tree: Path) -> None:
    (tree / "a/latest").symlink_to(tree / "b/seed2")
    assert ["a/seed1", "b/seed1", "b/seed2"] == _names(tree)


@pytest.mark.parametrize("path", ["empty", "missing", "missing/game.jsonl"])
def test_a_path_without_a_game_is_an_error_that_names_it(tree: Path, path: str) -> None:
    with pytest.raises(SettingsError, match=path):
        discover_games([tree / path])


def test_no_path_at_all_is_an_error() -> None:
    with pytest.raises(SettingsError):
        discover_games([])


def _claims(tree: Path, claims: str | Path | None = None) -> list[Path | None]:
    return [game.claims for game in with_claims(discover_games([tree]), claims)]


def test_claims_are_extracted_only_where_no_file_lies_and_none_was_asked_for(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "game.jsonl").write_text("")
    (tmp_path / "runs/a/claims.jsonl").write_text("")
    games = discover_games([tmp_path / "runs"])
    assert [False, True] == [game.extract for game in with_claims(games)]
    assert [False, False] == [game.extract for game in with_claims(games, "claims.jsonl")]
    assert [False, False] == [game.extract for game in with_claims(games, tmp_path / "runs")]


def test_claims_lie_beside_the_log_under_a_usual_name(tree: Path) -> None:
    for name in ("a/seed1/claims.jsonl", "a/seed1/extractions.jsonl", "b/seed1/extractions.jsonl"):
        (tree / name).write_text("")
    assert [tree / "a/seed1/claims.jsonl", tree / "b/seed1/extractions.jsonl", None] == _claims(tree)


def test_claims_can_have_a_name_of_their_own_beside_each_log(tree: Path) -> None:
    (tree / "b/seed1/mine.jsonl").write_text("")
    assert [None, tree / "b/seed1/mine.jsonl", None] == _claims(tree, "mine.jsonl")


def test_claims_can_lie_in_a_tree_of_the_same_layout(tree: Path) -> None:
    theirs = tree.parent / "theirs"
    (theirs / "b/seed2").mkdir(parents=True)
    (theirs / "b/seed2/claims.jsonl").write_text("")
    assert [None, None, theirs / "b/seed2/claims.jsonl"] == _claims(tree, theirs)


def test_a_file_of_claims_serves_one_game(tree: Path) -> None:
    file = tree.parent / "mine.jsonl"
    file.write_text("")
    assert [file] == _claims(tree / "b/seed1", file)


def test_a_file_of_claims_cannot_serve_several_games(tree: Path) -> None:
    file = tree.parent / "mine.jsonl"
    file.write_text("")
    with pytest.raises(SettingsError, match="3 games"):
        _claims(tree, file)


@pytest.mark.parametrize("claims", ["nowhere.jsonl", "no/where.jsonl", ""])
def test_claims_that_are_nowhere_are_an_error(tree: Path, claims: str) -> None:
    with pytest.raises(SettingsError, match=claims or "empty"):
        _claims(tree, claims)
