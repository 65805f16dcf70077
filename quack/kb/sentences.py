"""The sentences that facts and terms make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from quack.kb.syntax import Signature

UNKNOWN = "something"
"""What stands for an argument that is not known, where nothing better is known of it."""


class Sentence(NamedTuple):
    """What a fact says.

    Attributes:
        text: a sentence with the numbers of its arguments in braces, each with what stands there where the argument is
            not known (`{0:somebody}`); what stands in brackets is left out where none of its arguments is known.
        line: which argument is its log line; None if none is.
    """

    text: str
    line: int | None = None

    def say(self, parts: Sequence[str | None]) -> str:
        """The sentence; None stands for what is not known."""
        if _PLAIN.isdisjoint(parts):
            form, order = _form(self.text)
            return form % tuple([parts[number] for number in order])
        said = ""
        for optional, start, arguments in _pieces(self.text):
            if optional and all(parts[number] is None for number, _, _ in arguments):
                continue
            said += start
            for number, otherwise, rest in arguments:
                said += _part(parts[number], otherwise) + rest
        return said


_ARGUMENT = re.compile(r"\{(\d+)(?::([^}]*))?\}")
_PIECE = re.compile(r"(\[[^\]]*\])")

Piece = tuple[bool, str, list[tuple[int, str, str]]]
"""A part of a sentence: whether it may be left out, its first words, and its arguments with the words behind each."""


@cache
def _pieces(text: str) -> list[Piece]:
    pieces: list[Piece] = []
    for piece in _PIECE.split(text):
        optional = piece.startswith("[")
        first, *rest = _ARGUMENT.split(piece[1:-1] if optional else piece)
        numbers, others, words = rest[0::3], rest[1::3], rest[2::3]
        arguments = [
            (int(number), otherwise or UNKNOWN, after)
            for number, otherwise, after in zip(numbers, others, words, strict=True)
        ]
        pieces.append((optional, first, arguments))
    return pieces


@cache
def _form(text: str) -> tuple[str, tuple[int, ...]]:
    """A sentence of which all is known, with `%s` for each argument, and the numbers of these."""
    pieces = _pieces(text)
    form = "".join(
        _escaped(start) + "".join("%s" + _escaped(after) for _, _, after in arguments) for _, start, arguments in pieces
    )
    return form, tuple(number for _, _, arguments in pieces for number, _, _ in arguments)


def _escaped(text: str) -> str:
    return text.replace("%", "%%")


_OPEN = ("any", "unknown")
"""What the atoms of claims hold where a claim leaves something open, or names what is not in the game."""

_PLAIN = frozenset((*_OPEN, None))
"""The parts of a sentence for which other words stand."""


def _part(part: str | None, otherwise: str) -> str:
    if part is None:
        return otherwise
    if part not in _OPEN:
        return part
    kind = otherwise.removeprefix("some ")
    if part == "unknown":
        return f"{otherwise} outside of the game"
    return part if kind == otherwise else f"any {kind}"


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
    player/1               | {0:somebody} plays
    game_player/2          | {1:somebody} plays in this game
    team/2                 | {0:somebody} is a {1:player of either team}
    room/1                 | {0:something} is a room of the map
    adjacent/2             | a corridor joins {0:some room} and {1:some room}
    round/4                | {0:some round} is ticks {2:some} to {3:others}
    game_round/2           | {1:some round} is one of this game
    meeting/6       @ 5    | {0:some meeting} was called[ by {3:somebody}][ at tick {2:some}][, by {4:some means}]
    chat/5          @ 4    | {1:somebody} spoke {0:a chat line}[ at tick {3:some}]
    at/6            @ 5    | {0:somebody} was in {1:some room}[ from tick {3:some} to {4:some}]
    moved/8         @ 7    | {0:somebody} set out[ from {1}][ to {2}][ at tick {4:some}][, due at tick {5:some}][ ({6})]
    alive/4                | {0:somebody} lived[ from tick {2:some} to {3:some}]
    body/6          @ 5    | the body of {0:somebody} lay in {1:some room}[ from tick {3:some} to {4:some}]
    killed/6        @ 5    | {0:somebody} killed {1:somebody}[ in {2}][ at tick {4}]
    task_tick/5     @ 4    | {0:somebody} worked on a task[ in {1}][ at tick {3}]
    look/6          @ 5    | {0:somebody} looked around[ in {1}][ at tick {3}][ ({4})]
    saw/9           @ 8    | {0:somebody}[, in {2},] saw {1:somebody}[ from tick {4:some} to {5:some}][ ({6}, {7})]
    heard/2                | {0:somebody} heard {1:a chat line}
    voted/4         @ 3    | {0:somebody} voted for {1:somebody}[ in {2}]
    ejected/3       @ 2    | {0:somebody} was ejected[ in {1}]
    spot/6          @ 5    | {0:somebody} counts as in {1:some room}[ from tick {3:some} to {4:some}][ ({2})]
    visit/6         @ 5    | {0:somebody} touched {2:some room}[ in ticks {3:some} to {4:some}]
    alive_until/2          | {0:somebody} lived[ up to tick {1}]
    late_task/4     @ 3    | {0:somebody}, dead by then, has a task line[ in {1}][ at tick {2}]
    segment/4              | free roam lasted[ from tick {2:some} to {3:some}]
    claim/5                | {2:somebody} said it[ at {3}]
    denied/1               | {0:some claim} says that it was not so
    relayed/1              | {0:some claim} is another's words, a question or a supposition
    unknown/2              | the {1:name} of {0:some claim} is not in the game
    location/5             | claimed: {1:somebody} in {2:some room}[, {4}]
    route/3                | claimed: the way of {1:somebody}[, {2}]
    route_room/3           | claimed: {2:some room} as room {1:of some number} of the way
    route_length/2         | claimed: a way of {1:some} rooms
    sighting/6             | claimed: {1:somebody} saw {2:somebody} in {3:some room}[, {5}]
    movement/3             | claimed: a movement was seen[, from {1:some room} to {2:some room}]
    spared/2               | claimed: except {1:somebody}
    task/4                 | claimed: {1:somebody} doing a task in {2:some room}[, {3}]
    traveling/6            | claimed: {1:somebody} traveling[ from {2:some room} to {3:some room}][, {5}]
    waiting/4              | claimed: {1:somebody} waiting in {2:some room}[, {3}]
    reporting/2            | claimed: {1:somebody} reporting a body
    calling/2              | claimed: {1:somebody} calling the meeting
    other_activity/3       | claimed: {1:somebody} doing something that no rule knows[, {2}]
    perceived/1            | claimed: the speaker saw the movement
    accusation/3           | claimed: {1:somebody} says that {2:somebody} is a Duck
    defense/3              | claimed: {1:somebody} vouches for {2:somebody}
    intent/3               | claimed: {1:somebody} will vote for {2:somebody}
    time_ref/3             | {0:some words} is read as {2:some time}
    duration/2             | {0:some words} speaks of a duration[: {1}]
    says/2                 | {0:some words} holds a word for {1:something}
    phrase_of/2            | claimed: {1:some words}
    """
)
"""What every predicate of `rules/schema.lp` and `rules/paper/schema.lp` says."""

