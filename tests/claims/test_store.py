"""Files of claims: what is accepted, what is noted, what is refused."""

import hashlib
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quack.claims.store import find_claims, read_claims
from quack.errors import ClaimsError, QuackError
from quack.events.log import read_log
from quack.events.timeline import replay
from tests.support.games import GameBuilder

CLAIM = {"type": "location", "subject": "Alice", "room": "medbay", "temporal": "tick 1"}
LINE = {"message": 0, "meeting": 0, "speaker": "player_0", "claims": [CLAIM]}


def the_game():
    game = (
        GameBuilder(rooms={"Alice": "medbay"}).tick(1).task("Alice").chat("Bob", "hello").tick(2).chat("Bob", "again")
    )
    game.call("Charlie").say("Alice", "I was in medbay").say("Bob", "Alice").say("Alice", "").vote("Alice", None).skip()
    return game.over()


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    log = read_log(the_game().write(tmp_path_factory.mktemp("game")))
    return log, replay(log)


@pytest.fixture
def read(tmp_path, game):
    def read(*lines, end="\n"):
        path = tmp_path / "claims.jsonl"
        parts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        path.write_bytes(b"\n".join(parts) + end.encode() if parts else b"")
        return read_claims(path, *game)

    return read


def by_message(file):
    return [one.status for one in file.extractions if one.message is not None]


def test_every_utterance_has_its_extraction_in_order(read):
    file = read(LINE, {"chat": 1, "speaker": "Bob", "claims": []})
    places = [(one.message, one.chat, one.meeting, one.speaker, one.status, one.line) for one in file.extractions]
    assert [
        (0, None, 0, "player_0", "extracted", 1),
        (1, None, 0, "player_1", "not_attempted", None),
        (2, None, 0, "player_0", "not_attempted", None),
        (None, 0, None, "player_1", "not_attempted", None),
        (None, 1, None, "player_1", "empty", 2),
    ] == places
    assert CLAIM == file.extractions[0].claims[0].to_json()
    assert (0, (), {}) == (file.duplicates, file.dropped, file.extra_keys)


def test_the_file_is_known_by_its_bytes(read, tmp_path):
    file = read(LINE)
    assert hashlib.sha256((tmp_path / "claims.jsonl").read_bytes()).hexdigest() == file.sha256


@pytest.mark.parametrize(
    ("status", "more"),
    [
        ("extracted", {"claims": [CLAIM]}),
        ("empty", {"claims": []}),
        ("vote_token", {"claims": [], "status": "vote_token"}),
        ("vote_token", {"status": "vote_token"}),
        ("empty", {"status": "empty"}),
        ("failed", {"status": "failed", "cause": "unsupported_language"}),
        ("failed", {"status": "failed", "claims": [CLAIM]}),
        ("not_attempted", {"status": "not_attempted"}),
        ("failed", {}),
        ("failed", {"claims": None}),
        ("failed", {"claims": {"0": CLAIM}}),
        ("failed", {"claims": [{"type": "rumour"}]}),
        ("failed", {"status": "fine", "claims": [CLAIM]}),
        ("failed", {"status": ["failed"]}),
        ("extracted", {"status": "vote_token", "claims": [CLAIM]}),
    ],
)
def test_every_message_ends_in_one_status(read, status, more):
    line = {key: value for key, value in LINE.items() if key != "claims"} | more
    extraction = read(line).extractions[0]
    assert (status, status == "extracted") == (extraction.status, bool(extraction.claims))


def test_a_failure_keeps_its_cause(read):
    line = {"message": 0, "status": "failed", "cause": "unsupported_language"}
    assert "unsupported_language" == read(line).extractions[0].cause


def test_coverage_counts_discussion_and_chat_apart(read):
    file = read(LINE, LINE | {"message": 1, "speaker": "player_1", "claims": []}, {"chat": 0, "claims": [CLAIM]})
    none = {"extracted": 0, "empty": 0, "vote_token": 0, "failed": 0, "not_attempted": 0}
    assert none | {"extracted": 1, "empty": 1, "not_attempted": 1} == file.coverage()
    assert none | {"extracted": 1, "not_attempted": 1} == file.coverage("chat")


