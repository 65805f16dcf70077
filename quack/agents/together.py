"""Plays several games at once in one event loop, with models and people asked along the way.

What can't be finished now stays as a transcript, and goes on from there: nothing that was answered is asked again. The
bytes of the logs don't depend on how long anybody takes to answer.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack import __version__
from quack.agents.batch import Played
from quack.agents.keeping import find_kept, keep, prepare
from quack.agents.model.budget import NOTHING, Budget, Spent
from quack.agents.model.desk import GameDesk
from quack.agents.model.transcript import TRANSCRIPT_NAME, Transcript, require_asked_alike, spent_in
from quack.agents.play import Order, PlayedGame, opening_line, play_through, run_alone
from quack.agents.recording import Figures, Listener, Recording
from quack.claims.store import GOLD_NAME
from quack.errors import PlayError, QuackError, SettingsError
from quack.events.models import PlayerId
from quack.game import engine
from quack.game.observation import Team
from quack.providers.client import Client, ModelSpec
from quack.providers.prices import price_of
from quack.settings import LOG_NAME

if TYPE_CHECKING:
    from quack.agents.human import Person

AT_ONCE = 4
"""How many games are played at once where nobody says."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A game that is to be played.

    Attributes:
        folder: where it is kept; None to keep nothing.
    """

    order: Order
    seed: int
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that has not come to its end.

    Attributes:
        error: why; a `GameSuspended` where the same game goes on when it is played again.
        spent: what its questions came to so far.
    """

    seed: int
    folder: Path | None
    error: QuackError
    spent: Spent


Outcome = Played | Unfinished
Progress = Callable[[int, int, Spent], None]
"""Told how many games are done, of how many, and what this run has spent: after every answer, and after every game."""


@dataclass(slots=True)
class Run:
    """What the games of one run share.

    Attributes:
        client: who asks the models; needed where one plays that a transcript does not answer for.
        budget: what they may cost together.
        person: who plays for the seat of a person.
        listener: told every event of every game as it happens.
        on_done: told what became of a game as soon as it is known, in the order in which they end.
        on_progress: see `Progress`.
    """

    client: Client | None = None
    budget: Budget = field(default_factory=Budget)
    person: Person | None = None
    listener: Listener | None = None
    on_done: Callable[[int, Outcome], None] | None = None
    on_progress: Progress | None = None


def play_together(games: Sequence[Planned], run: Run | None = None, *, at_once: int = AT_ONCE) -> list[Outcome]:
    """Plays games, several at once, and returns what became of each, in their order.

    What befalls one does not stop the others. Each is kept as soon as it is over, and not played again if it was kept
    before.

    Args:
        at_once: how many are played at once; what is asked at once is limited by the client.

    Raises:
        KeyboardInterrupt: finished games are kept, the others go on from their transcripts.
    """
    if at_once < 1:
        raise SettingsError(f"{at_once} games at once", remedy="they count from 1")
    return run_alone(_Games(games, run or Run()).play(at_once))


def play_alone(order: Order, seed: int, listener: Listener | None = None) -> PlayedGame:
    """Plays the game of an order that a seed stands for, asks the models that play, and keeps nothing.

    Raises:
        SettingsError: a model can't be asked, or a person is to play.
        GameSuspended: a model can't be asked to the end; what it answered is lost.
        PlayError: the game came to no end.
    """
    if order.human is not None:
        raise SettingsError("there is nobody to play", remedy="quack play --human NAME asks a person")
    planned, run = Planned(order, seed), Run(Client(), listener=listener)
    check([planned], run)
    return run_alone(_Games([planned], run).play_one(planned, Transcript(None, _head(planned))))


def check(games: Sequence[Planned], run: Run) -> None:
    """Holds that games can be played, as far as that can be said before anybody is asked.

    Raises:
        SettingsError: a folder can't be written to or holds another game or answers of another one, a model is unknown
            or its key is missing, a budget can't be kept, or prompts can't be used.
    """
    checked: set[ModelSpec] = set()
    for planned in games:
        order = planned.order
        if planned.folder is not None:
            prepare(planned.folder.parent)
            if _find_kept(planned):
                continue
        if not order.asks:
            continue
        _open_transcript(planned).close()
        if order.models:
            order.table.check_fonts()
        for spec in set(_specs(order).values()) - checked:
            checked.add(spec)
            _check_model(spec, run)


def _find_kept(planned: Planned) -> Figures | None:
    """A game that is kept as a whole.

    Raises:
        SettingsError: another one lies in its place, or one whose models were asked otherwise.
    """
    path = _path(planned)
    figures = None if path is None else find_kept(path.parent, planned.order, planned.seed)
    if figures and path and planned.order.asks:
        require_asked_alike(path, _head(planned))
    return figures


