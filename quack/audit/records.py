"""One record per judged claim, and the line of JSON that stands for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from quack.claims.extraction import claim_id
from quack.kb.cited import Evidence


class StatedTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a claim says that it was: the words, what they were taken for, and how far they were understood."""

    phrase: str | None
    reference: str
    understood: str


class Versions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a record was made from: SHA-256 of the log, the claims (None: no file) and the rulebook; the program."""

    log: str
    claims: str | None
    rulebook: str
    program: str


class AuditRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim and what the rulebook makes of it; `to_line` is its form in `audit.jsonl`, keys in this order.

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

    def to_line(self) -> str:
        """The record as one line of JSON, without the line's end; otherwise as `lines_of` writes it."""
        return lines_of((self,)).decode()[:-1]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AuditRecord:
        """The record of a parsed line; it can be scored again without its log.

        Raises:
            msgspec.ValidationError: it is no record.
        """
        return msgspec.convert(data, cls)


def lines_of(records: Iterable[AuditRecord]) -> bytes:
    """Records as lines of compact JSON, the content of a file.

    What isn't printable is escaped, so it can neither break lines nor steer a terminal.
    """
    records = tuple(records)
    try:
        lines = _ENCODER.encode_lines(records)
    except UnicodeEncodeError:
        # The name of a folder need not be text: its odd bytes are lone surrogates, which only escapes can write.
        spelled = (json.dumps(msgspec.to_builtins(record), separators=(",", ":")) for record in records)
        lines = "".join([f"{line}\n" for line in spelled]).encode()
    if lines.isascii() and b"\x7f" not in lines:
        return lines
    return "\n".join(map(_escaped, lines.decode().split("\n"))).encode()


_ENCODER = msgspec.json.Encoder()


def _escaped(line: str) -> str:
    # What isn't printable stands within strings, for nothing else in compact JSON may hold it.
    return line if line.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)
