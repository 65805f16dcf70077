"""Files and trees of claims as the yardstick reads them: leniently, and tied to no log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic_core import from_json

from quack.claims.agreement.message import statements_of
from quack.claims.agreement.statements import Statement
from quack.claims.claim_lines import shorten, split_lines
from quack.errors import ClaimsError, SettingsError

Channel = Literal["discussion", "chat", "both"]
Key = tuple[str, int]
"""An utterance: its channel (message or chat), and its position there."""

ONE_GAME = ""
"""The name of the game that a file stands for."""

_UNANSWERED = ("failed", "not_attempted")
_FORM = 'write a line as {"message": 0, "claims": [...]}'


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance in a file of claims.

    Attributes:
        number: the line of the file.
        key: which utterance.
        status: as stated; None if nothing is.
        raw: the claims as they stand; `claims` are those about somebody, read.
        leaked: whether reasoning is said to have leaked; None if nothing is said.
        speaker, meeting: as stated.
    """

    number: int
    key: Key
    status: str | None
    raw: tuple[Mapping[str, Any], ...]
    claims: tuple[Statement, ...]
    leaked: bool | None
    speaker: str | None
    meeting: int | None

    @property
    def answered(self) -> bool:
        """Whether the utterance was read."""
        return self.status not in _UNANSWERED

    @property
    def outcome(self) -> str:
        """The status, or what the claims say it must have been."""
        return self.status or ("extracted" if self.raw else "empty")


@dataclass(frozen=True, slots=True)
class GameLines:
    """A game's file of claims; of several lines about an utterance the last counts.

    Attributes:
        path: the file; several games may share one.
        lines: by utterance.
        replaced: how many lines a later one replaces.
    """

    path: Path
    lines: Mapping[Key, Line] = field(default_factory=dict)
    replaced: int = 0

    def of(self, channel: Channel) -> dict[Key, Line]:
        """The lines of a channel."""
        wanted = {"discussion": ("message",), "chat": ("chat",), "both": ("message", "chat")}[channel]
        return {key: line for key, line in self.lines.items() if key[0] in wanted}


def read_tree(root: Path, name: str) -> dict[str, GameLines]:
    """The files of a name below a folder, by the folder that each lies in, relative to the root.

    Raises:
        ClaimsError: a file can't be read, or has a line that is none of claims.
    """
    paths = sorted(path for path in root.rglob(name) if path.is_file())
    return {path.parent.relative_to(root).as_posix(): _game(path, _records(path)) for path in paths}


def read_file(path: Path) -> GameLines:
    """A file as one game; errors as for `read_tree`."""
    return _game(path, _records(path))


def read_games(path: Path) -> dict[str, GameLines] | None:
    """A file whose lines each name their `condition` and `seed`, by game; None if one doesn't."""
    games: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for number, record in _records(path):
        condition, seed = record.get("condition"), record.get("seed")
        if not isinstance(condition, str) or not isinstance(seed, str | int):
            return None
        folder = seed if isinstance(seed, str) else f"seed{seed:02d}"
        games.setdefault(f"{condition}/{folder}", []).append((number, record))
    return {game: _game(path, records) for game, records in sorted(games.items())}


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ClaimsError(f"can't be read: {error.strerror or error}", path=path) from None
    for number, content in split_lines(data):
        try:
            record = from_json(content, allow_inf_nan=False)
        except ValueError as error:
            reason = str(error).replace(" at line 1 column", " at column")
            raise ClaimsError(f"not a line of claims: {reason}", path=path, line=number, remedy=_FORM) from None
        if not isinstance(record, dict):
            raise ClaimsError("not a line of claims: no JSON object", path=path, line=number, remedy=_FORM)
        yield number, record


def _game(path: Path, records: Iterable[tuple[int, dict[str, Any]]]) -> GameLines:
    lines: dict[Key, Line] = {}
    count = 0
    for number, record in records:
        try:
            line = _line(number, record)
        except (ValueError, TypeError, AttributeError) as error:
            raise ClaimsError(f"not a line of claims: {error}", path=path, line=number, remedy=_FORM) from None
        lines[line.key] = line
        count += 1
    return GameLines(path, lines, count - len(lines))


def _line(number: int, record: dict[str, Any]) -> Line:
    channel = "chat" if record.get("message") is None and record.get("chat") is not None else "message"
    index = record.get(channel)
    if not isinstance(index, int | str) or isinstance(index, bool):
        raise ValueError(f'it has no "{channel}" that is a whole number')
    raw = record.get("claims") or ()
    if not isinstance(raw, list | tuple) or not all(isinstance(claim, dict) for claim in raw):
        raise ValueError("its claims are no list of objects")
    speaker, meeting, flags = record.get("speaker"), record.get("meeting"), record.get("flags")
    leaked = record.get("leaked_reasoning")
    if isinstance(flags, list) and "leaked_reasoning" in flags:
        leaked = True
    return Line(
        number=number,
        key=(channel, int(index)),
        status=None if record.get("status") is None else str(record["status"]),
        raw=tuple(raw),
        claims=tuple(statements_of(raw)),
        leaked=leaked if isinstance(leaked, bool) else None,
        speaker=speaker if isinstance(speaker, str) else None,
        meeting=meeting if type(meeting) is int else None,
    )


def disagreement(predicted: GameLines, gold: GameLines) -> SettingsError | None:
    """What shows that two files are about different games: another speaker or meeting for the same utterance."""
    for key, line in gold.lines.items():
        other = predicted.lines.get(key)
        if other is None:
            continue
        for what, mine, theirs in (
            ("speaker", other.speaker, line.speaker),
            ("meeting", other.meeting, line.meeting),
        ):
            if mine is not None and theirs is not None and mine != theirs and _alike(mine, theirs):
                channel, index = key
                told = (
                    f"{channel} {index} has the {what} {shorten(mine)}, in {gold.path}:{line.number} {shorten(theirs)}"
                )
                return SettingsError(
                    told, path=predicted.path, line=other.number, remedy="compare claims about the same game"
                )
    return None


def _alike(one: object, other: object) -> bool:
    """Whether two words for a speaker are of one kind: an id says nothing against a name."""
    return isinstance(one, int) or str(one).startswith("player_") == str(other).startswith("player_")
