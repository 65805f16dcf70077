"""What a written audit was made from: `manifest.json` beside its records, so that a proof needs no second audit.

Paths are relative to the folder that holds it, so the same layout gives the same bytes, wherever it lies.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from quack.audit.discover import Game
from quack.drafts import draft_of
from quack.errors import AuditError, SettingsError
from quack.kb.rulebook import Rulebook
from quack.settings import AUDIT_NAME, rules_folder

MANIFEST_NAME = "manifest.json"
_MOST_BYTES = 64_000_000
_REMEDY = "audit again with --out"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Source(_Model):
    """Where a game's log and claims lie.

    Attributes:
        claims: None: there was no file of them.
        extract: whether they were extracted instead.
    """

    log: str
    claims: str | None
    extract: bool = False


class Manifest(_Model):
    """What an audit was made from.

    Attributes:
        rulebook: its name, or the path of its entry file.
        consts: the constants that were given with it.
        map: the path of the map of all games; None: each log named its own.
        games: by the games' names.
    """

    rulebook: str
    consts: dict[str, int | str]
    map: str | None
    games: dict[str, Source]


class WrittenAudit:
    """An audit that `--out` has written.

    Attributes:
        folder: where its manifest lies.
        only: the games that the path means; None: all.
    """

    def __init__(self, folder: Path, manifest: Manifest, only: str | None) -> None:
        self.folder, self.manifest, self.only = folder, manifest, only

    @property
    def games(self) -> tuple[Game, ...]:
        """The games, where the manifest says that they lie."""
        named = sorted(self.manifest.games.items(), key=lambda item: Path(item[0]).parts)
        return tuple(self._game(name, source) for name, source in named if self.only in (None, name))

    def records(self, game: str) -> Path:
        """The file of a game's records."""
        return self.folder / game / AUDIT_NAME

    @property
    def rulebook(self) -> str:
        """The rulebook's name, or its path from here."""
        named = self.manifest.rulebook
        return os.path.normpath(self.folder / named) if named.endswith(".lp") else named

    @property
    def map(self) -> Path | None:
        """The file of the map."""
        return None if self.manifest.map is None else Path(os.path.normpath(self.folder / self.manifest.map))

    def _game(self, name: str, source: Source) -> Game:
        claims = None if source.claims is None else Path(os.path.normpath(self.folder / source.claims))
        return Game(name, Path(os.path.normpath(self.folder / source.log)), claims, source.extract)


def write_manifest(out: Path, games: Sequence[Game], rulebook: Rulebook, map_file: Path | None = None) -> Path:
    """Writes `out/manifest.json`, replacing an older one in one step.

    Raises:
        OSError: it can't be written.
    """

    start = os.path.abspath(out)

    def relative(path: Path) -> str:
        return os.path.relpath(path, start).replace(os.sep, "/")

    manifest = Manifest(
        rulebook=rulebook.name if _is_named(rulebook) else relative(rulebook.entry),
        consts=dict(rulebook.overrides),
        map=None if map_file is None else relative(map_file),
        games={
            game.name: Source(
                log=relative(game.log),
                claims=None if game.claims is None else relative(game.claims),
                extract=game.extract,
            )
            for game in games
        },
    )
    out.mkdir(parents=True, exist_ok=True)
    target = out / MANIFEST_NAME
    with draft_of(target) as draft:
        # Names of files may hold bytes that are no text; JSON's escapes carry them.
        draft.write_text(json.dumps(manifest.model_dump(exclude_defaults=True), indent=1) + "\n", encoding="ascii")
    return target


def _is_named(rulebook: Rulebook) -> bool:
    try:
        return rulebook.entry.resolve() == (rules_folder() / f"{rulebook.name}.lp").resolve()
    except SettingsError:
        return False


def find_written(path: Path) -> WrittenAudit | None:
    """The written audit that a path means: its folder, a game's folder in it, or its records; None if there is none.

    Raises:
        AuditError: records without a manifest, or a manifest that can't be read.
    """
    inside = path if path.is_dir() else path.parent
    if path.name != AUDIT_NAME and not (path.is_dir() and (_holds(path, MANIFEST_NAME) or _holds(path, AUDIT_NAME))):
        return None
    for folder in (inside, *inside.parents) if inside.parts else (inside,):
        if _holds(folder, MANIFEST_NAME):
            manifest = _read(folder / MANIFEST_NAME)
            name = inside.relative_to(folder).as_posix()
            if name in manifest.games and (name != "." or path.name == AUDIT_NAME or len(manifest.games) == 1):
                return WrittenAudit(folder, manifest, name)
            if folder == inside:
                return WrittenAudit(folder, manifest, None)
            raise AuditError(f"the manifest lists no game {name}", path=folder / MANIFEST_NAME, remedy=_REMEDY)
    if path.is_dir():
        return None
    raise AuditError(f"no {MANIFEST_NAME} beside or above these records", path=path, remedy=_REMEDY)


def _holds(folder: Path, name: str) -> bool:
    try:
        return (folder / name).is_file()
    except OSError:
        return False


def _read(path: Path) -> Manifest:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise AuditError(f"longer than {_MOST_BYTES} bytes", path=path, remedy=_REMEDY)
        # Not pydantic's own parser: it refuses the escapes of names that are no text.
        manifest = Manifest.model_validate(json.loads(path.read_bytes()))
    except OSError as error:
        raise AuditError(f"can't be read: {error.strerror}", path=path) from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise AuditError(
            f"no manifest: {where}: {first['msg']}" if where else "no manifest", path=path, remedy=_REMEDY
        ) from None
    except (ValueError, RecursionError):
        raise AuditError("no manifest", path=path, remedy=_REMEDY) from None
    for name in manifest.games:
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise AuditError(f"the game {name} lies outside this folder", path=path, remedy=_REMEDY)
    return manifest
