"""Studies of scripted players: what a run leaves, and that nothing can befall it that another run does not mend."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quack.agents import play
from quack.errors import PlayError, SettingsError
from quack.experiment import read_plan, run_study, scripted, states_of
from quack.experiment.kept_plan import left_games
from tests.experiment.conftest import SHORT, files

TWO_BY_TWO = f"seeds: 1-2\n{SHORT}\nconditions: [{{pairs: ['honest:0.1', subtle]}}]"
GAMES = ("geese_honest-0.1_duck_subtle", "geese_subtle_duck_honest-0.1")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study that was run undisturbed, to be copied."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "study.yaml").write_text(f"name: small\nout: out\n{TWO_BY_TWO}\n")
    assert run_study(read_plan(folder / "study.yaml")).complete
    return folder


@pytest.fixture
def study(finished: Path, tmp_path: Path) -> Path:
    """The file of a study that was run before."""
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    return tmp_path / "study.yaml"


def test_a_run_leaves_logs_claims_and_records_by_condition_and_seed(finished):
    found = files(finished / "out")
    assert {"study.json", "figures.jsonl", "manifest.json"} == {name for name in found if "/" not in name}
    for condition in GAMES:
        for seed in ("seed01", "seed02"):
            names = {Path(name).name for name in found if name.startswith(f"{condition}/{seed}/")}
            assert {"game.jsonl", "claims.gold.jsonl", "audit.jsonl"} <= names


def test_a_run_gives_the_figures_of_each_condition(study):
    done = run_study(read_plan(study))
    assert list(GAMES) == done.study.conditions
    assert [2, 2] == [len(done.study.figures((condition,)).games) for condition in GAMES]


def test_the_same_study_has_the_same_bytes_wherever_it_lies_and_however_many_processes_work(finished, tmp_path):
    path = tmp_path / "elsewhere/study.yaml"
    path.parent.mkdir()
    shutil.copy(finished / "study.yaml", path)
    assert run_study(read_plan(path), jobs=2).complete
    assert files(finished / "out") == files(tmp_path / "elsewhere/out")


def test_what_is_done_is_not_done_again(study, monkeypatch):
    def forbidden(*_: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr(scripted, "play", forbidden)
    before = files(study.parent / "out")
    done = run_study(read_plan(study))
    assert (4, True) == (done.before, done.complete)
    assert before == files(study.parent / "out")


def cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])


DAMAGE = {
    "a game that was not played": lambda out: shutil.rmtree(out / GAMES[0] / "seed01"),
    "a game whose log was not written": lambda out: (out / GAMES[0] / "seed01/game.jsonl").unlink(),
    "a log that was cut": lambda out: cut(out / GAMES[1] / "seed02/game.jsonl"),
    "claims that were not read": lambda out: [path.unlink() for path in out.rglob("claims.jsonl")],
    "a file of claims that was cut": lambda out: cut(next(iter(sorted(out.rglob("claims.jsonl"))))),
    "records that were not written": lambda out: [path.unlink() for path in out.rglob("audit.jsonl")],
    "figures that were cut": lambda out: cut(out / "figures.jsonl"),
    "figures that were not kept": lambda out: (out / "figures.jsonl").unlink(),
    "a plan that was not kept": lambda out: (out / "study.json").unlink(),
}


@pytest.mark.parametrize("harm", DAMAGE.values(), ids=DAMAGE)
def test_whatever_a_kill_leaves_the_next_run_ends_with_the_same_bytes(study, harm):
    out = study.parent / "out"
    before = files(out)
    harm(out)
    assert run_study(read_plan(study)).complete
    assert before == files(out)


def test_a_study_can_grow(study):
    study.write_text(study.read_text().replace("1-2", "1-3").replace("subtle]", "subtle, random]"))
    before = {name: data for name, data in files(study.parent / "out").items() if name.startswith(GAMES)}
    done = run_study(read_plan(study))
    assert (18, 4, True) == (len(done.states), done.before, done.complete)
    assert before.items() <= files(study.parent / "out").items()


CHANGES = {
    "another setup": ("ticks: 25", "ticks: 26", f"games of the condition {GAMES[0]} lie here, with ticks 25, not 26"),
    "another name": (
        "pairs: ['honest:0.1', subtle]",
        "name: mine, crew: 'honest:0.1', impostor: subtle",
        f"games of the condition {GAMES[0]} lie here, which the study now calls mine",
    ),
}


@pytest.mark.parametrize(("old", "new", "told"), CHANGES.values(), ids=CHANGES)
def test_a_changed_study_that_contradicts_what_lies_there_is_refused_by_name_of_the_difference(study, old, new, told):
    before = files(study.parent / "out")
    study.write_text(study.read_text().replace(old, new))
    with pytest.raises(SettingsError, match=f"study.json: {told}.*; undo that change, or name another folder"):
        run_study(read_plan(study))
    assert before == files(study.parent / "out")


FEWER = {
    "a seed less": ("1-2", "2", {f"{condition}/seed01" for condition in GAMES}),
    "a condition less": (
        "pairs: ['honest:0.1', subtle]",
        "crew: subtle, impostor: 'honest:0.1'",
        {f"{GAMES[0]}/seed01", f"{GAMES[0]}/seed02"},
    ),
}


@pytest.mark.parametrize(("old", "new", "left"), FEWER.values(), ids=FEWER)
def test_what_a_study_no_longer_names_stays_where_it_is_and_counts_in_no_figure(study, old, new, left):
    out = study.parent / "out"
    before = files(out)
    study.write_text(study.read_text().replace(old, new))
    plan = read_plan(study)
    done = run_study(plan)
    assert (2, True) == (done.before, done.complete)
    assert {game.name for game in plan.games} == {game.name for game in done.study.games}
    assert left == {folder.relative_to(out).as_posix() for folder in left_games(plan)}
    for name, data in before.items():
        assert "/" not in name or data == (out / name).read_bytes()


@pytest.mark.parametrize(("old", "new", "left"), FEWER.values(), ids=FEWER)
def test_a_study_that_names_again_what_it_had_dropped_plays_nothing_and_ends_with_the_same_bytes(study, old, new, left):
    out, text = study.parent / "out", study.read_text()
    before = files(out)
    study.write_text(text.replace(old, new))
    run_study(read_plan(study))
    study.write_text(text)
    assert 4 == run_study(read_plan(study)).before
    assert before == files(out)


def test_a_condition_that_was_dropped_is_not_forgotten_and_can_not_come_back_otherwise(study):
    text = study.read_text()
    for _ in range(2):
        study.write_text(text.replace("pairs: ['honest:0.1', subtle]", "crew: subtle, impostor: 'honest:0.1'"))
        run_study(read_plan(study))
    study.write_text(
        text.replace(
            "pairs: ['honest:0.1', subtle]", "crew: 'honest:0.1', impostor: subtle, ticks: 25, name: " + GAMES[0]
        )
    )
    run_study(read_plan(study))
    study.write_text(study.read_text().replace("ticks: 25", "ticks: 26"))
    with pytest.raises(SettingsError, match=f"games of the condition {GAMES[0]} lie here, with ticks 25, not 26"):
        run_study(read_plan(study))


def test_games_whose_folder_gets_the_new_name_of_their_condition_belong_to_it(study):
    out = study.parent / "out"
    study.write_text(
        study.read_text().replace("pairs: ['honest:0.1', subtle]", "name: mine, crew: 'honest:0.1', impostor: subtle")
    )
    (out / GAMES[0]).rename(out / "mine")
    done = run_study(read_plan(study))
    assert (2, ["mine"]) == (done.before, done.study.conditions)


@pytest.mark.parametrize("name", ["..", "../..", "/", "", "a/b", "nul\x00"])
def test_a_kept_plan_leads_to_no_other_folder(study, name):
    path = study.parent / "out/study.json"
    plan = json.loads(path.read_text())
    plan["conditions"][name] = plan["conditions"][GAMES[0]]
    path.write_text(json.dumps(plan))
    assert () == left_games(read_plan(study))
    assert run_study(read_plan(study)).complete


def test_a_plan_that_is_none_is_refused(study):
    (study.parent / "out/study.json").write_text('{"conditions": []}')
    with pytest.raises(SettingsError, match=r"study\.json: not the plan of a study; name another folder"):
        run_study(read_plan(study))


def test_a_game_that_fails_stops_no_other_and_is_listed_with_its_reason(write, monkeypatch):
    real = play.play

    def fragile(order, seed):
        if seed == 2 and order.crew == "subtle":
            raise PlayError("it broke", remedy="mend it")
        return real(order, seed)

    monkeypatch.setattr(scripted, "play", fragile)
    plan = read_plan(write(TWO_BY_TWO))
    done = run_study(plan)
    assert [(f"{GAMES[1]}/seed02", "it broke; mend it")] == [(one.game.name, one.reason) for one in done.troubles]
    assert (False, 3) == (done.complete, len(done.study.games))
    assert ["done", "done", "done", "failed"] == sorted(state.status for state in states_of(plan))
    monkeypatch.setattr(scripted, "play", real)
    assert run_study(plan).complete
    assert {"done"} == {state.status for state in states_of(plan)}


def test_another_game_in_the_place_of_one_is_left_alone_and_not_judged(study):
    out = study.parent / "out"
    other = (out / GAMES[0] / "seed02/game.jsonl").read_bytes()
    (out / GAMES[0] / "seed01/game.jsonl").write_bytes(other)
    done = run_study(read_plan(study))
    assert [True] == ["another game lies here" in trouble.reason for trouble in done.troubles]
    assert other == (out / GAMES[0] / "seed01/game.jsonl").read_bytes()
    assert 3 == len(done.study.games)


def test_two_runs_do_not_write_into_one_folder(study):
    from quack.audit.folder_lock import hold

    with hold(study.parent / "out", ".study.lock"), pytest.raises(SettingsError, match="another run is writing into"):
        run_study(read_plan(study))


def test_all_speakers_are_read_by_one_extractor_and_labels_of_scripted_players_are_left_alone(study):
    out = study.parent / "out"
    before = files(out, "claims.gold.jsonl", "figures.jsonl")
    for path in out.rglob("claims.gold.jsonl"):
        path.write_text("")
    done = run_study(read_plan(study))
    assert done.complete
    assert before == files(out, "claims.gold.jsonl", "figures.jsonl")
    assert {"claims.jsonl", None} >= {file for file, _ in done.study.all_told().sources}


def test_a_game_in_which_nobody_spoke_is_judged_without_claims(study):
    out = study.parent / "out"
    silent = [path.parent for path in out.rglob("game.jsonl") if b"discussion_message" not in path.read_bytes()]
    done = run_study(read_plan(study))
    sources = done.study.all_told().sources
    assert len(silent) == sum(number for (file, _), number in sources.items() if file is None)


def test_claims_that_another_extractor_has_read_are_not_mixed_in(study):
    path = next(iter(sorted((study.parent / "out").rglob("claims.jsonl"))))
    path.write_text(path.read_text().replace('"extractor": "offline"', '"extractor": "openai/x"'))
    before = files(study.parent / "out")
    study.write_text(study.read_text().replace("1-2", "1-3"))
    with pytest.raises(SettingsError, match="were read by the extractor openai/x, and the study names offline; audit:"):
        run_study(read_plan(study))
    assert before == files(study.parent / "out")


def test_claims_of_the_chat_are_not_judged_in_a_study_of_the_discussion(study):
    text = study.read_text()
    both = f"{text}audit: {{channel: both}}\n"
    study.write_text(both.replace("subtle]", "subtle, random]"))
    assert run_study(read_plan(study)).complete
    before = files(study.parent / "out")
    study.write_text(both.replace("subtle]", "subtle, random]").replace("both", "discussion"))
    told = "were also read of the chat, and the study names the channel discussion; audit: {channel: both}, or remove"
    with pytest.raises(SettingsError, match=told):
        run_study(read_plan(study))
    assert before == files(study.parent / "out")
    for path in (study.parent / "out").rglob("claims.jsonl"):
        path.unlink()
    assert run_study(read_plan(study)).complete


def test_progress_goes_from_the_first_to_the_last_game_in_each_stage(write):
    told = []
    run_study(read_plan(write(TWO_BY_TWO)), on_progress=lambda *words: told.append(words))
    for stage in ("playing", "extracting", "scoring"):
        assert [(n, 4, "") for n in (1, 2, 3, 4)] == [words[1:] for words in told if words[0] == stage]


def test_a_folder_that_can_not_be_written_is_said_so(write, tmp_path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(PlayError, match=r"can't be written: .*; what is finished is kept"):
        run_study(read_plan(write(TWO_BY_TWO)))


def test_the_plan_that_is_kept_says_who_plays_and_what_judges_and_names_no_place(finished):
    plan = json.loads((finished / "out/study.json").read_text())
    assert [1, 2] == plan["seeds"]
    assert list(GAMES) == list(plan["conditions"])
    assert ("honest:0.1", 25) == (plan["conditions"][GAMES[0]]["crew"], plan["conditions"][GAMES[0]]["setup"]["ticks"])
    assert ("observed", "offline") == (plan["audit"]["rulebook"]["name"], plan["audit"]["extractor"])
    assert str(finished) not in json.dumps(plan)


@pytest.mark.parametrize("every", [False, True], ids=["of one game", "of every game"])
def test_a_game_whose_claims_can_not_be_read_is_named_and_not_judged_without_them(study, every):
    out = study.parent / "out"
    undisturbed = files(out)
    paths = sorted(out.rglob("claims.jsonl"))[: None if every else 1]
    for path in paths:
        path.unlink()
        path.mkdir()
    done = run_study(read_plan(study))
    names = [path.parent.relative_to(out).as_posix() for path in paths]
    assert names == [trouble.game.name for trouble in done.troubles if "a link, a folder" in trouble.reason]
    assert (False, 4 - len(paths)) == (done.complete, len(done.study.games))
    assert names == [state.game.name for state in sorted(done.states, key=lambda one: one.game.name) if state.reason]
    for path in paths:
        path.rmdir()
    assert run_study(read_plan(study)).complete
    assert undisturbed == files(out)


IN_ITS_PLACE = {
    "of a condition": (GAMES[0], 2),
    "of a game": (f"{GAMES[0]}/seed01", 3),
    "of a folder where a log should be": (f"{GAMES[0]}/seed01/game.jsonl/", 3),
    "of a folder where labels should be": (f"{GAMES[0]}/seed01/claims.gold.jsonl/", 3),
    "of a folder where records should be": (f"{GAMES[0]}/seed01/audit.jsonl/", 3),
}


@pytest.mark.parametrize(("name", "left"), IN_ITS_PLACE.values(), ids=IN_ITS_PLACE)
def test_something_else_in_the_place_befalls_only_the_games_there(study, name, left):
    path = study.parent / "out" / name
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    path.mkdir() if name.endswith("/") else path.write_text("something else")
    done = run_study(read_plan(study))
    assert (left, False) == (len(done.study.games), done.complete)
    named = {trouble.game.name for trouble in done.troubles} | {failed.game for failed in done.study.failed}
    assert 4 - left == len(named)
    assert all(game.startswith(name[: len(GAMES[0])]) for game in named)
    assert not any("Errno" in str(state.reason) for state in states_of(read_plan(study)))
