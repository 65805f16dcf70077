"""A game far larger than any that was played, to see how an audit grows."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.support.games import GameBuilder

_TICKS_A_ROUND = 50
_CLAIMS_A_MESSAGE = 8
_TASKS = ("Submit Scan", "Sort Cargo", "Fuel Engines", "Check Cameras")
_PHRASES = (
    "this round",
    "around tick {tick}",
    "from tick {tick} to tick {later}",
    "just before the meeting",
    "at the start of the round",
    "when {name} walked in",
    "before tick {later}",
    "the whole round",
)


class Size(NamedTuple):
    """How large a game is; the claims are spread evenly over its meetings."""

    players: int = 50
    ticks: int = 2_000
    claims: int = 10_000


def write_game(folder: Path, size: Size, seed: int = 1) -> Path:
    """Writes a game and its claims, the same for the same size and seed; returns the folder."""
    _BigGame(size, Random(seed)).play().write(folder)
    return folder


class _BigGame:
    """Plays at random: everybody works, walks, waits or talks, now and then a Duck kills, meetings end the rounds."""

    def __init__(self, size: Size, random: Random) -> None:
        self.size = size
        self.random = random
        self.names = tuple(f"Player{number}" for number in range(size.players))
        self.rooms = GameBuilder().game_map.room_names
        ducks = self.names[: max(1, size.players // 10)]
        self.log = GameBuilder(self.names, ducks=ducks, rooms={name: random.choice(self.rooms) for name in self.names})
        self.ducks = frozenset(ducks)
        self.arrivals: dict[str, int] = {}
        self.messages: list[list[dict[str, Any]]] = []
        self.said = 0

    def play(self) -> _BigGame:
        """Plays to the end."""
        for tick in range(1, self.size.ticks + 1):
            self.log.tick(tick)
            for name in self.random.sample(self.log.living, len(self.log.living)):
                if name in self.log.living and self.arrivals.get(name, 0) <= tick:
                    self._turn(name, tick)
            if tick % _TICKS_A_ROUND == 0 or tick == self.size.ticks:
                self._meet(tick)
        self.log.over(None, "time is up")
        return self

    def write(self, folder: Path) -> None:
        """Writes the log and the claims."""
        folder.mkdir(parents=True, exist_ok=True)
        self.log.write(folder)
        lines = (json.dumps({"message": index, "claims": claims}) for index, claims in enumerate(self.messages))
        (folder / "claims.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")

    def _turn(self, name: str, tick: int) -> None:
        log, here = self.log, self.log.places[name]
        prey = [other for other in log.living if other not in self.ducks and log.places[other] == here]
        prey = [other for other in prey if self.arrivals.get(other, 0) <= tick]
        chance = self.random.random()
        if name in self.ducks and prey and chance < 0.002 and len(log.living) > self.size.players * 2 // 3:
            log.kill(name, self.random.choice(prey))
        elif chance < 0.6:
            log.task(name, task=self.random.choice(_TASKS))
        elif chance < 0.8:
            to = self.random.choice(sorted(log.game_map.neighbours(here)))
            log.move(name, to)
            weight = log.game_map.weight(here, to) or 1
            self.arrivals[name] = tick + weight if weight > 1 else 0
        elif chance < 0.82:
            log.chat(name, "Anybody here?")

    def _meet(self, tick: int) -> None:
        log, living = self.log, self.log.living
        self.arrivals.clear()
        log.call(living[0])
        due = self.size.claims * tick // self.size.ticks
        while self.said < due:
            speaker = self.random.choice(living)
            claims = [self._claim(speaker, tick) for _ in range(min(_CLAIMS_A_MESSAGE, due - self.said))]
            log.say(speaker, "…")
            self.messages.append(claims)
            self.said += len(claims)
        for name in living:
            log.vote(name, None)
        log.skip().respawn({name: self.random.choice(self.rooms) for name in living})

    def _claim(self, speaker: str, now: int) -> dict[str, Any]:
        """A claim that repeats none: each names a tick of its own or another phrase."""
        choice = self.random.choice
        tick = self.random.randint(max(0, now - _TICKS_A_ROUND), now)
        phrase = choice(_PHRASES).format(
            tick=tick, later=min(now, tick + self.random.randint(1, 5)), name=choice(self.names)
        )
        subject = choice((speaker, speaker, choice(self.names)))
        about: dict[str, Any] = choice(
            (
                {"type": "location", "room": choice(self.rooms)},
                {"type": "location", "route": [choice(self.rooms) for _ in range(3)]},
                {"type": "sighting", "target": choice(self.names), "room": choice(self.rooms)},
                {"type": "activity", "activity": "task", "room": choice(self.rooms)},
                {"type": "accusation", "target": choice(self.names)},
                {"type": "defense", "defended": choice(self.names)},
            )
        )
        return {"subject": subject, "temporal": phrase, **about}
