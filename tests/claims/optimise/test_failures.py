"""Models that fail while a program is improved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.claims.model.calls import Meter
from quack.claims.optimise.asking import Ledger, Stopped
from quack.claims.optimise.run import run_optimiser
from quack.claims.optimise.split import Split
from tests.claims.optimise.conftest import MakePlan
from tests.support.improvable_model import ImprovableModel
from tests.support.model_server import Asked, ModelServer, Reply, answer, refuse


@pytest.mark.parametrize(
    ("cause", "reply"),
    [
        ("server_error", refuse(503, "overloaded")),
        ("authentication", refuse(401, "no such key", code="invalid_api_key")),
        ("quota", refuse(429, "You exceeded your current quota", code="insufficient_quota")),
    ],
)
def test_a_provider_in_trouble_ends_the_run(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path, cause: str, reply: Reply
) -> None:
    model = server.respond
    server.respond = lambda asked: model(asked) if len(server.asked) <= 3 else reply

    outcome = run_optimiser(split, plan("gepa"), tmp_path / "answers.jsonl")

    assert outcome.stopped is not None and cause == outcome.stopped[0]
    assert outcome.program is None
    assert 3 == outcome.used


def test_a_model_that_refuses_everything_ends_the_run_before_anything_is_tried(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path
) -> None:
    server.respond = lambda asked: refuse(400, "too many words", code="context_length_exceeded")

    outcome = run_optimiser(split, plan(), tmp_path / "answers.jsonl")

    assert ("useless", "none of the 8 answers could be used; the last: bad_request, too many words") == outcome.stopped
    assert ({"bad_request": 8}, 8) == (outcome.useless, len(server.asked))


def test_a_model_that_never_answers_usefully_comes_to_nothing(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path
) -> None:
    server.respond = lambda asked: answer("Alice was in medbay.")

    outcome = run_optimiser(split, plan(), tmp_path / "answers.jsonl")

    assert outcome.program is None and outcome.stopped is not None
    assert outcome.stopped[1].endswith("answers could be used; the last: not_json, Alice was in medbay")


def test_a_program_whose_answers_could_never_be_used_gets_better(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path
) -> None:
    model = server.respond
    server.respond = lambda asked: model(asked) if "Read it." not in asked.system else answer("Well.")

    outcome = run_optimiser(split, plan("gepa"), tmp_path / "answers.jsonl")

    assert (0.0, 1.0) == (outcome.before["test"].f1, outcome.after["test"].f1)
    assert outcome.better


def test_an_unreadable_answer_scores_nothing_and_is_asked_for_again_by_the_next_run_only(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path
) -> None:
    model = server.respond
    odd = max(split.dev.lessons, key=lambda lesson: len(lesson.gold)).said.text

    def respond(asked: Asked) -> Reply:
        return answer("Well.") if odd in asked.last.partition("<utterance>")[2] else model(asked)

    server.respond = respond
    first = run_optimiser(split, plan(), tmp_path / "answers.jsonl")
    server.asked.clear()
    again = run_optimiser(split, plan(), tmp_path / "answers.jsonl")

    assert 1 == first.before["dev"].unread == first.after["dev"].unread
    assert first.before["dev"].f1 < first.after["dev"].f1 < 1.0
    assert ({"not_json": 2}, 2) == (first.useless, len(server.asked))
    assert again.after == first.after


def test_the_budget_is_kept(split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path) -> None:
    price = (100 * 0.15 + 20 * 0.6) / 1e6  # of gpt-4o-mini, for the tokens that the stand-in claims

    outcome = run_optimiser(split, plan(budget=2.5 * price), tmp_path / "answers.jsonl")

    assert outcome.stopped is not None and "budget" == outcome.stopped[0]
    assert 3 == len(server.asked) == outcome.calls
    assert outcome.spent.cost == pytest.approx(3 * price)


def test_a_price_that_is_not_known_does_not_end_the_counting() -> None:
    ledger = Ledger(None, 0.5, lambda done, cost: None)
    for cost in (None, 0.6):
        ledger.admit()
        ledger.settle(Meter(1, 1, cost))

    with pytest.raises(Stopped, match="budget"):
        ledger.admit()
    assert ledger.meter.cost is None


def test_whoever_writes_instructions_has_to_answer(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path
) -> None:
    model = server.respond
    assert isinstance(model, ImprovableModel)

    def respond(asked: Asked) -> Reply:
        reply = model(asked)
        return answer(None, refusal="I would rather not.") if model.proposals else reply

    server.respond = respond
    outcome = run_optimiser(split, plan("gepa"), tmp_path / "answers.jsonl")

    assert ("refusal", "I would rather not") == outcome.stopped


def test_a_mistake_of_an_optimiser_is_told_without_a_traceback(
    split: Split, plan: MakePlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dspy.BootstrapFewShot.compile", lambda *given, **more: 1 / 0)

    outcome = run_optimiser(split, plan(), tmp_path / "answers.jsonl")

    assert ("optimiser", "ZeroDivisionError: division by zero") == outcome.stopped


def test_kept_answers_that_can_not_be_read_any_more_are_asked_for_again(
    split: Split, plan: MakePlan, server: ModelServer, tmp_path: Path
) -> None:
    path = tmp_path / "answers.jsonl"
    first = run_optimiser(split, plan(), path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(f"{json.dumps(line | {'words': 'Well.'})}\n" for line in lines), "utf-8")
    server.asked.clear()

    again = run_optimiser(split, plan(), path)

    assert (first.after["dev"].f1, None, len(lines)) == (again.after["dev"].f1, again.stopped, len(server.asked))
