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
    summary = _summary(
        game(record("true"), record("false"), record("unverifiable"), coverage={"extracted": 1, "failed": 3})
    )
    table = tables.games_table(summary, POLICY)
    assert ("game", "claims", *POLICY, "refuted", "coverage") == table.columns
    assert (("run/seed01", "3", "1", "0", "0", "1", "1", "50.0%", "25.0%"),) == table.rows


def test_a_game_without_claims_has_no_rate() -> None:
    assert (("run/seed01", "0", "–", "–"),) == tables.games_table(_summary(game()), ()).rows


def test_an_accusation_that_misses_is_no_refuted_statement() -> None:
    summary = _summary(game(record("true"), accusation("miss", True)))
    assert "0.0%" == tables.games_table(summary, POLICY).rows[0][-2]


def test_games_of_a_condition_share_a_row() -> None:
    summary = _summary(game(record(), name="b/1"), game(record(), name="a/1"), game(record(), name="a/2"))
    rows = tables.conditions_table(summary, ("true",)).rows
    assert [("a", "2", "2", "2"), ("b", "1", "1", "1")] == [row[:4] for row in rows]


def test_labels_of_a_rulebook_of_its_own_follow_those_of_its_policy() -> None:
    assert ("true", "false", "bystander") == tables.verdict_labels(
        _summary(game(record("bystander"))), ("true", "false")
    )


def test_claims_are_counted_by_type() -> None:
    table = tables.types_table(
        _summary(game(record(), record("false", "route"), record("true", "gesture"))), ("true", "false")
    )
    rows = {row[0]: row[1:] for row in table.rows}
    assert (("1", "0", "1"), ("0", "1", "1"), ("1", "0", "1")) == (rows["location"], rows["route"], rows["gesture"])
    assert ("all", "2", "1", "3") == table.total


def test_a_rate_shows_what_it_is_made_of() -> None:
    summary = _summary(game(record("true"), record("false", perspective="other")), game())
    rows = {row[0]: row[1:] for row in tables.trajectory_table(summary).rows}
    assert ("100.0%", "1/1", "50.0%", "1/2", "100.0%", "1/2") == rows["Goose truthfulness"]
    assert ("–", "–", "–", "–", "–", "0/2") == rows["Duck truthfulness"]


def test_coverage_stands_beside_the_rates() -> None:
    summary = _summary(game(record(), coverage={"extracted": 1, "failed": 3}))
    assert "1 of 4 messages read (25.0%)" in tables.trajectory_table(summary).title
    assert "1 of 4 messages read (25.0%)" in tables.other_rates_table(summary).title


def test_published_figures_are_shown_on_request_only() -> None:
    def figures(published: bool) -> list[str]:
        return [row[0] for row in tables.other_rates_table(_summary(game()), published=published).rows]

    assert "Lie detection, as published" not in figures(False)
    assert "Lie detection, as published" in figures(True)


def test_accusations_are_shown_by_outcome_and_grounds() -> None:
    table = tables.other_rates_table(_summary(game(accusation("hit", True), accusation("miss", False))))
    rows = {row[0]: row[1:3] for row in table.rows}
    assert ("50.0%", "1/2") == rows["Accusations: hit and grounded"]
    assert ("0.0%", "0/2") == rows["Accusations: hit by luck"]
    assert ("50.0%", "1/2") == rows["Accusations: miss without grounds"]


def test_utterances_are_told_by_what_became_of_them() -> None:
    told = tables.utterances_line("Messages", {"extracted": 3, "vote_token": 1, "failed": 4})
    assert "Messages: 4 of 8 read (50.0%): 3 extracted, 0 empty, 1 vote token, 4 failed, 0 not attempted." == told


def test_phrases_are_told_by_how_far_they_were_understood() -> None:
    told = tables.phrases_line({"fully": 3, "not": 1})
    assert "Time phrases: 4, understood: 3 fully (75.0%), 0 partly (0.0%), 1 not at all (25.0%)." == told


def test_it_is_said_whose_claims_were_used() -> None:
    files = ["claims.jsonl", "claims.gold.jsonl", None, "claims.gold.jsonl"]
    exact = "claims.gold.jsonl, the players' own exact labels (2 games)"
    assert f"Claims: {exact}, claims.jsonl (1 game), no file (1 game)." == tables.claims_line(files)
