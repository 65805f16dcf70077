"""Studies with models: what they answered is never asked again, and what they may cost is kept."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from quack.errors import SettingsError
from quack.experiment import StudyRun, read_plan, run_study, states_of
from tests.experiment.conftest import files
from tests.support.stand_ins import StandIn, wander

STUDY = """\
name: models
out: out
seeds: 1-2
games_at_once: 3
models:
  mine: {model: openai/my-model, temperature: 1.0}
setup: {players: 4, ticks: 8, discussion_rounds: 1, first_kill: 1, kill_cooldown: 2, views: none}
conditions:
  - pairs: [mine, honest]
  - {crew: mine, impostor: other/model}
"""


class Talker(StandIn):
    """A model that says where it has been, so that there is something to judge."""

    def __init__(self, *, patience: int | None = None) -> None:
        super().__init__(self.think, patience=patience)

    def think(self, text: str, chance: Random) -> str:
        """Wanders, and speaks of a room."""
        if "# Your turn to speak" in text:
            return f"I was in {chance.choice(['medbay', 'storage', 'weapons'])} at tick {chance.randrange(1, 9)}."
        return str(wander(text, chance))


def run(path: Path, client: StandIn | None = None) -> StudyRun:
    return run_study(read_plan(path), client=client)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StandIn]:
    """A study with models that was run to its end, and whoever answered."""
    path = tmp_path_factory.mktemp("models") / "study.yaml"
    path.write_text(STUDY)
    client = Talker()
    assert run(path, client).complete
    return path, client


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.yaml"
    path.write_text(STUDY)
    return path


@pytest.fixture
def finished(undisturbed: tuple[Path, StandIn], tmp_path: Path) -> Path:
    """A copy of the finished study."""
    shutil.copytree(undisturbed[0].parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / "study.yaml"


def test_every_game_with_a_model_has_its_transcript_and_what_it_said_is_judged(undisturbed):
    out = undisturbed[0].parent / "out"
    assert 6 == len(list(out.rglob("transcript.jsonl")))
    assert [] != [path for path in out.rglob("audit.jsonl") if path.stat().st_size]


def test_questions_tokens_and_cost_are_told_by_game(undisturbed):
    states = states_of(read_plan(undisturbed[0]))
    assert len(undisturbed[1].asked) == sum(state.spent.questions for state in states)
    assert {"done"} == {state.status for state in states}
    assert sum(state.spent.questions for state in states) * 120 == sum(state.spent.tokens for state in states)


def test_however_long_answers_take_the_bytes_are_the_same(undisturbed, study):
    assert run(study, Talker(patience=7)).complete
    assert files(undisturbed[0].parent / "out") == files(study.parent / "out")


def test_a_finished_study_asks_nobody_and_needs_no_key(finished, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    before = files(finished.parent / "out")
    assert run(finished).complete
    assert before == files(finished.parent / "out")


def test_without_a_key_nothing_is_begun(study, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    study.write_text(STUDY.replace("other/model", "openai/other"))
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        run(study)
    assert [] == list((study.parent / "out").rglob("game.jsonl"))


def budget(study: Path, tokens: int) -> None:
    study.write_text(f"{STUDY}budget: {{tokens: {tokens}}}\n")


def test_a_budget_that_is_used_up_leaves_half_games_and_judges_the_finished_ones(undisturbed, study):
    needed = 120 * len(undisturbed[1].asked)
    budget(study, needed // 2)
    client = Talker()
    done = run(study, client)
    assert not done.complete
    assert {True} == {trouble.suspended for trouble in done.troubles}
    assert {"the budget of"} == {trouble.reason[:13] for trouble in done.troubles}
    assert len(done.study.games) == sum(state.status == "done" for state in done.states) > 0
    # What was being asked when it was used up is still answered.
    assert needed // 2 <= 120 * len(client.asked) <= needed // 2 + 120 * 4 * 3


def test_a_half_game_shows_its_tick_what_it_cost_and_why_it_stopped(study):
    budget(study, 1200)
    client = Talker()
    run(study, client)
    half = [state for state in states_of(read_plan(study)) if state.status == "half"]
    assert len(client.asked) == sum(state.spent.questions for state in half)
    for state in half:
        last = json.loads((state.game.folder / "transcript.jsonl").read_bytes().splitlines()[-1])
        assert (last["tick"], "the budget of 1,200 tokens is used up") == (state.tick, str(state.reason).split(";")[0])


def test_of_a_line_that_a_kill_has_torn_nothing_is_shown(study):
    budget(study, 1200)
    run(study, Talker())
    before = states_of(read_plan(study))
    for path in (study.parent / "out").rglob("transcript.jsonl"):
        with path.open("ab") as file:
            file.write(b'{"n":99,"ti')
    assert before == states_of(read_plan(study))


def test_a_budget_counts_what_earlier_runs_spent_and_once_it_is_raised_nothing_is_asked_again(undisturbed, study):
    needed = 120 * len(undisturbed[1].asked)
    asked: Counter[str] = Counter()
    for tokens in (needed // 3, needed // 3, needed):
        budget(study, tokens)
        client = Talker()
        done = run(study, client)
        asked.update(client.asked)
        if tokens < needed and asked and sum(asked.values()) > len(client.asked):
            assert [] == client.asked
    assert done.complete
    assert Counter(undisturbed[1].asked) == asked
    assert files(undisturbed[0].parent / "out") == files(study.parent / "out")


def test_a_model_that_can_not_be_asked_stops_its_own_games_only(study):
    class Closed(Talker):
        async def ask(self, spec, messages, on_turn=lambda: None, *, whole=False):
            from quack.providers.client import Reply
            from quack.providers.faults import Fault

            if spec.model == "other/model":
                return Reply(None, Fault("authentication", "no such key"), 0, 0, 0.0, 0.1, 1, ())
            return await super().ask(spec, messages, on_turn, whole=whole)

    done = run(study, Closed())
    assert ["geese_mine_duck_other-model/seed01", "geese_mine_duck_other-model/seed02"] == [
        trouble.game.name for trouble in done.troubles
    ]
    assert all("other/model can't be asked: authentication" in trouble.reason for trouble in done.troubles)
    assert 4 == len(done.study.games)


def test_answers_of_something_else_in_the_place_of_a_game_befall_that_game_only(study):
    folder = study.parent / "out/geese_mine_duck_honest/seed01"
    folder.mkdir(parents=True)
    (folder / "transcript.jsonl").write_text("a shopping list\n")
    done = run(study, Talker())
    assert ["geese_mine_duck_honest/seed01"] == [trouble.game.name for trouble in done.troubles]
    assert "this is no transcript of a game; remove the file" in done.troubles[0].reason
    assert ["failed"] == [state.status for state in done.states if state.status != "done"]
    assert 5 == len(done.study.games)
    assert "a shopping list\n" == (folder / "transcript.jsonl").read_text()


def test_another_temperature_contradicts_the_games_that_lie_there(finished):
    finished.write_text(STUDY.replace("temperature: 1.0", "temperature: 0.5"))
    with pytest.raises(SettingsError, match=r"games of the model mine lie here, with temperature 1\.0, not 0\.5"):
        run(finished, Talker())


def test_another_endpoint_and_more_patience_contradict_nothing(finished):
    finished.write_text(
        STUDY.replace("temperature: 1.0", "temperature: 1.0, timeout: 9, api_base: http://127.0.0.1:9/v1")
    )
    assert run(finished, Talker()).complete


def test_other_prompts_contradict_the_games_that_lie_there(finished):
    folder = finished.parent / "prompts"
    folder.mkdir()
    shipped = Path(__file__).resolve().parents[2] / "prompts/players/en/speak.md"
    (folder / "speak.md").write_text(f"{shipped.read_text()}\nBe brief.\n")
    finished.write_text(STUDY.replace("views: none", "views: none, prompts: prompts"))
    with pytest.raises(SettingsError, match=r"games of the condition .* lie here, with prompts "):
        run(finished, Talker())


def test_keys_and_places_are_in_none_of_the_files(undisturbed, monkeypatch):
    out = undisturbed[0].parent / "out"
    for name, data in files(out).items():
        assert str(undisturbed[0].parent).encode() not in data, name


def test_progress_tells_what_was_asked_and_spent(study):
    told: list[tuple[str, int, int, str]] = []
    run_study(read_plan(study), client=Talker(), on_progress=lambda *words: told.append(words))  # type: ignore[arg-type]
    playing = [words for words in told if words[0] == "playing"]
    assert (6, 6) == playing[-1][1:3]
    assert "questions, $0." in playing[-1][3]
    assert sorted(words[1] for words in playing) == [words[1] for words in playing]


def test_a_plan_says_how_each_model_is_asked(undisturbed):
    plan = json.loads((undisturbed[0].parent / "out/study.json").read_text())
    assert {"mine", "other/model"} == set(plan["models"])
    assert ("openai/my-model", 1.0) == (plan["models"]["mine"]["model"], plan["models"]["mine"]["temperature"])
    assert "timeout" not in plan["models"]["mine"]
