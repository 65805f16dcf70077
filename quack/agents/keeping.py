"""Where played games lie: a folder for each seed, whole or not at all, and never over another game."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from quack.agents.model.transcript import TRANSCRIPT_NAME
from quack.agents.play import Order, PlayedGame, opening_line
from quack.agents.recording import Figures, figures_of
from quack.claims.store import GOLD_NAME
from quack.drafts import draft_of
from quack.errors import PlayError, SettingsError
from quack.settings import LOG_NAME

_DRAFT = re.compile(rf"\.([0-9]+)\.(?:{'|'.join(map(re.escape, (GOLD_NAME, TRANSCRIPT_NAME, LOG_NAME)))})")
_OTHER = "name another folder with --out, or remove this one"


def folder_of(out: Path, seed: int) -> Path:
    """The folder of a seed's game."""
    return out / f"seed{seed}"


def prepare(out: Path) -> None:
    """Makes the folder that games are to be kept in.

    Raises:
        SettingsError: nothing can be written there.
    """
    remedy = "name a folder that can be written to with --out"
    if out.exists() and not out.is_dir():
        raise SettingsError("can't keep games here: it is no folder", path=out, remedy=remedy)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        what = f"can't keep games here: {getattr(error, 'strerror', None) or error}"
        raise SettingsError(what, path=out, remedy=remedy) from None
    if not os.access(out, os.W_OK | os.X_OK):
        raise SettingsError("can't keep games here: Permission denied", path=out, remedy=remedy)


def find_kept(folder: Path, order: Order, seed: int) -> Figures | None:
    """The game of an order and a seed, if it has been played to its end and kept; None if it has still to be played.

    Args:
        folder: the game's own.

    Raises:
        SettingsError: another game lies in its place, or what lies there can't be read.
    """
    try:
        log = (folder / LOG_NAME).read_bytes()
    except FileNotFoundError:
        if folder.is_symlink():
            raise SettingsError(
                "leads elsewhere: games are kept in folders, not in links", path=folder, remedy=_OTHER
            ) from None
        return None
    except OSError as error:
        raise SettingsError(f"can't be read: {error.strerror}", path=folder / LOG_NAME, remedy=_OTHER) from None
    first, expected = log.partition(b"\n")[0], opening_line(order, seed).rstrip(b"\n")
    if first != expected:
        what = f"another game lies here: {_difference(first, expected)}"
        raise SettingsError(what, path=folder / LOG_NAME, remedy=_OTHER)
    try:
        return figures_of(log, (folder / GOLD_NAME).read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        # Labels that are gone, or a log that somebody has cut: the same bytes are made again.
        return None


def keep(folder: Path, game: PlayedGame) -> Path:
    """Writes a game into its folder and returns that; the log comes last, so that a log stands for a whole game.

    Raises:
        PlayError: it can't be written, or labels of something else lie there; nothing of it is left then.
    """
    files = [(GOLD_NAME, game.labels), (LOG_NAME, game.log)]
    if game.transcript is not None:
        files.insert(1, (TRANSCRIPT_NAME, game.transcript))
    try:
        _spare_labels(folder, game)
        folder.mkdir(parents=True, exist_ok=True)
        _remove_drafts(folder)
        for name, content in files:
            _write(folder / name, content)
    except OSError as error:
        remedy = "games written before are kept; mend that and run the same command again to go on"
        raise PlayError(f"can't be written: {error.strerror or error}", path=folder, remedy=remedy) from None
    return folder


def _spare_labels(folder: Path, game: PlayedGame) -> None:
    """Labels without a log are what an interrupted game leaves, and then the same as these; others are not ours."""
    labels = folder / GOLD_NAME
    if labels.exists() and not (folder / LOG_NAME).exists() and labels.read_bytes() != game.labels:
        raise PlayError("labels of something else lie here", path=labels, remedy=_OTHER)


def _remove_drafts(folder: Path) -> None:
    """Removes what a process left that was killed while it wrote a game here."""
    for path in folder.iterdir():
        draft = _DRAFT.fullmatch(path.name)
        if draft and not _may_run(int(draft[1])):
            path.unlink(missing_ok=True)


def _may_run(process: int) -> bool:
    """Whether there may be a process of that number."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _write(target: Path, content: bytes) -> None:
    """Writes a file in one step: a draft beside it takes its place."""
    with draft_of(target) as draft:
        draft.write_bytes(content)


def _difference(found: bytes, expected: bytes) -> str:
    """How a game that lies there differs from the one that is asked for."""
    ours = json.loads(expected)["data"]
    try:
        theirs = json.loads(found)["data"]
        config, asked = dict(theirs["config"]), dict(ours["config"])
    except (ValueError, KeyError, TypeError):
        return "its log is not one of such a game"
    names = {"num_players": "players", "num_ducks": "ducks"}
    for key, value in asked.items():
        if key not in ("map_definition", "seats", "seat_options") and config.get(key) != value:
            return f"{names.get(key, key)} {_short(config.get(key))}, not {_short(value)}"
    if config.get("map_definition") != asked.get("map_definition"):
        return "its map differs"
    if theirs.get("seed") != ours["seed"]:
        return f"seed {_short(theirs.get('seed'))}, not {ours['seed']}"
    if config.get("seats") != asked.get("seats"):
        return _other_agents(config, asked, ours["players"])
    if config.get("seat_options") != asked.get("seat_options"):
        return f"its models played with {_options(config)}, not with {_options(asked)}"
    return "its names, roles or rooms differ"


def _other_agents(config: dict[str, Any], asked: dict[str, Any], names: list[str]) -> str:
    """How the agents in the seats differ; where the same ones sit, the first seat in which another does."""
    theirs, ours = _agents(config), _agents(asked)
    if theirs != ours:
        return f"played by {theirs}, not by {ours}"
    for name, (player, agent) in zip(names, asked["seats"].items(), strict=True):
        other = config["seats"].get(player)
        if other != agent:
            return f"{name} played by {_short(other)}, not by {_short(agent)}"
    return "its seats differ"


def _agents(config: dict[str, Any]) -> str:
    seats = config.get("seats")
    return " and ".join(sorted(set(map(str, seats.values())))) if isinstance(seats, dict) else "others"


def _options(config: dict[str, Any]) -> str:
    """The values of seats' options, each once."""
    seats = config.get("seat_options")
    told = seats.values() if isinstance(seats, dict) else ()
    values = {f"{key} {_short(value)}" for one in told if isinstance(one, dict) for key, value in one.items()}
    return ", ".join(sorted(values)) or "others"


def _short(value: object) -> str:
    text = "unset" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
