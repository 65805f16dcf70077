"""What asking models costs, before anything is spent."""

from __future__ import annotations

from quack.providers.completions import Price
from quack.providers.endpoints import load_litellm


def price_of(model: str, given: Price | None = None) -> tuple[float, float] | None:
    """US dollars for a token of a question and for one of an answer; None where nobody knows.

    Args:
        given: the model's price for a million of each, instead of the one that litellm knows.
    """
    if given is not None:
        return given[0] / 1_000_000, given[1] / 1_000_000
    known_models = load_litellm().model_cost
    # Not `get_model_info`: it asks a server of one's own about its models.
    provider, _, name = model.partition("/")
    bare = known_models.get(name, {})
    known = known_models.get(model) or (bare if bare.get("litellm_provider") == provider else {})
    prompt, completion = known.get("input_cost_per_token"), known.get("output_cost_per_token")
    return None if prompt is None or completion is None else (float(prompt), float(completion))


def count_tokens(text: str) -> int:
    """About how many tokens a text has, counted as one widespread model does: others differ by a tenth or two."""
    return len(load_litellm().encoding.encode(text, disallowed_special=()))
