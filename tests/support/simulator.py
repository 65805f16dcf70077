"""Random games, played by rules and kept in books that are far simpler than the replay's.

The simulator knows what happened, so the replay of the log it writes can be held against it. It plays like the engine
of the released logs: whoever waits leaves no line, chat comes after its action, the dead finish their tick.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tests.support.games import GameBuilder

NAMES = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank", "Grace", "Hank")


class Seen(NamedTuple):
    how: str
    target: str
    other_end: str | None = None


class SeenLook(NamedTuple):
    """What a player saw in one look; `line` is None for a look that left none."""

    viewer: str
    tick: int
    kind: str
    line: int | None
    seen: frozenset[Seen]


class Step(NamedTuple):
    """A departure or arrival in this tick, after so many lines."""

    player: str
    origin: str
    destination: str
    departs: bool
    arrives: bool
    after: int


class Simulator:
    """Plays one random game; `play()` first, then compare.

    Attributes:
        log: the builder that holds the log.
        looks: what everybody saw at every look.
        touched: (player, tick) -> the rooms it stood in.
        dead: player -> the tick in which it died or was ejected.
    """

    def __init__(self, seed: int, *, players: int = 5, ticks: int = 12) -> None:
        self.random = Random(seed)
        self.ticks = ticks
        self.names = NAMES[:players]
        self.duck = self.random.choice(self.names)
        self.log = GameBuilder(self.names, ducks=(self.duck,), rooms={name: self._any_room() for name in self.names})
        self.looks: list[SeenLook] = []
        self.touched: dict[tuple[str, int], set[str]] = {}
        self.dead: dict[str, int] = {}
        self.rooms: dict[str, str | None] = dict(self.log.places)
        self.corridor: dict[str, tuple[str, str, int]] = {}
        self.called_back: set[str] = set()
        self.bodies: dict[str, str] = {}
        self.steps: list[Step] = []
        self.turns: dict[str, int] = {}
        self.inbox: dict[str, list[str]] = {}
        self.waits: list[SeenLook] = []
        self.over = False
        self.now = 0
        self._touch(*self.names)

    def play(self) -> Simulator:
        """Plays until somebody wins or time is up."""
        for tick in range(1, self.ticks + 1):
            if self.over:
                break
            self._tick(tick)
        else:
            self.log.event("tick_end", tick_in_data=True)
        self.log.over(None, "the simulation ends")
        return self

    @property
    def living(self) -> list[str]:
        return [name for name in self.names if name not in self.dead]

    # --- a tick -------------------------------------------------------------------------------------------------------

    def _tick(self, tick: int) -> None:
        self.now = tick
        self.log.tick(tick)
        self.steps, self.turns, self.inbox, self.waits = [], {}, {}, []
        for name, (origin, destination, left) in list(self.corridor.items()):
            if left == 1:
                del self.corridor[name]
                self.rooms[name] = destination
                self.steps.append(Step(name, origin, destination, False, True, self.log.last))
            else:
                self.corridor[name] = (origin, destination, left - 1)
        self._touch(*self.living)
        order = self.living
        self.random.shuffle(order)
        for name in order:
            if self._turn(name):
                return
        self.looks += self.waits

    def _turn(self, name: str) -> bool:
        """One player acts; True if that ends the tick."""
        room = self.rooms[name]
        if room is None:
            return False
        alive = name not in self.dead
        if self.random.random() < 0.25:
            if alive:
                self.waits.append(SeenLook(name, self.now, "waited", None, self._view(name, 0)))
            return False
        if alive:
            self.turns[name] = self.log.last + 1
            self.looks.append(SeenLook(name, self.now, "own", self.turns[name], self._view(name, 0)))
            self.inbox.pop(name, None)
        if alive and self._meeting(name, room):
            return True
        self._act(name, room, alive)
        if self.random.random() < 0.3:
            self._chat(name, room, alive)
        return False

    def _act(self, name: str, room: str, alive: bool) -> None:
        prey = [
            other
            for other in self.living
            if other != name and room in (self.rooms[other], self.corridor.get(other, (None,))[0])
        ]
        if alive and name == self.duck and prey and self.random.random() < 0.4:
            self._kill(name, self.random.choice(prey), room)
        elif self.random.random() < 0.5:
            self.log.task(name, "1/3", task="Submit Scan", room=room)
            if self.random.random() < 0.3:
                self.log.complete(name, room=room)
        else:
            self._move(name, room, alive)

    def _kill(self, killer: str, victim: str, room: str) -> None:
        self.log.kill(killer, victim)
        self.dead[victim] = self.now
        self.bodies[victim] = room
        if self.corridor.pop(victim, None):
            self.rooms[victim] = None

    def _move(self, name: str, room: str, alive: bool) -> None:
        to = self.random.choice(sorted(self.log.game_map.neighbours(room)))
        ticks = self.log.game_map.weight(room, to)
        # Some engines let a corridor pass a tick sooner than its map says: the log is right.
        ticks = max(1, ticks - self.random.choice((0, 0, 1)))
        self.log.move(name, to, ticks=ticks, origin=room)
        if not alive:
            return
        self.steps.append(Step(name, room, to, True, ticks == 1, self.log.last))
        self.rooms[name] = to if ticks == 1 else None
        if ticks > 1:
            self.corridor[name] = (room, to, ticks)
        self._touch(name)

    def _chat(self, name: str, room: str, alive: bool) -> None:
        listeners = [other for other in self.living if other != name and self.rooms[other] == room]
        self.log.chat(name, f"I am {name}", room=room)
        for other in listeners if alive else ():
            self.inbox.setdefault(other, []).append(name)

    # --- a meeting ----------------------------------------------------------------------------------------------------

    def _meeting(self, name: str, room: str) -> bool:
        if room in self.bodies.values() and self.random.random() < 0.6:
            self._gather()
            self.log.report(name)
        elif self.random.random() < 0.03:
            self._gather()
            self.log.call(name)
        else:
            return False
        line = self.log.last - 1  # the call; its change of phase follows
        self.looks += [look for look in self.waits if look.viewer in self.dead]
        said = self.random.random() < 0.3
        if said:
            self.log.chat(name, "Over here!", room=room)
        for other in self.living:
            seen = self._view(other, self.turns.get(other, 0))
            if said and other != name and self.rooms[other] == room and other not in self.called_back:
                seen |= {Seen("heard", name)}
            self.looks.append(SeenLook(other, self.now, "call", line, seen))
        self._vote(name)
        return True

    def _gather(self) -> None:
        self.called_back = set(self.corridor)
        for name, (origin, _, _) in self.corridor.items():
            self.rooms[name] = origin
        self.corridor.clear()
        self._touch(*self.living)

    def _vote(self, caller: str) -> None:
        self.log.say(caller, "Somebody is a Duck.")
        for name in self.living:
            self.log.vote(name, None)
        if self.random.random() < 0.3:
            out = self.random.choice(self.living)
            self.log.eject(out)
            self.dead[out] = self.now
        else:
            self.log.skip()
        if self.duck in self.dead or len(self.living) < 3:
            self.over = True
        elif self.random.random() < 0.8:
            self.log.respawn({name: self._any_room() for name in self.living})
            self.rooms.update({name: self.log.places[name] for name in self.living})
            self.bodies.clear()
            self._touch(*self.living)
        else:
            self.log.event("phase_changed", phase="free_roam")

    # --- inside -------------------------------------------------------------------------------------------------------

    def _any_room(self) -> str:
        # Few rooms, so that people meet.
        return self.random.choice(("cafeteria", "medbay", "electrical", "storage"))

    def _touch(self, *names: str) -> None:
        for name in names:
            room = self.rooms[name]
            if room is not None:
                self.touched.setdefault((name, self.now), set()).add(room)

    def _view(self, viewer: str, since: int) -> frozenset[Seen]:
        room = self.rooms[viewer]
        seen = [Seen("present", other) for other in self.living if other != viewer and self.rooms[other] == room]
        seen += [Seen("body", victim) for victim, place in self.bodies.items() if place == room]
        for step in self.steps:
            if step.player != viewer and step.after > since:
                if step.departs and step.origin == room:
                    seen.append(Seen("departing", step.player, step.destination))
                if step.arrives and step.destination == room:
                    seen.append(Seen("arriving", step.player, step.origin))
        seen += [Seen("heard", speaker) for speaker in self.inbox.get(viewer, ())]
        return frozenset(seen)
