"""The lines of a log: bytes to records, whatever the bytes are."""

from __future__ import annotations

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from quack.errors import LogError

MAX_LINE_BYTES = 16_000_000
"""A longer line is refused, so that a file that is no log can't fill the memory."""

_BLOCK_BYTES = 1_000_000

_APART = re.compile(rb'"\s+:')
_BOM = b"\xef\xbb\xbf"


class MalformedLine(Exception):
    """A line that is not one JSON object; `torn` if it may be one that was never written to its end."""

    def __init__(self, what: str, *, torn: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.torn = torn


def raw_lines(path: Path, hasher: Any) -> Iterator[tuple[int, list[bytes]]]:
    """The lines of a file with their line ends, some at a time, each time with the number (from 1) of the first.

    Every byte goes to `hasher.update`.

    Raises:
        LogError: the file can't be read, or a line is longer than MAX_LINE_BYTES.
    """
    number = 1
    try:
        refuse_pipes(path)
        with open(path, "rb") as file:
            while block := file.read(_BLOCK_BYTES):
                if not block.endswith(b"\n"):
                    block += file.readline(MAX_LINE_BYTES + 1)
                hasher.update(block)
                lines = BytesIO(block.removeprefix(_BOM) if number == 1 else block).readlines()
                # Only the last one may have gone on for longer than a block.
                last = lines.pop() if lines and len(lines[-1]) > MAX_LINE_BYTES else None
                yield number, lines
                number += len(lines)
                if last is not None:
                    what = f"the line is longer than {MAX_LINE_BYTES} bytes"
                    raise LogError(what, path=path, line=number, remedy="name a game log, one JSON object a line")
    except (OSError, ValueError) as error:
        # ValueError: a path with a NUL in it.
        reason = getattr(error, "strerror", None) or error
        raise LogError(f"can't read the log: {reason}", path=path, remedy="name a readable game.jsonl") from None


def refuse_pipes(path: Path) -> None:
    """Refuses what is neither a file nor a folder: opening a pipe would wait for somebody to write.

    Raises:
        OSError: there is nothing of that name.
        ValueError: it is something else, or its name can't be one.
    """
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ValueError("not a regular file")


def parse_line(content: bytes) -> dict[str, Any]:
    """The JSON object that a line holds.

    Refuses NaN and infinities, invalid UTF-8, lone surrogates, NUL bytes, nesting beyond about 200 levels, and an
    object that holds a key twice, for nobody can tell which value was meant.

    Raises:
        MalformedLine: the line is not one JSON object.
    """
    try:
        record = from_json(content, allow_inf_nan=False)
    except ValueError as error:
        # The parser counts lines too, within the line.
        reason = str(error).replace(" at line 1 column ", " at column ")
        raise MalformedLine(f"not JSON: {reason}", torn=not content.endswith(b"\n")) from None
    if not isinstance(record, dict):
        raise MalformedLine("not a JSON object")
    refuse_repeated_keys(content, record)
    return record


def refuse_repeated_keys(content: bytes, record: dict[str, Any]) -> None:
    """Refuses a line with an object that holds a key twice, for nobody can tell which value was meant.

    Raises:
        MalformedLine: there is one.
    """
    if as_many_keys(content, _keys(record)):
        return
    try:
        json.loads(content, object_pairs_hook=_unrepeated)
    except (ValueError, RecursionError) as error:
        raise MalformedLine(f"not JSON: {error}") from None


def as_many_keys(content: bytes, keys: int) -> bool:
    """Whether a line can be seen to hold no more than so many keys, all that a reader of it has found."""
    # Every key has its colon, right after a quote in most lines.
    return keys == content.count(b":") or (keys == content.count(b'":') and not _APART.search(content))


def _keys(value: dict[str, Any]) -> int:
    """How many keys a value holds, in all its objects."""
    keys = 0
    parts: list[Any] = [value]
    for part in parts:
        inner = part
        if type(part) is dict:
            keys += len(part)
            inner = part.values()
        for each in inner:
            if type(each) is dict or type(each) is list:
                parts.append(each)
    return keys


def _unrepeated(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        repeated, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise MalformedLine(f"the key {repeated[:60]!r} stands twice in one object")
