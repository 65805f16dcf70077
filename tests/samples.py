"""Records and games made by hand, for tests that need no log."""

from __future__ import annotations

from typing import Any

from quack.audit.records import AuditRecord, Evidence, StatedTime, Versions
from quack.audit.results import Ballot, Coverage, Ejection, GameAudit

TEAMS = {"player_0": "goose", "player_1": "duck", "player_2": "goose"}
BUCKETS = {
    "true": "supported",
    "near_miss": "partial",
    "wrong_room": "refuted",
    "false": "refuted",
    "unverifiable": "undecided",
}


def record(verdict: str | None = "true", type: str = "location", **changes: Any) -> AuditRecord:
    """A record; what a test doesn't say is a Goose's true location claim about itself."""
    claim = changes.pop("claim", {})
    speaker = changes.pop("speaker", "player_0")
    if type == "route":
        type, claim = "location", {"route": ["medbay", "storage"], **claim}
    fields: dict[str, Any] = {
        "game": "run/seed01",
        "meeting": 0,
        "message": 0,
        "chat": None,
        "ordinal": 0,
        "speaker": speaker,
        "team": TEAMS[speaker],
        "claim": {"type": type, "subject": "Alice", **claim},
        "time": StatedTime("at tick 7", "near(7)", "fully"),
        "window": (6, 8),
        "verdict": verdict,
        "bucket": BUCKETS.get(verdict or "", "supported"),
        "support": "observed",
        "perspective": "self",
        "outcome": None,
        "grounded": None,
        "grounds": (),
        "footing": None,
        "evidence": (Evidence("at(alice,medbay,6,8)", 12),),
        "rules": ("was in medbay",),
        "versions": Versions("a" * 64, "b" * 64, "c" * 64, "0"),
    }
    return AuditRecord(**{**fields, **changes})


def accusation(outcome: str | None, grounded: bool | None, **changes: Any) -> AuditRecord:
    """An accusation."""
    verdict = {"hit": "true", "miss": "false"}.get(outcome or "", "unverifiable")
    return record(verdict, "accusation", outcome=outcome, grounded=grounded, perspective=None, **changes)


def game(
    *records: AuditRecord,
    name: str = "run/seed01",
    ballots: tuple[tuple[int, str, str | None], ...] = (),
    ejections: tuple[tuple[int, str], ...] = (),
    coverage: dict[str, int] | None = None,
    **changes: Any,
) -> GameAudit:
    """A game of these records."""
    return GameAudit(
        game=name,
        records=records,
        teams=TEAMS,
        ballots=tuple(Ballot(*ballot) for ballot in ballots),
        ejections=tuple(Ejection(*ejection) for ejection in ejections),
        coverage=Coverage(coverage or {}),
        **changes,
    )
