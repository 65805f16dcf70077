"""The sample games, audited once for all tests of exported data and plots."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.report.data_source import Exported, open_source
from quack.report.frames import Frames, collect
from tests.conftest import ROOT


@pytest.fixture(scope="session")
def exported() -> list[Exported]:
    """The rows of the games in `logs/`."""
    return list(open_source([ROOT / "logs"]).each)


@pytest.fixture(scope="session")
def frames(exported: list[Exported]) -> Frames:
    """Their data frames."""
    return collect(exported)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An audit of two of them that has been written."""
    from quack.audit.auditor import audit_each
    from quack.audit.discover import discover_games, with_claims
    from quack.audit.manifest import write_manifest
    from quack.audit.results import GameAudit
    from quack.audit.writer import keep
    from quack.kb.rulebook import load_rulebook

    out = tmp_path_factory.mktemp("audited")
    book = load_rulebook("observed")
    games = with_claims(discover_games([ROOT / "logs" / "sample", ROOT / "logs" / "chance"]))
    write_manifest(out, games, book)
    for audit in audit_each(games, rulebook=book):
        assert isinstance(audit, GameAudit)
        keep(out, audit)
    return out
