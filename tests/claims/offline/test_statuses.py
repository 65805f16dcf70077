"""What an utterance is before it is read."""

import json

import pytest

from quack.claims.entities import Names
from quack.claims.offline.utterances import is_blank, is_foreign, is_vote_token, leaks_reasoning
from quack.events.log import read_log
from quack.events.timeline import replay
from tests.claims.offline.games import read


@pytest.mark.parametrize("text", ["Mia", "otto", " Nora. ", "**Zoe**", "skip", "Skip!", "李明"])
def test_a_bare_name_or_skip_is_a_vote_token_without_claims(text):
    found = read(text)
    assert ("vote_token", ()) == (found.status, found.claims)


@pytest.mark.parametrize("text", ["", "  \n", "…"])
def test_a_blank_utterance_is_empty_and_flagged(text):
    found = read(text)
    assert ("empty", ("empty_utterance",)) == (found.status, found.flags)


@pytest.mark.parametrize(
    "text",
    [
        "Estaba en bridge con Otto y no vi a nadie más en toda la ronda.",
        "Ich war die ganze Zeit in bridge und habe Otto nicht gesehen.",
        "J'étais dans bridge avec Otto, je n'ai vu personne.",
        "我一直在厨房,看到李明进来了。",
        "Я был на bridge и никого не видел.",
    ],
)
def test_speech_that_is_not_english_fails_and_says_why(text):
    found = read(text)
    assert ("failed", "unsupported_language", ()) == (found.status, found.cause, found.claims)


@pytest.mark.parametrize("text", ["I saw 李明 in 厨房 at tick 5.", "Otto sus, vote Otto", "hmm ok", "gg wp"])
def test_english_with_names_from_elsewhere_is_read(text):
    assert read(text).status in ("extracted", "empty")


def test_an_utterance_without_an_assertion_is_empty():
    assert "empty" == read("Let's hear everyone out first, please.").status


def test_reasoning_before_the_speech_is_flagged():
    text = "This is bad. I killed Otto in bridge and Nora is pointing at me. I need to deflect.\n\nI was in airlock."
    assert ("leaked_reasoning",) == read(text).flags


@pytest.mark.parametrize(
    "text",
    [
        "I need to be clear: if I killed Otto, why would I report?",
        "Let me lay out my route. I started in bridge.",
        "You said I killed Otto, and that is a lie.",
    ],
)
def test_a_defense_is_no_leaked_reasoning(text):
    assert () == read(text).flags


def test_the_released_messages_have_the_right_statuses(reference):
    kinds = {"blank": 0, "token": 0, "foreign": 0, "speech": 0}
    for path in sorted(reference.glob("*/*/game.jsonl")):
        log = read_log(path)
        names = Names(log)
        tokens = {"skip", *(player.name for player in log.players)}
        for said in replay(log).utterances:
            bare = said.text.strip()
            expected = "blank" if not bare else "token" if bare in tokens else "speech"
            found = (
                "blank" if is_blank(said.text)
                else "token" if is_vote_token(said.text, names)
                else "foreign" if is_foreign(said.text, names)
                else "speech"
            )  # fmt: skip
            assert expected == found, said.text
            kinds[found] += 1
    assert {"blank": 8, "token": 219, "foreign": 0, "speech": 1779} == kinds


def test_leaked_reasoning_of_the_annotated_speech_is_found(reference):
    annotated = [json.loads(line) for line in (reference / "speech.jsonl").read_text("utf-8").splitlines()]
    for one in annotated:
        log = read_log(reference / one["condition"] / one["seed"] / "game.jsonl")
        text = replay(log).utterances[one["message"]].text
        assert one["leaked_reasoning"] == leaks_reasoning(text), text
