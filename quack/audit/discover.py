"""Which games lie under the paths that a user names, and where their claims are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from quack.claims.store import FILE_NAMES
from quack.errors import SettingsError
from quack.settings import LOG_NAME


@dataclass(frozen=True, slots=True)
class Game:
    """A game to audit.

    Attributes:
        name: the run folder relative to the path it was found under, in POSIX form; "." for that path itself.
        log: the log, spelled as the user spelled the path.
        claims: the file of its claims, or None where there is none.
        extract: whether its claims are to be extracted where it has no file of them.
    """

    name: str
    log: Path
    claims: Path | None = None
    extract: bool = False

    @property
    def title(self) -> str:
        """What to call it before people: a game that lies in the path itself goes by the name of its folder."""
        return (Path(os.path.abspath(self.log)).parent.name or self.name) if self.name == "." else self.name


def discover_games(paths: Sequence[Path | str]) -> tuple[Game, ...]:
    """The games under paths, each a log, a run folder or a tree; sorted by name, a game found twice listed once.

    With several paths the names are relative to the folder that the paths have in common, so that they stay apart.
    Folders behind symbolic links are entered once, and not at all where the tree holds them anyway.

    Raises:
        SettingsError: a path does not exist, or holds no game.
    """
    base = _base(paths)
    games: dict[tuple[int, int] | Path, Game] = {}
    for path in map(Path, paths):
        found = 0
        for log in _logs(path):
            found += 1
            games.setdefault(_identity(log), Game(_name(log, base, several=len(paths) > 1), log))
        if not found:
            raise SettingsError(f"no game here: no {LOG_NAME} in it or below it", path=path)
    return tuple(sorted(games.values(), key=lambda game: PurePath(game.name).parts))


def _base(paths: Sequence[Path | str]) -> Path:
    """What names are relative to: the path's folder, or what several paths' folders have in common."""
    if not paths:
        raise SettingsError("no path to a game", remedy="name a log, a run folder or a tree of them")
    folders = []
    for path in map(Path, paths):
        if not path.exists():
            raise SettingsError("there is no such file or folder", path=path)
        folders.append(os.path.abspath(path if path.is_dir() else path.parent))
    return Path(os.path.commonpath(folders))


def _name(log: Path, base: Path, *, several: bool) -> str:
    place = Path(os.path.abspath(log))
    # Of several files that the user names one by one, those with names of their own may share a folder.
    return (place.with_suffix("") if several and log.name != LOG_NAME else place.parent).relative_to(base).as_posix()


def _identity(path: Path | str) -> tuple[int, int] | Path:
    try:
        status = os.stat(path)
    except OSError:
        return Path(path)
    return status.st_dev, status.st_ino


def _logs(path: Path) -> Iterator[Path]:
    """The logs under a path. Real folders come before linked ones, so that a game goes by its real folder's name."""
    if not path.is_dir():
        if not path.is_file():
            raise SettingsError("neither a file nor a folder", path=path, remedy="name a log, a run folder or a tree")
        yield path
        return
    seen: set[tuple[int, int] | Path] = set()
    waiting = [path]
    while waiting:
        links: list[Path] = []
        for root in waiting:
            yield from _walk(root, seen, links)
        waiting = sorted(links)


def _walk(root: Path, seen: set[tuple[int, int] | Path], links: list[Path]) -> Iterator[Path]:
    closed: list[str] = []
    for name, folders, files in os.walk(root, onerror=lambda error: closed.append(error.filename)):
        identity = _identity(name)
        if identity in seen:
            folders.clear()
            continue
        seen.add(identity)
        linked = {each for each in folders if os.path.islink(os.path.join(name, each))}
        links.extend(Path(name, each) for each in folders if each in linked)
        folders[:] = sorted(each for each in folders if each not in linked)
        if LOG_NAME in files and os.path.isfile(os.path.join(name, LOG_NAME)):
            yield Path(name, LOG_NAME)
    # A folder that can't be looked into is listed as a game that can't be read, and stops no other.
    yield from (Path(name) / LOG_NAME for name in closed)


def with_claims(games: Sequence[Game], claims: str | Path | None = None) -> tuple[Game, ...]:
    """The games with their files of claims.

    Args:
        claims: None: a file of a usual name beside each log; where there is none, the claims are to be extracted. A
            name without a slash: a file of that name beside each log. A folder: a tree of the same layout as the
            games', with files of a usual name. A file: the claims of the only game.

    Raises:
        SettingsError: the file or folder does not exist, or one file is to serve several games.
    """
    if claims is None:
        found = (_assign(game, (game.log.parent / name for name in FILE_NAMES)) for game in games)
        return tuple(replace(game, extract=game.claims is None) for game in found)
    path = Path(claims)
    if not str(claims):
        raise SettingsError(
            "an empty name of a file of claims", remedy="name a file, a file name or a folder of claims"
        )
    if path.is_dir():
        assigned = tuple(_assign(game, (path / game.name / name for name in FILE_NAMES)) for game in games)
        if not any(game.claims for game in assigned):
            names = " or ".join(f"{games[0].name}/{name}" for name in FILE_NAMES)
            raise SettingsError(
                "none of the games has claims in this folder", path=path, remedy=f"it has to hold such files as {names}"
            )
        return assigned
    if path.name == str(claims) and any((game.log.parent / path).is_file() for game in games):
        return tuple(_assign(game, [game.log.parent / path]) for game in games)
    if not path.is_file():
        where = (
            "no game has a file of this name beside its log" if path.name == str(claims) else "there is no such file"
        )
        raise SettingsError(where, path=path, remedy="name a file, a file name or a folder of claims")
    if len(games) > 1:
        raise SettingsError(
            f"one file of claims can't serve {len(games)} games",
            path=path,
            remedy="give a file name to look for beside each log, or a folder of the same layout",
        )
    return tuple(Game(game.name, game.log, path) for game in games)


def _assign(game: Game, candidates: Iterable[Path]) -> Game:
    return Game(game.name, game.log, next((path for path in candidates if os.path.exists(path)), None))
