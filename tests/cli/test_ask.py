"""`quack ask`: answers as table, JSON and CSV, counts, hints, and programs for plain clingo."""

from __future__ import annotations

import csv
import json
import shutil

import clingo
import pytest
from typer.testing import CliRunner

from quack.cli.app import app
from tests.conftest import ROOT

DUCK = "team(P, duck)"
FALSE_SIGHTINGS = "claim(C, sighting, P), verdict(C, false), team(P, Team)"


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Runs `quack ask` beside a copy of `logs/`, with the project's rules."""
    shutil.copytree(ROOT / "logs", tmp_path / "logs")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    return lambda *words: CliRunner().invoke(app, ["ask", *words])


def records(ask, *words):
    """The verdicts of an audit by claim."""
    lines = CliRunner().invoke(app, ["audit", *words, "--format", "jsonl"]).stdout.splitlines()
    return sorted(json.loads(line)["verdict"] for line in lines)


def test_a_table_has_a_column_for_each_variable_in_order(ask):
    result = ask("logs/sample", "killed(Bob, Q, R, T)")
    lines = [line.split() for line in result.stdout.splitlines() if line.strip("─")]
    assert [["Q", "R", "T"], ["Alice", "medbay", "6"], ["Eve", "medbay", "11"]] == lines
    assert "Bob is read as a name, not as a variable" in result.stderr


def test_several_games_have_a_column_of_their_own(ask):
    lines = ask("logs", DUCK).stdout.splitlines()
    assert ["game", "P"] == lines[0].split()
    assert ["sample", "Bob"] in [line.split() for line in lines]


def test_games_do_not_meet(ask):
    one = json.loads(ask("logs/sample", "team(P, duck), team(Q, goose)", "-f", "json").stdout)["count"]
    rows = json.loads(ask("logs", "team(P, duck), team(Q, goose)", "-f", "json").stdout)["answers"]
    assert one == sum(row["game"] == "sample" for row in rows)


def test_json_names_query_columns_and_games(ask):
    data = json.loads(ask("logs/sample", "killed(P, Q, R, T), T < 7", "--format", "json").stdout)
    assert ["game", "P", "Q", "R", "T"] == data["columns"]
    assert [{"game": ".", "P": "Bob", "Q": "Alice", "R": "medbay", "T": 6}] == data["answers"]
    assert (1, []) == (data["count"], data["failed"])


def test_csv_is_csv(ask):
    rows = list(csv.reader(ask("logs/sample", "killed(P, Q, R, T)", "--format", "csv").stdout.splitlines()))
    assert [["P", "Q", "R", "T"], ["Bob", "Alice", "medbay", "6"], ["Bob", "Eve", "medbay", "11"]] == rows


def test_the_answers_agree_with_the_audit(ask):
    data = json.loads(ask("logs/sample", "verdict(C, V)", "--format", "json").stdout)
    assert records(ask, "logs/sample") == sorted(row["V"] for row in data["answers"])
    data = json.loads(ask("logs/sample", "verdict(C, V)", "--format", "json", "--rules", "paper").stdout)
    assert records(ask, "logs/sample", "--rules", "paper") == sorted(row["V"] for row in data["answers"])


def test_constants_change_the_answers_as_they_change_verdicts(ask):
    words = ("verdict(C, false)", "--format", "json")
    usual = json.loads(ask("logs", *words).stdout)["count"]
    none = json.loads(ask("logs", *words, "--const", "off_by=0").stdout)["count"]
    assert usual < none


def test_answers_are_counted_by_variables_over_all_games(ask):
    rows = json.loads(ask("logs", FALSE_SIGHTINGS, "-f", "json").stdout)["answers"]
    lines = ask("logs", FALSE_SIGHTINGS, "--by", "Team").stdout.splitlines()
    assert ["Team", "count"] == lines[0].split()
    assert len(rows) == sum(int(line.split()[1]) for line in lines[2:])


def test_without_variables_the_answer_is_yes_or_no(ask):
    assert "yes\n" == ask("logs/sample", "team(bob, duck)").stdout
    assert "no\n" == ask("logs/sample", "team(bob, goose)").stdout


def test_a_table_is_cut_and_says_so(ask):
    result = ask("logs/sample", "at(S, R, T)")
    assert 42 == len(result.stdout.splitlines())
    assert "answers are not shown; --limit 0 shows all" in result.stderr
    assert 40 < len(ask("logs/sample", "at(S, R, T)", "--limit", "0").stdout.splitlines()) - 2
    assert 2 == json.loads(ask("logs/sample", "at(S, R, T)", "--limit", "2", "-f", "json").stdout)["answers"].__len__()


