"""`quack why`: which claim is meant, what is printed, and what a written audit needs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quack.audit import counsel, explain
from quack.audit.counsel import Counsellor
from quack.cli.app import app
from quack.kb.rulebook import load_rulebook
from quack.kb.why import Explainer
from tests.cli.conftest import Run
from tests.conftest import ROOT
from tests.support.games import GameBuilder
from tests.support.judging import at
from tests.support.small_games import write_game


def test_a_proof_names_verdict_rules_log_lines_claims_and_constants(why):
    text = why("why", "logs", "0.4.3").output
    assert text.splitlines()[0].startswith("0.4.3  Eve, meeting 0 at tick 7: Bob was in storage, early on")
    assert text.splitlines()[0].endswith("false")
    for part in (
        "rules/verdicts/location.lp:",
        "game.jsonl:5",
        "claims.jsonl:5",
        "opening_ticks = 5",
        "rules/policy.lp:",
    ):
        assert part in text


@pytest.mark.parametrize("path", ["logs", "logs/sample", "logs/sample/game.jsonl"])
def test_a_log_a_run_folder_and_a_tree_will_do(why, path):
    result = why("why", path, "0.4.3")
    assert (0, "0.4.3") == (result.exit_code, result.output[:5])


def test_a_game_can_be_named_before_the_id(why):
    assert 0 == why("why", "logs", "sample:0.4.3").exit_code


def test_an_id_of_several_games_has_to_name_one(why):
    shutil.copytree("logs/sample", "logs/second")
    result = why("why", "logs", "0.4.3")
    assert 2 == result.exit_code
    assert "claim 0.4.3 is in 2 games: sample, second; name the game: sample:0.4.3" in result.output
    assert 0 == why("why", "logs", "second:0.4.3").exit_code


def test_a_game_in_the_path_itself_goes_by_the_name_of_its_folder(why):
    shutil.copytree("logs/sample", "logs/sample/second")
    listed = why("why", "logs/sample").output.splitlines()
    assert {"sample", "second"} == {line.partition(":")[0] for line in listed}
    assert why("why", "logs/sample", "sample:0.4.3").output.startswith("0.4.3  Eve")
    assert 0 == why("why", "logs/sample", ".:0.4.3").exit_code
    assert "no game third; there is sample, second" in why("why", "logs/sample", "third:0.4.3").output


def test_an_unknown_id_names_those_near_it(why):
    result = why("why", "logs", "0.4.9")
    assert 2 == result.exit_code
    assert "no claim 0.4.9; near it are 0.4.0, 0.4.1, 0.4.2, 0.4.3, 0.4.4" in result.output


def test_without_a_claim_all_are_listed_with_their_verdicts(why):
    result = why("why", "logs")
    assert 0 == result.exit_code
    assert "0.4.3  false         Eve: Bob was in storage, early on" in result.output.splitlines()


def test_speaker_and_words_find_the_claim(why):
    assert why("why", "logs", "--speaker", "eve", "--says", "STORAGE").output.startswith("0.4.3  Eve")


def test_words_of_the_utterance_find_its_claims(why):
    lines = why("why", "logs", "--says", "nowhere near").output.splitlines()
    assert ["1.6.0", "1.6.1", "1.6.2"] == [line.split()[0] for line in lines]


def test_several_claims_that_fit_are_listed(why):
    lines = why("why", "logs", "--speaker", "Eve").output.splitlines()
    assert ["0.4.0", "0.4.1", "0.4.2", "0.4.3", "0.4.4"] == [line.split()[0] for line in lines]


@pytest.fixture
def one_library(why: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has all commands ask one library of the one game under `logs`, which is read and solved once then."""
    library = Counsellor("logs", rulebook=load_rulebook())
    explainer = Explainer([library.case(*library.games)], library.rules)
    monkeypatch.setattr(counsel, "Counsellor", lambda path, **asked: library)
    monkeypatch.setattr(explain, "Explainer", lambda cases, rules: explainer)


