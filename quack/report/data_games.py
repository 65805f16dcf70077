"""Games as exported data are made of: figures, records, and what of the log the records don't tell."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from quack.audit.records import AuditRecord
from quack.claims.entities import Names
from quack.events.log import GameLog
from quack.events.models import GameConfig
from quack.events.timeline import Timeline
from quack.metrics import METRICS, Metric, MetricResult
from quack.metrics.condition import condition_of
from quack.metrics.game_figures import SPLITS, GameFigures, Player
from quack.metrics.registry import NOTHING

LEVELS = {"teams": "team", "players": "player", "rounds": "round", "types": "claim_type"}
"""What the parts of a game are called in exported data."""


class Setting(NamedTuple):
    """What of a log the records of its claims don't tell.

    Attributes:
        names: whom and what words mean.
        meetings, chats: at which tick each meeting was called, and each chat line said.
    """

    names: Names
    config: GameConfig
    meetings: tuple[int, ...]
    chats: tuple[int, ...]


def setting_of(log: GameLog, timeline: Timeline) -> Setting:
    """What claims need of a log and its timeline."""
    meetings = tuple(meeting.tick for meeting in timeline.meetings)
    return Setting(Names(log), log.config, meetings, tuple(chat.tick for chat in timeline.chats))


@dataclass(frozen=True)
class ExportedGame:
    """A game to be exported.

    Attributes:
        figures, setting: None where there is no log beside its records.
    """

    name: str
    records: tuple[AuditRecord, ...]
    figures: GameFigures | None
    setting: Setting | None
    extractor: str | None = None

    @cached_property
    def condition(self) -> str:
        """What it was played under."""
        return self.figures.condition if self.figures else condition_of(self.name)

    @cached_property
    def roster(self) -> dict[str, Player]:
        """The players by id, in seat order."""
        return {player.id: player for player in self.figures.roster} if self.figures else {}


class Said(NamedTuple):
    """A claim in its game."""

    game: ExportedGame
    record: AuditRecord

    @property
    def speaker(self) -> Player | None:
        """Who said it."""
        return self.game.roster.get(self.record.speaker)

    def text(self, *keys: str) -> str | None:
        """The first of some fields of the claim that holds text."""
        for key in keys:
            if isinstance(value := self.record.claim.get(key), str):
                return value
        return None

    def joined(self, key: str) -> str | None:
        """A list of the claim as JSON."""
        value = self.record.claim.get(key)
        return as_json(value) if value else None

    def player(self, *keys: str) -> str | None:
        """The id of the player that a field of the claim names."""
        found = self.game.setting and self.game.setting.names.player(self.text(*keys))
        return found.id if found else None

    @property
    def room(self) -> str | None:
        """The map's name of the claimed room."""
        return self.game.setting.names.room(self.text("room")) if self.game.setting else None

    @property
    def said_tick(self) -> int | None:
        """When it was said: at the call of its meeting, or with its chat line."""
        if self.game.setting is None:
            return None
        ticks, index = self.game.setting.meetings, self.record.meeting
        if self.record.chat is not None:
            ticks, index = self.game.setting.chats, self.record.chat
        return ticks[index] if index is not None and index < len(ticks) else None

    @property
    def distance(self) -> float | None:
        """Ticks from the middle of its window, of which only what was past counts, until it was said."""
        said, window = self.said_tick, self.record.window
        if said is None or window is None or self.record.time is None or window[0] > said:
            return None
        return said - (window[0] + min(window[1], said)) / 2

    @property
    def actual_room(self) -> str | None:
        """Where the evidence has the player that the claim puts into a room, for most of the window."""
        if self.record.kind not in ("location", "sighting", "activity") or self.record.window is None:
            return None
        who = self.player("target" if self.record.kind == "sighting" else "subject")
        if who is None:
            return None
        stays = _stays(f"at({self.game.roster[who].name}, ", self.record)
        ticks: dict[str, int] = {}
        for room, first, last in stays:
            shared = min(last, self.record.window[1]) - max(first, self.record.window[0]) + 1
            if shared > 0:
                ticks[room] = ticks.get(room, 0) + shared
        return max(ticks, key=lambda room: ticks[room]) if ticks else None


def _stays(begin: str, record: AuditRecord) -> Iterator[tuple[str, int, int]]:
    """The stays of a player among the evidence; only its end is split, for names may hold commas."""
    for fact, _ in record.evidence:
        parts = fact[len(begin) : -1].rsplit(", ", 2) if fact.startswith(begin) else []
        if len(parts) == 3 and parts[1].isdecimal() and parts[2].isdecimal():
            yield parts[0], int(parts[1]), int(parts[2])


class Seat(NamedTuple):
    """A player in its game."""

    game: ExportedGame
    number: int
    player: Player

    def count(self, metric: str) -> int:
        """The numerator of a figure of the player."""
        assert self.game.figures is not None, "seats are those of a game with figures"
        return self.game.figures.players.get(self.player.id, {}).get(metric, NOTHING).numerator

    def goose(self, metric: str) -> int | None:
        """The same, of a Goose only."""
        return self.count(metric) if self.player.team == "goose" else None

    def duck(self, metric: str) -> int | None:
        """The same, of a Duck only."""
        return self.count(metric) if self.player.team == "duck" else None

    def claims(self, bucket: str | None = None) -> int:
        """How many claims the player made, or how many of them are in a bucket."""
        own = (record for record in self.game.records if record.speaker == self.player.id)
        return sum(bucket is None or record.bucket == bucket for record in own)


class Figured(NamedTuple):
    """A figure of a game or of a part of it."""

    game: ExportedGame
    level: str
    key: str | None
    metric: Metric
    result: MetricResult


def figured(game: ExportedGame) -> Iterator[Figured]:
    """The figures of a game, all of them, and those of its parts that have something to divide by."""
    figures = game.figures
    if figures is None:
        return
    whole = figures.figures
    for name, metric in METRICS.items():
        yield Figured(game, "game", None, metric, whole.get(name, NOTHING))
    for split in SPLITS:
        for key, results in getattr(figures, split).items():
            for name, metric in METRICS.items():
                if name in results and results[name].denominator:
                    yield Figured(game, LEVELS[split], key, metric, results[name])


def said(game: ExportedGame) -> Iterator[Said]:
    """The claims of a game."""
    return (Said(game, record) for record in game.records)


def seats(game: ExportedGame) -> Iterator[Seat]:
    """The players of a game."""
    return (Seat(game, number, player) for number, player in enumerate(game.roster.values()))


def as_json(values: Iterable[Any]) -> str:
    """A list as JSON on one line."""
    return json.dumps(list(values), ensure_ascii=False)
