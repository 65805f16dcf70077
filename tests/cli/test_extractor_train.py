"""`quack extractor train` and `list`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from quack.audit import training
from quack.claims.offline.model import read_model
from quack.cli.app import app
from tests.conftest import ROOT

Extractor = Callable[..., Result]


@pytest.fixture
def extractor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Extractor:
    """Runs a command where `runs` holds two labelled games and one without labels."""
    monkeypatch.chdir(tmp_path)
    for condition, seed in (("perfect", "seed8"), ("forgetful", "seed5")):
        shutil.copytree(ROOT / "logs" / condition / seed, tmp_path / "runs" / condition / seed)
    shutil.copytree(ROOT / "logs" / "sample", tmp_path / "runs" / "sample")
    return lambda *words: CliRunner().invoke(app, ["extractor", *words])


def test_training_writes_weights_that_can_be_read(extractor: Extractor) -> None:
    pytest.importorskip("sklearn")
    result = extractor("train", "runs")
    assert (0, True) == (result.exit_code, Path("weights.jsonl.gz").is_file())
    assert result.stdout.startswith(
        "Trained on 2 games, 0 utterances held out, 1 game without labels left out: weights"
    )
    assert {"here", "move", "accuse"} <= set(read_model(Path("weights.jsonl.gz")).judges)


def test_utterances_are_held_out(extractor: Extractor) -> None:
    pytest.importorskip("sklearn")
    named = [{"condition": "perfect", "seed": "seed8", "message": index, "claims": []} for index in range(18)]
    Path("held.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in named), "utf-8")
    told = json.loads(extractor("train", "runs", "--hold-out", "held.jsonl", "--out", "a.gz", "--json").stdout)
    assert {"games": 2, "unlabelled": 1, "held_out": 18, "out": "a.gz"} == {key: told[key] for key in list(told)[:4]}
    extractor("train", "runs/forgetful", "--out", "b.gz")
    assert read_model(Path("a.gz")).judges.keys() == read_model(Path("b.gz")).judges.keys()
    extractor("train", "runs", "--out", "c.gz")
    assert Path("a.gz").read_bytes() != Path("c.gz").read_bytes()


def test_what_an_extractor_wrote_is_no_label(extractor: Extractor) -> None:
    pytest.importorskip("sklearn")
    result = extractor("train", "runs/sample")
    assert (2, "runs/sample: no game has labels: no claims.gold.jsonl or extractions.jsonl beside a log\n") == (
        result.exit_code,
        result.stderr,
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--out nowhere/w.gz", "nowhere: no such folder; --out names the file of weights"),
        ("--hold-out other.jsonl", "other.jsonl: none of its utterances is in a game, such as north/seed1"),
        ("--hold-out bare.jsonl", 'bare.jsonl: a line has no "condition" and "seed"; say which game each is of'),
    ],
)
def test_what_can_not_be_used_is_said(extractor: Extractor, words: str, complaint: str) -> None:
    pytest.importorskip("sklearn")
    Path("other.jsonl").write_text('{"condition": "north", "seed": "seed1", "message": 0}\n', "utf-8")
    Path("bare.jsonl").write_text('{"message": 0}\n', "utf-8")
    result = extractor("train", "runs", *words.split())
    assert (2, f"{complaint}\n") == (result.exit_code, result.stderr)


def test_a_missing_package_is_named_with_its_cure(extractor: Extractor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "find_spec", lambda name: None)
    told = 'training needs numpy and scikit-learn, which are not installed; pip install "quack[train]"\n'
    assert (2, told) == ((result := extractor("train", "runs")).exit_code, result.stderr)


def test_extractors_are_listed_with_how_good_they_are_known_to_be(extractor: Extractor) -> None:
    shown = extractor("list").stdout
    assert "--extractor offline" in shown
    assert "on speech annotated by hand" in shown
    listed = json.loads(extractor("list", "--json").stdout)
    assert [("offline", True), ("PROVIDER/MODEL", False)] == [(one["name"], bool(one["quality"])) for one in listed[:2]]


def test_saved_programs_are_listed_with_how_they_were_made(
    extractor: Extractor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quack.report.extractors.prompts_folder", lambda: tmp_path)
    Path("better.json").write_text('{"predict": {}, "made": {"optimiser": "gepa", "f1_after": 0.8}}', "utf-8")
    Path("broken.json").write_text("[]", "utf-8")
    listed = json.loads(extractor("list", "--json").stdout)[2:]
    assert [("--program", "optimiser gepa, f1_after 0.8"), ("--program", None)] == [
        (one["option"], one["quality"]) for one in listed
    ]
