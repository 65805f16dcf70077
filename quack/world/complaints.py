"""What pydantic complains of, in plain words."""

from __future__ import annotations

from typing import Any

_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not known",
    "greater_than_equal": "has to be {ge:,} or more",
    "greater_than": "has to be more than {gt}",
    "less_than_equal": "has to be {le:,} or less",
    "int_type": "has to be a whole number",
    "int_from_float": "has to be a whole number",
    "float_type": "has to be a number",
    "finite_number": "has to be a finite number",
    "string_type": "has to be text, in quotes where it could be anything else",
    "string_too_short": "may not be blank",
    "string_pattern_mismatch": "may not be blank",
    "bool_type": "has to be true or false",
    "tuple_type": "has to be a list",
    "model_type": "has to be keys and their values",
}
_LONGEST = 60
"""So many characters of a value are shown."""


def put_plainly(complaint: Any) -> str:
    """What is wrong with a value, to be said after its name.

    Args:
        complaint: one of `ValidationError.errors()`, with its input and its context.
    """
    kind = complaint["type"]
    if kind not in _WORDS:
        return str(complaint["msg"].removeprefix("Value error, "))
    text = _WORDS[kind].format(**complaint.get("ctx", {}))
    value = complaint["input"]
    if kind in ("missing", "extra_forbidden") or not isinstance(value, int | float | str):
        return text
    # Python writes no number of thousands of digits.
    shown = "so large a number" if isinstance(value, int) and value.bit_length() > 1_000 else repr(value)
    return f"{text}, not {shown if len(shown) <= _LONGEST else f'{shown[:_LONGEST]}…'}"
