"""Lies and lapses, held against the exact memory of who tells them."""

from __future__ import annotations

from random import Random

import pytest

from quack.agents import lies
from quack.agents.calendar import Calendar, Time
from quack.agents.fallible import mixed_up, recalled, replaced, shifted, substituted
from quack.agents.memory import Deed, Leg, Memory, Sight, Stay, Work
from quack.agents.recall import OWN
from quack.agents.recall_others import OTHERS
from quack.agents.scene import Scene
from quack.agents.speech import points
from quack.agents.speech.points import Point
from quack.agents.talk import Honest, Subtle, drawn
from quack.game.config import GameSetup
from quack.game.observation import Briefing

ME, YOU, THIRD = "player_0", "player_1", "player_2"
LIVING = (ME, YOU, THIRD)


def scene(seed: int = 0) -> Scene:
    """A player that went on from room to room, worked, met two others, and was leaving when the call came."""
    setup = GameSetup()
    memory = Memory(Briefing(ME, setup.seats, "duck", (), setup, Random(seed)))
    memory.stays = [
        Stay(0, "cafeteria", 0, 3),
        Stay(0, "medbay", 3, 12),
        Stay(0, "electrical", 12, 20),
        Stay(0, "electrical", 22, 22),
    ]
    memory.legs = [
        Leg(0, "cafeteria", "medbay", 3, 3, True),
        Leg(0, "medbay", "electrical", 12, 12, True),
        Leg(0, "electrical", "security", 20, 21, False),
    ]
    memory.works = [Work(0, tick, "electrical", "Calibrate Distributor") for tick in (13, 14, 15)]
    memory.sights = [
        Sight(0, 5, "medbay", YOU, "present"),
        Sight(0, 6, "medbay", YOU, "departing", "storage"),
        Sight(0, 14, "electrical", THIRD, "arriving", "security"),
    ]
    memory.tick = 22
    return Scene(memory, Calendar([0], 22), Random(seed), "button", LIVING)


def weighed(point: Point) -> list[str]:
    return list(scene().truths(point))


@pytest.mark.parametrize(
    ("point", "truth"),
    [
        (points.at(ME, "medbay"), "true"),
        (points.at(ME, "medbay", Time("near", 13, 13)), "true"),
        (points.at(ME, "medbay", Time("near", 16, 16)), "near"),
        (points.at(ME, "medbay", Time("near", 19, 19)), "false"),
        (points.at(ME, "storage"), "false"),
        (points.at(ME, "medbay", Time("between", 4, 11, duration="throughout")), "true"),
        (points.at(ME, "medbay", Time("round", duration="throughout")), "near"),
        (points.at(ME, "medbay", Time("between", 3, 20, duration="most")), "true"),
        (points.not_at(ME, "storage"), "true"),
        (points.not_at(ME, "medbay"), "false"),
        (points.not_at(ME, "medbay", Time("near", 13, 13)), "true"),
        (points.route(ME, ("cafeteria", "medbay", "electrical")), "true"),
        (points.route(ME, ("medbay", "electrical", "security")), "true"),
        (points.route(ME, ("medbay", "security", "electrical")), "false"),
        (points.route(ME, ("medbay", "cafeteria", "electrical")), "near"),
        (points.route(ME, ("medbay", "storage", "electrical")), "false"),
        (points.went(ME, "medbay", "electrical", Time("near", 12, 12)), "true"),
        (points.went(ME, "cafeteria", "electrical"), "false"),
        (points.went(ME, "cafeteria", "security"), "true"),
        (points.went(ME, "electrical", "medbay"), "false"),
        (points.went(ME, None, "security"), "true"),
        (points.never_went(ME, "security"), "false"),
        (points.not_at(ME, "storage", Time("near", 40, 40)), "unknown"),
        (points.route(ME, ("cafeteria", "security", "medbay", "security")), "false"),
        (points.task(ME, "electrical", "Calibrate Distributor", Time("near", 14, 14)), "true"),
        (points.task(ME, "medbay", "Submit Scan"), "false"),
        (points.waited(ME, "medbay"), "true"),
        (points.saw(ME, YOU, "medbay", Time("near", 5, 5)), "true"),
        (points.saw(ME, YOU, "storage", Time("near", 5, 5)), "near"),
        (points.saw(ME, YOU, "electrical"), "false"),
        (points.not_saw(ME, YOU, None, Time("since", 10)), "true"),
        (points.not_saw(ME, YOU), "false"),
        (points.nobody(ME, None, (YOU, THIRD)), "true"),
        (points.nobody(ME, "medbay", (YOU,)), "true"),
        (points.nobody(ME, "medbay"), "false"),
        (points.no_leave(ME, "electrical"), "true"),
        (points.no_leave(ME, "medbay"), "false"),
        (points.no_body(ME), "true"),
        (points.saw_move(YOU, "medbay", "storage", Time("near", 6, 6)), "true"),
        (points.saw_move(YOU, "storage", "medbay", Time("near", 6, 6)), "unknown"),
        (points.placed(THIRD, "electrical", Time("near", 14, 14)), "true"),
        (points.placed(THIRD, "medbay"), "unknown"),
    ],
)
def test_a_claim_is_weighed_by_what_its_speaker_remembers(point: Point, truth: str):
    assert [truth] == weighed(point)


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_recalled_holds(seed: int):
    here = scene(seed)
    for kinds in (OWN, OTHERS):
        point = drawn(here, kinds)
        assert point is None or here.holds(point)


