"""Whether a game was played by the rules, going by its log's lines alone: books that are far simpler than the fold.

Every check reads the JSON; nothing here uses the engine, its mechanics or the replay.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

from quack.game.config import GameSetup


class Books:
    """Follows a log line by line and collects what breaks the rules in `faults`.

    Attributes:
        where: of each living player its room, or (from, to, first tick at the destination).
        heard: what each player has still to be told, by chat index.
    """

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.faults: list[str] = []
        self.weights = {frozenset((c.a, c.b)): c.weight for c in setup.map.corridors}
        self.button = {room.name for room in setup.map.rooms if room.button}
        self.where: dict[str, Any] = {}
        self.teams: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.tasks: dict[str, dict[str, tuple[str, int]]] = {}
        self.done: dict[tuple[str, str], int] = Counter()
        self.completed: set[tuple[str, str]] = set()
        self.bodies: dict[str, str] = {}
        self.ready: dict[str, int] = {}
        self.calls = setup.button_pool
        self.tick = 0
        self.acted: set[str] = set()
        self.turn: str | None = None
        self.deeds = 0
        self.unheard: dict[str, list[int]] = defaultdict(list)
        self.chats = 0
        self.passing: list[tuple[int, str, str, str, str]] = []
        self.turn_line: dict[str, int] = {}
        self.phase = "start"
        self.votes: dict[str, str | None] = {}
        self.order: list[str] = []
        self.said: list[str] = []
        self.over: str | None = None
        self.line = 0

    def read(self, texts: list[str]) -> list[str]:
        """All faults of a log."""
        for text in texts:
            record = json.loads(text)
            self.line += 1
            if record["timestamp"] != float(self.line):
                self._fault("the time stamp is not the step")
            if self.over:
                self._fault("a line after the end")
            if self.due() and record["event_type"] != "game_over":
                self._fault(f"{record['event_type']} although the game is decided")
            getattr(self, record["event_type"])(record["tick"], record["data"])
            if record["event_type"] != "game_started" and record["tick"] != self.tick:
                self._fault("another tick than that which runs")
        if not self.over:
            self._fault("the game does not end")
        return self.faults

    def due(self) -> str | None:
        """Who has won by now, by majority, ejection or tasks."""
        if not self.where or self.phase == "start":
            return None
        ducks = sum(self.teams[player] == "duck" for player in self.where)
        if ducks == 0:
            return "All Ducks have been ejected"
        if ducks >= len(self.where) - ducks:
            return "Ducks have voting majority"
        owed = {(p, t) for p, tasks in self.tasks.items() if self.teams[p] == "goose" for t in tasks}
        return "All Goose tasks completed" if owed and owed <= self.completed else None

    def _fault(self, what: str) -> None:
        self.faults.append(f"line {self.line}, tick {self.tick}: {what}")

    def _expect(self, holds: bool, what: str) -> None:
        if not holds:
            self._fault(what)

    def _room(self, player: str) -> str | None:
        place = self.where.get(player)
        return place if isinstance(place, str) else None

    # --- start and ticks ----------------------------------------------------------------------------------------------

    def game_started(self, tick: int, data: dict[str, Any]) -> None:
        seats = data["initial_state"]
        rooms = [seat["room"] for seat in seats.values()]
        self._expect(len(set(rooms)) == min(len(rooms), len(self.setup.map.rooms)), "rooms of the start repeat")
        for player, seat in seats.items():
            self.where[player] = seat["room"]
            self.teams[player] = seat["team"]
            self.names[player] = seat["name"]
            self.tasks[player] = {task["name"]: (task["room"], task["ticks_required"]) for task in seat["tasks"]}
            self._expect(len(self.tasks[player]) == self.setup.tasks, "the number of tasks")
            self._expect(len({room for room, _ in self.tasks[player].values()}) == self.setup.tasks, "a room twice")
            self.ready[player] = self.setup.first_kill
        self._expect(Counter(self.teams.values())["duck"] == self.setup.ducks, "the number of Ducks")
        self._expect(len(seats) == self.setup.players, "the number of players")

    def tick_start(self, tick: int, data: dict[str, Any]) -> None:
        self._expect(tick == self.tick + 1 and self.phase in ("start", "free_roam"), "a tick starts")
        self.phase = "free_roam"
        self.tick = tick
        self.acted, self.turn, self.passing, self.turn_line = set(), None, [], {}
        for player, place in self.where.items():
            if not isinstance(place, str) and place[2] <= tick:
                self._expect(place[2] == tick, "an arrival that is late")
                self.where[player] = place[1]
                self.passing.append((self.line, player, place[1], "arriving", place[0]))

    def tick_end(self, tick: int, data: dict[str, Any]) -> None:
        for player in self.where:
            self._expect(player in self.acted or self._room(player) is None, f"{player} had no turn")
        self.turn = None

    # --- turns --------------------------------------------------------------------------------------------------------

    def observation(self, tick: int, data: dict[str, Any]) -> None:
        player, room = data["player_id"], data["room"]
        self._expect(self._room(player) == room, f"{player} looks in {room}")
        at_turn = data["moment"] == "turn"
        if at_turn:
            self._expect(player not in self.acted, f"{player} has two turns")
            self._expect(self.phase == "free_roam", "a turn in a meeting")
            self.acted.add(player)
            self.turn, self.deeds = player, 0
        since = 0 if at_turn else self.turn_line.get(player, 0)
        others = [other for other in self.where if other != player and self._room(other) == room]
        self._expect(others == data["present"], f"present are {others}")
        self._expect([v for v, r in self.bodies.items() if r == room] == data["bodies"], "the bodies")
        for kind, key in (("departing", "to"), ("arriving", "from")):
            seen = [
                {"player_id": other, key: end}
                for line, other, place, how, end in self.passing
                if (place, how) == (room, kind) and other != player and line > since
            ]
            self._expect(seen == data[kind], f"{kind} are {seen}")
        self._expect(self.unheard.pop(player, []) == data["heard"], "the chat heard")
        if at_turn:
            self.turn_line[player] = self.line

    def _acts(self, player: str, *, last: bool = True) -> None:
        self._expect(player in self.where, f"{player} acts and is dead")
        self._expect(player == self.turn, f"{player} acts out of turn")
        self._expect(self.phase == "free_roam", f"{player} acts in a meeting")
        self.deeds += last
        self._expect(self.deeds <= 1, f"{player} acts twice")

    def player_moved(self, tick: int, data: dict[str, Any]) -> None:
        player, origin, to = data["player_id"], data["from"], data["to"]
        self._acts(player)
        self._expect(self._room(player) == origin, f"{player} leaves {origin}")
        weight = self.weights[frozenset((origin, to))]
        self._expect(data.get("ticks_remaining", 1) == weight, "the ticks of the corridor")
        self._expect(weight > 1 or "ticks_remaining" not in data, "ticks_remaining of a corridor of one tick")
        self.where[player] = to if weight == 1 else (origin, to, tick + weight)
        self.passing.append((self.line, player, origin, "departing", to))
        if weight == 1:
            self.passing.append((self.line, player, to, "arriving", origin))

    def task_progress(self, tick: int, data: dict[str, Any]) -> None:
        player, task = data["player_id"], data["task_name"]
        self._acts(player)
        room, needed = self.tasks[player][task]
        self.done[player, task] += 1
        self._expect(room == data["room"] == self._room(player), "the room of the task")
        self._expect(data["progress"] == f"{self.done[player, task]}/{needed}", "the progress")
        self._expect(self.done[player, task] <= needed, "work on a completed task")

    def task_completed(self, tick: int, data: dict[str, Any]) -> None:
        player, task = data["player_id"], data["task_name"]
        self._acts(player, last=False)
        self._expect(self.done[player, task] == self.tasks[player][task][1], "a task completed early")
        self._expect((player, task) not in self.completed, "a task completed twice")
        self.completed.add((player, task))

    def player_killed(self, tick: int, data: dict[str, Any]) -> None:
        killer, victim, room = data["killer_id"], data["target_id"], data["room"]
        self._acts(killer)
        self._expect(self.teams[killer] == "duck" and self.teams.get(victim) == "goose", "who kills whom")
        self._expect(self._room(killer) == room == self._room(victim), "killer and victim are not in the room")
        self._expect(tick >= self.ready[killer], "the cooldown")
        self.ready[killer] = tick + self.setup.kill_cooldown
        del self.where[victim]
        self.bodies[victim] = room
        self.unheard.pop(victim, None)

    def free_roam_chat(self, tick: int, data: dict[str, Any]) -> None:
        player, room = data["player_id"], data["room"]
        self._acts(player, last=False)
        self._expect(self.deeds == 0 and self._room(player) == room, "a chat line after its action")
        self._expect(data["name"] == self.names[player] and data["tick"] == tick, "the name or tick of a chat line")
        for other in self.where:
            if other != player and self._room(other) == room:
                self.unheard[other].append(self.chats)
        self.chats += 1

    def action_refused(self, tick: int, data: dict[str, Any]) -> None:
        self._acts(data["player_id"], last=False)

    def agent_failed(self, tick: int, data: dict[str, Any]) -> None:
        player, call = data["player_id"], data["call"]
        if call == "act":
            self._acts(player, last=False)
        elif call == "speak":
            self._expect(self.phase == "discussion", "silence outside the discussion")
            self.said.append(player)
        else:
            self._expect(self.phase == "voting", "a failed vote outside the votes")

    # --- meetings -----------------------------------------------------------------------------------------------------

    def body_reported(self, tick: int, data: dict[str, Any]) -> None:
        self._expect(self._room(data["caller"]) in self.bodies.values(), "a report without a body")
        self._call(data, "reported a dead body")

    def meeting_called(self, tick: int, data: dict[str, Any]) -> None:
        self._expect(self._room(data["caller"]) in self.button, "a call without a button")
        self.calls -= 1
        self._expect(self.calls >= 0, "the button is used up")
        self._call(data, "called an emergency meeting")

    def _call(self, data: dict[str, Any], how: str) -> None:
        caller = data["caller"]
        self._acts(caller)
        self._expect(data["reason"] == f"{self.names[caller]} {how}", "the reason")
        lie = [{"room": room, "victim_name": self.names[victim]} for victim, room in self.bodies.items()]
        self._expect(data["bodies"] == lie, "the bodies listed")
        self.where = {p: place if isinstance(place, str) else place[0] for p, place in self.where.items()}
        self.phase, self.turn, self.said, self.votes, self.order = "called", caller, [], {}, []

    def phase_changed(self, tick: int, data: dict[str, Any]) -> None:
        phase = data["phase"]
        follows = {"discussion": "called", "voting": "discussion", "free_roam": "closed"}
        self._expect(self.phase == follows[phase], f"{phase} after {self.phase}")
        if phase == "voting":
            first = self.said[: len(self.where)]
            self._expect(self.said == first * self.setup.discussion_rounds, "the order of speakers")
            if self.setup.discussion_rounds:
                self._expect(first[0] == self.turn and sorted(first) == sorted(self.where), "who speaks")
        if phase == "free_roam":
            self._expect(not self.due() and tick < self.setup.ticks, "play goes on after its end")
        self.phase = phase if phase != "free_roam" else "resumed"

    def discussion_message(self, tick: int, data: dict[str, Any]) -> None:
        self._expect(self.phase == "discussion" and data["player_id"] in self.where, "who speaks")
        self.said.append(data["player_id"])

    def vote_cast(self, tick: int, data: dict[str, Any]) -> None:
        voter, target = data["voter"], data["target"]
        self._expect(self.phase == "voting" and voter in self.where and voter not in self.votes, "who votes")
        self._expect(target is None or target in self.where, "a vote for nobody that lives")
        self.votes[voter] = target

    def _tally(self) -> str | None:
        self._expect(list(self.votes) == list(self.where), "everybody votes, in the order of the seats")
        counts = Counter(self.votes.values())
        best = max(counts.values())
        top = [target for target, count in counts.items() if count == best]
        self.phase = "closed"
        return top[0] if len(top) == 1 else None

    def player_ejected(self, tick: int, data: dict[str, Any]) -> None:
        player = data["player_id"]
        self._expect(self._tally() == player and data["votes"] == self.votes, "who is ejected")
        self._expect(data["team"] == self.teams[player] == data["role"].lower(), "the team of the ejected")
        self._expect(data["name"] == self.names[player], "the name of the ejected")
        self.where.pop(player, None)

    def vote_skipped(self, tick: int, data: dict[str, Any]) -> None:
        self._expect(self._tally() is None, "nobody is ejected")

    def players_respawned(self, tick: int, data: dict[str, Any]) -> None:
        rooms = data["rooms"]
        self._expect(self.phase == "resumed" and list(rooms) == list(self.where), "who respawns")
        self._expect(len(set(rooms.values())) == min(len(rooms), len(self.setup.map.rooms)), "respawn rooms repeat")
        self.where = dict(rooms)
        self.bodies = {}
        self.phase = "free_roam"

    def game_over(self, tick: int, data: dict[str, Any]) -> None:
        self.over = data["reason"]
        due = self.due()
        self._expect(self.over == due if due else tick == self.setup.ticks, f"the end, {due or 'by time'} is due")
        winner = "duck" if due == "Ducks have voting majority" else "goose"
        self._expect(data["winner"] == winner, "the winner")
