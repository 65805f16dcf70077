"""The reader of files of claims: JSON lines to extractions, tied to the utterances of a log."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from quack.claims.claim_lines import claims_of, shorten, spent_of, split_lines
from quack.claims.duplicates import collapse_duplicates
from quack.claims.entities import Names
from quack.claims.extraction import STATUSES, ClaimFile, Dropped, Extraction, Status
from quack.claims.models import BaseClaim, TimeRef
from quack.claims.time_phrases import parse_time
from quack.errors import ClaimsError, printable
from quack.events.lines import refuse_pipes
from quack.events.models import GameOver
from quack.events.problems import Problem

if TYPE_CHECKING:
    from quack.events.log import GameLog
    from quack.events.rows import Chat, Timeline, Utterance

__all__ = ["ClaimFile", "Dropped", "Extraction", "find_claims", "read_claims"]

GOLD_NAME = "claims.gold.jsonl"
"""What scripted players claimed, told by themselves: exact, so read only where nobody has extracted anything."""

FILE_NAMES = ("claims.jsonl", "extractions.jsonl", GOLD_NAME)
"""Names of the file beside a log; the first that exists is read."""

MAX_FILE_BYTES = 256_000_000
"""A longer file is refused, so that one that holds no claims can't fill the memory."""
_BLOCK_BYTES = 1_000_000

_FLAGS = ("leaked_reasoning", "empty_utterance", "from_audit")
_KNOWN_KEYS = frozenset(
    (
        "message",
        "chat",
        "meeting",
        "speaker",
        "status",
        "cause",
        "claims",
        "made",
        "flags",
        "extractor",
        "version",
        "prompt",
        "tokens",
        "cost",
        "dropped",
        *_FLAGS,
    )
)
_FORM = 'write a line as {"message": 0, "meeting": 0, "speaker": "player_0", "claims": [...]}'
_OTHER_LOG = "name the file of claims that belongs to this log"


def find_claims(log_path: Path | str) -> Path | None:
    """The file of claims beside a log: our own, else the published extractions, else exact labels, else None."""
    folder = Path(log_path).parent
    for name in FILE_NAMES:
        try:
            if (folder / name).is_file():
                return folder / name
        except (OSError, ValueError):
            continue
    return None


def read_claims(path: Path | str | None, log: GameLog, timeline: Timeline) -> ClaimFile:
    """Reads a file of claims and ties it to the utterances of its game.

    A later line about an utterance replaces an earlier one. A claim that can't be read is dropped and counted, never
    the rest of its line; a line that isn't JSON is noted, and its utterance counts as not attempted.

    Args:
        path: the file; None if there is none.
        log, timeline: the game, whose word on who spoke in which meeting counts.

    Raises:
        ClaimsError: the file can't be read, holds no claims, or belongs to another log: an utterance, a speaker or a
            meeting that the log doesn't have.
    """
    reader = _Reader(None if path is None else Path(path), log, timeline)
    return reader.read()


@dataclass(slots=True)
class _Line:
    """One line of the file, read."""

    extraction: Extraction
    dropped: list[Dropped]
    duplicates: int
    extra: list[str]