@pytest.mark.parametrize("seed", range(30))
def test_an_invention_is_false_in_every_claim(seed: int):
    here = scene(seed)
    point = lies.invented(here)
    assert point is not None
    assert {"false"} == set(here.truths(point))
    assert {"invented"} == set(point.made)


@pytest.mark.parametrize("seed", range(10))
def test_a_moved_stay_lies_2_to_5_ticks_beyond_its_words(seed: int):
    here = scene(seed)
    point = lies.moved(here)
    assert point is not None
    (window,) = here.calendar.windows(point.time)
    stays = [stay for stay in here.memory.stays if stay.room == point.slots["room"]]
    gaps = [max(window.first - stay.last, stay.first - window.last) for stay in stays]
    assert 2 <= min(gaps) <= 5
    assert ["near"] == here.truths(point)


def test_a_swapped_route_has_the_rooms_of_the_true_one_in_another_order():
    point = lies.swapped(scene(3))
    assert point is not None
    assert {"cafeteria", "medbay", "electrical"} >= set(point.slots["route"]) - {"security"}
    assert ["near"] == weighed(point)


def test_a_killer_leaves_out_the_room_of_its_kill():
    here = scene()
    here.memory.deeds.append(Deed(0, 6, "medbay", YOU))
    told = lies.misleading(here)
    assert told
    assert all("medbay" not in str(point.slots) for point in told)
    assert {"misleading"} == {made for point in told for made in point.made}
    account = Subtle("omission").account(here, 6)
    assert all(YOU not in str(point.claims) for point in account)


def test_who_has_nothing_to_hide_leaves_out_nothing():
    assert [] == lies.misleading(scene())


def test_a_perfect_memory_mixes_nothing_up():
    for seed in range(20):
        made = {made for point in Honest(0).account(scene(seed), 5) for made in point.made}
        assert made <= {"recalled"}


def test_memory_errs_as_often_as_it_is_told_to():
    told = [point for seed in range(300) for point in Honest(0.3).account(scene(seed), 6)]
    altered = sum(point.made[0] != "recalled" for point in told)
    assert 0.2 < altered / len(told) < 0.4
    assert len(told) < 0.8 * 300 * 6


def test_a_mix_up_is_a_slip_where_it_changes_nothing_that_matters():
    here = scene()
    point = points.at(ME, "medbay", Time("near", 7, 7))
    kinds = {(mixed.made, tuple(here.truths(mixed))) for mixed in (mixed_up(scene(seed), point) for seed in range(40))}
    assert {(("slipped",), ("true",)), (("misremembered",), ("false",))} <= kinds
    assert all((made == ("misremembered",)) == (truth == ("false",)) for made, truth in kinds)


def test_a_point_without_anything_to_mix_up_stays_as_it_is():
    point = points.nobody(ME)
    assert recalled(point) == mixed_up(scene(), point)


def test_changes_reach_the_words_and_the_claims_alike():
    point = points.saw_two(ME, YOU, THIRD, "medbay", Time("between", 3, 5))
    changed = replaced(shifted(point, 2), "medbay", "storage")
    assert (5, 7) == changed.time.ticks
    assert "storage" == changed.slots["room"]
    assert ["storage", "storage"] == [claim["room"] for claim in changed.claims]
    both = substituted(points.route(ME, ("medbay", "storage", "medbay")), {"medbay": "storage", "storage": "medbay"})
    assert ("storage", "medbay", "storage") == both.slots["route"]
