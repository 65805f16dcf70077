"""How a game went, in the shape that outcomes and behaviour are counted from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quack.events.log import GameLog, Player
from quack.events.models import PlayerId, RoomName, TaskCompleted
from quack.events.rows import Kill, Look, Meeting, Round, Stay, Timeline
from quack.game.progress import KILL_COOLDOWN
from quack.metrics.registry import Team


@dataclass(frozen=True, eq=False)
class Course:
    """A log and its timeline, and what figures ask of them; equal only to itself."""

    log: GameLog
    timeline: Timeline

    @cached_property
    def teams(self) -> dict[PlayerId, Team]:
        """The team of each player, in seat order."""
        return {player.id: "duck" if player.team == "duck" else "goose" for player in self.log.players}

    def of_team(self, team: Team) -> list[Player]:
        """The players of a team, in seat order."""
        return [player for player in self.log.players if self.teams[player.id] == team]

    @cached_property
    def departed(self) -> frozenset[PlayerId]:
        """Who was killed or ejected."""
        gone = self.timeline
        return frozenset((*(kill.victim for kill in gone.kills), *(each.player for each in gone.ejections)))

    @property
    def first_kill(self) -> int:
        """The first tick in which a Duck may kill."""
        told = self.log.config.first_kill
        return KILL_COOLDOWN if told is None else told

    @property
    def kill_cooldown(self) -> int:
        """The ticks from a kill until a Duck may kill again."""
        told = self.log.config.kill_cooldown
        return KILL_COOLDOWN if told is None else told

    def last_line(self, tick: int) -> int:
        """The last line of a tick."""
        return self._last_lines[tick]

    @cached_property
    def _last_lines(self) -> dict[int, int]:
        return {event.tick: event.line for event in self.log.events}

    @cached_property
    def calls(self) -> dict[int, Meeting]:
        """The meeting that ends a round, by the round."""
        return {meeting.round: meeting for meeting in self.timeline.meetings}

    def played(self, round: Round) -> range:
        """The ticks of a round that were played to their end: that of its call is not, nor is that of its respawn."""
        call = self.calls.get(round.index)
        return range(round.first + 1, round.last + 1 if call is None else call.tick)

    @cached_property
    def stays(self) -> dict[PlayerId, list[Stay]]:
        """The stays of each player, in order."""
        stays: dict[PlayerId, list[Stay]] = {player.id: [] for player in self.log.players}
        for stay in self.timeline.stays:
            stays[stay.player].append(stay)
        return stays

    @cached_property
    def deaths(self) -> dict[PlayerId, Kill]:
        """The kill of each victim."""
        return {kill.victim: kill for kill in self.timeline.kills}

    @cached_property
    def completions(self) -> dict[PlayerId, dict[str, int]]:
        """The line in which each player completed each of its tasks, by the task's name.

        A released log has players complete a task after their death in the same tick. The engine counted these towards
        the Geese's victory, so they count here.
        """
        done: dict[PlayerId, dict[str, int]] = defaultdict(dict)
        for event in self.log.events:
            if type(event) is TaskCompleted:
                done[event.player_id].setdefault(event.task_name, event.line)
        return done

    def room_at_end(self, player: PlayerId, round: int, tick: int) -> RoomName | None:
        """Where a player stood last in a round, up to the end of a tick; None before it stood anywhere."""
        rooms = [stay.room for stay in self.stays[player] if stay.round == round and stay.first <= tick]
        return rooms[-1] if rooms else None

    def open_rooms(self, player: Player, line: int) -> set[RoomName]:
        """The rooms in which a player has a task that isn't completed before a line."""
        done = self.completions.get(player.id, {})
        return {task.room for task in player.tasks if done.get(task.name, line) >= line}

    def turns(self, player: PlayerId) -> Iterator[Look]:
        """The looks of a player's turns, in order: the one at a call is none."""
        return (look for look in self._looks.get(player, ()) if look.how != "call")

    @cached_property
    def _looks(self) -> dict[PlayerId, list[Look]]:
        looks: dict[PlayerId, list[Look]] = defaultdict(list)
        for look in self.timeline.looks:
            looks[look.player].append(look)
        return looks
