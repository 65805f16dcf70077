"""QUACK audits what players say in social-deduction games: logs and claims in, verdicts by editable rules out.

    from quack import audit_games, load_rulebook

    audit = audit_games(["logs"], rulebook=load_rulebook("observed"))
    for game in audit.games:
        for record in game.records:
            print(record.game, record.claim, record.verdict)

Nothing heavy is imported until a name is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quack.agents.play import play_game
    from quack.audit.auditor import audit_games
    from quack.audit.counsel import what_if, why_not
    from quack.audit.diffing import diff_games
    from quack.audit.explain import explain
    from quack.audit.extracting import extract_claims
    from quack.errors import (
        AuditError,
        ClaimsError,
        LogError,
        MapError,
        PlayError,
        QuackError,
        RulebookError,
        SettingsError,
    )
    from quack.events.log import read_log
    from quack.events.timeline import replay
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.comparing import compare
    from quack.metrics.resampling import Resampling
    from quack.metrics.study import score_games
    from quack.report.figure_frames import comparison_frame, table_frame
    from quack.report.frames import data_frames

__version__ = "0.1.0"

__all__ = [
    "AuditError",
    "ClaimsError",
    "LogError",
    "MapError",
    "PlayError",
    "QuackError",
    "Resampling",
    "RulebookError",
    "SettingsError",
    "__version__",
    "audit_games",
    "compare",
    "comparison_frame",
    "data_frames",
    "diff_games",
    "explain",
    "extract_claims",
    "load_rulebook",
    "play_game",
    "read_log",
    "replay",
    "score_games",
    "table_frame",
    "what_if",
    "why_not",
]

_HOMES = {
    "AuditError": "quack.errors",
    "ClaimsError": "quack.errors",
    "LogError": "quack.errors",
    "MapError": "quack.errors",
    "PlayError": "quack.errors",
    "QuackError": "quack.errors",
    "Resampling": "quack.metrics.resampling",
    "RulebookError": "quack.errors",
    "SettingsError": "quack.errors",
    "audit_games": "quack.audit.auditor",
    "compare": "quack.metrics.comparing",
    "comparison_frame": "quack.report.figure_frames",
    "data_frames": "quack.report.frames",
    "diff_games": "quack.audit.diffing",
    "explain": "quack.audit.explain",
    "extract_claims": "quack.audit.extracting",
    "load_rulebook": "quack.kb.rulebook",
    "play_game": "quack.agents.play",
    "read_log": "quack.events.log",
    "replay": "quack.events.timeline",
    "score_games": "quack.metrics.study",
    "table_frame": "quack.report.figure_frames",
    "what_if": "quack.audit.counsel",
    "why_not": "quack.audit.counsel",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
