"""Whatever the bytes, only LogError leaves the reader, and the check that goes on agrees with it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.errors import LogError
from quack.events.log import check_log, read_log
from tests.support.games import GameBuilder

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 40)
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["player_0", "player_3", "medbay", "attic", "Alice", "duck", "game_started", "player_killed"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=4), parts, max_size=3),
    max_leaves=6,
)


def valid_lines() -> list[str]:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "electrical"})
    game.tick(1).task("Alice").move("Bob", "medbay").move("Diana", "weapons")
    game.tick(2).kill("Bob", "Alice").chat("Bob", "a: b").complete("Alice").move("Charlie", "medbay")
    game.tick(3).report("Charlie").say("Charlie", "Bob!").vote("Charlie", None).skip().respawn()
    game.tick(4).call("Diana").vote("Diana", "Bob").eject("Bob").over("goose")
    return game.lines


VALID = valid_lines()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "game.jsonl"


def agree(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    problems = check_log(path)
    errors = [(problem.line, problem.what) for problem in problems if problem.severity == "error"]
    assert all(str(problem).isprintable() for problem in problems)
    assert [problem.line or 0 for problem in problems] == sorted(problem.line or 0 for problem in problems)
    try:
        log = read_log(path)
    except LogError as error:
        assert (error.line, error.what) in errors
        assert str(error).isprintable()
    else:
        assert [] == errors
        assert list(log.notices) == problems


@given(content=st.binary(max_size=200))
def test_random_bytes(path, content):
    agree(path, content)


@given(lines=st.lists(st.sampled_from([*VALID, "", "{", "[]"]), max_size=12))
def test_lines_in_any_order(path, lines):
    agree(path, "\n".join(lines).encode())


@given(st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=3), st.integers(0, 3)), min_size=1, max_size=4))
def test_bytes_replaced_put_in_and_cut_out(path, edits):
    content = "\n".join(VALID).encode()
    for place, new, cut in edits:
        place %= len(content)
        content = content[:place] + new + content[place + cut :]
    agree(path, content)


@given(st.integers(0, 10_000))
def test_a_log_cut_anywhere_after_its_first_line_is_read_to_there(path, place):
    content = "".join(f"{line}\n" for line in VALID).encode()
    start = content.index(b"\n")
    content = content[: start + place % (len(content) - start)]
    path.write_bytes(content)
    # A cut right before a line end leaves that line whole.
    whole = content.count(b"\n") + (content.endswith(b"}") and content.rsplit(b"\n", 1)[-1].decode() in VALID)
    assert whole == len(read_log(path).events)
    agree(path, content)


@given(data=st.data())
def test_values_replaced_in_valid_lines(path, data):
    lines = [json.loads(line) for line in VALID]
    for _ in range(data.draw(st.integers(1, 3))):
        record = data.draw(st.sampled_from(lines))
        holder, key = record, data.draw(st.sampled_from(sorted(record)))
        while isinstance(holder[key], dict | list) and holder[key] and data.draw(st.booleans()):
            holder = holder[key]
            keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
            key = data.draw(st.sampled_from(keys))
        if data.draw(st.integers(0, 4)):
            holder[key] = data.draw(JSON)
        else:
            del holder[key]
        if holder is record and key not in record:
            lines.remove(record)
    agree(path, "".join(json.dumps(line) + "\n" for line in lines).encode())


@given(record=st.dictionaries(st.sampled_from(["event_type", "tick", "data", "x"]), JSON))
def test_lines_of_any_content(path, record):
    agree(path, f"{VALID[0]}\n{json.dumps(record)}\n{VALID[-1]}\n".encode())
