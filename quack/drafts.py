"""Files that are written whole or not at all: a draft beside the file takes its place once it is finished."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def draft_path(target: Path) -> Path:
    """Where the draft of a file is written: beside it, for the rename; the process id keeps two runs apart."""
    return target.with_name(f".{os.getpid()}.{target.name}")


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A path to write to, which replaces a file in one step if nothing is raised; otherwise nothing is left of it.

    Raises:
        OSError: it can't be written; the error names the file, on a full disk too.
    """
    draft = draft_path(target)
    try:
        with naming(target):
            yield draft
            draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        if error.filename == str(draft):  # nobody knows the draft
            error.filename, error.filename2 = str(target), None
        raise
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Has errors of the system that name no file, as for a full disk, name this one."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            error.filename = str(path)
        raise
