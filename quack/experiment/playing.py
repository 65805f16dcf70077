"""Plays what a study still lacks: scripted games in processes, games with models several at once in one event loop."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from quack.agents.keeping import find_kept, keep
from quack.agents.model.budget import Budget, Spent
from quack.agents.play import PlayedGame
from quack.agents.together import Planned, Run, Unfinished, check, play_together
from quack.errors import QuackError
from quack.experiment.outcomes import Progress, Trouble, spent_so_far
from quack.experiment.plan import Plan, PlannedGame
from quack.experiment.scripted import play_scripted
from quack.experiment.spending import spent_on
from quack.experiment.states import spent_aside
from quack.game.agent import GameSuspended

if TYPE_CHECKING:
    from quack.agents.together import Outcome
    from quack.providers.client import Client


@dataclass(slots=True)
class Playing:
    """What has become of a study's games.

    Attributes:
        finished: games whose log is there.
        troubles: the others, and why.
        before: how many had been finished before.
        spent: what was asked, in all runs together, by those who read what was said too.
        warnings: what providers did not go along with.
    """

    finished: list[PlannedGame] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    before: int = 0
    spent: Spent = field(default_factory=Spent)
    warnings: tuple[str, ...] = ()

    def note(self, game: PlannedGame, error: Exception | None) -> None:
        """Takes note of what became of a game."""
        if error is None:
            self.finished.append(game)
        else:
            self.troubles.append(Trouble(game, str(error), isinstance(error, GameSuspended)))


def play_study(plan: Plan, *, jobs: int, client: Client | None, tell: Progress) -> Playing:
    """Plays the games of a study that are not there yet; whatever befalls one stops no other.

    Args:
        jobs: how many processes play the games of scripted players.
        client: who asks the models; None for the usual one.

    Raises:
        SettingsError: a model that is still to be asked can't be, such as for want of a key.
        PlayError: a process died.
    """
    playing = Playing()
    due = [game for game in plan.games if not _kept(plan, game, playing)]
    playing.before = len(playing.finished)
    asked = [game for game in due if plan.has_models(game.condition)]
    budget = Budget(plan.budget.usd, plan.budget.tokens, _spent(plan))
    run = Run((client or _client(plan)) if asked else None, budget)
    _check_models(plan, asked, run)
    asked = [game for game in asked if _fits(plan, game, run, playing)]
    for game, outcome in play_scripted(plan, [game for game in due if not plan.has_models(game.condition)], jobs):
        playing.note(game, _keep(game, outcome))
        tell("playing", _done(playing), len(plan.games), spent_so_far(budget.spent))
    if asked:
        _ask(plan, asked, playing, run, tell)
        playing.warnings = tuple(run.client.warnings) if run.client else ()
    playing.spent = budget.spent
    return playing


def _kept(plan: Plan, game: PlannedGame, playing: Playing) -> bool:
    """Whether there is nothing to be done about a game: it is there, or something else lies in its place."""
    try:
        found = find_kept(game.folder, plan.order(game.condition), game.seed)
    except QuackError as error:
        playing.note(game, error)
        return True
    if found is not None:
        playing.finished.append(game)
    return found is not None


def _check_models(plan: Plan, games: Sequence[PlannedGame], run: Run) -> None:
    """Holds that the models of some games can be asked, whatever lies in the games' folders.

    Raises:
        SettingsError: one can't be, as far as that can be said before anybody is asked.
    """
    for game in {game.condition.name: game for game in games}.values():
        check([Planned(plan.order(game.condition), game.seed)], run)


def _fits(plan: Plan, game: PlannedGame, run: Run, playing: Playing) -> bool:
    """Whether a game can go on with what lies in its folder; if not, that befalls this game only."""
    try:
        check(_planned(plan, [game]), run)
    except QuackError as error:
        playing.note(game, error)
        return False
    return True


def _keep(game: PlannedGame, outcome: PlayedGame | Exception) -> Exception | None:
    if isinstance(outcome, Exception):
        return outcome
    try:
        keep(game.folder, outcome)
    except QuackError as error:
        return error
    return None


def _done(playing: Playing) -> int:
    return len(playing.finished) + len(playing.troubles)


def _spent(plan: Plan) -> Spent:
    """What all games of a study have come to so far, those that it no longer names included."""
    total = spent_aside(plan)
    for game in plan.games:
        with suppress(QuackError):  # what lies there is said of that game
            total = total.plus(spent_on(game.folder))
    return total


def _ask(plan: Plan, games: Sequence[PlannedGame], playing: Playing, run: Run, tell: Progress) -> None:
    """Plays games with models, several at once."""

    def done(index: int, outcome: Outcome) -> None:
        playing.note(games[index], outcome.error if isinstance(outcome, Unfinished) else None)

    def show(finished: int, total: int, spent: Spent) -> None:
        tell("playing", _done(playing), len(plan.games), spent_so_far(spent))

    play_together(_planned(plan, games), replace(run, on_done=done, on_progress=show), at_once=plan.games_at_once)


def _planned(plan: Plan, games: Sequence[PlannedGame]) -> list[Planned]:
    return [Planned(plan.order(game.condition), game.seed, game.folder) for game in games]


def _client(plan: Plan) -> Client:
    from quack.providers.client import Client
    from quack.providers.limits import Limits

    return Client(
        limits={name: Limits(entry.concurrency, entry.requests_per_minute) for name, entry in plan.limits.items()}
    )
