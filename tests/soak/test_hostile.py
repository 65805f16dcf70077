"""Every hostile rulebook as a user meets it: the whole command, with the limits that it has by itself."""

import os
import resource
import subprocess
import sys
import time

import pytest

from tests.conftest import ROOT
from tests.hostile.bombs import ANSWERS, BOMBS
from tests.hostile.cases import CASES, OUTPUTS
from tests.hostile.command import Ended
from tests.hostile.test_rulebooks import GAME, refused

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]

SECONDS = 10
MEMORY = 2**30


def _bounded():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.mark.parametrize("case", [*CASES, *BOMBS, *ANSWERS, *OUTPUTS], ids=lambda case: case.name)
@pytest.mark.parametrize("limited", [False, True], ids=["", "in a GiB"])
def test_it_takes_ten_seconds_and_a_gib_at_most(case, limited, tmp_path):
    command = [sys.executable, ROOT / "cli.py", "audit", GAME, "--rules", case.write(tmp_path)]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=_bounded if limited else None)
    assert SECONDS > time.monotonic() - start
    refused(case, tmp_path, Ended(done.returncode, done.stdout, done.stderr))
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # of all of them, so far
    assert MEMORY > largest * (1 if sys.platform == "darwin" else 1024)
