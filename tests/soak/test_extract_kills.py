"""Many kills of a model's extraction."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.claims.model.conftest import told
from tests.support.killing import kill_and_go_on
from tests.support.model_server import ModelServer

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]


def test_killed_fifty_times_the_file_is_never_torn_and_loses_nothing(tmp_path: Path, server: ModelServer) -> None:
    game = told(tmp_path, *(f"I was in medbay at tick {number}." for number in range(40)))
    kill_and_go_on(game, server, Random(50), kills=50)
