"""The writer of files of claims: a line per utterance, added as soon as it is read, so that no kill loses any.

A file belongs to the extractor that its lines name. A line that didn't fit on the disk is taken off at once, one that a
kill tore when the file is next written; a later line about an utterance replaces an earlier one.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from pydantic_core import from_json

from quack.claims.extraction import READ, Extraction
from quack.claims.store import MAX_FILE_BYTES, read_claims
from quack.errors import ClaimsError

if TYPE_CHECKING:
    from quack.claims.extractor import Extractor, Said
    from quack.events.log import GameLog
    from quack.events.rows import Timeline

WRITTEN_NAME = "claims.jsonl"
"""The name of the file that is written."""

Key = tuple[str, int]
"""An utterance: its channel, and its position there."""

_FORCE = "--force replaces it, --out writes elsewhere"


def key_of(one: Extraction | Said) -> Key:
    """Which utterance something is about."""
    if one.chat is not None:
        return "chat", one.chat
    assert one.message is not None, "an utterance has a position"
    return "message", one.message


def claim_line(one: Extraction, extractor: Extractor) -> bytes:
    """An extraction as a line of the file, its end included."""
    channel, index = key_of(one)
    record: dict[str, Any] = {"extractor": extractor.name, "version": extractor.version, channel: index}
    if one.meeting is not None:
        record["meeting"] = one.meeting
    record |= {"speaker": one.speaker, "status": one.status}
    if one.cause is not None:
        record["cause"] = one.cause
    record["claims"] = [claim.to_json() for claim in one.claims]
    if one.flags:
        record["flags"] = list(one.flags)
    if one.prompt is not None:
        record["prompt"] = one.prompt
    if one.spent is not None:
        record["tokens"] = {"prompt": one.spent.prompt, "completion": one.spent.completion}
        record["cost"] = one.spent.cost
    if one.rejected:
        record["dropped"] = dict(one.rejected)
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a file holds of one extractor.

    Attributes:
        extractions: what became of each utterance that has a line.
        current: the utterances whose line is of the extractor's own version.
        size, end: the bytes of the file, and of it what is worth keeping.
        open_end: whether the last line is whole and lacks only its end.
        foreign: whether it is somebody else's, and is to be replaced.
    """

    extractions: Mapping[Key, Extraction] = field(default_factory=dict)
    current: frozenset[Key] = frozenset()
    size: int = 0
    end: int = 0
    open_end: bool = False
    foreign: bool = False

    def finished(self, key: Key) -> bool:
        """Whether an utterance need not be read again."""
        return key in self.current and self.extractions[key].status in READ

    def failed(self, key: Key) -> bool:
        """Whether an utterance failed when it was last read."""
        return key in self.extractions and self.extractions[key].status == "failed"

    def gains(self, new: Extraction) -> bool:
        """Whether an extraction is worth a line: no failure is where something was read before, or nothing changed."""
        old = self.extractions.get(key_of(new))
        if old is None or new.status in READ:
            return True
        return old.status not in READ and (key_of(new) not in self.current or old.cause != new.cause)


def read_kept(path: Path, log: GameLog, timeline: Timeline, extractor: Extractor, *, force: bool = False) -> Kept:
    """What an extractor has written to a file so far.

    Args:
        force: a file of anybody else counts as empty, and will be.

    Raises:
        ClaimsError: the file can't be read, is not this extractor's, or belongs to another log.
    """
    data = _bytes(path)
    end = data.rfind(b"\n") + 1
    records = [_record(line) for line in data[:end].splitlines() if line.strip()]
    last = _record(data[end:])
    if last is not None:
        records.append(last)
    foreign = next((number for number, one in enumerate(records, 1) if not _is_own(one, extractor)), None)
    if last is None and foreign is None and not _is_torn(data[end:], extractor):
        foreign = len(records) + 1
    if foreign is not None:
        if not force:
            what = f"the line does not say that the {extractor.name} extractor wrote it"
            raise ClaimsError(what, path=path, line=foreign, remedy=_FORCE)
        return Kept(size=len(data), foreign=True)
    if not records:
        return Kept(size=len(data))
    versions = {_key(one): one.get("version") for one in records if one is not None}
    lines = [one for one in read_claims(path, log, timeline).extractions if one.line is not None]
    return Kept(
        extractions={key_of(one): one for one in lines},
        current=frozenset(key_of(one) for one in lines if versions[key_of(one)] == extractor.version),
        size=len(data),
        end=end if last is None else len(data),
        open_end=last is not None,
    )


