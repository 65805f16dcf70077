"""What all tests share: the reference games, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.settings import reference_required

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT.parent / "shared" / "reference"


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of the reference games beside the checkout; without it the test is skipped, or fails if told to."""
    if not REFERENCE.is_dir():
        if reference_required():
            pytest.fail(f"QUACK_REQUIRE_REFERENCE is set and there is no {REFERENCE}")
        pytest.skip("the reference games are not at hand")
    return REFERENCE


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT
