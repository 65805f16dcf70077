"""What a claim says, in words."""

import pytest

from quack.claims.models import Location
from quack.kb.claim_words import describe_claim


@pytest.mark.parametrize(
    ("temporal", "words"),
    [(None, "Mia was in lab"), ("", "Mia was in lab"), (" ", "Mia was in lab"), ("tick 3", "Mia was in lab, tick 3")],
)
def test_only_words_that_say_when_end_a_claim(temporal: str | None, words: str) -> None:
    assert words == describe_claim(Location(subject="Mia", room="lab", temporal=temporal))
