"""Compared claims by condition, and the games behind them: where their logs are, and what was said there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from quack.claims.agreement.comparison import ComparedGame, Comparison, merged
from quack.claims.agreement.lines import ONE_GAME
from quack.claims.agreement.scores import Example, Scores
from quack.errors import QuackError, SettingsError
from quack.events.log import read_log
from quack.events.timeline import replay
from quack.metrics.condition import condition_of
from quack.settings import LOG_NAME

Logs = dict[str, Path]
"""The log of each game that has one, by the game's name."""


def by_condition(comparison: Comparison) -> dict[str, Scores]:
    """The figures of every condition, by its name."""
    games: dict[str, list[Scores]] = {}
    for one in comparison.games:
        games.setdefault(condition_of(one.game), []).append(one.scores)
    return {name: merged(iter(scores)) for name, scores in sorted(games.items())}


def find_logs(comparison: Comparison, place: Path | None = None) -> Logs:
    """The logs of the compared games: in a tree of the same layout, or beside the gold or the predicted claims.

    Args:
        place: the tree, or the log of the only game; None looks beside the claims.

    Raises:
        SettingsError: the place holds no log of any game.
    """
    found = {one.game: log for one in comparison.games if (log := _log_of(one, place)) is not None}
    if place is not None and not found:
        first = comparison.games[0].game
        remedy = f"it has to hold such files as {(Path(first) / LOG_NAME).as_posix()}"
        raise SettingsError("no log of a compared game", path=place, remedy=remedy)
    if place is not None and place.is_file() and len(comparison.games) > 1:
        raise SettingsError(f"one log can't serve {len(comparison.games):,} games", path=place, remedy="name a tree")
    return found


def _log_of(one: ComparedGame, place: Path | None) -> Path | None:
    if place is not None and place.is_file():
        return place
    if place is not None:
        folders = [place / one.game]
    else:
        beside = [one.gold.path, *([one.predicted.path] if one.predicted else [])]
        # A file may hold several games: then nothing beside it is any one's log.
        shared = one.game != ONE_GAME
        folders = [path.parent for path in beside if not shared or path.parent.name == Path(one.game).name]
        folders += [path.parent / one.game for path in beside if shared]
    return next((folder / LOG_NAME for folder in folders if (folder / LOG_NAME).is_file()), None)


def words_of(examples: Iterable[Example], logs: Logs) -> dict[Example, str]:
    """What was said in the utterances of some examples, where their logs can be read."""
    wanted: dict[str, list[Example]] = {}
    for one in examples:
        wanted.setdefault(one.game, []).append(one)
    told: dict[Example, str] = {}
    for game, found in wanted.items():
        said = _utterances(logs[game]) if game in logs else {}
        told |= {one: said[one.channel, one.position] for one in found if (one.channel, one.position) in said}
    return told


def _utterances(path: Path) -> dict[tuple[str, int], str]:
    try:
        timeline = replay(read_log(path))
    except (QuackError, OSError):
        return {}
    said = {("message", one.index): one.text for one in timeline.utterances}
    return said | {("chat", one.index): one.message for one in timeline.chats}
