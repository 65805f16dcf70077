"""Two rulebooks over the same games: what changes, which rules made it change, and what that does to the rates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from quack.audit.diffing import Changed, GameDiff
from quack.audit.records import AuditRecord
from quack.audit.results import FailedGame, GameAudit
from quack.kb.shifts import Shift
from quack.metrics import MetricResult, of_tier
from quack.metrics.aggregate import NO_VERDICT, Summary

_MOST_KEPT = 10_000
"""So many changed claims are kept before their part in the rates is taken down."""


class Cell(NamedTuple):
    """What claims have in common: type, team, and the verdict by either rulebook."""

    kind: str
    team: str
    before: str
    after: str


class Place(NamedTuple):
    """A claim: its game and its id there."""

    game: str
    id: str


@dataclass(slots=True)
class Attributed:
    """The changes of one attribution.

    Attributes:
        number: how many.
        kinds, teams: how many by type of claim and by team of the speaker.
        first: the first of the claims.
        moved: what they do to each rate: to its numerator and to its denominator.
    """

    first: Place
    number: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    teams: Counter[str] = field(default_factory=Counter)
    moved: dict[str, MetricResult] = field(default_factory=dict)


@dataclass(slots=True)
class DiffSummary:
    """What two rulebooks say differently, taken in game by game.

    Attributes:
        before, after: the figures of each.
        cells: claims by type, team, verdict before and verdict after, the unchanged ones too.
        kinds, teams: by type and by team, how many claims there are and of how many the verdict or its bucket changes.
        attributed: the changes by what made them.
        changed: the claims of which something changes, in order, with what does.
    """

    before: Summary = field(default_factory=Summary)
    after: Summary = field(default_factory=Summary)
    failed: list[FailedGame] = field(default_factory=list)
    cells: Counter[Cell] = field(default_factory=Counter)
    kinds: dict[str, MetricResult] = field(default_factory=dict)
    teams: dict[str, MetricResult] = field(default_factory=dict)
    attributed: dict[Shift, Attributed] = field(default_factory=dict)
    changed: list[tuple[Place, tuple[Shift, ...]]] = field(default_factory=list)
    _waiting: list[tuple[Shift, Changed]] = field(default_factory=list)

    def add(self, game: GameDiff | FailedGame) -> None:
        """Takes in one game."""
        if isinstance(game, FailedGame):
            self.failed.append(game)
            return
        self.before.add(game.before)
        self.after.add(game.after)
        for one, other in zip(game.before.records, game.after.records, strict=True):
            self.cells[Cell(one.kind, one.team, one.verdict or NO_VERDICT, other.verdict or NO_VERDICT)] += 1
            changed = (one.verdict, one.bucket) != (other.verdict, other.bucket)
            for table, key in ((self.kinds, one.kind), (self.teams, one.team)):
                table[key] = table.get(key, MetricResult(0, 0)) + MetricResult(changed, 1)
        for claim in game.changed:
            self._note(game.game, claim)
        if len(self._waiting) >= _MOST_KEPT:
            self._settle()

    def finish(self) -> DiffSummary:
        """Takes down what is left to be done when all games are in."""
        self._settle()
        return self

    @property
    def claims(self) -> int:
        """Claims of all games."""
        return self.cells.total()

    def verdicts(self, *, kind: str | None = None, team: str | None = None) -> Counter[tuple[str, str]]:
        """Claims by verdict before and after; of one type or team, if that is asked for."""
        counts: Counter[tuple[str, str]] = Counter()
        for cell, number in self.cells.items():
            if kind in (None, cell.kind) and team in (None, cell.team):
                counts[cell.before, cell.after] += number
        return counts

    def count(self, aspect: str) -> int:
        """How many changes there are of one kind."""
        return sum(each.number for row, each in self.attributed.items() if row.aspect == aspect)

    def rows(self, *aspects: str) -> list[tuple[Shift, Attributed]]:
        """The attributions of some kinds of changes, of most changes first."""
        found = [item for item in self.attributed.items() if not aspects or item[0].aspect in aspects]
        return sorted(found, key=lambda item: (-item[1].number, item[0].aspect, item[1].first))

    def moved(self) -> Iterator[str]:
        """The names of the rates that change, in the order of tables."""
        for name in of_tier(3):
            if self.before.metrics[name].pooled != self.after.metrics[name].pooled:
                yield name

    def is_explained(self, name: str) -> bool:
        """Whether the changes add up to the change of a rate: rates that count meetings are no sums over claims."""
        before, after = self.before.metrics[name].pooled, self.after.metrics[name].pooled
        parts = [each.moved[name] for each in self.attributed.values() if name in each.moved]
        total = sum(parts, MetricResult(0, 0))
        return (after.numerator - before.numerator, after.denominator - before.denominator) == tuple(total)

    def _note(self, game: str, claim: Changed) -> None:
        place = Place(game, claim.before.id)
        self.changed.append((place, claim.shifts))
        for number, row in enumerate(claim.shifts):
            entry = self.attributed.get(row)
            if entry is None:
                entry = self.attributed[row] = Attributed(place)
            entry.number += 1
            entry.kinds[claim.before.kind] += 1
            entry.teams[claim.before.team] += 1
            if number == 0:  # a claim counts once in a rate, whatever else changes about it
                self._waiting.append((row, claim))

    def _settle(self) -> None:
        """Takes down what the claims that wait do to the rates."""
        by_row: dict[Shift, list[Changed]] = {}
        for row, claim in self._waiting:
            by_row.setdefault(row, []).append(claim)
        for row, claims in by_row.items():
            moved = self.attributed[row].moved
            before, after = _alone([claim.before for claim in claims]), _alone([claim.after for claim in claims])
            for name, metric in of_tier(3).items():
                one, other = metric.compute(before), metric.compute(after)
                step = MetricResult(other.numerator - one.numerator, other.denominator - one.denominator)
                if any(step) or name in moved:
                    moved[name] = moved.get(name, MetricResult(0, 0)) + step
        self._waiting.clear()


def _alone(records: list[AuditRecord]) -> GameAudit:
    """Some records as if they were all that was said in a game."""
    return GameAudit("", tuple(records), {})
