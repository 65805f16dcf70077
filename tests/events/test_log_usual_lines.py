"""Lines as most are take a short way through the reader, to the same events and the same words about what is wrong."""

import json
import pickle
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.errors import LogError
from quack.events.lines import MalformedLine, parse_line
from quack.events.log import GameLog, Problem, check_log, read_log
from quack.events.models import GameOver, GameStarted, MeetingCalled
from quack.events.scan import Scan
from tests.conftest import ROOT
from tests.events.test_log_fuzz import JSON, VALID

SAMPLES = sorted((ROOT / "logs").rglob("game.jsonl"))
LOOK = {
    "timestamp": 9,
    "event_type": "observation",
    "tick": 4,
    "data": {
        "player_id": "player_3",
        "room": "weapons",
        "moment": "turn",
        "present": ["player_1"],
        "departing": [{"player_id": "player_2", "to": "medbay"}],
        "arriving": [{"player_id": "player_1", "from": "medbay"}, {"player_id": "player_2", "from": "medbay"}],
        "bodies": [],
        "heard": [0],
        "action": "wait()",
    },
}
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
    lines = [*map(json.loads, VALID), deepcopy(LOOK)]
    for _ in range(data.draw(st.integers(0, 3))):
        record = data.draw(st.sampled_from(lines[1:]))
        holder = data.draw(st.sampled_from([record, *objects(record.get("data"))]))
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
        patch.setattr(Scan, "_usual", lambda *_: False)
        long = read(path)

    assert long == short


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in a JSON value, itself included."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value] * isinstance(value, dict) + [each for part in inner for each in objects(part)]


def test_hardly_a_line_of_the_sample_games_takes_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = set()
    long = Scan._line
    monkeypatch.setattr(Scan, "_line", lambda scan, *line: taken.add(line[0]) or long(scan, *line))
    for path in SAMPLES:
        events = read_log(path).events
        odd = (GameStarted, MeetingCalled, GameOver)  # a call that finds nobody lists no bodies, as if it had none
        assert {event.line for event in events if isinstance(event, odd)} >= taken
        taken.clear()


def test_events_go_to_other_processes_as_they_are() -> None:
    events = read_log(SAMPLES[0]).events
    assert events == pickle.loads(pickle.dumps(events))


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
