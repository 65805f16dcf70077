"""Records and their lines of JSON."""

from __future__ import annotations

import json

import msgspec
import pytest

from quack.audit.records import AuditRecord, lines_of
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
    assert [{"fact": "at(alice,medbay,6,8)", "line": 12}] == json.loads(record().to_line())["evidence"]


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
        "\x7f\ud800",
        "中文 \u2028",
        "🦆 \U000e0041",
        "\0",
    ],
)
@pytest.mark.parametrize("where", ["game", "claim"])
def test_any_text_survives_and_none_reaches_the_terminal_raw(where: str, text: str) -> None:
    original = record(game=text) if where == "game" else record(claim={"quote": text, text: [{text: text}]})
    line = original.to_line()
    assert original == AuditRecord.from_json(json.loads(line))
    assert line.isprintable()
    assert f"{line}\n{record().to_line()}\n".encode() == lines_of([original, record()])


def test_readable_text_stays_readable() -> None:
    assert '{"game":"小鸭","meeting":0,' in record(game="小鸭").to_line()


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, -2, None, True, False, 0.5, "x"], "b": {}, "c": [], "d": {"e": {"f": [[]]}}},
        "long " * 100,
        10**25,
        -(10**25),
        1e300,
        [],
    ],
)
@pytest.mark.parametrize("name", ["run/seed01", "run\udcff"])
def test_what_a_claim_holds_besides_stays_as_it_is(name: str, value: object) -> None:
    original = record(game=name, claim={"extra": value})
    assert original == AuditRecord.from_json(json.loads(original.to_line()))


def test_a_number_beyond_all_numbers_is_none() -> None:
    assert json.loads(record(claim={"extra": [float("inf")]}).to_line())["claim"]["extra"] == [None]


@pytest.mark.parametrize("game", ["run/seed01", "run\udcff"])
def test_the_keys_of_all_parts_stand_in_their_order(game: str) -> None:
    told = json.loads(record(game=game, claim={"z": 1, "a": 2}).to_line())
    assert KEYS == list(told)
    assert ["type", "subject", "z", "a"] == list(told["claim"])
    assert ["phrase", "reference", "understood"] == list(told["time"])
    assert ["fact", "line"] == list(told["evidence"][0])
    assert ["log", "claims", "rulebook", "program"] == list(told["versions"])


@pytest.mark.parametrize(
    "changes",
    [{"window": [1]}, {"ordinal": "0"}, {"claim": []}, {"more": 1}, {"evidence": [{"fact": "f"}]}, {"rules": None}],
)
def test_what_is_no_record_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        AuditRecord.from_json({**json.loads(record().to_line()), **changes})