def test_the_words_of_the_list_find_the_claim(why, one_library):
    for line in why("why", "logs").output.splitlines():
        id, _, words = line.split(maxsplit=2)
        speaker, _, says = words.partition(": ")
        found = why("why", "logs", "--speaker", speaker, "--says", says).output
        assert id in [each.split()[0] for each in found.splitlines()], line


def test_words_are_found_whatever_their_blanks_and_capitals(why):
    assert why("why", "logs", "--speaker", "EVE", "--says", "bob  WAS in\nstorage").output.startswith("0.4.3  Eve")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--speaker", "Nobody"], "logs: nobody is called Nobody; there is Alice, Bob, Charlie, Diana, Eve, …"),
        (["--speaker", "Dianna"], "logs: nobody is called Dianna; did you mean Diana?"),
        (["--speaker", "eve", "--says", "bananas"], "logs: no claim of eve says “bananas”; without --speaker and"),
        (["--says", "bananas"], "logs: no claim says “bananas”; without --speaker and --says all claims are listed"),
    ],
)
def test_words_that_nobody_said_are_an_error(why, words, said):
    result = why("why", "logs", *words)
    assert 2 == result.exit_code
    assert result.output.startswith(said)


def test_json_holds_the_tree(why):
    proof = json.loads(why("why", "logs", "0.4.3", "--json").output)
    assert ("sample", "0.4.3", "false") == (proof["game"], proof["claim"], proof["verdict"])
    step = proof["proof"]["verdict"][0]
    assert {"kind", "text", "atom", "file", "line", "children"} <= step.keys()
    assert "rule" == step["kind"]


def test_the_paper_rulebook_and_constants_can_be_asked_for(why):
    assert "rules/paper/location.lp" in why("why", "logs", "0.4.3", "--rules", "paper").output
    assert "opening_ticks = 2" in why("why", "logs", "0.4.3", "--const", "opening_ticks=2").output


@pytest.mark.parametrize("path", ["out", "out/sample", "out/sample/audit.jsonl"])
def test_a_written_audit_knows_its_logs_rules_and_constants(why, path):
    why("audit", "logs", "--out", "out", "--rules", "paper", "--const", "tick_slack=2")
    result = why("why", path, "0.4.3")
    assert 0 == result.exit_code, result.output
    assert result.output.startswith("0.4.3  Eve")
    assert "rules/paper/" in result.output


def test_a_written_audit_lists_its_claims_without_judging(why, monkeypatch):
    why("audit", "logs", "--out", "out")
    monkeypatch.setattr("quack.audit.explain.Explainer", None)
    assert "0.4.3  false         Eve: Bob was in storage, early on" in why("why", "out").output


@pytest.mark.parametrize(("what", "file"), [("log has", "game.jsonl"), ("claims have", "claims.jsonl")])
def test_what_has_changed_since_the_audit_is_said(why, what, file):
    why("audit", "logs", "--out", "out")
    path = Path("logs/sample", file)
    path.write_text(path.read_text().replace("{", "{ ", 1))
    assert f"the {what} changed since this audit" in why("why", "out", "0.4.3").output


@pytest.mark.parametrize("words", [["--rules", "paper"], ["--const", "tick_slack=3"]])
def test_another_rulebook_than_the_audits_is_said(why, words):
    why("audit", "logs", "--out", "out")
    said = why("why", "out", "0.4.3", *words).output
    assert "the proof is by the rules that were asked for, which are not those of this audit" in said
    assert "has changed" not in said


def test_a_rulebook_that_has_changed_since_the_audit_is_said(why, monkeypatch):
    shutil.copytree(ROOT / "rules", "rules")
    monkeypatch.setenv("QUACK_RULES", "rules")
    why("audit", "logs", "--out", "out")
    with Path("rules/policy.lp").open("a") as file:
        file.write("% another\n")
    assert "the rulebook has changed since this audit" in why("why", "out", "0.4.3").output


def test_claims_of_other_meetings_are_not_near(why):
    assert "no claim 9.9.9; there is 0.0.0, 0.0.1, " in why("why", "logs", "9.9.9").output


def test_a_moved_audit_and_its_logs_stay_together(why, tmp_path):
    why("audit", "logs", "--out", "out")
    (tmp_path / "moved").mkdir()
    shutil.move("out", "moved/out")
    shutil.move("logs", "moved/logs")
    assert 0 == why("why", "moved/out", "0.4.3").exit_code


