"""What a program prints, whatever Python hashes strings with."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.conftest import ROOT


def printed_under_hash_seeds(code: str) -> set[str]:
    """The different outputs of a program under two hash seeds; one, if the hashes don't matter."""
    return {_printed(code, seed) for seed in ("0", "4711")}


def _printed(code: str, seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout
