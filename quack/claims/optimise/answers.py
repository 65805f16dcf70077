"""What models answered, kept in a file as it comes: a run that was broken off asks nothing twice."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, NamedTuple, Self

from quack.claims.claim_lines import split_lines
from quack.errors import SettingsError


class Answer(NamedTuple):
    """An answer, with the tokens that it took, and US dollars; None where the price is not known."""

    words: str
    prompt: int
    completion: int
    cost: float | None


def key_of_question(
    model: str, endpoint: str | None, messages: list[dict[str, Any]], options: Mapping[str, Any]
) -> str:
    """What tells questions apart: the model, where it is asked, the words and every parameter; no key is among them."""
    given = {name: value for name, value in options.items() if value is not None}
    content = json.dumps([model, endpoint, messages, given], ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:32]


class Answers:
    """The answers of earlier runs, and a file to add more; a context. Usable from several threads.

    Args:
        path: the file; it is made with the first answer.

    Raises:
        SettingsError: the file can't be read, or holds something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, Answer] = {}
        self._lock = Lock()
        self._file: Any = None
        data = _bytes(path)
        self._torn = bool(data) and not data.endswith(b"\n")
        lines = list(split_lines(data))
        for _, line in lines:
            self._read(line)
        if lines and not self._known and not (self._torn and len(lines) == 1):
            raise SettingsError("this file holds no answers of models", path=path, remedy="name another --out")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: str) -> Answer | None:
        """The answer to a question, if there is one."""
        return self._known.get(key)

    def add(self, key: str, answer: Answer) -> None:
        """Keeps an answer, at once and for ever.

        Raises:
            OSError: it can't be written.
        """
        line = json.dumps({"key": key, **answer._asdict()}, ensure_ascii=True).encode() + b"\n"
        with self._lock:
            self._known[key] = answer
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                # Unbuffered: a line is written in one call, so that a kill comes before it or after it.
                self._file = self.path.open("ab", buffering=0)
                line = (b"\n" if self._torn else b"") + line
            self._file.write(line)

    def _read(self, line: bytes) -> None:
        try:
            record = json.loads(line)
            key = record.pop("key")
            answer = Answer(**record)
            if _is_sound(key, answer):
                self._known[key] = answer
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return  # what a kill left of a line


def _is_sound(key: object, answer: Answer) -> bool:
    """Whether a line holds what `Answers.add` writes."""
    words, prompt, completion, cost = answer
    counted = type(prompt) is int and type(completion) is int
    paid = cost is None or (type(cost) in (int, float) and math.isfinite(cost) and cost >= 0)
    return isinstance(key, str) and isinstance(words, str) and counted and paid


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise SettingsError(f"can't be read: {error.strerror or error}", path=path) from None
