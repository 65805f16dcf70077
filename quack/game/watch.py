"""What every look of a game contained, for logs that do not say.

Follows the replay of a log, asks `quack.game.visibility` what each look shows, and writes it down as intervals. A view
is made anew only where its room has changed, so most looks cost no more than to see that it has not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from quack.events.models import PlayerId, RoomName
from quack.events.places import Changes, Place, Standing, make_row
from quack.events.rows import Chat, Look, Timeline
from quack.events.state import GameState
from quack.events.timeline import replay
from quack.events.witness import Witness
from quack.game.visibility import (
    Certainty,
    Hearing,
    Sight,
    Sighting,
    Sightings,
    any_of,
    in_view,
    lasting_in,
    passing_in,
    sift,
)

if TYPE_CHECKING:
    from quack.events.log import GameLog

_LASTING = ("present", "body")


def watch_game(log: GameLog) -> tuple[Timeline, Sightings]:
    """Replays a log once, for what happened in it and for what every look showed.

    Logs of format 2 say what the looks showed; an observation that contradicts the replay is a misfit of the timeline.
    """
    if getattr(log.events[0], "format", 1) < 2:
        watch = Watch()
        return replay(log, watch), watch.result()
    # The witness of logged looks builds upon the one in this module.
    from quack.game.told import ToldWatch

    told = ToldWatch(log)
    timeline = replay(log, told)
    misfits = sorted((*timeline.misfits, *told.misfits), key=attrgetter("line"))
    return replace(timeline, misfits=tuple(misfits)), told.result()


class _View(NamedTuple):
    """What a look shows: what lasts, so that the next look may show it too, and what is over with the tick."""

    lasting: tuple[Sight, ...]
    passing: tuple[Sight, ...]


_NOTHING = _View((), ())


def view_of(sights: Iterable[Sight]) -> _View:
    """What a look shows, parted."""
    lasting: list[Sight] = []
    passing: list[Sight] = []
    for sight in sights:
        (lasting if sight.how in _LASTING else passing).append(sight)
    return _View(tuple(lasting), tuple(passing))


class _Moment(NamedTuple):
    """What a tick was like right after something happened in `rooms`, or before anything did in it.

    Bodies and movements only become more within a tick, so that their number tells which there were.
    """

    rooms: tuple[RoomName, ...]
    places: dict[PlayerId, Place]
    bodies: int
    movements: int

    def of(self, state: GameState) -> GameState:
        """That moment, as a state of which one may ask what rooms show."""
        moment = GameState()
        moment.places = self.places
        moment.bodies = dict(islice(state.bodies.items(), self.bodies))
        moment.movements = state.movements[: self.movements]
        return moment


def _moment(state: GameState, rooms: tuple[RoomName, ...]) -> _Moment:
    return make_row(_Moment, (rooms, state.places.copy(), len(state.bodies), len(state.movements)))


@dataclass(slots=True)
class _Run:
    """Looks of one viewer in consecutive ticks.

    Attributes:
        lasting: what the last of them showed; `since` has, for each of it, the tick and line of the look that began it.
    """

    room: RoomName
    round: int
    last: int
    lasting: tuple[Sight, ...]
    since: dict[Sight, tuple[int, int]]


class Watch(Witness):
    """The witness that fills the looks.

    Attributes:
        views: what rooms show at this moment, as far as somebody asked.
        passing: the rooms whose views show what is over with the tick.
        moments: what this tick was like before anything happened in it, and after each thing that did.
        sifted: of rooms in which somebody waited, what is sure and what may be.
        fallen: of those killed before they left a line, what they may have seen and heard.
        unheard: the chat lines that a player has still to hear in this tick.
        summoned: the looks at the last call.
    """

    def __init__(self) -> None:
        self.sightings: list[Sighting] = []
        self.hearings: list[Hearing] = []
        self.runs: dict[tuple[PlayerId, Certainty], _Run] = {}
        self.views: dict[RoomName, _View] = {}
        self.passing: list[RoomName] = []
        self.moments: list[_Moment] = []
        self.sifted: dict[RoomName, tuple[_View, _View]] = {}
        self.fallen: dict[PlayerId, tuple[_View, list[Chat]]] = {}
        self.unheard: dict[PlayerId, list[Chat]] = {}
        self.summoned: list[Look] = []

    def result(self) -> Sightings:
        for (viewer, certainty), run in self.runs.items():
            self._close(viewer, certainty, run, run.lasting)
        self.runs = {}
        order = attrgetter("line")
        return Sightings(tuple(sorted(self.sightings, key=order)), tuple(sorted(self.hearings, key=order)))

    # --- what the replay tells ----------------------------------------------------------------------------------------

    def before(self, state: GameState, actor: PlayerId, rooms: tuple[RoomName, ...]) -> None:
        """Keeps what the tick was like until now: somebody may be waiting."""
        if not self.moments:
            self.moments.append(_moment(state, ()))

    def after(self, state: GameState, rooms: tuple[RoomName, ...]) -> None:
        self.moments.append(_moment(state, rooms))
        for room in rooms:
            self.views.pop(room, None)

    def arrived(self, changes: Changes) -> None:
        for _, _, place in changes:
            if isinstance(place, Standing):
                self.views.pop(place.room, None)

    def spoke(self, state: GameState, chat: Chat) -> None:
        """A chat line reaches who stood in its room before the action that it came with and has still to look."""
        listeners = [player for player in state.standing_in(chat.room) if player != chat.player]
        call = state.call
        if state.in_tick:
            for player in listeners:
                self.unheard.setdefault(player, []).append(chat)
        elif call and (call.caller, call.tick) == (chat.player, chat.tick):
            stood_there = [player for player in listeners if player not in call.returned]
            for look in self.summoned:
                if look.player in stood_there:
                    self._hear(look, "call", [chat])

    def fell(self, state: GameState, look: Look) -> None:
        """A victim that left no line before may have had its turn, or not."""
        self.fallen[look.player] = (
            view_of(any_of(self._shown(state, look.room) or [in_view(state, look.room)])),
            self.unheard.pop(look.player, []),
        )

    def looked(self, state: GameState, look: Look, whole: bool) -> None:
        viewer = look.player
        heard: Sequence[Chat]
        if self.fallen and viewer in self.fallen:
            maybe, heard = self.fallen.pop(viewer)
            self._see(look, "maybe", maybe)
            self._hear(look, "maybe", heard)
            return
        heard = self.unheard.pop(viewer, []) if self.unheard else ()
        if look.how == "own":
            self._see(look, "sure", self.views.get(look.room) or self._view(state, look.room))
            if heard:
                self._hear(look, "sure", heard)
        elif look.how == "waited":
            sure, maybe = self._waited(state, look.room, whole)
            self._see(look, "sure", sure)
            self._see(look, "maybe", maybe)
            self._hear(look, "maybe", heard)
        else:
            if self.summoned and self.summoned[0].line != look.line:
                self.summoned = []
            self.summoned.append(look)
            # What the meeting does to players and bodies makes every view anew.
            self.views = {}
            self._see(look, "call", view_of(in_view(state, look.room, state.turns.get(viewer, 0))))
            self._hear(look, "call", heard)

    def tick_over(self) -> None:
        self.moments, self.sifted, self.fallen, self.unheard = [], {}, {}, {}
        if self.passing:
            for room in self.passing:
                view = self.views.get(room)
                if view is not None:
                    self.views[room] = _View(view.lasting, ())
            self.passing = []

    # --- what a look shows --------------------------------------------------------------------------------------------

    def _now(self, state: GameState, room: RoomName) -> _View:
        return self.views.get(room) or self._view(state, room)

    def _view(self, state: GameState, room: RoomName) -> _View:
        passing = tuple(passing_in(state, room)) if state.movements else ()
        if passing:
            self.passing.append(room)
        view: _View = make_row(_View, (tuple(lasting_in(state, room)), passing))
        self.views[room] = view
        return view

    def _shown(self, state: GameState, room: RoomName) -> list[list[Sight]]:
        """All that a room has shown in this tick; nothing if nothing happened in it."""
        if not any(room in moment.rooms for moment in self.moments):
            return []
        return [in_view(moment.of(state), room) for moment in self.moments if not moment.rooms or room in moment.rooms]

    def _waited(self, state: GameState, room: RoomName, whole: bool) -> tuple[_View, _View]:
        """What a tick that has ended surely showed to who waited in a room, and what it may have shown."""
        views = self.sifted.get(room)
        if views is None:
            if moments := self._shown(state, room):
                sure, maybe = sift(moments) if whole else ([], any_of(moments))
                views = view_of(sure), view_of(maybe)
            else:
                views = (self._now(state, room), _NOTHING) if whole else (_NOTHING, self._now(state, room))
            self.sifted[room] = views
        return views

    def _see(self, look: Look, certainty: Certainty, view: _View) -> None:
        viewer, room, index, tick, _, line = look
        for target, how, other_end in view.passing:
            if target != viewer:
                row = (viewer, target, room, index, tick, tick, how, other_end, certainty, line)
                self.sightings.append(make_row(Sighting, row))
        run = self.runs.get((viewer, certainty))
        if run is not None and run.last == tick - 1 and run.room == room and run.round == index:
            if run.lasting is not view.lasting and run.lasting != view.lasting:
                still = set(view.lasting)
                self._close(viewer, certainty, run, [sight for sight in run.lasting if sight not in still])
                for sight in view.lasting:
                    run.since.setdefault(sight, (tick, line))
                run.lasting = view.lasting
            run.last = tick
            return
        if run is not None:
            self._close(viewer, certainty, run, run.lasting)
        if run is not None or view.lasting:
            since = dict.fromkeys(view.lasting, (tick, line))
            self.runs[viewer, certainty] = _Run(room, index, tick, view.lasting, since)

    def _close(self, viewer: PlayerId, certainty: Certainty, run: _Run, over: Iterable[Sight]) -> None:
        """Write down the sights that the next look of a viewer does not show."""
        for sight in over:
            first, line = run.since.pop(sight)
            target, how, other_end = sight
            if target != viewer:
                row = (viewer, target, run.room, run.round, first, run.last, how, other_end, certainty, line)
                self.sightings.append(make_row(Sighting, row))

    def _hear(self, look: Look, certainty: Certainty, heard: Sequence[Chat]) -> None:
        viewer, room, index, tick, _, line = look
        for chat in heard:
            if chat.room == room:
                row = Sighting(viewer, chat.player, room, index, tick, tick, "heard", None, certainty, line)
                self.sightings.append(row)
                self.hearings.append(Hearing(chat.index, viewer, certainty, line))
