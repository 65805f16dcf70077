"""Figures that are kept: what is done again, what is not, and what a folder holds at the end."""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quack.audit import batch
from quack.audit.discover import Game
from quack.audit.results import FailedGame
from quack.errors import AuditError, SettingsError
from quack.kb.rulebook import load_rulebook
from quack.metrics import figures_file, ledger
from quack.metrics.game_figures import GameFigures
from quack.metrics.ledger import score_kept
from quack.metrics.scoring import ScoreOrder, score_each
from quack.world.map import load_map
from tests.support.kept_scores import OBSERVED, content, games_in, kill_and_go_on, score

NAMES = ["again/seed3", "again/seed4", "blunt/seed0", "blunt/seed1", "blunt/seed2"]


@pytest.fixture(scope="session")
def kept(played: Path) -> Path:
    """The folder of a whole run over `played`, beside it."""
    folder = played.parent / "kept"
    for _ in score(played, folder):
        pass
    return folder


class Bench:
    """A tree and the folder of a whole run over it, both to be changed; and which games a run does."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree, self.folder, self.done = tree, folder, list[str]()

    def again(self, **options: Any) -> list[str]:
        """Which games a further run does."""
        self.done.clear()
        self.outcomes = list(score(self.tree, self.folder, **options))
        return sorted(self.done)

    @property
    def file(self) -> Path:
        return self.folder / "figures.jsonl"


@pytest.fixture
def bench(played: Path, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench(Path(shutil.copytree(played, tmp_path / "games")), Path(shutil.copytree(kept, tmp_path / "kept")))
    read = batch.read_case

    def noted(game: Game, *args: Any, **options: Any) -> Any:
        bench.done.append(game.name)
        return read(game, *args, **options)

    monkeypatch.setattr(batch, "read_case", noted)
    return bench


def test_a_run_over_unchanged_games_does_none_and_changes_no_file(bench: Bench, kept: Path) -> None:
    assert [] == bench.again()
    assert content(kept) == content(bench.folder)


def test_what_is_kept_is_what_is_found_out(bench: Bench) -> None:
    fresh = list(score_each(games_in(bench.tree), ScoreOrder(OBSERVED)))
    bench.again()
    assert [each.to_line() for each in fresh] == [each.to_line() for each in bench.outcomes]


def test_a_first_run_gives_what_a_later_one_reads(bench: Bench) -> None:
    bench.again()
    later = bench.outcomes
    assert later == list(score(bench.tree, bench.folder.with_name("new")))


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


CHANGES: dict[str, Callable[[Bench], object]] = {
    "its log": lambda bench: _append(bench.tree / "blunt/seed1/game.jsonl", "\n"),
    "its claims": lambda bench: _append(bench.tree / "blunt/seed1/claims.gold.jsonl", "\n"),
    "the name of its claims": lambda bench: (bench.tree / "blunt/seed1/claims.gold.jsonl").rename(
        bench.tree / "blunt/seed1/claims.jsonl"
    ),
    "that it has claims": lambda bench: (bench.tree / "blunt/seed1/claims.gold.jsonl").unlink(),
    "its records": lambda bench: _append(bench.folder / "blunt/seed1/audit.jsonl", "\n"),
    "that it has records": lambda bench: (bench.folder / "blunt/seed1/audit.jsonl").unlink(),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_game_is_done_again_where_this_has_changed(bench: Bench, what: str) -> None:
    CHANGES[what](bench)
    assert ["blunt/seed1"] == bench.again()
    assert [] == bench.again()


def test_a_game_whose_claims_are_extracted_is_not_done_twice(bench: Bench) -> None:
    (bench.tree / "blunt/seed1/claims.gold.jsonl").unlink()
    bench.again()
    line = json.loads(bench.file.read_text("ascii").splitlines()[3])
    assert ["offline", None] == [line["claims"][0].partition(" ")[0], line["claims"][1]]


def test_records_of_the_same_length_that_say_something_else_are_written_again(bench: Bench, kept: Path) -> None:
    path = bench.folder / "blunt/seed1/audit.jsonl"
    path.write_bytes(path.read_bytes().replace(b"true", b"eurt"))
    assert ["blunt/seed1"] == bench.again()
    assert content(kept) == content(bench.folder)


def test_other_rules_do_all_games_again(bench: Bench) -> None:
    assert NAMES == bench.again(rulebook=load_rulebook("paper"))


def test_another_constant_does_all_games_again(bench: Bench) -> None:
    assert NAMES == bench.again(rulebook=load_rulebook("observed", {"tick_slack": 3}))


def test_another_program_does_all_games_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "program_digest", lambda: "0" * 64)
    assert NAMES == bench.again()


def test_a_map_of_their_own_does_all_games_again(bench: Bench) -> None:
    order = ScoreOrder(OBSERVED, load_map("simple_ship"))
    assert 5 == len(list(score_kept(games_in(bench.tree), order, bench.folder)))
    assert NAMES == sorted(bench.done)


def test_a_new_game_is_done_alone_and_stands_in_its_place(bench: Bench) -> None:
    shutil.copytree(bench.tree / "blunt/seed1", bench.tree / "above/seed1")
    assert ["above/seed1"] == bench.again()
    assert ["above/seed1", *NAMES] == [json.loads(line)["game"] for line in bench.file.read_text("ascii").splitlines()]


def test_a_game_that_is_gone_drops_out(bench: Bench) -> None:
    shutil.rmtree(bench.tree / "again")
    assert [] == bench.again()
    assert NAMES[2:] == [json.loads(line)["game"] for line in bench.file.read_text("ascii").splitlines()]


def test_a_game_that_failed_is_tried_again(bench: Bench) -> None:
    log = bench.tree / "blunt/seed1/game.jsonl"
    whole = log.read_bytes()
    log.write_bytes(b"not a log")
    bench.again()
    assert ["blunt/seed1"] == [each.game for each in bench.outcomes if isinstance(each, FailedGame)]
    assert 4 == bench.file.read_bytes().count(b"\n")
    log.write_bytes(whole)
    assert ["blunt/seed1"] == bench.again()
    assert [] == [each for each in bench.outcomes if isinstance(each, FailedGame)]


def test_notices_name_files_as_they_are_spelled_now_and_the_file_names_none(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = bench.tree / "blunt/seed1/game.jsonl"
    log.write_bytes(log.read_bytes()[:-9])
    bench.again()
    assert str(bench.tree) not in bench.file.read_text("ascii")
    monkeypatch.chdir(bench.tree)
    outcome = list(score(Path("."), bench.folder))[3]
    assert isinstance(outcome, GameFigures)
    assert {"blunt/seed1/game.jsonl"} == {notice.partition(":")[0] for notice in outcome.statements.notices}


# --- lines that are none ----------------------------------------------------------------------------------------------


def test_a_torn_last_line_costs_its_game_alone(bench: Bench, kept: Path) -> None:
    bench.file.write_bytes(bench.file.read_bytes()[:-20])
    assert NAMES[-1:] == bench.again()
    assert content(kept) == content(bench.folder)


def test_foreign_lines_are_left_out(bench: Bench, kept: Path) -> None:
    foreign = b'{"game": 1}\n\xff\xfe\n[]\n\n' + b'{"sha256":"' + b"0" * 64 + b'","game":"x"}\n'
    bench.file.write_bytes(foreign + bench.file.read_bytes() + foreign)
    assert [] == bench.again()
    assert content(kept) == content(bench.folder)


def test_a_line_in_which_a_digit_was_changed_costs_its_game(bench: Bench, kept: Path) -> None:
    lines = bench.file.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"[0,1]", b"[1,1]", 1)
    bench.file.write_bytes(b"".join(lines))
    assert ["blunt/seed0"] == bench.again()
    assert content(kept) == content(bench.folder)


def _sealed(line: str, **changes: Any) -> str:
    """A line with some of its values changed or (None) left out, and the hash that it would have with these."""
    data = {key: value for key, value in {**json.loads(line), **changes}.items() if value is not None}
    del data["sha256"]
    body = json.dumps(data, separators=(",", ":"))[1:]
    return f'{{"sha256":"{hashlib.sha256(body.encode()).hexdigest()}",{body}\n'


@pytest.mark.parametrize("changes", [{"game": ["a"]}, {"records": [1]}, {"made_by": None}, {"log": None}], ids=str)
def test_a_sealed_line_of_another_form_costs_its_game(bench: Bench, kept: Path, changes: dict[str, Any]) -> None:
    first, *rest = bench.file.read_text().splitlines(keepends=True)
    bench.file.write_text("".join([_sealed(first, **changes), *rest]))
    assert [NAMES[0]] == bench.again()
    assert content(kept) == content(bench.folder)


@pytest.mark.parametrize(
    "changes",
    [
        {"course": {"kills": ["a", "b"]}},
        {"course": {"kills": [10**30, 1]}},
        {"course": {"no such figure": [1, 1]}},
        {"condition": 5},
        {"roster": [["player_0", "Alice", "swan", None]]},
        {"rounds": {"two": {}}},
    ],
    ids=str,
)
def test_sealed_figures_of_another_form_are_told_with_the_remedy(bench: Bench, changes: dict[str, Any]) -> None:
    first, *rest = bench.file.read_text().splitlines(keepends=True)
    figures = json.loads(first)["figures"] | changes
    bench.file.write_text("".join([_sealed(first, figures=figures), *rest]))
    with pytest.raises(AuditError, match=r"another form than this program's; remove this file"):
        bench.again()


@pytest.mark.parametrize("name", ["figures.jsonl", ".figures.jsonl.draft"])
def test_a_link_in_the_folder_leads_to_no_other_file(bench: Bench, tmp_path: Path, name: str) -> None:
    (tmp_path / "mine").write_text("mine\n")
    (bench.folder / name).unlink(missing_ok=True)
    (bench.folder / name).symlink_to(tmp_path / "mine")
    shutil.rmtree(bench.tree / NAMES[0])  # so that the file has to be written anew
    if name == "figures.jsonl":
        with pytest.raises(AuditError, match="is a link; remove it"):
            bench.again()
    else:
        bench.again()
    assert "mine\n" == (tmp_path / "mine").read_text()


def test_of_two_lines_of_a_game_one_is_kept(bench: Bench, kept: Path) -> None:
    bench.file.write_bytes(bench.file.read_bytes() * 2)
    assert [] == bench.again()
    assert content(kept) == content(bench.folder)


def test_lines_in_another_order_are_put_into_that_of_the_games(bench: Bench, kept: Path) -> None:
    lines = bench.file.read_bytes().splitlines(keepends=True)
    bench.file.write_bytes(b"".join(reversed(lines)))
    assert [] == bench.again()
    assert [each.game for each in bench.outcomes if isinstance(each, GameFigures)] == NAMES
    assert content(kept) == content(bench.folder)


# --- interruptions ----------------------------------------------------------------------------------------------------


def test_a_run_that_nobody_reads_to_its_end_keeps_what_is_done(bench: Bench, kept: Path) -> None:
    shutil.rmtree(bench.folder)
    run = score(bench.tree, bench.folder, batch_size=2)
    next(run)
    run.close()
    assert NAMES[2:] == bench.again()
    assert content(kept) == content(bench.folder)


def test_a_second_run_into_the_same_folder_is_refused(bench: Bench) -> None:
    run = score(bench.tree, bench.folder)
    next(run)
    with pytest.raises(SettingsError, match="another run is writing into this folder"):
        next(score(bench.tree, bench.folder))
    run.close()
    assert [] == bench.again()


def test_no_room_for_a_line_leaves_whole_lines_only(bench: Bench, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(bench.folder)
    add = figures_file.FiguresFile.add

    def full(self: Any, lines: Any) -> None:
        if self.path.stat().st_size:
            self._end = _Full(self._end)
        add(self, lines)

    with monkeypatch.context() as patch:
        patch.setattr(figures_file.FiguresFile, "add", full)
        with pytest.raises(AuditError, match="No space left on device; what is finished is kept"):
            bench.again(batch_size=2)
    assert NAMES[2:] == bench.again()
    assert content(kept) == content(bench.folder)


class _Full:
    """A file on a disk with room for ten bytes."""

    def __init__(self, file: Any) -> None:
        self._file, self._left = file, 10

    def write(self, data: memoryview) -> int:
        if not self._left:
            raise OSError(errno.ENOSPC, "No space left on device")
        written: int = self._file.write(data[: self._left])
        self._left = 0
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def test_a_folder_that_cannot_be_made_is_told(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AuditError, match="can't be written"):
        next(score(bench.tree, tmp_path / "file" / "out"))


@pytest.mark.skipif(sys.platform != "linux", reason="processes inherit nothing here")
def test_killed_twice_and_resumed_it_ends_as_an_undisturbed_run(played: Path, tmp_path: Path) -> None:
    kill_and_go_on(played, tmp_path / "killed", Random(7), kills=2, batch_size=2)


def test_two_processes_leave_the_bytes_of_one(played: Path, kept: Path) -> None:
    list(score(played, played.parent / "two", jobs=2, batch_size=1))
    assert content(kept) == content(played.parent / "two")
