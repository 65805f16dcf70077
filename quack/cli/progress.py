"""A progress bar on standard error, where somebody can see it."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """A bar that shows how many games are done; silent unless standard error is a terminal.

    Args:
        quiet: nothing is shown if standard output is a terminal too, where results and bar would mix.
    """

    def __init__(self, what: str, total: int, *, quiet: bool = False) -> None:
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        if total > 1 and sys.stderr.isatty() and not (quiet and sys.stdout.isatty()):
            self._progress = _progress()
            self._task = self._progress.add_task(what, total=total)

    def __enter__(self) -> Bar:
        if self._progress:
            self._progress.start()
            self._progress.refresh()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress:
            self._progress.stop()

    def show(self, done: int, total: int, what: str | None = None) -> None:
        """Moves the bar, and says what is being done if that has changed."""
        if self._progress and self._task is not None:
            self._progress.update(self._task, completed=done, total=total, description=what, refresh=True)


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Refreshed by hand: a thread of its own would be in the way of processes that fork.
    return Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