def test_a_later_line_replaces_an_earlier_one(read):
    bad = LINE | {"claims": [{"type": "rumour"}], "mood": 1}
    file = read(bad, LINE | {"claims": []}, LINE)
    assert (1, 3, (), {}) == (len(file.extractions[0].claims), file.extractions[0].line, file.dropped, file.extra_keys)


def test_a_bad_claim_is_dropped_with_its_reason_and_the_others_keep_their_order(read):
    file = read(LINE | {"claims": [CLAIM, {"type": "location", "room": 5}, None, CLAIM | {"room": "storage"}]})
    assert ["medbay", "storage"] == [claim.room for claim in file.extractions[0].claims]
    assert [
        (1, "claim 1: room: Input should be a valid string"),
        (1, "claim 2: no claim, or of an unknown type"),
    ] == [tuple(one) for one in file.dropped]
    assert [1, 1] == [notice.line for notice in file.notices]


def test_repeated_claims_are_counted_once(read):
    file = read(LINE | {"claims": [CLAIM, CLAIM | {"temporal": "tick 2"}, CLAIM]})
    assert (1, 2) == (len(file.extractions[0].claims), file.duplicates)


def test_extra_keys_are_counted(read):
    file = read(LINE | {"model": "m", "claims": [CLAIM | {"mood": 1}, CLAIM | {"room": "storage", "mood": 2}]})
    assert {"line.model": 1, "location.mood": 2} == file.extra_keys


def test_flags_are_kept(read):
    extraction = read(LINE | {"flags": ["odd"], "leaked_reasoning": True, "from_audit": False}).extractions[0]
    assert ("odd", "leaked_reasoning") == extraction.flags


def test_how_claims_were_made_follows_the_claims_that_are_kept(read):
    other = {"type": "location", "subject": "Bob", "room": "storage"}
    line = LINE | {"claims": [CLAIM, CLAIM, other], "made": ["recalled", "invented", "moved"]}
    assert ("recalled", "moved") == read(line).extractions[0].made


@pytest.mark.parametrize("made", [None, "recalled", [], ["recalled"] * 3])
def test_how_claims_were_made_counts_only_where_every_claim_has_it(made, read):
    assert () == read(LINE | {"claims": [CLAIM, {"type": "nonsense"}], "made": made}).extractions[0].made
    assert () == read(LINE | {"claims": None, "made": made}).extractions[0].made


def test_a_line_needs_neither_speaker_nor_meeting(read):
    assert "extracted" == read({"message": 0, "claims": [CLAIM]}).extractions[0].status


def test_a_torn_last_line_is_noted_and_the_rest_used(read):
    file = read(LINE, b'{"message": 1, "cla', end="")
    assert ["extracted", "not_attempted", "not_attempted"] == by_message(file)
    assert [2] == [notice.line for notice in file.notices]
    assert file.dropped[0].reason.startswith("the last line is not JSON")


def test_a_broken_line_in_the_middle_is_noted_and_the_rest_used(read):
    file = read(b"}", b"[]", b'{"message": NaN}', LINE)
    assert (["extracted"], [1, 2, 3]) == (by_message(file)[:1], [one.line for one in file.dropped])


def test_blank_lines_a_byte_order_mark_and_no_line_at_all_do_no_harm(read):
    file = read(b"\xef\xbb\xbf" + json.dumps(LINE).encode(), b"", b"   ", LINE, end="")
    assert 4 == file.extractions[0].line
    assert ["not_attempted"] * 3 == by_message(read())


