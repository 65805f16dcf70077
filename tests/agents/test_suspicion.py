"""What players hold against each other, and what they do about it between meetings."""

from __future__ import annotations

from random import Random

from quack.agents.calendar import Calendar
from quack.agents.conduct import Conduct
from quack.agents.hearing import Heard
from quack.agents.memory import Deed, Memory, Sight, Stay
from quack.agents.scene import Scene
from quack.agents.suspicion import SURE, suspect
from quack.game.actions import Action
from quack.game.config import GameSetup
from quack.game.observation import Briefing, Observation, TaskStatus

ME, BOB, EVE, VICTIM = "player_0", "player_1", "player_2", "player_3"
WAIT = Action("wait")


def memory(team: str = "goose", seed: int = 0) -> Memory:
    setup = GameSetup()
    return Memory(Briefing(ME, setup.seats, team, (), setup, Random(seed)))


def scene(*sights: Sight, fallen: tuple[str, ...] = (), caller: str = EVE) -> Scene:
    """A player that stood in medbay from tick 0 to 20 and saw this."""
    kept = memory()
    kept.stays = [Stay(0, "medbay", 0, 20)]
    kept.sights = list(sights)
    return Scene(kept, Calendar([0], 20), Random(0), "report", (ME, BOB, EVE), fallen, caller)


def seen(room: str, *actions: Action, **more) -> Observation:
    empty = dict.fromkeys(
        ("present", "departing", "arriving", "bodies", "heard", "neighbours", "tasks", "meetings"), ()
    )
    given = {"tick": 9, "player": ME, "room": room, "cooldown": None, "actions": actions}
    return Observation(**{**given, **empty, **more})


def said(who: str, room: str, first: int | None, last: int | None) -> Heard:
    return Heard("at", who, who, room, first, last)


def test_who_was_seen_elsewhere_then_is_caught():
    found = suspect(scene(Sight(0, 6, "medbay", BOB, "present")), [said(BOB, "navigation", 4, 9)], {})
    assert BOB == found.top
    assert found.scores[BOB] >= SURE
    assert ["said_at", "saw"] == [point.figure for point in found.reasons[BOB]]


def test_who_was_not_in_the_room_that_the_player_stood_in_is_caught():
    found = suspect(scene(), [said(BOB, "medbay", 8, 10)], {})
    assert BOB == found.top
    assert ["said_at", "not_saw_in"] == [point.figure for point in found.reasons[BOB]]


def test_an_account_that_fits_what_was_seen_is_held_against_nobody():
    sights = (Sight(0, 8, "medbay", BOB, "present"), Sight(0, 9, "medbay", BOB, "present"))
    found = suspect(scene(*sights), [said(BOB, "medbay", 8, 9), said(EVE, "storage", None, None)], {})
    assert found.top is None


def test_somebody_may_be_a_tick_off():
    assert suspect(scene(Sight(0, 7, "medbay", BOB, "present")), [said(BOB, "medbay", 8, 8)], {}).top is None


def test_who_claims_to_have_seen_the_player_where_it_was_not_is_caught():
    found = suspect(scene(), [Heard("saw", BOB, ME, "storage", 5, 5)], {})
    assert BOB == found.top
    assert ["said_saw", "not_at"] == [point.figure for point in found.reasons[BOB]]


def test_who_stands_by_a_body_is_suspected_unless_the_call_brought_all_to_see():
    by_body = (Sight(0, 12, "medbay", BOB, "present"), Sight(0, 12, "medbay", VICTIM, "body"))
    assert BOB == suspect(scene(*by_body, fallen=(VICTIM,)), [], {}).top
    at_call = (Sight(0, 20, "medbay", BOB, "present"), Sight(0, 20, "medbay", VICTIM, "body"))
    found = suspect(scene(*at_call, fallen=(VICTIM,)), [], {})
    assert not found.reasons[BOB]
    assert suspect(scene(*at_call, fallen=(VICTIM,), caller=ME), [], {}).reasons[BOB]


def test_accusations_count_and_defenses_count_against_them():
    blamed = Heard("blame", EVE, BOB)
    assert BOB == suspect(scene(), [blamed], {}).top
    assert suspect(scene(), [blamed, Heard("clear", EVE, BOB)], {}).top is None


def test_grudges_last_and_the_dead_are_forgotten():
    found = suspect(scene(), [], {BOB: 1.5, VICTIM: 9.0})
    assert {BOB: 1.5} == dict(found.scores)


def test_every_reason_is_true():
    here = scene(Sight(0, 6, "medbay", BOB, "present"))
    found = suspect(here, [said(BOB, "navigation", 4, 9), Heard("saw", EVE, ME, "storage", 5, 5)], {})
    for points in found.reasons.values():
        assert all(here.holds(point) for point in points if point.made == ("recalled",))


# --- between meetings -------------------------------------------------------------------------------------------------


def test_a_goose_reports_a_body_before_anything_else():
    kept = memory()
    actions = (WAIT, Action("move", "storage"), Action("do_task"), Action("report"))
    assert Action("report") == Conduct(kept.briefing, kept).decide(seen("medbay", *actions))


def test_a_goose_works_and_goes_where_work_is():
    kept = memory()
    conduct = Conduct(kept.briefing, kept)
    tasks = (TaskStatus("Fuel Engines", "lower_engine", 0, 3, 4), TaskStatus("Sort Cargo", "storage", 0, 3, 2))
    assert Action("move", "storage") == conduct.decide(seen("medbay", WAIT, Action("move", "storage"), tasks=tasks))
    assert Action("do_task") == conduct.decide(seen("storage", WAIT, Action("do_task"), tasks=tasks))


def test_a_careful_duck_kills_without_witnesses_only():
    kill = Action("kill", BOB)
    careful = {True: 0, False: 0}
    for seed in range(60):
        for alone in careful:
            kept = memory("duck", seed)
            present = (BOB,) if alone else (BOB, EVE)
            action = Conduct(kept.briefing, kept).decide(seen("medbay", WAIT, kill, present=present))
            careful[alone] += action == kill
    assert 0 == careful[False] < careful[True]


def test_a_duck_leaves_the_room_of_its_kill():
    kept = memory("duck")
    kept.deeds.append(Deed(0, 8, "medbay", BOB))
    rooms = {Conduct(kept.briefing, kept).decide(seen("medbay", WAIT, Action("report"))).kind for _ in range(40)}
    assert "report" not in rooms
    assert "move" in rooms
