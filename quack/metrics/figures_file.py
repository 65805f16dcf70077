"""Figures that are kept: `figures.jsonl` under `--out`, so that scoring again does only what is new or changed.

A line holds the figures of a game, the content hashes of all that they were made from, and the hash of the game's
records, which lie beside it in `<game>/audit.jsonl`:

    {"sha256": of the rest of the line, "game": …, "made_by": {…}, "log": …, "claims": …, "records": …, "figures": {…}}

While games are scored lines are added, so whenever a run ends, what it has done is there for the next. At the end the
file is put into the order of the games in one step: it then holds the same bytes however often it was interrupted.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from quack.audit.discover import Game
from quack.audit.fingerprint import file_digest
from quack.audit.writer import game_folder
from quack.errors import AuditError, QuackError, printable
from quack.kb.judge import Case
from quack.metrics.game_figures import GameFigures
from quack.settings import AUDIT_NAME

FIGURES_NAME = "figures.jsonl"
"""The file of figures in the folder that `--out` names."""

_HEAD = b'{"sha256":"'
_BODY = len(_HEAD) + 64 + len('",')
_LONGEST = 64_000_000
_REMEDY = "what is finished is kept: mend that, and run it again to go on"

MadeBy = Mapping[str, str | int | None]
"""What all games of a run share and figures depend on: program, rulebook, map, options."""

Claims = list[str | None] | None
"""The file name and hash of a game's claims; of extracted ones the extractor with its version, and None.

None for a game without claims."""


class Written(NamedTuple):
    """A file of records: its length in bytes, and its SHA-256."""

    size: int
    sha256: str


class Source(NamedTuple):
    """What a game's figures were made from; `log` is the SHA-256 of the log."""

    log: str
    claims: Claims


class _Place(NamedTuple):
    """Where a line lies in the file, and what it says of its game."""

    offset: int
    length: int
    source: Source
    records: Written


def source_of(game: Game, case: Case) -> Source:
    """What a game's figures are made from, by what was read of its files."""
    claims = case.claims
    if game.extract:
        return Source(case.log.sha256, [claims.extractor, None])
    return Source(case.log.sha256, None if claims.path is None else [claims.path.name, claims.sha256])


def line_of(figures: GameFigures, game: Game, made_by: MadeBy, source: Source, records: Written) -> bytes:
    """The line that keeps a game's figures, with its end."""
    data = figures.to_json()
    # Notices name files as the user has spelled them this time, which is no part of what is found out.
    data["statements"]["notices"] = [_placeless(notice, game) for notice in data["statements"]["notices"]]
    line = {
        "game": game.name,
        "made_by": made_by,
        "log": source.log,
        "claims": source.claims,
        "records": records,
        "figures": data,
    }
    body = json.dumps(line, separators=(",", ":")).encode("ascii")[1:]
    return b'%b%b",%b\n' % (_HEAD, hashlib.sha256(body).hexdigest().encode("ascii"), body)


def figures_in(line: bytes, game: Game) -> GameFigures:
    """The figures that a line of `line_of` keeps, with the game's files spelled as they are now.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is no such line.
    """
    data = json.loads(line)["figures"]
    data["statements"]["notices"] = [_placed(notice, game) for notice in data["statements"]["notices"]]
    return GameFigures.from_json(data)


def _placeless(notice: str, game: Game) -> list[str]:
    for which, path in (("log", game.log), ("claims", game.claims)):
        start = f"{printable(path)}:"
        if path is not None and notice.startswith(start):
            return [which, notice[len(start) :]]
    return ["", notice]


def _placed(notice: Sequence[str], game: Game) -> str:
    which, text = notice
    return f"{printable(getattr(game, which))}:{text}" if which in ("log", "claims") else text


