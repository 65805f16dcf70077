"""Trains the offline extractor on labelled games; needs numpy and scikit-learn (the extra `train`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from quack.audit.discover import discover_games
from quack.claims.agreement.comparison import GOLD_NAMES
from quack.claims.agreement.lines import read_games
from quack.claims.writing import WRITTEN_NAME
from quack.errors import SettingsError

_NEEDED = ("numpy", "sklearn")

LABEL_NAMES = tuple(name for name in GOLD_NAMES if name != WRITTEN_NAME)
"""Names of files of labels, the first that lies beside a log being read; what an extractor wrote is none."""


@dataclass(frozen=True, slots=True)
class Trained:
    """What was trained on.

    Attributes:
        games: how many games have labels.
        unlabelled: how many have none.
        held_out: how many utterances were left out.
        size: bytes of the file of weights.
    """

    games: int
    unlabelled: int
    held_out: int
    out: Path
    size: int


def train_offline(
    paths: Sequence[Path], out: Path, *, labels: str | None = None, hold_out: Path | None = None
) -> Trained:
    """Trains on the games under some paths and writes the file of weights; the same games give the same bytes.

    Args:
        out: the file of weights.
        labels: the name of the files of labels beside the logs, if not a usual one.
        hold_out: a file whose lines name the `condition`, `seed` and `message` of utterances that are left out.

    Raises:
        SettingsError: a package is missing, no game has labels, or what is to be held out is in no game.
        LogError, ClaimsError: a game or its labels can't be read.
    """
    if not all(find_spec(package) for package in _NEEDED):
        what = "training needs numpy and scikit-learn, which are not installed"
        raise SettingsError(what, remedy='pip install "quack[train]"')
    games = discover_games(paths)
    names = LABEL_NAMES if labels is None else (labels,)
    labelled: dict[str, tuple[str, Path]] = {}
    for game in games:
        found = next((game.log.with_name(name) for name in names if game.log.with_name(name).is_file()), None)
        if found is not None:
            labelled[game.name] = (str(game.log), found)
    if not labelled:
        raise SettingsError(f"no game has labels: no {' or '.join(names)} beside a log", path=paths[0])
    if not out.parent.is_dir():
        raise SettingsError("no such folder", path=out.parent, remedy="--out names the file of weights")
    held = frozenset() if hold_out is None else _held_out(hold_out, labelled)

    from quack.claims.offline.train import learn

    learn(list(labelled.values()), out, held_out=held)
    return Trained(len(labelled), len(games) - len(labelled), len(held), out, out.stat().st_size)


def _held_out(path: Path, labelled: dict[str, tuple[str, Path]]) -> frozenset[tuple[str, int]]:
    """The utterances that a file names, by log and message."""
    named = read_games(path)
    if not named:
        raise SettingsError('a line has no "condition" and "seed"', path=path, remedy="say which game each is of")
    held = set()
    for game, lines in named.items():
        logs = [log for log, _ in labelled.values() if _folder(log).endswith(f"/{game}")]
        held |= {(log, index) for log in logs for channel, index in lines.lines if channel == "message"}
    if not held:
        first = next(iter(named))
        raise SettingsError(f"none of its utterances is in a game, such as {first}", path=path)
    return frozenset(held)


def _folder(log: str) -> str:
    return Path(os.path.abspath(log)).parent.as_posix()
