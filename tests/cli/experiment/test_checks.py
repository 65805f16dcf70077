"""What `quack experiment` says of a study that can't be run, or not yet, before anything is played or asked."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from tests.cli.experiment.conftest import MODELS, STUDY

Run = Callable[..., Result]


REFUSED = {
    "an unknown price": (
        ("tokens: 1000", "usd: 1.0"),
        "study.yaml:4: nobody knows the price of openai/my-model, so no budget in dollars can be kept; give its price",
    ),
    "an unknown provider": (
        ("openai/my-model", "my-model"),
        "study.yaml:4: nobody knows the provider of the model 'my-model'; write it as litellm does",
    ),
}


@pytest.mark.parametrize(("change", "told"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("words", [("run",), ("run", "--dry-run"), ("status",)], ids=" ".join)
def test_a_study_that_can_not_be_run_is_refused_in_the_same_words_by_all_that_look_at_it(
    quack, tmp_path, words, change, told
):
    (tmp_path / "study.yaml").write_text(MODELS.replace(*change))
    result = quack(*words, "study.yaml")
    assert 2 == result.exit_code
    assert result.stderr.startswith(told)
    assert not (tmp_path / "runs/models/study.json").exists()


def test_a_price_of_ones_own_is_enough_for_a_budget_in_dollars(quack, tmp_path):
    text = MODELS.replace("tokens: 1000", "usd: 1.0")
    (tmp_path / "study.yaml").write_text(text.replace("my-model}", "my-model, price: {input: 0.5, output: 1.5}}"))
    data = json.loads(quack("run", "study.yaml", "--dry-run", "--json").stdout)
    mine = data["estimate"]["models"][0]
    assert mine["cost"] == pytest.approx((mine["asked"] * 0.5 + mine["answered"] * 1.5) / 1e6, rel=0.01)


@pytest.mark.parametrize("words", [("run",), ("run", "--dry-run"), ("status",)], ids=" ".join)
def test_a_study_that_contradicts_what_lies_there_is_refused_by_all_that_look_at_it(quack, study, tmp_path, words):
    quack("run", study)
    (tmp_path / study).write_text(STUDY.replace("ticks: 25", "ticks: 26"))
    result = quack(*words, study)
    assert 2 == result.exit_code
    assert "runs/small/study.json: games of the condition geese_honest-0.1_duck_subtle lie here, with" in result.stderr
    assert ("Games of small" in result.stdout) == (words == ("status",))


@pytest.mark.parametrize("words", [("run",), ("run", "--dry-run"), ("status",)], ids=" ".join)
def test_games_that_the_study_no_longer_names_are_told(quack, study, tmp_path, words):
    quack("run", study)
    (tmp_path / study).write_text(STUDY.replace("seeds: 1-2", "seeds: 2"))
    told = " ".join(quack(*words, study).stdout.split())
    assert (
        "2 games that the study no longer names lie in its folder, left as before: 1 of geese_honest-0.1_duck_subtle, "
        "1 of geese_subtle_duck_honest-0.1." in told
    )


def test_a_missing_key_is_told_before_a_run_needs_it(quack, tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "study.yaml").write_text(MODELS)
    for words in (("status", "study.yaml"), ("run", "study.yaml", "--dry-run")):
        result = quack(*words)
        assert 0 == result.exit_code
        assert "Note: the key of openai/my-model is missing from the environment; set OPENAI_API_KEY" in result.stdout
