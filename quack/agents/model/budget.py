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
        uncounted: a model that has answered without it being known what that took; None as long as all is known.
    """

    usd: float | None = None
    tokens: int | None = None
    spent: Spent = field(default=NOTHING)
    uncounted: str | None = field(default=None, init=False)

    def add(self, more: Spent, model: str) -> None:
        """Counts what a model was asked."""
        self.spent = self.spent.plus(more)
        unknown = (self.usd is not None and more.unpriced) or (self.tokens is not None and not more.tokens)
        if unknown and more.questions > more.unanswered:
            self.uncounted = model

    @property
    def used_up(self) -> str | None:
        """What is used up, or why that can't be said, in words; None as long as more may be asked."""
        if self.uncounted is not None:
            return f"the provider of {self.uncounted} doesn't say what an answer took, so that no budget can be kept"
        if self.usd is not None and self.spent.usd >= self.usd:
            return f"the budget of ${self.usd:g} is used up"
        if self.tokens is not None and self.spent.tokens >= self.tokens:
            return f"the budget of {self.tokens:,} tokens is used up"
        return None

    @property
    def remedy(self) -> str:
        """What there is to do once something is used up."""
        change = "raise it" if self.uncounted is None else "leave the budget out"
        return f"{change} and run the same command again to go on"
