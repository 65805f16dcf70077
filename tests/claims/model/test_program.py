"""Programs: what a model is told, kept in files that hold no endpoint and no key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import dspy
import pytest

from quack.claims.model.client import connect
from quack.claims.model.program import ClaimReader, load_program, save_program
from quack.claims.models import Location
from quack.errors import SettingsError
from tests.claims.model.conftest import Options
from tests.support.model_server import FOUND, KEY, ModelServer

INPUTS: dict[str, Any] = {"game": {"players": ["Alice"]}, "occasion": {}, "earlier": [], "utterance": "I was in R."}
DEMO = {**INPUTS, "claims": [{"type": "location", "subject": "Alice", "room": "R"}]}


def test_the_shipped_instructions_are_the_ones_beside_the_readme(root: Path) -> None:
    reader = load_program()
    assert (root / "prompts" / "extractor.md").read_text("utf-8").strip() == reader.predict.signature.instructions
    assert "| `extractor.md` |" in (root / "prompts" / "README.md").read_text("utf-8")


def test_a_saved_program_asks_what_it_asked_before(tmp_path: Path) -> None:
    reader = ClaimReader("Read it well.", [DEMO])
    save_program(reader, tmp_path / "new" / "it.json", made={"by": "hand"})
    again = load_program(tmp_path / "new" / "it.json")
    assert (reader.digest, reader.messages(INPUTS)) == (again.digest, again.messages(INPUTS))
    assert {"by": "hand"} == json.loads((tmp_path / "new" / "it.json").read_text("utf-8"))["made"]


def test_examples_are_a_conversation_before_the_question() -> None:
    system, asked, answered, question = ClaimReader("Read it well.", [DEMO]).messages(INPUTS)
    assert ["system", "user", "assistant", "user"] == [one["role"] for one in (system, asked, answered, question)]
    assert {"claims": DEMO["claims"]} == json.loads(answered["content"])
    assert asked["content"] == question["content"]


def test_half_a_character_is_told_though_it_can_not_be_sent() -> None:
    question = ClaimReader("Read it well.").messages({**INPUTS, "utterance": "half \ud83d"})[-1]["content"]
    assert '"half \\ud83d"' in question.encode("utf-8").decode()


def test_what_an_optimiser_puts_in_can_be_saved(tmp_path: Path) -> None:
    reader = ClaimReader("Read it well.")
    claims = [Location(subject="Alice", room="R")]
    reader.predict.demos = [dspy.Example(augmented=True, **INPUTS, claims=claims)]
    save_program(reader, tmp_path / "it.json", made={})
    assert [DEMO["claims"]] == [demo["claims"] for demo in load_program(tmp_path / "it.json").predict.demos]


def test_a_program_that_dspy_saved_is_read_without_its_model(
    tmp_path: Path, server: ModelServer, options: Options
) -> None:
    reader = ClaimReader("Read it well.", [DEMO])
    reader.set_lm(connect(options()))
    reader.save(tmp_path / "it.json")
    again = load_program(tmp_path / "it.json")
    assert (None, reader.digest) == (again.predict.lm, again.digest)
    save_program(reader, tmp_path / "ours.json", made={})
    assert not {KEY, server.url} & {*json.loads((tmp_path / "ours.json").read_text("utf-8"))}
    assert all(word not in (tmp_path / "ours.json").read_text("utf-8") for word in (KEY, server.url, "gpt"))


def test_the_digest_is_of_everything_that_is_told() -> None:
    digests = {ClaimReader(words, demos).digest for words in ("one", "two") for demos in ([], [DEMO])}
    assert 4 == len(digests)
    assert ClaimReader("one").digest in digests


def test_it_is_a_module_like_any_other(server: ModelServer, options: Options) -> None:
    with dspy.context(lm=connect(options())):
        prediction = ClaimReader("Read it well.")(**INPUTS)
    assert json.loads(FOUND)["claims"] == prediction.claims
    assert ["predict"] == [name for name, _ in ClaimReader("x").named_predictors()]


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("it.json", b"{", "no saved program"),
        ("it.json", b"[]", "no saved program"),
        ("it.json", b'{"predict": {"instructions": "x", "demos": [{"utterance": "x"}]}}', "no saved program"),
        ("it.json", b'{"predict": {"instructions": "x", "demos": [7]}}', "no saved program"),
        ("it.json", b'{"predict": {"instructions": 3}}', "the program has no instructions"),
        ("it.json", b"[" * 100_000, "no saved program"),
        ("it.md", b" \n", "the file is empty"),
        ("it.md", b"\xff\xfe", "no UTF-8 text"),
        ("it.md", b"x" * 6_000_000, "longer than 5,000,000 bytes"),
    ],
)
def test_a_file_that_holds_no_program_is_refused(tmp_path: Path, name: str, content: bytes, what: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SettingsError) as caught:
        load_program(tmp_path / name)
    assert (what, tmp_path / name) == (caught.value.what, caught.value.path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no such file"):
        load_program(tmp_path / "it.json")
    with pytest.raises(SettingsError, match="no such file"):
        load_program(tmp_path)


def test_an_editors_mark_before_a_program_is_no_part_of_it(tmp_path: Path) -> None:
    for name, content in (("it.md", "Read it."), ("it.json", json.dumps({"predict": {"instructions": "Read it."}}))):
        (tmp_path / name).write_text(content, "utf-8-sig")
        assert "Read it." == load_program(tmp_path / name).predict.signature.instructions


def test_half_a_character_in_instructions_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "it.json").write_text('{"predict": {"instructions": "Read \\ud83d it."}}')
    assert "Read \ufffd it." == load_program(tmp_path / "it.json").predict.signature.instructions


def test_a_program_is_saved_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_program(ClaimReader("Read it."), tmp_path / "it.json", made={})
    before = (tmp_path / "it.json").read_bytes()

    def fail(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError):
        save_program(ClaimReader("Read it well."), tmp_path / "it.json", made={})
    assert [("it.json", before)] == [(path.name, path.read_bytes()) for path in tmp_path.iterdir()]
