"""Optimisers print, log and draw bars; nobody has asked for that."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any


class _Nowhere(io.TextIOBase):
    """A stream that takes everything; never closed, since a library may hold on to it."""

    def write(self, text: str) -> int:
        return len(text)


_NOWHERE = _Nowhere()


@contextmanager
def silenced() -> Iterator[None]:
    """Nothing that is said within reaches standard output or standard error, except through `aloud`."""
    with redirect_stdout(_NOWHERE), redirect_stderr(_NOWHERE), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def aloud(tell: Callable[..., None]) -> Callable[..., None]:
    """A function that is heard as it would be now, also when it is called in silence."""
    out, err = sys.stdout, sys.stderr

    def told(*words: Any) -> None:
        with redirect_stdout(out), redirect_stderr(err):
            tell(*words)

    return told
