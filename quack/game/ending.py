"""How a game ends."""

from __future__ import annotations

from typing import Literal, NamedTuple

from quack.events.models import GameOver
from quack.game.board import Board
from quack.game.record import Draft


class Ending(NamedTuple):
    """Who has won, and why."""

    winner: Literal["goose", "duck"]
    reason: str


TIME_IS_UP = Ending("goose", "Time is up and a Goose lives")


def decided(board: Board) -> Ending | None:
    """Whether somebody has won by now, time left aside; to be asked whenever somebody died or completed a task."""
    teams = board.progress.teams
    ducks = sum(teams[player] == "duck" for player in board.state.places)
    tasks_done = bool(board.setup.tasks) and board.progress.tasks_left() == 0
    return decide(len(board.state.places) - ducks, ducks, tasks_done=tasks_done)


def decide(geese: int, ducks: int, *, tasks_done: bool) -> Ending | None:
    """Who has won with so many alive, and with all Goose tasks completed or not."""
    if ducks == 0:
        return Ending("goose", "All Ducks have been ejected")
    if ducks >= geese:
        return Ending("duck", "Ducks have voting majority")
    return Ending("goose", "All Goose tasks completed") if tasks_done else None


def game_over(ending: Ending) -> Draft:
    """The last line of a log."""
    return Draft(GameOver, {"winner": ending.winner, "reason": ending.reason})
