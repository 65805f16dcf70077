"""Claims that people annotated by hand are ones that a model may answer: no check takes anything from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from quack.claims.entities import Names
from quack.claims.extractors import spoken
from quack.claims.model.checking import check_claims
from quack.events.log import read_log
from quack.events.timeline import replay


def test_what_annotators_wrote_passes_as_it_is(reference: Path) -> None:
    rows: list[dict[str, Any]] = [json.loads(line) for line in (reference / "speech.jsonl").open(encoding="utf-8")]
    lost: list[tuple[Any, ...]] = []
    for row in rows:
        log = read_log(reference / row["condition"] / row["seed"] / "game.jsonl")
        said, occasion = spoken(log, replay(log), "discussion")[row["message"]]
        checked = check_claims(row["claims"], Names(log), said, occasion)
        if checked.rejected or len(checked.claims) < len(row["claims"]) or not all(one.span for one in checked.claims):
            lost.append((row["condition"], row["seed"], row["message"], checked.rejected))
    assert ([], True) == (lost, len(rows) >= 70)
