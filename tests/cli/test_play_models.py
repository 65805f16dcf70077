"""`quack play` with models: through the real client against a stand-in for a provider."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from quack.audit.folder_lock import hold
from quack.cli.app import app
from quack.cli.play_options import complete_players
from tests.conftest import ROOT
from tests.support.model_server import KEY, Asked, ModelServer, Reply, answer, refuse
from tests.support.stand_ins import wander

Run = Callable[..., Result]
SHORT = ("--players", "4", "--ticks", "6", "--discussion-rounds", "1", "--first-kill", "1")


def _text(asked: Asked) -> str:
    content = asked.body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def _respond(asked: Asked) -> Reply:
    text = _text(asked)
    return answer(wander(text, Random(hashlib.sha256(text.encode()).hexdigest())))


@pytest.fixture
def provider(server: ModelServer) -> ModelServer:
    """A provider whose models play."""
    server.respond = _respond
    return server


@pytest.fixture
def quack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, provider: ModelServer) -> Run:
    """Runs `quack play` of a short game of models without pictures, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    ours = ("--crew", "openai/my-own", "--impostor", "openai/my-own", "--api-base", provider.url, "--retries", "0")

    def run(*words: str, who: tuple[str, ...] = (*ours, "--views", "none"), **more: str) -> Result:
        return CliRunner().invoke(app, ["play", *SHORT, *who, *words], **more)

    return run


def _lines(path: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(path).open()]


def test_models_play_and_the_summary_says_what_it_took(quack: Run, provider: ModelServer) -> None:
    result = quack("--out", "runs", "--games", "2")
    assert 0 == result.exit_code, result.output
    number = len(provider.asked)
    assert f"Models: {number} questions, {number * 120:,} tokens, at an unknown price." in result.output
    assert (
        "Written to runs/seed1 to seed2: game.jsonl, transcript.jsonl with what was asked and answered" in result.output
    )
    assert "  quack extract runs\n" in result.output
    assert number == sum("n" in line for seed in (1, 2) for line in _lines(f"runs/seed{seed}/transcript.jsonl"))


def test_a_key_is_in_no_file_and_in_no_output(quack: Run, tmp_path: Path) -> None:
    result = quack("--out", "runs")
    assert KEY not in result.output
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_pictures_go_along_and_their_hashes_are_kept(quack: Run, provider: ModelServer) -> None:
    own = ("--crew", "honest", "--seat", "Bob=openai/my-own", "--api-base", provider.url, "--image-size", "256")
    assert 0 == quack("--out", "runs", who=own).exit_code
    parts = provider.asked[0].body["messages"][-1]["content"]
    assert ["text", "image_url", "image_url"] == [part["type"] for part in parts]
    kept = [line for line in _lines("runs/seed1/transcript.jsonl") if "n" in line]
    assert {("global", "local")} == {tuple(image["name"] for image in line["images"]) for line in kept}  # type: ignore[attr-defined]


