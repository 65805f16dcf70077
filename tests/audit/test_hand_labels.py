"""The observed rulebook beside 98 claims that a person judged from the logs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.audit.records import AuditRecord

LABELS = {"holds": "true", "wrong_place": "wrong_room", "partly": "near_miss", "contradicted": "false"}

DIFFERENCES = {
    2: "a person reads 'around tick 40' as the arrival in the last room; the way from the first room left to the last"
    " entered does meet the stated ticks 29 to 40, which is what the rule asks",
    16: "a person asks when the room was left; the rule counts that move's arrival too, and it fell into the window",
    66: "a person judges 'left him alive'; the rule asks whether he stood there alive, as he did until he was killed",
    75: "a person finds no such way at all; the rule finds every room visited in another order: a near miss",
}
"""The claims, extracted as they were said, on which rulebook and person differ, and why."""


@pytest.fixture(scope="module")
def judged(reference: Path) -> list[tuple[dict, AuditRecord]]:
    labels = [json.loads(line) for line in (reference / "labels.jsonl").read_text("utf-8").splitlines()]
    games = sorted({reference / label["condition"] / label["seed"] for label in labels})
    audit = audit_games(games, rulebook="observed")
    assert not audit.failed
    found = {(game.game, r.message, r.ordinal): r for game in audit.games for r in game.records}
    return [(label, _record(label, found)) for label in labels]


def _record(label: dict, found: dict[tuple[str, int | None, int], AuditRecord]) -> AuditRecord:
    return next(
        record
        for (game, message, ordinal), record in found.items()
        if game.endswith(f"{label['condition']}/{label['seed']}")
        and (message, ordinal) == (label["message"], label["ordinal"])
    )


def test_the_rulebook_agrees_with_a_person_but_for_listed_cases(judged: list[tuple[dict, AuditRecord]]) -> None:
    said = [(label, record) for label, record in judged if label["extracted"] == "yes"]
    differing = {label["case"] for label, record in said if LABELS[label["label"]] != record.verdict}

    assert differing == set(DIFFERENCES)
    assert len(said) == 84
    assert len(said) - len(differing) >= 0.94 * len(said)
