"""Scored games as tables, in sentences, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quack.audit.results import Coverage, FailedGame
from quack.errors import LogError
from quack.metrics import METRICS
from quack.metrics.comparing import compare
from quack.metrics.game_figures import Player
from quack.metrics.grouping import OVERALL
from quack.metrics.resampling import Resampling
from quack.metrics.study import Study
from quack.report.layout import lay_out
from quack.report.score_comparison import Compared, comparison_lines, comparison_tables, probability, signed
from quack.report.score_json import comparison_csv, comparison_json, scores_csv, scores_json
from quack.report.score_tables import CELLS, HEADLINES, View
from quack.report.scores import Scores, score_tables, sentences
from quack.report.tables import MISSING, Table
from tests.support.scored import scored

NAMES = [name for name, metric in METRICS.items() if not metric.published]
FEW = Resampling(resamples=200)
LONG = "geese_of_a_rather_long_name_1.5_duck_of_another_2.5"


def _study(*conditions: str, games: int = 4, by: Sequence[str] = ("condition",), paper: bool = False) -> Study:
    study = Study(by, paper=paper)
    for condition in conditions:
        for number in range(games):
            figures = {name: (number % 2, 1) for name in NAMES}
            figures |= {name: (int(index == number), 4) for index, name in enumerate(CELLS.values())}
            if number == 0:
                del figures["goose_skip_rate"], figures["cooldown_used"]
            study.add(
                scored(
                    f"{condition}/seed{number}",
                    figures | {"coverage": (3, 4)},
                    seed=str(number),
                    coverage=Coverage({"extracted": 3, "failed": 1}),
                    published={"kills": 2.0} if paper else {},
                )
            )
    return study


def _tables(study: Study, view: View | None = None, names: Sequence[str] = NAMES, **how: Any) -> dict[str, Table]:
    scores = Scores(study, names, FEW, **how)
    return {table.title: table for table in score_tables(scores, view or View())}


def _row(table: Table, name: str) -> tuple[str, ...]:
    return next(row[1:] for row in (*table.rows, table.total or ()) if row[0] == name)


def test_all_games_come_first_and_then_the_conditions_side_by_side() -> None:
    titles = list(_tables(_study("a", "b")))
    assert "Outcomes, from the log; 8 games" == titles[0]
    assert ["Outcomes by condition", "Behaviour by condition", "What was said by condition"] == titles[-3:]


def test_a_single_condition_is_not_told_apart() -> None:
    assert [] == [title for title in _tables(_study("a")) if " by condition" in title]


def test_a_figure_is_shown_with_its_interval_what_it_is_made_of_and_how_many_games_have_it() -> None:
    table = _tables(_study("a", games=3))["Behaviour, from the log; 3 games"]
    assert ("figure", "pooled", "95%", "made of", "mean", "95%", "games") == table.columns
    pooled, interval, made_of, mean, _, games = _row(table, "Skipped votes (Geese)")
    assert ("50.0%", "1/2", "50.0%", "2/3") == (pooled, made_of, mean, games)
    assert interval.count("–") == 1


def test_what_is_no_share_is_given_with_its_unit_unless_the_name_tells_it() -> None:
    table = _tables(_study("a"))["Outcomes, from the log; 4 games"]
    assert "0.50" == _row(table, "Duration (ticks)")[0]
    assert "0.50" == _row(table, "Kills")[0]


def test_a_figure_that_no_game_has_is_a_dash_and_not_zero() -> None:
    study = Study()
    study.add(scored("a/1", {"kills": (0, 1)}))
    table = _tables(study)["Outcomes, from the log; 1 game"]
    assert ("0.00", MISSING, "0/1", "0.00", MISSING, "1/1") == _row(table, "Kills")
    assert (MISSING,) * 5 + ("0/1",) == _row(table, "Ejection accuracy")


def test_coverage_stands_beside_what_was_said() -> None:
    tables = _tables(_study("a", "b"))
    said = "6 of 8 messages read (75.0%)"
    whole = [title for title in tables if said.replace("6 of 8", "24 of 32") in title]
    assert 4 == len(whole)
    table = tables["What was said by condition"]
    assert "coverage" == table.columns[2]
    assert "75.0%" == _row(table, "a")[1]


def test_accusations_are_counted_by_outcome_and_grounds() -> None:
    tables = _tables(_study("a"))
    table = next(table for title, table in tables.items() if title.startswith("Accusations by outcome and grounds"))
    assert ("1", "6.2%", "1", "6.2%", "2", "12.5%") == _row(table, "of a Duck")
    assert ("2", "12.5%", "2", "12.5%", "4", "25.0%") == _row(table, "all")


def test_how_many_games_have_a_figure_is_told_where_some_have_not() -> None:
    table = _tables(_study("a", "b"))["Behaviour by condition"]
    heads = list(table.columns)
    assert ["95%", "n"] == heads[heads.index("Skipped votes (Geese)") + 1 :][:2]
    assert "n" != heads[heads.index("Voting accuracy (Geese)") + 2]
    assert ("4", "3") == (_row(table, "a")[0], _row(table, "a")[heads.index("Skipped votes (Geese)") + 1])


def test_figures_that_no_group_has_are_left_out() -> None:
    figure = {"accusation_accuracy": (1, 2)}
    study = Study(["claim_type"])
    study.add(scored("a/1", {"kills": (1, 1)} | figure, types={"accusation": figure}))
    titles = [title for title in _tables(study) if " by claim type" in title]
    assert ["What was said by claim type"] == titles
    assert ("claim type", "games", "Accusation accuracy", "95%") == _tables(study)[titles[0]].columns


@pytest.mark.parametrize("width", [80, 100, 200])
@pytest.mark.parametrize("paper", [False, True])
def test_tables_fit_the_screen_and_names_are_whole(width: int, paper: bool) -> None:
    study = _study(LONG, "homogeneous_a", paper=paper)
    tables = [*_tables(study, View(paper=paper, width=width)).values()]
    tables += _tables(study, View(paper=paper, width=width), full=True).values()
    tables += _tables(study, View(paper=paper, width=width), names=["kills", "coverage"], chosen=True).values()
    lines = [line for table in tables for line in lay_out(table, width)]
    assert [] == [line for line in lines if len(line) > width]
    assert any(line.startswith(LONG) for line in lines)


def test_a_wide_screen_has_all_figures_of_a_tier_in_one_table() -> None:
    assert [] == [title for title in _tables(_study("a", "b"), View(width=250)) if "continued" in title]
    narrow = _tables(_study("a", "b"), View(width=80))
    assert "What was said by condition, continued" in narrow


def test_full_shows_every_figure_of_every_group() -> None:
    titles = list(_tables(_study("a", "b"), full=True))
    assert {"Behaviour, from the log; 8 games", "a: Behaviour, from the log; 4 games"} <= set(titles)
    assert "b: Accusations by outcome and grounds; 12 of 16 messages read (75.0%)" in titles


def test_a_chosen_figure_has_a_table_with_a_row_for_each_group() -> None:
    tables = _tables(_study("a", "b"), names=["goose_truthfulness"], chosen=True)
    title, table = next(iter(tables.items()))
    assert title.startswith("Goose truthfulness, about oneself: Supported / decided claims of Geese")
    assert (["a", "b"], "all") == ([row[0] for row in table.rows], (table.total or ("",))[0])


def test_values_as_published_stand_in_the_tables_that_have_some() -> None:
    tables = _tables(_study("a", paper=True), View(paper=True))
    outcomes = tables["Outcomes, from the log; 4 games"]
    assert ("as published", "2.00") == (outcomes.columns[-1], _row(outcomes, "Kills")[-1])
    assert MISSING == _row(outcomes, "Ejections (players)")[-1]
    assert "as published" not in tables["Behaviour, from the log; 4 games"].columns


def test_sentences_tell_how_intervals_were_made_what_was_read_and_what_failed() -> None:
    study = _study("a")
    study.add(FailedGame("a/x", Path("g"), LogError("broken", path="g", line=4)))
    said = list(sentences(Scores(study, NAMES, FEW, titles={"a/x": "the last"})))
    assert any("Intervals (95 %)" in line and "Wilson's" in line and "seed 0, 200 draws" in line for line in said)
    assert "Discussion messages: 12 of 16 read (75.0%): 12 extracted, 0 empty, 0 vote token, 4 failed" in "".join(said)
    assert ["1 of 5 games could not be audited:", "  the last: g:4: broken"] == said[-2:]


def test_where_only_chief_figures_stand_by_group_it_is_said_how_to_see_all() -> None:
    study = _study("a", "b")
    told = [" ".join(sentences(Scores(study, NAMES, FEW, full=full))) for full in (False, True)]
    assert [True, False] == ["--full shows all" in text for text in told]


def test_sentences_about_claims_are_left_out_where_nothing_that_was_said_is_shown() -> None:
    assert [] == [line for line in sentences(Scores(_study("a"), ["kills"], FEW)) if line.startswith("Claims")]


def _json(study: Study, **how: Any) -> dict[str, Any]:
    groups = Scores(study, NAMES, FEW).figures()
    return json.loads(json.dumps(scores_json(study, groups, FEW, rulebook={"name": "observed", "sha256": "0"}, **how)))


def test_json_has_the_documented_keys() -> None:
    keys = "program rulebook by intervals groups conditions coverage phrases extractors defects notices failed".split()
    assert keys == list(_json(_study("a")))


def test_json_has_every_figure_of_every_group_with_what_it_is_made_of() -> None:
    groups = _json(_study("a", "b"))["groups"]
    assert [{"condition": "a"}, {"condition": "b"}, None] == [group["group"] for group in groups]
    figure = groups[0]["metrics"]["goose_skip_rate"]
    assert (2, 3, 2 / 3, 3, 4) == tuple(
        figure[key] for key in ("numerator", "denominator", "pooled", "having", "games")
    )
    assert 2 == len(figure["pooled_interval"])


def test_json_lists_games_if_they_are_wanted() -> None:
    games = _json(_study("a", paper=True), games=True)["games"]
    assert ["a/seed0", "a/seed1", "a/seed2", "a/seed3"] == [game["game"] for game in games]
    assert {"numerator": 0, "denominator": 0, "value": None} == games[0]["metrics"]["goose_skip_rate"]
    assert ("0", {"kills": 2.0}) == (games[0]["seed"], games[0]["published"])


def test_csv_has_a_row_for_each_figure_of_each_group_and_leaves_empty_what_is_missing() -> None:
    study = _study("a", "b")
    text = scores_csv(study, Scores(study, ["kills", "report_latency"], FEW).figures())
    rows = list(csv.DictReader(io.StringIO(text)))
    assert 9 == len(rows)
    assert ("a", "kills", "2", "4", "0.5") == tuple(
        rows[0][key] for key in ("condition", "figure", "numerator", "denominator", "pooled")
    )
    assert {""} == {row["published_mean"] for row in rows}
    assert "" == rows[-1]["condition"]


def test_no_two_figures_of_a_csv_have_the_same_label() -> None:
    study = _study("a")
    names = ["goose_truthfulness", "goose_truthfulness.all"]
    rows = list(csv.DictReader(io.StringIO(scores_csv(study, Scores(study, names, FEW).figures()))))
    assert {"Goose truthfulness", "Goose truthfulness, about anybody"} <= {row["label"] for row in rows}
    assert len({row["figure"] for row in rows}) == len({row["label"] for row in rows})


def test_in_csv_names_are_text_that_steers_no_terminal_and_can_be_written() -> None:
    study = _study("a\x1b[31m", "b\udcff")
    text = scores_csv(study, Scores(study, ["kills"], FEW).figures())
    assert {"a\\x1b[31m", "b\ufffd", ""} == {row["condition"] for row in csv.DictReader(io.StringIO(text))}


def _compared(names: Sequence[str] = HEADLINES, **how: Any) -> Compared:
    study = _study("a", "b", games=6)
    other = Study()
    for number in range(6):
        other.add(scored(f"c/{number}", {"kills": (5 + number % 2, 1)}, seed=str(number)))
    return Compared(compare(study.side("a"), other, metrics=names, how=FEW, **how), "a", "c")


def test_a_comparison_tells_both_sides_and_the_difference_in_words() -> None:
    table = next(iter(comparison_tables(_compared(), View())))
    assert "Outcomes. A: a. B: c." == table.title
    row = _row(table, "Kills")
    assert ("0.50", "5.50", "-5.00") == row[:3]
    assert (" to " in row[3], "A lower") == (True, row[-1])


def test_a_difference_that_rounds_to_nothing_has_no_minus() -> None:
    assert ("+0.0", "+0.00") == (signed(METRICS["goose_wins"], -0.0001), signed(METRICS["kills"], -0.001))


def test_a_figure_that_one_side_lacks_has_dashes() -> None:
    row = _row(next(iter(comparison_tables(_compared(), View()))), "Ejection accuracy")
    assert ("50.0%", MISSING, MISSING, MISSING, MISSING, MISSING, MISSING) == row[:7]
    assert MISSING == row[-1]


def test_a_comparison_says_whether_games_are_paired_and_how_p_was_corrected() -> None:
    paired = " ".join(comparison_lines(_compared()))
    assert "Paired: games of one seed, up to 6 pairs." in paired
    assert "p of 1 figure, adjusted by Holm's method" in paired
    apart = " ".join(comparison_lines(_compared(paired=False, correction="none")))
    assert "Games are not paired" in apart
    assert "not adjusted" in apart


def test_a_comparison_says_that_sides_have_games_in_common() -> None:
    study = Study(("model",))
    for number in range(4):
        duck = Player("player_1", "Bob", "duck", "x" if number == 3 else "y")
        roster = (Player("player_0", "Alice", "goose", "x"), duck)
        teams = {team: {"survivors": (number % 2, 1)} for team in ("goose", "duck")}
        study.add(scored(f"c/{number}", teams=teams, roster=roster))
    compared = Compared(compare(study.side("x"), study.side("y"), metrics=["survivors"], how=FEW), "x", "y")
    assert "Games are not paired, but 3 games are on both sides" in " ".join(comparison_lines(compared))


def test_a_comparison_of_pairs_says_where_games_are_left_out_of_it() -> None:
    study = _study("a", games=6)
    for number in range(4):
        study.add(scored(f"b/{number}", {"kills": (number, 1)}, seed=str(number)))
    found = compare(study.side("a"), study.side("b"), metrics=["kills"], paired=True, how=FEW)
    assert "A−B is of pairs only" in " ".join(comparison_lines(Compared(found, "a", "b")))
    assert "A−B is of pairs only" not in " ".join(comparison_lines(_compared(["kills"])))


def test_a_study_compared_with_itself_is_identical_and_has_no_intervals() -> None:
    study = _study("a")
    compared = Compared(compare(study, study, metrics=["kills", "goose_wins"], how=FEW), "a", "a")
    for row in next(iter(comparison_tables(compared, View()))).rows:
        assert (MISSING, "identical") == (row[4], row[-1])
    assert "too few games" not in " ".join(comparison_lines(compared))
    data = json.loads(json.dumps(comparison_json(compared, rulebooks=[{}, {}], failed=[])))["metrics"]["kills"]
    assert (True, None) == (data["identical"], data["interval"])


def test_a_finding_that_is_none_is_unclear() -> None:
    study = _study("a", games=4)
    for number in range(4):
        study.add(scored(f"b/{number}", {"kills": (1 - number % 2, 1)}, seed=str(number)))
    found = compare(study.side("a"), study.side("b"), metrics=["kills"], how=FEW)
    table = next(iter(comparison_tables(Compared(found, "a", "b"), View())))
    assert ("A−B", "unclear") == (table.columns[3], table.rows[0][-1])


@pytest.mark.parametrize(
    ("p_value", "draws", "text"),
    [
        (1 / 2001, 2000, "<0.0005"),
        (2 / 2001, 2000, "0.0010"),
        (1 / 100001, 100000, "<0.0001"),
        (1 / 101, 100, "<0.0100"),
        (1.0, 100, "1.0000"),
        (None, 100, MISSING),
    ],
)
def test_a_p_that_so_few_draws_can_give_at_least_is_a_bound(p_value: float | None, draws: int, text: str) -> None:
    assert text == probability(p_value, Resampling(resamples=draws))


def test_a_comparison_is_json_and_csv_with_the_same_numbers() -> None:
    compared = _compared(["kills"])
    named = [{"name": "observed", "sha256": "0"}] * 2
    data = json.loads(json.dumps(comparison_json(compared, rulebooks=named, failed=[])))
    keys = "program first second pairing over correction tests intervals metrics failed".split()
    assert keys == list(data)
    figure = data["metrics"]["kills"]
    row = next(csv.DictReader(io.StringIO(comparison_csv(compared))))
    assert (str(figure["difference"]), str(figure["interval"][0])) == (row["difference"], row["low"])
    assert ("6", "seed") == (row["pairs"], data["pairing"])


def test_every_headline_is_a_figure() -> None:
    assert [] == [name for name in HEADLINES if name not in METRICS]
    assert OVERALL not in _study("a").groups()[:-1]
