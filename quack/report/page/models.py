"""What the page of a game shows, as data; the scripts in `quack/report/assets/` read it by these names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from quack.errors import printable
from quack.events.models import PlayerId, RoomName
from quack.events.places import make_row
from quack.report.proof_tree import Line


class RoomSpot(NamedTuple):
    """A room and its middle on the plan; y grows downward."""

    name: RoomName
    x: float
    y: float


class Way(NamedTuple):
    """A corridor and the ticks that crossing it takes."""

    a: RoomName
    b: RoomName
    ticks: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A map as it is drawn."""

    name: str
    rooms: tuple[RoomSpot, ...]
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the game."""

    id: PlayerId
    name: str
    role: str
    team: str


class Whereabouts(NamedTuple):
    """Where somebody is as a tick begins: in a room (`origin` is None), or on the way from `origin` to `room`."""

    player: PlayerId
    room: RoomName
    origin: RoomName | None
    due: int | None


@dataclass(frozen=True, slots=True)
class Frame:
    """A tick: where everyone is as it begins, and where bodies lie."""

    tick: int
    round: int
    line: int
    places: tuple[Whereabouts, ...]
    bodies: tuple[tuple[PlayerId, RoomName], ...]


class LogLine(NamedTuple):
    """A line of the log in words.

    Attributes:
        blind: the words for somebody who is not to know the roles yet; None where `text` tells nothing of them.
    """

    line: int
    tick: int
    kind: str
    text: str
    blind: str | None


class StayRow(NamedTuple):
    """Somebody in a room, in ticks."""

    player: PlayerId
    room: RoomName
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Message:
    """An utterance; `channel` and `index` say which, as in a file of reviews; `claims` are ids."""

    channel: str
    index: int
    meeting: int | None
    line: int
    tick: int
    speaker: PlayerId
    text: str
    status: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A meeting, or the chat of a round (`meeting` is None), with its messages.

    Attributes:
        head: what it is, in words.
        votes: what was voted and what came of it, in words; it tells roles.
        blind_votes: the same for somebody who is not to know the roles yet.
    """

    meeting: int | None
    tick: int
    line: int
    head: str
    messages: tuple[Message, ...]
    votes: tuple[str, ...] = ()
    blind_votes: tuple[str, ...] = ()


class PackedLine(NamedTuple):
    """A line of a proof as `ProofLine` has it, with the positions of words in a list that all lines of a page share."""

    depth: int
    text: int
    place: int
    kind: int


class Phrasebook:
    """Collects words, each once, for proofs say the same things again and again."""

    def __init__(self) -> None:
        self._positions = _Positions()

    @property
    def words(self) -> tuple[str, ...]:
        """The words by their positions."""
        return tuple(self._positions.printed)

    def pack(self, rows: Sequence[Line]) -> tuple[PackedLine, ...]:
        """The lines of a proof, one after the other, with positions in place of words."""
        lines: list[PackedLine] = []
        at = self._positions
        waiting = [(0, row) for row in reversed(rows)]
        while waiting:
            depth, line = waiting.pop()
            lines.append(make_row(PackedLine, (depth, at[line.text], at[line.place], at[line.kind])))
            if line.below:
                waiting += [(depth + 1, below) for below in reversed(line.below)]
        return tuple(lines)


class _Positions(dict[str, int]):
    """The positions of words by what they were before they were made printable.

    Attributes:
        printed: the same by how they are printed.
    """

    def __init__(self) -> None:
        self.printed: dict[str, int] = {}

    def __missing__(self, words: str) -> int:
        position = self[words] = self.printed.setdefault(printable(words), len(self.printed))
        return position


@dataclass(frozen=True, slots=True)
class Judged:
    """What a rulebook says of a claim, and the lines of its proof in the words of the page."""

    verdict: str | None
    bucket: str | None
    support: str | None
    outcome: str | None
    grounded: bool | None
    grounds: tuple[str, ...]
    footing: str | None
    window: tuple[int, int] | None
    proof: tuple[PackedLine, ...]


class Difference(NamedTuple):
    """Something that two rulebooks say differently of a claim, and why."""

    aspect: str
    before: str | None
    after: str | None
    because: str


@dataclass(frozen=True, slots=True)
class ClaimCard:
    """A claim.

    Attributes:
        kind: its type; a location with a route is a route.
        words: the claim as a sentence; `quote`: the words it rests on, and `span`: where they stand in the utterance.
        time: its words about time, and whether they were understood; None where it has no time.
        about: the players whose trail bears on it; `rooms`: where they are said to have been.
        claim: the claim as the file of claims gives it.
        judged, other: by the rulebook, and by the one that it is compared with.
        changed: what the two say differently.
    """

    id: str
    kind: str
    speaker: PlayerId
    words: str
    quote: str | None
    span: tuple[int, int] | None
    time: str | None
    denied: bool
    about: tuple[PlayerId, ...]
    rooms: tuple[RoomName, ...]
    claim: Mapping[str, Any]
    judged: Judged
    other: Judged | None = None
    changed: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """A verdict's label and what it counts as."""

    name: str
    bucket: str


@dataclass(frozen=True, slots=True)
class GamePage:
    """All that the page of a game shows.

    Attributes:
        home: the way from the page to the index.
        log: the name of the log.
        digest: of the log and the claims; reviews are kept under it, for they hold of no other claims.
        rulebook, other: the names of the rulebook, and of the one that it is compared with.
        extractor: who made the claims; None if nobody says.
        words: of all proofs, by their positions.
        notices: what is odd about log or claims, and what the rulebook did wrong.
    """

    game: str
    title: str
    condition: str
    home: str
    log: str
    digest: str
    rulebook: str
    other: str | None
    extractor: str | None
    plan: Plan
    players: tuple[Seat, ...]
    frames: tuple[Frame, ...]
    stays: tuple[StayRow, ...]
    lines: tuple[LogLine, ...]
    conversations: tuple[Conversation, ...]
    claims: tuple[ClaimCard, ...]
    words: tuple[str, ...]
    notices: tuple[str, ...] = ()