def test_a_query_that_nothing_answers_says_so(ask):
    result = ask("logs/sample", "killed(P, Q, R, T), T < 1")
    assert (0, "", "no answers\n") == (result.exit_code, result.stdout, result.stderr)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["logs", "team(P, duck), T < 3"], 2, "query:1:16: variable T is unsafe"),
        (["logs", DUCK, "--by", "Q"], 2, "--by Q is no variable of the query; there is P"),
        (["logs"], 2, "no query; write it behind the path"),
        ([], 2, "no path and no query"),
        (["team(P, duck)"], 2, "a query without a path"),
        (["logs", " "], 2, "no query; write it behind the path"),
        (["nowhere", DUCK], 2, "nowhere: there is no such file or folder"),
        (["logs", DUCK, "--rules", "none"], 2, "no rulebook none"),
        (["logs", DUCK, "--program"], 2, "whose answers would mix; name one game"),
    ],
)
def test_what_can_t_be_asked_is_a_line_on_standard_error(ask, words, code, said):
    result = ask(*words)
    assert (code, "") == (result.exit_code, result.stdout)
    assert said in result.stderr
    assert 1 == len(result.stderr.splitlines())


def test_a_game_that_can_t_be_read_is_named_and_the_others_are_asked(ask, tmp_path):
    (tmp_path / "logs" / "sample" / "game.jsonl").write_text("{}\n")
    result = ask("logs", DUCK)
    assert 1 == result.exit_code
    assert "perfect" in result.stdout
    assert "sample/game.jsonl:1" in result.stderr


def test_a_query_has_the_bounds_of_a_rulebook(ask):
    bomb = "n(0..9999); big(A, B, C) :- n(A), n(B), n(C)"
    result = ask("logs/sample", bomb, "--max-seconds", "1")
    assert 2 == result.exit_code
    assert "query:1" in result.stderr and "grounding takes too" in result.stderr


# --- for plain clingo -------------------------------------------------------------------------------------------------


def atoms(text, name):
    """The atoms of a predicate that plain clingo derives from a text, as text."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append([str(symbol) for symbol in model.symbols(shown=True)]))
    (model,) = found
    return sorted(atom for atom in model if atom.startswith(name))


@pytest.mark.parametrize("rules", ["observed", "paper"])
def test_plain_clingo_derives_the_same_verdicts_from_the_program(ask, rules):
    verdicts = atoms(ask("logs/sample", "--program", "--rules", rules).stdout, "verdict(")
    assert records(ask, "logs/sample", "--rules", rules) == sorted(atom[:-1].partition(",")[2] for atom in verdicts)


def test_the_program_has_the_numbers_that_were_asked_for(ask):
    words = ("logs/sample", "--const", "off_by=0")
    verdicts = atoms(ask(*words, "--program").stdout, "verdict(")
    assert records(ask, *words) == sorted(atom[:-1].partition(",")[2] for atom in verdicts)


def test_plain_clingo_answers_the_query_from_the_program(ask):
    text = ask("logs/sample", "killed(Bob, Q, R, T), T < 7", "--program").stdout
    assert ["_ask(alice(0),medbay,6)"] == atoms(text, "_ask(")


def test_facts_are_clingo_text_and_the_same_each_time(ask):
    text = ask("logs", "--facts").stdout
    assert text == ask("logs", "--facts").stdout
    assert [f"({number})" for number in range(6)] == sorted(
        {atom[atom.index("(", 5) : -7] for atom in atoms(text, "team(") if atom.endswith("goose)")}
    )
    assert 100 < len(atoms(text, "saw("))


def test_facts_and_a_rulebook_of_ones_own_go_together_in_clingo(ask):
    text = ask("logs/sample", "--facts").stdout + "\nvictim(Q) :- killed(_, Q, _, _, _, _)."
    assert ["victim(alice(0))", "victim(eve(0))"] == atoms(text, "victim(")


def test_the_schema_lists_what_can_be_asked(ask):
    lines = ask("--schema").stdout.splitlines()
    assert any(line.split() == "saw(P, Q, R, T) P, in R, saw Q or its body at tick T".split() for line in lines)
    assert any(line.startswith("  killed(P, S, R, Rd, T, Line)") for line in lines)
    assert any(line.startswith("resolve.lp: Which of the candidate verdicts holds") for line in lines)
    data = json.loads(ask("--schema", "--format", "json", "--rules", "paper").stdout)
    assert {"short form", "log or claims", "rules"} == {each["from"] for each in data}


def test_a_string_that_names_nothing_is_a_label_of_the_query(ask):
    asked = 'role(P, "=crew") :- team(P, duck).'
    found = ask("logs/sample", asked, "--format", "csv").stdout
    assert ",'=crew" in found  # no spreadsheet takes it for a formula
    assert '": "=crew"' in ask("logs/sample", asked, "--format", "json").stdout
