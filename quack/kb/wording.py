"""What do atoms say in words? Names and rooms as in the game, claims by their words, never an internal constant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from quack.claims.models import BaseClaim
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.terms import Terms
from quack.kb.values import FREE

UNKNOWN = "…"
"""What stands for an argument that is not known."""


class Sentence(NamedTuple):
    """What a fact says.

    Attributes:
        text: a sentence with the numbers of its arguments in braces.
        line: which argument is its log line; None if none is.
    """

    text: str
    line: int | None = None


def _sentences(table: str) -> dict[Signature, Sentence]:
    sentences: dict[Signature, Sentence] = {}
    for row in table.strip().splitlines():
        head, text = row.split("|")
        predicate, _, line = head.strip().partition("@")
        name, arity = predicate.strip().split("/")
        sentences[name, int(arity)] = Sentence(text.strip(), int(line) if line.strip() else None)
    return sentences


SENTENCES = _sentences(
    """
    player/1               | {0} plays
    game_player/2          | {1} plays in this game
    team/2                 | {0} is a {1}
    room/1                 | {0} is a room of the map
    adjacent/2             | a corridor joins {0} and {1}
    round/4                | {0} is ticks {2} to {3}
    game_round/2           | {1} is one of this game
    meeting/6       @ 5    | {0} was called by {3} at tick {2}, by {4}
    chat/5          @ 4    | {1} spoke {0} at tick {3}
    at/6            @ 5    | {0} was in {1} from tick {3} to {4}
    moved/8         @ 7    | {0} set out from {1} to {2} at tick {4}, due at tick {5} ({6})
    alive/4                | {0} lived from tick {2} to {3}
    body/6          @ 5    | the body of {0} lay in {1} from tick {3} to {4}
    killed/6        @ 5    | {0} killed {1} in {2} at tick {4}
    task_tick/5     @ 4    | {0} worked on a task in {1} at tick {3}
    look/6          @ 5    | {0} looked around in {1} at tick {3} ({4})
    saw/9           @ 8    | {0}, in {2}, saw {1} from tick {4} to {5} ({6}, {7})
    heard/2                | {0} heard {1}
    voted/4         @ 3    | {0} voted for {1} in {2}
    ejected/3       @ 2    | {0} was ejected in {1}
    spot/6          @ 5    | {0} counts as in {1} from tick {3} to {4} ({2})
    visit/6         @ 5    | {0} touched {2} in ticks {3} to {4}
    alive_until/2          | {0} lived up to tick {1}
    late_task/4     @ 3    | {0}, dead by then, has a task line in {1} at tick {2}
    segment/4              | free roam lasted from tick {2} to {3}
    claim/5                | {2} said it at {3}
    denied/1               | {0} says that it was not so
    relayed/1              | {0} are another's words, a question or a supposition
    unknown/2              | the {1} of {0} is not in the game
    location/5             | claimed: {1} in {2}, {4}
    route/3                | claimed: the way of {1}, {2}
    route_room/3           | claimed: {2} as room {1} of the way
    route_length/2         | claimed: a way of {1} rooms
    sighting/6             | claimed: {1} saw {2} in {3}, {5}
    movement/3             | claimed: seen going from {1} to {2}
    spared/2               | claimed: except {1}
    task/4                 | claimed: {1} doing a task in {2}, {3}
    traveling/6            | claimed: {1} traveling from {2} to {3}, {5}
    waiting/4              | claimed: {1} waiting in {2}, {3}
    reporting/2            | claimed: {1} reporting a body
    calling/2              | claimed: {1} calling the meeting
    other_activity/3       | claimed: {1} doing something that no rule knows, {2}
    perceived/1            | claimed: the speaker saw the movement
    accusation/3           | claimed: {1} says that {2} is a Duck
    defense/3              | claimed: {1} vouches for {2}
    intent/3               | claimed: {1} will vote for {2}
    time_ref/3             | {0} is read as {2}
    duration/2             | {0} speaks of a duration: {1}
    says/2                 | {0} holds a word for {1}
    phrase_of/2            | claimed: {1}
    """
)
"""What every predicate of `rules/schema.lp` and `rules/paper/schema.lp` says."""

_TERMS = {
    ("departing", 1): "leaving for {0}",
    ("arriving", 1): "coming from {0}",
    ("crossing", 2): "on the way from {0} to {1}",
    ("between", 2): "ticks {0} to {1}",
    ("near", 1): "tick {0}",
    ("about", 1): "about tick {0}",
    ("just_before", 1): "right before tick {0}",
    ("just_after", 1): "right after tick {0}",
    ("since", 1): "from tick {0} on",
    ("until", 1): "up to tick {0}",
    ("nth_round", 1): "round {0}, counted from 0",
    ("before_vote", 1): "before the vote on {0}",
    ("kill", 1): "the death of {0}",
    ("before_kill", 1): "before the death of {0}",
    ("upper", 1): "an end at tick {0}",
    ("lower", 1): "a start at tick {0}",
    ("unknown", 1): "a {0} of the game",
    ("dead", 1): "{0} alive",
}
_CONSTANTS = {
    "round": "this round",
    "previous": "the round before",
    "first_round": "the first round",
    "call": "the time of the call",
    "ending": "the end of the round",
    "late": "the second half of the round",
    "middle": "the middle of the round",
    "opening": "the start of the round",
    "event": "an event",
    "unresolved": "something that was not understood",
    "kill_any": "a kill",
}
_SPAN = re.compile(r"(from tick|ticks) (\d+) to (?:tick )?\2(?!\d)")


def condense(text: str) -> str:
    """Words in which a span of a single tick reads as one tick."""
    return _SPAN.sub(lambda span: f"{'at tick' if span[1] == 'from tick' else 'tick'} {span[2]}", text)


_REFERENCES = ("time_ref", "says")
"""Predicates in whose arguments constants stand for times."""


class Speech(NamedTuple):
    """A claim as wording needs it: its id, who made it in the words of the game, and its time phrase."""

    id: str
    claim: BaseClaim
    phrase: str | None


class Wording:
    """Puts the terms of one game in words, as seen from one claim.

    Args:
        terms: what the game's constants stand for.
        speeches: the claims, by their constants.
        times: a claim of each time reference.
        this: the constant of the claim that is explained.
        time: its time reference.
    """

    def __init__(
        self,
        terms: Terms,
        speeches: Mapping[str, Speech],
        times: Mapping[Value, str],
        this: str,
        time: Value | None,
    ) -> None:
        self._terms = terms
        self._game = int(terms.game)
        self._speeches = speeches
        self._times = times
        self._this = this
        self._time = time
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
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = self._term(value)
        return known

    def _term(self, value: Value) -> str:
        if value is FREE:
            return UNKNOWN
        if isinstance(value, str):
            if value == self._this:
                return "this claim"
            speech = self._speeches.get(value)
            return f"claim {speech.id}" if speech else self._terms.spell(value, {})
        name, *arguments = value
        if arguments and arguments[0] == self._game:
            own = self._own(name, arguments[1:], value)
            if own is not None:
                return own
        parts = [self.term(argument) for argument in arguments]
        form = _TERMS.get((name, len(parts)))
        return form.format(*parts) if form else f"{name}({', '.join(parts)})"

    def _own(self, name: str, rest: list[Value], value: Value) -> str | None:
        """A player, round, meeting, chat line or time of this game."""
        if not rest:
            return self._terms.spell(value, {})
        if len(rest) > 1:
            return None
        if name == "w":
            claim = self.claim_of(value)
            phrase = self._speeches[claim].phrase if claim else None
            return "no time given" if phrase is None else f"“{phrase}”"
        kind = {"r": "round", "m": "meeting", "chat": "chat line"}.get(name)
        return f"{kind} {rest[0]}" if kind else None

    def atom(self, name: str, row: Row) -> str:
        """An atom in words: a sentence for what logs and claims give, for others the atom with names in it."""
        sentence = SENTENCES.get((name, len(row)))
        parts = [self.term(part) for part in row]
        if name in _REFERENCES:
            parts = [_CONSTANTS.get(part, part) for part in parts]
        if sentence:
            return condense(sentence.text.format(*parts))
        return f"{name}({', '.join(parts)})" if parts else name
