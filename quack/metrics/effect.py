"""What mistakes in claims do to the final rates: both sets of claims audited, and their rates compared game by game."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from quack.audit.auditor import audit_each
from quack.audit.discover import Game
from quack.audit.results import FailedGame, GameAudit
from quack.claims.agreement.comparison import ComparedGame, Comparison
from quack.claims.agreement.lines import GameLines, Key
from quack.errors import QuackError
from quack.kb.rulebook import Rulebook
from quack.metrics import METRICS, of_tier
from quack.metrics.agreement import Logs
from quack.metrics.registry import CENSUS

Progress = Callable[[int, int], None]
"""Told how many audits are done, and of how many."""

Rates = dict[str, float | None]
"""A game's rates by name; None where it has none."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One rate, by predicted and by gold claims.

    Attributes:
        metric: its name in METRICS.
        games: how many games have the rate by both.
        error: the mean absolute difference over these games, as a share; None where there are none.
        correlation: Pearson's, over these games; None if there are fewer than two, or one side doesn't vary.
        predicted, gold: the means over these games.
        only_predicted, only_gold: games that have the rate by one of them only.
    """

    metric: str
    games: int
    error: float | None
    correlation: float | None
    predicted: float | None
    gold: float | None
    only_predicted: int
    only_gold: int


@dataclass(frozen=True, slots=True)
class Effects:
    """The rates of all games.

    Attributes:
        games: how many games were audited by both sets of claims.
        without_log: how many have no log.
        failed: audits that failed, by predicted or by gold claims.
    """

    rulebook: str
    games: int
    without_log: int
    rates: tuple[Effect, ...]
    failed: tuple[FailedGame, ...]


def measure_effects(
    comparison: Comparison,
    logs: Logs,
    rulebook: Rulebook,
    *,
    jobs: int = 1,
    on_progress: Progress | None = None,
) -> Effects:
    """Audits the predicted and the gold claims of every game that has a log, and compares their rates.

    Only utterances with a gold line count, on both sides.

    Raises:
        RulebookError: the rulebook fails with every game of a batch.
    """
    found, names = [one for one in comparison.games if one.game in logs], _counted(rulebook)
    with tempfile.TemporaryDirectory(prefix="quack-") as folder:
        games = [
            _game(one, logs[one.game], comparison, gold=gold, file=Path(folder) / f"{side}{number}.jsonl")
            for side, gold in (("gold", True), ("predicted", False))
            for number, one in enumerate(found)
        ]
        audits = audit_each(games, rulebook=rulebook, jobs=jobs, on_progress=on_progress)
        # Only rates are kept: the records of thousands of games would not fit.
        outcomes = [_rates(outcome, names) if isinstance(outcome, GameAudit) else outcome for outcome in audits]
    originals = [_original(one, gold=gold) for gold in (True, False) for one in found]
    both = zip(outcomes, originals, strict=True)
    pairs = [
        (theirs, ours)
        for theirs, ours in zip(outcomes[: len(found)], outcomes[len(found) :], strict=True)
        if not isinstance(theirs, FailedGame) and not isinstance(ours, FailedGame)
    ]
    return Effects(
        rulebook=rulebook.name,
        games=len(pairs),
        without_log=len(comparison.games) - len(found),
        rates=tuple(_effect(name, pairs) for name in names),
        failed=tuple(_renamed(outcome, path) for outcome, path in both if isinstance(outcome, FailedGame)),
    )


def _counted(rulebook: Rulebook) -> list[str]:
    published = rulebook.name == "paper"
    return [name for name, metric in of_tier(3).items() if name not in CENSUS and (published or not metric.published)]


def _rates(audit: GameAudit, names: Sequence[str]) -> Rates:
    return {name: METRICS[name].compute(audit).value for name in names}


def _effect(name: str, pairs: Sequence[tuple[Rates, Rates]]) -> Effect:
    values = [(gold[name], predicted[name]) for gold, predicted in pairs]
    both = [(gold, predicted) for gold, predicted in values if gold is not None and predicted is not None]
    gold, predicted = [one for one, _ in both], [one for _, one in both]
    return Effect(
        metric=name,
        games=len(both),
        error=statistics.fmean(abs(one - other) for one, other in both) if both else None,
        correlation=correlation(gold, predicted),
        predicted=statistics.fmean(predicted) if both else None,
        gold=statistics.fmean(gold) if both else None,
        only_predicted=sum(one is None and other is not None for one, other in values),
        only_gold=sum(one is not None and other is None for one, other in values),
    )


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation; None of fewer than two values, or where one side doesn't vary."""
    if len(one) < 2 or len(set(one)) == 1 or len(set(other)) == 1:
        return None
    try:
        return statistics.correlation(one, other)
    except statistics.StatisticsError:
        return None


def _game(one: ComparedGame, log: Path, comparison: Comparison, *, gold: bool, file: Path) -> Game:
    """A game with a file of what one side claims in the utterances that count."""
    lines = one.gold if gold else one.predicted
    keys = one.gold.of(comparison.channel).keys()
    file.write_bytes(b"" if lines is None else _kept(lines, keys))
    return Game(one.game or log.parent.name, log, file)


def _kept(lines: GameLines, keys: Collection[Key]) -> bytes:
    """The file, with blank lines for what doesn't count, so that complaints still name the right line."""
    numbers = {line.number for key, line in lines.lines.items() if key in keys}
    every = lines.path.read_bytes().splitlines()
    return b"".join((text if number in numbers else b"") + b"\n" for number, text in enumerate(every, 1))


def _original(one: ComparedGame, *, gold: bool) -> Path:
    return one.gold.path if gold or one.predicted is None else one.predicted.path


def _renamed(failed: FailedGame, original: Path) -> FailedGame:
    """A failure with the path of the claims that the user knows."""
    error = failed.error
    if error.path is None or Path(error.path) == failed.log:
        return failed
    told: QuackError = type(error)(error.what, path=original, line=error.line, column=error.column, remedy=error.remedy)
    return FailedGame(failed.game, failed.log, told)
