"""Whole games of model players whose provider fails: they end, the log says what happened, nobody acts at random."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from tests.support.faulty_games import SEEDS, faults_of, play_faulty, respond
from tests.support.model_server import LASTING, PASSING, Asked, Faulty, ModelServer, Reply

QUICK = tuple(kind for kind in (*PASSING, *LASTING) if kind != "hang")
HALF = {"rate": 0.5, "seed": 9}


@pytest.fixture(scope="module")
def mixed(one_server: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Faulty]:
    """Games in which half of the questions fail, in every way."""
    out, faulty = tmp_path_factory.mktemp("mixed"), Faulty(respond, kinds=QUICK, **HALF)
    play_faulty(one_server, out, faulty)
    return out, faulty


def test_whole_games_end_and_the_log_says_what_happened(mixed):
    out, faulty = mixed
    assert set(QUICK) == faulty.failed.keys()
    lasting = {"bad_request", "content_filter", "empty_answer", "no_choices", "no_content", "quota", "refusal"}
    assert lasting == faults_of(out).keys(), "what passes costs no turn"


def test_delays_change_no_byte_of_the_logs(mixed, one_server, tmp_path):
    def slowly(asked: Asked) -> Reply:
        time.sleep(len(asked.last) % 7 / 500)
        return respond(asked)

    play_faulty(one_server, tmp_path, Faulty(slowly, kinds=QUICK, **HALF), at_once=1)
    for seed in SEEDS:
        for name in ("game.jsonl", "claims.gold.jsonl"):
            assert (mixed[0] / f"seed{seed}" / name).read_bytes() == (tmp_path / f"seed{seed}" / name).read_bytes()


def test_a_provider_that_rejects_parameters_is_asked_without_them(one_server, tmp_path):
    faulty = Faulty(respond, rate=1.0, kinds=("temperature", "max_tokens"))
    play_faulty(one_server, tmp_path, faulty)
    assert Counter() == faults_of(tmp_path)
    assert 0 < faulty.failed.total() < 40, "those under way when the first was rejected"
