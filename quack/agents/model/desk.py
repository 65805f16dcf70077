"""The desk of one game: gets every question answered once, be it now or in the run before."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from quack.agents.model.answered import question_digest
from quack.agents.model.budget import Budget
from quack.agents.model.question import Picture, Question
from quack.agents.model.transcript import Transcript
from quack.errors import QuackError
from quack.game.agent import GameSuspended, NoAnswer
from quack.providers.faults import UNANSWERED, Fault
from quack.settings import without_secrets

if TYPE_CHECKING:
    from quack.providers.client import Client, ModelSpec, Reply

MOST_IN_A_ROW = 10
"""So many questions to one model without an answer, and there is no reason to expect the next to fare better."""

_AT_ONCE = frozenset(("authentication", "unknown_model"))
"""What would befall every question to that model, and costs nothing to ask again."""
_SILENT = UNANSWERED | {"quota"}
_AGAIN = "mend that and run the same command again to go on"
_LATER = "run the same command again to go on"
_REFUSED = "ask otherwise, in a new game: a model that takes no pictures is played with views none"

Ask = Callable[[Question, Sequence[Picture]], Awaitable["Reply"]]


class GameDesk:
    """Numbers the questions of a game, looks each up in its transcript, and has the others answered.

    Args:
        specs: how the models are asked, by the names under which they took their seats.
        client: who asks them; not needed where only people are asked.
        budget: what all games of the run may cost.
        on_answer: called when something new was answered.
    """

    def __init__(
        self,
        transcript: Transcript,
        specs: Mapping[str, ModelSpec],
        client: Client | None,
        budget: Budget,
        on_answer: Callable[[], None] | None = None,
    ) -> None:
        self.transcript = transcript
        self.asked_now = 0
        self._specs = specs
        self._client = client
        self._budget = budget
        self._on_answer = on_answer
        self._next = 0
        self._in_a_row: Counter[str] = Counter()
        self._suspended: GameSuspended | None = None

    async def answer(self, question: Question) -> str:
        """What a model answers.

        Raises:
            NoAnswer: it has no answer; the turn is lost.
            GameSuspended: nothing more can be asked for now.
        """
        return await self.take(question, self._ask_model)

    async def take(self, question: Question, ask: Ask) -> str:
        """What somebody answers, who is asked only if the transcript does not have it.

        Raises:
            NoAnswer, GameSuspended: as `answer`.
        """
        # Before anything is waited for: questions that are asked at once have the order of their seats.
        n, self._next = self._next, self._next + 1
        known = self.transcript.answered(n)
        if known is None:
            words, cause = await self._ask(n, question, ask)
        elif known.asked == question_digest(question):
            words, cause = known.reply, known.cause
        else:
            what = f"question {n} of this game was another one: the program or the prompts have changed"
            remedy = "remove the file to ask everything anew, or go on with what it was begun with"
            raise GameSuspended(what, path=self.transcript.path, remedy=remedy)
        if words is None:
            raise NoAnswer("unanswered", str(cause))
        return words

    async def _ask(self, n: int, question: Question, ask: Ask) -> tuple[str | None, str | None]:
        if self._suspended:
            raise self._suspended
        if ask == self._ask_model:
            self._require_budget()  # before any picture is drawn
        try:
            pictures = question.pictures()
            reply = await ask(question, pictures)
        except GameSuspended as error:
            self._suspended = error
            raise
        except QuackError as error:
            raise self._suspend(str(error), _AGAIN) from error
        except OSError as error:
            raise self._suspend(f"can't be asked: {error.strerror or error}", _AGAIN) from error
        except Exception as error:
            what = f"a question could not be put: {type(error).__name__}: {error}"
            raise self._suspend(what, "a fault of the program: report it with the command") from error
        if reply.fault:
            self._stop_at(question.model, reply.fault)
        self._keep(n, question, pictures, reply)
        self._watch(question.model, reply.fault)
        return reply.text, reply.fault.cause if reply.fault else None

    def _require_budget(self) -> None:
        """Holds that a question may still be asked; others may have used the budget up while it waited for its turn."""
        if self._suspended:
            raise self._suspended
        if reason := self._budget.used_up:
            raise self._suspend(reason, self._budget.remedy)

    def _stop_at(self, model: str, fault: Fault) -> None:
        """Ends the asking at what would befall the next question too, and is not kept: it is to be asked again."""
        if fault.cause in _AT_ONCE:
            raise self._suspend(f"{model} can't be asked{self._place(model)}: {fault.cause}: {fault.detail}", _AGAIN)
        if fault.cause == "network" and self._client and not self._client.has_responded(self._specs[model]):
            raise self._suspend(f"{model} can't be reached{self._place(model)}: {fault.detail}", _AGAIN)
        if self._suspended and fault.cause in _SILENT:
            raise self._suspended

    def _keep(self, n: int, question: Question, pictures: Sequence[Picture], reply: Reply) -> None:
        try:
            spent = self.transcript.add(n, question, pictures, reply)
        except (OSError, ValueError) as error:
            what = f"can't be written: {getattr(error, 'strerror', None) or error}"
            raise self._suspend(what, _AGAIN, whole=False) from error
        self.asked_now += 1
        self._budget.add(spent, question.model)
        if self._on_answer:
            self._on_answer()

    def _watch(self, model: str, fault: Fault | None) -> None:
        """Gives up on a model that has not answered for long; what was asked since the last answer is asked again."""
        self._in_a_row[model] = self._in_a_row[model] + 1 if fault and fault.cause in _SILENT else 0
        if fault and self._in_a_row[model] >= MOST_IN_A_ROW:
            # If they can't be taken out they stay lost, and the log says so.
            with suppress(OSError):
                self.transcript.drop_unanswered()
            what = f"{model}{self._place(model)} has left {MOST_IN_A_ROW} questions in a row without an answer"
            why = f"the last for {fault.cause}: {fault.detail}" if fault.detail else f"the last for {fault.cause}"
            raise self._suspend(f"{what}, {why}", _REFUSED if fault.cause == "bad_request" else _LATER)

    def _place(self, model: str) -> str:
        """Where a model is asked, if that is not the usual place of its provider."""
        api_base = self._specs[model].api_base
        return "" if api_base is None else f" at {without_secrets(api_base)}"

    def _suspend(self, what: str, remedy: str, *, whole: bool = True) -> GameSuspended:
        self._suspended = GameSuspended(what, path=None if whole else self.transcript.path, remedy=remedy)
        return self._suspended

    async def _ask_model(self, question: Question, pictures: Sequence[Picture]) -> Reply:
        assert self._client is not None, "who plays models has a client"
        spec, messages = self._specs[question.model], messages_of(question, pictures)
        # Half a thought may name an action that the whole of it rejects; half a speech is still said.
        return await self._client.ask(spec, messages, self._require_budget, whole=question.call != "speak")


def messages_of(question: Question, pictures: Sequence[Picture]) -> list[dict[str, Any]]:
    """A question in the form that chat models take."""
    content: str | list[dict[str, Any]] = question.text
    if pictures:
        content = [{"type": "text", "text": question.text}, *map(_part, pictures)]
    return [{"role": "system", "content": question.system}, {"role": "user", "content": content}]


def _part(picture: Picture) -> dict[str, Any]:
    return {
        "type": "image_url",
        "image_url": {"url": f"data:image/png;base64,{base64.b64encode(picture.png).decode()}"},
    }
