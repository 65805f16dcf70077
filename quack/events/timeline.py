"""A log replayed: who was where, who looked when, what happened in which round.

`replay` folds the events with `quack.events.state.apply` and writes down how the state changes. Time is the event step
(the log line) with the tick as its label. Whoever needs the states on the way follows as a `Witness`: no log is folded
twice.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from quack.events.fit import Misfit
from quack.events.models import (
    Event,
    PlayerId,
    RoomName,
)
from quack.events.places import Changes, Opening, Place, Standing, Transit, make_row
from quack.events.rows import (
    BodyStay,
    Chat,
    Ejection,
    Kill,
    Life,
    Look,
    Meeting,
    Move,
    Round,
    Stay,
    TaskTick,
    Timeline,
    Utterance,
    Vote,
)
from quack.events.state import GameState, apply, begin, begins_tick
from quack.events.steps import STEPS
from quack.events.witness import Witness

if TYPE_CHECKING:
    from quack.events.log import GameLog

__all__ = ["GameState", "Misfit", "Timeline", "Witness", "apply", "replay"]

Fate = Literal["arrived", "cancelled", "underway"]


def replay(log: GameLog, witness: Witness | None = None) -> Timeline:
    """Fold a log into its timeline.

        from quack import read_log, replay

        timeline = replay(read_log("logs/sample/game.jsonl"))
        for stay in timeline.stays:
            print(stay.player, stay.room, stay.first, stay.last)

    Never raises on a log that `read_log` accepts: what contradicts the replayed state is listed in `Timeline.misfits`.

    Args:
        witness: who follows the replay.
    """
    recorder = Recorder(witness or Witness())
    for event in log.events:
        recorder.record(event)
    return recorder.finish()


class Recorder:
    """Writes rows while it folds; a round's open stays are closed when it ends.

    Attributes:
        format: of the log. Since 2 a silent player may have had its turn before a call; in the released logs its only
            look in that tick counts as the one at the call.
        told: whether the log says itself who looked; then nobody else did.
    """

    def __init__(self, witness: Witness) -> None:
        self.state = GameState()
        self.witness = witness
        self.round: Opening | None = None
        self.tick = self.line = 0
        self.deaths: dict[PlayerId, int] = {}
        self.living: list[PlayerId] = []
        self.lying: dict[PlayerId, Kill] = {}
        self.fallen: list[Look] = []
        self.worked: tuple[PlayerId, str, int] | None = None
        self.spoken = self.discussed = 0
        self.format = 1
        self.told = False
        self.rounds: list[Round] = []
        self.meetings: list[Meeting] = []
        self.stays: list[Stay] = []
        self.moves: list[Move] = []
        self.kills: list[Kill] = []
        self.bodies: list[BodyStay] = []
        self.lives: list[Life] = []
        self.task_ticks: list[TaskTick] = []
        self.looks: list[Look] = []
        self.chats: list[Chat] = []
        self.utterances: list[Utterance] = []
        self.votes: list[Vote] = []
        self.ejections: list[Ejection] = []
        self.misfits: list[Misfit] = []

    def record(self, event: Event) -> None:
        state = self.state
        if event.tick > state.tick or state.reopening:
            self._begin(event)
        self.tick, self.line = event.tick, event.line
        step = STEPS.get(type(event))
        if step is None:
            return
        check, actor_of, note, rooms_of, effect, calls = step
        if check and (misfits := check(state, event)):
            self.misfits += misfits
        actor: Any = actor_of(event) if actor_of else None
        if actor is not None and state.in_tick and actor not in state.turns:
            self._look(actor)
        if note:
            note(self, event)
        rooms = rooms_of(event) if rooms_of else ()
        if rooms:
            self.witness.before(state, actor, rooms)
        changes = effect(state, event) if effect else ()
        if changes or state.round is not self.round:
            self._follow(changes, "cancelled" if calls else "underway")
        if rooms:
            self.witness.after(state, rooms)
        elif calls:
            self._look_at_call()

    def _begin(self, event: Event) -> None:
        if begins_tick(self.state, event):
            self.end_tick(whole=True)
        self.tick, self.line = event.tick, event.line
        changes = begin(self.state, event)
        if changes or self.state.round is not self.round:
            self._follow(changes, "arrived")
        if changes:
            self.witness.arrived(changes)

    def finish(self) -> Timeline:
        """Close what is still open at the end of the log."""
        self.end_tick(whole=False)
        if self.round:
            self._close_round(self.round)
        self.stays.sort(key=attrgetter("start_line"))
        self.moves.sort(key=attrgetter("line"))
        self.looks.sort(key=attrgetter("line"))
        return Timeline(**{table.name: tuple(getattr(self, table.name)) for table in fields(Timeline)})

    def _follow(self, changes: Changes, fate: Fate) -> None:
        """Write down the places left; while no round is on nobody's place is a stay."""
        if self.round:
            for player, before, _ in changes:
                self._left(player, before, fate)
        if self.state.round is not self.round:
            if self.round:
                self._close_round(self.round)
            self.round = self.state.round
            self.living = list(self.state.places)

    def _left(self, player: PlayerId, place: Place | None, fate: Fate) -> None:
        index = self.state.rounds - 1
        if type(place) is Standing:
            self.stays.append(make_row(Stay, (player, place.room, index, place.tick, self.tick, place.line, self.line)))
        elif type(place) is Transit:
            origin, destination, tick, due, line = place
            self.moves.append(make_row(Move, (player, origin, destination, index, tick, due, fate, line)))

    def _close_round(self, opening: Opening) -> None:
        index, first, line = opening
        self.rounds.append(Round(index, first, self.tick, line))
        for player, place in self.state.places.items():
            self._left(player, place, "underway")
        self.lives += [Life(player, index, first, self.deaths.get(player, self.tick)) for player in self.living]
        for victim, room in self.state.bodies.items():
            kill = self.lying[victim]
            self.bodies.append(BodyStay(victim, room, index, max(first, kill.tick), self.tick, kill.line))

    def _look(self, player: PlayerId) -> None:
        state = self.state
        place = state.places.get(player)
        if type(place) is Standing:
            look = make_row(Look, (player, place.room, state.rounds - 1, state.tick, "own", self.line))
            self.looks.append(look)
            self.witness.looked(state, look, whole=True)

    def looked(self, look: Look, *, whole: bool = True) -> None:
        self.looks.append(look)
        self.witness.looked(self.state, look, whole)

    def end_tick(self, *, whole: bool) -> None:
        """Whoever stood there and left no line has looked at some moment of the tick."""
        if self.state.in_tick and not self.told:
            self.look_unseen(whole=whole)
            if self.fallen:
                self.settle_fallen()
        self.witness.tick_over()

    def look_unseen(self, caller: PlayerId | None = None, *, whole: bool) -> None:
        state = self.state
        for player, place in state.places.items():
            if player not in state.turns and type(place) is Standing and player != caller:
                self.looked(self.waited(player, place.room), whole=whole)

    def waited(self, player: PlayerId, room: RoomName) -> Look:
        state = self.state
        return Look(player, room, state.rounds - 1, state.tick, "waited", state.tick_line)

    def settle_fallen(self) -> None:
        """Those killed before they left a line; a line after their death shows that their turn had not come."""
        for look in self.fallen:
            if look.player not in self.state.posthumous:
                self.looked(look)
        self.fallen = []

    def _look_at_call(self) -> None:
        state = self.state
        if state.call and state.call.line == self.line and not self.told:
            for player in state.places:
                room = state.room_of(player)
                if room is not None:
                    self.looked(Look(player, room, state.rounds - 1, self.tick, "call", self.line))
