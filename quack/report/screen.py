"""Where what a person sees is printed: text as it is, with styles on a terminal only."""

from __future__ import annotations

from typing import IO

from rich.console import Console

_WIDTH = 80
"""Nothing is fitted to it: rich only wants some, and prints nothing at all where it finds none, as for COLUMNS=0."""


class Screen(Console):
    """A console that changes no text.

    Args:
        file: where to; standard output if not given. Styles only on a terminal, and never under NO_COLOR.
    """

    def __init__(self, file: IO[str] | None = None) -> None:
        super().__init__(file=file, width=_WIDTH, highlight=False, emoji=False, markup=False, soft_wrap=True)

    def on_broken_pipe(self) -> None:
        """Leaves it to the command line, which ends in the same way wherever the reader has gone away."""
        raise BrokenPipeError