def test_the_summary_fits_the_screen_and_its_commands_stay_whole(quack: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    folder = "runs of mine that have a name which is longer than a narrow screen"
    told = quack("--out", folder, "--games", "2").stdout
    sentences = told[told.rindex("\n\n") :].splitlines()
    commands = [line for line in sentences if line.startswith("  ")]
    assert f"  quack extract '{folder}'" in commands
    assert 60 >= max(len(line) for line in sentences if line not in commands)


def test_a_price_that_nobody_knows_is_not_shown_as_nothing(quack: Run, provider: ModelServer) -> None:
    provider.respond = lambda asked: _respond(asked) if len(_text(asked)) % 3 else refuse(400, "no")
    assert "tokens, at an unknown price." in quack("--out", "runs").output


def test_without_a_folder_the_game_is_told_and_nothing_is_kept(quack: Run, tmp_path: Path) -> None:
    result = quack()
    assert 0 == result.exit_code, result.output
    assert "the start: 4 players on simple_ship; Duck: " in result.output
    assert "Nothing was written, no answer either; --out DIR keeps games" in result.output
    assert [] == list(tmp_path.iterdir())


def test_json_tells_who_sat_where_and_what_it_took(quack: Run, provider: ModelServer) -> None:
    told = json.loads(quack("--out", "runs", "--seat", "Bob=honest", "--json").stdout)
    number = len(provider.asked)
    assert ({"player_1": "honest"}, ["openai/my-own"], []) == (told["seats"], told["models"], told["unfinished"])
    assert {"questions": number, "unanswered": 0, "prompt_tokens": 100 * number} == {
        key: told["overall"]["spent"][key] for key in ("questions", "unanswered", "prompt_tokens")
    }


def test_lost_turns_are_counted(quack: Run, provider: ModelServer) -> None:
    provider.respond = lambda asked: _respond(asked) if len(_text(asked)) % 3 else answer("")
    result = quack("--out", "runs")
    lost = sum(
        '"cause":"unanswered","detail":"empty_answer"' in line
        for line in Path("runs/seed1/game.jsonl").read_text().splitlines()
    )
    assert lost and f"({lost} without an answer)" in result.output
    assert f"{lost} unanswered" in result.output


def test_a_refused_key_suspends_the_games_and_the_same_command_goes_on(quack: Run, provider: ModelServer) -> None:
    calls: list[str] = []

    def respond(asked: Asked) -> Reply:
        calls.append(_text(asked))
        return _respond(asked) if len(calls) <= 5 else refuse(401, "Incorrect API key provided")

    provider.respond = respond
    result = quack("--out", "runs", "--games", "2", "--jobs", "1")
    assert 1 == result.exit_code
    why = f"openai/my-own can't be asked at {provider.url}: authentication: Incorrect API key provided"
    assert f"seed1, seed2: not finished: {why}; mend that and run the same command again to go on" in result.stderr
    assert 5 == sum("n" in line for line in _lines("runs/seed1/transcript.jsonl"))
    assert not Path("runs/seed1/game.jsonl").exists()
    provider.respond = _respond
    provider.asked.clear()
    assert 0 == quack("--out", "runs", "--games", "2").exit_code
    assert not set(calls[:5]) & {_text(asked) for asked in provider.asked}


def test_a_wrong_endpoint_is_named_before_anything_is_kept(quack: Run) -> None:
    result = quack("--out", "runs", "--api-base", "http://127.0.0.1:9/v1")
    assert 1 == result.exit_code
    assert "openai/my-own can't be reached at http://127.0.0.1:9/v1: Connection error: Connection refused; mend" in (
        result.stderr
    )
    assert [] == [path for path in Path("runs").rglob("*") if path.suffix == ".jsonl"]


def test_a_budget_in_tokens_needs_no_price(quack: Run, provider: ModelServer) -> None:
    result = quack("--out", "runs", "--token-budget", "600")
    assert (1, 5) == (result.exit_code, len(provider.asked))
    assert "seed1: not finished: the budget of 600 tokens is used up; raise it and run" in result.stderr


def test_unfinished_games_without_a_folder_say_that_nothing_was_kept(quack: Run, provider: ModelServer) -> None:
    provider.respond = lambda asked: refuse(401, "no")
    result = quack()
    assert (1, True) == (result.exit_code, "nothing of that was kept; with --out DIR" in result.stderr)


@pytest.mark.parametrize(
    ("who", "what"),
    [
        (("--crew", "openai/gpt-5.5"), "the key of openai/gpt-5.5 is missing from the environment; set OPENAI_API_KEY"),
        (("--crew", "nobody/model"), "nobody knows the provider of the model 'nobody/model'"),
        (("--seat", "Bob"), "--seat Bob; write it as NAME=AGENT, such as Alice=honest"),
        (("--seat", "Zed=honest"), "nobody is called 'Zed'; name one of: Alice, Bob, Charlie, Diana"),
        (("--seat", "Bob=openai"), "there is no agent 'openai'"),
        (("--temperature", "1"), "--temperature is for models; let one play, such as by --crew"),
        (("--font", "no.ttf"), "--font is for models"),
        (
            ("--human", "Bob", "--language", "zh"),
            "--language is for models; a person is asked in English; let one play",
        ),
        (("--human", "Bob", "--watch"), "--watch would show more than Bob may see"),
        (("--human", "Bob", "--games", "2"), "a person plays one game at a time"),
        (("--human", "Bob", "--seat", "Bob=honest"), "two agents for Bob"),
        (("--crew", "openai/a", "--api-base", "nowhere"), "the endpoint 'nowhere' is no address"),
        (("--crew", "openai/a", "--api-base", "http://h/v1", "--budget", "1"), "(--token-budget; in a study: tokens)"),
        (("--crew", "openai/a", "--api-base", "http://h/v1", "--prompts", "nowhere"), "nowhere"),
        (("--crew", "openai/a", "--api-base", "http://h/v1", "--font", "file"), "file: not a font"),
        (("--human", "Bob", "--out", "file"), "file: can't keep games here: it is no folder"),
    ],
)
def test_what_can_not_be_played_is_one_line_before_anybody_is_asked(
    quack: Run, provider: ModelServer, monkeypatch: pytest.MonkeyPatch, who: tuple[str, ...], what: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    Path("file").write_text("")
    result = quack(who=who)
    assert (2, 1) == (result.exit_code, len(result.output.splitlines())), result.output
    assert what in result.output
    assert [] == provider.asked


def test_another_game_in_the_folder_is_a_clear_error(quack: Run, provider: ModelServer) -> None:
    quack("--out", "runs")
    before = Path("runs/seed1/transcript.jsonl").read_bytes()
    provider.asked.clear()
    result = quack("--out", "runs", "--temperature", "1")
    assert 2 == result.exit_code
    assert (
        "runs/seed1/transcript.jsonl: answers of another game lie here: openai/my-own was asked with" in result.output
    )
    assert (before, []) == (Path("runs/seed1/transcript.jsonl").read_bytes(), provider.asked)


def test_one_run_at_a_time_plays_into_a_folder(quack: Run, provider: ModelServer) -> None:
    with hold(Path("runs")):
        result = quack("--out", "runs")
    assert (2, []) == (result.exit_code, provider.asked)
    assert "runs: another run is writing into this folder" in result.output


def test_other_commands_take_no_notice_of_transcripts(quack: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    quack("--out", "runs")
    (Path("runs") / "seed7").mkdir()
    Path("runs/seed7/transcript.jsonl").write_bytes(Path("runs/seed1/transcript.jsonl").read_bytes())
    commands = (
        "log check runs",
        "extract runs",
        "audit runs",
        "export runs --out data",
        "report runs --out pages",
        "score runs",
    )
    for command in commands:
        result = CliRunner().invoke(app, command.split())
        assert 0 == result.exit_code, f"{command}: {result.output}"
        assert "transcript" not in result.output and "seed7" not in result.output


_HELP = """
import sys
from typer.testing import CliRunner
from quack.audit.folder_lock import hold
from quack.cli.app import app
from quack.cli.play_options import complete_agents
assert "--human" in CliRunner().invoke(app, ["play", "--help"]).output
complete_agents("")
print([name for name in ("litellm", "PIL", "dspy", "quack.agents.model.player") if name in sys.modules])
"""


def test_players_complete() -> None:
    assert ["Eve"] == complete_players("Ev")


def test_help_and_completion_load_no_client() -> None:
    done = subprocess.run([sys.executable, "-c", _HELP], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()
