"""Tables as data."""

from __future__ import annotations

from quack.metrics.aggregate import Summary
from quack.report import tables
from tests.samples import accusation, game, record

POLICY = ("true", "near_miss", "wrong_room", "false", "unverifiable")


def _summary(*games: object) -> Summary:
    summary = Summary()
    for each in games:
        summary.add(each)  # type: ignore[arg-type]
    return summary


def test_a_game_has_a_row_with_its_claims_by_verdict() -> None:
    summary = _summary(game(record("true"), record("false"), record("unverifiable"), coverage={"extracted": 1, "failed": 3}))
    table = tables.games_table(summary, POLICY)
    assert ("game", "claims", *POLICY, "refuted", "coverage") == table.columns
    assert (("run/seed01", "3", "1", "0", "0", "1", "1", "50.0%", "25.0%"),) == table.rows


def test_a_game_without_claims_has_no_rate() -> None:
    assert (("run/seed01", "0", "–", "–"),) == tables.games_table(_summary(game()), ()).rows


def test_games_of_a_condition_share_a_row() -> None:
    summary = _summary(game(record(), name="b/1"), game(record(), name="a/1"), game(record(), name="a/2"))
    rows = tables.conditions_table(summary, ("true",)).rows
    assert [("a", "2", "2", "2"), ("b", "1", "1", "1")] == [row[:4] for row in rows]


def test_labels_of_a_rulebook_of_its_own_follow_those_of_its_policy() -> None:
    assert ("true", "false", "bystander") == tables.verdict_labels(_summary(game(record("bystander"))), ("true", "false"))


def test_claims_are_counted_by_type() -> None:
    table = tables.types_table(_summary(game(record(), record("false", "route"), record("true", "gesture"))), ("true", "false"))
    rows = {row[0]: row[1:] for row in table.rows}
    assert (("1", "0", "1"), ("0", "1", "1"), ("1", "0", "1")) == (rows["location"], rows["route"], rows["gesture"])
    assert ("all", "2", "1", "3") == table.total


def test_a_rate_shows_what_it_is_made_of() -> None:
    summary = _summary(game(record("true"), record("false", perspective="other")))
    rows = {row[0]: row[1:] for row in tables.metrics_table(summary).rows}
    assert ("100.0%  1/1", "50.0%  1/2", "100.0% of 1") == rows["Goose truthfulness"]
    assert ("–", "–", "–") == rows["Duck truthfulness"]


def test_published_figures_are_shown_on_request_only() -> None:
    def figures(published: bool) -> list[str]:
        return [row[0] for row in tables.metrics_table(_summary(game()), published=published).rows]

    assert "Lie detection, as published" not in figures(False)
    assert "Lie detection, as published" in figures(True)


def test_accusations_are_shown_by_outcome_and_grounds() -> None:
    table = tables.accusations_table(_summary(game(accusation("hit", True), accusation("miss", False))))
    assert (("hit (a Duck)", "50.0%  1/2", "0.0%  0/2"), ("miss (a Goose)", "0.0%  0/2", "50.0%  1/2")) == table.rows


def test_phrases_are_shown_by_how_far_they_were_understood() -> None:
    table = tables.phrases_table(_summary(game(phrases={"fully": 3, "not": 1})))
    assert (("claims with one", "75.0%  3/4", "0.0%  0/4", "25.0%  1/4", "4"),) == table.rows
