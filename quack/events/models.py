"""One class per event type of the game log, and the game that a log opens with.

Source: the public log format. An event's position in the log is its line number (from 1), which is also its step: the
order of lines inside a tick is the order of actions. Ticks count from 0. Unknown keys are counted by the reader and not
kept.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, field

from quack.settings import MAX_TICK

Tick = Annotated[int, Meta(ge=0, le=MAX_TICK)]
Count = Annotated[int, Meta(ge=0, le=MAX_TICK)]
Ticks = Annotated[int, Meta(ge=1, le=MAX_TICK)]
LATEST_FORMAT = 2
"""The version of the log format that is written, and the last that is known."""

PlayerId = str
RoomName = str


class Loose(Struct, frozen=True):
    """A part of the public log format: who reads it refuses wrong types and passes over unknown keys."""


class Event(Loose, frozen=True, kw_only=True):
    """What one log line says; `line` is its number in the file and its step.

    The data of a line doesn't hold its number and mostly not its tick: they are 0 and -1 until its reader sets them.
    """

    event_type: ClassVar[str]
    line: int = 0
    tick: Tick = -1


class AssignedTask(Loose, frozen=True):
    name: str
    room: RoomName
    ticks_required: Ticks


class Seat(Loose, frozen=True):
    """A player as the game starts."""

    name: str
    role: str
    team: Literal["goose", "duck"]
    room: RoomName
    tasks: tuple[AssignedTask, ...] = ()


class GameConfig(Loose, frozen=True):
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


class GameStarted(Event, frozen=True, kw_only=True):
    """The game as it begins; `format` is 1 for the released logs and 2 for those that say what everyone saw."""

    event_type = "game_started"
    format: Count = 1
    seed: int | str | None = None
    players: tuple[str, ...]
    config: GameConfig
    initial_state: dict[PlayerId, Seat]


class TickStart(Event, frozen=True):
    event_type = "tick_start"


class TickEnd(Event, frozen=True):
    event_type = "tick_end"


class PlayerMoved(Event, frozen=True):
    """A player leaves a room; it arrives in the same tick, or `ticks_remaining` later, at the start of that tick."""

    event_type = "player_moved"
    player_id: PlayerId
    origin: RoomName = field(name="from")
    destination: RoomName = field(name="to")
    ticks_remaining: Ticks | None = None


class TaskProgress(Event, frozen=True):
    event_type = "task_progress"
    player_id: PlayerId
    task_name: str
    room: RoomName
    progress: str


class TaskCompleted(Event, frozen=True):
    event_type = "task_completed"
    player_id: PlayerId
    task_name: str
    room: RoomName


class PlayerKilled(Event, frozen=True):
    event_type = "player_killed"
    killer_id: PlayerId
    target_id: PlayerId
    room: RoomName


class Body(Loose, frozen=True):
    room: RoomName
    victim_name: str


class Call(Event, frozen=True):
    """Somebody ends the free roam; `bodies` are all that lie anywhere."""

    caller: PlayerId
    reason: str
    bodies: tuple[Body, ...] = ()


class BodyReported(Call, frozen=True):
    event_type = "body_reported"


class MeetingCalled(Call, frozen=True):
    event_type = "meeting_called"


class PhaseChanged(Event, frozen=True):
    event_type = "phase_changed"
    phase: Literal["discussion", "voting", "free_roam"]


class DiscussionMessage(Event, frozen=True):
    event_type = "discussion_message"
    player_id: PlayerId
    message: str


class VoteCast(Event, frozen=True):
    """A vote; `target` None is a skip."""

    event_type = "vote_cast"
    voter: PlayerId
    target: PlayerId | None


class PlayerEjected(Event, frozen=True):
    event_type = "player_ejected"
    player_id: PlayerId
    name: str
    role: str
    team: Literal["goose", "duck"]
    votes: dict[PlayerId, PlayerId | None]


class VoteSkipped(Event, frozen=True):
    event_type = "vote_skipped"
    reason: str


class PlayersRespawned(Event, frozen=True):
    event_type = "players_respawned"
    rooms: dict[PlayerId, RoomName]


class FreeRoamChat(Event, frozen=True):
    """A chat line; `room` is where the speaker stood when it spoke."""

    event_type = "free_roam_chat"
    player_id: PlayerId
    name: str
    room: RoomName
    message: str


class Departure(Loose, frozen=True):
    """Somebody was seen to leave, and where to."""

    player_id: PlayerId
    to: RoomName


class Arrival(Loose, frozen=True):
    """Somebody was seen to come, and where from."""

    player_id: PlayerId
    origin: RoomName = field(name="from")


class Observed(Event, frozen=True):
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
    present: tuple[PlayerId, ...]
    departing: tuple[Departure, ...]
    arriving: tuple[Arrival, ...]
    bodies: tuple[PlayerId, ...]
    heard: tuple[Count, ...]
    action: str | None = None


class ActionRefused(Event, frozen=True):
    """What a player answered at its turn was illegal or unreadable: it waits; since format 2."""

    event_type = "action_refused"
    player_id: PlayerId
    action: str
    reason: str


class AgentFailed(Event, frozen=True):
    """An agent gave no answer that could be used: it waits, is silent or skips; since format 2."""

    event_type = "agent_failed"
    player_id: PlayerId
    call: Literal["act", "speak", "vote"]
    cause: Literal["raised", "timed_out", "unreadable", "unanswered"]
    detail: str


class GameOver(Event, frozen=True):
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
