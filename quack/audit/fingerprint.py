"""Content hashes: of files, and of the program as far as what it makes of games depends on it."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from quack.settings import PACKAGE

_PARTS = ("audit", "claims", "errors.py", "events", "game", "kb", "metrics", "settings.py", "world")
"""What verdicts and figures are computed by; rulebooks have a hash of their own."""


def file_digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal.

    Raises:
        OSError: it can't be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def program_digest() -> str:
    """The SHA-256 over the names and contents of the files that verdicts and figures are computed by."""
    digest = hashlib.sha256()
    for file in sorted(file for part in _PARTS for file in (PACKAGE / part, *(PACKAGE / part).rglob("*"))):
        name = file.relative_to(PACKAGE).as_posix()
        if file.is_file() and "__pycache__" not in name:
            content = file.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()
