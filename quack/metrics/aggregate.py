"""Figures of many games: pooled, and as the mean over the games that have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from quack.audit.records import AuditRecord
from quack.audit.results import Coverage, FailedGame, GameAudit
from quack.metrics import MetricResult, of_tier
from quack.metrics.registry import NOTHING

NO_VERDICT = "no verdict"
"""What stands for the verdict that a rulebook failed to give."""


@dataclass(slots=True)
class Aggregate:
    """A figure over games.

    Attributes:
        games: how many games were looked at.
        having: how many have the figure at all.
        pooled: numerators and denominators of all games together.
    """

    games: int = 0
    having: int = 0
    pooled: MetricResult = NOTHING
    _total: float = 0.0

    def add(self, result: MetricResult) -> None:
        """Takes in one game's result; a game without the figure counts as missing, never as 0."""
        self.games += 1
        self.pooled += result
        if result.value is not None:
            self.having += 1
            self._total += result.value

    @property
    def mean(self) -> float | None:
        """The mean over the games that have the figure."""
        return self._total / self.having if self.having else None


@dataclass(frozen=True, slots=True)
class GameScore:
    """The figures of one game's statements, which is all that summaries keep of it.

    Attributes:
        verdicts: claims by (type, verdict, bucket).
        claims_file: the name of the file that the claims were read from; None where there was none.
        extractor: name and version of who extracted them, from a file or just now; None if nobody says.
    """

    game: str
    claims: int
    verdicts: Mapping[tuple[str, str, str], int]
    metrics: Mapping[str, MetricResult]
    coverage: Coverage
    chat_coverage: Coverage
    phrases: Mapping[str, int]
    claims_file: str | None = None
    extractor: str | None = None
    defects: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    def by_verdict(self) -> Counter[str]:
        """Claims by verdict."""
        counts: Counter[str] = Counter()
        for (_, verdict, _), number in self.verdicts.items():
            counts[verdict] += number
        return counts

    def by_bucket(self) -> Counter[str]:
        """Claims by bucket."""
        counts: Counter[str] = Counter()
        for (_, _, bucket), number in self.verdicts.items():
            counts[bucket] += number
        return counts


def score_game(game: GameAudit) -> GameScore:
    """The figures of a game."""
    return GameScore(
        game=game.game,
        claims=len(game.records),
        verdicts=Counter(map(_cell, game.records)),
        metrics={name: metric.compute(game) for name, metric in of_tier(3).items()},
        coverage=game.coverage,
        chat_coverage=game.chat_coverage,
        phrases=dict(game.phrases),
        claims_file=game.claims_file,
        extractor=game.extractor,
        defects=game.defects,
        notices=tuple(map(str, game.notices)),
    )


def _cell(record: AuditRecord) -> tuple[str, str, str]:
    return record.kind, record.verdict or NO_VERDICT, record.bucket or "undecided"


def decides_nothing(verdicts: Mapping[tuple[str, str, str], int], defects: Collection[object]) -> bool:
    """Whether no claim has a verdict, and no rule of the rulebook complains of that itself."""
    return bool(verdicts) and not defects and all(verdict == NO_VERDICT for _, verdict, _ in verdicts)


@dataclass(slots=True)
class Summary:
    """Figures over games, taken in one by one; `games` keeps a line per game, nothing keeps its records."""

    games: list[GameScore] = field(default_factory=list)
    failed: list[FailedGame] = field(default_factory=list)
    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    metrics: dict[str, Aggregate] = field(default_factory=lambda: {name: Aggregate() for name in of_tier(3)})
    coverage: Counter[str] = field(default_factory=Counter)
    chat_coverage: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)

    def add(self, game: GameAudit | FailedGame) -> None:
        """Takes in one game."""
        if isinstance(game, FailedGame):
            self.failed.append(game)
        else:
            self.add_score(score_game(game))

    def add_score(self, score: GameScore) -> None:
        """Takes in one game's figures."""
        self.games.append(score)
        self.verdicts.update(score.verdicts)
        self.coverage.update(score.coverage.counts)
        self.chat_coverage.update(score.chat_coverage.counts)
        self.phrases.update(score.phrases)
        for name, result in score.metrics.items():
            self.metrics[name].add(result)

    @property
    def claims(self) -> int:
        """Claims of all games."""
        return sum(self.verdicts.values())

    @property
    def defects(self) -> list[tuple[str, str]]:
        """What the rulebook did wrong, as (game, defect)."""
        return [(score.game, defect) for score in self.games for defect in score.defects]

    @property
    def notices(self) -> list[str]:
        """What was odd about logs and claims, in the order of the games."""
        return [notice for score in self.games for notice in score.notices]
