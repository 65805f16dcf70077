"""`quack extractor score`: what belongs together, what is said about it, and what mistakes do to the final rates."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from tests.claims.agreement.claims import accuse, at, saw
from tests.conftest import ROOT

Score = Callable[..., Result]
SAMPLE = ROOT / "logs" / "sample"


@pytest.fixture
def score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Score:
    """Runs the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, ["extractor", "score", *words])


def write(path: str, *lines: dict[str, Any]) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def said(message: int, *claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"message": message, "claims": list(claims), **more}


def told(result: Result) -> dict[str, Any]:
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def two_files(score: Score, *words: str) -> Result:
    write("ours.jsonl", said(0, at("Ann", "attic"), accuse("Bea", "Ann")), said(1))
    write("gold.jsonl", said(0, at("Ann", "barn"), accuse("Bea", "Ann")), said(1), said(2, saw("Ann", "Bea", "barn")))
    return score("ours.jsonl", "gold.jsonl", *words)


def test_two_files_are_one_game(score: Score) -> None:
    found = told(two_files(score, "--json"))
    assert {"gold": 3, "answered": 2} == found["messages"]
    assert (1, 2, 3) == tuple(found["canonical"]["overall"][key] for key in ("hits", "predicted", "gold"))
    assert (None, None) == (found["effect"], found["leaked_reasoning"])


def test_tables_and_confusions_are_printed_with_examples(score: Score) -> None:
    result = two_files(score)
    lines = result.stdout.splitlines()
    assert 0 == result.exit_code
    assert ["overall", "1", "2", "3", "0.500", "0.333", "0.400"] in [line.split() for line in lines]
    assert "     1  at: other place" in lines
    assert "          message 0: gold: Ann was in barn; predicted: Ann was in attic" in lines
    assert "2 of 3 messages with gold claims answered; gold claims that leave the room open: 0, found 0." in lines


def test_examples_can_be_left_out(score: Score) -> None:
    assert "predicted: Ann was in attic" not in two_files(score, "--examples", "0").stdout


def trees() -> None:
    for game in ("north/seed1", "north/seed2", "south/seed1"):
        write(f"ours/{game}/claims.jsonl", said(0, at("Ann", "attic")))
        write(f"gold/{game}/claims.gold.jsonl", said(0, at("Ann", "attic" if "north" in game else "barn")))


def test_trees_go_by_the_usual_names_and_are_shown_by_condition(score: Score) -> None:
    trees()
    found = told(score("ours", "gold", "--json"))
    rates = {name: one["canonical"]["overall"]["f1"] for name, one in found["conditions"].items()}
    assert ({"north": 1.0, "south": 0.0}, 3) == (rates, len(found["games"]))
    assert {"predicted": "claims.jsonl", "gold": "claims.gold.jsonl", "games": 3} == found["files"]
    assert "Conditions" in score("ours", "gold").stdout


def test_one_tree_can_hold_both_sides(score: Score) -> None:
    trees()
    shutil.copytree("gold", "ours", dirs_exist_ok=True)
    assert (0, 3) == (score("ours", "ours").exit_code, len(told(score("ours", "ours", "--json"))["games"]))


def test_other_names_are_given(score: Score) -> None:
    trees()
    result = score("ours", "gold", "--name", "claims.jsonl", "labels.jsonl")
    assert (2, "gold: no file labels.jsonl here or below; --name says how the files are called\n") == (
        result.exit_code,
        result.stderr,
    )


def test_a_file_whose_lines_name_their_games_goes_with_a_tree(score: Score) -> None:
    trees()
    write("gold.jsonl", *(said(0, at("Ann", "attic"), condition=name, seed="seed1") for name in ("north", "south")))
    found = told(score("ours", "gold.jsonl", "--json"))
    assert ({"gold": 2, "answered": 2}, 1.0) == (found["messages"], found["canonical"]["overall"]["f1"])


