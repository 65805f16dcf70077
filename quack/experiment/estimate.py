"""What a study will cost, before anything is spent.

Some of its games are played with scripted stand-ins for the models, each of which is put the very questions that the
model would be asked; their tokens are counted as one widespread model counts them. Models play longer or shorter games
than their stand-ins, and those that think write more: it is an order of magnitude, not an offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from quack.agents import seat
from quack.agents.model.asking import SIZE, Manner, Prompter
from quack.agents.model.question import Question
from quack.agents.play import CREW, IMPOSTOR, Order, PlayedGame, play_through, run_alone
from quack.agents.recording import Recording
from quack.audit.extracting import extract_claims
from quack.claims.model.options import ModelOptions
from quack.events.models import PlayerId
from quack.experiment.conditions import Condition, is_scripted
from quack.experiment.plan import Plan
from quack.experiment.states import GameState, by_condition
from quack.game.agent import Agent, Decision, Speech
from quack.game.engine import Seat
from quack.game.observation import Briefing, MeetingView, Observation, Team
from quack.providers.client import ModelSpec
from quack.settings import LOG_NAME

SAMPLES = 2
"""So many games are played for each kind of condition."""

ANSWER = 100
"""Tokens that an answer is taken to have."""

PICTURE_AREA = 750
"""So many pixels of a picture are taken to be a token."""


class Load(NamedTuple):
    """What is asked: questions, pictures that go along, tokens of the questions and of the answers."""

    questions: float = 0.0
    pictures: float = 0.0
    asked: float = 0.0
    answered: float = 0.0

    def plus(self, other: Load, times: float = 1.0) -> Load:
        """Both together, the other so many times."""
        return Load(*(one + times * more for one, more in zip(self, other, strict=True)))


class Foretold(NamedTuple):
    """What one model will be asked, about.

    Attributes:
        agent: what the study calls it; None for the extractor.
        model: litellm's name.
        games: in so many still to be played (by the extractor: to be read).
        cost: US dollars; None if nobody knows the price.
    """

    agent: str | None
    model: str
    games: int
    load: Load
    cost: float | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What running a study will take.

    Attributes:
        states: how far each game is; half games are counted as if they were still to be played from the start.
        models: what each will be asked.
    """

    plan: Plan
    states: tuple[GameState, ...]
    models: tuple[Foretold, ...]

    @property
    def tokens(self) -> float:
        """Of all questions and answers."""
        return sum(each.load.asked + each.load.answered for each in self.models)

    @property
    def cost(self) -> float:
        """US dollars, as far as prices are known."""
        return sum(each.cost or 0.0 for each in self.models)


def estimate_study(plan: Plan, states: tuple[GameState, ...]) -> Estimate:
    """What the games that are not finished yet will cost; nobody is asked, and nothing is written."""
    left = {name: sum(state.status != "done" for state in own) for name, own in by_condition(plan, states).items()}
    due = [(condition, left[condition.name]) for condition in plan.conditions if left[condition.name]]
    sampled = _Samples(plan)
    loads: dict[str, Load] = {}
    games: dict[str, int] = {}
    for condition, number in due:
        for agent in condition.agents:
            if not is_scripted(agent):
                loads[agent] = loads.get(agent, Load()).plus(sampled.load(condition, agent), number)
                games[agent] = games.get(agent, 0) + number
    models = [_foretold(agent, plan.spec(agent), games[agent], loads[agent]) for agent in loads]
    if plan.extractor.asks and due:
        models.append(_extractor(plan, sampled, due))
    return Estimate(plan, states, tuple(models))


def _foretold(agent: str | None, spec: ModelSpec, games: int, load: Load) -> Foretold:
    from quack.providers.prices import price_of

    price = price_of(spec.model, spec.price)
    cost = None if price is None else load.asked * price[0] + load.answered * price[1]
    return Foretold(agent, spec.model, games, load, cost)


def _extractor(plan: Plan, sampled: _Samples, due: Iterable[tuple[Condition, int]]) -> Foretold:
    load, games = Load(), 0
    for condition, number in due:
        load, games = load.plus(sampled.reading(condition), number), games + number
    return _foretold(None, plan.extractor.spec, games, load)


@dataclass(frozen=True, slots=True)
class _Sample:
    """Games of one kind of condition: what each team was asked in a game on average, and how they went."""

    teams: Mapping[Team, Load]
    games: tuple[PlayedGame, ...]


