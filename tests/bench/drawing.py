"""What drawing costs: the two views of each turn at 1,024 pixels, and each frame of a replay at 1,600 pixels.

`python -m tests.bench.drawing` prints a line of JSON: CPU seconds of each on average, at the 99th percentile and while
nothing has been kept yet, and of `json.loads` of the log; the minimum of several runs. Encoding is left out.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.bench.stages import cpu

RUNS = 3


def _timed(draw: Callable[[Any], object], things: Iterable[Any]) -> Iterator[float]:
    for thing in things:
        start = cpu()
        draw(thing)
        yield cpu() - start


def run() -> None:
    from quack.agents.play import play_game
    from quack.events.log import read_log
    from quack.game.watch import watch_game
    from quack.render.frames import draw_frame
    from quack.render.perspective import glances
    from quack.render.replay import cast_of, scenes
    from quack.render.views import global_view, local_view

    played = play_game(seed=5, players=12, ducks=3, map="manor", ticks=30).log
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_bytes(played)
        log = read_log(path)
    cast, watched = cast_of(log), watch_game(log)
    views = [each.view for player in log.by_id for each in glances(log, *watched, player) if each.speech is None]

    def both(view: Any) -> None:
        global_view(view, log.map, cast.names)
        local_view(view, log.map, cast.names)

    found: dict[str, float] = {}
    for name, draw, things in (
        ("two views of a turn", both, views),
        ("frame of a replay", lambda scene: draw_frame(scene, cast), list(scenes(log))),
    ):
        runs = [list(_timed(draw, things)) for _ in range(RUNS)]
        best = sorted(map(min, zip(*runs, strict=True)))
        found[f"{name}, at first"] = sum(runs[0]) / len(runs[0])
        found[name] = sum(best) / len(best)
        found[f"{name}, 99 %"] = best[int(0.99 * len(best))]
    start = cpu()
    for line in played.splitlines():
        json.loads(line)
    print(json.dumps({**found, "json": cpu() - start}))


if __name__ == "__main__":
    run()
