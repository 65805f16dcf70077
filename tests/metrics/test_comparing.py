"""Conditions and rulebooks compared: which games make pairs, and what is done about many figures."""

from __future__ import annotations

import pytest

from quack.errors import SettingsError
from quack.metrics.comparing import Side, compare, find_group, find_name
from quack.metrics.game_figures import GameFigures, Player
from quack.metrics.grouping import group_name
from quack.metrics.study import Study
from tests.support.scored import scored


def _study(*games: GameFigures, by: tuple[str, ...] = ("condition",)) -> Study:
    study = Study(by)
    for each in games:
        study.add(each)
    return study


def _games(condition: str, kills: list[int], seeds: list[str | None] | None = None) -> list[GameFigures]:
    seeds = seeds or [str(number) for number in range(len(kills))]
    return [
        scored(f"{condition}/{number}", {"kills": (kill, 1), "goose_wins": (kill % 2, 1)}, seed=seed)
        for number, (kill, seed) in enumerate(zip(kills, seeds, strict=True))
    ]


def _two(seeds: list[str | None] | None = None) -> Study:
    return _study(*_games("a", [3, 2, 4, 3, 5, 2]), *_games("b", [1, 1, 2, 0, 2, 1], seeds))


def test_the_difference_is_the_first_less_the_second() -> None:
    study = _two()
    row = compare(study.side("a"), study.side("b"), metrics=["kills"]).figures[0]
    assert (19 / 6, 7 / 6) == (row.first.pooled.value, row.second.pooled.value)
    assert pytest.approx(2) == row.difference.value


def test_conditions_with_the_same_seeds_are_paired_by_seed() -> None:
    study = _two()
    found = compare(study.side("a"), study.side("b"), metrics=["kills"])
    assert ("seed", 6) == (found.pairing, found.figures[0].difference.pairs)


@pytest.mark.parametrize("seeds", [["0", "1", "2", "3", "4", "9"], ["0", "1", "2", "3", "4", None], ["0"] * 6])
def test_games_without_a_counterpart_each_are_not_paired_unless_somebody_says_so(seeds: list[str | None]) -> None:
    study = _two(seeds)
    assert None is compare(study.side("a"), study.side("b"), metrics=["kills"]).pairing


def test_games_of_the_same_seeds_may_be_left_unpaired() -> None:
    study = _two()
    found = compare(study.side("a"), study.side("b"), metrics=["kills"], paired=False)
    assert (None, (6, 6)) == (found.pairing, found.figures[0].difference.games)


def test_pairs_that_are_asked_for_are_made_of_the_games_that_have_a_counterpart() -> None:
    study = _two(["0", "1", "2", "3", "8", "9"])
    found = compare(study.side("a"), study.side("b"), metrics=["kills"], paired=True)
    assert ("seed", 4) == (found.pairing, found.figures[0].difference.pairs)


@pytest.mark.parametrize(
    ("seeds", "complaint"),
    [
        (["0", "1", "2", "3", "4", None], "a game has no seed"),
        (["0"] * 6, "two games of a side have the same seed"),
        (["10", "11", "12", "13", "14", "15"], "no game has the seed of one of the other side"),
    ],
)
def test_pairs_that_cannot_be_made_are_an_error(seeds: list[str | None], complaint: str) -> None:
    study = _two(seeds)
    with pytest.raises(SettingsError, match=complaint):
        compare(study.side("a"), study.side("b"), metrics=["kills"], paired=True)


def test_the_same_games_of_two_studies_are_paired_by_game() -> None:
    one, other = _study(*_games("a", [1, 2, 3], ["7", "7", None])), _study(*_games("a", [2, 2, 4], ["7", "7", None]))
    found = compare(one, other, metrics=["kills"])
    assert ("game", 3) == (found.pairing, found.figures[0].difference.pairs)
    assert pytest.approx(-2 / 3) == found.figures[0].difference.value


def test_parts_of_the_same_games_are_paired_by_game() -> None:
    teams = {"goose": {"survivors": (2, 1)}, "duck": {"survivors": (1, 1)}}
    study = _study(scored("a/1", teams=teams), scored("a/2", teams=teams), by=("team",))
    assert "game" == compare(study.side("goose"), study.side("duck"), metrics=["survivors"]).pairing


def _models(*games: tuple[str, str]) -> Study:
    """Games of a model as Geese against one as Duck, who survive or don't."""
    study = Study(("model",))
    for number, (goose, duck) in enumerate(games):
        teams = {"goose": {"survivors": (number % 3, 1)}, "duck": {"survivors": (number % 2, 1)}}
        roster = (Player("player_0", "Alice", "goose", goose), Player("player_1", "Bob", "duck", duck))
        study.add(scored(f"a/{number}", teams=teams, roster=roster))
    return study


def test_games_that_are_on_both_sides_are_drawn_for_both_at_once() -> None:
    study = _models(("x", "y"), ("x", "y"), ("y", "x"), ("x", "x"), ("y", "y"), ("y", "y"))
    found = compare(study.side("x"), study.side("y"), metrics=["survivors"])
    assert (None, 3, 3) == (found.pairing, found.shared, found.figures[0].difference.shared)
    assert (4, 5) == found.figures[0].difference.games