class _Samples:
    """Games with stand-ins, played once for conditions that differ in nothing but the names of their models."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._played: dict[object, _Sample] = {}
        self._read: dict[object, Load] = {}

    def load(self, condition: Condition, agent: str) -> Load:
        """What an agent is asked in a game of a condition."""
        teams = self._sample(condition).teams
        load = teams["goose"] if condition.crew == agent else Load()
        return load.plus(teams["duck"]) if condition.impostor == agent else load

    def reading(self, condition: Condition) -> Load:
        """What the extractor is asked in a game of a condition."""
        key = _key(condition)
        if key not in self._read:
            self._read[key] = _reading(self.plan, self._sample(condition).games)
        return self._read[key]

    def _sample(self, condition: Condition) -> _Sample:
        key = _key(condition)
        if key not in self._played:
            self._played[key] = _play(self.plan.order(condition), self.plan.seeds[:SAMPLES])
        return self._played[key]


def _key(condition: Condition) -> object:
    """What conditions have in common that make the same questions."""
    who = tuple(agent if is_scripted(agent) else None for agent in (condition.crew, condition.impostor))
    return who, condition.setup.model_dump_json(), condition.manner


def _play(order: Order, seeds: Iterable[int]) -> _Sample:
    counts: dict[Team, _Counter] = {"goose": _Counter(order), "duck": _Counter(order)}
    games = [run_alone(_play_one(order, seed, counts)) for seed in seeds]
    return _Sample({team: Load().plus(one.load, 1 / len(games)) for team, one in counts.items()}, tuple(games))


async def _play_one(order: Order, seed: int, counts: Mapping[Team, _Counter]) -> PlayedGame:
    def sit(player: PlayerId, team: Team) -> Seat:
        name = order.agent(player, team)
        if is_scripted(name):
            return seat(name)
        inner = seat(IMPOSTOR if team == "duck" else CREW)
        manner = order.table.manner(name)
        return Seat(name, lambda briefing: StandIn(inner.sit(briefing), briefing, manner, counts[team]))

    return await play_through(order, seed, Recording(order.setup.seats), sit)


class _Counter:
    """Counts what is asked."""

    def __init__(self, order: Order) -> None:
        table = order.table
        self._pictures = {"both": 2, "none": 0}.get(table.views, 1)
        self._picture = (table.image_size or SIZE) ** 2 / PICTURE_AREA
        self.load = Load()

    def count(self, question: Question) -> None:
        """Takes a question in."""
        tokens = _tokens(question.system) + _tokens(question.text) + self._pictures * self._picture
        self.load = self.load.plus(Load(1, self._pictures, tokens, ANSWER))


@lru_cache(maxsize=64)
def _tokens(text: str) -> int:
    from quack.providers.prices import count_tokens

    return count_tokens(text)


class StandIn:
    """A scripted player in the seat of a model: it is put the model's questions too, and they are counted."""

    def __init__(self, inner: Agent, briefing: Briefing, manner: Manner, counter: _Counter) -> None:
        self._inner = inner
        self._prompter = Prompter(briefing, manner)
        self._counter = counter

    async def act(self, observation: Observation) -> Decision | str:
        """As the scripted player does."""
        self._counter.count(self._prompter.act(observation))
        decision = await self._inner.act(observation)
        self._prompter.account.acted(observation, decision)
        return decision

    async def speak(self, meeting: MeetingView) -> Speech | str:
        """As the scripted player does."""
        self._counter.count(self._prompter.speak(meeting))
        speech = await self._inner.speak(meeting)
        self._prompter.account.spoke(speech)
        return speech

    async def vote(self, meeting: MeetingView) -> str:
        """As the scripted player does."""
        self._counter.count(self._prompter.vote(meeting))
        choice = await self._inner.vote(meeting)
        self._prompter.account.voted(meeting, choice)
        return choice


def _reading(plan: Plan, games: tuple[PlayedGame, ...]) -> Load:
    """What the extractor would be asked in one of some games, on average."""
    with TemporaryDirectory() as folder:
        for game in games:
            log = Path(folder) / str(game.seed) / LOG_NAME
            log.parent.mkdir()
            log.write_bytes(game.log)
        options = ModelOptions(plan.extractor.name, **plan.extractor.options)
        found = extract_claims(
            folder, extractor=plan.extractor.name, model=options, channel=plan.audit.channel, dry_run=True
        )
    load = Load()
    for read in found.games:
        if read.bill is not None:
            load = load.plus(Load(read.bill.asked, 0, read.bill.prompt, read.bill.completion), 1 / len(games))
    return load
