"""Files or trees of predicted claims against gold ones: which belong together, and what agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quack.claims.agreement.lines import (
    ONE_GAME,
    Channel,
    GameLines,
    disagreement,
    read_file,
    read_games,
    read_tree,
)
from quack.claims.agreement.scores import Scores
from quack.claims.store import FILE_NAMES, GOLD_NAME
from quack.errors import SettingsError, amount

PREDICTED_NAMES = FILE_NAMES
"""Names of files of predicted claims in a tree, the first that it holds being read."""

GOLD_NAMES = (GOLD_NAME, *reversed([name for name in FILE_NAMES if name != GOLD_NAME]))
"""Names of files of gold claims, likewise."""

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""

Games = Mapping[str, GameLines]


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game with gold claims.

    Attributes:
        game: the folder of its files relative to their tree; "" for a file that stands alone.
        predicted: its predicted claims; None where there are none.
    """

    game: str
    gold: GameLines
    predicted: GameLines | None
    scores: Scores


@dataclass(frozen=True, slots=True)
class Comparison:
    """Predicted claims against gold claims, game by game.

    Attributes:
        names: the names of the predicted and of the gold files, where they lie in trees.
        notices: what is worth knowing about how the two sides fit together.
    """

    games: tuple[ComparedGame, ...]
    names: tuple[str | None, str | None]
    notices: tuple[str, ...]
    channel: Channel = "discussion"

    @property
    def scores(self) -> Scores:
        """The figures over all games."""
        return merged(game.scores for game in self.games)


def merged(many: Iterator[Scores]) -> Scores:
    """The figures of several games together."""
    total = Scores()
    for one in many:
        total.merge(one)
    return total


@dataclass(slots=True)
class _Side:
    """One of the two paths, read."""

    path: Path
    name: str | None = None
    games: Games = field(default_factory=dict)

    @property
    def alone(self) -> bool:
        return self.name is None


def compare_files(
    predicted: Path,
    gold: Path,
    *,
    names: tuple[str, str] | None = None,
    channel: Channel = "discussion",
    on_progress: Progress | None = None,
) -> Comparison:
    """Compares predicted claims with gold claims, for every utterance that has a gold line.

    Args:
        predicted, gold: two files, of one game; two trees of the same layout; or a tree and a file whose lines name
            their `condition` and `seed`.
        names: the names of the files in the trees, if not the usual ones.
        channel: which utterances count.
        on_progress: called after each game.

    Raises:
        SettingsError: the two have nothing in common, or are about different games.
        ClaimsError: a file can't be read, or has a line that is none of claims.
    """
    ours = _side(predicted, names[0] if names else None, PREDICTED_NAMES)
    theirs = _side(gold, names[1] if names else None, GOLD_NAMES)
    if ours.alone != theirs.alone:
        _spread(*((ours, theirs) if ours.alone else (theirs, ours)))
    _require_common(ours, theirs, channel)
    wanted = {game: lines for game, lines in theirs.games.items() if lines.of(channel)}
    compared = []
    for number, (game, lines) in enumerate(wanted.items(), 1):
        compared.append(_compare(game, lines, ours.games.get(game), channel))
        if on_progress:
            on_progress(number, len(wanted))
    return Comparison(tuple(compared), (ours.name, theirs.name), tuple(_notices(ours, theirs, channel)), channel)


def _side(path: Path, name: str | None, usual: tuple[str, ...]) -> _Side:
    if not path.exists():
        raise SettingsError("there is no such file or folder", path=path, remedy="name two files or two trees of them")
    if not path.is_dir():
        return _Side(path, None, {ONE_GAME: read_file(path)})
    for each in usual if name is None else (name,):
        games = read_tree(path, each)
        if games:
            return _Side(path, each, games)
    looked = " or ".join(usual) if name is None else name
    raise SettingsError(f"no file {looked} here or below", path=path, remedy="--name says how the files are called")


def _spread(file: _Side, tree: _Side) -> None:
    """Has a file that is compared with a tree stand for the games that its lines name, or for the only one."""
    named = read_games(file.path)
    if named:
        file.games = named
    elif len(tree.games) == 1:
        file.games = dict(zip(tree.games, file.games.values(), strict=True))
    else:
        what = f"one file can't be compared with the {amount(len(tree.games), 'game')} under {tree.path}"
        remedy = 'name one game\'s file there, or give every line its "condition" and "seed"'
        raise SettingsError(what, path=file.path, remedy=remedy)


def _require_common(ours: _Side, theirs: _Side, channel: Channel) -> None:
    if not any(lines.of(channel) for lines in theirs.games.values()):
        where = f"the files {theirs.name} hold" if theirs.name else "the file holds"
        raise SettingsError(f"{where} no gold claims about {_SAID[channel]}", path=theirs.path)
    common = ours.games.keys() & theirs.games.keys()
    if not common:
        what = f"no game in common: it has {_some(ours)}, {theirs.path} has {_some(theirs)}"
        remedy = "give two trees of the same layout, or --name"
        raise SettingsError(what, path=ours.path, remedy=remedy)
    for game in sorted(common):
        error = disagreement(ours.games[game], theirs.games[game])
        if error is not None:
            raise error


_SAID = {"discussion": "discussion messages", "chat": "chat lines", "both": "messages or chat lines"}


def _some(side: _Side) -> str:
    first = next(iter(side.games))
    more = f" and {len(side.games) - 1:,} more" if len(side.games) > 1 else ""
    return f"{first}/{side.name}{more}" if side.name else f"{first}{more}"


def _compare(game: str, gold: GameLines, predicted: GameLines | None, channel: Channel) -> ComparedGame:
    scores = Scores()
    for key, line in gold.of(channel).items():
        scores.add(game, key, line, None if predicted is None else predicted.lines.get(key))
    return ComparedGame(game, gold, predicted, scores)


def _notices(ours: _Side, theirs: _Side, channel: Channel) -> Iterator[str]:
    wanted = [game for game, lines in theirs.games.items() if lines.of(channel)]
    lacking = [game for game in wanted if game not in ours.games]
    if lacking:
        many = f"{len(lacking):,} of {amount(len(wanted), 'game')}"
        yield f"{many} with gold claims have no predicted ones, such as {lacking[0]}: nothing counts as found there"
    unused = [game for game in ours.games if game not in theirs.games]
    if unused:
        yield f"{amount(len(unused), 'game')} with predicted claims have no gold ones, such as {unused[0]}: left out"
    for side in (ours, theirs):
        replaced = sum(lines.replaced for lines in side.games.values())
        if replaced:
            named = side.alone and len(side.games) == 1 and read_games(side.path)
            why = "; its lines name several games, yet a file stands for one game: compare trees" if named else ""
            yield f"{side.path}: {amount(replaced, 'line')} replaced by a later line about the same utterance{why}"
    left = sum(len(lines.lines) - len(lines.of(channel)) for lines in theirs.games.values())
    if left:
        yield f"{amount(left, 'gold line')} of the other channel left out; --channel both counts them too"
    if ours.path.resolve() == theirs.path.resolve() and ours.name == theirs.name:
        yield "the predicted and the gold files are the same"
