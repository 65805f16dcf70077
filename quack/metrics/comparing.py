"""Two sets of scored games compared, figure by figure: two conditions, or the same games under two rulebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from quack.errors import SettingsError
from quack.metrics.condition import HERE
from quack.metrics.estimates import GroupFigure, group_figure
from quack.metrics.grouping import NO_CONDITION, OVERALL, Group, group_name
from quack.metrics.registry import CENSUS, COMPLEMENTS, METRICS, Metric, MetricResult
from quack.metrics.study import Study

if TYPE_CHECKING:
    from quack.metrics.comparison import Difference
    from quack.metrics.resampling import Resampling

Over = Literal["pooled", "mean"]
"""Rates pooled over all games, or means over the games that have the figure."""

Pairing = Literal["game", "seed"]
"""What two games of a pair have in common: they are the same game, or were begun from the same state."""

Correction = Literal["holm", "bh", "none"]
"""What is done about many comparisons: keep down the probability of any false finding, the share of false ones, or
nothing."""


@dataclass(frozen=True, slots=True)
class Side:
    """The games of a group of a study, all of them if not told which."""

    study: Study
    group: Group = OVERALL

    @property
    def keys(self) -> dict[Pairing, list[str | None]]:
        """What each game goes by in pairs."""
        games = [self.study.games[index] for index in self.study.figures(self.group).games]
        return {"game": [game.name for game in games], "seed": [game.seed for game in games]}

    @property
    def conditions(self) -> set[str]:
        """Those of its games."""
        return {self.study.games[index].condition for index in self.study.figures(self.group).games}


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A figure of both sides.

    Attributes:
        first, second: of all games of a side, paired or not.
        difference: first less second.
        adjusted: its p-value, corrected for the number of figures that were compared. What is the same in all games,
            and the second of two figures that add up to 1, are no comparisons: they don't count, the one has no
            adjusted p-value, the other that of the first.
    """

    metric: Metric
    first: GroupFigure
    second: GroupFigure
    difference: Difference
    adjusted: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides, figure by figure.

    Attributes:
        pairing: what makes two games a pair; None where games make none.
        shared: how many games are on both sides, where they make no pairs.
        over: whether rates are pooled over games or averaged.
    """

    figures: tuple[ComparedFigure, ...]
    pairing: Pairing | None
    shared: int
    over: Over
    correction: Correction
    how: Resampling

    @property
    def tests(self) -> int:
        """How many p-values are corrected for one another."""
        twice = _complemented(each.metric.name for each in self.figures)
        return sum(each.adjusted is not None and each.metric.name not in twice for each in self.figures)


def _complemented(names: Iterable[str]) -> dict[str, str]:
    """The figures that are 1 less another one among them, which stands beside."""
    there = set(names)
    return {name: other for name, other in COMPLEMENTS.items() if {name, other} <= there}


def compare(
    first: Study | Side,
    second: Study | Side,
    *,
    metrics: Iterable[str] | None = None,
    paired: bool | None = None,
    over: Over = "pooled",
    correction: Correction = "holm",
    how: Resampling | None = None,
) -> Comparison:
    """Compares the figures of two conditions of a study, or of the same games under two rulebooks.

        from quack import compare, score_games

        observed, paper = score_games("logs"), score_games("logs", paper=True)
        for figure in compare(observed, paper, metrics=["goose_truthfulness"]).figures:
            print(figure.metric.label, figure.difference.value, figure.difference.interval, figure.adjusted)

    `quack.comparison_frame` makes a data frame of a comparison.

    Args:
        first, second: studies, or a group of one: `study.side("homogeneous_gpt5.5")`. Games of one name are the same
            game; where sides that make no pairs have some in common, these are drawn for both at once.
        metrics: the names of figures; all if not given. The correction is for so many.
        paired: whether games are paired: the same games of two studies, or games of one seed. If not given, they are
            where every game has its counterpart.
        over: pooled rates, or means over the games that have the figure.
        correction: for many comparisons; `holm`, `bh` (Benjamini and Hochberg), or `none`.
        how: the seed, number and confidence of the bootstrap.

    Raises:
        SettingsError: there is no such figure, or games are to be paired that can't be.
    """
    from quack.metrics.resampling import Resampling

    how = how or Resampling()
    sides = tuple(Side(each) if isinstance(each, Study) else each for each in (first, second))
    names = checked_metrics(METRICS if metrics is None else metrics)
    pairing = _pairing(sides[0], sides[1], paired)
    shared = 0 if pairing else _shared(sides[0], sides[1])
    rows = [_compared(sides[0], sides[1], name, pairing, over, how, shared=shared > 0) for name in names]
    return Comparison(tuple(_adjusted(rows, correction)), pairing, shared, over, correction, how)


def checked_metrics(names: Iterable[str]) -> list[str]:
    """Names of figures, each once.

    Raises:
        SettingsError: there is no such figure.
    """
    from difflib import get_close_matches

    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in METRICS:
            close = get_close_matches(name, METRICS, 1)
            remedy = f"did you mean {close[0]}?" if close else "quack metrics list names them all"
            raise SettingsError(f"there is no figure {name!r}", remedy=remedy)
    return wanted


def _pairing(first: Side, second: Side, paired: bool | None) -> Pairing | None:
    """What makes pairs of the games of two sides: that they are the same game, if any are, or else their seed."""
    if paired is False:
        return None
    common: Pairing = "game" if set(first.keys["game"]) & set(second.keys["game"]) else "seed"
    sides = first.keys[common], second.keys[common]
    clear = all(None not in keys and len(set(keys)) == len(keys) for keys in sides)
    if paired is None:
        return common if clear and set(sides[0]) == set(sides[1]) else None
    if not clear:
        what = "a game has no seed" if None in (*sides[0], *sides[1]) else "two games of a side have the same seed"
        raise SettingsError(f"{what}, so that games make no pairs", remedy="compare them unpaired")
    if not set(sides[0]) & set(sides[1]):
        raise SettingsError("no game has the seed of one of the other side", remedy="compare them unpaired")
    return common


def _shared(first: Side, second: Side) -> int:
    """How many games are on both sides; 0 too where names don't tell games apart."""
    one, other = first.keys["game"], second.keys["game"]
    clear = len(set(one)) == len(one) and len(set(other)) == len(other)
    return len(set(one) & set(other)) if clear else 0


