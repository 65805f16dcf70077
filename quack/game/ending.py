"""How a game ends."""

from __future__ import annotations

from quack.events.models import GameOver
from quack.game.board import Board
from quack.game.record import Draft
from quack.game.victory import Ending, decide

TIME_IS_UP = Ending("goose", "Time is up and a Goose lives")


def decided(board: Board) -> Ending | None:
    """Whether somebody has won by now, time left aside; to be asked whenever somebody died or completed a task."""
    teams = board.progress.teams
    ducks = sum(teams[player] == "duck" for player in board.state.places)
    tasks_done = bool(board.setup.tasks) and board.progress.tasks_left() == 0
    return decide(len(board.state.places) - ducks, ducks, tasks_done=tasks_done)


def game_over(ending: Ending) -> Draft:
    """The last line of a log."""
    return Draft(GameOver, {"winner": ending.winner, "reason": ending.reason})
