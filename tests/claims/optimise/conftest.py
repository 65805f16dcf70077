"""Labelled games, and a stand-in server for whoever is asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quack.claims.model.options import ModelOptions
from quack.claims.optimise.lessons import LabelledGame, Lesson, lessons_of
from quack.claims.optimise.run import Plan
from quack.claims.optimise.split import Sizes, Split, split_games
from quack.events.log import read_log
from quack.events.timeline import replay
from tests.support.improvable_model import ImprovableModel
from tests.support.model_server import ModelServer, answer

GAMES = ("chance/seed14", "forgetful/seed5", "perfect/seed8", "swapped/seed3")
MODEL = "openai/gpt-4o-mini"
SEED = 7

MakePlan = Callable[..., Plan]


@pytest.fixture(scope="session")
def labelled(root: Path) -> list[LabelledGame]:
    """Sample games with their exact labels."""
    games = []
    for name in GAMES:
        log = read_log(root / "logs" / name / "game.jsonl")
        games.append(lessons_of(name, log, replay(log), root / "logs" / name / "claims.gold.jsonl"))
    return games


@pytest.fixture(scope="session")
def split(labelled: list[LabelledGame]) -> Split:
    """Two of them teach, one chooses, one measures; few utterances of each."""
    return split_games(labelled, Sizes(messages=4), seed=SEED)


@pytest.fixture(scope="session")
def one_server() -> Iterator[ModelServer]:
    with ModelServer(lambda asked: answer("")) as server:
        yield server


@pytest.fixture
def server(one_server: ModelServer, split: Split, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """A model that can be improved, and that the client has a key for."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-this-is-a-secret-0123456789")
    one_server.asked.clear()
    one_server.respond = ImprovableModel(lessons_in(split))
    return one_server


@pytest.fixture
def plan(server: ModelServer, tmp_path: Path) -> MakePlan:
    """Makes plans to improve a poor program."""
    return lambda optimiser="bootstrap", **more: make_plan(server.url, tmp_path, optimiser, **more)


def lessons_in(split: Split) -> tuple[Lesson, ...]:
    """All lessons of a split."""
    return (*split.train.lessons, *split.dev.lessons, *split.test.lessons)


def make_plan(url: str, folder: Path, optimiser: str, **more: Any) -> Plan:
    """A plan to improve a poor program, which it writes to the folder, with little patience and no waiting."""
    poor = folder / "poor.md"
    poor.write_text("Read it.")
    options = ModelOptions(MODEL, program=poor, api_base=url, timeout=5, retries=1, sleep=lambda seconds: None)
    return Plan(optimiser, **{"model": options, "rounds": 2, "demos": 2, **more})