class FiguresFile:
    """The file of figures in a folder, for a run that alone writes there; a context.

    Lines that aren't whole, aren't ours or were made by another program or other rules count as missing.

    Raises:
        AuditError: from the constructor and the methods, if the file can't be read or written.
    """

    def __init__(self, folder: Path, made_by: MadeBy) -> None:
        self.folder, self.path = folder, folder / FIGURES_NAME
        self._made_by = dict(made_by)
        self._places: dict[str, _Place] = {}
        if self.path.is_symlink():
            # Who made this folder may have it lead to any file of ours.
            raise AuditError("is a link", path=self.path, remedy="remove it, or name another folder with --out")
        try:
            # Unbuffered: what is added is with the system at once, and outlives this process.
            self._end = open(self.path, "ab", buffering=0)  # noqa: SIM115
            self._file = open(self.path, "rb")  # noqa: SIM115
            self._read()
        except OSError as error:
            raise self._fault(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.close()
        self._file.close()

    def holds(self, game: Game) -> bool:
        """Whether the figures and the records of a game are there, made from the files as they are now."""
        place = self._places.get(game.name)
        try:
            return place is not None and place.source == _source(game) and place.records == self._written(game.name)
        except (OSError, QuackError):
            return False  # whoever does the game again says what is wrong

    def forget(self, games: Iterable[Game]) -> None:
        """Counts the lines of some games as missing."""
        for game in games:
            self._places.pop(game.name, None)

    def figures(self, game: Game) -> GameFigures:
        """The figures of a game that it holds."""
        place = self._places[game.name]
        try:
            return figures_in(self._line(place), game)
        except OSError as error:
            raise self._fault(error) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            what = f"the figures of game {game.name} have another form than this program's"
            raise AuditError(what, path=self.path, remedy="remove this file, and run it again") from None

    def add(self, lines: Sequence[bytes]) -> None:
        """Adds lines at the end: all of them, or, where there is no room, none."""
        end = os.fstat(self._end.fileno()).st_size
        try:
            left = memoryview(b"".join(lines))
            while left:
                left = left[self._end.write(left) :]
        except OSError as error:
            self._end.truncate(end)
            raise self._fault(error) from None
        for line in lines:
            self._note(end, line)
            end += len(line)

    def settle(self, games: Sequence[Game]) -> None:
        """Leaves the lines of these games in their order, and no others; those that it doesn't hold are left out."""
        places = [self._places[game.name] for game in games if game.name in self._places]
        end = 0
        try:
            for place in places:
                if place.offset != end:
                    break
                end += place.length
            else:
                if end == os.fstat(self._file.fileno()).st_size:
                    return
            self._rewrite(places)
        except OSError as error:
            raise self._fault(error) from None

    def _rewrite(self, places: Sequence[_Place]) -> None:
        draft = self.folder / f".{FIGURES_NAME}.draft"
        try:
            draft.unlink(missing_ok=True)  # a link there would lead elsewhere
            with open(draft, "xb") as file:
                for place in places:
                    file.write(self._line(place))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise

    def _read(self) -> None:
        offset = 0
        while line := self._file.readline(_LONGEST):
            if not line.endswith(b"\n") and len(line) < _LONGEST:
                self._end.truncate(offset)  # a line that was never written to its end
                break
            self._note(offset, line)
            offset += len(line)

    def _note(self, offset: int, line: bytes) -> None:
        body = line[_BODY:-1]
        sealed = b'%b%b",' % (_HEAD, hashlib.sha256(body).hexdigest().encode("ascii"))
        if not line.startswith(sealed):
            return
        try:
            data: dict[str, Any] = json.loads(b"{" + body)
            place = _Place(offset, len(line), Source(data["log"], data["claims"]), Written(*data["records"]))
            if data["made_by"] == self._made_by:
                self._places[data["game"]] = place
        except (ValueError, KeyError, TypeError, RecursionError):
            return  # somebody else's line, whoever sealed it

    def _line(self, place: _Place) -> bytes:
        self._file.seek(place.offset)
        return self._file.read(place.length)

    def _written(self, game: str) -> Written:
        path = Path(game_folder(self.folder, game)) / AUDIT_NAME
        return Written(path.stat().st_size, file_digest(path))

    def _fault(self, error: OSError) -> AuditError:
        return AuditError(f"can't be kept: {error.strerror or error}", path=error.filename or self.path, remedy=_REMEDY)


def _source(game: Game) -> Source:
    """What a game's figures would be made from now."""
    claims: Claims = None
    if game.extract:
        from quack.claims.offline.extractor import OfflineExtractor

        claims = [f"{OfflineExtractor.name} {OfflineExtractor.version}", None]
    elif game.claims is not None:
        claims = [game.claims.name, file_digest(game.claims)]
    return Source(file_digest(game.log), claims)
