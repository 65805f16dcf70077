"""What asking a model will cost, before anything is spent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from quack.claims.extractor import Occasion, Said
from quack.providers.prices import count_tokens, price_of

if TYPE_CHECKING:
    from quack.claims.model.extractor import ModelExtractor

ANSWER_BASE, ANSWER_SHARE = 57, 3.1
"""Tokens of an answer: so many, and so many for each token of the utterance; claims as JSON are longer than speech."""


class Estimate(NamedTuple):
    """What reading some utterances will cost, about.

    Attributes:
        asked: how many of them a model has to be asked about.
        prompt, completion: tokens; a model that thinks aloud writes more.
        cost: US dollars, of those whose price is known.
        unpriced: how many it is not known of.
    """

    asked: int
    prompt: int
    completion: int
    cost: float
    unpriced: int


def estimate(extractor: ModelExtractor, batch: Sequence[tuple[Said, Occasion]]) -> Estimate:
    """What reading some utterances of a game will cost; nobody is asked.

    Tokens are counted as one widespread model counts them: others differ by a tenth or two.
    """
    asked = [(said, occasion) for said, occasion in batch if extractor.needs_model(said)]
    prompt = completion = 0
    fixed: int | None = None
    for said, occasion in asked:
        *before, last = extractor.run.reader.messages(extractor.inputs(said, occasion))
        if fixed is None:
            fixed = count_tokens(json.dumps(before, ensure_ascii=False))
        prompt += fixed + count_tokens(last["content"])
        completion += ANSWER_BASE + round(ANSWER_SHARE * count_tokens(said.text))
    price = price_of(extractor.name, extractor.run.options.price)
    if price is None:
        return Estimate(len(asked), prompt, completion, 0.0, len(asked))
    return Estimate(len(asked), prompt, completion, prompt * price[0] + completion * price[1], 0)
