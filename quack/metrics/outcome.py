"""Tier 1: how a game ended and what happened until then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from quack.events.models import GameOver, VoteSkipped
from quack.game.victory import decide
from quack.metrics.counting import Entry, figure
from quack.metrics.course import Course
from quack.metrics.registry import Team


class Outcome(NamedTuple):
    """Who won and why; `inferred` where the log was cut off before it says so. None is what can't be known."""

    winner: Literal["goose", "duck"] | None
    reason: str | None
    inferred: bool


def outcome_of(course: Course) -> Outcome:
    """How a game ended: as its log says, or as who lives and what is done by then would have it."""
    for event in reversed(course.log.events):
        if isinstance(event, GameOver):
            return Outcome(event.winner, event.reason, False)
    living = [team for player, team in course.teams.items() if player not in course.departed]
    tasks = [done for _, done in _tasks(course)]
    ending = decide(living.count("goose"), living.count("duck"), tasks_done=bool(tasks) and all(tasks))
    return Outcome(ending.winner, ending.reason, True) if ending else Outcome(None, None, True)


def _won(course: Course, team: Team) -> Iterator[Entry]:
    winner = outcome_of(course).winner
    if winner is not None:
        yield Entry(None, winner == team)


@figure("Geese win", 1, "share", team="goose", personal=False, published_as="goose_win_rate")
def goose_wins(course: Course) -> Iterator[Entry]:
    """Games that the Geese won / games of which the winner is known."""
    return _won(course, "goose")


@figure("Ducks win", 1, "share", team="duck", personal=False, published_as="duck_win_rate")
def duck_wins(course: Course) -> Iterator[Entry]:
    """Games that the Ducks won / games of which the winner is known."""
    return _won(course, "duck")


@figure("Outcomes inferred", 1, "count", "games", personal=False)
def inferred_outcomes(course: Course) -> Iterator[Entry]:
    """Games whose log is cut off before it says who won, so that who lives decides / games."""
    if outcome_of(course).inferred:
        yield Entry(None, 1)


@figure("Duration", 1, "count", "ticks", personal=False, published_as="game_duration_ticks")
def duration(course: Course) -> Iterator[Entry]:
    """Ticks until the log ends / games."""
    yield Entry(None, course.log.events[-1].tick)


def _tasks(course: Course) -> Iterator[tuple[str, bool]]:
    """Every task of a Goose, and whether it was completed."""
    for player in course.of_team("goose"):
        done = course.completions.get(player.id, {})
        yield from ((player.id, task.name in done) for task in player.tasks)


@figure("Tasks completed", 1, "count", "tasks", team="goose", published_as="tasks_completed")
def tasks_completed(course: Course) -> Iterator[Entry]:
    """Tasks that Geese completed, those of dead Geese included / games."""
    return (Entry(player, done) for player, done in _tasks(course))


@figure("Tasks assigned", 1, "count", "tasks", team="goose", published_as="tasks_total")
def tasks_assigned(course: Course) -> Iterator[Entry]:
    """Tasks that Geese were given / games."""
    return (Entry(player, 1) for player, _ in _tasks(course))


@figure("Task completion", 1, "share", team="goose", published_as="task_completion_rate")
def task_completion_rate(course: Course) -> Iterator[Entry]:
    """Tasks that Geese completed, those of dead Geese included / tasks that they were given."""
    return (Entry(player, done) for player, done in _tasks(course))


@figure("Kills", 1, "count", "kills", team="duck", published_as="total_kills")
def kills(course: Course) -> Iterator[Entry]:
    """Kills / games."""
    return (Entry(kill.killer, 1) for kill in course.timeline.kills)


@figure("First kill", 1, "mean", "tick", personal=False, published_as="first_kill_tick", if_nothing=None)
def first_kill(course: Course) -> Iterator[Entry]:
    """Ticks until the first kill / games with a kill."""
    return (Entry(None, kill.tick) for kill in course.timeline.kills[:1])


@figure(
    "Interval between kills",
    1,
    "mean",
    "ticks",
    personal=False,
    published_as="avg_inter_kill_interval",
    if_nothing=None,
)
def kill_interval(course: Course) -> Iterator[Entry]:
    """Ticks from a kill to the next, whoever the killers are / such pairs of kills."""
    return (Entry(None, later.tick - kill.tick) for kill, later in pairwise(course.timeline.kills))


@figure("Meetings", 1, "count", "meetings", published_as="total_meetings")
def meetings(course: Course) -> Iterator[Entry]:
    """Meetings, by who called them / games."""
    return (Entry(meeting.caller, 1) for meeting in course.timeline.meetings)


@figure("Reports", 1, "count", "meetings", published_as="body_report_meetings")
def reports(course: Course) -> Iterator[Entry]:
    """Meetings because a body was reported, by who reported it / games."""
    return (Entry(meeting.caller, 1) for meeting in course.timeline.meetings if meeting.how == "report")


@figure("Emergency meetings", 1, "count", "meetings", published_as="emergency_meetings")
def emergencies(course: Course) -> Iterator[Entry]:
    """Meetings because somebody pressed the button, by who did / games."""
    return (Entry(meeting.caller, 1) for meeting in course.timeline.meetings if meeting.how == "button")


def _ejected(course: Course, team: Team) -> Iterator[Entry]:
    return (entry for entry in ejections.entries(course) if course.teams[entry.player or ""] == team)


@figure("Ejections", 1, "count", "players", published_as="total_ejections")
def ejections(course: Course) -> Iterator[Entry]:
    """Players voted out / games."""
    return (Entry(each.player, 1) for each in course.timeline.ejections)


@figure("Correct ejections", 1, "count", "players", team="duck", published_as="correct_ejections")
def correct_ejections(course: Course) -> Iterator[Entry]:
    """Ducks voted out / games."""
    return _ejected(course, "duck")


@figure("Wrong ejections", 1, "count", "players", team="goose", published_as="wrong_ejections")
def wrong_ejections(course: Course) -> Iterator[Entry]:
    """Geese voted out / games."""
    return _ejected(course, "goose")


@figure("Ejection accuracy", 1, "share", personal=False, published_as="ejection_accuracy")
def ejection_accuracy(course: Course) -> Iterator[Entry]:
    """Ducks voted out / players voted out."""
    return (Entry(None, course.teams[each.player] == "duck") for each in course.timeline.ejections)


@figure("Votes that ejected nobody", 1, "count", "votes", personal=False, published_as="no_ejection_votes")
def votes_without_ejection(course: Course) -> Iterator[Entry]:
    """Votes of a meeting that ended in a tie, or with most for nobody / games."""
    return (Entry(None, 1) for event in course.log.events if isinstance(event, VoteSkipped))


@figure("Survivors", 1, "count", "players", published_as="final_alive_count")
def survivors(course: Course) -> Iterator[Entry]:
    """Players neither killed nor voted out / games."""
    return (Entry(player, 1) for player in course.teams if player not in course.departed)


@figure("Surviving Geese", 1, "count", "players", team="goose", published_as="final_alive_geese")
def goose_survivors(course: Course) -> Iterator[Entry]:
    """Geese neither killed nor voted out / games."""
    return (entry for entry in survivors.entries(course) if course.teams[entry.player or ""] == "goose")


@figure("Surviving Ducks", 1, "count", "players", team="duck", published_as="final_alive_ducks")
def duck_survivors(course: Course) -> Iterator[Entry]:
    """Ducks not voted out / games."""
    return (entry for entry in survivors.entries(course) if course.teams[entry.player or ""] == "duck")
