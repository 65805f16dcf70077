"""Many kills of a study with models."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.experiment.test_kills import killed_and_undisturbed
from tests.support.model_server import ModelServer

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]


@pytest.mark.parametrize("seed", range(3))
def test_killed_twenty_times_a_study_of_2_x_2_conditions_and_5_seeds_ends_with_the_same_bytes(
    tmp_path: Path, server: ModelServer, seed: int
) -> None:
    needed, vain = killed_and_undisturbed(tmp_path, server, seeds=5, kills=20, chance=Random(seed))
    print(f"{needed} questions, {vain} asked in vain over 20 kills")
    # A kill loses no more than what is under way: three games with four players each.
    assert vain <= 20 * 3 * 4