def test_without_a_file_nothing_was_attempted(game):
    file = read_claims(None, *game)
    assert (None, None, 3) == (file.path, file.sha256, file.coverage()["not_attempted"])


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("message 7 is not in the log", LINE | {"message": 7}),
        ("message -1 is not in the log", LINE | {"message": -1}),
        ("message 1234567890123 is not in the log", LINE | {"message": 1234567890123}),
        ("a number of more than 20 digits is not in the log", LINE | {"message": 10**30}),
        ("chat 2 is not in the log", {"chat": 2, "claims": []}),
        ("was said by player_0, not by 'player_1'", LINE | {"speaker": "player_1"}),
        ("was said by player_0, not by 7", LINE | {"speaker": 7}),
        ("was said in meeting 0, not 1", LINE | {"meeting": 1}),
        ('the line has no "message"', {"claims": [CLAIM]}),
        ('the line has no "message"', LINE | {"message": "0"}),
        ('the line has no "message"', LINE | {"message": True}),
        ('the line has no "message"', LINE | {"message": 0.0}),
    ],
)
def test_a_line_of_another_log_is_refused_with_its_place(read, what, line):
    with pytest.raises(ClaimsError) as caught:
        read(LINE, line)
    assert (2, True) == (caught.value.line, bool(caught.value.remedy))
    assert what in str(caught.value)


def test_a_file_without_a_single_line_of_claims_is_refused(read):
    with pytest.raises(ClaimsError, match="holds no claims"):
        read(b"\x89PNG\r\n\x1a\n", b"[1]")


@pytest.mark.parametrize("path", ["nowhere/claims.jsonl", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path, game, path):
    with pytest.raises(ClaimsError, match="can't read the claims"):
        read_claims(f"{tmp_path}/{path}", *game)


def test_our_own_file_beside_the_log_wins_over_the_published_one(tmp_path):
    log = tmp_path / "game.jsonl"
    assert None is find_claims(log)
    (tmp_path / "extractions.jsonl").touch()
    assert tmp_path / "extractions.jsonl" == find_claims(log)
    (tmp_path / "claims.jsonl").touch()
    assert tmp_path / "claims.jsonl" == find_claims(str(log))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=5)
    | st.sampled_from(["Alice", "player_0", "medbay", "location", "denied", "tick 1234567890123", 1234567890123]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=4), parts, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    "message chat meeting speaker status cause claims flags type subject target room route temporal ticks state".split()
)
CLAIM_LIKE = st.dictionaries(KEYS, JSON, max_size=4).map(lambda more: CLAIM | more) | JSON
LINE_LIKE = st.tuples(st.dictionaries(KEYS, JSON, max_size=2), st.lists(CLAIM_LIKE, max_size=3)).map(
    lambda parts: {**LINE, "claims": parts[1], **parts[0]}
)
RAW_LINE = LINE_LIKE.map(lambda line: json.dumps(line).encode()) | st.binary(max_size=20)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(RAW_LINE, max_size=4), cut=st.integers(0, 30))
def test_only_errors_of_ours_leave_the_reader_whatever_the_lines(tmp_path, game, lines, cut):
    path = tmp_path / "mutated.jsonl"
    data = b"\n".join(lines)
    path.write_bytes(data[: len(data) - cut])
    try:
        file = read_claims(path, *game)
    except QuackError as error:
        assert str(error).isprintable()
        return
    assert 5 == len(file.extractions)
    assert all(str(notice).isprintable() for notice in file.notices)
    assert all(claim == type(claim).model_validate(claim.to_json()) for one in file.extractions for claim in one.claims)


def test_exact_labels_are_read_where_nothing_was_extracted(tmp_path):
    log = tmp_path / "game.jsonl"
    (tmp_path / "claims.gold.jsonl").write_text("")
    assert tmp_path / "claims.gold.jsonl" == find_claims(log)
    (tmp_path / "extractions.jsonl").write_text("")
    assert tmp_path / "extractions.jsonl" == find_claims(log)


def test_how_a_claim_was_made_is_a_known_key(read):
    file = read(LINE | {"made": ["recalled"]})
    assert ({}, (), 1) == (file.extra_keys, file.notices, len(file.extractions[0].claims))
