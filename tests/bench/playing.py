"""What playing costs: games of six random players, observations logged: `python -m tests.bench.playing`.

Prints a line of JSON: CPU seconds of playing and of `json.loads` of the lines that were written, and how many ticks.
"""

from __future__ import annotations

import asyncio
import json

from tests.bench.stages import cpu

GAMES = 40
RUNS = 5


def play_games(first: int, games: int) -> tuple[float, int, list[str]]:
    """Seconds, ticks and lines of some games."""
    from quack.agents import seat
    from quack.game.config import GameSetup
    from quack.game.engine import play
    from quack.game.record import Lines

    setup, random = GameSetup(), seat("random")
    ticks, texts = 0, []
    start = cpu()
    for seed in range(first, first + games):
        lines = Lines()
        result = asyncio.run(play(setup, lambda player, team: random, seed=seed, recorder=lines))
        ticks += result.ticks
        texts += lines.texts
    return cpu() - start, ticks, texts


def run() -> None:
    play_games(GAMES, 5)
    played = [play_games(0, GAMES) for _ in range(RUNS)]
    _, ticks, texts = played[0]
    start = cpu()
    for text in texts:
        json.loads(text)
    took = cpu() - start
    print(json.dumps({"play": min(seconds for seconds, _, _ in played), "json": took, "ticks": ticks}))


if __name__ == "__main__":
    run()
