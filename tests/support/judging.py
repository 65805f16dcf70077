"""From a small game and claims made in it to records, by the whole audit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quack.audit.auditor import audit_games
from quack.audit.records import AuditRecord
from quack.kb.rulebook import Rulebook
from tests.support.games import GameBuilder

Claims = dict[int, list[dict[str, Any]]]


def judge_game(
    folder: Path, game: GameBuilder, claims: Claims, rulebook: str | Path | Rulebook = "observed"
) -> list[AuditRecord]:
    """The records of a game whose messages make these claims (by the position of the message), in order.

    The builder has said the messages already; the file of claims is written beside the log.
    """
    game.write(folder)
    with (folder / "claims.jsonl").open("w", encoding="utf-8") as file:
        for index, (meeting, speaker) in enumerate(_messages(game)):
            line = {"message": index, "meeting": meeting, "speaker": speaker, "claims": claims.get(index, [])}
            file.write(json.dumps(line) + "\n")
    audit = audit_games(folder / "game.jsonl", rulebook=rulebook)
    assert not audit.failed, str(audit.failed[0].error)
    assert not audit.games[0].defects
    return list(audit.records)


def _messages(game: GameBuilder) -> Iterator[tuple[int, str]]:
    """The meeting and the speaker of each message."""
    meeting = -1
    for event in map(json.loads, game.lines):
        meeting += event["event_type"] in ("body_reported", "meeting_called")
        if event["event_type"] == "discussion_message":
            yield meeting, event["data"]["player_id"]


def verdicts(folder: Path, game: GameBuilder, *claims: dict[str, Any], rulebook: str = "observed") -> list[str | None]:
    """The verdicts of claims that all stand in the first message."""
    return [record.verdict for record in judge_game(folder, game, {0: list(claims)}, rulebook)]


def at(subject: str, room: str, temporal: str | None = None, **more: Any) -> dict[str, Any]:
    """A location claim."""
    return _claim("location", subject=subject, room=room, temporal=temporal, **more)


def route(subject: str, *rooms: str, temporal: str | None = None, **more: Any) -> dict[str, Any]:
    """A location claim with a route."""
    return _claim("location", subject=subject, route=list(rooms), temporal=temporal, **more)


def saw(subject: str, target: str, room: str | None, temporal: str | None = None, **more: Any) -> dict[str, Any]:
    """A sighting."""
    return _claim("sighting", subject=subject, target=target, room=room, temporal=temporal, **more)


def did(
    subject: str, activity: str, room: str | None = None, temporal: str | None = None, **more: Any
) -> dict[str, Any]:
    """An activity."""
    return _claim("activity", subject=subject, activity=activity, room=room, temporal=temporal, **more)


def accuses(accuser: str, target: str) -> dict[str, Any]:
    """An accusation."""
    return _claim("accusation", accuser=accuser, target=target, confidence="strong")


def _claim(type: str, **fields: Any) -> dict[str, Any]:
    return {"type": type, **{key: value for key, value in fields.items() if value is not None}}
