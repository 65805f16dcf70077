"""A model's extraction that is killed loses nothing that was finished, and asks for nothing twice."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.claims.model.conftest import told
from tests.support.killing import kill_and_go_on
from tests.support.model_server import ModelServer

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")


def test_killed_at_random_moments_the_file_keeps_every_finished_line(tmp_path: Path, server: ModelServer) -> None:
    game = told(tmp_path, *(f"I was in medbay at tick {number}." for number in range(10)))
    kill_and_go_on(game, server, Random(5), kills=5)
