"""Lines as most are take a short way through the reader, to the same events and the same words about what is wrong."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.errors import LogError
from quack.events.lines import MalformedLine, parse_line
from quack.events.log import GameLog, Problem, check_log, read_log
from quack.events.scan import Scan
from tests.events.test_log_fuzz import JSON, VALID

KEYS = ("player_id", "room", "tick", "line", "from", "to", "ticks_remaining", "message", "target", "x", "timestamp")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("usual") / "game.jsonl"


def read(path: Path) -> tuple[list[Problem], GameLog | str]:
    try:
        return check_log(path), read_log(path)
    except LogError as error:
        return check_log(path), str(error)


@given(data=st.data())
def test_the_short_way_and_the_long_one_agree(path: Path, data: st.DataObject) -> None:
    lines = [json.loads(line) for line in VALID]
    for _ in range(data.draw(st.integers(0, 3))):
        record = data.draw(st.sampled_from(lines[1:]))
        holder = data.draw(st.sampled_from([record, record["data"]])) if "data" in record else record
        key = data.draw(st.sampled_from([*holder, *KEYS]))
        if data.draw(st.booleans()):
            holder[key] = data.draw(JSON)
        else:
            holder.pop(key, None)
        if not isinstance(record.get("data"), dict):
            lines.remove(record)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    short = read(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Scan, "_usual", lambda *_: None)
        long = read(path)

    assert long == short


TEXTS = st.text(st.sampled_from('a:"\\ {},é'), max_size=6)
BLANKS = st.sampled_from(["", " ", "\t"])
VALUES = st.recursive(
    TEXTS.map(json.dumps),
    lambda parts: (
        st.lists(parts, max_size=2).map(lambda texts: f"[{','.join(texts)}]")
        | st.lists(st.tuples(TEXTS.map(json.dumps), BLANKS, parts), max_size=3).map(
            lambda items: "{" + ",".join(f"{key}{blank}:{value}" for key, blank, value in items) + "}"
        )
    ),
    max_leaves=6,
)


def repeats(text: str) -> bool:
    """Whether an object in a JSON text holds a key twice."""
    found: list[bool] = []
    json.loads(text, object_pairs_hook=lambda pairs: found.append(len(dict(pairs)) < len(pairs)))
    return any(found)


@given(value=VALUES)
def test_a_key_that_stands_twice_is_found_whatever_stands_around_it(value: str) -> None:
    text = f'{{"data": {value}}}'
    if repeats(text):
        with pytest.raises(MalformedLine, match="stands twice"):
            parse_line(text.encode())
    else:
        assert json.loads(text) == parse_line(text.encode())
