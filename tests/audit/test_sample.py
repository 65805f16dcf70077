"""The sample game, audited as a user would."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quack import audit_games, load_rulebook
from quack.audit.results import Audit
from quack.kb.rulebook import Rulebook


@pytest.fixture(scope="module")
def rulebook(root: Path) -> Rulebook:
    return load_rulebook(root / "rules")


@pytest.fixture
def runs(root: Path, tmp_path: Path) -> Path:
    """Four games: two whole ones, one without a file of claims, one whose log is no log."""
    for name in ("a/seed1", "a/seed2", "b/unwritten", "b/broken"):
        shutil.copytree(root / "logs/sample", tmp_path / name)
    (tmp_path / "b/unwritten/claims.jsonl").unlink()
    (tmp_path / "b/broken/game.jsonl").write_text("nonsense\nnonsense\n")
    return tmp_path


def _lines(audit: Audit) -> list[str]:
    return [record.to_line() for record in audit.records]


def test_every_claim_has_a_verdict_and_no_rule_is_at_fault(root: Path, rulebook: Rulebook) -> None:
    audit = audit_games(root / "logs", rulebook=rulebook)
    assert audit.records
    assert [] == [record.id for record in audit.records if record.verdict is None]
    assert [()] * len(audit.games) == [game.defects for game in audit.games]


def test_a_bad_game_is_listed_and_the_others_are_audited(runs: Path, rulebook: Rulebook) -> None:
    audit = audit_games(runs, rulebook=rulebook)
    assert ["a/seed1", "a/seed2", "b/unwritten"] == [game.game for game in audit.games]
    assert ["b/broken"] == [failed.game for failed in audit.failed]
    assert audit.failed[0].error.path == runs / "b/broken/game.jsonl"


def test_a_game_without_a_file_of_claims_is_read_by_the_extractor(runs: Path, rulebook: Rulebook) -> None:
    game = audit_games(runs / "b/unwritten", rulebook=rulebook).games[0]
    assert (".", None, "offline 3") == (game.game, game.claims_file, game.extractor)
    assert game.records
    assert 0 < game.coverage.read == game.coverage.total


def test_a_game_that_a_folder_of_claims_lacks_is_listed_as_unread(runs: Path, rulebook: Rulebook) -> None:
    shutil.copytree(runs / "a", runs / "claims/a")
    unread = audit_games([runs / "a", runs / "b/unwritten"], rulebook=rulebook, claims=runs / "claims").games[-1]
    assert ("b/unwritten", (), None) == (unread.game, unread.records, unread.extractor)
    assert 0 == unread.coverage.read < unread.coverage.total


@pytest.mark.parametrize("options", [{"jobs": 2}, {"batch_size": 1}])
def test_the_way_of_working_changes_no_byte(runs: Path, rulebook: Rulebook, options: dict[str, int]) -> None:
    assert _lines(audit_games(runs, rulebook=rulebook)) == _lines(audit_games(runs, rulebook=rulebook, **options))


def test_records_do_not_tell_where_the_games_lie(root: Path, runs: Path, rulebook: Rulebook) -> None:
    here = _lines(audit_games(root / "logs/sample", rulebook=rulebook))
    there = _lines(audit_games(runs / "a/seed2", rulebook=rulebook))
    assert here == there


def test_a_record_names_what_it_was_made_from(root: Path, rulebook: Rulebook) -> None:
    record = json.loads(_lines(audit_games(root / "logs/sample", rulebook=rulebook))[0])
    assert rulebook.sha256 == record["versions"]["rulebook"]
    assert ["log", "claims", "rulebook", "program"] == list(record["versions"])
    assert all(record["versions"].values())


def test_evidence_cites_lines_of_the_log(root: Path, rulebook: Rulebook) -> None:
    lines = len((root / "logs/sample/game.jsonl").read_text("utf-8").splitlines())
    records = audit_games(root / "logs/sample", rulebook=rulebook).records
    cited = [each.line for record in records for each in record.evidence]
    assert cited
    assert all(line is None or 1 <= line <= lines for line in cited)
