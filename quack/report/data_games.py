"""Games as exported data are made of: figures, records, and what of the log the records don't tell."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from quack.audit.records import AuditRecord
from quack.claims.entities import Names
from quack.events.models import GameConfig
from quack.kb.judge import Case
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
        messages, lines: the words of each discussion message, and of each chat line.
        claims: the digest of the file of claims, and `made`: how those of an utterance came about, by its index among
            the messages ("message") or the chat lines ("chat").
    """

    names: Names
    config: GameConfig
    meetings: tuple[int, ...]
    chats: tuple[int, ...]
    messages: tuple[str, ...]
    lines: tuple[str, ...]
    claims: str | None
    made: Mapping[tuple[str, int | None], tuple[str, ...]]


def setting_of(case: Case) -> Setting:
    """What the rows of claims need of a game's log and its file of claims."""
    timeline = case.timeline
    return Setting(
        Names(case.log),
        case.log.config,
        meetings=tuple(meeting.tick for meeting in timeline.meetings),
        chats=tuple(chat.tick for chat in timeline.chats),
        messages=tuple(said.text for said in timeline.utterances),
        lines=tuple(chat.message for chat in timeline.chats),
        claims=case.claims.sha256,
        made={_place(each.message, each.chat): each.made for each in case.claims.extractions if each.made},
    )


def _place(message: int | None, chat: int | None) -> tuple[str, int | None]:
    return ("message", message) if chat is None else ("chat", chat)


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

    @property
    def utterance(self) -> str | None:
        """What was said: the whole message or chat line."""
        if self.game.setting is None:
            return None
        channel, index = _place(self.record.message, self.record.chat)
        texts = self.game.setting.messages if channel == "message" else self.game.setting.lines
        return texts[index] if index is not None and index < len(texts) else None

    @property
    def span(self) -> tuple[int, int] | None:
        """Where the words that it rests on begin in the utterance, and where they have ended."""
        span = self.record.claim.get("span")
        return (span[0], span[1]) if isinstance(span, list | tuple) and len(span) == 2 else None

    @property
    def quote(self) -> str | None:
        """The words that it rests on: those that the claim quotes, else those at its span."""
        quoted, said = self.text("quote"), self.utterance
        if quoted is not None or said is None or self.span is None:
            return quoted
        first, end = self.span
        return said[first:end] if 0 <= first < end <= len(said) else None

    @property
    def made(self) -> str | None:
        """How it came about, where a scripted player tells it; None too if the file of claims has changed since."""
        setting = self.game.setting
        if setting is None or setting.claims != self.record.versions.claims:
            return None
        made = setting.made.get(_place(self.record.message, self.record.chat), ())
        return made[self.record.ordinal] if self.record.ordinal < len(made) else None

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
    for fact in (each.fact for each in record.evidence):
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
