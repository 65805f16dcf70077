"""Models that remember what they answered, within limits; what DSPy's optimisers are given as models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Condition, Lock
from types import SimpleNamespace
from typing import Any

import dspy

from quack.claims.model.answers import read_answer
from quack.claims.model.calls import Asker, Meter, metered
from quack.claims.model.client import connect
from quack.claims.model.options import ModelOptions
from quack.claims.optimise.answers import Answer, Answers, key_of_question
from quack.providers.faults import Fault

POOR = frozenset(
    ("truncated", "empty_answer", "no_content", "no_choices", "refusal", "content_filter", "not_json", "bad_request")
)
"""What a program is to blame for, or may be: it scores nothing. Any other cause says nothing about the program."""

HOPELESS = frozenset(("no_choices", "refusal", "content_filter", "bad_request"))
"""What no other words will mend if it befalls every question."""

MOST_HOPELESS = 10
"""So many questions that ended so and none that did not, and nothing more is asked."""


class Stopped(BaseException):
    """The models can't or may not be asked any more.

    No `Exception`: optimisers would take it for a mistake of the program that they try, and go on.

    Attributes:
        cause: why, in a word: a fault's cause, "budget" or "calls".
        detail: what there is to say about it.
    """

    def __init__(self, cause: str, detail: str) -> None:
        super().__init__(cause)
        self.cause, self.detail = cause, detail


class Ledger:
    """What is asked in a run, and how much may be.

    Args:
        max_calls, budget: so many questions, and US dollars, after which nothing more is asked; None for no end.
        tell: called after each question with how many have been answered so far, and the dollars spent just now.

    Attributes:
        calls, meter: questions that were put to models just now, and what they cost.
        used: every answer that was used, once each, be it from an earlier run.
        useless, fault: how many questions had no usable answer, by cause, and why the last one had none.
    """

    def __init__(self, max_calls: int | None, budget: float | None, tell: Callable[[int, float | None], None]) -> None:
        self.max_calls, self.budget = max_calls, budget
        self.calls = 0
        self.meter = Meter()
        self.used: dict[str, Answer] = {}
        self.useless: Counter[str] = Counter()
        self.fault: Fault | None = None
        self._paid = 0.0  # as far as prices are known
        self._hopeless = 0
        self._tell = tell
        self._stopped: Stopped | None = None
        self._open = 0
        self._lock = Condition()

    def admit(self) -> None:
        """Counts a question that is about to be put.

        Raises:
            Stopped: it may not be.
        """
        with self._lock:
            if self._stopped is None and self.max_calls is not None and self.calls >= self.max_calls:
                self._stopped = Stopped("calls", f"{self.max_calls:,} questions were put")
            if self._stopped is None and self.budget is not None and self._paid >= self.budget:
                self._stopped = Stopped("budget", f"${self.budget:g} are spent")
            if self._stopped is not None:
                raise Stopped(self._stopped.cause, self._stopped.detail)
            self.calls += 1
            self._open += 1

    def settle(self, meter: Meter) -> None:
        """Counts a question as answered, in whatever way, and adds what it cost."""
        with self._lock:
            self._open -= 1
            self._lock.notify_all()
            self.meter.prompt += meter.prompt
            self.meter.completion += meter.completion
            self._paid += meter.cost or 0.0
            self.meter.cost = None if meter.cost is None or self.meter.cost is None else self._paid

    def wait(self) -> None:
        """Waits for what is under way: it will be paid for anyway."""
        with self._lock:
            self._lock.wait_for(lambda: not self._open)

    def use(self, key: str, answer: Answer, fault: Fault | None = None) -> None:
        """Notes an answer that is used; `fault` says why it is of no use.

        Raises:
            Stopped: none will be.
        """
        with self._lock:
            if fault is not None:
                if key not in self.used:
                    self.useless[fault.cause] += 1
                    self._hopeless += fault.cause in HOPELESS
                self.fault = fault
            self.used[key] = answer
            self._tell(len(self.used), self.meter.cost)
        if self.hopeless and self._hopeless >= MOST_HOPELESS:
            raise self.give_up()

    @property
    def hopeless(self) -> bool:
        """Whether every question has ended so that other words will not help."""
        return 0 < len(self.used) == self._hopeless

    def give_up(self) -> Stopped:
        """Ends the asking since no answer could be used, and returns what is to be raised."""
        last = "" if self.fault is None else f"; the last: {self.fault.cause}, {self.fault.detail}".removesuffix(", ")
        return self.stop("useless", f"none of the {self.useless.total()} answers could be used{last}")

    def stop(self, cause: str, detail: str) -> Stopped:
        """Ends the asking, and returns what is to be raised; the first reason counts."""
        with self._lock:
            self._stopped = self._stopped or Stopped(cause, detail)
            return Stopped(self._stopped.cause, self._stopped.detail)


class RememberingModel(dspy.BaseLM):
    """A model that is asked only what it has not answered yet.

    An answer that can't be used is remembered in this run only: the next one asks again.

    Args:
        options: the model, and how it is asked.
        answers: what it answered so far.
        ledger: counts, and keeps within limits.
        proposes: whether it writes instructions; otherwise it reads claims.
    """

    def __init__(self, options: ModelOptions, answers: Answers, ledger: Ledger, *, proposes: bool) -> None:
        self._model = connect(options)
        super().__init__(options.model, cache=False, num_retries=0)
        self.kwargs = {"temperature": options.temperature, "max_tokens": options.max_tokens}
        self._endpoint = options.api_base
        self._asker = Asker(options.retries, options.sleep)
        self._answers, self._ledger, self._proposes = answers, ledger, proposes
        self._useless: dict[str, tuple[Fault, Answer]] = {}
        self._turns: dict[str, Lock] = {}
        self._lock = Lock()

    @property
    def warnings(self) -> list[str]:
        """What the user should know about the requests."""
        return self._asker.warnings

    def forward(
        self, prompt: str | None = None, messages: list[dict[str, Any]] | None = None, **options: Any
    ) -> SimpleNamespace:
        """The answer in the form of a provider's.

        Raises:
            Fault: it can't be used.
            Stopped: there is none, and no sense in going on.
        """
        messages = messages or [{"role": "user", "content": prompt}]
        asked = {**self.kwargs, **options}
        if asked.get("n") == 1:
            del asked["n"]
        key = key_of_question(self.model, self._endpoint, messages, asked)
        asked.pop("rollout_id", None)
        with self._turn(key):
            answer = self._kept(key)
            if answer is None and key not in self._useless:
                answer = self._ask(key, messages, asked)
        if answer is None:
            fault, paid = self._useless[key]
            self._ledger.use(key, paid, fault)
            raise Fault(fault.cause, fault.detail)
        self._ledger.use(key, answer)
        return _as_response(self.model, answer)

    def _kept(self, key: str) -> Answer | None:
        """The answer of an earlier run, if it can still be used."""
        answer = self._answers.get(key)
        if answer is None or self._proposes:
            return answer
        try:
            read_answer(answer.words)
        except Fault:
            return None
        return answer

    def _turn(self, key: str) -> Lock:
        """A lock for a question: whoever asks the same at the same time waits for the answer."""
        with self._lock:
            return self._turns.setdefault(key, Lock())

    def _ask(self, key: str, messages: list[dict[str, Any]], options: dict[str, Any]) -> Answer | None:
        """The model's answer, kept; None if it is of no use."""
        self._ledger.admit()
        with metered() as meter:
            try:
                words, fault = self._words(messages, options)
                answer = Answer(words, meter.prompt, meter.completion, meter.cost)
                if fault is None:
                    self._answers.add(key, answer)
            except OSError as error:
                raise self._ledger.stop("answers", f"can't be kept: {error.strerror or error}") from error
            finally:
                self._ledger.settle(meter)
        if fault is None:
            return answer
        if self._proposes or fault.cause not in POOR:
            raise self._ledger.stop(fault.cause, fault.detail) from fault
        self._useless[key] = (fault, answer)
        return None

    def _words(self, messages: list[dict[str, Any]], options: dict[str, Any]) -> tuple[str, Fault | None]:
        """What the model says, and why it can't be used."""
        words = ""
        try:
            words = self._asker.ask(self._model, messages, options)
            if not self._proposes:
                read_answer(words)
        except Fault as fault:
            return words, fault
        return words, None


def _as_response(model: str, answer: Answer) -> SimpleNamespace:
    message = SimpleNamespace(role="assistant", content=answer.words)
    choice = SimpleNamespace(index=0, message=message, finish_reason="stop")
    usage = {"prompt_tokens": answer.prompt, "completion_tokens": answer.completion}
    return SimpleNamespace(model=model, choices=[choice], usage=usage)
