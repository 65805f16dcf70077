"""What holds of outcomes and behaviour in any game, and what the engine that played it knows better."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from quack.game.config import GameSetup
from quack.metrics import METRICS, of_tier
from quack.metrics.behaviour import chances
from quack.metrics.counting import CourseMetric
from quack.metrics.course import Course
from quack.metrics.outcome import outcome_of
from quack.metrics.registry import COMPLEMENTS
from quack.world.map import load_map, shipped_maps
from tests.metrics.courses import course, course_of
from tests.support.folding import without
from tests.support.players import Striver, any_setup, play_out
from tests.support.simulator import Simulator

seeds = st.integers(min_value=0, max_value=2**32)
few = settings(max_examples=25, deadline=None)
MAPS = tuple(load_map(name) for name in shipped_maps())
COUNTED = [metric for tier in (1, 2) for metric in of_tier(tier).values() if isinstance(metric, CourseMetric)]  # type: ignore[arg-type]


class Watched(Striver):
    """Remembers when it could kill."""

    def __init__(self, briefing: Any) -> None:
        super().__init__(briefing)
        self.could_kill: set[int] = set()

    async def act(self, observation: Any) -> Any:
        if any(action.kind == "kill" for action in observation.actions):
            self.could_kill.add(observation.tick)
        return await super().act(observation)


def _adds_up(game: Course) -> None:
    for metric, other in ((METRICS[name], METRICS[other]) for name, other in COMPLEMENTS.items()):
        one, whole = metric.compute(game), metric.compute(game) + other.compute(game)
        assert (one.denominator, 2 * one.denominator) == (whole.numerator, whole.denominator), metric.name
    for metric in COUNTED:
        whole, players, teams = metric.compute(game), metric.by_player(game), metric.by_team(game)
        assert list(game.teams) == list(players)
        assert metric.kind != "share" or 0 <= whole.numerator <= whole.denominator, metric.name
        assert (whole.value is None) == (whole.denominator == 0)
        if metric.personal:
            for team, result in teams.items():
                own = [players[player] for player in players if game.teams[player] == team]
                assert result.numerator == sum(each.numerator for each in own), metric.name
                assert metric.kind == "count" or result.denominator == sum(each.denominator for each in own)
            assert whole.numerator == sum(each.numerator for each in teams.values()), metric.name
        assert metric.kind != "count" or whole.denominator == 1


@few
@given(seeds)
def test_players_add_up_to_teams_and_teams_to_the_game(seed: int) -> None:
    played = play_out(any_setup(Random(seed), MAPS), seed=seed, make=Watched)
    _adds_up(course_of(played.lines.texts))
    _adds_up(course(Simulator(seed).play().log))


@few
@given(seeds)
def test_the_engine_knows_who_won_what_was_done_and_when_ducks_could_kill(seed: int) -> None:
    played = play_out(any_setup(Random(seed), MAPS), seed=seed, make=Watched)
    game = course_of(played.lines.texts)
    assert (played.result.winner, played.result.reason, False) == outcome_of(game)
    progress = played.result.progress
    assigned = METRICS["tasks_assigned"].compute(game).numerator
    assert assigned - progress.tasks_left() == METRICS["tasks_completed"].compute(game).numerator
    assert len(played.result.state.places) == METRICS["survivors"].compute(game).numerator
    for duck in game.of_team("duck"):
        assert played.agents[duck.id].could_kill == {tick for tick, _ in chances(game, duck.id)}


@few
@given(seeds)
def test_a_log_without_its_end_leads_to_the_winner_that_it_named(seed: int) -> None:
    played = play_out(GameSetup(), seed=seed, make=Watched)
    game = course_of(without(played.lines.texts, "game_over"))
    assert outcome_of(game) in (
        (played.result.winner, played.result.reason, True),
        (None, None, True),  # time is up
    )


@few
@given(seeds)
def test_the_rooms_are_those_that_a_game_knows_its_players_to_have_touched(seed: int) -> None:
    simulator = Simulator(seed).play()
    game = course(simulator.log)
    rooms = {name: set[str]() for name in simulator.names}
    for (name, _), touched in simulator.touched.items():
        rooms[name] |= touched
    visited = METRICS["goose_rooms_visited"].by_player(game) | {
        duck: METRICS["duck_rooms_visited"].by_player(game)[duck] for duck in (simulator.log.ids[simulator.duck],)
    }
    assert {simulator.log.ids[name]: len(each) for name, each in rooms.items()} == {
        player: result.numerator for player, result in visited.items()
    }
