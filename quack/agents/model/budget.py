"""What the asking of models has cost, and how much it may."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Spent(NamedTuple):
    """What questions to models came to.

    Attributes:
        questions: that were put to a model.
        unanswered: that it had no answer to.
        prompt_tokens, completion_tokens: of all tries together.
        usd: US dollars, as far as prices are known.
        unpriced: questions whose price nobody knows.
    """

    questions: int = 0
    unanswered: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Of questions and answers together."""
        return self.prompt_tokens + self.completion_tokens

    def plus(self, more: Spent) -> Spent:
        """Both together."""
        return Spent(
            self.questions + more.questions,
            self.unanswered + more.unanswered,
            self.prompt_tokens + more.prompt_tokens,
            self.completion_tokens + more.completion_tokens,
            self.usd + more.usd,
            self.unpriced + more.unpriced,
        )


NOTHING = Spent()


@dataclass(slots=True)
class Budget:
    """What all games of a run may cost together; what is being asked when it is used up is still answered, and counts.

    Attributes:
        usd, tokens: how much; None for no end.
        spent: how much it is so far. To continue a study, begin with what its transcripts hold (`spent_in`).
    """

    usd: float | None = None
    tokens: int | None = None
    spent: Spent = field(default=NOTHING)

    def add(self, more: Spent) -> None:
        """Counts what was asked."""
        self.spent = self.spent.plus(more)

    @property
    def used_up(self) -> str | None:
        """What is used up, in words; None as long as more may be asked."""
        if self.usd is not None and self.spent.usd >= self.usd:
            return f"the budget of ${self.usd:g} is used up"
        if self.tokens is not None and self.spent.tokens >= self.tokens:
            return f"the budget of {self.tokens:,} tokens is used up"
        return None
