"""`quack experiment`: what it prints, refuses and writes."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable

import pytest
from typer.testing import Result

from quack.cli.experiment import _studies
from quack.errors import PlayError
from quack.experiment import scripted
from quack.report.experiment_figures import Results
from tests.cli.experiment.conftest import MODELS, STUDY
from tests.support.model_server import KEY

Run = Callable[..., Result]

KEYS = {"program", "study", "out", "budget", "conditions", "overall", "games"}


def test_the_example_runs_as_it_is_printed(quack, tmp_path):
    printed = quack("example").stdout
    (tmp_path / "study.yaml").write_text(printed.replace("seeds: 1-5 ", "seeds: 1 "))
    result = quack("run", "study.yaml")
    assert 0 == result.exit_code, result.output
    assert "Games of first_study" in result.stdout
    assert "Figures of first_study" in result.stdout
    assert "geese_honest-0.1_duck_subtle_discussion_rounds_2" in result.stdout


def test_a_run_prints_how_far_the_games_are_their_figures_and_what_to_do_next(quack, study):
    output = quack("run", study).stdout
    assert "Games of small" in output.splitlines()[0]
    assert "Figures of small, with intervals of 95 %" in output
    assert "runs/small/tables.md" in output
    assert "Written to runs/small: logs, claims and records, scores.json and tables.md." in output


def test_the_next_commands_work_as_they_stand(quack, study, starter, tmp_path):
    output = quack("run", study, "--out", "my runs").stdout
    commands = [line.strip() for line in output.partition("Next:")[2].splitlines() if line.strip()]
    assert ["score", "report", "why"] == [shlex.split(line)[1] for line in commands]
    command = f'"{starter.write(tmp_path / "bin" / "quack")}"'
    for line in commands:
        done = subprocess.run(line.replace("quack", command, 1), shell=True, capture_output=True, text=True)
        assert 0 == done.returncode, done.stderr


def test_a_run_again_says_that_nothing_was_played_again(quack, study):
    quack("run", study)
    assert "4 of 4 games had been played before and were not played again." in quack("run", study).stdout


def test_the_outcome_as_json_has_states_figures_and_nothing_else_on_standard_output(quack, study):
    result = quack("run", study, "--json")
    data = json.loads(result.stdout)
    assert KEYS | {"unfinished", "unread", "warnings", "scores"} == data.keys()
    assert ("runs/small", 4, {}) == (data["out"], data["overall"]["done"], data["unfinished"])
    assert "goose_truthfulness" in data["scores"]["groups"][0]["metrics"]
    assert "" == result.stderr


def test_figures_are_kept_beside_the_games_for_programs_and_for_people(quack, study, tmp_path):
    shown = json.loads(quack("run", study, "--json").stdout)["scores"]
    assert shown == json.loads((tmp_path / "runs/small/scores.json").read_text())
    assert (tmp_path / "runs/small/tables.md").read_text().startswith("**Outcomes by condition**\n\n| condition ")


def test_what_a_run_prints_fits_the_screen_and_is_short(quack, study):
    lines = quack("run", study).stdout.splitlines()
    assert [] == [line for line in lines if len(line) > 100]
    assert 30 > len(lines)


def test_one_condition_has_its_figures_in_full_in_the_file(quack, tmp_path):
    (tmp_path / "study.yaml").write_text(STUDY.replace('pairs: ["honest:0.1", subtle]', "homogeneous: random"))
    output = quack("run", "study.yaml").stdout
    assert 1 == sum(
        line.startswith("homogeneous_random ") for line in output.partition("Figures of small")[2].split("\n")
    )
    assert "\nall " not in output
    assert "Outcomes, from the log; 2 games" in (tmp_path / "runs/small/tables.md").read_text()


def test_a_game_that_fails_is_named_and_the_exit_code_is_1(quack, study, monkeypatch):

    real = scripted.play

    def fragile(order, seed):
        if (order.crew, seed) == ("subtle", 2):
            raise PlayError("it broke \x1b[2J", remedy="mend it")
        return real(order, seed)

    monkeypatch.setattr(scripted, "play", fragile)
    result = quack("run", study)
    assert 1 == result.exit_code
    assert "1 game is not finished; the same command tries again" in result.stdout
    assert "geese_subtle_duck_honest-0.1/seed02: it broke \\x1b[2J; mend it" in result.stdout
    status = quack("status", study)
    assert 0 == status.exit_code
    assert "Failed in the last run: 1 game." in status.stdout
    monkeypatch.setattr(scripted, "play", real)
    assert 0 == quack("resume", study).exit_code
    assert "Failed" not in quack("status", study).stdout


def test_status_tells_how_far_a_study_is_before_anything_is_there(quack, study):
    data = json.loads(quack("status", study, "--json").stdout)
    assert KEYS | {"refused", "missing_keys"} == data.keys()
    assert (None, []) == (data["refused"], data["missing_keys"])
    assert (4, 4) == (data["overall"]["games"], data["overall"]["missing"])
    assert {"geese_honest-0.1_duck_subtle", "geese_subtle_duck_honest-0.1"} == data["conditions"].keys()


def test_status_of_models_has_questions_tokens_and_cost(quack, tmp_path):
    (tmp_path / "study.yaml").write_text(MODELS)
    lines = quack("status", "study.yaml").stdout.splitlines()
    assert ["questions", "tokens", "cost"] == lines[2].split()[-3:]
    assert "Budget: 1,000 tokens; spent: 0 tokens, $0.0000." in lines


def test_resume_refuses_what_was_never_begun(quack, study):
    result = quack("resume", study)
    assert 2 == result.exit_code
    assert "runs/small: no study was begun here; quack experiment run begins it" in result.stderr


def test_a_dry_run_counts_questions_and_tokens_and_writes_nothing(quack, tmp_path):
    (tmp_path / "study.yaml").write_text(MODELS)
    result = quack("run", "study.yaml", "--dry-run")
    assert 0 == result.exit_code, result.output
    assert (
        "2 conditions with 2 seeds: 4 games, 0 of them done and 0 half; nothing was played or asked." in result.stdout
    )
    assert "Budget: 1,000 tokens, 1,000 of them left: that will hardly do." in result.stdout
    assert ["study.yaml"] == [path.name for path in tmp_path.iterdir()]


def test_a_dry_run_as_json_has_a_price_where_one_is_known(quack, tmp_path):
    (tmp_path / "study.yaml").write_text(MODELS)
    data = json.loads(quack("run", "study.yaml", "--dry-run", "--json").stdout)
    mine, known = data["estimate"]["models"]
    assert ("mine", "openai/my-model", 2, None) == (mine["player"], mine["model"], mine["games"], mine["cost"])
    assert mine["questions"] == known["questions"] > 0
    assert 0 == mine["pictures"]
    assert known["cost"] > 0


def test_speech_that_the_extractor_does_not_read_is_warned_of_before_anything_is_spent(quack, tmp_path):
    (tmp_path / "study.yaml").write_text(MODELS.replace("views: none", "views: none, language: zh"))
    for words in (("status", "study.yaml"), ("run", "study.yaml", "--dry-run")):
        told = " ".join(quack(*words).stdout.split())
        assert (
            "Note: the models of 2 conditions speak another language than English, which is all that the extractor "
            "offline reads: nothing that they say there is judged, only what scripted players say beside them." in told
        )
    (tmp_path / "study.yaml").write_text(f"{MODELS}audit: {{extractor: mine}}\n")
    assert "another language" not in quack("status", "study.yaml").stdout


def test_a_budget_that_is_used_up_is_said_with_what_to_do_and_the_exit_code_is_1(quack, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (tmp_path / "study.yaml").write_text(MODELS.replace("tokens: 1000", "tokens: 0"))
    result = quack("run", "study.yaml")
    assert 1 == result.exit_code
    told = " ".join(result.stdout.split())
    assert "4 games are not finished; the same command tries again, and asks nothing that was answered" in told
    assert 1 == told.count("the budget of 0 tokens is used up")
    assert "seed01 and 3 more: the budget" in told
    assert "the budget of 0 tokens is used up; raise it and run the same command again to go on" in told
    assert KEY not in result.output + "".join(path.read_text() for path in tmp_path.rglob("*.json*"))


def test_a_dry_run_of_scripted_players_costs_nothing(quack, study):
    assert "No model is left to be asked: it costs nothing." in quack("run", study, "--dry-run").stdout


@pytest.mark.parametrize("command", ["run", "status", "resume"])
def test_a_wrong_study_is_refused_in_one_line_before_anything_is_done(quack, tmp_path, command):
    (tmp_path / "study.yaml").write_text(STUDY.replace("subtle", "subtel"))
    result = quack(command, "study.yaml")
    assert 2 == result.exit_code
    assert "study.yaml:5: there is no player 'subtel'; did you mean subtle?\n" == result.stderr
    assert not (tmp_path / "runs").exists()


def test_a_study_that_is_not_there_is_refused(quack):
    result = quack("run", "gone.yaml")
    assert 2 == result.exit_code
    assert "gone.yaml: can't read the study: No such file or directory; name the file of a study" in result.stderr


def test_an_interrupted_run_says_how_to_go_on(quack, study, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(scripted, "play", interrupted)
    result = quack("run", study)
    assert 130 == result.exit_code
    assert "interrupted; what is finished is in runs/small, and the same command goes on from there" in result.stderr


def test_studies_are_completed_in_the_shell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("one.yaml", "other.yml", "notes.txt", "deep/two.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert ["one.yaml", "other.yml"] == _studies("o")
    assert ["deep/two.yaml"] == _studies("deep/")


@pytest.mark.parametrize("words", [(), ("run",), ("status",), ("resume",), ("example",)])
def test_every_command_has_an_example_in_its_help(quack, words):
    assert "quack experiment" in quack(*words, "--help").stdout.partition("Examples:")[2]


def test_results_are_worked_out_once(quack, study, monkeypatch):
    counted = []
    real = Results.figures.func
    monkeypatch.setattr(Results.figures, "func", lambda self: counted.append(1) or real(self))
    quack("run", study)
    assert [1] == counted


def test_figures_that_can_not_be_written_are_said_so_by_the_name_of_their_file(quack, study, tmp_path):
    (tmp_path / "runs/small/scores.json").mkdir(parents=True)
    result = quack("run", study)
    assert 0 != result.exit_code
    assert "runs/small/scores.json: can't be written: Is a directory; all else is kept" in result.output
