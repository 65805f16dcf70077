"""What do atoms say in words? Names and rooms as in the game, claims by their words, never an internal constant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from quack.claims.models import BaseClaim
from quack.kb.sentences import CONSTANTS, SENTENCES, TERMS, UNKNOWN, Sentence, condense
from quack.kb.symbols import Row, Value
from quack.kb.terms import Terms
from quack.kb.values import FREE

_REFERENCES = ("time_ref", "says")
"""Predicates in whose arguments constants stand for times."""

_OUTPUTS = {
    "candidate": "a rule finds {0:some claim} {1:anything}",
    "verdict": "{0:some claim} is {1:anything}",
    "content": "what {0:some claim} says is {1:anything}",
    "turned": "{0:some claim}, being a denial, is {1:anything}",
    "bucket": "{0:some claim} lies in the bucket {1:that is looked for}",
    "support": "{0:some claim} is {1:supported by anything}",
    "grounds": "{0:some claim} rests on {1:any ground}",
    "ground_evidence": "something bears out {1:a ground}[: {2}]",
    "evidence": "{0:some claim} cites {1:anything}",
}
"""What the predicates that are read out of a rulebook say, where no rule's own words are at hand."""


class Speech(NamedTuple):
    """A claim as wording needs it: its id, who made it in the words of the game, and its time phrase."""

    id: str
    claim: BaseClaim
    phrase: str | None


class Told(NamedTuple):
    """A step of a proof as it is told: what it says, where that is written, and what kind of step it is."""

    step: Any
    text: str
    place: str
    kind: str


class CommonWords(NamedTuple):
    """What is said in the same words whichever claim of a game is explained: terms, and steps of proofs."""

    terms: dict[Value, str]
    told: dict[int, Told]


class Wording:
    """Puts the terms of one game in words, as seen from one claim.

    Args:
        terms: what the game's constants stand for.
        speeches: the claims, by their constants.
        times: a claim of each time reference.
        this: the constant of the claim that is explained.
        time: its time reference.
        common: what is said in the same words whichever claim of the game is explained.

    Attributes:
        personal: whether words that depend on which claim is explained have been asked for since this was last unset.
        told: steps of proofs by their identities; none of it is personal.
    """

    def __init__(
        self,
        terms: Terms,
        speeches: Mapping[str, Speech],
        times: Mapping[Value, str],
        this: str,
        time: Value | None,
        common: CommonWords | None = None,
    ) -> None:
        self._terms = terms
        self._game = int(terms.game)
        self._speeches = speeches
        self._times = times
        self._this = this
        self._time = time
        common = common or CommonWords({}, {})
        self._common = common.terms
        self.told = common.told
        self.personal = False
        self._known: dict[Value, str] = {}

    def claim_of(self, term: Value) -> str | None:
        """The claim that a claim's constant or a time reference belongs to."""
        if isinstance(term, str):
            return term if term in self._speeches else None
        return self._this if term == self._time else self._times.get(term)

    def term(self, value: Value) -> str:
        """A term in words."""
        if isinstance(value, int):
            return str(value)
        known = self._common.get(value)
        if known is not None:
            return known
        known = self._known.get(value)
        if known is None:
            known = self._term(value)
            if not self._names_claim(value):
                self._common[value] = known
                return known
            self._known[value] = known
        self.personal = True
        return known

    def _names_claim(self, value: Value) -> bool:
        """Whether a claim or its time is named in a term: whose words depend on which claim is explained."""
        if isinstance(value, tuple):
            return value[0] == "w" or any(map(self._names_claim, value[1:]))
        return value in self._speeches

    def _term(self, value: Value) -> str:
        if value is FREE:
            return UNKNOWN
        if isinstance(value, str):
            if value == self._this:
                return "this claim"
            speech = self._speeches.get(value)
            return f"claim {speech.id}" if speech else self._terms.spell(value)
        name, *arguments = value
        # A tick may be the number of the game by chance.
        if arguments and arguments[0] == self._game and (name, len(arguments)) not in TERMS:
            own = self._own(name, arguments[1:], value)
            if own is not None:
                return own
        parts = [None if argument is FREE else self.term(argument) for argument in arguments]
        form = TERMS.get((name, len(parts)))
        return form.say(parts) if form else f"{name}({', '.join(part or '_' for part in parts)})"

    def _own(self, name: str, rest: list[Value], value: Value) -> str | None:
        """A player, round, meeting, chat line or time of this game."""
        if not rest:
            return self._terms.spell(value)
        if len(rest) > 1:
            return None
        if name == "w":
            claim = self.claim_of(value)
            phrase = self._speeches[claim].phrase if claim else None
            return "no time given" if phrase is None else f"“{phrase}”"
        kind = {"r": "round", "m": "meeting", "chat": "chat line"}.get(name)
        return f"{kind} {rest[0]}" if kind else None

    def atom(self, name: str, row: Row) -> str:
        """An atom in words: a sentence for what logs and claims give, for others its name and arguments."""
        sentence = SENTENCES.get((name, len(row)))
        if sentence is None and name in _OUTPUTS and len(row) > 1:
            sentence = Sentence(_OUTPUTS[name])
        parts = [None if part is FREE else self.term(part) for part in row]
        if name in _REFERENCES:
            parts = [CONSTANTS.get(part, part) if part is not None else None for part in parts]
        if sentence:
            return condense(sentence.say(parts))
        known = ", ".join([part for part in parts if part is not None])
        return f"“{name.replace('_', ' ').strip()}” holds{known and f' for {known}'}"

    def cited(self, value: Value) -> str | None:
        """What a cited fact says; None if it is none that the shipped rulebooks cite."""
        known = isinstance(value, tuple) and (value[0], len(value) - 1) in TERMS
        return self.term(value) if known else None

    def written(self, name: str, row: Row) -> str:
        """An atom as rules write it, names in place of internal constants."""
        parts = ", ".join(["_" if part is FREE else self.term(part) for part in row])
        return f"{name}({parts})" if parts else name
