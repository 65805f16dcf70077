"""The DSPy module that reads claims, and the files it is kept in: its instructions and examples, never an endpoint."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dspy

from quack.claims.model.adapter import ClaimAdapter
from quack.claims.model.calls import Asker
from quack.claims.model.signature import INPUTS, ReadClaims
from quack.errors import SettingsError, whole_text
from quack.settings import prompts_folder

DEFAULT_NAME = "extractor.md"
"""The instructions that the extractor has where nobody names others."""

MAX_BYTES = 5_000_000

_MEND = "name a saved program (.json) or a file of instructions (.md, .txt)"


class ClaimReader(dspy.Module):
    """Reads the claims of an utterance: `reader(game=…, occasion=…, earlier=…, utterance=…).claims`.

    The claims are the raw objects of the answer; `quack.claims.model.checking` holds them against the game. The model
    is the one of `dspy.context(lm=…)`, as always.

    Attributes:
        predict: the one predictor, which optimisers improve.
        adapter: puts the question.
    """

    def __init__(
        self, instructions: str, demos: list[dict[str, Any]] | None = None, asker: Asker | None = None
    ) -> None:
        super().__init__()
        self.predict = dspy.Predict(ReadClaims.with_instructions(instructions))
        self.predict.demos = [dspy.Example(**demo) for demo in demos or []]
        self.adapter = ClaimAdapter(asker)

    def forward(self, **inputs: Any) -> dspy.Prediction:
        """The prediction of one utterance.

        Raises:
            Fault, UnreadableAnswer: as `ClaimAdapter` does.
        """
        with dspy.context(adapter=self.adapter):
            return self.predict(**inputs)

    def messages(self, inputs: Mapping[str, Any]) -> list[dict[str, str]]:
        """What is sent about an utterance."""
        return self.adapter.format(self.predict.signature, self.predict.demos, dict(inputs))

    @property
    def digest(self) -> str:
        """Tells programs apart: a digest of everything that is sent beside the game's own data."""
        content = json.dumps(self.messages(dict.fromkeys(INPUTS)), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:12]


def load_program(path: Path | None = None, asker: Asker | None = None) -> ClaimReader:
    """The program in a file: saved by `save_program` or by DSPy, or plain instructions; by default the shipped one.

    Raises:
        SettingsError: the file can't be read, or holds none.
    """
    path = path or prompts_folder() / DEFAULT_NAME
    text = _text(path)
    if path.suffix != ".json":
        return ClaimReader(text, asker=asker)
    try:
        record = json.loads(text)
        state = record["predict"]
        instructions = state["signature"]["instructions"] if "signature" in state else state["instructions"]
        demos = [_demo(demo) for demo in state.get("demos") or []]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SettingsError("no saved program", path=path, remedy=_MEND) from None
    if not isinstance(instructions, str) or not instructions.strip():
        raise SettingsError("the program has no instructions", path=path, remedy=_MEND)
    return ClaimReader(whole_text(instructions), demos, asker)


def save_program(reader: ClaimReader, path: Path, *, made: Mapping[str, Any]) -> None:
    """Writes a program: its instructions and examples as readable JSON, and how it was made.

    Args:
        made: how: command, data, model, scores before and after; whatever tells a reader what it is worth.
    """
    demos = [_demo(dict(demo)) for demo in reader.predict.demos]
    state = {"instructions": reader.predict.signature.instructions, "demos": demos}
    content = json.dumps({"made": dict(made), "predict": state}, ensure_ascii=False, indent=2)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Whole or not at all: what a kill left would be in the way of the run that goes on.
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(f"{whole_text(content)}\n".encode())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _demo(demo: Mapping[str, Any]) -> dict[str, Any]:
    """An example as plain data: what the model is given, and the claims."""
    kept = {name: demo[name] for name in INPUTS}
    claims = [claim.to_json() if hasattr(claim, "to_json") else dict(claim) for claim in demo["claims"]]
    return {**kept, "claims": claims}


def _text(path: Path) -> str:
    try:
        data = path.read_bytes() if path.is_file() else None
        if data is None:
            raise SettingsError("no such file", path=path, remedy=_MEND)
        if len(data) > MAX_BYTES:
            raise SettingsError(f"longer than {MAX_BYTES:,} bytes", path=path, remedy=_MEND)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"can't be read: {error.strerror or error}", path=path, remedy=_MEND) from None
    except UnicodeDecodeError:
        raise SettingsError("no UTF-8 text", path=path, remedy=_MEND) from None
    if not text.strip():
        raise SettingsError("the file is empty", path=path, remedy=_MEND)
    return text
