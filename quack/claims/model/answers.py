"""What a model said, read as a list of claims: whatever stands around the JSON, and however it is wrapped."""

from __future__ import annotations

import json
import re
from typing import Any

from quack.providers.faults import Fault

MOST_CHARACTERS = 200_000
"""A longer answer is not read."""

_MOST_STARTS = 300
_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n?(.*?)```", re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])', re.DOTALL)
_REFUSAL = re.compile(
    r"\A\W*(?:(?:i['’]?m |i am )?(?:very )?sorry\b"
    r"|i(?: can(?:no|['’])t| cannot| won['’]t|['’]m unable| am unable)\b|as an ai\b)",
    re.IGNORECASE,
)
_START = re.compile(r"[\[{]")
_LIKE_JSON = re.compile(r"[\[{]\s*[\[{\"]")
_TYPE = re.compile(r'"type"\s*:')
_DECODER = json.JSONDecoder()


def read_answer(text: str) -> list[Any]:
    """The items of the answer's list of claims, whatever they are.

    The list may stand in a code fence, among prose, in an object ({"claims": […]}), with commas too many, or be a
    single claim without a list. Of several lists the last that an object wraps counts, else the longest. Of a list that
    is no JSON the claims that are remain; each that isn't is there as a text.

    Raises:
        Fault: no list is there (not_json, refusal), or it breaks off (truncated).
    """
    text = _THOUGHTS.sub("", text)
    if not text.strip():
        raise Fault("empty_answer")
    if len(text) > MOST_CHARACTERS:
        raise Fault("not_json", f"the answer has {len(text):,} characters")
    for source in (*reversed(_FENCE.findall(text)), text):
        values, torn = _values(source)
        found = _best(values, source)
        if found is not None:
            return found
        if torn:
            raise Fault("truncated", text)
    raise Fault("refusal" if _REFUSAL.match(text) else "not_json", text)


def _values(text: str, *, mended: bool = False) -> tuple[list[Any], bool]:
    """The JSON lists and objects in a text, outermost first, up to one that begins and never ends; whether one does."""
    values: list[Any] = []
    position = 0
    for _ in range(_MOST_STARTS):
        found = _START.search(text, position)
        if found is None:
            break
        try:
            value, position = _DECODER.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            if not mended:
                return _values(_COMMA.sub(lambda match: match[1] or "", text), mended=True)
            if _LIKE_JSON.match(text, found.start()) and _never_ends(text[found.start() :]):
                return values, True
            position = found.end()
            continue
        values.append(value)
    return values, False


def _best(values: list[Any], source: str) -> list[Any] | None:
    """What of the values is most likely the answer; None if nothing can be."""
    wrapped = [inner for value in values if (inner := _unwrapped(value)) is not None]
    if wrapped:
        return wrapped[-1]
    lists = [value for value in values if isinstance(value, list)]
    holding = [value for value in lists if any(isinstance(item, dict) for item in value)]
    if holding:
        return max(holding, key=len)
    lone: list[Any] = [value for value in values if isinstance(value, dict) and "type" in value]
    if lone:
        return lone + ["not JSON"] * (len(_TYPE.findall(source)) - len(lone))
    return [] if any(not value for value in lists) else None


def _unwrapped(value: Any, depth: int = 3) -> list[Any] | None:
    """The list that an object wraps, under the name `claims` or as the only list in it."""
    if not isinstance(value, dict) or "type" in value or not depth:
        return None
    inner = value.get("claims")
    if inner is None:
        inside = [item for item in value.values() if isinstance(item, list | dict)]
        inner = inside[0] if len(inside) == 1 else None
    if isinstance(inner, list):
        return inner
    if isinstance(inner, dict):
        return [inner] if "type" in inner else _unwrapped(inner, depth - 1)
    return None


def _never_ends(text: str) -> bool:
    """Whether the bracket that a text begins with is never closed."""
    depth, quoted, escaped = 0, False, False
    for sign in text:
        if escaped:
            escaped = False
        elif quoted:
            escaped, quoted = sign == "\\", sign != '"'
        elif sign == '"':
            quoted = True
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
            if not depth:
                return False
    return True
