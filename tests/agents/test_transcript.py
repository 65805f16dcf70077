"""The file of questions and answers: good after any kill, never somebody else's, the same from run to run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quack.agents.model.budget import NOTHING, Spent
from quack.agents.model.question import Question
from quack.agents.model.transcript import Transcript, spent_in
from quack.errors import SettingsError
from quack.providers.client import Reply
from tests.support.stand_ins import reply_of

HEAD: dict[str, Any] = {
    "game": "a game",
    "prompts": "p1",
    "models": {"mine": {"model": "my/model", "temperature": None, "max_tokens": 2000}},
    "image_size": 256,
    "program": "0",
}


def _question(n: int, system: str = "the rules") -> Question:
    return Question(f"player_{n % 3}", "act", n, "mine", system, f"question {n} \ud800 ü", tuple)


def _written(path: Path, order: tuple[int, ...] = (0, 1, 2, 3), reply: Reply | None = None) -> bytes:
    transcript = Transcript(path, HEAD)
    for n in order:
        told = reply or reply_of("timeout" if n == 2 else f"answer {n}")
        transcript.add(n, _question(n, "other rules" if n % 2 else "the rules"), (), told)
    transcript.close()
    return transcript.content()


def test_every_beginning_of_the_file_holds_whole_lines_and_goes_on(tmp_path):
    path = tmp_path / "transcript.jsonl"
    whole = _written(path)
    data = path.read_bytes()
    for cut in range(0, len(data), 31):
        path.write_bytes(data[:cut])
        transcript = Transcript(path, HEAD)
        known = [n for n in range(4) if transcript.answered(n)]
        assert max(data[:cut].count(b'\n{"n":') - 1, 0) <= len(known)
        for n in range(4):
            if n not in known:
                told = reply_of("timeout" if n == 2 else f"answer {n}")
                transcript.add(n, _question(n, "other rules" if n % 2 else "the rules"), (), told)
        transcript.close()
        assert whole == transcript.content() == Transcript(path, HEAD).content()


def test_in_the_end_the_lines_stand_in_the_order_of_the_questions(tmp_path):
    whole = _written(tmp_path / "one.jsonl")
    assert whole == _written(tmp_path / "two.jsonl", (2, 0, 3, 1))
    kinds = [
        record.get("n", "system" if "system" in record else "head") for record in map(json.loads, whole.splitlines())
    ]
    assert ["head", "system", 0, "system", 1, 2, 3] == kinds


def test_nothing_is_written_before_the_first_answer(tmp_path):
    Transcript(tmp_path / "seed1/transcript.jsonl", HEAD).close()
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"game": "another"}, "setup, seed or seats differ"),
        ({"prompts": "p2"}, "its prompts differ"),
        ({"image_size": 512}, "the size of its pictures differs"),
        (
            {"models": {"mine": {"model": "my/model", "temperature": 1.0, "max_tokens": 2000}}},
            "mine was asked with temperature None, not 1.0",
        ),
        ({"models": {}}, "its models differ"),
    ],
)
def test_the_transcript_of_another_game_is_refused_and_left_alone(tmp_path, other, what):
    path = tmp_path / "transcript.jsonl"
    _written(path)
    before = path.read_bytes()
    with pytest.raises(SettingsError, match=f"transcript.jsonl: answers of another game lie here: {what}; play what"):
        Transcript(path, HEAD | other)
    assert before == path.read_bytes()


def test_another_version_of_the_program_goes_on(tmp_path):
    _written(tmp_path / "transcript.jsonl")
    assert 4 == len(Transcript(tmp_path / "transcript.jsonl", HEAD | {"program": "1"}))


@pytest.mark.parametrize("content", [b"mine", b"mine\n", b'{"a":1}\n', b"\xff\n", b"[]\n", b"\n", b"[" * 9000 + b"\n"])
def test_a_strangers_file_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "transcript.jsonl"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match="this is no transcript of a game; remove the file"):
        Transcript(path, HEAD)
    assert content == path.read_bytes()


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "transcript.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SettingsError, match="leads elsewhere"):
        Transcript(tmp_path / "transcript.jsonl", HEAD)


@pytest.mark.parametrize(
    "line",
    [b"half a li", b"{}", b'{"n":9}', b"\xe4", b'{"n":true,"reply":1}', b'{"system":"0","text":"new rules"}', "twice"],
)
def test_a_broken_line_is_named(tmp_path, line):
    path = tmp_path / "transcript.jsonl"
    _written(path)
    lines = path.read_bytes().splitlines()
    lines.insert(3, lines[2] if line == "twice" else line)
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(SettingsError, match=r"transcript.jsonl:4: this is no line of a transcript"):
        Transcript(path, HEAD)


@pytest.mark.parametrize(
    ("key", "number"),
    [
        ("cost", "-0.5"),
        ("cost", "1e999"),
        ("cost", "NaN"),
        ("prompt_tokens", "-1"),
        ("n", "1e999"),
        ("cost", "Infinity"),
        ("prompt_tokens", "-0.5"),
        ("prompt_tokens", "NaN"),
        ("completion_tokens", '"7"'),
    ],
)
def test_a_number_that_can_not_be_is_named(tmp_path, key, number):
    path = tmp_path / "transcript.jsonl"
    _written(path, (0,))
    record = json.loads(path.read_text().splitlines()[2])
    told = json.dumps(record[key])
    path.write_text(path.read_text().replace(f'"{key}":{told},', f'"{key}":{number},'))
    with pytest.raises(SettingsError, match=r"transcript.jsonl:3: this is no line of a transcript"):
        spent_in(path)


@pytest.mark.parametrize(
    ("told", "changed"),
    [
        ('"text":"question 2', '"text":"another 2'),
        ('"text":"other rules', '"text":"easier rules'),
        ('"n":2,"player":"player_2"', '"n":2,"player":"player_1"'),
        ('"tick":2,"model":"mine"', '"tick":2,"model":"yours"'),
        ('"tick":2', '"tick":3'),
    ],
)
def test_a_question_that_was_changed_is_named(tmp_path, told, changed):
    path = tmp_path / "transcript.jsonl"
    _written(path)
    whole = path.read_text()
    line = whole[: whole.index(told)].count("\n") + 1
    path.write_text(whole.replace(told, changed, 1))
    with pytest.raises(SettingsError, match=rf"transcript.jsonl:{line}: this is no line of a transcript, or one"):
        Transcript(path, HEAD)


def test_a_line_names_what_its_request_went_without_and_only_then(tmp_path):
    reply = replace(reply_of("an answer"), left_out=("temperature",))
    assert ["temperature"] == json.loads(_written(tmp_path / "one.jsonl", (0,), reply).splitlines()[-1])["left_out"]
    assert b"left_out" not in _written(tmp_path / "two.jsonl", (0,))


def test_a_price_that_can_not_be_is_not_written(tmp_path):
    transcript = Transcript(tmp_path / "transcript.jsonl", HEAD)
    with pytest.raises(ValueError, match=r"no amount|not JSON compliant"):
        transcript.add(0, _question(0), (), reply_of("an answer", cost=float("nan")))
    assert [] == list(tmp_path.iterdir())


def test_what_was_spent_can_be_read_without_the_game(tmp_path):
    _written(tmp_path / "transcript.jsonl")
    spent = spent_in(tmp_path / "transcript.jsonl")
    assert Spent(4, 1, 400, 60, 0.004, 0) == spent._replace(usd=round(spent.usd, 6))
    assert NOTHING == spent_in(tmp_path / "nowhere.jsonl")


def test_an_unknown_price_is_counted_and_not_taken_for_nothing(tmp_path):
    _written(tmp_path / "transcript.jsonl", (0,), reply_of("an answer", cost=None))
    assert (0.0, 1) == spent_in(tmp_path / "transcript.jsonl")[4:]
