"""The moment at which a player speaks: what it remembers, when it is, who is there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from quack.agents.calendar import Calendar, Time
from quack.agents.memory import Memory
from quack.agents.speech.points import Point
from quack.agents.truth import Known, Truth, weigh
from quack.events.models import PlayerId, RoomName
from quack.game.observation import MeetingView


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a player speaks from.

    Attributes:
        how, caller: how the meeting was called, and by whom; None in chat.
        living: who lives, as far as the player knows; itself among them.
        fallen: who died in this round, as far as it knows.
        timely: the players whose names can stand in words for a time.
    """

    memory: Memory
    calendar: Calendar
    rng: Random
    how: Literal["report", "button"] | None
    living: tuple[PlayerId, ...]
    fallen: tuple[PlayerId, ...] = ()
    caller: PlayerId | None = None
    timely: frozenset[PlayerId] = frozenset()

    @property
    def me(self) -> PlayerId:
        return self.memory.me

    @property
    def now(self) -> int:
        return self.calendar.this.last

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """The others who live."""
        return tuple(player for player in self.living if player != self.me)

    @property
    def rooms(self) -> tuple[RoomName, ...]:
        return self.memory.briefing.setup.map.room_names

    def truths(self, point: Point) -> list[Truth]:
        """How each claim of a point stands with the player's exact memory."""
        known = Known(self.memory, self.calendar)
        return [weigh(claim, point.time, known) for claim in point.claims]

    def holds(self, point: Point) -> bool:
        """Whether everything in a point is true by the player's memory."""
        return all(truth == "true" for truth in self.truths(point))

    def some_time(self, round: int, first: int, last: int) -> Time:
        """Words for the ticks of a stay or of a sight, of one kind or another."""
        rng, this = self.rng, self.calendar.this
        times = _by_ticks(first, last, rng) * 2
        if round == this.round:
            times += [Time("since", first)] * (last >= this.last) + [Time("until", None, last)] * (first <= this.first)
            times += [Time()] * 3
            times += [Time("call"), Time("ending"), Time("late"), Time("middle"), Time("opening")]
            times += [Time("before_kill", player=player) for player in self.calendar.alive if player in self.timely]
        else:
            times += [Time("nth_round", index=round)] + [Time("first_round")] * (round == 0)
            times += [Time("previous")] * 3 * (round == this.round - 1)
            out = self.calendar.out
            times += [Time("before_vote", player=who) for who in out if round <= out[who] and who in self.timely]
        fits = [time for time in times if any(w.meets(round, first, last) for w in self.calendar.windows(time))]
        return rng.choice(fits)


def _by_ticks(first: int, last: int, rng: Random) -> list[Time]:
    tick = rng.randint(first, last)
    times = [Time("near", tick, tick), Time("about", tick, tick)]
    if first < last:
        return [*times, Time("between", first, last), Time("between", first, last)]
    if first >= 2:
        times.append(Time("just_before", first, first))
    return [*times, Time("just_after", first, first)]


def scene_of(meeting: MeetingView, memory: Memory, rng: Random, timely: frozenset[PlayerId]) -> Scene:
    """The scene of a meeting, once the player has attended it."""
    before = set(meeting.meetings[-1].dead) if meeting.meetings else set()
    out = {report.ejected: report.index for report in meeting.meetings if report.ejected}
    fallen = tuple(player for player in meeting.dead if player not in before and player not in out)
    first = memory.firsts[-1]
    alive = dict.fromkeys(fallen, first)
    for sight in memory.sights:
        if sight.target in alive and sight.round == memory.round and sight.how != "body":
            alive[sight.target] = sight.tick
    calendar = Calendar(memory.firsts, meeting.tick, out, alive)
    return Scene(memory, calendar, rng, meeting.how, meeting.living, fallen, meeting.caller, timely)


def chat_scene(memory: Memory, living: tuple[PlayerId, ...], rng: Random) -> Scene:
    """The scene of a turn in free roam."""
    return Scene(memory, Calendar(memory.firsts, memory.tick), rng, None, living)
