"""What a model says is read as claims whatever stands around them; what holds none says why."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.claims.model.answers import read_answer
from quack.providers.faults import Fault

ONE = {"type": "location", "subject": "Alice", "room": "medbay"}
TWO = {"type": "accusation", "accuser": "Alice", "target": "Bob", "quote": 'he said "no, [not] me"'}
BOTH = json.dumps([ONE, TWO])

RECOVERED = {
    "bare list": (BOTH, [ONE, TWO]),
    "wrapper": (json.dumps({"claims": [ONE, TWO]}), [ONE, TWO]),
    "another wrapper": (json.dumps({"note": "two of them", "result": [ONE, TWO]}), [ONE, TWO]),
    "wrappers within": (json.dumps({"output": {"claims": [ONE]}}), [ONE]),
    "lone object": (json.dumps(ONE), [ONE]),
    "wrapped lone object": (json.dumps({"claims": ONE}), [ONE]),
    "fence": (f"```json\n{BOTH}\n```", [ONE, TWO]),
    "fence without a word": (f"```\n{BOTH}```", [ONE, TWO]),
    "open fence": (f"```json\n{BOTH}", [ONE, TWO]),
    "prose": (f"Here are the claims [as asked]:\n{BOTH}\nI hope this helps {{really}}.", [ONE, TWO]),
    "prose and fence": (f"Sure.\n```json\n{BOTH}\n```\nDone [1].", [ONE, TWO]),
    "lines": (f"{json.dumps(ONE)}\n{json.dumps(TWO)}", [ONE, TWO]),
    "commas too many": (f'{{"claims": [{json.dumps(ONE)[:-1]},}},{json.dumps(TWO)},],}}', [ONE, TWO]),
    "comma in words": ('[{"type": "defense", "basis": "a,] b,}"},]', [{"type": "defense", "basis": "a,] b,}"}]),
    "thoughts": (f'<think>maybe {{"claims": []}}? [{{"type"</think>{BOTH}', [ONE, TWO]),
    "second thoughts": (f'{{"claims": []}} No, wait: {{"claims": {BOTH}}}', [ONE, TWO]),
    "nothing claimed": ('{"claims": []}', []),
    "an empty list": ("[]", []),
    "an empty list in prose": ("Nothing is claimed: []", []),
    "one bad item": (f'[{json.dumps(ONE)}, {{"type": "location", subject: Bob}}, {json.dumps(TWO)}]', None),
}


@pytest.mark.parametrize(("text", "items"), RECOVERED.values(), ids=list(RECOVERED))
def test_claims_are_recovered(text: str, items: list[Any] | None) -> None:
    # What is no JSON remains as a text, to be counted among the claims that were not taken over.
    assert ([ONE, TWO, "not JSON"] if items is None else items) == read_answer(text)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "empty_answer"),
        (" \n\t", "empty_answer"),
        ("<think>hm</think>", "empty_answer"),
        ("Alice was in medbay.", "not_json"),
        ("[1, 2]", "not_json"),
        ("null", "not_json"),
        ('"claims"', "not_json"),
        ('{"answer": 3}', "not_json"),
        ("[[[[[[" * 5000, "truncated"),
        ("x" * 300_000, "not_json"),
        ("I'm sorry, I can't help with that.", "refusal"),
        ("I cannot read this.", "refusal"),
        (BOTH[:-1], "truncated"),
        (BOTH[:60], "truncated"),
        (json.dumps({"claims": [ONE, TWO]})[:-30], "truncated"),
        (f"```json\n{BOTH[:80]}", "truncated"),
    ],
)
def test_what_holds_no_claims_says_why(text: str, cause: str) -> None:
    with pytest.raises(Fault) as caught:
        read_answer(text)
    assert cause == caught.value.cause


@settings(max_examples=50, deadline=None)
@given(st.text(), st.text())
def test_any_text_around_a_fenced_answer_leaves_it_as_it_is(before: str, after: str) -> None:
    around = [part.replace("`", "").replace("<", "") for part in (before, after)]
    assert [ONE] == read_answer(f'{around[0]}\n```json\n{{"claims": [{json.dumps(ONE)}]}}\n```\n{around[1]}')


@settings(max_examples=50, deadline=None)
@given(st.text() | st.recursive(st.none() | st.booleans() | st.text(), lambda kind: st.lists(kind)).map(json.dumps))
def test_any_answer_is_a_list_or_a_fault(text: str) -> None:
    try:
        assert isinstance(read_answer(text), list)
    except Fault as fault:
        assert fault.cause in ("empty_answer", "not_json", "refusal", "truncated")


@pytest.mark.parametrize("cut", range(1, len(BOTH)))
def test_a_list_that_breaks_off_anywhere_is_never_taken_for_a_whole_one(cut: int) -> None:
    with pytest.raises(Fault) as caught:
        read_answer(json.dumps({"claims": [ONE, TWO]})[: -cut - 1])
    assert caught.value.cause in ("truncated", "not_json")
