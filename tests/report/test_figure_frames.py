"""The figures of a study and of a comparison as data frames."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest

from quack.errors import SettingsError
from quack.metrics.comparing import Comparison, compare
from quack.metrics.resampling import Resampling
from quack.metrics.study import Study
from quack.report.figure_frames import comparison_frame, table_frame
from quack.report.score_comparison import Compared
from quack.report.score_json import comparison_csv, scores_csv
from tests.support.scored import scored

FEW = Resampling(resamples=200)
METRICS = ["kills", "goose_skip_rate"]


def _study(*conditions: str, games: int = 4) -> Study:
    study = Study()
    for condition in conditions:
        for number in range(games):
            study.add(scored(f"{condition}/seed{number}", {"kills": (number % 2, 1)}, seed=str(number)))
    return study


def _comparison() -> Comparison:
    study = _study("a", "b")
    return compare(study.side("a"), study.side("b"), metrics=METRICS, how=FEW)


def test_a_table_has_a_row_for_each_figure_of_each_group() -> None:
    frame = table_frame(_study("a", "b"), METRICS, how=FEW)
    assert [("a", "kills"), ("a", "goose_skip_rate"), ("b", "kills"), ("b", "goose_skip_rate")] == list(
        zip(frame["condition"][:4], frame["figure"][:4], strict=True)
    )
    assert [True, True] == list(frame["condition"][4:].isna())


def test_a_table_gives_the_figures_of_the_study() -> None:
    study = _study("a")
    first, row = study.table(["kills"], how=FEW)[0], table_frame(study, ["kills"], how=FEW).iloc[0]
    assert (2, 4, 0.5) == (row["numerator"], row["denominator"], row["pooled"])
    assert first.pooled.interval == (row["pooled_low"], row["pooled_high"])


def test_a_figure_that_no_game_has_is_missing_and_its_columns_keep_their_types() -> None:
    frame = table_frame(_study("a"), ["goose_skip_rate"], how=FEW)
    assert [True, True] == list(frame["pooled"].isna())
    assert {"string": "figure", "Int64": "published_games", "Float64": "pooled_low"} == {
        str(frame[name].dtype): name for name in ("figure", "published_games", "pooled_low")
    }


def test_a_table_of_nothing_is_empty() -> None:
    assert table_frame(_study("a"), []).empty


def test_a_figure_that_there_is_not_is_an_error_that_names_the_closest() -> None:
    with pytest.raises(SettingsError, match="there is no figure 'kill'; did you mean kills"):
        table_frame(_study("a"), ["kill"])


def test_a_comparison_gives_both_sides_and_their_difference() -> None:
    study = _study("a")
    for number in range(4):
        study.add(scored(f"b/seed{number}", {"kills": (number % 3, 1)}, seed=str(number)))
    comparison = compare(study.side("a"), study.side("b"), metrics=["kills"], how=FEW)
    found, row = comparison.figures[0].difference, comparison_frame(comparison).iloc[0]
    assert ("kills", 0.5, 0.75, found.value) == tuple(
        row[name] for name in ("figure", "first_pooled", "second_pooled", "difference")
    )
    assert (found.p_value, found.pairs, found.games) == (
        row["p"],
        row["pairs"],
        (row["first_compared"], row["second_compared"]),
    )
    assert (False, 0) == (row["identical"], row["shared"])


def test_a_figure_that_is_identical_in_every_pair_has_no_bounds() -> None:
    row = comparison_frame(_comparison()).iloc[0]
    assert row["identical"]
    assert [True, True, True] == [row[name] is pd.NA for name in ("low", "high", "p")]


def test_frames_have_the_columns_of_the_csv() -> None:
    study, comparison = _study("a"), _comparison()
    groups = {("a",): {each.metric.name: each for each in study.table(METRICS, [("a",)], FEW)}}
    for text, frame in (
        (scores_csv(study, groups), table_frame(study, METRICS, how=FEW)),
        (comparison_csv(Compared(comparison, "a", "b")), comparison_frame(comparison)),
    ):
        assert next(csv.reader(io.StringIO(text))) == list(frame.columns)


def test_only_what_is_text_is_text() -> None:
    frames = table_frame(_study("a"), METRICS, how=FEW), comparison_frame(_comparison())
    texts = {name for frame in frames for name in frame.columns if frame[name].dtype == pd.StringDtype()}
    assert {"condition", "figure", "kind", "unit", "label", "measure"} == texts
