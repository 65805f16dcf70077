"""Everything that a provider may do instead of answering, through the real client: the right cause, never an error."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from quack.providers.client import Client
from quack.providers.faults import RETRIED, STOPPING, Fault, fault_of_litellm
from tests.providers.conftest import MESSAGES, Spec, ask
from tests.support.model_server import KEY, ModelServer, Reply, answer, completion, refuse

ANSWERS = [
    ("no_choices", completion([])),
    ("no_choices", Reply(body=b'{"id": "x", "object": "chat.completion", "choices": null}')),
    ("no_content", answer(None)),
    ("empty_answer", answer("")),
    ("empty_answer", answer(" \n")),
    ("refusal", answer(None, refusal="I would rather not.")),
    ("content_filter", answer("", finish="content_filter")),
    ("truncated", answer("", finish="length")),
    ("truncated", answer(None, finish="length")),
]
REFUSALS = [
    ("rate_limit", refuse(429, "slow down")),
    ("quota", refuse(429, "You exceeded your current quota", code="insufficient_quota")),
    ("quota", refuse(402, "pay first")),
    ("quota", refuse(400, "Your credit balance is too low")),
    ("server_error", refuse(500)),
    ("server_error", refuse(502)),
    ("server_error", refuse(503)),
    ("server_error", refuse(529)),
    ("timeout", refuse(408)),
    ("timeout", refuse(504)),
    ("bad_request", refuse(400)),
    ("bad_request", refuse(400, "too long", code="context_length_exceeded")),
    ("bad_request", refuse(413)),
    ("bad_request", refuse(422)),
    ("content_filter", refuse(400, "filtered", code="content_filter")),
    ("content_filter", refuse(400, "filtered", code="content_policy_violation")),
    ("authentication", refuse(401, code="invalid_api_key")),
    ("authentication", refuse(403)),
    ("authentication", refuse(400, "API key not valid. Please pass a valid API key.")),
    ("unknown_model", refuse(404, code="model_not_found")),
    ("unknown_model", Reply(404, b"nothing here")),
]
BROKEN = [
    ("network", Reply(how="drop")),
    ("network", Reply(body=answer("wait()").body, how="cut")),
    ("timeout", Reply(how="hang")),
    ("server_error", Reply(body=b"<html>a gateway</html>")),
    ("server_error", Reply(body=b"")),
    ("server_error", Reply(body=b'{"choices": [1, 2]}')),
    ("server_error", Reply(body=b'{"error": {"message": "overloaded", "code": 502}}')),
    ("network", Reply(302, headers={"Location": "http://127.0.0.1:9/"})),
]


@pytest.mark.parametrize(("cause", "reply"), [*ANSWERS, *REFUSALS, *BROKEN])
def test_what_a_provider_does_is_a_fault_of_the_right_cause(
    cause: str, reply: Reply, client: Client, spec: Spec, server: ModelServer
) -> None:
    server.respond = lambda asked: reply
    found = ask(client, spec(timeout=0.2 if reply.how == "hang" else 30))
    assert found.fault is not None
    assert (cause, None, 1) == (found.fault.cause, found.text, found.tries)


@pytest.mark.parametrize("provider", ["hosted_vllm", "anthropic", "openrouter", "mistral", "ollama_chat"])
@pytest.mark.parametrize(
    ("cause", "reply"),
    [
        ("rate_limit", refuse(429, "slow down", headers={"retry-after": "7"})),
        ("server_error", refuse(503, "slow down")),
        ("server_error", refuse(529, "slow down")),
        ("bad_request", refuse(400, "slow down")),
        ("authentication", refuse(401, "slow down")),
    ],
)
def test_other_clients_of_litellm_are_understood_as_well(
    provider: str,
    cause: str,
    reply: Reply,
    client: Client,
    spec: Spec,
    server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", KEY)
    server.respond = lambda asked: reply
    found = ask(client, spec(model=f"{provider}/some-model"))
    assert found.fault is not None
    assert (cause, "slow down", 1) == (found.fault.cause, found.fault.detail, len(server.asked))
    assert (7.0 if cause == "rate_limit" else None) == found.fault.wait


_JUNK: list[Any] = [None, 0, -1, 1.5, True, "", "x", [], {}, [None], {"a": None}, 10**30, [[[]]]]


def _garbled(value: Any, chance: Random) -> Any:
    if chance.random() < 0.12:
        return chance.choice(_JUNK)
    if isinstance(value, dict):
        return {key: _garbled(inner, chance) for key, inner in value.items() if chance.random() > 0.05}
    return [_garbled(inner, chance) for inner in value] if isinstance(value, list) else value


def test_a_garbled_answer_is_words_or_a_fault(client: Client, spec: Spec, server: ModelServer) -> None:
    right = json.loads(answer("wait()", refusal=None, reasoning_content="hm").body)
    for seed in range(60):
        chance = Random(seed)
        reply = Reply(chance.choice([200, 200, 200, 299, 418]), json.dumps(_garbled(right, chance)).encode())
        server.respond = lambda asked, reply=reply: reply
        found = ask(client, spec(model=chance.choice(["openai/my-own", "hosted_vllm/my-own"])))
        assert (found.text is None) != (found.fault is None)
        assert found.prompt_tokens >= 0 <= found.completion_tokens


def test_words_that_break_off_are_words_unless_the_whole_of_them_is_asked_for(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    server.respond = lambda asked: answer("I was in medb", finish="length")
    assert "I was in medb" == ask(client, spec()).text
    found = asyncio.run(client.ask(spec(), MESSAGES, whole=True))
    assert (None, "truncated") == (found.text, found.fault and found.fault.cause)
    assert found.completion_tokens > 0, "it was paid for"


def test_a_provider_that_litellm_does_not_know_is_a_fault(client: Client, spec: Spec) -> None:
    found = ask(client, spec(model="nobody/nothing", api_base=None))
    assert found.fault is not None and "unknown_model" == found.fault.cause


@pytest.mark.parametrize("key", ["sk-one\nsk-two", "schlüssel"])
def test_a_key_that_can_not_be_sent_is_told_without_it(
    key: str, client: Client, spec: Spec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    found = ask(client, spec())
    assert found.fault is not None and "authentication" == found.fault.cause
    assert found.fault.detail.startswith("the key holds what can't be sent")


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after-ms": "700"}, 0.7),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_a_provider_says_how_long_to_wait(
    headers: dict[str, str], wait: float | None, client: Client, spec: Spec, server: ModelServer
) -> None:
    server.respond = lambda asked: refuse(429, headers=headers)
    found = ask(client, spec())
    assert found.fault is not None and wait == found.fault.wait


def test_a_moment_to_wait_for_is_held_against_the_moment_of_the_answer() -> None:
    headers = {"Date": "Wed, 21 Oct 2026 07:28:00 GMT", "Retry-After": "Wed, 21 Oct 2026 07:28:30 GMT"}
    error = _error("RateLimitError", litellm_response_headers=headers)
    fault = fault_of_litellm(error)
    assert fault is not None and 30.0 == fault.wait


def test_an_error_of_anybody_else_is_no_fault() -> None:
    assert fault_of_litellm(KeyError("choices")) is None


def test_a_reply_in_json_within_an_error_gives_its_words() -> None:
    told = 'litellm.RateLimitError: SomeException - {"error": {"message": "used up", "code": "insufficient_quota"}}'
    fault = fault_of_litellm(_error("RateLimitError", message=told))
    assert fault is not None and ("quota", "used up") == (fault.cause, fault.detail)


def test_a_fault_is_one_short_line_without_what_a_terminal_obeys() -> None:
    fault = Fault("bad_request", "litellm.BadRequestError: OpenAIException - no\x1b[31m\nsuch " + "long " * 200)
    assert fault.detail.startswith("no\\x1b[31m such long") and 300 >= len(fault.detail) and fault.detail.isprintable()


def test_a_fault_is_told_the_same_in_every_run(client: Client, spec: Spec) -> None:
    found = ask(client, spec(model="hosted_vllm/some-model", api_base="http://127.0.0.1:9/v1"))
    assert found.fault is not None and "network" == found.fault.cause
    assert found.fault.detail.startswith("Cannot connect to host 127.0.0.1:9 [")


def test_what_is_repeated_stops_nothing() -> None:
    assert not RETRIED & STOPPING


def _error(name: str, **attributes: Any) -> Exception:
    kind = type(name, (Exception,), {"__module__": "litellm.exceptions"})
    error: Exception = kind("no")
    for attribute, value in attributes.items():
        setattr(error, attribute, value)
    return error
