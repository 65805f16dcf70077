"""What asking a model will cost is said before anything is spent, and a price that is not known is never nothing."""

from __future__ import annotations

from pathlib import Path

from quack.audit.extracting import extract_claims
from tests.claims.model.conftest import Options, told
from tests.support.model_server import ModelServer

SPEECH = ("I was in medbay with Charlie at tick 1.", "", "Bob", "skip", "Then I left for the cafeteria.")


def test_an_estimate_asks_nobody_and_counts_what_would_be_asked(
    tmp_path: Path, server: ModelServer, options: Options
) -> None:
    game = told(tmp_path, *SPEECH)
    (found,) = extract_claims(game, model=options(), dry_run=True).games
    assert (5, 0, 0, False) == (found.due, found.done, len(server.asked), (game / "claims.jsonl").exists())
    assert found.bill is not None
    assert (2, 0) == (found.bill.asked, found.bill.unpriced)
    assert 3000 < found.bill.prompt < 9000
    assert 0.0005 < found.bill.cost < 0.005


def test_an_estimate_of_tokens_is_near_what_is_sent(tmp_path: Path, server: ModelServer, options: Options) -> None:
    game = told(tmp_path, *SPEECH)
    (found,) = extract_claims(game, model=options(), dry_run=True).games
    extract_claims(game, model=options())
    characters = sum(len(message["content"]) for asked in server.asked for message in asked.body["messages"])
    assert found.bill is not None
    assert 3 < characters / found.bill.prompt < 5


def test_a_limit_bounds_the_estimate(tmp_path: Path, options: Options) -> None:
    (found,) = extract_claims(told(tmp_path, *SPEECH), model=options(), dry_run=True, limit=4).games
    assert found.bill is not None and (4, 1) == (found.due, found.bill.asked)


def test_an_unknown_price_is_said_to_be_unknown(tmp_path: Path, options: Options) -> None:
    (found,) = extract_claims(told(tmp_path, *SPEECH), model=options(model="openai/my-own"), dry_run=True).games
    assert found.bill is not None and (2, 2) == (found.bill.asked, found.bill.unpriced)
