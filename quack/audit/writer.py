"""Writes the records of a game where `--out` says, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from quack.audit.records import AuditRecord, lines_of
from quack.audit.results import FailedGame, GameAudit
from quack.errors import AuditError
from quack.settings import AUDIT_NAME


def keep(out: Path, game: GameAudit) -> GameAudit | FailedGame:
    """Writes a game's records and returns the game; one whose records can't be written has failed."""
    return keep_lines(out, game, lines_of(game.records))


def keep_lines(out: Path, game: GameAudit, lines: bytes, draft: str | None = None) -> GameAudit | FailedGame:
    """The same where the lines of the records are at hand; `draft` as for `write_lines`."""
    try:
        write_lines(out, game.game, lines, draft)
    except AuditError as error:
        return FailedGame(game.game, out, error)
    except OSError as error:
        reason = AuditError(f"can't be written: {error.strerror or error}", path=error.filename or out)
        return FailedGame(game.game, out, reason)
    return game


def write_records(out: Path, game: str, records: Iterable[AuditRecord]) -> Path:
    """Writes `out/<game>/audit.jsonl`, replacing an older one in one step, and returns its path.

    Raises:
        AuditError: the game's name, or a link on the way, leads out of `out`.
        OSError: the file can't be written.
    """
    return write_lines(out, game, lines_of(records))


def write_lines(out: Path, game: str, lines: bytes, draft: str | None = None) -> Path:
    """Writes the file of a game whose content is at hand; returns and raises as `write_records` does.

    Args:
        draft: what the draft beside the file is called by; the process id, which keeps two audits apart, if not given.
            Where only one can be at work, a fixed name has the next one replace what a killed one has left.
    """
    folder = game_folder(out, game)
    if not os.path.isdir(folder):
        os.makedirs(folder, exist_ok=True)
    target = os.path.join(folder, AUDIT_NAME)
    # Beside the target, so that the rename stays within one file system.
    beside = os.path.join(folder, f".{AUDIT_NAME}.{draft or os.getpid()}")
    try:
        with open(beside, "wb", opener=_unlinked) as file:
            file.write(lines)
        os.replace(beside, target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return Path(target)


def _unlinked(path: str, flags: int) -> int:
    """Opens a file, but none that a link leads to: it could be any of ours."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def game_folder(out: Path, game: str) -> str:
    """The folder of a game's files below `out`; text, for the many calls of `pathlib` took longer than the writing.

    Raises:
        AuditError: the game's name, or a link on the way, leads out of `out`.
    """
    name = PurePosixPath(game)
    outside = name.is_absolute() or ".." in name.parts
    folder, linked = os.fspath(out), False
    for part in () if outside else name.parts:
        folder = os.path.join(folder, part)
        linked = linked or os.path.islink(folder)
    # Without a link below `out` the name alone tells where it leads.
    if outside or (linked and not Path(folder).resolve().is_relative_to(out.resolve())):
        raise AuditError(f"the files of game {game} would lie outside this folder", path=out)
    return folder
