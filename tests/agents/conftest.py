"""What tests of agents share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.stand_ins import StandIn
from tests.support.together import files_of, play_kept


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes], list[str]]:
    """Games that nothing disturbed: where, their files, and what was asked."""
    out, client = tmp_path_factory.mktemp("games"), StandIn()
    play_kept(out, client)
    return out, files_of(out), client.asked
