"""Scripted players: they work or hunt, talk in many ways, and vote for whom they suspect."""

from __future__ import annotations

from random import Random

from quack.agents.conduct import CALL, REPORT, TASK, Conduct
from quack.agents.hearing import listener_among
from quack.agents.memory import Memory
from quack.agents.scene import Scene, chat_scene, scene_of
from quack.agents.speech import points
from quack.agents.speech.points import Point
from quack.agents.speech.wording import Wording
from quack.agents.suspicion import DOUBTFUL, SURE, Suspicions, suspect
from quack.agents.talk import Talk, doing, heading, in_company
from quack.events.models import PlayerId
from quack.game.actions import Action
from quack.game.agent import Decision, Speech
from quack.game.observation import Briefing, MeetingView, Observation

CHATS = 0.06
"""How often a player in company says something in free roam."""
_IDLE = 0.05
"""How often it speaks and says nothing."""
_COMPANY = 4
"""So many ticks together are worth vouching for."""
_KEPT = 0.5
"""The share of a suspicion that lasts until the next meeting."""


class ScriptedPlayer:
    """Plays without a model.

    Args:
        briefing: what it knows before the first tick.
        talk: how it gives account of itself.
        bold: whether, as a Duck, it kills before others too.
    """

    def __init__(self, briefing: Briefing, talk: Talk, *, bold: bool = False) -> None:
        self.briefing = briefing
        self.talk = talk
        self.rng: Random = briefing.rng
        self.memory = Memory(briefing)
        self.conduct = Conduct(briefing, self.memory, bold)
        self.wording = Wording(briefing.names, briefing.setup.map, briefing.rng)
        self.listener = listener_among(tuple(briefing.names.items()), briefing.setup.map)
        self.pledges: dict[int, PlayerId | None] = {}
        self.grudges: dict[PlayerId, float] = {}

    # --- free roam ----------------------------------------------------------------------------------------------------

    async def act(self, observation: Observation) -> Decision:
        self.memory.look(observation)
        action = self.conduct.decide(observation)
        say = None
        if observation.present and action not in (REPORT, CALL) and self.rng.random() < CHATS:
            say = self._chat(observation, action)
        self.memory.act(observation, action)
        return Decision(action, say)

    def _chat(self, seen: Observation, action: Action) -> Speech:
        scene = chat_scene(self.memory, (seen.player, *seen.present), self.rng)
        told: list[Point] = [Point("greeting")]
        remark = self.talk.remark(scene)
        if remark is not None and self.rng.random() >= _IDLE:
            options = [remark, in_company(scene, self.rng.choice(seen.present), seen.room)]
            if action.kind == "move" and action.target is not None:
                options += [heading(scene, action.target)] * 2
            task = next((task.name for task in seen.tasks if task.room == seen.room and task.done < task.needed), None)
            if action == TASK and task is not None:
                options += [doing(scene, seen.room, task)] * 2
            told = [self.rng.choice(options)] + told * (self.rng.random() < 0.2)
            if self.rng.random() < 0.2:
                told.append(Point("question", self._question(seen.present)))
        return self.wording.say(told, lead_ins=False)

    # --- meetings -----------------------------------------------------------------------------------------------------

    async def speak(self, meeting: MeetingView) -> Speech:
        scene = self._attend(meeting)
        suspicions = self._weigh(scene, meeting)
        if meeting.round > 0 and self.rng.random() < 0.06:
            return self._token(meeting, suspicions)
        if self.rng.random() < _IDLE:
            return self.wording.say([self._claimless(scene)])
        told = self._opening(scene, meeting) if meeting.round == 0 else self._answer(scene, meeting)
        told += self._stance(scene, meeting, suspicions)
        if not told or self.rng.random() < 0.12:
            told.insert(self.rng.randrange(len(told) + 1), self._claimless(scene))
        return self.wording.say(told)

    async def vote(self, meeting: MeetingView) -> str:
        scene = self._attend(meeting)
        found = self._weigh(scene, meeting)
        if meeting.index not in self.pledges:
            self.pledges[meeting.index] = self._choice(scene, found)
        self.grudges = {player: score * _KEPT for player, score in found.scores.items()}
        return self.pledges[meeting.index] or "skip"

    def _attend(self, meeting: MeetingView) -> Scene:
        self.memory.attend(meeting)
        return scene_of(meeting, self.memory, self.rng, self.wording.timely)

    def _weigh(self, scene: Scene, meeting: MeetingView) -> Suspicions:
        heard = self.listener.listen((said.speaker, said.text) for said in meeting.said if said.speaker != scene.me)
        return suspect(scene, heard, self.grudges)

    def _opening(self, scene: Scene, meeting: MeetingView) -> list[Point]:
        told: list[Point] = []
        if meeting.caller == scene.me:
            if meeting.bodies and self.rng.random() < 0.8:
                victim, room = self.rng.choice(meeting.bodies)
                told.append(points.found(scene.me, victim, room, reported=True).marked("recalled"))
            else:
                told.append(points.called(scene.me, scene.me, meeting.how))
        elif self.rng.random() < 0.08:
            told.append(points.called(scene.me, meeting.caller, meeting.how))
        return told + self.talk.account(scene, self.rng.randint(2, 5))

    def _answer(self, scene: Scene, meeting: MeetingView) -> list[Point]:
        told = self._relayed(scene, meeting) if self.rng.random() < 0.5 else []
        return told + self.talk.account(scene, self.rng.randint(1, 3))

    def _relayed(self, scene: Scene, meeting: MeetingView) -> list[Point]:
        """What somebody else said, in the speaker's own words."""
        lines = [(said.speaker, said.text) for said in meeting.said if said.speaker != scene.me]
        heard = [said for said in self.listener.listen(lines) if said.room is not None]
        if not heard:
            return []
        said = self.rng.choice(heard)
        first, last = said.first, said.last
        time = points.THIS_ROUND
        if first is not None and last is not None:
            time = points.Time("between", first, last) if first < last else points.Time("near", first, first)
        room = str(said.room)
        if said.kind == "at":
            return [points.said_at(said.speaker, room, time)]
        maker = self.rng.choice((points.said_saw, points.said_saw, points.said_other_at))
        return [maker(said.speaker, said.who, room, time)]

    # --- stances ------------------------------------------------------------------------------------------------------

    def _stance(self, scene: Scene, meeting: MeetingView, found: Suspicions) -> list[Point]:
        """Accusations with their reasons, defenses, word of the vote."""
        target = self._choice(scene, found)
        told: list[Point] = []
        if target is None:
            told += self._defense(scene, meeting, found)
            if self.rng.random() < 0.2:
                told.append(points.accuse(scene.me, self.rng.choice(self._suspects(scene)), "weak"))
        elif found.scores[target] >= SURE and found.reasons[target]:
            told += found.reasons[target][:2]
            last = found.reasons[target][-1].figure
            figure = "accuse_over_body" if last == "stood_over" else "accuse_lie"
            told.append(points.accuse(scene.me, target, "strong", self.rng.choice((figure, None))))
        elif self.rng.random() < 0.7:
            told.append(points.accuse(scene.me, target, self.rng.choice(("moderate", "weak", "moderate", "strong"))))
        if self._blamed(scene, meeting) and self.rng.random() < 0.6:
            told.append(points.defend(scene.me, scene.me, "denies it"))
        return told + self._announcement(scene, meeting, target)

    def _defense(self, scene: Scene, meeting: MeetingView, found: Suspicions) -> list[Point]:
        if not found.together or self.rng.random() < 0.5:
            return []
        who, (sight, count) = self.rng.choice(sorted(found.together.items()))
        if count >= _COMPANY and self.rng.random() < 0.6:
            time = scene.some_time(sight.round, sight.tick, sight.tick)
            return [points.defend_together(scene.me, who, sight.room, time)]
        spoke = any(said.speaker == who for said in meeting.said)
        if spoke and self.rng.random() < 0.4:
            return [points.defend(scene.me, who, "their story fits", "defend_story")]
        return [points.defend(scene.me, who, "seen alive and well")]

    def _blamed(self, scene: Scene, meeting: MeetingView) -> bool:
        lines = [(said.speaker, said.text) for said in meeting.said if said.speaker != scene.me]
        return any(said.kind == "blame" and said.who == scene.me for said in self.listener.listen(lines))

    def _announcement(self, scene: Scene, meeting: MeetingView, target: PlayerId | None) -> list[Point]:
        """Word of the vote; whoever gives it keeps it."""
        if meeting.index in self.pledges:
            return []
        if meeting.round + 1 < self.briefing.setup.discussion_rounds or self.rng.random() < 0.4:
            return []
        self.pledges[meeting.index] = target
        return [(points.lean if self.rng.random() < 0.2 else points.vote)(scene.me, target)]

    def _token(self, meeting: MeetingView, found: Suspicions) -> Speech:
        """A vote given as speech, which claims nothing."""
        if found.top is None or self.rng.random() < 0.5:
            return Speech("skip", ())
        return Speech(self.briefing.names[found.top], ())

    def _choice(self, scene: Scene, found: Suspicions) -> PlayerId | None:
        """Whom to vote for, or nobody."""
        if self.briefing.team == "duck":
            blamed = [who for who in self._suspects(scene) if found.scores.get(who, 0) > 0]
            return max(blamed, key=lambda who: found.scores[who], default=None)
        top = found.top
        # The fewer are left, the less it takes.
        enough = DOUBTFUL if len(scene.living) > 4 + 2 * self.briefing.setup.ducks else DOUBTFUL / 3
        return top if top in scene.others and found.scores[top] >= enough else None

    def _suspects(self, scene: Scene) -> list[PlayerId]:
        return [who for who in scene.others if who not in self.briefing.partners] or list(scene.others)

    def _question(self, people: tuple[PlayerId, ...]) -> dict[str, points.Slot]:
        return {"who": self.rng.choice(people), "room": self.rng.choice(self.briefing.setup.map.room_names)}

    def _claimless(self, scene: Scene) -> Point:
        figure = self.rng.choice(("small_talk", "small_talk", "question", "advice", "hush"))
        return Point(figure, self._question(scene.others))
