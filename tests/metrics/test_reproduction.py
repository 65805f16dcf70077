"""The published study again: every released figure of the reference games, and what is said where one differs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from quack.audit.discover import discover_games, with_claims
from quack.kb.rulebook import load_rulebook
from quack.metrics.grouping import OVERALL
from quack.metrics.published_study import ALL, published_study
from quack.metrics.registry import METRICS
from quack.metrics.reproduction import EVALUATION_NAME, Reproduction, reproduce_each
from tests.conftest import ROOT

GAMES = {"sample": "homogeneous/gpt-5.5/20260101_000000_seed1", "swapped/seed3": "heterogeneous/geese_a_duck_b/seed3"}


def reproduced(paths: Iterable[Path], jobs: int = 1) -> Reproduction:
    study = Reproduction()
    games = with_claims(discover_games(list(paths)))
    for game in reproduce_each(games, load_rulebook("paper"), load_rulebook("observed"), jobs=jobs):
        study.add(game)
    study.diff.finish()
    return study


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sample games in the layout of the public release."""
    root = tmp_path_factory.mktemp("released")
    for name, place in GAMES.items():
        shutil.copytree(ROOT / "logs" / name, root / place)
    return root


@pytest.fixture(scope="module")
def study(tree: Path) -> Reproduction:
    return reproduced([tree])


def _evaluation(study: Reproduction, row: int) -> dict[str, dict[str, float | None]]:
    """What would have been released with a game."""
    tiers: dict[str, dict[str, float | None]] = {f"tier{tier}": {} for tier in (1, 2, 3)}
    for name, metric in METRICS.items():
        if metric.published_as is not None:
            values = study.paper.published(OVERALL, name)
            assert values is not None
            tiers[f"tier{metric.tier}"][metric.published_as] = values[row]
    return tiers


def test_every_released_figure_of_every_reference_game_comes_out_the_same(reference: Path) -> None:
    study = reproduced([reference])
    figures = sum(metric.published_as is not None for metric in METRICS.values()) - len(("goose_wins", "duck_wins"))
    assert 178 * figures == sum(study.checked.values())
    assert [] == study.mismatches
    assert {} == dict(study.unexplained)
    sightings = study.diff.verdicts(kind="sighting")
    refuted = {pair: number for pair, number in sightings.items() if pair[0] in ("false", "wrong_room")}
    assert (1047, 937) == (
        sum(refuted.values()),
        sum(number for (_, after), number in refuted.items() if after == "true"),
    )


def test_the_released_aggregates_are_those_of_the_release(reference: Path) -> None:
    released = json.loads((reference / "published.json").read_text("utf-8"))
    for name, told in {ALL: released["pooled"], **released["conditions"]}.items():
        mine = published_study().conditions[name]
        for tier in ("tier1", "tier2", "tier3"):
            for figure, value in told[tier].items():
                mean = value["mean"] if isinstance(value, dict) else round(value, 4)
                assert mean == mine.means[figure], (name, figure)


@pytest.mark.parametrize("name", ["homogeneous_gpt5.5", "homogeneous/gpt-5.5", "released/homogeneous/GPT5.5"])
def test_a_condition_is_found_however_its_folder_spells_it(name: str) -> None:
    assert published_study().conditions["homogeneous_gpt5.5"] is published_study().find(name)


def test_a_condition_that_the_study_did_not_have_has_no_released_figures() -> None:
    assert published_study().find("homogeneous/my-own-model") is None
    assert published_study().find("elsewhere") is None


def test_what_the_study_did_not_have_is_not_held_against_it() -> None:
    assert published_study().known(["homogeneous/gpt-5.5", "homogeneous_claude_opus4.7"])
    assert not published_study().known(["homogeneous/gpt-5.5", "elsewhere"])


def test_the_layout_of_the_release_gives_its_conditions(study: Reproduction) -> None:
    assert ["heterogeneous/geese_a_duck_b", "homogeneous/gpt-5.5"] == study.paper.conditions
    assert {"1", "3"} == {game.seed for game in study.paper.games}


def test_figures_that_lie_beside_a_log_are_compared_one_by_one(study: Reproduction, tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree, tmp_path / "tree")
    for row, game in enumerate(study.paper.games):
        evaluation = _evaluation(study, row)
        if row == 1:
            evaluation["tier1"]["total_kills"] = 99
        (tmp_path / "tree" / game.name / EVALUATION_NAME).write_text(json.dumps(evaluation), "utf-8")
    again = reproduced([tmp_path / "tree"])
    assert {2} == set(again.checked.values())
    assert [(study.paper.games[1].name, "kills", 99)] == [
        (each.game, each.metric, each.released) for each in again.mismatches
    ]


def test_what_holds_no_figures_beside_a_log_is_passed_over(tree: Path, tmp_path: Path) -> None:
    texts = ("", "[]", "{", '{"tier1": 1, "tier2": {}, "tier3": {}}', '{"tier1": {}}', "[" * 9_999)
    for number, text in enumerate(texts):
        folder = tmp_path / f"seed{number}"
        shutil.copytree(tree / GAMES["sample"], folder)
        (folder / EVALUATION_NAME).write_text(text, "utf-8")
    study = reproduced([tmp_path])
    assert (len(texts), 0) == (len(study.paper.games), sum(study.checked.values()))


def test_values_of_another_type_are_mismatches(tree: Path, tmp_path: Path) -> None:
    folder = tmp_path / "seed1"
    shutil.copytree(tree / GAMES["sample"], folder)
    odd = {"tier1": {"total_kills": "two", "first_kill_tick": True}, "tier2": {}, "tier3": {}}
    (folder / EVALUATION_NAME).write_text(json.dumps(odd), "utf-8")
    assert {"kills", "first_kill"} == {each.metric for each in reproduced([tmp_path]).mismatches}


def test_processes_give_the_same(study: Reproduction, tree: Path) -> None:
    again = reproduced([tree], jobs=2)
    for name in METRICS:
        assert study.ours.results(OVERALL, name) == again.ours.results(OVERALL, name)
    assert study.faults == again.faults
    assert study.diff.attributed == again.diff.attributed
