"""Played games for tests of scoring, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.kept_scores import play_tree


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of five games in two conditions; a test that changes it works on a copy."""
    return play_tree(tmp_path_factory.mktemp("played") / "games", 5)
