"""`quack extractor review`: what is asked, what is kept, and what reviews come to."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from quack.claims.reviewed import reviewed_claims
from quack.cli.app import app
from quack.events.log import read_log
from quack.events.timeline import replay
from tests.conftest import ROOT

Review = Callable[..., Result]

SAMPLE = ROOT / "logs" / "sample"
FIRST = 6
"""Claims of the first utterance of the sample."""


@pytest.fixture
def review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Runs the command on the sample, as Ann, with the answers that are given, a letter each (_: Enter)."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE, tmp_path / "sample")

    def run(answers: str, *words: str, path: str = "sample") -> Result:
        typed = "".join(f"{'' if answer == '_' else answer}\n" for answer in answers)
        return CliRunner().invoke(app, ["extractor", "review", path, "--reviewer", "ann", *words], input=typed)

    return run


def lines(path: str = "sample/reviews.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def report(*words: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(
        CliRunner().invoke(app, ["extractor", "reviews", "sample", "--json", *words]).stdout
    )
    return told


def edit(change: Callable[[dict[str, Any]], None]) -> None:
    path = Path("sample/claims.jsonl")
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    change(records[0])
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")


def test_each_claim_is_asked_for_with_its_utterance_its_verdict_and_the_reason(review: Review) -> None:
    shown = review("yy").stdout
    assert "sample, meeting 0 at tick 7, a body was reported (game.jsonl:55)" in shown
    assert "Frank: “I found Alice's body in medbay." in shown
    assert "0.0.0 (1 of 6)  Frank saw the body of Alice in medbay, just now" in shown
    assert "audit: true: the viewer saw the target there within the window" in shown
    assert "saw(Frank, Alice, medbay, 7, 7, body, sure) (line 53)" in shown
    assert "1 claim and 0 utterances reviewed by ann; 35 claims left: the same command goes on." in shown


def test_answers_are_kept_with_the_claim_and_the_verdict(review: Review) -> None:
    assert 0 == review("yn").exit_code
    kept = lines()[0]
    wanted = {"reviews": 1, "reviewer": "ann", "message": 0, "meeting": 0, "speaker": "player_5", "item": "claim"}
    assert wanted | {"id": "0.0.0", "faithful": "yes", "verdict": "true", "verdict_right": "no"} == {
        key: kept[key] for key in (*wanted, "id", "faithful", "verdict", "verdict_right")
    }
    assert ("sighting", "Alice") == (kept["claim"]["type"], kept["claim"]["target"])


def test_after_the_last_claim_of_an_utterance_it_asks_what_was_missed(review: Review) -> None:
    review("yy" * FIRST + "_")
    assert ("utterance", [], FIRST) == (lines()[-1]["item"], lines()[-1]["missed"], len(lines()[-1]["claims"]))


def test_several_things_may_have_been_missed(review: Review) -> None:
    answers = "y\n" * 2 * FIRST + "y\nBob was in navigation\nso was Eve\n\n"
    CliRunner().invoke(app, ["extractor", "review", "sample", "--reviewer", "ann"], input=answers)
    assert ["Bob was in navigation", "so was Eve"] == lines()[-1]["missed"]


def test_the_next_run_goes_on_and_asks_nothing_twice(review: Review) -> None:
    review("yyy")
    again = review("n").stdout
    assert "0.0.0 (1 of 6)" not in again
    assert "0.0.1 (2 of 6)" in again
    assert [("0.0.0", "yes"), ("0.0.1", None), ("0.0.1", "no")] == [
        (one["id"], one["verdict_right"]) for one in lines()
    ]


def test_everything_can_be_reviewed(review: Review) -> None:
    answers = "y" * 2 * FIRST + "_" + "".join("u" * 2 * n + "_" for n in (5, 4, 5, 5, 4, 3, 4))
    assert "no claim is left" in review(answers).stdout
    assert 36 + 8 == len(lines())
    assert "0 claims and 0 utterances reviewed by ann; no claim is left." in review("").stdout


def test_one_can_go_back_skip_quit_and_ask_for_help_and_for_the_proof(review: Review) -> None:
    shown = review("yyb" + "nn" + "?s" + "w" + "q").stdout
    assert ["yes", "no"] == [one["faithful"] for one in lines()]
    assert "w: the whole proof" in shown
    assert "rules/verdicts/" in shown
    assert "0.0.2 (3 of 6)" in shown


def test_what_was_skipped_keeps_the_question_what_was_missed_open(review: Review) -> None:
    shown = review("s" + "yy" * (FIRST - 1) + "q").stdout
    assert ("anything missed" in shown, "0.1.0 (1 of 5)" in shown) == (False, True)
    assert "0.0.0 (1 of 6)" in review("q").stdout


def test_an_interruption_keeps_what_was_answered(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(prompt: str) -> str:
        if "verdict" in prompt:
            raise KeyboardInterrupt
        return "y"

    monkeypatch.setattr("builtins.input", answer)
    result = review("")
    assert (130, "interrupted; what was answered is kept; run it again to go on\n") == (result.exit_code, result.stderr)
    assert [("yes", None)] == [(one["faithful"], one["verdict_right"]) for one in lines()]


def test_what_was_missed_so_far_is_kept_when_nobody_answers_any_more(review: Review) -> None:
    review("yy" * FIRST + "x")
    assert ["x"] == lines()[-1]["missed"]


def test_reviewers_share_a_file_and_their_agreement_is_told(review: Review) -> None:
    review("yy" * FIRST + "_")
    review("nynyyyyyyyyy_", "--reviewer", "bob")
    told = report()
    assert ["ann", "bob"] == list(told["reviewers"])
    assert (4, 0, 2) == tuple(told["all"]["precision"][key] for key in ("yes", "no", "unsure"))
    kappas = {one["question"]: (one["both"], one["same"], one["value"]) for one in told["agreement"]}
    assert {"faithful": (6, 4, 0.0), "verdict": (6, 6, None)} == kappas
    shown = CliRunner().invoke(app, ["extractor", "reviews", "sample"]).stdout
    assert "ann and bob: is it faithful" in shown


def test_precision_recall_and_verdicts_have_intervals(review: Review) -> None:
    review("yyyyyyyyynny" + "x")
    told = report()
    assert (5, 1, pytest.approx(5 / 6)) == tuple(told["all"]["precision"][key] for key in ("yes", "no", "value"))
    assert [pytest.approx(0.4365, abs=1e-4), pytest.approx(0.9699, abs=1e-4)] == told["all"]["precision"]["interval"]
    assert (pytest.approx(5 / 6), 1, False) == tuple(told["recall"][key] for key in ("value", "missed", "estimated"))
    shown = review("", "--report").stdout
    assert "Recall: 83.3% (43.6–97.0%): 1 thing missed in 1 utterance." in shown


def test_reviews_follow_the_content_of_a_claim_not_its_number(review: Review) -> None:
    review("yn" + "yy" * (FIRST - 1) + "_")
    edit(lambda record: record["claims"].reverse())
    told = report()
    assert ({"claims": 0, "utterances": 0, "verdicts": 0}, FIRST) == (told["stale"], told["claims_reviewed"])
    assert "0.1.0 (1 of 5)" in review("q").stdout


def test_claims_that_changed_are_unreviewed_and_their_reviews_stale(review: Review) -> None:
    review("yy" * FIRST + "_")
    edit(lambda record: record["claims"][0].update(room="storage"))
    told = report()
    assert ({"claims": 1, "utterances": 1, "verdicts": 0}, FIRST - 1) == (told["stale"], told["claims_reviewed"])
    assert (None, 0) == (told["recall"]["value"], told["recall"]["utterances"])
    assert "Stale: 1 answer about a claim that is no longer there." in review("", "--report").stdout
    assert "0.0.0 (1 of 6)  Frank saw the body of Alice in storage" in review("yy_").stdout
    assert 0 == report()["stale"]["utterances"]


def test_another_verdict_is_asked_for_anew(review: Review) -> None:
    review("yy")
    path = Path("sample/reviews.jsonl")
    path.write_text(path.read_text("utf-8").replace('"verdict": "true"', '"verdict": "false"'), "utf-8")
    told = report()
    assert (1, 1, 0) == (
        told["stale"]["verdicts"],
        told["all"]["precision"]["yes"],
        told["all"]["verdict_accuracy"]["yes"],
    )
    review("y")
    assert (0, 1) == (report()["stale"]["verdicts"], report()["all"]["verdict_accuracy"]["yes"])


def test_a_sample_is_drawn_from_every_type_and_drawn_again(review: Review) -> None:
    shown = review("yy_" * 20, "--sample", "8", "--seed", "3").stdout
    asked = [one for one in lines() if one["item"] == "claim"]
    assert 8 == len({json.dumps(one["claim"]) for one in asked})
    assert {"location", "sighting", "activity", "accusation", "intent"} <= {one["claim"]["type"] for one in asked}
    assert "no claim is left" in shown
    assert "0 claims and 0 utterances" in review("", "--sample", "8", "--seed", "3").stdout
    assert "0 claims and 0 utterances" in review("", "--sample", "8", "--seed", "4").stdout
    assert "; no claim is left" not in review("", "--sample", "8", "--seed", "4").stdout


def test_the_recall_of_a_sample_is_an_estimate(review: Review) -> None:
    review("yyx_" * 20, "--sample", "4")
    recall = report()["recall"]
    assert (True, True) == (recall["estimated"], recall["interval"][0] <= recall["value"] <= recall["interval"][1])
    assert "Estimated recall: " in review("", "--report").stdout


def test_a_tree_is_reviewed_game_by_game_and_reviews_may_lie_elsewhere(review: Review) -> None:
    shutil.copytree("sample", "runs/one")
    shutil.copytree("sample", "runs/two")
    review("yy", "--reviews", "kept", path="runs")
    assert (["kept/one/reviews.jsonl"], 1) == (
        [path.as_posix() for path in Path().rglob("reviews.jsonl")],
        len(lines("kept/one/reviews.jsonl")),
    )
    told = json.loads(CliRunner().invoke(app, ["extractor", "reviews", "runs", "--reviews", "kept", "--json"]).stdout)
    assert (2, 1, 1) == (told["games"], told["games_reviewed"], told["claims_reviewed"])


def test_the_same_claims_in_another_game_are_claims_of_their_own(review: Review) -> None:
    shutil.copytree("sample", "runs/one")
    shutil.copytree("sample", "runs/two")
    shown = review("yyyyyyyyyyyy_" + "s" * 30 + "yy", path="runs").stdout
    assert "7 claims and 1 utterance reviewed by ann; 65 claims left" in shown
    assert ["0.0.0"] == [one["id"] for one in lines("runs/two/reviews.jsonl")]


def test_a_game_that_can_not_be_read_fails_alone(review: Review) -> None:
    shutil.copytree("sample", "runs/one")
    shutil.copytree("sample", "runs/two")
    Path("runs/one/game.jsonl").write_text("nonsense\n", "utf-8")
    result = review("yy", path="runs")
    assert (1, True) == (result.exit_code, Path("runs/two/reviews.jsonl").is_file())
    assert result.stderr.startswith("runs/one/game.jsonl:1")


def test_lines_that_are_no_reviews_are_told_and_harm_nothing(review: Review) -> None:
    review("yy")
    with Path("sample/reviews.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"reviews": 1, "reviewer": "bob"}\n{"reviews": 1, "revie')
    result = review("yy")
    assert ["sample/reviews.jsonl:2: dropped: not a review", "sample/reviews.jsonl:3: dropped: not a review"] == [
        line[:45] for line in result.stderr.splitlines()
    ]
    assert 2 == report()["claims_reviewed"]


def test_without_reviews_nothing_is_claimed(review: Review) -> None:
    told = report()
    assert (0, None, None) == (told["games_reviewed"], told["all"]["precision"]["value"], told["recall"]["value"])
    assert "No review of 1 game with 36 claims counts yet." in review("", "--report").stdout


def test_hostile_words_can_not_steer_the_terminal(review: Review) -> None:
    edit(lambda record: record["claims"][0].update(room="\x1b[31mred", quote="\x1b[2J"))
    assert "\x1b" not in review("yy").stdout


def test_a_reviewer_has_a_name(review: Review) -> None:
    result = review("", "--reviewer", " ")
    assert (2, "a reviewer without a name; give --reviewer a name\n") == (result.exit_code, result.stderr)


def test_reviewed_claims_are_gold(review: Review) -> None:
    review("yy" * (FIRST - 1) + "nn" + "_" + "yy" * 5 + "x_" + "yy")
    log = read_log("sample/game.jsonl")
    found = reviewed_claims(Path("sample/reviews.jsonl"), log, replay(log))
    assert [(0, 5, True, ()), (1, 5, False, ("x",)), (2, 1, False, ())] == [
        (one.message, len(one.claims), one.complete, one.missed) for one in found
    ]
    assert ("player_5", True) == (found[0].speaker, found[0].text.startswith("I found Alice's body"))


def test_the_keys_are_told_before_the_first_question_and_in_the_help(review: Review) -> None:
    shown = review("yyq").stdout
    told = shown.partition("faithful? [y/n/u/w/b/s/q]")[0]
    assert ("u unsure; w: the whole proof" in told, shown.count("u unsure")) == (True, 1)

    listed = CliRunner().invoke(app, ["extractor", "review", "--help"]).stdout.partition("Answers")[2]
    assert [line.split()[0].strip(",") for line in listed.splitlines()[1:] if line.strip()] == [*"yuwbsq"]


def test_on_a_terminal_lines_break_between_words(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = review("q").stdout
    monkeypatch.setattr("quack.cli.reviewing._width", lambda: 40)
    folded = review("q").stdout

    spoken = folded.partition("Frank: “")[2].partition("”")[0]
    assert len(spoken.splitlines()) > 1
    assert max(map(len, spoken.splitlines())) <= 40
    assert whole.split() == folded.split()
