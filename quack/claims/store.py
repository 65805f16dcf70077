"""Files of claims: what was read out of every utterance of a game, and with which success."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json

from quack.claims.duplicates import collapse_duplicates
from quack.claims.entities import Names
from quack.claims.models import BaseClaim, TimeRef, parse_claim
from quack.claims.time_phrases import parse_time
from quack.errors import ClaimsError, printable
from quack.events.problems import Problem

if TYPE_CHECKING:
    from quack.events.log import GameLog
    from quack.events.rows import Chat, Timeline, Utterance

FILE_NAMES = ("claims.jsonl", "extractions.jsonl")
"""Names of the file beside a log; the first that exists is read."""

MAX_FILE_BYTES = 256_000_000
"""A longer file is refused, so that one that holds no claims can't fill the memory."""

Status = Literal["extracted", "empty", "vote_token", "failed", "not_attempted"]
STATUSES: tuple[Status, ...] = ("extracted", "empty", "vote_token", "failed", "not_attempted")
READ: frozenset[str] = frozenset(("extracted", "empty", "vote_token"))
"""The statuses of an utterance whose claims are known, be they none."""

_KNOWN_KEYS = frozenset(
    "message chat meeting speaker status cause claims flags leaked_reasoning empty_utterance from_audit".split()
)
_FLAGS = ("leaked_reasoning", "empty_utterance", "from_audit")
_FORM = 'write a line as {"message": 0, "meeting": 0, "speaker": "player_0", "claims": [...]}'
_OTHER_LOG = "name the file of claims that belongs to this log"


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was read out of one utterance.

    Attributes:
        message, chat: position among the game's discussion messages, or among its chat lines; the other is None.
        meeting: index of the meeting; None in chat.
        speaker: player id, as the log has it.
        status: what became of it.
        claims: without repetitions; a claim's place here is its ordinal.
        line: line in the file of claims; None if the utterance has none.
        cause: why it failed.
        flags: what the reader of the utterance noted about it.
    """

    message: int | None
    chat: int | None
    meeting: int | None
    speaker: str
    status: Status
    claims: tuple[BaseClaim, ...] = ()
    line: int | None = None
    cause: str | None = None
    flags: tuple[str, ...] = ()


class Dropped(NamedTuple):
    """A claim, or a whole line, that could not be read."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClaimFile:
    """A file of claims, checked against its log.

    Attributes:
        path, sha256: the file.
        extractions: one per discussion message in order, then one per chat line.
        dropped: the claims and lines that could not be read.
        duplicates: how many claims repeated another of their utterance.
        extra_keys: how often every unknown key stands, by "line.key" or "claim type.key".
        notices: what is worth knowing and makes no verdict wrong.
    """

    path: Path
    sha256: str
    extractions: tuple[Extraction, ...]
    dropped: tuple[Dropped, ...]
    duplicates: int
    extra_keys: Mapping[str, int]
    notices: tuple[Problem, ...]

    def coverage(self, channel: Literal["discussion", "chat"] = "discussion") -> dict[Status, int]:
        """How many utterances of a channel met which status; all statuses are there."""
        chat = channel == "chat"
        counts = Counter(one.status for one in self.extractions if (one.chat is not None) == chat)
        return {status: counts.get(status, 0) for status in STATUSES}


def find_claims(log_path: Path | str) -> Path | None:
    """The file of claims beside a log: our own, else the published extractions, else None."""
    folder = Path(log_path).parent
    for name in FILE_NAMES:
        try:
            if (folder / name).is_file():
                return folder / name
        except (OSError, ValueError):
            continue
    return None


def read_claims(path: Path | str, log: GameLog, timeline: Timeline) -> ClaimFile:
    """Reads a file of claims and ties it to the utterances of its game.

    A later line about an utterance replaces an earlier one. A claim that can't be read is dropped and counted, never
    the rest of its line; a line that isn't JSON is noted, and its utterance counts as not attempted.

    Raises:
        ClaimsError: the file can't be read, holds no claims, or belongs to another log: an utterance, a speaker or a
            meeting that the log doesn't have.
    """
    return _Reader(Path(path), log, timeline).read()