def _open_transcript(planned: Planned) -> Transcript:
    """The transcript of a game that is not kept as a whole.

    Raises:
        SettingsError: it belongs to another game, or there is none and something else lies in the game's place: other
            answers would make another game of it.
    """
    path = _path(planned)
    transcript = Transcript(path, _head(planned))
    if path is not None and not len(transcript):
        for name in (LOG_NAME, GOLD_NAME):
            if (there := path.with_name(name)).exists():
                what = f"a part of a game lies here, and no {TRANSCRIPT_NAME} that it could go on from"
                raise SettingsError(what, path=there, remedy="name another folder, or remove this file")
    return transcript


def _check_model(spec: ModelSpec, run: Run) -> None:
    if run.client is not None:
        run.client.check(spec)
    if run.budget.usd is not None and price_of(spec.model, spec.price) is None:
        what = f"nobody knows the price of {spec.model}, so no budget in dollars can be kept"
        raise SettingsError(
            what, remedy="leave the budget out, or give it in tokens (--token-budget; in a study: tokens)"
        )


def _specs(order: Order) -> dict[str, ModelSpec]:
    return {name: spec for name in order.models if (spec := order.table.spec(name))}


def _path(planned: Planned) -> Path | None:
    return None if planned.folder is None else planned.folder / TRANSCRIPT_NAME


def _head(planned: Planned) -> dict[str, Any]:
    """What the first line of a game's transcript says."""
    order = planned.order
    game = hashlib.sha256(opening_line(order, planned.seed)).hexdigest()
    return {"game": game, **order.table.identity(order.models), "program": __version__}


class _Games:
    """The games of a run while they are played."""

    def __init__(self, games: Sequence[Planned], run: Run) -> None:
        self.games = games
        self.run = run
        if run.client is None and any(planned.order.models for planned in games):
            self.run = replace(run, client=Client())
        self.done = 0

    async def play(self, at_once: int) -> list[Outcome]:
        """Plays all, so many at once."""
        places = asyncio.Semaphore(at_once)

        async def play_in_turn(index: int) -> Outcome:
            async with places:
                outcome = await self._outcome(self.games[index])
            self.done += 1
            if self.run.on_done:
                self.run.on_done(index, outcome)
            self._tell()
            return outcome

        return await asyncio.gather(*(play_in_turn(index) for index in range(len(self.games))))

    async def _outcome(self, planned: Planned) -> Outcome:
        order, seed, folder = planned.order, planned.seed, planned.folder
        spent = NOTHING
        try:
            if figures := _find_kept(planned):
                return Played(seed, figures, folder, before=True, spent=_recorded(planned))
            if not order.asks:
                game = await play_through(order, seed, Recording(order.setup.seats, self.run.listener), order.seat)
                return Played(seed, game.figures, None if folder is None else keep(folder, game), before=False)
            transcript = _open_transcript(planned)
            try:
                game = await self.play_one(planned, transcript)
            finally:
                transcript.close()
                spent = transcript.spent
            kept = None if folder is None else keep(folder, game)
            return Played(seed, game.figures, kept, before=False, spent=spent)
        except QuackError as error:
            return Unfinished(seed, folder, error, spent)
        except BrokenPipeError:  # of a listener: nobody reads any more what is told
            raise
        except OSError as error:
            what = f"the game of seed {seed} came to no end: {error.strerror or error}"
            remedy = "mend that and run the same command again to go on"
            return Unfinished(seed, folder, PlayError(what, path=error.filename, remedy=remedy), spent)
        except Exception as error:
            what = f"the game of seed {seed} came to no end: {type(error).__name__}: {error}"
            remedy = "a fault of the program: report it with the command"
            return Unfinished(seed, folder, PlayError(what, remedy=remedy), spent)

    async def play_one(self, planned: Planned, transcript: Transcript) -> PlayedGame:
        """Plays a game from where its transcript ends."""
        order, run = planned.order, self.run
        desk = GameDesk(transcript, _specs(order), run.client, run.budget, self._tell)

        def seat(player: PlayerId, team: Team) -> engine.Seat:
            return order.seat(player, team, desk, run.person)

        game = await play_through(order, planned.seed, Recording(order.setup.seats, run.listener), seat)
        return replace(game, transcript=transcript.content())

    def _tell(self) -> None:
        if self.run.on_progress:
            self.run.on_progress(self.done, len(self.games), self.run.budget.spent)


def _recorded(planned: Planned) -> Spent | None:
    """What a game that was kept before had come to; nobody needs its transcript any more."""
    path = _path(planned)
    if path is None or not planned.order.asks:
        return None
    with suppress(SettingsError):
        return spent_in(path)
    return None
