"""Games for pages that are to be looked at: names that are markup, and a crowd."""

from __future__ import annotations

from pathlib import Path

from quack.game.config import NAMES
from tests.support.games import GameBuilder
from tests.support.small_games import write_game

CANARY = '<img src=x onerror="window.canary=1"></script><script>window.canary=2</script>'
LONG = "我在医务室待了整整一轮，一直在做任务，没有看见任何人经过走廊。" * 12


def hostile_game(folder: Path) -> None:
    names = (CANARY, "javascript:window.canary=3", "${window.canary=4}")
    game = (
        GameBuilder(players=names, ducks=names[1:2], rooms={CANARY: "medbay"})
        .tick(1).task(names[1])
        .tick(2).call(names[1]).say(names[1], f"{CANARY} was in storage. {LONG}").say(CANARY, f"{LONG}{CANARY}")
        .vote(names[0], None).vote(names[1], None).vote(names[2], None).skip().over("goose")
    )  # fmt: skip
    folder.mkdir(parents=True)
    quote = f"{CANARY} was in storage"
    claims = {0: [{"type": "location", "subject": CANARY, "room": "storage", "temporal": CANARY, "quote": quote}]}
    write_game(folder, game, claims)


def crowded_game(folder: Path) -> None:
    """Thirty players in one room, two bodies among them, and somebody who walks the other way than the rest."""
    names = tuple(NAMES[:30])
    game = GameBuilder(players=names, ducks=names[1:4]).tick(1).move(names[0], "medbay", ticks=3)
    game.tick(2).kill(names[1], names[7]).kill(names[2], names[8]).tick(3).over("duck")
    folder.mkdir(parents=True)
    write_game(folder, game, {})
