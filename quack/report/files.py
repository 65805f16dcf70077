"""Files for people."""

from __future__ import annotations

from pathlib import Path

from quack.drafts import draft_of


def write_text(target: Path, text: str) -> None:
    """Writes a file as UTF-8, replacing an older one in one step; makes its folder.

    Raises:
        OSError: it can't be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(target) as draft:
        draft.write_bytes(text.encode())
