"""What every log of a game has to hold: it is sound, folds to the end of the game, and tells what could be derived."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quack.audit.reading import check_game
from quack.events.log import GameLog, read_log
from quack.events.state import GameState, apply
from quack.game.progress import Progress
from quack.game.visibility import Sightings
from quack.game.watch import watch_game
from tests.support.players import Played


@contextmanager
def written(texts: Iterable[str]) -> Iterator[Path]:
    """A file of some lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        yield path


def read_texts(texts: Iterable[str]) -> GameLog:
    """The log of some lines."""
    with written(texts) as path:
        return read_log(path)


def folds_to_its_end(game: Played) -> None:
    """The log, read again, holds the events that happened and leads to the state in which the game ended."""
    with written(game.lines.texts) as path:
        assert [] == check_game(path)
        log = read_log(path)
    assert game.lines.events == list(log.events)
    state, progress = GameState(), Progress()
    for event in log.events:
        apply(state, event)
        progress.apply(event)
    assert _slots(game.result.state) == _slots(state)
    assert game.result.progress == progress
    assert log.map == game.setup.map
    last = json.loads(game.lines.texts[-1])
    assert ("game_over", game.result.reason) == (last["event_type"], last["data"]["reason"])


def _slots(state: GameState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in GameState.__slots__}


def without(texts: Iterable[str], *event_types: str) -> list[str]:
    """A log as if nobody had written down events of some types."""
    return [text for text in texts if json.loads(text)["event_type"] not in event_types]


def lies_between(texts: list[str]) -> None:
    """What a log says was seen and heard is all that is sure without its saying so, and nothing beyond the possible.

    So it is, too, where nothing tells of the turns at which an agent failed.
    """
    _, logged = watch_game(read_texts(texts))
    for removed in (("observation",), ("observation", "action_refused", "agent_failed")):
        _lies_between(logged, watch_game(read_texts(without(texts, *removed)))[1])


def _lies_between(logged: Sightings, derived: Sightings) -> None:
    assert {"maybe"}.isdisjoint(row.look for row in logged.sightings)
    told, sure = _by_tick(logged, "sure", "call"), _by_tick(derived, "sure", "call")
    glimpsed = {row for row in sure if row[4] == "glimpsed"}
    certain = sure - glimpsed
    assert certain <= told
    assert told <= certain | _by_tick(derived, "maybe")
    near = {row[:4] for row in told if row[4] in ("present", "departing")}
    assert {row[:4] for row in glimpsed} <= near
    heard = [(row.listener, row.chat) for row in logged.hearings]
    perhaps = [(row.listener, row.chat) for row in derived.hearings]
    assert (len(set(heard)), len(set(perhaps))) == (len(heard), len(perhaps)), "nobody hears a line twice"
    assert {(row.listener, row.chat) for row in derived.hearings if row.look != "maybe"} <= set(heard) <= set(perhaps)


def _by_tick(found: Sightings, *certainties: str) -> set[tuple[Any, ...]]:
    return {
        (row.viewer, row.target, row.room, tick, row.how, row.other_end)
        for row in found.sightings
        if row.look in certainties
        for tick in range(row.first, row.last + 1)
    }
