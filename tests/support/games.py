"""Small games for tests, written as logs in the released format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Self

from quack.world.map import GameMap, load_map

SHIP = "configs/maps/simple_ship.yaml"


class GameBuilder:
    """Writes a log step by step; every method that writes returns the builder.

    People are called by name; ids are `player_0` … in their order. The builder keeps track of who stands where, who
    lies dead and who voted what, so that a game told in order is a log that fits together:

        log = (
            GameBuilder(rooms={"Alice": "medbay", "Bob": "electrical"}, ducks=("Bob",))
            .tick(1).task("Alice").move("Bob", "medbay")
            .tick(2).kill("Bob", "Alice")
            .tick(3).report("Charlie").say("Charlie", "It was Bob.").vote("Charlie", "Bob").vote("Diana", None)
            .eject("Bob").over("goose")
            .write(tmp_path)
        )

    `tick(n)` ends the tick before it (unless a meeting cut that short), lets corridors run and begins n. `last` is the
    number of the line written last: `line = builder.kill("Bob", "Alice").last`. `event` and `text` write whatever they
    are given, for logs that are wrong.

    Args:
        players: names, in order; by default Alice, Bob, Charlie and Diana.
        ducks: the names of the Ducks.
        rooms: name -> the room it starts in; "cafeteria", or the map's first room, for those left out.
        tasks: name -> its tasks as (task name, room); by default one, "Submit Scan" in medbay.
        map: what `config.map` says: a name, a path, or a whole map definition.
        game_map: the map behind it, for the ticks that moves take; by default the ship, or the definition in `map`.
    """

    def __init__(
        self,
        players: tuple[str, ...] = ("Alice", "Bob", "Charlie", "Diana"),
        *,
        ducks: tuple[str, ...] = ("Bob",),
        rooms: dict[str, str] | None = None,
        tasks: dict[str, list[tuple[str, str]]] | None = None,
        map: str | dict[str, Any] = SHIP,
        game_map: GameMap | None = None,
    ) -> None:
        if game_map is None:
            game_map = GameMap.model_validate(map) if isinstance(map, dict) else load_map("simple_ship")
        self.game_map = game_map
        self.names = tuple(players)
        self.ids = {name: f"player_{index}" for index, name in enumerate(self.names)}
        self.ducks = frozenset(ducks)
        home = "cafeteria" if "cafeteria" in game_map.room_names else game_map.room_names[0]
        self.places = {name: (rooms or {}).get(name, home) for name in self.names}
        self.lines: list[str] = []
        self.now = 0
        self._under_way: dict[str, tuple[int, str, str]] = {}
        self._bodies: list[tuple[str, str]] = []
        self._out: set[str] = set()
        self._votes: dict[str, str | None] = {}
        self._phase = "start"
        self._start(map, tasks or {})

    @property
    def last(self) -> int:
        """The number of the line written last, from 1."""
        return len(self.lines)

    # --- ticks and what players do ------------------------------------------------------------------------------------

    def tick(self, number: int) -> Self:
        """Ends the tick before and begins this one; who is due by now stands in its room."""
        if self._phase == "free_roam":
            self.event("tick_end", tick_in_data=True)
        self._phase = "free_roam"
        self.now = number
        for name, (due, _, destination) in list(self._under_way.items()):
            if due <= number:
                self.places[name] = destination
                del self._under_way[name]
        return self.event("tick_start", tick_in_data=True)

    def move(self, name: str, to: str, *, ticks: int | None = None, origin: str | None = None) -> Self:
        """Moves somebody; `ticks` defaults to the corridor's weight (1 where there is none), `origin` to its room."""
        start = origin or self.places[name]
        ticks = ticks or self.game_map.weight(start, to) or 1
        data: dict[str, Any] = {"player_id": self.ids[name], "from": start, "to": to}
        if ticks > 1:
            data["ticks_remaining"] = ticks
            self._under_way[name] = (self.now + ticks, start, to)
        else:
            self.places[name] = to
        return self.event("player_moved", **data)

    def task(self, name: str, progress: str = "1/3", *, task: str = "Submit Scan", room: str | None = None) -> Self:
        """A tick of work, in the room where the player stands unless told otherwise."""
        room = room or self.places[name]
        return self.event("task_progress", player_id=self.ids[name], task_name=task, room=room, progress=progress)

    def complete(self, name: str, *, task: str = "Submit Scan", room: str | None = None) -> Self:
        """A task is done (the line of its last tick of work is not written)."""
        return self.event("task_completed", player_id=self.ids[name], task_name=task, room=room or self.places[name])

    def kill(self, killer: str, victim: str, *, room: str | None = None) -> Self:
        """A kill, in the killer's room unless told otherwise; the body lies there."""
        room = room or self.places[killer]
        self._out.add(victim)
        self._bodies.append((room, victim))
        return self.event("player_killed", killer_id=self.ids[killer], target_id=self.ids[victim], room=room)

    def chat(self, name: str, message: str, *, room: str | None = None) -> Self:
        """A chat line in the room where the player stands (the released logs: after the line of its action)."""
        data = {"player_id": self.ids[name], "name": name, "room": room or self.places[name], "message": message}
        return self.event("free_roam_chat", tick_in_data=True, **data)

    # --- meetings -----------------------------------------------------------------------------------------------------

    def report(self, caller: str) -> Self:
        """Reports a body: all bodies are listed, all movement is cancelled, the discussion begins."""
        return self._call("body_reported", caller, f"{caller} reported a dead body")

    def call(self, caller: str) -> Self:
        """Presses the emergency button."""
        return self._call("meeting_called", caller, f"{caller} called an emergency meeting")

    def say(self, name: str, message: str) -> Self:
        """Says something in the discussion."""
        return self.event("discussion_message", player_id=self.ids[name], message=message)

    def vote(self, voter: str, target: str | None) -> Self:
        """Votes for somebody, or None to skip; the first vote begins the voting."""
        if self._phase != "voting":
            self._change("voting")
        self._votes[self.ids[voter]] = None if target is None else self.ids[target]
        return self.event("vote_cast", voter=self.ids[voter], target=self._votes[self.ids[voter]])

    def eject(self, name: str) -> Self:
        """The vote ejects somebody."""
        self._out.add(name)
        team = self._team(name)
        data = {"player_id": self.ids[name], "name": name, "role": team.title(), "team": team, "votes": self._votes}
        return self.event("player_ejected", **data)

    def skip(self) -> Self:
        """The vote ejects nobody."""
        return self.event("vote_skipped", reason="tie_or_skip")

    def respawn(self, rooms: dict[str, str] | None = None) -> Self:
        """The game goes on: the living stand in the rooms given (else the first room of the map), bodies are gone."""
        rooms = {name: (rooms or {}).get(name, self.game_map.room_names[0]) for name in self.living}
        self.places.update(rooms)
        self._bodies.clear()
        self._votes = {}
        self._change("free_roam")
        self._phase = "meeting"
        return self.event("players_respawned", rooms={self.ids[name]: room for name, room in rooms.items()})

    def over(self, winner: str | None = "goose", reason: str = "All Ducks have been ejected") -> Self:
        """The game ends."""
        return self.event("game_over", winner=winner, reason=reason)

    # --- lines as they are --------------------------------------------------------------------------------------------

    def event(self, event_type: str, *, tick: int | None = None, tick_in_data: bool = False, **data: Any) -> Self:
        """Any event, in the present tick unless told otherwise."""
        tick = self.now if tick is None else tick
        if tick_in_data:
            data["tick"] = tick
        record = {"timestamp": float(self.last), "event_type": event_type, "tick": tick, "data": data}
        return self.text(json.dumps(record))

    def text(self, line: str) -> Self:
        """Any text as a line."""
        self.lines.append(line)
        return self

    def write(self, place: Path) -> Path:
        """Writes the log to a file, or as `game.jsonl` into a folder, and returns its path."""
        path = place / "game.jsonl" if place.is_dir() else place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in self.lines), encoding="utf-8", newline="")
        return path

    @property
    def living(self) -> tuple[str, ...]:
        """Who was neither killed nor ejected."""
        return tuple(name for name in self.names if name not in self._out)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _team(self, name: str) -> str:
        return "duck" if name in self.ducks else "goose"

    def _start(self, map_reference: str | dict[str, Any], tasks: dict[str, list[tuple[str, str]]]) -> None:
        room = "medbay" if "medbay" in self.game_map.room_names else self.game_map.room_names[0]
        seats = {}
        for name in self.names:
            own = tasks.get(name, [("Submit Scan", room)])
            seats[self.ids[name]] = {
                "name": name,
                "role": self._team(name).title(),
                "team": self._team(name),
                "room": self.places[name],
                "tasks": [{"name": task, "room": where, "ticks_required": 3} for task, where in own],
            }
        config = {"num_players": len(self.names), "num_ducks": len(self.ducks), "map": map_reference}
        self.event("game_started", players=list(self.names), config=config, initial_state=seats)

    def _call(self, event_type: str, caller: str, reason: str) -> Self:
        for name, (_, origin, _) in self._under_way.items():
            self.places[name] = origin
        self._under_way.clear()
        bodies = [{"room": room, "victim_name": victim} for room, victim in self._bodies]
        self.event(event_type, caller=self.ids[caller], reason=reason, bodies=bodies)
        return self._change("discussion")

    def _change(self, phase: str) -> Self:
        self._phase = phase
        return self.event("phase_changed", phase=phase)
