"""The extractor that asks a model."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

import dspy

from quack.claims.entities import Names
from quack.claims.extraction import Extraction, Spent
from quack.claims.extractor import Occasion, Said
from quack.claims.model.adapter import UnreadableAnswer
from quack.claims.model.calls import Asker, Meter, metered
from quack.claims.model.checking import check_claims
from quack.claims.model.client import connect
from quack.claims.model.options import ModelOptions
from quack.claims.model.program import load_program
from quack.claims.model.question import game_words, question
from quack.claims.offline.utterances import is_blank, is_vote_token, leaks_reasoning
from quack.errors import SettingsError
from quack.providers.faults import STOPPING, UNANSWERED, Fault
from quack.providers.prices import price_of

if TYPE_CHECKING:
    from quack.events.log import GameLog

VERSION = "1"

NOTHING = Spent(0, 0, 0.0)

MOST_IN_A_ROW = 25
"""So many questions without an answer, each asked repeatedly, and nobody expects one any more."""


class ModelRun:
    """A model, a program, and how the asking goes; one for all games of a run, used from several threads.

    Attributes:
        name, version: what an extraction is labelled with; the version tells programs apart.
        stopped: why nothing more is asked, and what the provider said about it; None while all is well.
        prompt: the digest of what the model is told beside the game.
        cost, unpriced: US dollars so far, and how many answers nobody knows the price of.
        tokens: of questions and answers so far.
    """

    def __init__(self, options: ModelOptions) -> None:
        self.options = options
        self.asker = Asker(options.retries, options.sleep)
        self.reader = load_program(options.program, self.asker)
        self.lm = connect(options)
        self.name = options.model
        self.prompt = self.reader.digest
        self.version = f"{VERSION}+{self.prompt}"
        self.stopped: tuple[str, str] | None = None
        self.cost = 0.0
        self.unpriced = 0
        self.tokens = 0
        self._failures: dict[str, str] = {}
        self._in_a_row = 0
        self._lock = Lock()
        if options.budget is not None and price_of(options.model, options.price) is None:
            what = f"nobody knows the price of {options.model}, so no budget can be kept"
            raise SettingsError(what, remedy="leave out --budget; --limit bounds the calls")
        self.pay(NOTHING)  # a budget of nothing is used up from the beginning

    @property
    def warnings(self) -> list[str]:
        """What the user should know about the requests: what was left out, and of each failure what was said first."""
        told = self.stopped[0] if self.stopped else None
        return [*self.asker.warnings, *(words for cause, words in self._failures.items() if cause != told)]

    def ask(self, inputs: dict[str, Any]) -> list[Any]:
        """The items of the model's answer.

        Raises:
            Fault: there is none.
        """
        try:
            # Without a trace: only optimisers look at it, and it would grow with every question.
            with dspy.context(lm=self.lm, trace=None):
                items = list(self.reader(**inputs).claims)
        except UnreadableAnswer as error:
            self._in_a_row = 0
            raise error.fault from None
        except Fault as fault:
            if fault.cause in UNANSWERED and fault.detail:
                self._failures.setdefault(fault.cause, f"{fault.cause}: {fault.detail}")
            self._in_a_row = self._in_a_row + 1 if fault.cause in UNANSWERED else 0
            if fault.cause in STOPPING or self._in_a_row >= MOST_IN_A_ROW:
                self.stop(fault.cause, fault.detail)
            raise
        self._in_a_row = 0
        return items

    def pay(self, spent: Spent) -> None:
        """Adds what an answer cost; the budget may be used up by it."""
        with self._lock:
            self.cost += spent.cost or 0.0
            self.unpriced += spent.cost is None
            self.tokens += spent.prompt + spent.completion
        if self.options.budget is not None and self.cost >= self.options.budget:
            self.stop("budget", f"${self.options.budget:g} are spent")
        if self.options.token_budget is not None and self.tokens >= self.options.token_budget:
            self.stop("budget", f"{self.options.token_budget:,} tokens are spent")

    def stop(self, cause: str, detail: str) -> None:
        """Nothing more is asked in this run; the first reason counts."""
        with self._lock:
            self.stopped = self.stopped or (cause, detail)


class ModelExtractor:
    """Reads the utterances of a game, whatever their language, by asking a model.

    Attributes:
        name, version: what an extraction is labelled with.
        prompt: the digest of what the model is told.
    """

    def __init__(self, log: GameLog, run: ModelRun) -> None:
        self.log, self.run = log, run
        self.name, self.version, self.prompt = run.name, run.version, run.prompt
        self.names = Names(log)
        self._words = game_words(log)

    def extract(self, batch: Sequence[tuple[Said, Occasion]]) -> list[Extraction]:
        """One extraction per utterance, in order."""
        return [self.read(said, occasion) for said, occasion in batch]

    def inputs(self, said: Said, occasion: Occasion) -> dict[str, Any]:
        """What `ClaimReader` is given about an utterance."""
        return question(self.log, self._words, said, occasion)

    def needs_model(self, said: Said) -> bool:
        """Whether an utterance is more than nothing or a vote token."""
        return not is_blank(said.text) and not is_vote_token(said.text, self.names)

    def read(self, said: Said, occasion: Occasion) -> Extraction:
        """The extraction of one utterance; not attempted if nothing more is to be asked."""

        def outcome(status: Any, **more: Any) -> Extraction:
            place = (said.message, said.chat, occasion.meeting, said.speaker)
            return Extraction(*place, status, **{"prompt": self.prompt, "spent": NOTHING, **more})

        if is_blank(said.text):
            return outcome("empty", flags=("empty_utterance",))
        if not self.needs_model(said):
            return outcome("vote_token")
        if self.run.stopped is not None:
            return outcome("not_attempted", cause=self.run.stopped[0])
        with metered(self.run.options.price) as meter:
            try:
                items = self.run.ask(self.inputs(said, occasion))
            except Fault as fault:
                return outcome("failed", cause=fault.cause, spent=self._paid(meter, fault))
        more: dict[str, Any] = {"spent": self._paid(meter)}
        checked = check_claims(items, self.names, said, occasion)
        more["rejected"] = checked.rejected
        if items and not checked.claims:
            return outcome("failed", cause="no_valid_claims", **more)
        flags = ("leaked_reasoning",) if leaks_reasoning(said.text) else ()
        return outcome("extracted" if checked.claims else "empty", claims=checked.claims, flags=flags, **more)

    def _paid(self, meter: Meter, fault: Fault | None = None) -> Spent:
        """What the calls cost; nobody knows that of an answer which came too late."""
        unknown = fault is not None and fault.cause == "timeout"
        spent = Spent(meter.prompt, meter.completion, None if unknown else meter.cost)
        self.run.pay(spent)
        return spent