def _compared(
    first: Side, second: Side, name: str, pairing: Pairing | None, over: Over, how: Resampling, *, shared: bool
) -> tuple[GroupFigure, GroupFigure, Difference]:
    from quack.metrics.comparison import difference, overlapping_difference, paired_difference

    kind = METRICS[name].kind
    one, other = (side.study.results(side.group, name) for side in (first, second))
    if pairing is None and not shared:
        found = difference(one, other, over=over, kind=kind, how=how)
    else:
        key: Pairing = pairing or "game"
        compare = paired_difference if pairing else overlapping_difference
        found = compare(_keyed(first, key, one), _keyed(second, key, other), over=over, kind=kind, how=how)
    if name in CENSUS:
        found = replace(found, interval=None, p_value=None)
    figures = [group_figure(side.study, side.group, name, how) for side in (first, second)]
    return figures[0], figures[1], found


def _keyed(side: Side, pairing: Pairing, results: Sequence[MetricResult]) -> dict[str, MetricResult]:
    return {str(key): result for key, result in zip(side.keys[pairing], results, strict=True)}


def _adjusted(
    rows: Sequence[tuple[GroupFigure, GroupFigure, Difference]], correction: Correction
) -> Iterable[ComparedFigure]:
    from quack.metrics.multiplicity import adjust

    names = [one.metric.name for one, _, _ in rows]
    twice = _complemented(names)
    p_values = [
        None if found.identical or name in twice else found.p_value
        for name, (*_, found) in zip(names, rows, strict=True)
    ]
    adjusted = dict(zip(names, p_values if correction == "none" else adjust(p_values, correction), strict=True))
    for name, (one, other, found) in zip(names, rows, strict=True):
        yield ComparedFigure(one.metric, one, other, found, adjusted[twice.get(name, name)])


def find_group(study: Study, text: str) -> Group:
    """The group of a name, or of a part of it that no other has.

    Raises:
        SettingsError: no group has it in its name, or several have; it lists them.
    """
    here = f"{HERE} ({NO_CONDITION})"
    names = {here if group == (HERE,) else group_name(group): group for group in study.groups() if group != OVERALL}
    return names[
        find_name(names, here if text in (HERE, NO_CONDITION) else text, " / ".join(study.by).replace("_", " "))
    ]


def find_name(names: Iterable[str], text: str, what: str) -> str:
    """The one of some names that is meant by a text: it itself, or the only one that contains it.

    Args:
        what: what the names are names of.

    Raises:
        SettingsError: none or several are.
    """
    known = list(names)
    meant = [name for name in known if name == text] or [name for name in known if text in name]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise SettingsError(f"{text!r} may be each of: {', '.join(meant)}", remedy="give the whole name")
    raise SettingsError(f"no {what} {text!r}", remedy=f"there are: {', '.join(known) or 'none'}")
