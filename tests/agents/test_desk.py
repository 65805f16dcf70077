"""The desk of a game: asks once, in the order of the questions, and stops where asking makes no sense."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quack.agents.model import transcript as kept
from quack.agents.model.budget import Budget, Spent
from quack.agents.model.desk import MOST_IN_A_ROW, GameDesk
from quack.agents.model.question import Call, Picture, Question
from quack.agents.model.transcript import Transcript
from quack.game.agent import GameSuspended, NoAnswer
from quack.providers.client import Client, ModelSpec, Reply
from quack.providers.limits import Limits
from tests.support.model_server import answer
from tests.support.stand_ins import StandIn

HEAD = {"game": "g", "prompts": "p", "models": {}, "image_size": 256, "program": "0"}
SPECS = {"my/model": ModelSpec("my/model"), "other/model": ModelSpec("other/model")}
PNG = Picture("global", b"a picture")


def _question(text: str, model: str = "my/model", pictures: Any = tuple) -> Question:
    return Question("player_0", "act", 1, model, "the rules", text, pictures)


def _desk(path: Path | None, client: Any, budget: Budget | None = None) -> GameDesk:
    return GameDesk(Transcript(path, HEAD), SPECS, client, budget or Budget())


def _says(*told: str) -> StandIn:
    """A client that gives these answers, one after another."""
    left = iter(told)
    return StandIn(lambda text, chance: next(left))


def _take(desk: GameDesk, *questions: Question) -> list[Any]:
    """The answers to questions that are put one after another, or what was raised instead."""

    async def take() -> list[Any]:
        answers: list[Any] = []
        for question in questions:
            try:
                answers.append(await desk.answer(question))
            except (NoAnswer, GameSuspended) as error:
                answers.append(error)
        return answers

    return asyncio.run(take())


def _records(path: Path) -> list[dict[str, Any]]:
    return [record for record in map(json.loads, path.read_text().splitlines()) if "n" in record]


def test_what_was_answered_is_not_asked_again(tmp_path):
    path, client = tmp_path / "transcript.jsonl", _says("one (1)", "two (2)")
    assert ["one (1)", "two (2)"] == _take(_desk(path, client), _question("a"), _question("b"))
    nobody = StandIn()
    assert ["one (1)", "two (2)"] == _take(_desk(path, nobody), _question("a"), _question("b"))
    assert [] == nobody.asked


@pytest.mark.parametrize("patience", range(3))
def test_questions_put_at_once_are_numbered_in_their_order(tmp_path, patience):
    path = tmp_path / "transcript.jsonl"
    desk = _desk(path, StandIn(lambda text, chance: f"to {text}", patience=patience))

    async def ask_all() -> list[str]:
        return await asyncio.gather(*(desk.answer(_question(str(index))) for index in range(6)))

    assert [f"to {index}" for index in range(6)] == asyncio.run(ask_all())
    assert {index: str(index) for index in range(6)} == {record["n"]: record["text"] for record in _records(path)}


def test_an_answer_is_in_the_file_before_the_game_goes_on(tmp_path, monkeypatch):
    path, synced = tmp_path / "transcript.jsonl", []
    monkeypatch.setattr(kept.os, "fsync", lambda handle: synced.append(path.read_text().count("\n")))
    _take(_desk(path, _says("an answer", "another answer")), _question("a"), _question("b"))
    assert [3, 4] == synced, "the first line, the instructions and a question; then a question"


def test_half_a_speech_is_said_and_half_an_action_or_vote_is_none(tmp_path):
    client = _says("truncated", "truncated", "I was in medb (")
    calls: tuple[Call, ...] = ("act", "vote", "speak")
    questions = [Question("player_0", call, 1, "my/model", "the rules", call, tuple) for call in calls]
    act, vote, speech = _take(_desk(tmp_path / "transcript.jsonl", client), *questions)
    assert [True, True, False] == client.whole
    assert ("truncated", "truncated", "I was in medb (") == (act.detail, vote.detail, speech)
    assert "truncated" == _records(tmp_path / "transcript.jsonl")[0]["fault"]["cause"]


def test_a_fault_is_kept_and_costs_the_turn_again(tmp_path):
    path = tmp_path / "transcript.jsonl"
    for client in (_says("content_filter"), StandIn()):
        (lost,) = _take(_desk(path, client), _question("a"))
        assert ("unanswered", "content_filter") == (lost.cause, lost.detail)
    assert {"cause": "content_filter", "detail": "words of a provider"} == _records(path)[0]["fault"]


@pytest.mark.parametrize("cause", ["authentication", "unknown_model"])
def test_what_no_question_would_survive_suspends_the_game_and_is_not_kept(tmp_path, cause):
    path, client = tmp_path / "transcript.jsonl", _says(cause, "an answer")
    first, second = _take(_desk(path, client), _question("a"), _question("b"))
    assert isinstance(first, GameSuspended) and first is second
    assert f"my/model can't be asked: {cause}: words of a provider" in str(first)
    assert (1, False) == (len(client.asked), path.exists())


def test_where_nothing_ever_came_back_the_network_suspends_the_game_and_nothing_is_kept(tmp_path):
    path, client = tmp_path / "transcript.jsonl", StandIn(lambda text, chance: "network", there=False)
    specs = {"my/model": ModelSpec("my/model", api_base="http://127.0.0.1:9/v1")}
    first, second = _take(GameDesk(Transcript(path, HEAD), specs, client, Budget()), _question("a"), _question("b"))
    assert isinstance(first, GameSuspended) and first is second
    assert "my/model can't be reached at http://127.0.0.1:9/v1: words of a provider; mend that" in str(first)
    assert (1, False) == (len(client.asked), path.exists())


@pytest.mark.parametrize("cause", ["timeout", "server_error"])
def test_where_nothing_ever_came_back_only_the_network_suspends_at_once(cause):
    client = StandIn(lambda text, chance: cause, there=False)
    (lost,) = _take(_desk(None, client), _question("a"))
    assert isinstance(lost, NoAnswer)


@pytest.mark.parametrize("cause", ["rate_limit", "timeout", "bad_request", "quota", "network", "server_error"])
def test_many_in_a_row_without_an_answer_suspend_the_game(tmp_path, cause):
    path, client = tmp_path / "transcript.jsonl", StandIn(lambda text, chance: cause)
    answers = _take(_desk(path, client), *(_question(str(index)) for index in range(MOST_IN_A_ROW + 2)))
    assert [NoAnswer] * (MOST_IN_A_ROW - 1) + [GameSuspended] * 3 == [type(answer) for answer in answers]
    assert (MOST_IN_A_ROW, []) == (len(client.asked), _records(path))
    why = f"my/model has left 10 questions in a row without an answer, the last for {cause}: words of a provider; "
    remedy = "ask otherwise, in a new game" if cause == "bad_request" else "run the same command again"
    assert why + remedy in str(answers[-1])


def test_what_was_asked_since_the_last_answer_is_asked_again_after_a_suspension(tmp_path):
    path = tmp_path / "transcript.jsonl"
    questions = [_question(str(index)) for index in range(MOST_IN_A_ROW + 2)]
    _take(_desk(path, _says("quota", "an answer", *["quota"] * MOST_IN_A_ROW)), *questions)
    assert [0, 1] == [record["n"] for record in _records(path)], "what no suspension followed stays lost"
    later = StandIn(lambda text, chance: "at last (1)")
    answers = _take(_desk(path, later), *questions)
    assert [NoAnswer] + [str] * (MOST_IN_A_ROW + 1) == [type(answer) for answer in answers]
    assert MOST_IN_A_ROW == len(later.asked)
    assert list(range(MOST_IN_A_ROW + 2)) == [record["n"] for record in _records(path)]


def test_an_answer_between_them_and_refusals_do_not_suspend(tmp_path):
    told = (["timeout"] * (MOST_IN_A_ROW - 1) + ["an answer"]) * 2 + ["refusal"] * 20
    answers = _take(_desk(None, _says(*told)), *(_question(str(index)) for index in range(len(told))))
    assert not any(isinstance(answer, GameSuspended) for answer in answers)


def test_each_model_is_counted_by_itself():
    told = ["timeout", "an answer"] * MOST_IN_A_ROW
    models = ["my/model", "other/model"] * MOST_IN_A_ROW
    answers = _take(_desk(None, _says(*told)), *(_question(str(n), model) for n, model in enumerate(models)))
    assert isinstance(answers[-2], GameSuspended)


@pytest.mark.parametrize(
    ("budget", "what"),
    [
        (Budget(usd=0.002), r"the budget of \$0.002 is used up"),
        (Budget(tokens=240), "the budget of 240 tokens is used up"),
    ],
)
def test_a_budget_that_is_used_up_suspends_before_the_next_question(budget, what):
    client = StandIn(lambda text, chance: "an answer")
    answers = _take(_desk(None, client, budget), *(_question(str(index)) for index in range(4)))
    assert ["an answer", "an answer"] == answers[:2]
    with pytest.raises(GameSuspended, match=what):
        raise answers[2]
    assert (2, Spent(2, 0, 200, 40, 0.002, 0)) == (len(client.asked), budget.spent)


def test_questions_that_wait_for_their_turn_are_not_asked_once_the_budget_is_used_up(server):
    server.respond = lambda asked: answer("an answer")
    client, budget = Client(usual=Limits(concurrency=2)), Budget(tokens=1)
    specs = {"my/model": ModelSpec("openai/gpt-4o-mini", server.url, retries=0)}
    desks = [GameDesk(Transcript(None, HEAD), specs, client, budget) for _ in range(12)]

    async def ask_all() -> list[Any]:
        return await asyncio.gather(*(desk.answer(_question("a")) for desk in desks), return_exceptions=True)

    outcomes = asyncio.run(ask_all())
    assert [str] * 2 + [GameSuspended] * 10 == [type(outcome) for outcome in outcomes]
    assert 2 == len(server.asked)


class _Uncounting(StandIn):
    """A client whose replies hold something else than its answers take."""

    def __init__(self, **held: Any) -> None:
        super().__init__(lambda text, chance: "an answer")
        self._held = held

    async def ask(self, *asked: Any, **more: Any) -> Reply:
        return replace(await super().ask(*asked, **more), **self._held)


NOT_COUNTED = {"prompt_tokens": 0, "completion_tokens": 0, "cost": None}


@pytest.mark.parametrize("budget", [Budget(usd=1.0), Budget(tokens=10_000), Budget(1.0, 10_000)])
def test_no_budget_can_be_kept_where_nobody_says_what_an_answer_took(budget):
    client = _Uncounting(**NOT_COUNTED)
    answers = _take(_desk(None, client, budget), *(_question(str(index)) for index in range(3)))
    assert (["an answer"], 1) == (answers[:1], len(client.asked))
    why = "the provider of my/model doesn't say what an answer took, so that no budget can be kept; leave the"
    assert why in str(answers[1]) and answers[1] is answers[2]


@pytest.mark.parametrize(
    ("budget", "held"),
    [
        (Budget(), NOT_COUNTED),
        (Budget(tokens=10_000), {"cost": None}),
        (Budget(usd=1.0), NOT_COUNTED | {"cost": 0.0}),
    ],
)
def test_what_no_budget_asks_for_need_not_be_known(budget, held):
    questions = [_question(str(index)) for index in range(3)]
    assert ["an answer"] * 3 == _take(_desk(None, _Uncounting(**held), budget), *questions)


def test_what_an_answer_cost_that_never_came_ends_no_budget():
    client, questions = _says("timeout", "an answer"), [_question("a"), _question("b")]
    desk = _desk(None, client, budget := Budget(usd=1.0))
    assert "an answer" == _take(desk, *questions)[1]
    assert budget.uncounted is None


def test_what_was_spent_before_counts_where_it_is_told():
    client = StandIn()
    answers = _take(_desk(None, client, Budget(usd=1.0, spent=Spent(usd=1.0))), _question("a"))
    assert (GameSuspended, []) == (type(answers[0]), client.asked)


def test_another_question_in_its_place_suspends_and_leaves_the_file_alone(tmp_path):
    path = tmp_path / "transcript.jsonl"
    _take(_desk(path, _says("an answer")), _question("a"))
    before = path.read_bytes()
    (error,) = _take(_desk(path, StandIn()), _question("b"))
    assert isinstance(error, GameSuspended)
    assert f"{path}: question 0 of this game was another one" in str(error)
    assert before == path.read_bytes()


def test_a_full_disk_suspends_and_leaves_no_half_line(tmp_path, monkeypatch):
    path, left = tmp_path / "transcript.jsonl", [10_000]

    def write(handle: int, data: Any) -> int:
        if left[0] < len(data):
            real(handle, bytes(data)[: len(data) // 2])
            raise OSError(28, "No space left on device")
        return real(handle, data)

    real = os.write
    monkeypatch.setattr(kept.os, "write", write)
    desk = _desk(path, _says("one (1)", "two (2)", "three (3)"))
    assert ["one (1)"] == _take(desk, _question("a"))
    left[0] = 0
    (error,) = _take(desk, _question("b"))
    assert isinstance(error, GameSuspended) and "No space left on device" in str(error)
    assert [0] == [record["n"] for record in _records(path)]
    monkeypatch.undo()
    assert ["one (1)", "four (4)"] == _take(_desk(path, _says("four (4)")), _question("a"), _question("b"))


def test_pictures_are_drawn_only_to_be_sent_and_only_their_hashes_are_kept(tmp_path):
    path, drawn = tmp_path / "transcript.jsonl", []

    def draw() -> tuple[Picture, ...]:
        drawn.append(1)
        return (PNG,)

    client = _says("an answer")
    for each in (client, StandIn()):
        _take(_desk(path, each), _question("a", pictures=draw))
    assert [1] == drawn
    parts = client.messages[0][-1]["content"]
    assert {"type": "text", "text": "a"} == parts[0]
    assert "data:image/png;base64,YSBwaWN0dXJl" == parts[1]["image_url"]["url"]
    (image,) = _records(path)[0]["images"]
    assert ("global", 64) == (image["name"], len(image["sha256"]))
    assert b"YSBwaWN0dXJl" not in path.read_bytes()


def test_a_fault_of_the_program_suspends_and_costs_no_turn():
    def draw() -> tuple[Picture, ...]:
        raise ZeroDivisionError("no")

    (error,) = _take(_desk(None, StandIn()), _question("a", pictures=draw))
    assert isinstance(error, GameSuspended) and "ZeroDivisionError: no" in str(error)
