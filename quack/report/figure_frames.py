"""Data frames of figures: of a study and of a comparison, with the columns of `quack score --format csv`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quack.report.score_json import comparison_rows, score_rows

if TYPE_CHECKING:
    import pandas as pd

    from quack.metrics.comparing import Comparison
    from quack.metrics.grouping import Group
    from quack.metrics.resampling import Resampling
    from quack.metrics.study import Study

_DTYPES = {"identical": "boolean"} | dict.fromkeys(
    (
        "tier numerator denominator having games published_games pairs shared first_compared second_compared "
        "first_numerator first_denominator first_having first_games second_numerator "
        "second_denominator second_having second_games"
    ).split(),
    "Int64",
)
_WORDS = frozenset(("figure", "label", "kind", "unit", "measure"))


def table_frame(
    study: Study,
    metrics: Iterable[str] | None = None,
    groups: Iterable[Group] | None = None,
    how: Resampling | None = None,
) -> pd.DataFrame:
    """The table of a study as a data frame: a row for each figure of each group.

        from quack import score_games, table_frame

        frame = table_frame(score_games("logs", by="team"), ["accusation_accuracy", "survivors"])
        print(frame[["team", "figure", "pooled", "pooled_low", "pooled_high"]])

    Args:
        study, metrics, groups, how: as for `Study.table`.

    Returns:
        The columns begin with what groups are told apart by, missing for all games. `pooled` and `mean` are the figure
        pooled over games and the mean over games, `_low` and `_high` the bounds of their intervals; `games` were looked
        at, `having` have the figure. What is not there is missing (pandas.NA), never 0.

    Raises:
        SettingsError: there is no such figure.
        KeyError: there is no such group.
    """
    return _frame(score_rows(study, study.table(metrics, groups, how)), frozenset(study.by))


def comparison_frame(comparison: Comparison) -> pd.DataFrame:
    """A comparison as a data frame: a row for each figure.

        from quack import compare, comparison_frame, score_games

        study = score_games("logs", by="team")
        frame = comparison_frame(compare(study.side("goose"), study.side("duck"), metrics=["accusation_accuracy"]))
        print(frame[["figure", "difference", "low", "high", "p_adjusted"]])

    Returns:
        `first_` and `second_` are the sides; `difference` is the first less the second, from `low` to `high`; `p` and
        `p_adjusted` are its p-value, `effect` how large it is in the measure `measure`. `first_compared` and
        `second_compared` say how many games of each side count, `pairs` how many pairs they make;
        `identical` says that the numbers are the same in every pair, so that there is no interval. What is not there is
        missing (pandas.NA), never 0.
    """
    return _frame(comparison_rows(comparison))


def _frame(rows: Sequence[Mapping[str, Any]], words: frozenset[str] = frozenset()) -> pd.DataFrame:
    """Rows as a data frame; the types are said, for a column in which everything is missing shows none."""
    import pandas as pd

    columns = {}
    for name in rows[0] if rows else ():
        dtype = "string" if name in _WORDS | words else _DTYPES.get(name, "Float64")
        columns[name] = pd.array([row[name] for row in rows], dtype=dtype)
    frame: pd.DataFrame = pd.DataFrame(columns)
    return frame
