"""The lines of a file of claims, one by one, before anything ties them to a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from quack.claims.extraction import Dropped, Spent
from quack.claims.models import BaseClaim, parse_claim


def split_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that hold something, with their numbers and line ends."""
    for number, content in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True), 1):
        if content.strip():
            yield number, content


def claims_of(number: int, raw: object) -> tuple[list[BaseClaim], list[Dropped], list[str]]:
    """The claims of a line, what can't be read, and the unknown keys."""
    claims: list[BaseClaim] = []
    dropped: list[Dropped] = []
    extra: list[str] = []
    if not isinstance(raw, list):
        return claims, [] if raw is None else [Dropped(number, "the claims are not a list")], extra
    for position, item in enumerate(raw):
        try:
            claim = parse_claim(item)
        except ValidationError as error:
            dropped.append(Dropped(number, f"claim {position}: {reason_of(error)}"))
            continue
        claims.append(claim)
        if claim.__pydantic_extra__:
            extra += (f"{claim.kind}.{name}" for name in claim.__pydantic_extra__)
    return claims, dropped, extra


def spent_of(record: Mapping[str, Any]) -> Spent | None:
    """What a line says that reading it cost; None if it says nothing that can be read."""
    tokens, cost = record.get("tokens"), record.get("cost")
    if not isinstance(tokens, dict):
        return None
    prompt, completion = tokens.get("prompt"), tokens.get("completion")
    if type(prompt) is not int or type(completion) is not int:
        return None
    return Spent(prompt, completion, float(cost) if isinstance(cost, int | float) else None)


def reason_of(error: ValidationError) -> str:
    """The first complaint, without the union's own words."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"].startswith("union_tag"):
        return "no claim, or of an unknown type"
    place = ".".join(str(part) for part in first["loc"][1:])
    return f"{place}: {first['msg']}" if place else str(first["msg"])


def shorten(value: object) -> str:
    """A value from a file, in a few characters."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
