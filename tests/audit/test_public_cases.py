"""Cases that an auditor of such games has to get right, each as a small game judged by the whole audit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.kb.rulebook import load_rulebook
from tests.support.games import GameBuilder
from tests.support.judging import accuses, at, did, judge_game, route, saw, verdicts

EXTENDED = {"polarity": "asserted"}
"""Makes claims that differ in their ticks alone different ones: the published schema collapses them."""

TOUR = ("cafeteria", "oxygen", "upper_engine", "medbay")


def test_arriving_and_leaving_in_one_tick_is_being_there(tmp_path: Path) -> None:
    game = GameBuilder().tick(1).move("Alice", "medbay").tick(2).move("Alice", "electrical")
    game.tick(3).call("Bob").say("Alice", "I was in medbay.")
    passing = GameBuilder(rooms={"Alice": "upper_engine"}).tick(1).move("Alice", "medbay", ticks=2)
    passing.tick(3).move("Alice", "electrical").tick(9).call("Bob").say("Alice", "I was in medbay at tick 3.")

    assert verdicts(tmp_path, game, at("Alice", "medbay")) == ["true"]
    assert verdicts(tmp_path, passing, at("Alice", "medbay", "at tick 3")) == ["true"]


def test_a_room_of_a_tour_was_visited(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "cafeteria"}).tick(1).move("Alice", "oxygen").tick(3)
    game.move("Alice", "upper_engine").tick(4).move("Alice", "medbay").tick(6).tick(7).call("Bob")
    game.say("Alice", "I went round.")

    assert verdicts(tmp_path, game, at("Alice", "oxygen"), route("Alice", *TOUR)) == ["true", "true"]


def test_the_same_claim_twice_in_a_message_counts_once(tmp_path: Path) -> None:
    game = GameBuilder().tick(1).tick(2).call("Bob").say("Alice", "I was in cafeteria. I was in cafeteria.")

    assert len(judge_game(tmp_path, game, {0: [at("Alice", "cafeteria"), at("Alice", "cafeteria")]})) == 1


def test_an_accusation_of_an_innocent_can_be_grounded(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay", "Charlie": "medbay", "Diana": "storage"})
    game.tick(5).kill("Bob", "Alice").tick(6).task("Charlie").move("Diana", "medbay").tick(8).report("Diana")
    game.say("Diana", "Charlie stood by the body.")

    record = judge_game(tmp_path, game, {0: [accuses("Diana", "Charlie")]})[0]

    assert (record.verdict, record.outcome, record.grounded) == ("false", "miss", True)
    assert "saw_with_body" in record.grounds


def test_a_reporter_who_arrives_in_the_tick_of_the_report_saw_the_body(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay", "Charlie": "storage"})
    game.tick(5).kill("Bob", "Alice").tick(6).move("Charlie", "medbay").tick(8).report("Charlie")
    game.say("Charlie", "I found Alice in medbay.")
    claims = saw("Charlie", "Alice", "medbay", "just now", state="body"), at("Charlie", "medbay", "at tick 8")

    assert verdicts(tmp_path, game, *claims) == ["true", "true"]


def test_the_killer_stood_at_the_kill(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "cafeteria"}).tick(5).move("Bob", "medbay")
    game.tick(6).kill("Bob", "Alice").tick(7).report("Bob").say("Bob", "I was in medbay at tick 6.")

    assert verdicts(tmp_path, game, at("Bob", "medbay", "at tick 6"), at("Bob", "cafeteria", "at tick 7")) == [
        "true",
        "near_miss",
    ]


def test_the_log_is_right_about_the_length_of_a_corridor(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "storage"}).tick(1).move("Alice", "navigation", ticks=2).tick(2)
    game.tick(3).tick(9).call("Bob").say("Alice", "I was in navigation at tick 3.")
    claims = (
        at("Alice", "navigation", "the whole time, ticks 3 to 9", **EXTENDED),
        at("Alice", "navigation", "never left, ticks 2 to 9", **EXTENDED),
    )

    assert verdicts(tmp_path, game, *claims) == ["true", "near_miss"]


def test_a_move_with_a_word_is_one_turn(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay", "Charlie": "electrical", "Diana": "medbay"})
    game.tick(1).move("Alice", "electrical").chat("Alice", "Hi!", room="medbay").task("Diana").tick(2).tick(3)
    game.call("Bob").say("Alice", "I was in electrical at tick 2.").say("Diana", "Alice left for electrical.")
    claims = {
        0: [at("Alice", "electrical", "the whole time, ticks 2 to 3"), saw("Alice", "Charlie", "electrical", "tick 2")],
        1: [did("Alice", "traveling", temporal="at tick 1", **{"from": "medbay", "to": "electrical"}, perceived=True)],
    }

    records = judge_game(tmp_path, game, claims)

    assert [record.verdict for record in records] == ["true", "true", "true"]
    assert records[2].support == "observed"


def test_another_map_has_rooms_of_its_own(tmp_path: Path) -> None:
    start = GameBuilder(rooms={"Alice": "cafeteria"}, map="configs/maps/long_ship.yaml")
    start.tick(1).move("Alice", "hydroponics", origin="cafeteria").tick(2).tick(3).call("Bob")
    start.say("Alice", "I was in Hydroponics.")

    assert verdicts(tmp_path, start, at("Alice", "Hydroponics"), at("Alice", "reactor")) == ["true", "unverifiable"]


ODD = (
    'Al"ice',
    "back\\slash",
    "new\nline",
    "nul\0name",
    "鹅妈妈",
    "Jo Ann",
    "jo-ann",
    "p3",
    "not",
    "%s{}",
    "c17",
    "any",
)


@pytest.mark.parametrize("rulebook", ["observed", "paper"])
def test_names_can_be_anything(tmp_path: Path, rulebook: str) -> None:
    game = GameBuilder(ODD, ducks=(ODD[1],), rooms=dict.fromkeys(ODD, "medbay")).tick(1)
    for name in ODD:
        game.task(name)
    game.tick(2).call(ODD[0]).say(ODD[0], "We were all in medbay.").say(ODD[4], "鹅妈妈在医疗室")
    claims = {0: [at(name, "medbay") for name in ODD] + [saw(ODD[0], name, "medbay") for name in ODD[1:]]}
    claims[1] = [accuses(ODD[4], name) for name in ODD]

    records = judge_game(tmp_path, game, claims, rulebook)

    assert {record.verdict for record in records if record.kind != "accusation"} == {"true"}
    assert [record.outcome for record in records if record.kind == "accusation"] == [
        "hit" if name == ODD[1] else "miss" for name in ODD
    ]
    assert all(len(record.to_line().splitlines()) == 1 and record.to_line().isprintable() for record in records)


HUGE = 1_779_361_054_531


def test_huge_numbers_in_claims_are_times_that_never_came(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "medbay"}).tick(1).tick(2).call("Bob").say("Alice", "At tick 1779361054531.")
    claims = at("Alice", "medbay", f"at tick {HUGE}"), at("Alice", "medbay", "this round", ticks=[0, HUGE])

    assert verdicts(tmp_path, game, *claims) == ["unverifiable", "true"]
    assert verdicts(tmp_path, game, *claims, rulebook="paper") == ["true", "true"]


@pytest.mark.parametrize("where", ["tick", "ticks_remaining", "message", "meeting"])
def test_huge_numbers_in_files_are_an_error_that_says_where(tmp_path: Path, where: str) -> None:
    game = (
        GameBuilder(rooms={"Alice": "medbay"}).tick(1).move("Alice", "storage").tick(2).call("Bob").say("Alice", "Hi.")
    )
    line = {"message": 0, "meeting": 0, "speaker": "player_0", "claims": []}
    if where == "tick":
        game.event("tick_start", tick=HUGE)
    elif where == "ticks_remaining":
        game.lines[2] = game.lines[2].replace('"ticks_remaining": 2', f'"ticks_remaining": {HUGE}')
    else:
        line[where] = HUGE
        game.over()
    game.write(tmp_path)
    (tmp_path / "claims.jsonl").write_text(json.dumps(line) + "\n")

    audit = audit_games(tmp_path, rulebook="observed")

    assert [failed.error.line is not None for failed in audit.failed] == [True]


# --- rules that users edit --------------------------------------------------------------------------------------------


def test_a_number_of_the_policy_changes_the_verdicts_that_depend_on_it_and_no_others(tmp_path: Path) -> None:
    game = GameBuilder(rooms={"Alice": "cafeteria"}).tick(1).tick(4).move("Alice", "medbay").tick(20).call("Bob")
    game.say("Alice", "Where I was.")
    claims = [
        at("Alice", "cafeteria", "at tick 6", **EXTENDED),
        at("Alice", "cafeteria", "around tick 7", **EXTENDED),
        at("Alice", "cafeteria", "ticks 6 to 8", **EXTENDED),
        at("Alice", "medbay", "at tick 10"),
        at("Alice", "storage", "at tick 10"),
    ]

    before = [record.verdict for record in judge_game(tmp_path, game, {0: claims})]
    wider = load_rulebook("observed", {"tick_slack": 2})
    after = [record.verdict for record in judge_game(tmp_path, game, {0: claims}, wider)]

    assert before == ["near_miss", "near_miss", "near_miss", "true", "false"]
    assert after == ["true", "near_miss", "near_miss", "true", "false"]


def test_a_verdict_label_takes_one_line_and_one_rule(tmp_path: Path, root: Path) -> None:
    rules = tmp_path / "mine"
    _copy_rules(root / "rules", rules)
    with (rules / "policy.lp").open("a") as policy:
        policy.write("verdict_label(just_passing, 1, partial).\n")
    with (rules / "verdicts" / "location.lp").open("a") as location:
        location.write(
            "candidate(C, just_passing) :- location(C, _, _, _, W), stood(C, _, F, F, _), not duration(W, _).\n"
        )
    game = GameBuilder().tick(1).move("Alice", "medbay").move("Alice", "electrical").tick(5).call("Bob")
    game.say("Alice", "I was in medbay, then electrical.")

    records = judge_game(tmp_path, game, {0: [at("Alice", "medbay"), at("Alice", "electrical")]}, rules)

    assert [(record.verdict, record.bucket) for record in records] == [
        ("just_passing", "partial"),
        ("true", "supported"),
    ]


def _copy_rules(source: Path, target: Path) -> None:
    for path in sorted(source.rglob("*.lp")):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