class _Reader:
    """One pass over a file of claims."""

    def __init__(self, path: Path | None, log: GameLog, timeline: Timeline) -> None:
        self.path = path
        self.names = Names(log)
        self.cut_off = not any(isinstance(event, GameOver) for event in log.events[-1:])
        self.how = {meeting.index: meeting.how for meeting in timeline.meetings}
        self.messages: dict[int, Utterance] = {one.index: one for one in timeline.utterances}
        self.chats: dict[int, Chat] = {one.index: one for one in timeline.chats}
        self.lines: dict[tuple[str, int], _Line] = {}
        self.unreadable: list[Dropped] = []
        self.late: list[Dropped] = []
        self.notices: list[Problem] = []
        self.extractors: dict[str, None] = {}

    def read(self) -> ClaimFile:
        if self.path is None:
            return ClaimFile(None, None, tuple(self._extractions()), names=self.names)
        data = self._bytes(self.path)
        count = 0
        for number, content in split_lines(data):
            count += 1
            record = self._record(number, content)
            if record is not None and not self._past_the_end(number, record):
                self._read_line(number, record)
        if count and len(self.unreadable) == count:
            first = self.unreadable[0]
            raise self._error(first.line, f"the file holds no claims: {first.reason}", _FORM)
        kept = self.lines.values()
        dropped = sorted(self.unreadable + self.late + [one for line in kept for one in line.dropped])
        for one in dropped:
            self._notice(one.line, f"dropped: {one.reason}", "the rest of the file is used")
        return ClaimFile(
            path=self.path,
            sha256=hashlib.sha256(data).hexdigest(),
            extractions=tuple(self._extractions()),
            dropped=tuple(dropped),
            duplicates=sum(line.duplicates for line in kept),
            extra_keys=dict(sorted(Counter(key for line in kept for key in line.extra).items())),
            notices=tuple(sorted(self.notices, key=lambda notice: notice.line or 0)),
            extractor=", ".join(self.extractors) or None,
            names=self.names,
        )

    def _bytes(self, path: Path) -> bytes:
        try:
            refuse_pipes(path)
            with open(path, "rb") as file:
                # In blocks, for every read makes room for as much as it may get.
                blocks = iter(partial(file.read, _BLOCK_BYTES), b"")
                data = b"".join(islice(blocks, MAX_FILE_BYTES // _BLOCK_BYTES + 1))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise self._error(None, f"can't read the claims: {reason}", "name a readable file with --claims") from None
        if len(data) > MAX_FILE_BYTES:
            raise self._error(None, f"the file is longer than {MAX_FILE_BYTES} bytes", _OTHER_LOG)
        return data

    def _record(self, number: int, content: bytes) -> dict[str, Any] | None:
        """The object on a line; what isn't one is noted."""
        try:
            record = from_json(content, allow_inf_nan=False)
        except ValueError as error:
            last = "" if content.endswith(b"\n") else "last "
            reason = f"the {last}line is not JSON: {str(error).replace(' at line 1 column', ' at column')}"
        else:
            if isinstance(record, dict):
                return record
            reason = "the line is not a JSON object"
        self.unreadable.append(Dropped(number, reason))
        return None

    def _read_line(self, number: int, record: dict[str, Any]) -> None:
        channel, utterance = self._utterance(number, record)
        meeting = getattr(utterance, "meeting", None)
        claims, dropped, extra = claims_of(number, record.get("claims"))
        kept = self._without_duplicates(claims, meeting)
        status, cause = self._status(number, record, kept, dropped)
        if isinstance(record.get("extractor"), str):
            self.extractors[f"{record['extractor']} {record.get('version', '')}".strip()] = None
        flags = record.get("flags")
        noted = [str(flag) for flag in flags] if isinstance(flags, list) else []
        extraction = Extraction(
            message=utterance.index if channel == "message" else None,
            chat=utterance.index if channel == "chat" else None,
            meeting=meeting,
            speaker=utterance.player,
            status=status,
            claims=kept if status == "extracted" else (),
            line=number,
            cause=cause,
            flags=tuple(dict.fromkeys(noted + [flag for flag in _FLAGS if record.get(flag) is True])),
            prompt=record["prompt"] if isinstance(record.get("prompt"), str) else None,
            spent=spent_of(record),
            made=_made(record, claims, kept) if status == "extracted" else (),
        )
        extra += (f"line.{name}" for name in record.keys() - _KNOWN_KEYS)
        self.lines[channel, utterance.index] = _Line(extraction, dropped, len(claims) - len(kept), extra)

    def _past_the_end(self, number: int, record: dict[str, Any]) -> bool:
        """Whether a line is about an utterance after the log was cut off: it is dropped, not an error."""
        index = record.get("message")
        beyond = self.cut_off and type(index) is int and index >= len(self.messages)
        if beyond:
            self.late.append(Dropped(number, f"message {shorten(index)} was said after the log breaks off"))
        return beyond

    def _utterance(self, number: int, record: dict[str, Any]) -> tuple[str, Utterance | Chat]:
        """The utterance that a line is about, as the log has it."""
        channel = "chat" if record.get("message") is None and record.get("chat") is not None else "message"
        index = record.get(channel)
        if type(index) is not int:
            raise self._error(number, f'the line has no "{channel}" that is a whole number', _FORM)
        table: Mapping[int, Utterance | Chat] = self.chats if channel == "chat" else self.messages
        utterance = table.get(index)
        if utterance is None:
            what = f"{channel} {shorten(index)} is not in the log, which has {len(table)}"
            raise self._error(number, what, _OTHER_LOG)
        speaker = record.get("speaker")
        if speaker is not None and speaker != utterance.player:
            player = self.names.player(speaker) if isinstance(speaker, str) else None
            if player is None or player.id != utterance.player:
                what = f"{channel} {index} was said by {utterance.player}, not by {shorten(speaker)}"
                raise self._error(number, what, _OTHER_LOG)
        meeting, actual = record.get("meeting"), getattr(utterance, "meeting", None)
        if meeting is not None and actual is not None and meeting != actual:
            what = f"message {index} was said in meeting {actual}, not {shorten(meeting)}"
            raise self._error(number, what, _OTHER_LOG)
        return channel, utterance

    def _without_duplicates(self, claims: list[BaseClaim], meeting: int | None) -> tuple[BaseClaim, ...]:
        how = None if meeting is None else self.how.get(meeting)

        def time_of(claim: BaseClaim) -> TimeRef:
            return parse_time(claim.temporal, self.names, claim.ticks, how=how)

        return collapse_duplicates(claims, time_of)

    def _status(
        self, number: int, record: dict[str, Any], claims: tuple[BaseClaim, ...], dropped: list[Dropped]
    ) -> tuple[Status, str | None]:
        """What became of the utterance: what the line says, as far as its claims bear it out."""
        stated, cause = record.get("status"), record.get("cause")
        cause = None if cause is None else str(cause)
        if stated is not None and stated not in STATUSES:
            self._notice(number, f"the status {shorten(stated)} is not known", f"use one of: {', '.join(STATUSES)}")
            stated, cause = "failed", f"unknown status {shorten(stated)}"
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

    def _extractions(self) -> Iterator[Extraction]:
        """One per utterance, in order."""
        for index, said in self.messages.items():
            line = self.lines.get(("message", index))
            yield line.extraction if line else Extraction(index, None, said.meeting, said.player, "not_attempted")
        for index, chat in self.chats.items():
            line = self.lines.get(("chat", index))
            yield line.extraction if line else Extraction(None, index, None, chat.player, "not_attempted")

    def _notice(self, line: int, what: str, remedy: str) -> None:
        assert self.path is not None
        self.notices.append(Problem(self.path, line, "notice", printable(what), printable(remedy)))

    def _error(self, line: int | None, what: str, remedy: str) -> ClaimsError:
        return ClaimsError(printable(what), path=self.path, line=line, remedy=printable(remedy))


def _made(record: Mapping[str, Any], claims: Sequence[BaseClaim], kept: Iterable[BaseClaim]) -> tuple[str, ...]:
    """How each kept claim came about; nothing where the line doesn't say it of each of its claims."""
    told, said = record.get("made"), record.get("claims")
    if not isinstance(told, list) or not isinstance(said, list) or not len(told) == len(said) == len(claims):
        return ()
    first = {id(claim): str(how) for claim, how in reversed([*zip(claims, told, strict=True)])}
    return tuple(first[id(claim)] for claim in kept)
