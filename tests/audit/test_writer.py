"""Records on disk: whole, in their place, nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quack.audit.records import AuditRecord
from quack.audit.results import FailedGame
from quack.audit.writer import keep, write_lines, write_records
from quack.errors import AuditError
from tests.samples import game, record


def test_a_game_has_a_file_with_a_line_per_record(tmp_path: Path) -> None:
    records = (record(), record("false"))
    path = write_records(tmp_path, "run/seed01", records)
    assert tmp_path / "run/seed01/audit.jsonl" == path
    assert [each.to_line() for each in records] == path.read_text("utf-8").splitlines()


def test_the_game_called_a_dot_lies_in_the_folder_itself(tmp_path: Path) -> None:
    assert tmp_path / "audit.jsonl" == write_records(tmp_path, ".", ())


def test_a_game_without_claims_has_an_empty_file(tmp_path: Path) -> None:
    assert b"" == write_records(tmp_path, ".", ()).read_bytes()


@pytest.mark.parametrize("name", ["../out", "a/../../b", "/etc"])
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(AuditError, match="outside"):
        write_records(tmp_path / "out", name, ())
    assert [] == list(tmp_path.iterdir())


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/run").symlink_to(tmp_path)
    with pytest.raises(AuditError, match="outside"):
        write_records(tmp_path / "out", "run/seed01", ())


def test_an_interruption_leaves_the_older_file_and_no_draft(tmp_path: Path) -> None:
    older = write_records(tmp_path, ".", [record()]).read_bytes()

    def interrupted() -> Iterator[AuditRecord]:
        yield record("false")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(tmp_path, ".", interrupted())
    assert [("audit.jsonl", older)] == [(path.name, path.read_bytes()) for path in tmp_path.iterdir()]


def test_a_game_whose_file_cannot_be_written_has_failed(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file where a folder has to be")
    outcome = keep(tmp_path, game(record()))
    assert isinstance(outcome, FailedGame)
    assert "can't be written" in str(outcome.error)


def test_a_game_that_is_written_is_handed_on(tmp_path: Path) -> None:
    original = game(record())
    assert original is keep(tmp_path, original)


def test_a_link_in_place_of_the_draft_is_not_followed(tmp_path: Path) -> None:
    mine, folder = tmp_path / "mine", tmp_path / "out"
    mine.write_text("mine")
    folder.mkdir()
    (folder / ".audit.jsonl.draft").symlink_to(mine)
    with pytest.raises(OSError):
        write_lines(folder, ".", b"theirs", "draft")
    assert "mine" == mine.read_text()
