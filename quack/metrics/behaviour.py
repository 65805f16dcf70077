"""Tier 2: what players did, from their trajectories.

A trajectory is that of the timeline: where everybody stood, in the order in which things happened.
"""

from __future__ import annotations

from collections.abc import Iterator

from quack.events.log import Player
from quack.events.models import PlayerId
from quack.events.rows import BodyStay, Look, Meeting, Move
from quack.metrics.counting import Entry, figure
from quack.metrics.course import Course
from quack.metrics.registry import Team

FLIGHT = 3
"""So many ticks after a kill it is looked how far the killer has come."""


@figure("Voting accuracy (Geese)", 2, "share", team="goose", published_as="goose_voting_accuracy")
def goose_voting_accuracy(course: Course) -> Iterator[Entry]:
    """Votes of Geese for a Duck / votes of Geese for anybody."""
    votes = (vote for vote in course.timeline.votes if course.teams[vote.voter] == "goose")
    return (Entry(vote.voter, course.teams[vote.target] == "duck") for vote in votes if vote.target is not None)


@figure("Skipped votes (Geese)", 2, "share", team="goose", published_as="goose_skip_rate")
def goose_skip_rate(course: Course) -> Iterator[Entry]:
    """Votes of Geese for nobody / votes of Geese."""
    votes = (vote for vote in course.timeline.votes if course.teams[vote.voter] == "goose")
    return (Entry(vote.voter, vote.target is None) for vote in votes)


def _reports(course: Course) -> Iterator[tuple[Meeting, list[BodyStay]]]:
    """Every report, and the bodies in the room of who reports."""
    for meeting in course.timeline.meetings:
        if meeting.how == "report":
            room = course.room_at_end(meeting.caller, meeting.round, meeting.tick)
            lying = [body for body in course.timeline.bodies if body.round == meeting.round]
            yield meeting, [body for body in lying if body.room == room]


@figure("Report latency", 2, "mean", "ticks", team="goose", published_as="avg_report_latency", if_nothing=None)
def report_latency(course: Course) -> Iterator[Entry]:
    """Ticks from when a Goose first stood with the body that it reports until it does / reports of Geese.

    Of several bodies in that room the one that it stood with first.
    """
    for meeting, bodies in _reports(course):
        if course.teams[meeting.caller] == "goose":
            met = [tick for body in bodies for tick in _met(course, meeting.caller, body)]
            if met:
                yield Entry(meeting.caller, meeting.tick - min(met))


def _met(course: Course, player: PlayerId, body: BodyStay) -> Iterator[int]:
    """The ticks from which somebody stood with a body; it may have been there when the victim was killed."""
    killed = course.deaths[body.victim].tick
    stays = course.stays[player]
    return (max(stay.first, killed) for stay in stays if stay.room == body.room and stay.end_line > body.line)


@figure("Task efficiency", 2, "share", team="goose", published_as="task_efficiency")
def task_efficiency(course: Course) -> Iterator[Entry]:
    """Ticks of Geese at a task, or on the way: to a room with an own unfinished task, or along a shortest way to one /
    ticks of free roam that Geese lived through and no call cut short."""
    for player in course.of_team("goose"):
        useful = _useful_ticks(course, player)
        killed = course.deaths.get(player.id)
        for life in course.timeline.lives:
            if life.player == player.id:
                played = course.played(course.timeline.rounds[life.round])
                lived = (tick for tick in played if tick <= life.last and not (killed and killed.tick == tick))
                yield from (Entry(player.id, tick in useful) for tick in lived)


def _useful_ticks(course: Course, player: Player) -> set[int]:
    useful = {work.tick for work in course.timeline.task_ticks if work.player == player.id}
    for move in course.timeline.moves:
        if move.player == player.id and _leads_to_work(course, player, move):
            useful.update(range(move.tick, max(move.arrival, move.tick + 1)))
    return useful


def _leads_to_work(course: Course, player: Player, move: Move) -> bool:
    here, there = (course.log.map.distances[room] for room in (move.origin, move.destination))
    way = course.log.map.weight(move.origin, move.destination)
    rooms = course.open_rooms(player, move.line)
    return move.destination in rooms or any(
        way is not None and room in here and here[room] == way + there[room] for room in rooms
    )


