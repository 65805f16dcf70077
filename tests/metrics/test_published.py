"""The figures of the reference games, from their released verdicts, are those that were published with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from quack.audit.records import AuditRecord
from quack.audit.results import Ballot, GameAudit
from quack.metrics import of_tier
from tests.samples import BUCKETS, record


def test_figures_from_released_verdicts_equal_the_published_ones_in_every_game(reference: Path) -> None:
    evaluations = sorted(reference.glob("*/*/evaluation.json"))
    assert 178 == len(evaluations)
    assert [] == [each for path in evaluations for each in _differences(path)]


def _differences(evaluation: Path) -> list[tuple[str, str, float | None, float]]:
    published = json.loads(evaluation.read_text("utf-8"))["tier3"]
    game = released_game(evaluation.parent)
    pairs = [
        (name, each.published_value(each.compute(game)), published[each.published_as])
        for name, each in of_tier(3).items()
        if each.published_as
    ]
    return [(str(evaluation), *pair) for pair in pairs if abs(pair[1] - pair[2]) > 1e-9]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def released_game(folder: Path) -> GameAudit:
    events = _lines(folder / "game.jsonl")
    teams = {player: seat["team"] for player, seat in events[0]["data"]["initial_state"].items()}
    meeting, ballots = -1, []
    for event in events:
        meeting += event["event_type"] in ("body_reported", "meeting_called")
        if event["event_type"] == "vote_cast":
            ballots.append(Ballot(meeting, event["data"]["voter"], event["data"]["target"]))
    records = tuple(_record(verdict, teams) for verdict in _lines(folder / "verdicts.jsonl"))
    return GameAudit(folder.name, records, teams, tuple(ballots))


def _record(verdict: dict[str, Any], teams: dict[str, str]) -> AuditRecord:
    accuses = verdict["claim"]["type"] == "accusation"
    return record(
        verdict["verdict"],
        bucket=BUCKETS[verdict["verdict"]],
        claim=verdict["claim"],
        meeting=verdict["meeting"],
        team=teams[verdict["speaker"]],
        outcome={"true": "hit", "false": "miss"}.get(verdict["verdict"]) if accuses else None,
        grounded=verdict.get("grounded"),
    )
