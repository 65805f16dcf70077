"""Where in an utterance a claim stands."""

from __future__ import annotations

import pytest

from quack.claims.models import parse_claim
from quack.report.quoting import place_of

TEXT = "我在仓库。我一直在仓库。"


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"span": [5, 11], "quote": "我在仓库"}, (5, 11)),
        ({"quote": "一直在仓库"}, (6, 11)),
        ({"span": [5, 999], "quote": "我在仓库"}, (0, 4)),
        ({"quote": "我不在"}, None),
        ({"quote": ""}, None),
        ({}, None),
    ],
)
def test_a_claim_stands_at_its_span_or_else_at_its_quote(
    given: dict[str, object], place: tuple[int, int] | None
) -> None:
    claim = parse_claim({"type": "location", "subject": "Bob", "room": "storage", **given})
    assert place == place_of(claim, TEXT)