def test_the_manifest_is_the_same_wherever_the_folder_lies(why, tmp_path, monkeypatch):
    why("audit", "logs", "--out", "out")
    first = Path("out/manifest.json").read_bytes()
    shutil.copytree("logs", tmp_path / "elsewhere/logs")
    monkeypatch.chdir(tmp_path / "elsewhere")
    why("audit", "logs", "--out", "out")
    assert first == Path("out/manifest.json").read_bytes()
    assert str(tmp_path).encode() not in first


@pytest.mark.parametrize("content", ['{"games": 3}', "", "\xff", "[" * 100_000, '{"games": 1' + "0" * 5_000 + "}"])
def test_a_broken_manifest_is_named(why, content):
    why("audit", "logs", "--out", "out")
    Path("out/manifest.json").write_bytes(content.encode("latin-1"))
    result = why("why", "out", "0.4.3")
    assert 1 == result.exit_code
    assert "out/manifest.json: no manifest" in result.output


def test_a_written_audit_is_read_back_where_the_name_of_a_folder_is_no_text(why, tmp_path):
    try:
        os.rename("logs/sample", b"logs/od\xffd")
    except OSError:
        pytest.skip("this file system has only names that are text")
    why("audit", "logs", "--out", "out")
    assert "0.4.3  " in why("why", "out", "0.4.3").output
    assert 0 == why("export", "out", "--out", "exported", "--format", "csv").exit_code


def test_records_without_a_manifest_are_named(why):
    why("audit", "logs", "--out", "out")
    Path("out/manifest.json").unlink()
    assert "no manifest.json beside or above these records" in why("why", "out/sample/audit.jsonl", "0.4.3").output


def test_words_of_strangers_do_not_steer_the_terminal(why, tmp_path):
    game = GameBuilder(("Al\x1b[31mice", "Bob"), rooms={"Bob": "storage"})
    game.tick(1).tick(2).call("Bob").say("Bob", "…")
    write_game(tmp_path, game, {0: [at("Al\x1b[31mice", "medbay", "at\x07 tick 1")]})
    for words in (["0.0.0"], []):
        output = why("why", str(tmp_path / "game.jsonl"), *words).output
        assert "\\x1b[31m" in output
        assert not {"\x1b", "\x07"} & set(output)