def test_sides_of_other_games_share_none() -> None:
    study = _two(["0", "1", "2", "3", "4", "9"])
    assert 0 == compare(study.side("a"), study.side("b"), metrics=["kills"]).shared


def test_p_values_are_corrected_for_the_figures_that_have_one() -> None:
    study = _two()
    both = ["kills", "goose_wins", "report_latency"]
    sides = study.side("a"), study.side("b")
    corrected = {each.metric.name: each for each in compare(*sides, metrics=both).figures}
    plain = {each.metric.name: each for each in compare(*sides, metrics=both, correction="none").figures}
    smallest = min(plain["kills"].adjusted or 1, plain["goose_wins"].adjusted or 1)
    assert 2 * smallest == min(corrected["kills"].adjusted or 1, corrected["goose_wins"].adjusted or 1)
    assert (None, None) == (corrected["report_latency"].difference.p_value, corrected["report_latency"].adjusted)
    assert [each.difference.p_value for each in plain.values()] == [each.adjusted for each in plain.values()]


def test_what_is_the_same_in_all_games_and_the_second_of_two_complements_are_no_further_tests() -> None:
    study = Study()
    for condition, kills, won in (
        ("a", [3, 2, 4, 3, 5, 2], [1, 1, 1, 0, 1, 1]),
        ("b", [1, 1, 2, 0, 2, 1], [0, 0, 1] * 2),
    ):
        for number, (kill, win) in enumerate(zip(kills, won, strict=True)):
            figures = {"kills": (kill, 1), "goose_wins": (win, 1), "duck_wins": (1 - win, 1), "duration": (80, 1)}
            figures |= {"task_efficiency": (2, 4), "coverage": (number + 1, 9)}
            study.add(scored(f"{condition}/{number}", figures))
    names = ["duck_wins", "goose_wins", "kills", "duration", "task_efficiency", "coverage"]
    found = compare(study.side("a"), study.side("b"), metrics=names)
    adjusted = {each.metric.name: each.adjusted for each in found.figures}
    assert 2 == found.tests
    assert (None, None, None) == (adjusted["duration"], adjusted["task_efficiency"], adjusted["coverage"])
    assert adjusted["duck_wins"] == adjusted["goose_wins"] is not None
    assert [None, None] == [found.figures[5].difference.interval, found.figures[5].difference.p_value]


def test_one_of_two_complements_counts_where_the_other_is_not_compared() -> None:
    study = _study(*[scored(f"{side}/{n}", {"duck_wins": (n % 2, 1)}) for side in "ab" for n in range(5)])
    assert 1 == compare(study.side("a"), study.side("b"), metrics=["duck_wins"], paired=False).tests


def test_means_over_games_may_be_compared_instead_of_pooled_rates() -> None:
    one = scored("a/1", {"task_efficiency": (1, 10)}), scored("a/2", {"task_efficiency": (1, 1)})
    other = scored("b/1", {"task_efficiency": (1, 2)}), scored("b/2", {"task_efficiency": (1, 2)})
    study = _study(*one, *other)
    sides = study.side("a"), study.side("b")
    pooled, mean = (compare(*sides, metrics=["task_efficiency"], over=over) for over in ("pooled", "mean"))
    assert pytest.approx(2 / 11 - 0.5) == pooled.figures[0].difference.value
    assert pytest.approx(0.05) == mean.figures[0].difference.value


def test_a_study_stands_for_all_its_games() -> None:
    study = _study(*_games("a", [1, 2]))
    assert (study, ()) == (Side(study).study, Side(study).group)
    assert 1.5 == compare(study, Side(study), metrics=["kills"]).figures[0].first.pooled.value


def test_an_unknown_figure_is_an_error_that_says_which_was_meant() -> None:
    study = _two()
    with pytest.raises(SettingsError, match=r"no figure 'kils'; did you mean kills\?"):
        compare(study, study, metrics=["kils"])


def test_a_group_that_is_not_there_is_an_error_that_lists_those_that_are() -> None:
    with pytest.raises(SettingsError, match="no games of c; there are those of a, b"):
        _two().side("c")


def test_a_name_is_meant_by_itself_before_any_that_contains_it() -> None:
    assert "gpt" == find_name(["gpt-mini", "gpt"], "gpt", "condition")


def test_a_part_that_only_one_name_has_will_do() -> None:
    assert ("b", "duck") == find_group(_combined(), "b / d")


@pytest.mark.parametrize("text", [".", "no condition"])
def test_games_of_no_condition_are_a_group_with_a_name(text: str) -> None:
    study = _study(scored("1", condition="."), *_games("a", [1]))
    assert ((".",), "no condition") == (find_group(study, text), group_name((".",)))


def _combined() -> Study:
    teams = {"goose": {"survivors": (2, 1)}, "duck": {"survivors": (1, 1)}}
    return _study(scored("a/1", teams=teams), scored("b/1", teams=teams), by=("condition", "team"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("duck", "'duck' may be each of: a / duck, b / duck; give the whole name"),
        ("swan", "no condition / team 'swan'; there are: a / goose, a / duck, b / goose, b / duck"),
    ],
)
def test_a_part_of_several_or_no_names_is_an_error_that_lists_them(text: str, complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        find_group(_combined(), text)