def test_games_of_one_side_only_are_told(score: Score) -> None:
    trees()
    shutil.rmtree("ours/south")
    write("ours/west/seed9/claims.jsonl", said(0))
    shown = score("ours", "gold").stdout
    assert "1 of 3 games with gold claims have no predicted ones, such as south/seed1: nothing counts" in shown
    assert "1 game with predicted claims have no gold ones, such as west/seed9: left out" in shown


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("nowhere gold", "nowhere: there is no such file or folder; name two files or two trees of them"),
        ("lone.jsonl gold", "lone.jsonl: one file can't be compared with the 3 games under gold; name one game's file"),
        ("other gold", "other: no game in common: it has x/claims.jsonl, gold has north/seed1/claims.gold.jsonl and"),
        ("lone.jsonl empty.jsonl", "empty.jsonl: the file holds no gold claims about discussion messages"),
        ("else.jsonl lone.jsonl", "else.jsonl:1: message 0 has the speaker 'player_2', in lone.jsonl:1 'player_1'"),
        ("ours gold --logs lone.jsonl", "lone.jsonl: one log can't serve 3 games; name a tree"),
        ("ours gold --logs gold", "gold: no log of a compared game; it has to hold such files as north/seed1/game.j"),
    ],
)
def test_what_does_not_fit_together_is_said(score: Score, words: str, complaint: str) -> None:
    trees()
    write("lone.jsonl", said(0, speaker="player_1"))
    write("else.jsonl", said(0, speaker="player_2"))
    write("empty.jsonl")
    write("other/x/claims.jsonl", said(0))
    result = score(*words.split())
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert result.stderr.startswith(complaint)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not a line of claims: "),
        ("[]", "not a line of claims: no JSON object"),
        ('{"claims": []}', 'not a line of claims: it has no "message" that is a whole number'),
        ('{"message": 1, "claims": [3]}', "not a line of claims: its claims are no list of objects"),
        ('{"message": 1, "claims": [{}]}', "not a line of claims: a claim has no type"),
        ('{"message": 1, "claims": [{"type": "intent", "state": []}]}', "not a line of claims: a polarity or a state"),
        ('{"message": 1, "claims": [{"type": "location", "ticks": [1]}]}', "not a line of claims: ticks are not"),
        ('{"message": 1, "claims": [{"type": "location", "ticks": ["a", 1]}]}', "not a line of claims: ticks are no"),
    ],
)  # fmt: skip
def test_a_line_that_is_none_of_claims_is_named(score: Score, line: str, reason: str) -> None:
    write("gold.jsonl", said(0))
    Path("ours.jsonl").write_text(f'{{"message": 0}}\n\n{line}\n')
    result = score("ours.jsonl", "gold.jsonl")
    assert (1, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert result.stderr.startswith(f"ours.jsonl:3: {reason}")


def test_chat_lines_are_another_channel(score: Score) -> None:
    chat = {"chat": 0, "claims": [at("Ann", "attic")]}
    write("ours.jsonl", said(0), chat)
    write("gold.jsonl", said(0), chat)
    one, two = (told(score("ours.jsonl", "gold.jsonl", "--json", *more)) for more in ((), ("--channel", "both")))
    assert (0, 1) == (one["canonical"]["overall"]["gold"], two["canonical"]["overall"]["gold"])
    assert ["1 gold line of the other channel left out; --channel both counts them too"] == one["notices"]


def test_statuses_and_leaked_reasoning_are_compared_where_gold_has_them(score: Score) -> None:
    write("ours.jsonl", said(0), said(1, flags=["leaked_reasoning"]), said(2, status="failed"))
    gold = [said(0, status="vote_token"), said(1, status="empty", leaked_reasoning=True), said(2, status="empty")]
    write("gold.jsonl", *gold, said(3, status="empty"))
    found = told(score("ours.jsonl", "gold.jsonl", "--json"))
    assert {"vote_token": {"empty": 1}, "empty": {"empty": 1, "failed": 1, "not_attempted": 1}} == found["statuses"]
    assert 1.0 == found["leaked_reasoning"]["f1"]
    shown = [line.split() for line in score("ours.jsonl", "gold.jsonl").stdout.splitlines()]
    assert ["vote", "token", "0", "1", "1", "empty"] in shown


# --- the effect on the final rates ------------------------------------------------------------------------------------


def games(*, wrong: bool) -> None:
    for number, game in enumerate(("a/one", "a/two", "b/three")):
        Path("gold", game).mkdir(parents=True)
        shutil.copy(SAMPLE / "game.jsonl", Path("gold", game))
        lines = [json.loads(line) for line in (SAMPLE / "claims.jsonl").read_text("utf-8").splitlines()]
        write(f"gold/{game}/claims.gold.jsonl", *lines[number:])
        for line in lines if wrong else ():
            line["claims"] = [claim | {"room": "oxygen"} if "room" in claim else claim for claim in line["claims"]]
        write(f"ours/{game}/claims.jsonl", *lines)


def test_right_claims_have_no_effect_on_the_rates_though_they_cover_more(score: Score) -> None:
    games(wrong=False)
    effect = told(score("ours", "gold", "--json"))["effect"]
    assert (3, 0, []) == (effect["games"], effect["without_log"], effect["failed"])
    rates = {name: (one["error"], one["games"]) for name, one in effect["rates"].items() if one["games"]}
    assert {0.0} == {error for error, _ in rates.values()}
    assert (0.0, 3) == rates["goose_truthfulness"]


def test_wrong_rooms_move_the_rates(score: Score) -> None:
    games(wrong=True)
    effect = told(score("ours", "gold", "--json", "--jobs", "2"))["effect"]
    rate = effect["rates"]["spatial_hallucination_rate.all"]
    assert rate["predicted"] > rate["gold"]
    assert pytest.approx(rate["predicted"] - rate["gold"]) == rate["error"]
    assert "Effect on the rates of 3 games by observed" in score("ours", "gold").stdout


def test_a_rate_that_no_game_has_is_missing_not_0(score: Score) -> None:
    games(wrong=False)
    for path in Path().rglob("claims*.jsonl"):
        write(str(path), said(0))
    rates = told(score("ours", "gold", "--json"))["effect"]["rates"]
    assert {(0, None, None)} == {(one["games"], one["error"], one["correlation"]) for one in rates.values()}


def test_examples_quote_what_was_said(score: Score) -> None:
    games(wrong=True)
    examples = told(score("ours", "gold", "--json", "--no-effect", "--examples", "1"))["examples"]
    assert all(found[0]["said"] for found in examples.values())
    assert "“" in score("ours", "gold", "--no-effect").stdout


def test_logs_may_lie_elsewhere_and_games_without_one_are_counted(score: Score) -> None:
    games(wrong=False)
    shutil.move("gold/a/one/game.jsonl", "game.jsonl")
    shutil.copytree("gold", "logs")
    Path("gold/b/three/game.jsonl").unlink()
    effect = told(score("ours", "gold", "--json", "--logs", "logs"))["effect"]
    assert (2, 1) == (effect["games"], effect["without_log"])
    one = told(score("ours/a/one/claims.jsonl", "gold/a/one/claims.gold.jsonl", "--json", "--logs", "game.jsonl"))
    assert 1 == one["effect"]["games"]


def test_claims_that_do_not_fit_their_log_fail_that_game_alone(score: Score) -> None:
    games(wrong=False)
    path = Path("gold/a/one/claims.gold.jsonl")
    path.write_text(path.read_text("utf-8") + '{"message": 99, "claims": []}\n', "utf-8")
    result = score("ours", "gold", "--json")
    assert 1 == result.exit_code
    assert "gold/a/one/claims.gold.jsonl:10: message 99 is not in the log, which has 9" in result.stderr
    assert (2, ["a/one"]) == (
        told(result)["effect"]["games"],
        [one["game"] for one in told(result)["effect"]["failed"]],
    )