def test_why_starts_without_what_it_does_not_need():
    code = (
        "import sys; from typer.testing import CliRunner; from quack.cli.app import app;"
        "CliRunner().invoke(app, ['why', 'logs', '0.4.3']);"
        "print(sorted({'dspy', 'litellm', 'pandas', 'PIL', 'numpy'} & set(sys.modules)), 'quack.kb.why' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "[] True" == done.stdout.strip()


def test_a_proof_of_two_thousand_steps_is_told(why, tmp_path):
    (tmp_path / "long").mkdir()
    (tmp_path / "long/observed.lp").write_text(
        """
        #defined claim/5.
        n(0).
        n(X+1) :- n(X), X < 2000.
        verdict_label(true, 1, supported).
        candidate(C, true) :- claim(C, _, _, _, _), n(2000).
        content(C, V) :- candidate(C, V).
        verdict(C, V) :- candidate(C, V).
        bucket(C, B) :- verdict(C, V), verdict_label(V, _, B).
        """
    )
    result = why("why", "logs", "0.4.3", "--rules", "long/observed.lp", "--full")
    assert 0 == result.exit_code, result.output
    assert result.output.count("“n” holds for ") > 1900


def test_a_rulebook_without_a_verdict_has_its_defect_proved(why, tmp_path):
    shutil.copytree(ROOT / "rules", tmp_path / "own")
    path = tmp_path / "own/resolve.lp"
    path.write_text(
        path.read_text().replace(
            "verdict(C, V) :- content(C, V), not", "verdict(C, V) :- content(C, V), relayed(C), not"
        )
    )
    result = why("why", "logs", "0.4.3", "--rules", "own/observed.lp")
    assert result.output.splitlines()[0].endswith("no verdict")
    assert "no rule gives this claim a verdict" in result.output


def test_an_arrival_names_the_line_of_its_departure(why: Run) -> None:
    log = ROOT / "logs/crowd/seed3"
    lines = [json.loads(line) for line in (log / "game.jsonl").read_text("utf-8").splitlines()]
    proofs = [why("why", str(log), each["id"]).output for each in json.loads(why("why", str(log), "--json").output)[:8]]
    form = r" (\w+) (?:was|stood) in (\w+) [^(\n]*\(arrived; set out at line (\d+)\).*game\.jsonl:(\d+)"

    told = {found for proof in proofs for found in re.findall(form, proof)}
    assert told
    for _, room, departure, arrival in told:
        left, came = lines[int(departure) - 1], lines[int(arrival) - 1]
        assert ("player_moved", room, "tick_start") == (left["event_type"], left["data"]["to"], came["event_type"])


def test_every_step_of_evidence_has_its_log_line(why: Run, one_library: None) -> None:
    ids = [each["id"] for each in json.loads(why("why", "logs", "--json").output)]
    steps = [line for id in ids for line in why("why", "logs", id).output.splitlines() if "rests on a stay" in line]

    assert steps
    assert [] == [line for line in steps if "<- game.jsonl:" not in line]


def test_support_that_shows_no_steps_names_what_it_comes_from(why: Run) -> None:
    last = why("why", "logs", "0.1.3").output.splitlines()[-1]
    assert last.split()[-3:] == ["rules/support.lp:10", "<-", "game.jsonl:53"]


@pytest.mark.parametrize(
    ("words", "names"),
    [("logs --speaker ", "Alice Bob Charlie Diana Eve Frank"), ("logs --speaker F", "Frank"), ("gone --speaker ", "")],
)
def test_the_shell_completes_the_names_of_speakers(why: Run, words: str, names: str) -> None:
    line = f"quack why {words}"
    asked = {"_QUACK_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}

    assert names.split() == CliRunner().invoke(app, [], prog_name="quack", env=asked).output.split()


PASSING = """
verdict_label(bystander, 5, supported).
%!trace_rule {"the target was only passing through"}.
candidate(C, bystander) :- sighting(C, _, _, _, _, _), passing(C), not dwelt(C).
%!trace_rule {"a look showed the target arriving in % from %", R, From}.
passing(C) :- seen(C, _, _, R, _, _, How, _, _), wanted(C, R, How), How = arriving(From).
%!trace_rule {"a look showed the target staying in %", R}.
dwelt(C) :- seen(C, _, _, R, _, _, How, _, _), wanted(C, R, How), How = present.
"""


def test_the_short_form_keeps_the_labels_of_ones_own_rules_and_the_condition_that_failed(
    why: Run, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/passing.lp").write_text(PASSING)
    (tmp_path / "mine/mine.lp").write_text('% base: observed\n#include "observed.lp".\n#include "passing.lp".\n')

    told = why("why", str(ROOT / "logs/perfect/seed8"), "0.9.0", "--rules", "mine").output

    assert "the target was only passing through" in told
    assert "├─ a look showed the target arriving in medbay from upper_engine" in told
    # It was seen staying there, but not where the claim says: without the reason that would be a contradiction.
    assert (
        "not: a look showed the target staying in oxygen [not: a look in oxygen is what this claim speaks of]" in told
    )


def test_the_short_form_tells_ones_own_facts_and_no_line_of_the_policy(why: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    rules = '%!trace_rule {"Eve is believed"}.\nbelieved.\n%!trace_rule {"said by one who is believed"}.\n'
    rules += "candidate(C, kept) :- claim(C, _, _, _, _), believed.\n"
    rules += '%!trace_rule {"kept is a verdict"}.\nverdict_label(kept, 1, supported).\n'
    (tmp_path / "mine/mine.lp").write_text(f'% base: observed\n#include "observed.lp".\n{rules}')

    told = why("why", str(ROOT / "logs/perfect/seed8"), "0.9.0", "--rules", "mine").output

    assert ("said by one who is believed" in told, "Eve is believed" in told) == (True, True)
    assert "kept is a verdict" not in told
