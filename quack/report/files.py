"""Files for people, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_text(target: Path, text: str) -> None:
    """Writes a file as UTF-8, replacing an older one in one step; makes its folder.

    Raises:
        OSError: it can't be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(text.encode())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
