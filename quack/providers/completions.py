"""What a provider's answer holds: its words, out of the wrapping, and what it took."""

from __future__ import annotations

from typing import Any, NamedTuple

from quack.errors import whole_text
from quack.providers.faults import Fault
from quack.settings import without_own_keys

Price = tuple[float, float]
"""US dollars for a million tokens of questions, and for a million of answers."""


class Usage(NamedTuple):
    """What an answer took.

    Attributes:
        prompt, completion: tokens.
        cost: US dollars; None where nobody knows the price, or the provider doesn't say what it counted.
    """

    prompt: int
    completion: int
    cost: float | None


def usage_of(raw: Any, price: Price | None = None) -> Usage:
    """What a provider's answer took.

    Of counts that can't be right none is taken: a server that says less than nothing would stretch a budget.

    Args:
        price: of the model, instead of the one that litellm knows.
    """
    usage = _get(raw, "usage")
    prompt, completion = (_get(usage, f"{part}_tokens") or 0 for part in ("prompt", "completion"))
    counted = prompt > 0 and completion >= 0
    if not counted:
        prompt = completion = 0
    if price is not None and (counted or not any(price)):
        cost = (prompt * price[0] + completion * price[1]) / 1_000_000
    elif counted:
        cost = (getattr(raw, "_hidden_params", None) or {}).get("response_cost")
    else:
        cost = None
    return Usage(prompt, completion, None if cost is None else max(cost, 0.0))


def words_of(raw: Any, *, whole: bool = True) -> str:
    """The words of a provider's answer, without any key; what it says of its thoughts is none of them.

    Args:
        whole: whether an answer that breaks off is none.

    Raises:
        Fault: there are none, or not all.
    """
    choices = _get(raw, "choices")
    if not choices:
        raise Fault("no_choices")
    choice = choices[0]
    message, finish = _get(choice, "message"), _get(choice, "finish_reason")
    refusal = _get(message, "refusal")
    if refusal:
        raise Fault("refusal", str(refusal))
    if finish in ("content_filter", "refusal"):
        raise Fault("content_filter" if finish == "content_filter" else "refusal")
    content = _get(message, "content")
    blank = content is None or not str(content).strip()
    if finish == "length" and (whole or blank):
        raise Fault("truncated", "the answer reached the most tokens; --max-tokens allows more")
    if blank:
        raise Fault("no_content" if content is None else "empty_answer")
    return without_own_keys(whole_text(str(content)))


def _get(thing: Any, name: str) -> Any:
    """A field of an object or of a dictionary; providers' answers are either."""
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)
