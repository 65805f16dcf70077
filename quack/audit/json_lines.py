"""JSON on one line: readable, safe for terminals, and fast for records, which are much alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring
from typing import Any

_REMEMBERED = 8_192
"""So many texts and parts of records are spelled once; what a game says again and again is among them."""


def json_line(value: Any) -> str:
    """A value as JSON on one line, spaced as `json.dumps` does it; a named tuple is an object.

    What isn't printable is escaped, so it can neither break lines nor steer a terminal, and lone surrogates survive.
    """
    kind = type(value)
    if kind is str:
        return json_text(value)
    if value is None:
        return "null"
    if kind is list or kind is tuple:
        return json_array(value)
    if isinstance(value, Mapping):
        return json_object(value.items())
    if isinstance(value, tuple):
        return json_object(zip(value._fields, value, strict=True))  # type: ignore[attr-defined]
    return json.dumps(value)


def quoted(text: str) -> str:
    """A string as JSON, not remembered: for texts that are seldom said twice."""
    inner = encode_basestring(text)
    return inner if inner.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in inner)


class _Texts(dict[str, str]):
    """Strings as JSON, by the string; a dict answers sooner than a cache of calls."""

    def __missing__(self, text: str) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        spelled = self[text] = quoted(text)
        return spelled


_texts = _Texts()


def json_text(text: str) -> str:
    """A string as JSON."""
    return _texts[text]


def json_array(values: Iterable[Any]) -> str:
    """Values as an array, in their order."""
    texts = [_texts[value] if type(value) is str else json_line(value) for value in values]
    return f"[{', '.join(texts)}]"


def json_object(items: Iterable[tuple[str, Any]]) -> str:
    """Keys and values as an object, in their order."""
    texts = [f"{_texts[key]}: {_texts[value] if type(value) is str else json_line(value)}" for key, value in items]
    return f"{{{', '.join(texts)}}}"
