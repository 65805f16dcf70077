"""How far a study is: what lies in the folder of each of its games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from quack.agents.model.budget import Spent
from quack.agents.model.transcript import TRANSCRIPT_NAME, spent_in
from quack.drafts import draft_of
from quack.errors import PlayError, QuackError, printable
from quack.experiment.kept_plan import left_games
from quack.experiment.outcomes import Trouble
from quack.experiment.plan import Plan, PlannedGame
from quack.experiment.spending import spent_on, spent_reading
from quack.settings import LOG_NAME

FAILURES_NAME = "failures.json"
"""The file of what the last run could not finish; there is none where it finished all."""

Status = Literal["done", "half", "failed", "missing"]

_LOST = (b'"event_type":"agent_failed"', b'"event_type":"action_refused"')


@dataclass(frozen=True, slots=True)
class GameState:
    """How far a game is.

    Attributes:
        status: done: its log is there; half: what models answered so far is; failed: the last run could not begin or
            end it, or something else lies in its place; missing: nothing is there.
        tick: the tick in which it ended, or which a half game has reached; None where there is none.
        lost: turns lost to players that did not answer, or answered what was refused; of a finished game.
        spent: what its questions to models came to, to those that play and to one that reads what they said.
        reason: why the last run did not finish it.
    """

    game: PlannedGame
    status: Status
    tick: int | None
    lost: int
    spent: Spent
    reason: str | None = None


def states_of(plan: Plan) -> tuple[GameState, ...]:
    """How far each game of a study is, in the order of the plan; a game whose files can't be read has failed."""
    reasons = _read_failures(plan.out)
    return tuple(_state(game, reasons.get(game.name)) for game in plan.games)


def spent_aside(plan: Plan) -> Spent:
    """What the games of earlier plans came to that the study no longer names; a budget counts them too."""
    total = Spent()
    for folder in left_games(plan):
        with suppress(QuackError, OSError):
            total = total.plus(spent_on(folder))
    return total


def by_condition(plan: Plan, states: Iterable[GameState]) -> dict[str, list[GameState]]:
    """The states of the games of each condition, in the order of the study."""
    found: dict[str, list[GameState]] = {condition.name: [] for condition in plan.conditions}
    for state in states:
        found[state.game.condition.name].append(state)
    return found


def _state(game: PlannedGame, reason: str | None) -> GameState:
    try:
        return _read_state(game, reason)
    except QuackError as error:
        told = str(error)
    except OSError as error:
        told = str(PlayError(f"can't be read: {error.strerror or error}", path=error.filename))
    return GameState(game, "failed", None, 0, Spent(), told)


def _read_state(game: PlannedGame, reason: str | None) -> GameState:
    transcript = game.folder / TRANSCRIPT_NAME
    log = _bytes(game.folder / LOG_NAME)
    played = spent_in(transcript)
    spent = played.plus(spent_reading(game.folder))
    if log is not None and reason is None:
        lost = sum(log.count(kind) for kind in _LOST)
        return GameState(game, "done", _last_tick(log), lost, spent)
    if played.questions and log is None:
        return GameState(game, "half", _last_tick(_bytes(transcript) or b""), 0, spent, reason)
    return GameState(game, "missing" if reason is None else "failed", None, 0, spent, reason)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _last_tick(lines: bytes) -> int | None:
    """The tick of the last whole line that has one."""
    for line in reversed(lines[: lines.rfind(b"\n") + 1].splitlines()):
        try:
            tick = json.loads(line)["tick"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if type(tick) is int:
            return tick
    return None


def keep_failures(plan: Plan, troubles: tuple[Trouble, ...]) -> None:
    """Writes down which games the run did not finish, and why.

    Raises:
        OSError: it can't be written.
    """
    target = plan.out / FAILURES_NAME
    if not troubles:
        target.unlink(missing_ok=True)
        return
    reasons = {trouble.game.name: printable(trouble.reason) for trouble in troubles}
    with draft_of(target) as draft:
        draft.write_text(json.dumps(reasons, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _read_failures(out: Path) -> Mapping[str, str]:
    try:
        data = json.loads((out / FAILURES_NAME).read_bytes())
        return {str(name): str(reason) for name, reason in data.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}
