"""Courses of games for tests: told by hand, or played."""

from __future__ import annotations

from collections.abc import Iterable

from quack.events.timeline import replay
from quack.metrics import METRICS
from quack.metrics.course import Course
from tests.support.folding import read_texts
from tests.support.games import GameBuilder


def course(game: GameBuilder) -> Course:
    """The course of a game told by hand."""
    return course_of(game.lines)


def course_of(texts: Iterable[str]) -> Course:
    """The course of a log."""
    log = read_texts(texts)
    return Course(log, replay(log))


def of(name: str, game: GameBuilder) -> tuple[int, int]:
    """A figure of a game told by hand, as numerator and denominator."""
    return tuple(METRICS[name].compute(course(game)))


def of_each(name: str, game: GameBuilder) -> dict[str, tuple[int, int]]:
    """A figure of each player who has it, by the player's name."""
    names = {player: name for name, player in game.ids.items()}
    results = METRICS[name].by_player(course(game))
    return {names[player]: tuple(result) for player, result in results.items() if result.denominator}