def _bytes(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise ClaimsError("a link, a folder or the like", path=path, remedy="--out writes elsewhere")
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise ClaimsError(f"can't be read: {error.strerror or error}", path=path) from None
    if len(data) > MAX_FILE_BYTES:
        raise ClaimsError(f"longer than {MAX_FILE_BYTES} bytes", path=path, remedy="--out writes elsewhere")
    return data


def _record(line: bytes) -> dict[str, Any] | None:
    try:
        record = from_json(line, allow_inf_nan=False)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def _key(record: Mapping[str, Any]) -> Key:
    channel = "message" if "message" in record else "chat"
    return channel, record[channel]


def _is_own(record: Mapping[str, Any] | None, extractor: Extractor) -> bool:
    if record is None or record.get("extractor") != extractor.name:
        return False
    return type(record.get("message", record.get("chat"))) is int


def _is_torn(tail: bytes, extractor: Extractor) -> bool:
    """Whether the end of a file is nothing, or the beginning of a line of this extractor."""
    opening = json.dumps({"extractor": extractor.name}, ensure_ascii=False).encode()[:-1]
    return tail.startswith(opening) or opening.startswith(tail)


class Appender:
    """Adds lines to a file of claims that nobody else is writing; a context.

    Args:
        path: the file; with its folder it is made if there is none.
        kept: what `read_kept` found in it. What is not worth keeping is taken off; somebody else's lines only once
            something was read, so that a wrong key costs no claims.

    Raises:
        ClaimsError: somebody else writes it.
        OSError: it can't be written.
    """

    def __init__(self, path: Path, kept: Kept, extractor: Extractor) -> None:
        self.path, self._kept, self._extractor = path, kept, extractor
        self._file = -1
        self._held: list[Extraction] | None = [] if kept.foreign else None

    def __enter__(self) -> Self:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        self._file = os.open(self.path, flags, 0o666)
        try:
            self._claim()
        except BaseException:
            os.close(self._file)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None and self._held and all(one.status in READ for one in self._held):
                self._replace()
            with suppress(OSError):
                os.fsync(self._file)
                # A file that holds nothing would hide an older one from audits.
                if not os.fstat(self._file).st_size:
                    self.path.unlink()
        finally:
            os.close(self._file)

    def _claim(self) -> None:
        alone = _lock(self._file)
        if not alone or os.fstat(self._file).st_size != self._kept.size:
            raise ClaimsError("another run is writing this file", path=self.path, remedy="wait for its end")
        if self._kept.end < self._kept.size and not self._kept.foreign:
            os.ftruncate(self._file, self._kept.end)
        if self._kept.open_end:
            self._write(b"\n")

    def add(self, one: Extraction) -> None:
        """Adds a line for an extraction."""
        if self._held is None:
            self._write(claim_line(one, self._extractor))
            return
        self._held.append(one)
        if one.status in READ and (one.spent is None or one.spent.asked):
            self._replace()

    def _replace(self) -> None:
        held, self._held = self._held or [], None
        os.ftruncate(self._file, 0)
        self._write(b"".join(claim_line(one, self._extractor) for one in held))

    def _write(self, data: bytes) -> None:
        # In one call, as a rule: then a kill comes before the line or after it.
        whole = os.fstat(self._file).st_size
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            # A full disk takes the beginning of a line.
            with suppress(OSError):
                os.ftruncate(self._file, whole)
            error.filename = str(self.path)
            raise


def _lock(file: int) -> bool:
    """Whether the file is this process's alone, as far as the system can tell."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True
