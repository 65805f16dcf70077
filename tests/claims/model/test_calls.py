"""A question to a model: patience, what a provider rejects, what it costs, many at once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import dspy
import pytest

from quack.audit.extracting import extract_claims
from quack.claims.model.calls import Asker, metered
from quack.claims.model.client import connect
from quack.errors import SettingsError
from quack.providers.faults import Fault
from tests.claims.model.conftest import Options, told
from tests.support.model_server import FOUND, Asked, ModelServer, Reply, answer, refuse

MESSAGES = [{"role": "user", "content": "hm"}]


@pytest.fixture
def lm(options: Options) -> dspy.LM:
    return connect(options())


def rejecting(server: ModelServer, name: str, reason: str) -> None:
    """The provider takes no request that holds this."""
    server.respond = lambda asked: refuse(400, reason, code="unsupported_value") if name in asked.body else answer("[]")


def test_a_rejected_temperature_is_left_out_from_then_on_with_one_warning(server: ModelServer, lm: dspy.LM) -> None:
    rejecting(server, "temperature", "Unsupported value: 'temperature' does not support 0.0 with this model.")
    asker = Asker(sleep=lambda seconds: pytest.fail("there is nothing to wait for"))
    assert ["[]", "[]"] == [asker.ask(lm, MESSAGES, {}) for _ in range(2)]
    assert [True, False, False] == ["temperature" in asked.body for asked in server.asked]
    (warning,) = asker.warnings
    assert warning.startswith("the provider rejects temperature 0.0: left out (Unsupported value")


def test_a_limit_by_another_name_is_put_so(server: ModelServer, lm: dspy.LM) -> None:
    rejecting(server, "max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    asker = Asker()
    assert ("[]", 6000) == (asker.ask(lm, MESSAGES, {}), server.asked[-1].body["max_completion_tokens"])
    assert [] == asker.warnings


def test_a_limit_that_is_too_high_is_left_out_with_a_warning(server: ModelServer, lm: dspy.LM) -> None:
    rejecting(server, "max_tokens", "max_tokens is too large: 6000")
    asker = Asker()
    assert ("[]", 1) == (asker.ask(lm, MESSAGES, {}), len(asker.warnings))


def test_a_model_that_the_client_knows_to_reject_the_temperature_is_asked_without(
    server: ModelServer, options: Options
) -> None:
    server.respond = lambda asked: answer("[]")
    asker = Asker()
    assert "[]" == asker.ask(connect(options(model="openai/gpt-5-mini")), MESSAGES, {})
    assert (1, 1, 6000) == (len(server.asked), len(asker.warnings), server.asked[0].body["max_completion_tokens"])


def test_a_bad_request_for_another_reason_is_asked_once(server: ModelServer, lm: dspy.LM) -> None:
    server.respond = lambda asked: refuse(400, "no such thing")
    with pytest.raises(Fault, match="bad_request") as caught:
        Asker().ask(lm, MESSAGES, {})
    assert (1, "no such thing") == (len(server.asked), caught.value.detail)


def test_the_waits_grow_and_are_the_same_every_time(server: ModelServer, lm: dspy.LM) -> None:
    server.respond = lambda asked: refuse(500)

    def waits() -> list[float]:
        slept: list[float] = []
        with pytest.raises(Fault):
            Asker(3, slept.append).ask(lm, MESSAGES, {})
        return slept

    first = waits()
    assert first == waits()
    assert [True] * 3 == [0.25 * 2**n <= wait <= 0.75 * 2**n for n, wait in enumerate(first)]
    assert 8 == len(server.asked)


def test_a_provider_that_wants_to_wait_for_hours_is_not_obeyed(server: ModelServer, lm: dspy.LM) -> None:
    server.respond = lambda asked: refuse(429, headers={"retry-after": "7200"})
    slept: list[float] = []
    with pytest.raises(Fault, match="rate_limit"):
        Asker(1, slept.append).ask(lm, MESSAGES, {})
    assert [60.0] == slept


def test_an_answer_that_comes_to_nothing_is_paid_for_too(server: ModelServer, lm: dspy.LM) -> None:
    server.respond = lambda asked: answer("", tokens=(1000, 10))
    with metered() as meter, pytest.raises(Fault):
        Asker().ask(lm, MESSAGES, {})
    assert (1000, 10) == (meter.prompt, meter.completion)
    assert meter.cost is not None and 0.0001 < meter.cost < 0.001


def test_a_price_that_nobody_knows_is_not_nothing(server: ModelServer, options: Options) -> None:
    with metered() as meter:
        Asker().ask(connect(options(model="openai/my-own")), MESSAGES, {})
    assert (100, 20, None) == (meter.prompt, meter.completion, meter.cost)


def test_a_price_that_is_given_is_what_is_reckoned_with(lm: dspy.LM) -> None:
    with metered((0.5, 1.5)) as meter:
        Asker().ask(lm, MESSAGES, {})
    assert meter.cost == pytest.approx((100 * 0.5 + 20 * 1.5) / 1e6)


def test_a_server_that_takes_tokens_back_does_not_stretch_the_budget(server: ModelServer, lm: dspy.LM) -> None:
    server.respond = lambda asked: answer("[]", tokens=(-100, -5))
    with metered() as meter:
        Asker().ask(lm, MESSAGES, {})
    assert (0, 0, None) == (meter.prompt, meter.completion, meter.cost)


def test_answers_are_not_remembered_between_questions_or_endpoints(server: ModelServer, options: Options) -> None:
    said = iter(("[1]", "[2]", "[3]"))
    server.respond = lambda asked: answer(next(said))
    with ModelServer(lambda asked: answer("[4]")) as other:
        lms = [connect(options()), connect(options()), connect(options(api_base=other.url)), connect(options())]
        assert ["[1]", "[2]", "[4]", "[3]"] == [Asker().ask(lm, MESSAGES, {}) for lm in lms]
    assert 3 == len(server.asked)


# --- many questions at once -------------------------------------------------------------------------------------------

SPEECH = tuple(f"I was in medbay at tick {number}." for number in range(12))


def test_so_many_questions_are_under_way_at_once(tmp_path: Path, server: ModelServer, options: Options) -> None:
    together = threading.Barrier(4, timeout=20)

    def respond(asked: Asked) -> Reply:
        together.wait()  # breaks, and the test with it, unless four are there
        return answer(FOUND)

    server.respond = respond
    done = extract_claims(told(tmp_path, *SPEECH), model=options(timeout=30), jobs=4)
    assert (12, 12) == (done.games[0].done, len(server.asked))


def test_at_once_or_one_after_the_other_the_lines_are_the_same(
    tmp_path: Path, server: ModelServer, options: Options
) -> None:
    written = []
    for jobs in (1, 5):
        game = told(tmp_path / str(jobs), *SPEECH)
        extract_claims(game, model=options(), jobs=jobs)
        written.append(sorted((game / "claims.jsonl").read_text("utf-8").splitlines()))
    assert written[0] == written[1]


def test_a_failure_for_good_ends_all_threads(tmp_path: Path, server: ModelServer, options: Options) -> None:
    server.respond = lambda asked: refuse(401)
    done = extract_claims(told(tmp_path, *SPEECH), model=options(), jobs=3)
    assert done.stopped and len(server.asked) <= 3
    assert 12 == done.games[0].coverage.total
    assert 12 - len(server.asked) == done.games[0].coverage.counts["not_attempted"]


def test_a_budget_ends_the_asking(tmp_path: Path, server: ModelServer, options: Options) -> None:
    server.respond = lambda asked: answer(FOUND, tokens=(10_000, 1000))  # $0.0021
    game = told(tmp_path, *SPEECH)
    done = extract_claims(game, model=options(budget=0.004))
    assert ("budget", 2, 10) == (done.stopped and done.stopped[0], len(server.asked), done.games[0].left)
    told_cost: list[Any] = []
    extract_claims(game, model=options(), on_progress=lambda *state: told_cost.append(state))
    assert [(0, 10), (10, 10)] == [told_cost[0][:2], told_cost[-1][:2]]
    assert 0.02 < told_cost[-1][2] < 0.022


def test_a_budget_needs_a_price(tmp_path: Path, options: Options) -> None:
    with pytest.raises(SettingsError, match="nobody knows the price"):
        extract_claims(told(tmp_path, "hm"), model=options(model="openai/my-own", budget=1))
