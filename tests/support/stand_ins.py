"""Stand-ins for models and for a person: what they answer is a function of what they are asked."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from quack.agents.play import Order, setup_of
from quack.agents.together import Planned
from quack.errors import SettingsError
from quack.game.agent import GameSuspended
from quack.providers.client import ModelSpec, Reply
from quack.providers.faults import Cause, Fault

_ACTION = re.compile(r"^- ((?:wait|move|do_task|report|call_meeting|kill)\(.*\))$", re.MULTILINE)
_CHOICE = re.compile(r"^- (vote\(.*\))$", re.MULTILINE)

Mind = Callable[[str, Random], str | Cause]
"""From the text of a question, and chance that depends on the question alone, to the answer, or why there is none."""


def wander(text: str, chance: Random) -> str | Cause:
    """A model that does what it may, and says something now and then."""
    if "# Your turn to speak" in text:
        return f"I have seen {chance.randrange(1000)} ducks (really)."
    if "# Your vote" in text:
        return f"Let me see.\n\n{chance.choice(_CHOICE.findall(text.partition('# Your vote')[2]))}"
    action = chance.choice(_ACTION.findall(text.partition("# Your turn")[2]))
    return f"I think.\n\n{action}" + (" | say(hello there)" if chance.random() < 0.2 else "")


def failing(rate: float, cause: Cause) -> Mind:
    """A model that has no answer to some questions."""

    def mind(text: str, chance: Random) -> str | Cause:
        return cause if chance.random() < rate else wander(text, chance)

    return mind


class StandIn:
    """A client whose models need a while for each answer, but no time.

    Args:
        patience: seed of how often others get their turn before an answer is there; None for never.
        limit: after so many questions it suspends the games.
        there: whether anything comes back from it.

    Attributes:
        asked: the texts of the questions, in the order in which they came.
        whole: of each, whether an answer that breaks off is none.
    """

    def __init__(
        self, mind: Mind = wander, *, patience: int | None = None, limit: int | None = None, there: bool = True
    ) -> None:
        self.mind = mind
        self.there = there
        self.limit = limit
        self.asked: list[str] = []
        self.whole: list[bool] = []
        self.checked: list[str] = []
        self.messages: list[Sequence[Mapping[str, Any]]] = []
        self.warnings: list[str] = []
        self._patience = None if patience is None else Random(patience)

    def check(self, spec: ModelSpec) -> None:
        """Knows all models but one."""
        self.checked.append(spec.model)
        if spec.model == "no/model":
            raise SettingsError("there is no such model", remedy="name another")

    def has_responded(self, spec: ModelSpec) -> bool:
        """Whether it is there."""
        return self.there

    async def ask(
        self,
        spec: ModelSpec,
        messages: Sequence[Mapping[str, Any]],
        on_turn: Callable[[], None] = lambda: None,
        *,
        whole: bool = False,
    ) -> Reply:
        """What the mind answers."""
        on_turn()
        content = messages[-1]["content"]
        text = content if isinstance(content, str) else content[0]["text"]
        self.asked.append(text)
        self.whole.append(whole)
        self.messages.append(messages)
        if self.limit is not None and len(self.asked) > self.limit:
            raise GameSuspended("the stand-in rests", remedy="let it")
        for _ in range(self._patience.randrange(20) if self._patience else 0):
            await asyncio.sleep(0)
        told = self.mind(text, Random(hashlib.sha256(f"{messages[0]['content']}{text}".encode()).hexdigest()))
        return reply_of(told)


def reply_of(told: str | Cause, *, cost: float | None = 0.001) -> Reply:
    """An answer, or the fault of that cause."""
    if " " in told or "(" in told or "\n" in told:
        return Reply(told, None, 100, 20, cost, 0.5, 1, ())
    return Reply(None, Fault(told, "words of a provider"), 100, 0, cost, 0.5, 3, ())  # type: ignore[arg-type]


def small_order(**options: Any) -> Order:
    """A short game of models without pictures: `crew`, `impostor` and `seats`, the rest sets it up."""
    from quack.agents.model.table import ModelTable

    who = {name: options.pop(name) for name in ("crew", "impostor", "seats", "table") if name in options}
    values = {"players": 4, "ticks": 8, "discussion_rounds": 1, "first_kill": 1, "kill_cooldown": 2, **options}
    return Order(
        setup_of(values), **{"crew": "my/model", "impostor": "my/model", "table": ModelTable(views="none"), **who}
    )


def planned(out: Path | None, seeds: Sequence[int], order: Order | None = None) -> list[Planned]:
    """A short game for each seed."""
    order = order or small_order()
    return [Planned(order, seed, None if out is None else out / f"seed{seed}") for seed in seeds]
