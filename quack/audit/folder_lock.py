"""One run at a time writes into a folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quack.errors import SettingsError

LOCK_NAME = ".lock"
"""A file of this name in the folder; it stays, for who removed it could remove one that the next run holds."""

_held: set[tuple[int, int]] = set()
"""What this process holds: the system's lock keeps other processes out, not this one."""


@contextmanager
def hold(folder: Path, name: str = LOCK_NAME) -> Iterator[None]:
    """Makes a folder, and keeps other runs from it for as long as the context lasts.

    The lock ends with the process, however that ends. A file system that knows no locks is used without one.

    Args:
        name: the file's, for runs that write through others which hold the usual one.

    Raises:
        SettingsError: another run holds it.
        OSError: it can't be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    taken = SettingsError(
        "another run is writing into this folder", path=folder, remedy="wait for its end, or name another with --out"
    )
    # Looked at, not opened: closing a second descriptor of the file would give the lock away.
    if file.exists() and _identity(file.stat()) in _held:
        raise taken
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    place = _identity(os.fstat(handle))
    try:
        if not _lock(handle):
            raise taken
        _held.add(place)
        yield
    finally:
        _held.discard(place)
        os.close(handle)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _lock(handle: int) -> bool:
    try:
        import fcntl
    except ImportError:  # a system without them
        return True
    try:
        # Not inherited by the processes that this one starts: with it ends the lock, though they live on for a moment.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN)
    return True
