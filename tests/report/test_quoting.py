"""Where in an utterance a claim stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.claims.models import parse_claim
from quack.events.log import read_log
from quack.kb.rulebook import load_rulebook
from quack.report.pictures import verdicts_of
from quack.report.quoting import place_of
from tests.support.games import GameBuilder
from tests.support.small_games import write_game

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


def test_a_frame_has_a_verdict_beside_the_words_that_the_claim_quotes(tmp_path: Path) -> None:
    game = GameBuilder().tick(1).call("Alice").say("Alice", TEXT).skip().over()
    write_game(
        tmp_path, game, {0: [{"type": "location", "subject": "Alice", "room": "storage", "quote": "一直在仓库"}]}
    )
    (judged,) = verdicts_of(
        read_log(tmp_path / "game.jsonl"), audit_games(tmp_path, rulebook=load_rulebook("observed")).records
    )["message", 0]
    assert (6, 11) == judged.span
