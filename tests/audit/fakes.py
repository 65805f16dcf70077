"""A judge that needs no rules, and games that need no logs: what a game does stands in its file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from quack.audit.discover import Game
from quack.claims.extraction import ClaimFile, Extraction
from quack.claims.models import Location, TimeRef
from quack.errors import LogError, RulebookError
from quack.kb.cited import Evidence
from quack.kb.judge import Judgement
from quack.world.map import GameMap, Room

CALLS: list[list[str]] = []
"""The games of each call of the judge."""


def read_case(game: Game, map: GameMap | None = None, *, sighted: bool = True) -> Any:
    """A case whose words are what the log's text says, such as `unreadable` or `breaks`."""
    words = game.log.read_text("utf-8").split()
    if "unreadable" in words:
        raise LogError("not a log", path=game.log, line=3, remedy="record it again")
    if "fault" in words:
        raise ZeroDivisionError("by zero")
    players = [SimpleNamespace(id="player_0", team="goose"), SimpleNamespace(id="player_1", team="duck")]
    rooms = next((word for word in words if word.startswith("map_")), "map_a")
    return SimpleNamespace(
        words=words,
        log=SimpleNamespace(
            sha256="1" * 64,
            players=players,
            map=GameMap(name="ship", rooms=(Room(name=rooms),)),
            notices=(),
        ),
        timeline=SimpleNamespace(
            votes=[SimpleNamespace(meeting=0, voter="player_0", target=None)],
            ejections=[],
        ),
        claims=ClaimFile(
            path=game.log.with_name("claims.jsonl"),
            sha256="2" * 64,
            extractions=(
                Extraction(0, None, 0, "player_0", "extracted"),
                Extraction(1, None, 0, "player_1", "empty"),
                Extraction(2, None, 0, "player_1", "not_attempted"),
                Extraction(None, 0, None, "player_1", "failed"),
            ),
        ),
    )


def judge(cases: Sequence[Any], rulebook: Any) -> list[list[Any]]:
    """A judgement per case, or the accident that the case asks for."""
    CALLS.append([case.words[0] for case in cases])
    for case in cases:
        if "breaks" in case.words:
            raise ValueError("broken fact")
        if "rulebook" in case.words:
            raise RulebookError("syntax error", path="x.lp", line=1, column=2)
        if "dies" in case.words:
            os._exit(9)
        if "interrupted" in case.words:
            raise KeyboardInterrupt
    return [[_judgement(case)] for case in cases]


def _judgement(case: Any) -> Any:
    return Judgement(
        extraction=Extraction(0, None, 0, "player_0", "extracted"),
        ordinal=0,
        claim=Location(subject="Alice", room="medbay"),
        time=TimeRef("near", 7, 7, phrase="at tick 7"),
        window=(6, 8),
        verdict="true",
        bucket="supported",
        support="observed",
        perspective="self",
        outcome=None,
        grounded=None,
        grounds=(),
        footing=None,
        evidence=(Evidence(f"at({case.words[0]})", 3),),
        rules=("was there",),
        defects=("no_verdict",) if "defect" in case.words else (),
    )
