"""Outcomes and behaviour in the reference games: equal to what was published, or different by a fault that is named.

What the published program did with a game is told again in `quack.metrics.published_behaviour`, fault by fault. The
games that it got wrong, and by which faults, are listed in `published_differences.tsv`; to write that anew:
`python -m tests.support.published_differences FOLDER > tests/metrics/published_differences.tsv`.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quack.events.rows import Stay
from quack.metrics import METRICS, of_tier
from quack.metrics.behaviour import chances
from quack.metrics.course import Course
from quack.metrics.outcome import outcome_of
from quack.metrics.published_behaviour import CALL_TICK, PUBLISHED, VICTIM, published_chances, same
from quack.metrics.published_trajectory import CHAT, RESPAWN, trajectory
from tests.support.published_differences import differences, reference_courses

LISTED = Path(__file__).with_name("published_differences.tsv")
EXACT = [name for name in (*of_tier(1), *of_tier(2)) if METRICS[name].published_as and name not in PUBLISHED]
WINS = ("goose_wins", "duck_wins")


@pytest.fixture(scope="module")
def courses(reference: Path) -> dict[str, Course]:
    return reference_courses(reference)


@pytest.fixture(scope="module")
def evaluations(reference: Path, courses: dict[str, Course]) -> dict[str, dict[str, Any]]:
    return {game: json.loads((reference / game / "evaluation.json").read_text("utf-8")) for game in courses}


def test_all_games_with_an_evaluation_are_compared(courses: dict[str, Course]) -> None:
    assert 178 == len(courses)


def test_the_winner_and_the_reason_are_the_published_ones(
    courses: dict[str, Course], evaluations: dict[str, dict[str, Any]]
) -> None:
    for game, course in courses.items():
        published = evaluations[game]["tier1"]
        assert (published["winner"], published["win_reason"], False) == outcome_of(course), game
        wins = [METRICS[name].compute(course).numerator for name in WINS]
        assert [published["winner"] == "goose", published["winner"] == "duck"] == wins, game


@pytest.mark.parametrize("name", [name for name in EXACT if name not in WINS])
def test_what_needs_no_trajectory_is_exactly_as_published(
    name: str, courses: dict[str, Course], evaluations: dict[str, dict[str, Any]]
) -> None:
    metric = METRICS[name]
    for game, course in courses.items():
        published = evaluations[game][f"tier{metric.tier}"][metric.published_as]
        assert published == metric.published_value(metric.compute(course)), game


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_figure_follows_from_the_faults_that_are_named(
    name: str, courses: dict[str, Course], evaluations: dict[str, dict[str, Any]]
) -> None:
    figure, _ = PUBLISHED[name]
    for game, course in courses.items():
        assert same(evaluations[game]["tier2"][METRICS[name].published_as], figure(course, frozenset())), game


@pytest.mark.parametrize("name", PUBLISHED)
def test_without_these_faults_it_is_ours(name: str, courses: dict[str, Course]) -> None:
    figure, faults = PUBLISHED[name]
    metric = METRICS[name]
    for game, course in courses.items():
        assert same(metric.published_value(metric.compute(course)), figure(course, frozenset(faults))), game


def test_every_game_that_differs_is_listed_with_its_faults(courses: dict[str, Course]) -> None:
    found = list(differences(courses))
    assert LISTED.read_text("utf-8").splitlines() == found
    assert [] == [line for line in found if line.endswith("\t")]
    figures = Counter(line.partition("\t")[0] for line in found[1:])
    assert {
        "report_latency": 28,
        "task_efficiency": 177,
        "goose_rooms_visited": 145,
        "duck_rooms_visited": 113,
        "post_kill_displacement": 18,
        "self_report_rate": 3,
        "cooldown_passed": 122,
    } == figures


def test_a_chance_to_kill_differs_only_where_it_came_or_went_within_the_tick(courses: dict[str, Course]) -> None:
    repaired = frozenset((CALL_TICK, RESPAWN, CHAT, VICTIM))
    seen = 0
    for game, course in courses.items():
        for duck in course.of_team("duck"):
            theirs = {tick for tick, _ in published_chances(course, trajectory(course, repaired), duck.id, repaired)}
            ours = {tick for tick, _ in chances(course, duck.id)}
            for tick in theirs ^ ours:
                seen += 1
                assert _wavers(course, duck.id, tick), (game, tick)
    assert seen > 100


def _wavers(course: Course, duck: str, tick: int) -> bool:
    """Whether a living Goose is with the Duck at some moments of a tick and not at others, or a call ends the tick."""
    if any(meeting.tick == tick for meeting in course.timeline.meetings):
        return True
    lines = [event.line for event in course.log.events if event.tick == tick]
    return len({_together(course, duck, line) for line in range(lines[0] + 1, lines[-1] + 2)}) == 2


def _together(course: Course, duck: str, line: int) -> bool:
    """Whether a Duck stands with a living Goose just before a line."""

    def holds(stay: Stay) -> bool:
        return stay.start_line < line <= stay.end_line

    rooms = [stay.room for stay in course.stays[duck] if holds(stay)]
    geese = [goose.id for goose in course.of_team("goose")]
    return any(holds(stay) and stay.room in rooms for goose in geese for stay in course.stays[goose])
