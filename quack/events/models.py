"""One class per event type of the game log, and the game that a log opens with.

Source: the public log format. An event's position in the log is its line number (from 1), which is also its step: the
order of lines inside a tick is the order of actions. Ticks count from 0. Unknown keys are kept in `model_extra`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from quack.settings import MAX_TICK

Tick = Annotated[int, Field(ge=0, le=MAX_TICK)]
Count = Annotated[int, Field(ge=0, le=MAX_TICK)]
Ticks = Annotated[int, Field(ge=1, le=MAX_TICK)]
# Strict validation would refuse the lists that JSON has for tuples; what is in them stays strict.
AsTuple = Field(strict=False)
LATEST_FORMAT = 2
"""The version of the log format that is written, and the last that is known."""

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
    """How the game was set up; `map` is a map's name or path, or a whole map definition.

    What follows it only logs of format 2 have: the values of `quack.game.config.GameSetup`, the whole map, which agent
    sat where, and how it played where the agents' names don't tell all of it.
    """

    num_players: Count
    num_ducks: Count
    map: str | dict[str, Any]
    ticks: Count | None = None
    tasks: Count | None = None
    task_ticks: Count | None = None
    kill_cooldown: Count | None = None
    first_kill: Count | None = None
    meetings: Count | None = None
    discussion_rounds: Count | None = None
    turn_seconds: float | None = None
    map_definition: dict[str, Any] | None = None
    seats: dict[PlayerId, str] | None = None
    seat_options: dict[PlayerId, dict[str, str]] | None = None


class GameStarted(Event):
    """The game as it begins; `format` is 1 for the released logs and 2 for those that say what everyone saw."""

    event_type = "game_started"
    format: Count = 1
    seed: int | str | None = None
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


class Departure(Loose):
    """Somebody was seen to leave, and where to."""

    player_id: PlayerId
    to: RoomName


class Arrival(Loose):
    """Somebody was seen to come, and where from."""

    player_id: PlayerId
    origin: RoomName = Field(alias="from")


class Observed(Event):
    """What a living player saw: at its turn, before it acts, or when a meeting was called; since format 2.

    Attributes:
        bodies: the victims.
        heard: the chat lines that reached it since its last look, by their index among all chat lines of the log.
        action: at its turn, what it then does.
    """

    event_type = "observation"
    player_id: PlayerId
    room: RoomName
    moment: Literal["turn", "call"]
    present: Annotated[tuple[PlayerId, ...], AsTuple]
    departing: Annotated[tuple[Departure, ...], AsTuple]
    arriving: Annotated[tuple[Arrival, ...], AsTuple]
    bodies: Annotated[tuple[PlayerId, ...], AsTuple]
    heard: Annotated[tuple[Count, ...], AsTuple]
    action: str | None = None


class ActionRefused(Event):
    """What a player answered at its turn was illegal or unreadable: it waits; since format 2."""

    event_type = "action_refused"
    player_id: PlayerId
    action: str
    reason: str


class AgentFailed(Event):
    """An agent gave no answer that could be used: it waits, is silent or skips; since format 2."""

    event_type = "agent_failed"
    player_id: PlayerId
    call: Literal["act", "speak", "vote"]
    cause: Literal["raised", "timed_out", "unreadable", "unanswered"]
    detail: str


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
        Observed,
        ActionRefused,
        AgentFailed,
        GameOver,
    )
}
"""Every known event type; a new one is a class here and a facts handler."""
