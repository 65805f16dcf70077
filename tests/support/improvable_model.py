"""A stand-in for a model that reads well only if it is told how, and that knows how to tell it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from quack.claims.model.program import ClaimReader
from quack.claims.optimise.lessons import Lesson
from tests.support.model_server import Asked, Reply, answer

HINT = "Write down every single claim."

_READS = "The user message holds data between the marks"
_WANTED = re.compile(r"starting with the field `\[\[ ## (\w+) ## \]\]`")


class ImprovableModel:
    """What a server does: it knows the right claims of the lessons, and gives half of them unless it is told better.

    It is told better by instructions with `HINT`, or by an example. Asked for instructions, it proposes such.

    Args:
        by_example: whether examples help.

    Attributes:
        proposals: the questions for instructions so far.
    """

    def __init__(self, lessons: Iterable[Lesson], *, by_example: bool = True) -> None:
        reader = ClaimReader("Read.")
        self.by_example = by_example
        self._answers = {reader.messages(one.inputs)[-1]["content"]: one.answer for one in lessons}
        self.proposals: list[str] = []

    def __call__(self, asked: Asked) -> Reply:
        if _READS not in asked.system:
            self.proposals.append(asked.last)
            field = _WANTED.findall(asked.last)[-1]
            return answer(f"[[ ## {field} ## ]]\nRead the claims. {HINT}\n\n[[ ## completed ## ]]")
        right = self._answers[asked.last]
        shown = any(one["role"] == "assistant" for one in asked.body["messages"])
        claims = right if (shown and self.by_example) or HINT in asked.system else right[: len(right) // 2]
        return answer(json.dumps({"claims": claims}))
