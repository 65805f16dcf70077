"""The file of answers survives what may befall it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quack.claims.optimise.answers import Answer, Answers, key_of_question
from quack.errors import SettingsError

ONE, TWO = Answer("one", 10, 2, 0.5), Answer("zwei\n", 20, 4, None)


def test_answers_are_there_again(tmp_path: Path) -> None:
    with Answers(tmp_path / "a.jsonl") as answers:
        answers.add("k1", ONE)
        answers.add("k2", TWO)

    again = Answers(tmp_path / "a.jsonl")

    assert (ONE, TWO, None) == (again.get("k1"), again.get("k2"), again.get("k3"))


def test_what_a_kill_left_of_a_line_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for kept in range(1, 60):
        path.unlink(missing_ok=True)
        with Answers(path) as answers:
            answers.add("k1", ONE)
        path.write_bytes(path.read_bytes()[:kept])
        with Answers(path) as answers:
            answers.add("k2", TWO)

        assert TWO == Answers(path).get("k2")


@pytest.mark.parametrize("content", ['{"message": 0}\n', "I am a poem\nof two lines\n", "\ud83d\n"])
def test_another_file_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(content, encoding="utf-8", errors="surrogatepass")

    with pytest.raises(SettingsError, match="holds no answers"):
        Answers(path)


def test_everything_that_a_model_is_told_tells_questions_apart() -> None:
    messages = [{"role": "user", "content": "?"}]
    keys = {
        key_of_question("m", None, messages, {"temperature": 0.0}),
        key_of_question("n", None, messages, {"temperature": 0.0}),
        key_of_question("m", "http://here", messages, {"temperature": 0.0}),
        key_of_question("m", None, [*messages, *messages], {"temperature": 0.0}),
        key_of_question("m", None, messages, {"temperature": 1.0}),
        key_of_question("m", None, messages, {"temperature": 1.0, "rollout_id": 3}),
    }

    assert 6 == len(keys)
    assert key_of_question("m", None, messages, {"a": 1, "b": None}) == key_of_question("m", None, messages, {"a": 1})


@pytest.mark.parametrize(
    "wrong",
    [{"words": 5}, {"prompt": "a"}, {"completion": None}, {"cost": "free"}, {"cost": float("nan")}, {"cost": -1}],
)
def test_an_answer_that_nobody_has_written_so_is_none(tmp_path: Path, wrong: dict[str, object]) -> None:
    path = tmp_path / "a.jsonl"
    sound = {"key": "k1", **ONE._asdict()}
    path.write_text(f"{json.dumps(sound)}\n{json.dumps({**sound, 'key': 'k2', **wrong})}\n")

    answers = Answers(path)

    assert (ONE, None) == (answers.get("k1"), answers.get("k2"))
