"""Records and their lines of JSON."""

from __future__ import annotations

import json

import pytest

from quack.audit.json_lines import json_line
from quack.audit.records import AuditRecord
from tests.samples import record

KEYS = (
    "game meeting message chat ordinal speaker team claim time window verdict bucket support perspective outcome "
    "grounded grounds footing evidence rules versions"
).split()


def test_a_line_holds_the_documented_keys_in_order() -> None:
    assert KEYS == list(json.loads(record().to_line()))


def test_a_record_comes_back_from_its_line() -> None:
    original = record(window=None, grounds=("called_meeting",))
    assert original == AuditRecord.from_json(json.loads(original.to_line()))


def test_a_claim_without_a_time_comes_back_without_one() -> None:
    original = record(time=None)
    assert original == AuditRecord.from_json(json.loads(original.to_line()))


def test_evidence_names_its_log_line() -> None:
    assert [{"fact": "at(alice,medbay,6,8)", "line": 12}] == record().to_json()["evidence"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [({}, "0.4.2"), ({"meeting": None, "message": None, "chat": 5}, "c5.2")],
)
def test_an_id_tells_meetings_from_chat(changes: dict[str, object], expected: str) -> None:
    assert expected == record(**{"message": 4, "ordinal": 2, **changes}).id


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ({"type": "location", "room": "medbay"}, "location"),
        ({"type": "location", "route": ["medbay", "storage"]}, "route"),
        ({"type": "location", "route": []}, "location"),
        ({"type": "sighting", "route": ["x"]}, "sighting"),
    ],
)
def test_a_location_with_a_route_is_a_route(claim: dict[str, object], kind: str) -> None:
    assert kind == record(claim=claim).kind


@pytest.mark.parametrize(
    ("attribution", "own"), [(None, True), ("speaker", True), ("reported:Bob", False), ("hypothetical", False)]
)
def test_only_what_the_speaker_asserts_is_its_own(attribution: str | None, own: bool) -> None:
    assert own == record(claim={"attribution": attribution}).own


@pytest.mark.parametrize(
    "text",
    [
        'quote " and \\',
        "new\nline",
        "\x1b[31m red \x9b31m",
        "\u202e turned",
        "\ud800 lone",
        "中文",
        "🦆 \U000e0041",
        "\0",
    ],
)
def test_any_text_survives_and_none_reaches_the_terminal_raw(text: str) -> None:
    line = json_line({"text": text})
    assert text == json.loads(line)["text"]
    assert line.isprintable()
    assert line.encode("utf-8")


def test_readable_text_stays_readable() -> None:
    assert '{"name": "小鸭"}' == json_line({"name": "小鸭"})


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, -2, None, True, False, 0.5, "x"], "b": {}, "c": [], "d": {"e": {"f": [[]]}}},
        "long " * 100,
        10**25,
        [],
    ],
)
def test_json_lines_are_those_of_the_standard_library(value: object) -> None:
    assert json.dumps(value, ensure_ascii=False) == json_line(value)


def test_the_line_of_a_record_says_what_its_json_says() -> None:
    for each in (record(), record("false", evidence=(), window=None, time=None), record(claim={"ticks": [1, None]})):
        assert each.to_json() == json.loads(each.to_line())
        assert list(each.to_json()) == list(json.loads(each.to_line()))
