"""What scripted players say, held against the audit: it has to find the lies and mistakes, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.claims.store import read_claims
from quack.events.log import read_log
from quack.events.timeline import replay
from tests.support.scripted import LABELS, Labelled, audited, setups


@pytest.fixture(scope="module")
def honest_and_subtle(tmp_path_factory: pytest.TempPathFactory) -> list[Labelled]:
    return audited(tmp_path_factory.mktemp("subtle"), setups(range(25)), "honest", "subtle")


@pytest.fixture(scope="module")
def forgetful_and_blunt(tmp_path_factory: pytest.TempPathFactory) -> list[Labelled]:
    return audited(tmp_path_factory.mktemp("blunt"), setups(range(25, 45)), "honest:0.3", "blunt")


def check_memory(rows: list[Labelled]) -> None:
    """Whatever is told as it is remembered, of oneself or of others, is true: no exception, nothing undecided."""
    told = [row for row in rows if row.made == "recalled" and row.record.own]
    assert len(told) > len(rows) / 3
    assert [] == [str(row) for row in told if row.record.verdict != "true"]


def check_mistakes(rows: list[Labelled]) -> None:
    """The share of refuted statements of one's own is the share that had been altered into false ones."""
    own = [row for row in rows if row.own and row.record.team == "goose" and row.record.bucket != "undecided"]
    altered = sum(row.made == "misremembered" for row in own)
    refuted = sum(row.record.bucket == "refuted" for row in own)
    assert altered > 5
    assert abs(refuted - altered) <= altered / 5
    assert [] == [str(row) for row in own if row.record.bucket == "refuted" and row.made != "misremembered"]


def check_made(rows: list[Labelled], made: str, verdicts: set[str]) -> None:
    """Every claim made like this has one of the verdicts."""
    told = [row for row in rows if row.made == made]
    assert len(told) > 5
    assert [] == [str(row) for row in told if row.record.verdict not in verdicts]


def test_an_honest_player_with_a_perfect_memory_is_never_judged_anything_but_true(honest_and_subtle):
    check_memory(honest_and_subtle)


def test_what_a_forgetful_player_does_remember_is_true(forgetful_and_blunt):
    check_memory(forgetful_and_blunt)


def test_the_measured_hallucination_is_the_share_of_statements_that_memory_made_false(forgetful_and_blunt):
    check_mistakes(forgetful_and_blunt)


def test_every_lie_of_a_blunt_impostor_is_refuted(forgetful_and_blunt):
    check_made(forgetful_and_blunt, "invented", {"false", "wrong_room"})


@pytest.mark.parametrize(
    ("made", "verdict"), [("moved", "near_miss"), ("swapped", "near_miss"), ("misleading", "true")]
)
def test_the_tricks_of_a_subtle_impostor_come_out_as_what_they_are(honest_and_subtle, made: str, verdict: str):
    check_made(honest_and_subtle, made, {verdict})


def test_what_is_true_is_not_refuted_where_the_log_does_not_say_what_was_seen(tmp_path: Path):
    rows = audited(tmp_path, setups(range(60, 70)), "honest", "subtle", stripped=True)
    told = [row for row in rows if row.made == "recalled" and row.record.own]
    assert len(told) > 100
    assert [] == [str(row) for row in told if row.record.bucket not in ("supported", "undecided")]
    undecided = [row.record for row in told if row.record.bucket == "undecided"]
    assert all(record.denied and "possible" in str(record.evidence) for record in undecided)
    assert len(undecided) < len(told) / 100


def test_announced_votes_are_kept(honest_and_subtle):
    intents = [row for row in honest_and_subtle if row.record.kind == "intent"]
    assert len(intents) > 20
    assert {"true"} == {row.record.verdict for row in intents}


def test_reported_speech_is_charged_to_nobody(honest_and_subtle):
    relayed = [row for row in honest_and_subtle if row.made == "relayed"]
    assert len(relayed) > 20
    assert not any(row.record.own for row in relayed)


def test_labels_are_read_without_a_word_of_complaint(tmp_path: Path):
    folder = tmp_path / "games"
    folder.mkdir()
    audited(folder, setups(range(8)), "honest:0.2", "subtle")
    for run in folder.iterdir():
        log = read_log(run / "game.jsonl")
        file = read_claims(run / LABELS, log, replay(log))
        assert ((), 0, {}) == (file.dropped, file.duplicates, dict(file.extra_keys))
        assert [] == [notice for notice in file.notices if notice.line is not None]


def test_a_single_trick_can_be_asked_for(tmp_path: Path):
    rows = audited(tmp_path, setups(range(6)), "honest", "subtle:swapped")
    tricks = {row.made for row in rows} & {"moved", "swapped", "misleading"}
    assert {"swapped"} == tricks
