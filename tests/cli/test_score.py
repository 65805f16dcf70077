"""`quack score`: on the sample games, whole."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.cli.app import app
from quack.cli.score_options import side_names
from tests.cli.conftest import Run
from tests.conftest import ROOT

Words = tuple[str, ...]
FEW = ("--resamples", "100")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line beside copies of two sample games in `logs/`, with the project's rules."""
    for name in ("perfect", "sample"):
        shutil.copytree(ROOT / "logs" / name, tmp_path / "logs" / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *words: CliRunner().invoke(app, list(words))


@pytest.fixture
def conditions(run: Run, tmp_path: Path) -> Callable[..., Path]:
    """Copies the sample game into conditions, once for each seed."""

    def copy(**seeds: tuple[int, ...]) -> Path:
        for condition, numbers in seeds.items():
            for number in numbers:
                shutil.copytree(ROOT / "logs/sample", tmp_path / f"runs/{condition}/seed{number}")
        return tmp_path / "runs"

    return copy


def test_tables_show_outcomes_behaviour_and_what_was_said(run: Run) -> None:
    result = run("score", "logs", *FEW)
    assert (0, "") == (result.exit_code, result.stderr)
    for title in ("Outcomes, from the log; 2 games", "Behaviour by condition", "What was said by condition"):
        assert title in result.stdout
    assert "Claims: claims.gold.jsonl, the players' own exact labels (1 game), claims.jsonl (1 game)." in result.stdout


def test_sentences_fit_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    for words in ((), ("--compare", "observed", "paper")):
        text = run("score", "logs", *FEW, *words).stdout
        sentences = text[text.rindex("\n\n") :].splitlines()
        assert 70 >= max(map(len, sentences))
        assert "--full" in text


def test_json_is_one_object_with_games_if_they_are_wanted(run: Run) -> None:
    data = json.loads(run("score", "logs", *FEW, "--format", "json", "--games").stdout)
    assert ("observed", ["condition"]) == (data["rulebook"]["name"], data["by"])
    assert ["perfect/seed8", "sample"] == [game["game"] for game in data["games"]]
    assert {"confidence": 0.95, "seed": 0, "resamples": 100} == data["intervals"]


def test_csv_has_what_was_asked_for(run: Run) -> None:
    text = run("score", "logs", *FEW, "--format", "csv", "--metric", "kills", "--by", "team").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert ["goose", "duck", ""] == [row["team"] for row in rows if row["figure"] == "kills"]


def test_tables_can_be_had_for_documents(run: Run, tmp_path: Path) -> None:
    (tmp_path / "logs/perfect").rename(tmp_path / "logs/a_b|[c]")
    markdown = run("score", "logs", *FEW, "--format", "markdown").stdout
    assert "**Outcomes, from the log; 2 games**" in markdown
    assert "| a\\_b&#124;\\[c\\] |" in markdown
    latex = run("score", "logs", *FEW, "--format", "latex").stdout
    assert r"\caption{Outcomes, from the log; 2 games}" in latex
    assert r"a\_b\textbar{}{[}c] &" in latex
    assert "% Pooled: the sums over all games." in latex
    assert latex.startswith("% These tables need \\usepackage{booktabs}.\n")
    assert r"\label{tab:outcomes-from-the-log}" in latex


def test_two_processes_print_the_same(run: Run) -> None:
    words = ("score", "logs", *FEW, "--format", "json", "--games")
    assert run(*words).stdout == run(*words, "--jobs", "2").stdout


def test_figures_that_are_kept_are_the_same_and_are_not_computed_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("score", "logs", *FEW, "--format", "json", "--games")
    plain, first = run(*words), run(*words, "--out", "scored")
    assert plain.stdout == first.stdout
    assert {"figures.jsonl", "manifest.json"} <= {path.name for path in (tmp_path / "scored").iterdir()}
    monkeypatch.setattr("quack.audit.batch.judge", None)
    assert first.stdout == run(*words, "--out", "scored").stdout


def test_an_interruption_says_that_what_is_finished_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quack.audit.batch.judge", interrupted)
    result = run("score", "logs", "--out", "scored")
    said = "interrupted; what is finished is in scored, and the same command goes on from there\n"
    assert (130, said) == (result.exit_code, result.stderr)
    assert "interrupted\n" == run("score", "logs").stderr


def test_a_tier_may_be_asked_for_alone(run: Run) -> None:
    shown = run("score", "logs/sample", *FEW, "--tier", "2").stdout
    assert "Behaviour, from the log" in shown
    assert "Outcomes, from the log" not in shown
    assert "Claims:" not in shown


def test_the_paper_has_its_rulebook_and_its_figures_beside_ours(run: Run) -> None:
    data = json.loads(run("score", "logs/sample", *FEW, "--paper", "--format", "json").stdout)
    assert "paper" == data["rulebook"]["name"]
    metrics = data["groups"][-1]["metrics"]
    assert 1 == metrics["published_lie_detection_rate"]["published"]["games"]
    named = json.loads(run("score", "logs/sample", *FEW, "--paper", "--rules", "observed", "--format", "json").stdout)
    assert "observed" == named["rulebook"]["name"]
    assert "as published" not in run("score", "logs/sample", *FEW).stdout


def test_players_of_whom_nobody_says_who_played_them_are_told_so(run: Run) -> None:
    shown = run("score", "logs", *FEW, "--by", "model", "--tier", "3").stdout
    assert any(line.startswith("not told ") for line in shown.splitlines())


def test_a_game_that_fails_is_named_and_the_others_are_scored(run: Run, tmp_path: Path) -> None:
    (tmp_path / "logs/broken").mkdir()
    (tmp_path / "logs/broken/game.jsonl").write_text("{}")
    table = run("score", "logs", *FEW)
    assert 1 == table.exit_code
    assert "1 of 3 games could not be audited:" in table.stdout
    data = run("score", "logs", *FEW, "--format", "json")
    assert 1 == data.exit_code
    assert data.stderr.startswith("logs/broken/game.jsonl")
    assert ["broken"] == [failed["game"] for failed in json.loads(data.stdout)["failed"]]


def test_claims_that_an_extractor_has_just_read_are_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "logs/sample/claims.jsonl").unlink()
    shown = run("score", "logs/sample", *FEW).stdout
    assert "Claims: no file, so read by the extractor just now (1 game)." in shown
    assert "Extractor offline" in shown


