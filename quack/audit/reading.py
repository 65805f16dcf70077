"""From files to a case: the log read and replayed, what was seen, what was claimed."""

from __future__ import annotations

from pathlib import Path

from quack.audit.discover import Game
from quack.claims.extractors import extract_in_memory
from quack.claims.store import read_claims
from quack.errors import LogError
from quack.events.fit import Misfit
from quack.events.log import GameLog, check_log, read_log
from quack.events.problems import Problem
from quack.events.rows import Timeline
from quack.events.timeline import replay
from quack.game.visibility import Sightings
from quack.game.watch import watch_game
from quack.kb.judge import Case
from quack.world.map import GameMap


def read_case(game: Game, map: GameMap | None = None, *, sighted: bool = True) -> Case:
    """A game as the knowledge base wants it.

    Args:
        map: the map, instead of the one that the log names.
        sighted: whether what every look showed is wanted too.

    Raises:
        LogError: the log can't be read, or contradicts itself when replayed.
        ClaimsError: the claims can't be read.
    """
    log = read_log(game.log, map=map)
    timeline, sightings = watch_game(log) if sighted else (replay(log), Sightings((), ()))
    _require_fit(game, timeline)
    claims = extract_in_memory(log, timeline) if game.extract else read_claims(game.claims, log, timeline)
    return Case(log, timeline, sightings, claims)


def read_log_and_timeline(game: Game, map: GameMap | None = None) -> tuple[GameLog, Timeline]:
    """The log of a game, and what it says that happened; arguments and errors as for `read_case`."""
    log = read_log(game.log, map=map)
    timeline = replay(log)
    _require_fit(game, timeline)
    return log, timeline


def _require_fit(game: Game, timeline: Timeline) -> None:
    if timeline.misfits:
        first = timeline.misfits[0]
        raise LogError(first.what, path=game.log, line=first.line, remedy=first.remedy)


def check_game(log: Path, map: GameMap | None = None) -> list[Problem]:
    """Every problem of a log, by line: what the reader finds and, in a log that it can read, what the replay finds.

    Raises nothing.
    """
    problems = check_log(log, map=map)
    if any(problem.severity == "error" for problem in problems):
        return problems
    timeline, _ = watch_game(read_log(log, map=map))
    problems += [_problem(log, misfit) for misfit in timeline.misfits]
    return sorted(problems, key=lambda problem: problem.line or 0)


def _problem(log: Path, misfit: Misfit) -> Problem:
    return Problem(log, misfit.line, "error", misfit.what, misfit.remedy)
