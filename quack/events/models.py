"""One class per event type of the game log, and the game that a log opens with.

Source: the public log format. An event's position in the log is its line number (from 1), which is also its step: the
order of lines inside a tick is the order of actions. Ticks count from 0. Unknown keys are kept in `model_extra`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_TICK = 1_000_000
"""A tick beyond this is refused: clingo's integers have 32 bits and wrap silently."""

Tick = Annotated[int, Field(ge=0, le=MAX_TICK)]
Count = Annotated[int, Field(ge=0, le=MAX_TICK)]
Ticks = Annotated[int, Field(ge=1, le=MAX_TICK)]
# Strict validation would refuse the lists that JSON has for tuples; what is in them stays strict.
AsTuple = Field(strict=False)
PlayerId = str
RoomName = str


class Loose(BaseModel):
    """A part of the public log format: wrong types are refused, unknown keys kept."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")


class Event(Loose):
    """What one log line says; `line` is its number in the file and its step."""

    event_type: ClassVar[str]
    line: int
    tick: Tick


class AssignedTask(Loose):
    name: str
    room: RoomName
    ticks_required: Ticks


class Seat(Loose):
    """A player as the game starts."""

    name: str
    role: str
    team: Literal["goose", "duck"]
    room: RoomName
    tasks: Annotated[tuple[AssignedTask, ...], AsTuple] = ()


class GameConfig(Loose):
    """How the game was set up; `map` is a map's name or path, or a whole map definition."""

    num_players: Count
    num_ducks: Count
    map: str | dict[str, Any]


class GameStarted(Event):
    event_type = "game_started"
    players: Annotated[tuple[str, ...], AsTuple]
    config: GameConfig
    initial_state: dict[PlayerId, Seat]


class TickStart(Event):
    event_type = "tick_start"


class TickEnd(Event):
    event_type = "tick_end"


class PlayerMoved(Event):
    """A player leaves a room; it arrives in the same tick, or `ticks_remaining` later, at the start of that tick."""

    event_type = "player_moved"
    player_id: PlayerId
    origin: RoomName = Field(alias="from")
    destination: RoomName = Field(alias="to")
    ticks_remaining: Ticks | None = None


class TaskProgress(Event):
    event_type = "task_progress"
    player_id: PlayerId
    task_name: str
    room: RoomName
    progress: str


class TaskCompleted(Event):
    event_type = "task_completed"
    player_id: PlayerId
    task_name: str
    room: RoomName


class PlayerKilled(Event):
    event_type = "player_killed"
    killer_id: PlayerId
    target_id: PlayerId
    room: RoomName


class Body(Loose):
    room: RoomName
    victim_name: str


class Call(Event):
    """Somebody ends the free roam; `bodies` are all that lie anywhere."""

    caller: PlayerId
    reason: str
    bodies: Annotated[tuple[Body, ...], AsTuple] = ()


class BodyReported(Call):
    event_type = "body_reported"


class MeetingCalled(Call):
    event_type = "meeting_called"


class PhaseChanged(Event):
    event_type = "phase_changed"
    phase: Literal["discussion", "voting", "free_roam"]


class DiscussionMessage(Event):
    event_type = "discussion_message"
    player_id: PlayerId
    message: str


class VoteCast(Event):
    """A vote; `target` None is a skip."""

    event_type = "vote_cast"
    voter: PlayerId
    target: PlayerId | None


class PlayerEjected(Event):
    event_type = "player_ejected"
    player_id: PlayerId
    name: str
    role: str
    team: Literal["goose", "duck"]
    votes: dict[PlayerId, PlayerId | None]


class VoteSkipped(Event):
    event_type = "vote_skipped"
    reason: str


class PlayersRespawned(Event):
    event_type = "players_respawned"
    rooms: dict[PlayerId, RoomName]


class FreeRoamChat(Event):
    """A chat line; `room` is where the speaker stood when it spoke."""

    event_type = "free_roam_chat"
    player_id: PlayerId
    name: str
    room: RoomName
    message: str


class GameOver(Event):
    event_type = "game_over"
    winner: Literal["goose", "duck"] | None
    reason: str


EVENT_TYPES: dict[str, type[Event]] = {
    cls.event_type: cls
    for cls in (
        GameStarted,
        TickStart,
        TickEnd,
        PlayerMoved,
        TaskProgress,
        TaskCompleted,
        PlayerKilled,
        BodyReported,
        MeetingCalled,
        PhaseChanged,
        DiscussionMessage,
        VoteCast,
        PlayerEjected,
        VoteSkipped,
        PlayersRespawned,
        FreeRoamChat,
        GameOver,
    )
}
"""Every known event type; a new one is a class here and a facts handler."""
