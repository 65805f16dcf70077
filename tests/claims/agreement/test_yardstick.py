"""Our figures are those of the fixed yardstick, which lies beside the reference games."""

from __future__ import annotations

import io
import json
import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from quack.cli.app import app
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def yardstick(reference: Path) -> Path:
    script = reference.parent / "tools" / "score_claims.py"
    if not script.is_file():
        pytest.skip("the fixed yardstick is not at hand")
    return script


def assert_same(yardstick: Path, predicted: Path, gold: Path, *names: str) -> dict:
    words = [str(predicted), str(gold), "--json", *(["--name", *names] if names else [])]
    theirs = json.loads(_printed_by(yardstick, *words))
    told = CliRunner().invoke(app, ["extractor", "score", *words, "--no-effect"])
    ours = json.loads(told.stdout)
    assert theirs == {key: ours[key] for key in theirs}
    return ours


def _printed_by(script: Path, *words: str) -> str:
    """What a script prints that runs in this process, as Python starts slowly."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as monkeypatch, redirect_stdout(out):
        monkeypatch.setattr(sys, "argv", [str(script), *words])
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SystemExit as end:
            assert not end.code
    return out.getvalue()


def write(path: Path, lines: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_figures_of_the_reference_trees_are_the_same(yardstick, reference):
    ours = assert_same(yardstick, reference, reference)
    assert 1.0 == ours["canonical"]["overall"]["f1"]


def test_the_figures_of_labels_that_lack_and_mix_up_claims_are_the_same(yardstick, reference, tmp_path):
    for path in sorted(reference.glob("*/seed0[1-5]/extractions.jsonl")):
        lines = read(path)
        claims = [claim for line in lines for claim in line["claims"]]
        shifted = [
            line | {"claims": [*line["claims"][1:], *claims[3 * at : 3 * at + 2]]} for at, line in enumerate(lines)
        ]
        write(tmp_path / path.relative_to(reference), shifted[:-1])
        write(tmp_path / "gold" / path.relative_to(reference), lines)
    ours = assert_same(yardstick, tmp_path, tmp_path / "gold")
    assert 0.3 < ours["canonical"]["overall"]["f1"] < 0.95


def test_the_figures_of_annotated_speech_are_the_same(yardstick, reference, tmp_path):
    speech = reference / "speech.jsonl"
    assert_same(yardstick, speech, speech)
    games: dict[str, list[dict]] = {}
    for line in read(speech):
        games.setdefault(f"{line['condition']}/{line['seed']}", []).append(line)
    for game, lines in games.items():
        write(tmp_path / game / "extractions.jsonl", lines)
    split = assert_same(yardstick, reference, tmp_path)
    told = CliRunner().invoke(app, ["extractor", "score", str(reference), str(speech), "--json", "--no-effect"])
    assert split["canonical"] == json.loads(told.stdout)["canonical"]
    assert 70 == split["messages"]["gold"]


def test_the_figures_of_our_own_logs_are_the_same(yardstick, tmp_path):
    CliRunner().invoke(app, ["extract", str(ROOT / "logs"), "--out", str(tmp_path / "ours")])
    for path in sorted((ROOT / "logs").rglob("claims.gold.jsonl")):
        spoken = [line for line in read(path) if "message" in line]
        write(tmp_path / "gold" / path.relative_to(ROOT / "logs"), spoken)
    names = ("claims.jsonl", "claims.gold.jsonl")
    ours = assert_same(yardstick, tmp_path / "ours", tmp_path / "gold", *names)
    assert 0.7 < ours["canonical"]["overall"]["f1"] < 1


PEOPLE = st.sampled_from(["Ann", "ann ", "Bea", "Cid", "anyone", "", None])
ROOMS = st.sampled_from(["medbay", "Med-Bay", "med", "elec", "Upper Engine", "x", "y", "", None])
WHEN = st.sampled_from(
    [
        "tick 3",
        "at T4-6",
        "ticks 3, 5 and 8",
        "from tick 2",
        "until about t7",
        "before tick 5 or 6",
        "earlier",
        "",
        None,
    ]
)
TICK = st.integers(0, 12) | st.none()
TICKS = st.tuples(TICK, TICK).map(list) | st.integers(0, 9) | st.none()
SHARED = {
    "polarity": st.sampled_from(["asserted", "denied"]),
    "attribution": st.sampled_from(["speaker", "reported:Ann", "reported:Bea", "reported", "hypothetical", None]),
    "temporal": WHEN,
    "ticks": TICKS,
    "state": st.sampled_from(["alive", "body", "any"]),
}
DEEDS = st.sampled_from(["traveling", "task", "waiting", "reporting body", "calling meeting", "Moving", "juggling", ""])


def claim(kind: str, **fields: st.SearchStrategy) -> st.SearchStrategy:
    return st.fixed_dictionaries({"type": st.just(kind), **fields}, optional=SHARED)


CLAIMS = st.one_of(
    claim("location", subject=PEOPLE, room=ROOMS),
    claim("location", subject=PEOPLE, route=st.lists(ROOMS, max_size=4)),
    claim("sighting", subject=PEOPLE, target=PEOPLE, room=ROOMS),
    claim(
        "sighting", subject=PEOPLE, target=PEOPLE, **{"except": st.lists(st.sampled_from(["Ann", "Bea"]), max_size=2)}
    ),
    claim("activity", subject=PEOPLE, activity=DEEDS, room=ROOMS),
    claim("activity", subject=PEOPLE, activity=DEEDS, **{"from": ROOMS, "to": ROOMS}),
    claim("accusation", accuser=PEOPLE, target=PEOPLE),
    claim("defense", defender=PEOPLE, defended=PEOPLE),
    claim("intent", subject=PEOPLE, vote=PEOPLE),
)
MESSAGE = st.fixed_dictionaries(
    {"message": st.integers(0, 7), "claims": st.lists(CLAIMS, max_size=6)},
    optional={"status": st.sampled_from(["extracted", "failed", "empty", "not_attempted", "vote_token"])},
)


@given(predicted=st.lists(MESSAGE, max_size=8), gold=st.lists(MESSAGE, min_size=1, max_size=8))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_figures_of_any_claims_are_the_same(yardstick, tmp_path, predicted, gold):
    write(tmp_path / "predicted.jsonl", predicted)
    write(tmp_path / "gold.jsonl", gold)
    assert_same(yardstick, tmp_path / "predicted.jsonl", tmp_path / "gold.jsonl")
