"""One record per judged claim, and the line of JSON that stands for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from quack.audit.json_lines import json_line, json_object, json_text, quoted
from quack.claims.extraction import claim_id
from quack.kb.cited import Evidence


class StatedTime(NamedTuple):
    """When a claim says that it was: the words, what they were taken for, and how far they were understood."""

    phrase: str | None
    reference: str
    understood: str


class Versions(NamedTuple):
    """What a record was made from: SHA-256 of the log, the claims (None: no file) and the rulebook; the program."""

    log: str
    claims: str | None
    rulebook: str
    program: str


class AuditRecord(NamedTuple):
    """A claim and what the rulebook makes of it; `to_line` is its form in `audit.jsonl`.

    Attributes:
        game: the run folder relative to the audited path, "." for the path itself.
        meeting, message: index of the meeting, and position among the game's discussion messages; None in chat.
        chat: position among the game's chat lines; None in a meeting.
        ordinal: position within the utterance, after duplicates collapsed.
        speaker, team: player id, and its team.
        claim: the claim as the file of claims gives it.
        time: when it says that it was; None for claims that have no time, such as accusations.
        window: first and last tick, or None where the claim has no time.
        verdict, bucket: the label, and what it counts as: supported, partial, refuted or undecided. None only where the
            rulebook has a defect, which is reported.
        support: observed, hearsay or unsupported.
        perspective: self (the speaker's own position, route, activity or sighting) or other.
        outcome: hit or miss, of accusations and defenses.
        grounded, grounds: whether an accusation or defense stands on something seen, and on what.
        footing: strong or weak, by its best ground.
        evidence: the facts that decided, with their log lines.
        rules: the labels of the rules that decided.
        versions: what the record was made from.
    """

    game: str
    meeting: int | None
    message: int | None
    chat: int | None
    ordinal: int
    speaker: str
    team: str
    claim: Mapping[str, Any]
    time: StatedTime | None
    window: tuple[int, int] | None
    verdict: str | None
    bucket: str | None
    support: str | None
    perspective: str | None
    outcome: str | None
    grounded: bool | None
    grounds: tuple[str, ...]
    footing: str | None
    evidence: tuple[Evidence, ...]
    rules: tuple[str, ...]
    versions: Versions

    @property
    def id(self) -> str:
        """The claim's id within its game: `meeting.message.ordinal`, or `c<chat>.ordinal`."""
        return claim_id(self.meeting, self.message, self.chat, self.ordinal)

    @property
    def kind(self) -> str:
        """The claim's type; a location with a route is a `route`."""
        kind = str(self.claim.get("type"))
        return "route" if kind == "location" and self.claim.get("route") else kind

    @property
    def own(self) -> bool:
        """Whether the speaker itself asserts it, rather than relaying, supposing or asking."""
        return self.claim.get("attribution") in (None, "speaker")

    @property
    def denied(self) -> bool:
        """Whether the claim says that it was not so."""
        return self.claim.get("polarity") == "denied"

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values, keys in the documented order."""
        return {
            "game": self.game,
            "meeting": self.meeting,
            "message": self.message,
            "chat": self.chat,
            "ordinal": self.ordinal,
            "speaker": self.speaker,
            "team": self.team,
            "claim": dict(self.claim),
            "time": None if self.time is None else self.time._asdict(),
            "window": None if self.window is None else list(self.window),
            "verdict": self.verdict,
            "bucket": self.bucket,
            "support": self.support,
            "perspective": self.perspective,
            "outcome": self.outcome,
            "grounded": self.grounded,
            "grounds": list(self.grounds),
            "footing": self.footing,
            "evidence": [{"fact": fact, "line": line} for fact, line in self.evidence],
            "rules": list(self.rules),
            "versions": self.versions._asdict(),
        }

    def to_line(self) -> str:
        """The record as one line of JSON, without the line's end."""
        (
            game, meeting, message, chat, ordinal, speaker, team, claim, time, window,
            verdict, bucket, support, perspective, outcome, grounded, grounds, footing, evidence, rules, versions,
        ) = self  # fmt: skip
        judged = _judged(verdict, bucket, support, perspective, outcome, grounded, grounds, footing)
        return (
            f'{{{_said(game, meeting, message, chat)}, "ordinal": {ordinal}, '
            f'"speaker": {json_text(speaker)}, "team": {json_text(team)}, '
            f'"claim": {json_object(claim.items())}, "time": {_time(time)}, '
            f'"window": {_window(window)}, {judged}, "evidence": [{", ".join(map(_cited, evidence))}], '
            f'"rules": {_rules(rules)}, "versions": {_versions(versions)}}}'
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AuditRecord:
        """The record that `to_json` gave; it can be scored again without its log."""
        time, window = data["time"], data["window"]
        return cls(
            **{
                **data,
                "time": None if time is None else StatedTime(**time),
                "window": None if window is None else (window[0], window[1]),
                "grounds": tuple(data["grounds"]),
                "evidence": tuple(Evidence(**item) for item in data["evidence"]),
                "rules": tuple(data["rules"]),
                "versions": Versions(**data["versions"]),
            }
        )


# Records share most of these parts; each has its own table, for tuples of other fields may be equal.
_time = lru_cache(maxsize=8_192)(json_line)
_rules = lru_cache(maxsize=1_000)(json_line)
_versions = lru_cache(maxsize=100)(json_line)


def _window(window: tuple[int, int] | None) -> str:
    return "null" if window is None else f"[{window[0]}, {window[1]}]"


def _number(number: int | None) -> str:
    return "null" if number is None else str(number)


# The claims of an utterance follow each other.
@lru_cache(maxsize=100)
def _said(game: str, meeting: int | None, message: int | None, chat: int | None) -> str:
    numbers = f'"meeting": {_number(meeting)}, "message": {_number(message)}, "chat": {_number(chat)}'
    return f'"game": {json_text(game)}, {numbers}'


@lru_cache(maxsize=8_192)
def _cited(evidence: Evidence) -> str:
    return f'{{"fact": {quoted(evidence.fact)}, "line": {_number(evidence.line)}}}'


_JUDGED = "verdict bucket support perspective outcome grounded grounds footing".split()


# Thousands of records share a few dozen outcomes.
@lru_cache(maxsize=1_000, typed=True)
def _judged(*values: Any) -> str:
    return json_object(zip(_JUDGED, values, strict=True))[1:-1]
