"""What an event of each type means to whoever replays a log: all of it in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quack.events.fit import CHECKS, Misfit
from quack.events.models import (
    BodyReported,
    Call,
    DiscussionMessage,
    Event,
    FreeRoamChat,
    GameStarted,
    MeetingCalled,
    Observed,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    PlayerMoved,
    RoomName,
    TaskCompleted,
    TaskProgress,
    TickEnd,
    VoteCast,
)
from quack.events.places import Changes, make_row
from quack.events.rows import Chat, Ejection, Kill, Look, Meeting, Move, TaskTick, Utterance, Vote
from quack.events.state import ACTORS, CALLS, CHANGED_ROOMS, EFFECTS, GameState, takes_part

if TYPE_CHECKING:
    from quack.events.timeline import Recorder


def _note_start(rec: Recorder, event: GameStarted) -> None:
    rec.format = event.format


def _note_tick_end(rec: Recorder, event: TickEnd) -> None:
    rec.end_tick(whole=True)


def _note_move(rec: Recorder, event: PlayerMoved) -> None:
    if event.ticks_remaining is None and takes_part(rec.state, event.player_id):
        player, origin, destination, tick = event.player_id, event.origin, event.destination, event.tick
        index = rec.state.rounds - 1
        rec.moves.append(make_row(Move, (player, origin, destination, index, tick, tick, "arrived", event.line)))


def _note_work(rec: Recorder, event: TaskProgress | TaskCompleted) -> None:
    """A completion that follows its own progress line is the same tick of work."""
    state, player = rec.state, event.player_id
    if state.round is None or player not in state.places:
        return
    task, tick = event.task_name, event.tick
    work = (player, task, tick)
    if type(event) is TaskProgress or work != rec.worked:
        rec.task_ticks.append(make_row(TaskTick, (player, event.room, state.rounds - 1, tick, task, event.line)))
    rec.worked = work


def _note_kill(rec: Recorder, event: PlayerKilled) -> None:
    state, victim = rec.state, event.target_id
    if not takes_part(state, event.killer_id) or victim not in state.places:
        return
    kill = Kill(event.killer_id, victim, event.room, state.rounds - 1, event.tick, event.line)
    rec.kills.append(kill)
    rec.lying[victim] = kill
    rec.deaths[victim] = event.tick
    room = state.room_of(victim)
    if room is not None and state.in_tick and victim not in state.turns and not rec.told:
        look = rec.waited(victim, room)
        rec.fallen.append(look)
        rec.witness.fell(state, look)


def _note_call(rec: Recorder, event: Call) -> None:
    if rec.state.round is None:
        return
    how: Literal["report", "button"] = "report" if type(event) is BodyReported else "button"
    rec.meetings.append(Meeting(len(rec.meetings), rec.state.rounds - 1, event.tick, event.caller, how, event.line))
    if rec.format > 1 and rec.state.in_tick and not rec.told:
        rec.look_unseen(event.caller, whole=False)
    rec.settle_fallen()


def _note_chat(rec: Recorder, event: FreeRoamChat) -> None:
    state = rec.state
    if event.player_id in state.places:
        row = Chat(rec.spoken, event.player_id, event.room, state.rounds - 1, event.tick, event.line, event.message)
        rec.chats.append(row)
        rec.witness.spoke(state, row)
    rec.spoken += 1


def _note_observation(rec: Recorder, event: Observed) -> None:
    rec.told = True
    state = rec.state
    room = state.room_of(event.player_id)
    if event.moment == "call" and state.call and room is not None:
        rec.looked(Look(event.player_id, room, state.rounds - 1, event.tick, "call", event.line))


def _note_utterance(rec: Recorder, event: DiscussionMessage) -> None:
    if rec.meetings:
        meeting = len(rec.meetings) - 1
        row = Utterance(rec.discussed, meeting, event.player_id, event.tick, event.line, event.message)
        rec.utterances.append(row)
    rec.discussed += 1


def _note_vote(rec: Recorder, event: VoteCast) -> None:
    if rec.meetings:
        rec.votes.append(Vote(event.voter, event.target, len(rec.meetings) - 1, event.line))


def _note_ejection(rec: Recorder, event: PlayerEjected) -> None:
    if rec.meetings:
        rec.ejections.append(Ejection(event.player_id, len(rec.meetings) - 1, event.line))


_NOTES: dict[type[Event], Callable[[Recorder, Any], None]] = {
    GameStarted: _note_start,
    TickEnd: _note_tick_end,
    PlayerMoved: _note_move,
    TaskProgress: _note_work,
    TaskCompleted: _note_work,
    PlayerKilled: _note_kill,
    BodyReported: _note_call,
    MeetingCalled: _note_call,
    FreeRoamChat: _note_chat,
    Observed: _note_observation,
    DiscussionMessage: _note_utterance,
    VoteCast: _note_vote,
    PlayerEjected: _note_ejection,
}


class Step(NamedTuple):
    """All that an event of a type means to the recorder, so that it is looked up once.

    Attributes:
        check: what in the event contradicts the state.
        actor: whose turn it is.
        note: what it adds to the timeline by itself.
        rooms: the rooms that it changes while players may look.
        effect: how it changes the state.
        calls: whether it ends a round.
    """

    check: Callable[[GameState, Any], Sequence[Misfit]] | None
    actor: Callable[[Any], PlayerId] | None
    note: Callable[[Recorder, Any], None] | None
    rooms: Callable[[Any], tuple[RoomName, ...]] | None
    effect: Callable[[GameState, Any], Changes] | None
    calls: bool


STEPS: dict[type[Event], Step] = {
    kind: Step(
        CHECKS.get(kind),
        attrgetter(ACTORS[kind]) if kind in ACTORS else None,
        _NOTES.get(kind),
        CHANGED_ROOMS.get(kind),
        EFFECTS.get(kind),
        kind in CALLS,
    )
    for kind in {**CHECKS, **_NOTES, **EFFECTS}
}