def test_names_from_folders_steer_no_terminal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "logs/perfect").rename(tmp_path / "logs/\x1b[31m[red]")
    shown = run("score", "logs", *FEW).stdout
    assert "\\x1b[31m[red]" in shown
    assert "\x1b" not in shown


def test_conditions_of_the_same_seeds_are_compared_in_pairs(run: Run, conditions: Callable[..., Path]) -> None:
    conditions(left=(1, 2, 3), right=(1, 2, 3))
    result = run("score", "runs", *FEW, "--compare", "lef", "righ", "--metric", "kills")
    assert 0 == result.exit_code
    assert "Outcomes. A: left. B: right." in result.stdout
    assert "Paired: games of one seed, up to 3 pairs." in result.stdout
    apart = run("score", "runs", *FEW, "--compare", "left", "right", "--unpaired", "--metric", "kills").stdout
    assert "Games are not paired" in apart


def test_rulebooks_are_compared_game_by_game(run: Run) -> None:
    result = run("score", "logs", *FEW, "--compare", "observed", "paper", "--format", "json")
    data = json.loads(result.stdout)
    assert ("game", "observed", "paper") == (data["pairing"], data["first"]["name"], data["second"]["rulebook"]["name"])
    assert {3} == {figure["first"]["tier"] for figure in data["metrics"].values()}


def test_teams_are_compared_within_games(run: Run) -> None:
    words = ("--by", "team", "--compare", "goose", "duck", "--metric", "survivors", "--format", "csv")
    row = next(csv.DictReader(io.StringIO(run("score", "logs", *FEW, *words).stdout)))
    assert ("survivors", "2") == (row["figure"], row["pairs"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere"], "nowhere: there is no such file or folder"),
        (["logs", "--metric", "kils"], "there is no figure 'kils'; did you mean kills?"),
        (["logs", "--by", "round", "--by", "team"], "figures are not known by round and team at once"),
        (["logs", "--rules", "papr"], "no rulebook papr"),
        (["logs", "--compare", "observed", "paper", "--rules", "paper"], "--rules beside two rulebooks to compare"),
        (["logs", "--compare", "observed", "paper", "--out", "x"], "--out keeps the figures of one rulebook"),
        (["logs", "--compare", "perfect", "perf"], "both sides are perfect"),
        (["logs/perfect", "--compare", "swan", "paper"], "'swan'; there are: "),
        (["logs", "--by", "team", "--compare", "goose", "swan"], "no team 'swan'; there are: goose, duck"),
        (["logs", "--compare", "perfect", "paper"], "no condition 'paper'; there are: . (no condition), perfect"),
        (["logs", "--compare", "observed", "papr"], "no rulebook 'papr'; there are: courtroom, lenient, observed"),
        (["logs", "--paired"], "are for comparing; add --compare A B"),
        (["logs", "--over", "mean"], "are for comparing; add --compare A B"),
        (["logs", "--compare", "perfect", "sample", "--games"], "--games lists no games of a comparison"),
        (["logs", "--metric", "kills", "--tier", "3"], "--metric and --tier both choose figures"),
        (["logs", "--tier", "4"], "Invalid value for '--tier'"),
        (["logs", "--confidence", "1"], "Invalid value for '--confidence'"),
        (["logs", "--by", "colour"], "Invalid value for '--by'"),
    ],
)
def test_what_cannot_be_used_is_said_and_nothing_is_shown(run: Run, words: list[str], complaint: str) -> None:
    result: Result = run("score", *FEW, *words)
    assert (2, "") == (result.exit_code, result.stdout)
    assert complaint in result.stderr


def test_a_rulebook_that_decides_nothing_is_an_error(run: Run) -> None:
    result = run("score", "logs/sample", *FEW, "--rules", str(ROOT / "rules/policy.lp"), "--tier", "1")
    what = "the rulebook gives no claim a verdict; name the entry file of a whole rulebook"
    assert (1, f"{ROOT}/rules/policy.lp: {what}\n") == (result.exit_code, result.stderr)


def test_sides_to_compare_are_completed_from_the_games_and_the_rulebooks(run: Run) -> None:
    class Context:
        def __init__(self, *paths: str) -> None:
            self.params = {"paths": [Path(path) for path in paths]}

    assert ["paper", "perfect"] == sorted(side_names(Context("logs"), "p"))  # type: ignore[arg-type]
    assert ["paper"] == side_names(Context("nowhere"), "p")  # type: ignore[arg-type]
