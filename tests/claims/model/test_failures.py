"""Every way in which a model can fail to answer, through the real client: the right status, mended by a later run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quack.audit.extracted import Extracted
from quack.audit.extracting import extract_claims
from quack.claims.model.options import ModelOptions
from quack.errors import SettingsError
from tests.claims.model.conftest import MODEL, Options, told
from tests.support.model_server import FOUND, KEY, Asked, ModelServer, Reply, answer, completion, refuse

SPEECH = ("I was in medbay.", "Then I was in medbay again.", "All along I was in medbay.")
MIDDLE = SPEECH[1]

ANSWERS = {
    "truncated": answer('{"claims": [{"type": "loc', finish="length"),
    "empty_answer": answer(""),
    "no_content": answer(None),
    "no_choices": completion([]),
    "refusal": answer(None, refusal="I would rather not."),
    "content_filter": answer("", finish="content_filter"),
    "not_json": answer("Alice says that she was in medbay."),
    "no_valid_claims": answer('{"claims": [{"type": "location", "subject": "Mallory", "room": "medbay"}]}'),
}
WORSE_ANSWERS = {
    "truncated": answer(FOUND[:40]),
    "no_choices": Reply(body=b'{"id": "x", "object": "chat.completion", "choices": null}'),
    "refusal": answer("I'm sorry, but I can't help with that."),
    "empty_answer": answer(" \n"),
    "not_json": answer("[1, 2]"),
    "content_filter": refuse(400, "filtered", code="content_filter"),
    "bad_request": refuse(400, "the prompt is too long", code="context_length_exceeded"),
}
PASSING = {
    "timeout": Reply(how="hang"),
    "rate_limit": refuse(429, "slow down", headers={"retry-after": "7"}),
    "network": Reply(how="drop"),
    "server_error": refuse(503, "overloaded"),
}
WORSE_PASSING = {
    "network": Reply(body=answer(FOUND).body, how="cut"),
    "server_error": Reply(body=b"<html>a gateway</html>"),
    "timeout": refuse(408),
}
FOR_GOOD = {
    "authentication": refuse(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key"),
    "quota": refuse(429, "You exceeded your current quota", code="insufficient_quota"),
    "unknown_model": refuse(404, "no such model", code="model_not_found"),
}
WORSE_FOR_GOOD = {"authentication": refuse(403, "not yours"), "quota": refuse(402, "pay first")}


def _all(*tables: dict[str, Reply]) -> Any:
    return pytest.mark.parametrize(("cause", "reply"), [case for table in tables for case in table.items()])


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return told(tmp_path / "game", *SPEECH)


def failing(server: ModelServer, reply: Reply) -> None:
    """The server fails with the middle message only."""
    server.asked.clear()
    server.respond = lambda asked: reply if _about(asked, MIDDLE) else answer(FOUND)


def _about(asked: Asked, words: str) -> bool:
    return json.dumps(words) in asked.last.partition("<utterance>")[2]


def lines(game: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (game / "claims.jsonl").read_text("utf-8").splitlines()]


def statuses(game: Path) -> list[tuple[str, str | None]]:
    """Status and cause of each message, by the last line about it."""
    last = {line["message"]: (line["status"], line.get("cause")) for line in lines(game)}
    return [last[message] for message in sorted(last)]


def run(game: Path, options: ModelOptions, **more: Any) -> Extracted:
    return extract_claims(game, model=options, **more)


@_all(ANSWERS, WORSE_ANSWERS)
def test_an_answer_that_is_none_fails_alone_is_asked_for_once_and_mended_by_the_next_run(
    cause: str, reply: Reply, game: Path, server: ModelServer, options: Options
) -> None:
    failing(server, reply)
    first = run(game, options())
    expected = [("extracted", None), ("failed", cause), ("extracted", None)]
    assert (expected, {cause: 1}, 3) == (statuses(game), dict(first.games[0].causes), len(server.asked))
    failing(server, answer(FOUND))
    again = run(game, options())
    assert ([("extracted", None)] * 3, 1) == (statuses(game), again.games[0].done)
    assert [True] == [_about(asked, MIDDLE) for asked in server.asked]


@_all(PASSING, WORSE_PASSING)
def test_what_may_be_over_in_a_moment_is_asked_for_again_before_it_has_failed(
    cause: str, reply: Reply, game: Path, server: ModelServer, options: Options
) -> None:
    failing(server, reply)
    waits: list[float] = []
    impatient = options(timeout=1 if reply.how == "hang" else 30, sleep=waits.append)
    run(game, impatient)
    expected = [("extracted", None), ("failed", cause), ("extracted", None)]
    assert (expected, 4, 1) == (statuses(game), len(server.asked), len(waits))
    assert waits == [7.0] if cause == "rate_limit" else 0.2 < waits[0] < 1
    failing(server, answer(FOUND))
    run(game, options())
    assert ([("extracted", None)] * 3, 1) == (statuses(game), len(server.asked))


def test_a_second_try_that_succeeds_is_no_failure(game: Path, server: ModelServer, options: Options) -> None:
    replies = [refuse(500), answer(FOUND)]
    server.respond = lambda asked: replies.pop(0) if replies else answer(FOUND)
    run(game, options())
    assert ([("extracted", None)] * 3, 4) == (statuses(game), len(server.asked))


@_all(FOR_GOOD, WORSE_FOR_GOOD)
def test_what_would_befall_every_call_ends_the_asking_and_the_rest_is_not_attempted(
    cause: str, reply: Reply, game: Path, server: ModelServer, options: Options
) -> None:
    failing(server, reply)
    first = run(game, options())
    assert ([("extracted", None), ("failed", cause)], 2) == (statuses(game), len(server.asked))
    assert (cause, 2) == (first.stopped and first.stopped[0], first.games[0].left)
    assert 1 == first.games[0].coverage.counts["not_attempted"]
    failing(server, answer(FOUND))
    run(game, options())
    assert ([("extracted", None)] * 3, 2) == (statuses(game), len(server.asked))


def test_without_a_key_nothing_is_asked_and_no_file_appears_but_for_the_one_that_failed(
    game: Path, server: ModelServer, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    done = run(game, options(api_base=None))
    assert ([("failed", "authentication")], 0) == (statuses(game), len(server.asked))
    assert done.stopped is not None and "OPENAI_API_KEY" in done.stopped[1]


@pytest.mark.parametrize("key", [None, " "])
def test_a_provider_whose_client_takes_a_missing_key_for_a_fault_of_the_network_is_understood(
    key: str | None, game: Path, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
        if key is not None:
            monkeypatch.setenv(name, key)
    done = run(game, options(model="gemini/gemini-2.5-flash", api_base=None))
    assert [("failed", "authentication")] == statuses(game)
    assert done.stopped is not None and "GEMINI_API_KEY" in done.stopped[1]


def test_a_key_that_a_provider_calls_a_bad_request_ends_the_asking(
    game: Path, server: ModelServer, options: Options
) -> None:
    failing(server, refuse(400, "API key not valid. Please pass a valid API key."))
    done = run(game, options())
    assert ("authentication", 2) == (done.stopped and done.stopped[0], len(server.asked))


def test_a_server_of_ones_own_needs_no_key(
    game: Path, server: ModelServer, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    run(game, options(model="openai/my-own"))
    assert [("extracted", None)] * 3 == statuses(game)


def test_nobody_is_asked_for_ever_where_nobody_answers(tmp_path: Path, server: ModelServer, options: Options) -> None:
    game = told(tmp_path, *(f"I was in medbay at tick {number}." for number in range(30)))
    done = run(game, options(api_base="http://127.0.0.1:9/v1", retries=0))
    assert ("network", {"network": 25}) == (done.stopped and done.stopped[0], dict(done.games[0].causes))
    assert 5 == done.games[0].coverage.counts["not_attempted"]


def test_a_name_without_a_provider_that_litellm_knows_ends_the_asking(game: Path, options: Options) -> None:
    done = run(game, options(model="nobody/nothing", api_base=None))
    assert ("unknown_model", 3) == (done.stopped and done.stopped[0], done.games[0].left)


@_all(FOR_GOOD, {"server_error": refuse(500, f"Bearer {KEY} is odd"), "not_json": answer(f"my key is {KEY}")})
def test_no_key_reaches_a_file_or_the_summary(
    cause: str, reply: Reply, game: Path, server: ModelServer, options: Options
) -> None:
    failing(server, reply)
    done = run(game, options())
    assert KEY not in (game / "claims.jsonl").read_text("utf-8") + repr(done)


def test_a_later_failure_takes_nothing_away(game: Path, server: ModelServer, options: Options, tmp_path: Path) -> None:
    run(game, options())
    other = tmp_path / "other.md"
    other.write_text("Read it in another way.")
    failing(server, answer(""))
    done = run(game, options(program=other))
    assert ([("extracted", None)] * 3, 1) == (statuses(game), done.games[0].left)


def test_each_line_says_what_it_cost_and_by_which_prompt(game: Path, server: ModelServer, options: Options) -> None:
    failing(server, ANSWERS["truncated"])
    run(game, options())
    known = lines(game)
    assert {MODEL} == {line["extractor"] for line in known}
    assert [{"prompt": 100, "completion": 20}] * 3 == [line["tokens"] for line in known]
    assert [True] * 3 == [0 < line["cost"] < 0.01 for line in known]
    assert {known[0]["version"]} == {f"1+{line['prompt']}" for line in known}


@pytest.mark.parametrize("half", ["\ud83d", "\\ud83d"])
def test_half_a_character_in_an_answer_costs_neither_the_claim_nor_the_game(
    half: str, game: Path, server: ModelServer, options: Options
) -> None:
    failing(server, answer(FOUND.replace('"quote"', f'"temporal": "at noon {half}", "quote"')))
    assert () == run(game, options()).failed
    assert ["at noon \ufffd"] == [claim["temporal"] for claim in lines(game)[1]["claims"]]


def test_a_key_in_an_answer_reaches_no_file(
    game: Path, server: ModelServer, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "an-unusual-0123456789")
    said = FOUND.replace('"quote"', '"temporal": "at an-unusual-0123456789", "quote"')
    failing(server, answer(said))
    run(game, options())
    assert ["at [key]"] == [claim["temporal"] for claim in lines(game)[1]["claims"]]


def test_what_failed_says_in_the_first_words_that_came_why(game: Path, server: ModelServer, options: Options) -> None:
    failing(server, refuse(400, "the prompt is\x1b[31m too long"))
    assert ("bad_request: the prompt is\\x1b[31m too long",) == run(game, options()).warnings


def test_an_answer_out_of_all_form_is_told_without_the_clients_own_words(
    game: Path, server: ModelServer, options: Options
) -> None:
    failing(server, Reply(body=b'{"choices": [1, 2]}'))
    assert ("server_error: Invalid response object",) == run(game, options()).warnings


def test_a_name_without_a_provider_is_told_by_us_alone(
    game: Path, options: Options, capfd: pytest.CaptureFixture[str]
) -> None:
    run(game, options(model="nobody/nothing"))
    assert ("", "") == capfd.readouterr()


@pytest.mark.parametrize("key", ["", " \n"])
def test_a_key_that_is_nothing_is_none(
    key: str, game: Path, server: ModelServer, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    run(game, options())
    assert [("extracted", None)] * 3 == statuses(game)


@pytest.mark.parametrize("key", ["sk-one\nsk-two", "schlüssel"])
def test_a_key_that_can_not_be_sent_ends_the_asking(
    key: str, game: Path, server: ModelServer, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    done = run(game, options())
    assert ([("failed", "authentication")], 0) == (statuses(game), len(server.asked))
    assert done.stopped is not None and done.stopped[1].startswith("the key holds what can't be sent")


@pytest.mark.parametrize("url", ["", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://[", "file:///etc"])
def test_an_endpoint_that_is_no_address_is_refused_before_anybody_is_asked(
    url: str, game: Path, options: Options
) -> None:
    with pytest.raises(SettingsError, match="is no address"):
        run(game, options(api_base=url))
    assert not (game / "claims.jsonl").exists()
