"""The table that models play at, and the person at the terminal: `quack play` with others than scripted players."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from quack.cli.output import complain
from quack.cli.progress import Bar
from quack.errors import SettingsError, printable
from quack.report.layout import fold
from quack.report.terminal import WIDTH

if TYPE_CHECKING:
    from quack.agents.batch import Played
    from quack.agents.model.budget import Spent
    from quack.agents.play import Order
    from quack.agents.recording import Listener
    from quack.agents.together import Outcome, Unfinished
    from quack.events.models import Event

_LONGEST = 100_000
"""Bytes of a line that somebody writes."""


class Terminal:
    """The person at the terminal, or what is piped into the program, an answer a line.

    Args:
        aside: what is shown goes to standard error, for standard output is wanted for something else.
    """

    def __init__(self, *, aside: bool = False) -> None:
        self._aside = aside
        self._unread = b""

    def show(self, text: str) -> None:
        """Shows some lines, as wide as the terminal is; what others have written steers no terminal."""
        width = shutil.get_terminal_size((WIDTH, 24)).columns
        for line in text.split("\n"):
            for part in fold(line, width):
                self._write(f"{part}\n")

    async def line(self, prompt: str) -> str | None:
        """A line that the person has written; None if no more will come."""
        self._write(printable(prompt))
        loop = asyncio.get_running_loop()
        written: asyncio.Future[str | None] = loop.create_future()

        def hand_over(line: str | None) -> None:
            if not written.done():
                written.set_result(line)

        def read() -> None:
            line = self._read()
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                loop.call_soon_threadsafe(hand_over, line)

        # The models are not to wait for the person, and an interrupted program is not to wait for a line.
        threading.Thread(target=read, daemon=True).start()
        line = await written
        if line is None or not sys.stdin.isatty():
            self._write(f"{printable(line or '')}\n")
        return line

    def _read(self) -> str | None:
        """Straight from the file: a thread that waits in Python's own buffer would keep the program from ending."""
        try:
            file = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            written = sys.stdin.readline()
            return written.rstrip("\r\n") if written else None
        while b"\n" not in self._unread and len(self._unread) < _LONGEST:
            try:
                more = os.read(file, 65_536)
            except OSError:  # of a terminal that has been closed
                more = b""
            if not more:
                break
            self._unread += more
        if not self._unread:
            return None
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")

    def _write(self, text: str) -> None:
        typer.echo(text.encode(), nl=False, err=self._aside)
        (sys.stderr if self._aside else sys.stdout).flush()


class Table:
    """Where models and people play some games.

    Args:
        limits: what is asked at most, None for what has no limit of its own: `concurrency` and `rpm` (requests to a
            provider at once and in a minute), `budget` (US dollars) and `token_budget` of the run.
        aside: what is shown to a person goes to standard error.
        listener: told every event of the game; only of a single one.
    """

    def __init__(
        self,
        out: Path | None,
        limits: Mapping[str, Any],
        *,
        aside: bool = False,
        listener: Listener | None = None,
    ) -> None:
        from quack.agents.model.budget import Budget
        from quack.providers.client import Client
        from quack.providers.limits import Limits

        concurrency = limits["concurrency"] or Limits().concurrency
        self.out = out
        self.client = Client(usual=Limits(concurrency, limits["rpm"]))
        self.budget = Budget(usd=limits["budget"], tokens=limits["token_budget"])
        self.terminal = Terminal(aside=aside)
        self.listener = listener

    def play(self, order: Order, seeds: Sequence[int], *, at_once: int | None) -> tuple[list[Played], list[Unfinished]]:
        """Plays games to their ends, as far as possible, one for each seed.

        Raises:
            SettingsError: they can't be played; nobody has been asked.
        """
        from quack.agents.keeping import folder_of, prepare
        from quack.agents.together import AT_ONCE, Planned, Run, Unfinished, check, play_together
        from quack.audit.folder_lock import hold

        if order.human and len(seeds) > 1:
            raise SettingsError("a person plays one game at a time", remedy="leave out --games; --seed chooses one")
        games = [Planned(order, seed, None if self.out is None else folder_of(self.out, seed)) for seed in seeds]
        done: list[Outcome] = []
        with ExitStack() as stack:
            if self.out is not None:
                prepare(self.out)
                stack.enter_context(hold(self.out))
            bar = stack.enter_context(Bar("playing", len(seeds), quiet=self.listener is not None))
            listener = self.listener if order.human is None else _obituary(order, self.terminal)
            run = Run(
                self.client, self.budget, self.terminal, listener, lambda _, one: done.append(one), _progress(bar)
            )
            check(games, run)
            try:
                outcomes = play_together(games, run, at_once=at_once or AT_ONCE)
            except KeyboardInterrupt:
                raise KeyboardInterrupt(self._kept(done, len(seeds))) from None
            finally:
                for warning in self.client.warnings:
                    complain(warning)
        unfinished = [one for one in outcomes if isinstance(one, Unfinished)]
        return [one for one in outcomes if not isinstance(one, Unfinished)], unfinished

    def _kept(self, done: Sequence[Outcome], total: int) -> str:
        """What is left of games that were interrupted."""
        if self.out is None:
            return "nothing was kept; --out DIR keeps games, and every answer as it comes"
        return f"{len(done)} of {total} games are in {self.out}; the same command goes on, and asks nothing twice"


def _progress(bar: Bar) -> Callable[[int, int, Spent], None]:
    """What moves the bar, and says beside it what has been spent."""

    from quack.report.played import cost_words

    def show(done: int, total: int, spent: Spent) -> None:
        bar.show(done, total, f"playing, {cost_words(spent)}")

    return show


def _obituary(order: Order, terminal: Terminal) -> Listener:
    """Tells the person when its player is out; of the others it learns from what that player sees."""
    from quack.events.models import PlayerEjected, PlayerKilled

    name = order.setup.seats[order.human or ""]

    def tell(event: Event) -> None:
        if isinstance(event, PlayerKilled) and event.target_id == order.human:
            terminal.show(f"\n{name} has been killed. The others play on.")
        elif isinstance(event, PlayerEjected) and event.player_id == order.human:
            terminal.show(f"\n{name} has been voted out. The others play on.")

    return tell
