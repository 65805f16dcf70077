"""Files for people, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Has errors of the system that name no file, as for a full disk, name this one."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            error.filename = str(path)
        raise


def write_text(target: Path, text: str) -> None:
    """Writes a file as UTF-8, replacing an older one in one step; makes its folder.

    Raises:
        OSError: it can't be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with naming(target):
            draft.write_bytes(text.encode())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