TERMS = {
    signature: Sentence(text)
    for signature, text in {
        ("departing", 1): "leaving for {0:some room}",
        ("arriving", 1): "coming from {0:some room}",
        ("crossing", 2): "on the way from {0:some room} to {1:some room}",
        ("between", 2): "ticks {0:some} to {1:some}",
        ("near", 1): "tick {0:some}",
        ("about", 1): "about tick {0:some}",
        ("just_before", 1): "right before tick {0:some}",
        ("just_after", 1): "right after tick {0:some}",
        ("since", 1): "from tick {0:some} on",
        ("until", 1): "up to tick {0:some}",
        ("nth_round", 1): "round {0:some}, counted from 0",
        ("before_vote", 1): "before the vote on {0:somebody}",
        ("kill", 1): "the death of {0:somebody}",
        ("before_kill", 1): "before the death of {0:somebody}",
        ("upper", 1): "an end[ at tick {0}]",
        ("lower", 1): "a start[ at tick {0}]",
        ("unknown", 1): "a {0:name} of the game",
        ("dead", 1): "{0:somebody} alive",
        ("saw", 7): "{0:somebody}[, in {2},] saw {1:somebody}[ from tick {3:some} to {4:some}]",
        ("died", 3): "{0:somebody} died[ in {1}][ at tick {2}]",
        ("called", 3): "{0:somebody} called it[ at tick {2}]",
        ("caught", 2): "{0:somebody} caught {1:some claim}",
    }.items()
}
CONSTANTS = {
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
    return (
        text
        if " to " not in text
        else _SPAN.sub(lambda span: f"{'at tick' if span[1] == 'from tick' else 'tick'} {span[2]}", text)
    )
