"""What a game leaves behind: its log, the exact labels of what was said, and the figures that sum it up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from quack.events.models import Event, PlayerId
from quack.game.agent import Speech

Listener = Callable[[Event], None]
"""Told every event of a game as it happens."""


class Recording:
    """Collects the lines of a game's log and of its labels.

    Args:
        names: the players' names, by which votes given as speech are known.
        listener: told every event as it happens.
    """

    def __init__(self, names: Mapping[PlayerId, str], listener: Listener | None = None) -> None:
        self._tokens = {name.casefold() for name in (*names, *names.values(), "skip")}
        self._listener = listener
        self._log: list[str] = []
        self._labels: list[str] = []

    def line(self, event: Event, text: str) -> None:
        """Takes in a line of the log."""
        self._log.append(text)
        if self._listener:
            self._listener(event)

    def speech(
        self, kind: Literal["message", "chat"], index: int, meeting: int | None, speaker: PlayerId, speech: Speech
    ) -> None:
        """Takes in what was said, with its labels."""
        line: dict[str, Any] = {kind: index}
        if kind == "message":
            line["meeting"] = meeting
        line |= {"speaker": speaker, "status": self._status(speech)}
        if speech.claims is not None:
            line |= {"claims": [dict(claim) for claim in speech.claims], "made": list(speech.made)}
        self._labels.append(json.dumps(line))

    def _status(self, speech: Speech) -> str:
        if speech.claims is None:
            return "not_attempted"
        if speech.claims:
            return "extracted"
        return "vote_token" if speech.text.strip(" .!").casefold() in self._tokens else "empty"

    @property
    def log(self) -> bytes:
        """The log as the bytes of a file."""
        return _file(self._log)

    @property
    def labels(self) -> bytes:
        """The labels as the bytes of a file of claims."""
        return _file(self._labels)


def _file(lines: list[str]) -> bytes:
    return "".join([f"{line}\n" for line in lines]).encode("utf-8")


class Figures(NamedTuple):
    """What happened in a game, in figures.

    Attributes:
        winner: goose, duck, or None.
        ticks: the tick in which it ended.
        ejected: how many were voted out, Ducks and Geese.
        messages, chats: lines said in meetings and in free roam.
        claims: what these assert, as far as the players say so themselves.
        made: how the claims came about, such as recalled or invented.
        failures: turns lost to agents that failed or answered what was refused.
        lost: the same by cause, `refused` or one of `agent_failed`.
    """

    winner: str | None
    reason: str
    ticks: int
    kills: int
    meetings: int
    ejected: int
    messages: int
    chats: int
    claims: int
    made: Mapping[str, int]
    failures: int
    lost: Mapping[str, int]


def figures_of(log: bytes, labels: bytes) -> Figures:
    """The figures of a game that has been played to its end.

    Raises:
        ValueError: it is no such log.
    """
    records = [json.loads(line) for line in log.splitlines() if line.strip()]
    counts = Counter(record["event_type"] for record in records)
    lost = Counter(
        record["data"]["cause"] if record["event_type"] == "agent_failed" else "refused"
        for record in records
        if record["event_type"] in ("agent_failed", "action_refused")
    )
    last = records[-1] if records else {}
    if last.get("event_type") != "game_over":
        raise ValueError("the log does not end with game_over")
    said = [json.loads(line) for line in labels.splitlines() if line.strip()]
    return Figures(
        winner=last["data"]["winner"],
        reason=last["data"]["reason"],
        ticks=last["tick"],
        kills=counts["player_killed"],
        meetings=counts["body_reported"] + counts["meeting_called"],
        ejected=counts["player_ejected"],
        messages=counts["discussion_message"],
        chats=counts["free_roam_chat"],
        claims=sum(len(line.get("claims") or ()) for line in said),
        made=dict(sorted(Counter(how for line in said for how in line.get("made") or ()).items())),
        failures=sum(lost.values()),
        lost=dict(sorted(lost.items())),
    )
