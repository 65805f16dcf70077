"""One question to a model through the real client: what comes back, how often it is asked, what it is asked without."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import replace
from random import Random

import pytest

from quack.errors import SettingsError
from quack.providers.client import Client, ModelSpec
from tests.providers.conftest import MESSAGES, Spec, Waits, ask
from tests.support.model_server import KEY, Asked, ModelServer, Reply, answer, refuse


def test_a_reply_has_the_words_the_tokens_and_the_price(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: answer("move(medbay)", tokens=(1000, 10))
    reply = ask(client, spec())
    assert ("move(medbay)", None) == (reply.text, reply.fault)
    assert (1000, 10, 1, ()) == (reply.prompt_tokens, reply.completion_tokens, reply.tries, reply.warnings)
    assert reply.cost == pytest.approx(1000 * 0.15e-6 + 10 * 0.6e-6)


def test_a_price_that_nobody_knows_is_not_nothing(client: Client, spec: Spec) -> None:
    assert ask(client, spec(model="openai/my-own")).cost is None


@pytest.mark.parametrize("model", ["openai/my-own", "openai/gpt-4o-mini"])
def test_a_price_that_is_given_is_what_is_reckoned_with(
    model: str, client: Client, spec: Spec, server: ModelServer
) -> None:
    server.respond = lambda asked: answer("wait()", tokens=(1000, 10))
    assert ask(client, spec(model=model, price=(0.5, 1.5))).cost == pytest.approx((1000 * 0.5 + 10 * 1.5) / 1e6)


def test_tokens_that_a_provider_does_not_count_cost_nobody_knows_what(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    server.respond = lambda asked: answer("wait()", tokens=(0, 0))
    assert ask(client, spec()).cost is None


def test_messages_are_sent_as_given_with_their_pictures(client: Client, spec: Spec, server: ModelServer) -> None:
    pictures = [b"\x89PNG one", b"\x89PNG two"]
    urls = [f"data:image/png;base64,{base64.b64encode(png).decode()}" for png in pictures]
    parts = [{"type": "text", "text": "What now?"}, *({"type": "image_url", "image_url": {"url": u}} for u in urls)]
    ask(client, spec(), [{"role": "system", "content": "You play."}, {"role": "user", "content": parts}])
    (asked,) = server.asked
    assert ("You play.", "What now?", tuple(pictures)) == (asked.system, asked.last, asked.images)


@pytest.mark.parametrize("tokens", [(0, 0), (0, 20), (-5, 20), (100, -20)])
def test_counts_that_can_not_be_are_taken_for_none(
    tokens: tuple[int, int], client: Client, spec: Spec, server: ModelServer
) -> None:
    server.respond = lambda asked: answer("wait()", tokens=tokens)
    for price in (None, (1.0, 2.0)):
        reply = ask(client, spec(price=price))
        assert (0, 0, None) == (reply.prompt_tokens, reply.completion_tokens, reply.cost)
    assert 0.0 == ask(client, spec(price=(0.0, 0.0))).cost, "what costs nothing needs no count"


def test_half_a_character_in_a_question_costs_no_answer(client: Client, spec: Spec, server: ModelServer) -> None:
    assert ask(client, spec(), [{"role": "user", "content": "Bob said: \ud83d, 你好"}]).fault is None
    assert "Bob said: \ufffd, 你好" == server.asked[0].last


@pytest.mark.parametrize("temperature", [None, 0.0, 0.7])
def test_a_temperature_is_sent_only_if_there_is_one(
    temperature: float | None, client: Client, spec: Spec, server: ModelServer
) -> None:
    ask(client, spec(temperature=temperature, max_tokens=77))
    assert (temperature, 77) == (server.asked[0].body.get("temperature"), server.asked[0].body["max_tokens"])


def test_thoughts_are_no_part_of_the_words(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: answer("wait()", reasoning_content="Shall I wait?")
    assert "wait()" == ask(client, spec()).text


def test_half_a_character_is_replaced(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: answer("wait \ud83d")
    assert "wait \ufffd" == ask(client, spec()).text


# --- once more --------------------------------------------------------------------------------------------------------


def test_a_try_that_failed_is_repeated_and_all_tries_are_counted(
    client: Client, spec: Spec, server: ModelServer, waits: Waits
) -> None:
    replies = [refuse(500), refuse(429, headers={"retry-after": "7"}), answer("wait()", tokens=(10, 1))]
    server.respond = lambda asked: replies.pop(0)
    reply = ask(client, spec(retries=5))
    assert ("wait()", 3, 10) == (reply.text, reply.tries, reply.prompt_tokens)
    assert 2 == len(waits) and 0.25 <= waits[0] <= 0.75 and waits[1] == 7.0


def test_patience_has_an_end(client: Client, spec: Spec, server: ModelServer, waits: Waits) -> None:
    server.respond = lambda asked: refuse(503, "overloaded")
    reply = ask(client, spec(retries=4))
    assert reply.fault is not None
    assert ("server_error", "overloaded", 5, 4) == (reply.fault.cause, reply.fault.detail, reply.tries, len(waits))


NOBODY = "http://127.0.0.1:9/v1"


def test_where_nobody_has_ever_responded_a_refused_connection_is_tried_three_times(
    client: Client, spec: Spec, waits: Waits
) -> None:
    reply = ask(client, spec(api_base=NOBODY, retries=5))
    assert reply.fault is not None
    assert ("network", "Connection error: Connection refused") == (reply.fault.cause, reply.fault.detail)
    assert (3, 2, False) == (reply.tries, len(waits), client.has_responded(spec(api_base=NOBODY)))


def test_what_was_given_up_is_tried_once(client: Client, spec: Spec) -> None:
    ask(client, spec(api_base=NOBODY, retries=5))
    assert 1 == ask(client, spec(api_base=NOBODY, retries=5)).tries


def test_who_asks_for_fewer_tries_gets_no_more(client: Client, spec: Spec) -> None:
    assert 2 == ask(client, spec(api_base=NOBODY, retries=1)).tries


@pytest.mark.parametrize("first", [answer("wait()"), answer(""), refuse(500)])
def test_who_has_once_responded_is_waited_for(client: Client, spec: Spec, first: Reply) -> None:
    with ModelServer(lambda asked: first) as server:
        ask(client, (gone := spec(api_base=server.url)))
    assert client.has_responded(gone)
    assert 6 == ask(client, replace(gone, retries=5)).tries


def test_a_connection_that_breaks_off_is_no_wrong_address(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: Reply(how="drop")
    assert 6 == ask(client, spec(retries=5)).tries


def test_what_was_answered_is_not_asked_for_again(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: answer("", tokens=(1000, 10))
    reply = ask(client, spec(retries=5))
    assert reply.fault is not None and reply.cost is not None and reply.cost > 0
    assert (None, "empty_answer", 1, 1000) == (reply.text, reply.fault.cause, reply.tries, reply.prompt_tokens)


def test_a_time_out_is_repeated_once_and_costs_nobody_knows_what(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    server.respond = lambda asked: Reply(how="hang")
    reply = ask(client, spec(timeout=0.05, retries=5))
    assert reply.fault is not None
    assert ("timeout", 2, None) == (reply.fault.cause, reply.tries, reply.cost)


def test_the_waits_come_from_a_generator_of_their_own(spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: refuse(500)

    def waited(chance: Random | None) -> list[float]:
        waits = Waits()
        ask(Client(sleep=waits.sleep, chance=chance), spec(retries=3))
        return waits

    assert waited(None) == waited(None) == waited(Random(0)) != waited(Random(1))


def test_the_last_try_alone_gives_the_seconds(client: Client, spec: Spec, server: ModelServer, waits: Waits) -> None:
    def respond(asked: Asked) -> Reply:
        waits.append(3.0 if len(server.asked) == 1 else 5.0)
        return refuse(500) if len(server.asked) == 1 else answer("wait()")

    server.respond = respond
    assert 5.0 == ask(client, spec(retries=1)).seconds


# --- what a provider rejects ------------------------------------------------------------------------------------------


def rejecting(server: ModelServer, name: str, reason: str) -> None:
    """The provider takes no request that holds this."""
    server.respond = lambda asked: refuse(400, reason) if name in asked.body else answer("wait()")


def test_a_rejected_option_is_left_out_from_then_on_with_one_warning(
    client: Client, spec: Spec, server: ModelServer, waits: Waits
) -> None:
    rejecting(server, "temperature", "Unsupported value: 'temperature' does not support 0.7 with this model.")
    replies = [ask(client, spec(temperature=0.7)) for _ in range(2)]
    assert [(2, 1), (1, 0)] == [(reply.tries, len(reply.warnings)) for reply in replies]
    assert [True, False, False] == ["temperature" in asked.body for asked in server.asked]
    (warning,) = client.warnings
    assert warning.startswith("openai/gpt-4o-mini rejects temperature 0.7: left out (Unsupported value")
    assert [] == waits


def test_of_many_calls_under_way_one_warns(client: Client, spec: Spec, server: ModelServer) -> None:
    rejecting(server, "temperature", "no temperature here")

    async def many() -> list[str | None]:
        replies = await asyncio.gather(*(client.ask(spec(temperature=0.7), MESSAGES) for _ in range(8)))
        return [reply.text for reply in replies]

    assert ["wait()"] * 8 == asyncio.run(many())
    assert 1 == len(client.warnings)


def test_another_model_and_another_endpoint_keep_their_options(client: Client, spec: Spec, server: ModelServer) -> None:
    rejecting(server, "temperature", "no temperature here")
    ask(client, spec(temperature=0.7))
    with ModelServer(lambda asked: answer("wait()")) as other:
        ask(client, spec(temperature=0.7, api_base=other.url))
        assert 0.7 == other.asked[0].body["temperature"]
    server.respond = lambda asked: answer("wait()")
    ask(client, spec(temperature=0.7, model="openai/gpt-4o"))
    assert 0.7 == server.asked[-1].body["temperature"]


def test_a_limit_by_another_name_is_put_so(client: Client, spec: Spec, server: ModelServer) -> None:
    rejecting(server, "max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    ask(client, spec())
    ask(client, spec(max_tokens=5))
    sent = [asked.body.get("max_completion_tokens") for asked in server.asked]
    assert ([None, 8000, 5], []) == (sent, client.warnings)


def test_both_options_can_be_left_out(client: Client, spec: Spec, server: ModelServer) -> None:
    reasons = {"temperature": "no temperature", "max_tokens": "max_tokens is too large"}
    server.respond = lambda asked: next(
        (refuse(400, reason) for name, reason in reasons.items() if name in asked.body), answer("wait()")
    )
    reply = ask(client, spec(temperature=0.7))
    assert ("wait()", 3, 2) == (reply.text, reply.tries, len(reply.warnings))


def test_the_reply_names_what_the_answered_request_went_without(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    rejecting(server, "temperature", "no temperature here")
    assert [("temperature",)] * 2 == [ask(client, spec(temperature=0.7)).left_out for _ in range(2)]
    assert () == ask(client, spec()).left_out, "nobody wanted one"


def test_a_limit_that_goes_by_another_name_is_not_left_out_until_that_is_rejected_too(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    rejecting(server, "max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    assert () == ask(client, spec()).left_out
    rejecting(server, "max_completion_tokens", "max_completion_tokens is too large")
    assert ("max_tokens",) == ask(client, spec()).left_out


def test_what_was_left_out_does_not_depend_on_how_many_calls_are_under_way(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    rejecting(server, "temperature", "no temperature here")

    async def many() -> list[tuple[str, ...]]:
        replies = await asyncio.gather(*(client.ask(spec(temperature=0.7), MESSAGES) for _ in range(8)))
        return [reply.left_out for reply in replies]

    assert [("temperature",)] * 8 == asyncio.run(many())


def test_a_question_without_an_answer_names_nothing_left_out(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: refuse(400, "no temperature") if "temperature" in asked.body else answer("")
    assert ((), 1) == ((reply := ask(client, spec(temperature=0.7))).left_out, len(reply.warnings))


def test_a_model_that_litellm_knows_to_reject_the_temperature_is_asked_without(
    client: Client, spec: Spec, server: ModelServer
) -> None:
    reply = ask(client, spec(model="openai/gpt-5-mini", temperature=0.7))
    assert (None, 1, 1) == (reply.fault, len(server.asked), len(client.warnings))


def test_a_bad_request_for_another_reason_is_asked_once(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: refuse(400, "this model takes no pictures")
    reply = ask(client, spec(retries=5, temperature=0.7))
    assert reply.fault is not None
    assert ("bad_request", "this model takes no pictures", 1) == (reply.fault.cause, reply.fault.detail, reply.tries)


# --- keys and endpoints -----------------------------------------------------------------------------------------------


def test_no_key_is_in_a_reply_or_a_warning(client: Client, spec: Spec, server: ModelServer) -> None:
    server.respond = lambda asked: answer(f"my key is {KEY}")
    said = ask(client, spec())
    server.respond = lambda asked: refuse(401, f"Incorrect API key provided: {KEY}")
    refused = ask(client, spec())
    rejecting(server, "temperature", f"no temperature for {KEY}")
    warned = ask(client, spec(temperature=0.7))
    assert "my key is [key]" == said.text and refused.fault is not None and warned.warnings
    assert KEY not in f"{said} {refused} {refused.fault.detail} {warned} {client.warnings}"


def test_an_endpoint_of_ones_own_needs_no_key(
    client: Client, spec: Spec, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    reply = ask(client, spec(model="openai/my-own"))
    keys = [value for name, value in server.asked[0].headers.items() if name.lower() == "authorization"]
    assert (None, ["Bearer none"]) == (reply.fault, keys)


def test_without_a_key_nobody_is_asked(client: Client, spec: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    reply = ask(client, spec(api_base=None))
    assert reply.fault is not None and "authentication" == reply.fault.cause


@pytest.mark.parametrize("url", ["", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://["])
def test_an_endpoint_that_is_no_address_is_refused(url: str, client: Client) -> None:
    for call in (client.check, lambda spec: ask(client, spec)):
        with pytest.raises(SettingsError, match="is no address"):
            call(ModelSpec("openai/gpt-4o-mini", api_base=url))
