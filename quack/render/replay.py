"""A log as scenes: one for every tick, every speech, every call and every vote; drawn from the fold that all share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from quack.events.models import (
    Call,
    DiscussionMessage,
    Event,
    FreeRoamChat,
    GameOver,
    GameStarted,
    PhaseChanged,
    PlayerEjected,
    PlayerId,
    PlayerKilled,
    TaskCompleted,
    TaskProgress,
    TickEnd,
    VoteCast,
    VoteSkipped,
)
from quack.events.state import GameState, apply, begin, begins_tick, takes_part
from quack.render.scene import (
    Cast,
    Judged,
    Murder,
    Phase,
    Scene,
    Speech,
    Step,
    journeys_of,
    standing_in,
)

if TYPE_CHECKING:
    from quack.events.log import GameLog

Verdicts = Mapping[tuple[str, int], tuple[Judged, ...]]
"""The verdicts on what was said: by "message" or "chat", and its position among those of the log."""


def cast_of(log: GameLog) -> Cast:
    """Who plays in a game, and on which map."""
    names = {player.id: player.name for player in log.players}
    return Cast(names, frozenset(player.id for player in log.players if player.team == "duck"), log.map)


def scenes(log: GameLog, words: Mapping[int, str] | None = None, verdicts: Verdicts | None = None) -> Iterator[Scene]:
    """The scenes of a game, in order.

    Args:
        words: what the lines of the log say, for the list of what happened.
        verdicts: what is known of the utterances.
    """
    director = _Director(log, words or {}, verdicts or {})
    for event in log.events:
        yield from director.follow(event)
    yield from director.finish()


class _Director:
    """Follows a game and says what is to be seen of it.

    Attributes:
        open: whether the tick in progress still has to be shown.
        chats, messages: how many chat lines and discussion messages there were.
    """

    def __init__(self, log: GameLog, words: Mapping[int, str], verdicts: Verdicts) -> None:
        self.words = words
        self.verdicts = verdicts
        self.state = GameState()
        self.meetings = 0
        self.chats = self.messages = 0
        self.open = False
        self.gone: dict[PlayerId, str] = {}
        self.tasks = {player.id: (0, len(player.tasks)) for player in log.players}
        self.votes: dict[PlayerId, PlayerId | None] = {}
        self._new_tick()

    def _new_tick(self) -> None:
        self.murders: list[Murder] = []
        self.working: set[PlayerId] = set()
        self.happened: list[str] = []

    def follow(self, event: Event) -> Iterator[Scene]:
        """Takes in an event; gives the scenes that it ends or makes."""
        state = self.state
        if begins_tick(state, event):
            yield from self.finish()
            self._new_tick()
            self.open = True
        begin(state, event)
        if event.line in self.words:
            self.happened.append(self.words[event.line])
        self._note(event)
        living = takes_part(state, getattr(event, "player_id", ""))
        starting = isinstance(event, Call) and state.round is not None
        apply(state, event)
        yield from self._shown(event, living=living, starting=starting)

    def finish(self) -> Iterator[Scene]:
        """The scene of the tick in progress, if it still has to be shown."""
        if self.open:
            self.open = False
            yield self._scene("roam", f"tick {self.state.tick}, round {self.state.rounds - 1}")

    def _note(self, event: Event) -> None:
        """Writes down what an event does besides changing places, unless it has no effect."""
        state = self.state
        if isinstance(event, PlayerKilled):
            if takes_part(state, event.killer_id) and event.target_id in state.places:
                self.murders.append(Murder(event.killer_id, event.target_id))
                self.gone[event.target_id] = f"killed, tick {event.tick}"
        elif isinstance(event, TaskProgress | TaskCompleted):
            if takes_part(state, event.player_id):
                self.working.add(event.player_id)
                done, total = self.tasks.get(event.player_id, (0, 0))
                self.tasks[event.player_id] = (done + isinstance(event, TaskCompleted), total)
        elif isinstance(event, PlayerEjected):
            if event.player_id in state.places:
                self.gone[event.player_id] = f"ejected, tick {event.tick}"
        elif isinstance(event, VoteCast):
            self.votes[event.voter] = event.target

    def _shown(self, event: Event, *, living: bool, starting: bool) -> Iterator[Scene]:
        """The scenes that an event makes by itself."""
        tick = event.tick
        if isinstance(event, GameStarted):
            yield self._scene("start", "the start")
        elif isinstance(event, FreeRoamChat):
            judged = self.verdicts.get(("chat", self.chats), ())
            self.chats += 1
            speech = Speech(event.player_id, event.message, event.room, judged)
            heading = f"tick {tick}, round {self.state.rounds - 1}" + ("" if living else ": a dead player's words")
            yield self._scene("roam", heading, speech)
        elif starting:
            self.open = False
            self.votes = {}
            self.meetings += 1
            yield self._scene("meeting", f"meeting {self.meetings - 1} is called in tick {tick}")
        elif isinstance(event, DiscussionMessage):
            judged = self.verdicts.get(("message", self.messages), ())
            self.messages += 1
            speech = Speech(event.player_id, event.message, None, judged)
            yield self._scene("meeting", f"meeting {self.meetings - 1}, in tick {tick}", speech)
        elif isinstance(event, PhaseChanged) and event.phase == "discussion":
            self.happened = self.happened[-1:]
        elif isinstance(event, PlayerEjected | VoteSkipped):
            yield self._scene("vote", f"meeting {self.meetings - 1}, in tick {tick}: the vote")
        elif isinstance(event, TickEnd):
            yield from self.finish()
        elif isinstance(event, GameOver):
            yield from self.finish()
            yield self._scene("over", self.words.get(event.line, "the end"))

    def _scene(self, phase: Phase, heading: str, speech: Speech | None = None) -> Scene:
        state = self.state
        steps = tuple(
            Step(each.player, each.origin, each.destination)
            for each in state.movements
            if each.departs and each.arrives
        )
        return Scene(
            tick=state.tick,
            phase=phase,
            heading=heading,
            standing=standing_in(state.places),
            journeys=journeys_of(state.places, state.tick),
            bodies=dict(state.bodies),
            gone=dict(self.gone),
            tasks=dict(self.tasks),
            steps=steps if phase == "roam" else (),
            murders=tuple(self.murders) if phase == "roam" else (),
            working=frozenset(self.working) if phase == "roam" else frozenset(),
            speech=speech,
            votes=dict(self.votes) if phase in ("meeting", "vote") else None,
            happened=tuple(self.happened),
        )