class _Reader:
    """One pass over a file of claims."""

    def __init__(self, path: Path, log: GameLog, timeline: Timeline) -> None:
        self.path = path
        self.names = Names(log)
        self.how = {meeting.index: meeting.how for meeting in timeline.meetings}
        self.messages: dict[int, Utterance] = {one.index: one for one in timeline.utterances}
        self.chats: dict[int, Chat] = {one.index: one for one in timeline.chats}
        self.found: dict[tuple[str, int], tuple[Extraction, list[Dropped], int, Counter[str]]] = {}
        self.unreadable: list[Dropped] = []
        self.notices: list[Problem] = []

    def read(self) -> ClaimFile:
        data = self._bytes()
        lines = 0
        for number, content in _lines(data):
            lines += 1
            record = self._record(number, content)
            if record is not None:
                self._extraction(number, record)
        if lines and len(self.unreadable) == lines:
            first = self.unreadable[0]
            raise self._error(first.line, f"the file holds no claims: {first.reason}", _FORM)
        kept = self.found.values()
        extra: Counter[str] = Counter()
        for _, _, _, keys in kept:
            extra.update(keys)
        dropped = self.unreadable + [one for _, lost, _, _ in kept for one in lost]
        for one in sorted(dropped):
            self._notice(one.line, f"dropped: {one.reason}", "the rest of the line is used")
        return ClaimFile(
            path=self.path,
            sha256=hashlib.sha256(data).hexdigest(),
            extractions=tuple(self._all()),
            dropped=tuple(sorted(dropped)),
            duplicates=sum(repeated for _, _, repeated, _ in kept),
            extra_keys=dict(sorted(extra.items())),
            notices=tuple(sorted(self.notices, key=lambda notice: notice.line or 0)),
        )

    def _bytes(self) -> bytes:
        try:
            with self.path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise self._error(None, f"can't read the claims: {reason}", "name a readable file with --claims") from None
        if len(data) > MAX_FILE_BYTES:
            raise self._error(None, f"the file is longer than {MAX_FILE_BYTES} bytes", _OTHER_LOG)
        return data

    def _record(self, number: int, content: bytes) -> dict[str, Any] | None:
        """The object on a line; what isn't one is noted."""
        try:
            record = from_json(content)
        except ValueError as error:
            torn = not content.endswith(b"\n")
            reason = f"the {'last ' if torn else ''}line is not JSON: {str(error).replace(' at line 1 column', ' at column')}"
        else:
            if isinstance(record, dict):
                return record
            reason = "the line is not a JSON object"
        self.unreadable.append(Dropped(number, reason))
        return None

    def _extraction(self, number: int, record: dict[str, Any]) -> None:
        key, utterance = self._utterance(number, record)
        claims, dropped, repeated, extra = self._claims(number, record, utterance)
        extra.update(f"line.{name}" for name in record.keys() - _KNOWN_KEYS)
        status, cause = self._status(number, record, claims, dropped)
        flags = record.get("flags")
        noted = [str(flag) for flag in flags] if isinstance(flags, list) else []
        extraction = Extraction(
            message=key[1] if key[0] == "message" else None,
            chat=key[1] if key[0] == "chat" else None,
            meeting=getattr(utterance, "meeting", None),
            speaker=utterance.player,
            status=status,
            claims=claims if status == "extracted" else (),
            line=number,
            cause=cause,
            flags=tuple(dict.fromkeys(noted + [flag for flag in _FLAGS if record.get(flag) is True])),
        )
        self.found[key] = (extraction, dropped, repeated, extra)

    def _utterance(self, number: int, record: dict[str, Any]) -> tuple[tuple[str, int], Utterance | Chat]:
        """The utterance that a line is about, as the log has it."""
        channel = "chat" if record.get("message") is None and record.get("chat") is not None else "message"
        index = record.get(channel)
        if type(index) is not int:
            raise self._error(number, f'the line has no "{channel}" that is a whole number', _FORM)
        table: Mapping[int, Utterance | Chat] = self.chats if channel == "chat" else self.messages
        utterance = table.get(index)
        if utterance is None:
            spoken = "chat lines" if channel == "chat" else "discussion messages"
            raise self._error(number, f"{channel} {_short(index)} is not in the log, which has {len(table)} {spoken}", _OTHER_LOG)
        speaker = record.get("speaker")
        if speaker is not None and speaker != utterance.player:
            player = self.names.player(speaker) if isinstance(speaker, str) else None
            if player is None or player.id != utterance.player:
                what = f"{channel} {index} was said by {utterance.player}, not by {_short(speaker)}"
                raise self._error(number, what, _OTHER_LOG)
        meeting = record.get("meeting")
        if channel == "message" and meeting is not None and meeting != utterance.meeting:  # type: ignore[union-attr]
            what = f"message {index} was said in meeting {utterance.meeting}, not {_short(meeting)}"  # type: ignore[union-attr]
            raise self._error(number, what, _OTHER_LOG)
        return (channel, index), utterance

    def _claims(
        self, number: int, record: dict[str, Any], utterance: Utterance | Chat
    ) -> tuple[tuple[BaseClaim, ...], list[Dropped], int, Counter[str]]:
        """The claims of a line without repetitions; what was dropped, how many repeated, the unknown keys."""
        raw = record.get("claims")
        dropped: list[Dropped] = []
        extra: Counter[str] = Counter()
        if not isinstance(raw, list):
            if raw is not None:
                dropped.append(Dropped(number, "the claims are not a list"))
            return (), dropped, 0, extra
        claims: list[BaseClaim] = []
        for position, item in enumerate(raw):
            try:
                claim = parse_claim(item)
            except ValidationError as error:
                dropped.append(Dropped(number, f"claim {position}: {_reason(error)}"))
            else:
                claims.append(claim)
                if claim.model_extra:
                    extra.update(f"{claim.kind}.{name}" for name in claim.model_extra)
        how = self.how.get(getattr(utterance, "meeting", -1))

        def time_of(claim: BaseClaim) -> TimeRef:
            return parse_time(claim.temporal, self.names, claim.ticks, how=how)

        kept = tuple(claim for _, claim in collapse_duplicates(claims, time_of))
        return kept, dropped, len(claims) - len(kept), extra

    def _status(
        self, number: int, record: dict[str, Any], claims: tuple[BaseClaim, ...], dropped: list[Dropped]
    ) -> tuple[Status, str | None]:
        """What became of the utterance: what the line says, as far as its claims bear it out."""
        stated = record.get("status")
        cause = record.get("cause")
        cause = None if cause is None else str(cause)
        if stated is not None and stated not in STATUSES:
            self._notice(number, f"the status {_short(stated)} is not known", f"use one of: {', '.join(STATUSES)}")
            return "failed", f"unknown status {_short(stated)}"
        if stated in ("failed", "not_attempted"):
            if claims:
                dropped.append(Dropped(number, f"{len(claims)} claims of an utterance that is {stated}"))
            return stated, cause
        if claims:
            if stated not in (None, "extracted"):
                self._notice(number, f"the line has claims and the status {stated}", "it is read as extracted")
            return "extracted", None
        if dropped:
            return "failed", "none of its claims can be read"
        if record.get("claims") is None and stated in (None, "extracted"):
            return "failed", cause or "the line has no claims"
        return ("vote_token" if stated == "vote_token" else "empty"), None

    def _all(self) -> Iterator[Extraction]:
        """One extraction per utterance, in order."""
        channels: tuple[tuple[str, Iterable[Utterance | Chat]], ...] = (
            ("message", self.messages.values()),
            ("chat", self.chats.values()),
        )
        for channel, utterances in channels:
            for one in utterances:
                found = self.found.get((channel, one.index))
                if found is not None:
                    yield found[0]
                    continue
                message, chat = (one.index, None) if channel == "message" else (None, one.index)
                yield Extraction(message, chat, getattr(one, "meeting", None), one.player, "not_attempted")

    def _notice(self, line: int | None, what: str, remedy: str) -> None:
        self.notices.append(Problem(self.path, line, "notice", printable(what), printable(remedy)))

    def _error(self, line: int | None, what: str, remedy: str) -> ClaimsError:
        return ClaimsError(printable(what), path=self.path, line=line, remedy=printable(remedy))


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that hold something, with their numbers and line ends."""
    for number, content in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True), 1):
        if content.strip():
            yield number, content


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    return f"{place}: {first['msg']}" if place else str(first["msg"])


def _short(value: object) -> str:
    """A value from a file, in a few printable characters."""
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**20 else "a number of more than 20 digits"
    return printable(text if len(text) <= 60 else text[:57] + "…")