def _rooms_visited(course: Course, team: Team) -> Iterator[Entry]:
    for player in course.of_team(team):
        yield Entry(player.id, len({stay.room for stay in course.stays[player.id]}))


@figure("Rooms visited by a Goose", 2, "mean", "rooms", team="goose", published_as="avg_rooms_visited_goose")
def goose_rooms_visited(course: Course) -> Iterator[Entry]:
    """Different rooms in which each Goose stood, be it in passing / Geese."""
    return _rooms_visited(course, "goose")


@figure("Rooms visited by a Duck", 2, "mean", "rooms", team="duck", published_as="avg_rooms_visited_duck")
def duck_rooms_visited(course: Course) -> Iterator[Entry]:
    """Different rooms in which each Duck stood, be it in passing / Ducks."""
    return _rooms_visited(course, "duck")


@figure("Kills of a Duck", 2, "mean", "kills", team="duck", published_as="avg_kills_per_game")
def kills_per_duck(course: Course) -> Iterator[Entry]:
    """Kills / Ducks."""
    killers = [kill.killer for kill in course.timeline.kills]
    return (Entry(duck.id, killers.count(duck.id)) for duck in course.of_team("duck"))


@figure("Distance after a kill", 2, "mean", "corridors", team="duck", published_as="avg_post_kill_displacement")
def post_kill_displacement(course: Course) -> Iterator[Entry]:
    """Corridors between the room of a kill and the one where the killer last stood 3 ticks later, or at the call if
    that comes first / kills."""
    hops = course.log.map.hops
    for kill in course.timeline.kills:
        room = course.room_at_end(kill.killer, kill.round, kill.tick + FLIGHT)
        # A map that was inferred from the log may not know of a way.
        if room is not None and room in hops[kill.room]:
            yield Entry(kill.killer, hops[kill.room][room])


@figure("Self-reports (Ducks)", 2, "share", team="duck", published_as="self_report_rate")
def self_report_rate(course: Course) -> Iterator[Entry]:
    """Kills of which the killer reported the body / kills."""
    reported = {(meeting.caller, body.victim) for meeting, bodies in _reports(course) for body in bodies}
    return (Entry(kill.killer, (kill.killer, kill.victim) in reported) for kill in course.timeline.kills)


@figure("Chances to kill let pass", 2, "share", team="duck", published_as="cooldown_utilization")
def cooldown_passed(course: Course) -> Iterator[Entry]:
    """Turns at which a Duck could kill (its cooldown over, a living Goose in its room) and did not / such turns."""
    return (Entry(duck.id, not used) for duck in course.of_team("duck") for _, used in chances(course, duck.id))


@figure("Chances to kill used", 2, "share", team="duck")
def cooldown_used(course: Course) -> Iterator[Entry]:
    """Turns at which a Duck could kill (its cooldown over, a living Goose in its room) and did / such turns."""
    return (Entry(duck.id, used) for duck in course.of_team("duck") for _, used in chances(course, duck.id))


def chances(course: Course, duck: PlayerId) -> Iterator[tuple[int, bool]]:
    """The ticks of the turns at which a Duck could kill, and whether it did."""
    kills = [kill.tick for kill in course.timeline.kills if kill.killer == duck]
    ready = course.first_kill
    for turn in course.turns(duck):
        used = turn.tick in kills
        # The published engine let a Duck kill who had just left for a corridor.
        if turn.tick >= ready and (used or _goose_at_hand(course, turn)):
            yield turn.tick, used
        if used:
            ready = turn.tick + course.kill_cooldown


def _goose_at_hand(course: Course, turn: Look) -> bool:
    """Whether a Goose stands in the room; if it isn't known when in a tick the turn was, for the whole tick."""
    first, last = turn.line, course.last_line(turn.tick) if turn.how == "waited" else turn.line
    return any(
        stay.room == turn.room and stay.start_line <= first and stay.end_line >= last
        for goose in course.of_team("goose")
        for stay in course.stays[goose.id]
    )
