"""The random player: it does anything that it may, says little, and means nothing by it."""

from __future__ import annotations

from random import Random

from quack.agents.calendar import THIS_ROUND, Time
from quack.agents.speech import points
from quack.agents.speech.points import Point
from quack.agents.speech.wording import Wording
from quack.game.agent import Decision, Speech
from quack.game.observation import Briefing, MeetingView, Observation

_CHATS = 0.01


class RandomPlayer:
    """Acts, speaks and votes at random; it remembers nothing."""

    def __init__(self, briefing: Briefing) -> None:
        self.briefing = briefing
        self.rng: Random = briefing.rng
        self._random = briefing.rng.random
        self._wording: Wording | None = None

    @property
    def wording(self) -> Wording:
        if self._wording is None:
            self._wording = Wording(self.briefing.names, self.briefing.setup.map, self.rng)
        return self._wording

    async def act(self, observation: Observation) -> Decision:
        actions = observation.actions
        action = actions[int(self._random() * len(actions))]
        if self._random() < _CHATS:
            return Decision(action, self.wording.say([Point("greeting")]))
        return Decision(action)

    async def speak(self, meeting: MeetingView) -> Speech:
        if self._random() < 0.1:
            return Speech("skip", ())
        if self._random() < 0.4:
            return self.wording.say([Point("small_talk")])
        tick = self.rng.randint(0, meeting.tick)
        time = self.rng.choice((THIS_ROUND, Time("near", tick, tick), Time("about", tick, tick), Time("opening")))
        me, room = self.briefing.player, self.rng.choice(self.briefing.setup.map.room_names)
        others = [player for player in meeting.living if player != me]
        told = [
            points.at(me, room, time).marked("invented"),
            points.saw(me, self.rng.choice(others), room, time).marked("invented"),
            points.accuse(me, self.rng.choice(others), "weak"),
        ]
        return self.wording.say(self.rng.sample(told, self.rng.randint(1, len(told))))

    async def vote(self, meeting: MeetingView) -> str:
        others = [player for player in meeting.living if player != self.briefing.player]
        return self.rng.choice([*others, "skip"])
