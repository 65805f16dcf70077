"""A price is known or it is not; tokens are counted without asking anybody."""

from __future__ import annotations

import pytest

from quack.providers.prices import count_tokens, price_of


@pytest.mark.parametrize(
    ("model", "known"),
    [
        ("openai/gpt-4o-mini", True),
        ("anthropic/claude-sonnet-4-5", True),
        ("gemini/gemini-2.5-flash", True),
        ("openai/my-own", False),
        ("my-own/gpt-4o-mini", False),
        ("ollama/my-own", False),
    ],
)
def test_a_price_is_known_or_is_not(model: str, known: bool) -> None:
    price = price_of(model)
    assert known == (price is not None and all(rate > 0 for rate in price))


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("I was in medbay.", 6), ("<|endoftext|>", 7)])
def test_tokens_are_counted_whatever_a_text_holds(text: str, tokens: int) -> None:
    assert tokens == count_tokens(text)
