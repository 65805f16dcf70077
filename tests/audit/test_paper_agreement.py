"""The paper rulebook beside the published verdicts of the released games, claim by claim."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.audit.records import AuditRecord

GAMES, CLAIMS = 180, 11_688
NO_GROUND = "no_observational_basis"
Pair = tuple[str, AuditRecord, dict]


@pytest.fixture(scope="module")
def pairs(reference: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    """Every game's records and published verdicts, in order; the audit works on a copy that has no verdicts."""
    copy = tmp_path_factory.mktemp("released")
    for name in ("game.jsonl", "extractions.jsonl"):
        for file in reference.glob(f"*/*/{name}"):
            target = copy / file.relative_to(reference)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    audit = audit_games(copy, rulebook="paper")
    assert not audit.failed, str(audit.failed[0].error)
    assert GAMES == len(audit.games)
    assert [] == [defect for game in audit.games for defect in game.defects]
    return [pair for game in audit.games for pair in _paired(game.game, game.records, reference / game.game)]


def _paired(game: str, records: tuple[AuditRecord, ...], folder: Path) -> Iterator[Pair]:
    published = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text("utf-8").splitlines()]
    if not published:
        # Two games were extracted and never audited.
        return
    assert len(published) == len(records), game
    for record, verdict in zip(records, published, strict=True):
        yield f"{game} {record.id}", record, verdict


def differences(pairs: list[Pair], ours, theirs) -> list[tuple]:
    return [(claim, ours(r), theirs(v)) for claim, r, v in pairs if ours(r) != theirs(v)]


def test_every_published_claim_is_judged(pairs: list[Pair]) -> None:
    assert CLAIMS == len(pairs)


def test_the_claims_are_the_same_in_the_same_order(pairs: list[Pair]) -> None:
    def told(record: AuditRecord) -> tuple:
        claim = record.claim
        own = claim["type"] not in ("accusation", "defense")
        slots = [claim.get(slot) for slot in ("room", "route", "activity", "target", "temporal")]
        return record.meeting, record.message, record.speaker, claim["type"], claim["subject"] if own else "", *slots

    def published(verdict: dict) -> tuple:
        claim = verdict["claim"]
        slots = [claim.get(slot) for slot in ("room", "route", "activity", "target", "temporal")]
        place = verdict["meeting"], verdict["message"], verdict["speaker"]
        return *place, claim["type"], claim["subject"], *slots

    assert [] == differences(pairs, told, published)


def test_every_window_agrees(pairs: list[Pair]) -> None:
    assert [] == differences(pairs, lambda record: list(record.window or ()), lambda verdict: verdict["window"])


def test_every_verdict_agrees(pairs: list[Pair]) -> None:
    assert [] == differences(pairs, lambda record: record.verdict, lambda verdict: verdict["verdict"])


def test_every_accusation_is_grounded_alike_and_for_the_same_reason(pairs: list[Pair]) -> None:
    accusations = [pair for pair in pairs if pair[2]["claim"]["type"] == "accusation"]

    assert len(accusations) > 1_000
    assert [] == differences(accusations, lambda r: r.grounded, lambda v: v["grounded"])
    assert [] == differences(accusations, lambda r: r.grounds or (NO_GROUND,), lambda v: (v["grounding"],))


def test_every_verdict_names_a_rule_and_everything_refuted_cites_what_speaks_against_it(pairs: list[Pair]) -> None:
    assert [] == [claim for claim, record, _ in pairs if not record.rules]
    assert [] == [claim for claim, record, _ in pairs if record.bucket == "refuted" and not record.evidence]


def test_the_buckets_add_up_to_the_claims(pairs: list[Pair]) -> None:
    assert CLAIMS == sum(Counter(record.bucket for _, record, _ in pairs).values())
    assert {"supported", "partial", "refuted", "undecided"} == {record.bucket for _, record, _ in pairs}
