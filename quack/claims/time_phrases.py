"""From the words that say when to a typed reference.

The tables are in `time_patterns`; here is the order in which they are read: names, hedges, tick numbers, on whose word,
durations, then clause by clause. The result is the reference of the highest row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from quack.claims.entities import Names
from quack.claims.models import TimeRef, Understood
from quack.claims.time_patterns import (
    AGO,
    ASIDES,
    CONTENTS,
    DURATIONS,
    GOES_ON,
    HEDGES,
    ITINERARY,
    READINGS,
    RELATIONS,
    ROWS,
    Row,
)
from quack.claims.time_ticks import TickTime, clamp, read_ticks
from quack.claims.time_words import FILLER, HAPPENINGS, MANNER
from quack.events.models import MAX_TICK

MAX_PHRASE = 400
"""Characters; what comes after them is not read."""

How = Literal["report", "button"]
Duration = Literal["throughout", "most"]

_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": " ", "→": " "} | dict.fromkeys("@&$#", " "))
_WORD = re.compile(r"(?:@\d+|[&$])(?:'s)?|[^\W_]+(?:'[^\W_]+)?")
_NOT_ALIVE = re.compile(r"(?:n't|\bnot?|longer|never) (?:\w+ )?alive")
_PLACE = re.compile(r"\b(?:with|in|at|near|behind|around|alone|inside|by|on|to|from|toward|towards)\b[^,;]*?(?:@\d+|[&$])|@\d+ (?:and|&)")
_RANK = {kind: rank for rank, row in enumerate(ROWS) for kind in row}
_NUMERALS = {word: number for number, words in enumerate(("one", "two second 2nd", "three third 3rd", "four fourth 4th", "five fifth 5th", "six"), 1) for word in words.split()}
_LASTS_WITH = frozenset((*ROWS[0], *ROWS[1], "round"))
_VAGUE = frozenset(("ending", "late", "middle", "opening", "round", "anaphora"))


class _Found(NamedTuple):
    """A reference found in a clause; `coarse` ones lose nothing when a finer one is used instead."""

    kind: str
    content: str
    relation: str = "none"
    player: int | None = None
    index: int | None = None
    coarse: bool = False


def parse_time(
    phrase: str | None,
    names: Names,
    ticks: tuple[int | None, int | None] | None = None,
    *,
    how: How | None = None,
) -> TimeRef:
    """What a claim's words about time refer to.

    Args:
        phrase: the words; None or blank is this round.
        names: the names of the game.
        ticks: first and last tick as the file states them; they override the numbers of the words.
        how: how the meeting was called that the claim was made in. Finding the body is the call at a report only.

    Returns:
        The reference; ticks are from 0 to MAX_TICK. No text raises.
    """
    if phrase is None or not phrase.strip():
        ref = TimeRef("round")
    else:
        key = (phrase, how)
        found = names.memo.get(key)
        if found is None:
            if len(names.memo) >= 100_000:
                names.memo.clear()
            found = names.memo[key] = _read(phrase[: MAX_PHRASE], phrase, names, how)
        ref = found
    return ref if ticks is None or ticks == (None, None) else _stated(ref, *ticks)


def share_understood(refs: Iterable[TimeRef]) -> dict[Understood, int]:
    """How many phrases were understood how far; references without a phrase don't count."""
    counts: Mapping[Understood, int] = Counter(ref.understood for ref in refs if ref.phrase is not None)
    return {"fully": counts.get("fully", 0), "partly": counts.get("partly", 0), "not": counts.get("not", 0)}


def _stated(ref: TimeRef, first: int | None, last: int | None) -> TimeRef:
    """The reference with ticks stated beside the words: their numbers, and the words' kind where it fits."""
    low = None if first is None else max(0, min(first, MAX_TICK))
    high = None if last is None else max(0, min(last, MAX_TICK))
    if low is not None and high is not None and low > high:
        low, high = high, low
    kind = "until" if low is None else "since" if high is None else "between" if low < high else "near"
    if kind == "near" and ref.kind in ("about", "just_before", "just_after"):
        kind = ref.kind
    return replace(ref, kind=kind, first=low, last=high, player=None, index=None, understood="fully")


def _read(text: str, phrase: str, names: Names, how: How | None) -> TimeRef:
    words = _normalised(text, names)
    if " ago" in words:
        words = AGO.sub("earlier", words)
    words = HEDGES.sub("", words)
    alive = "alive" in words and not _NOT_ALIVE.search(words)
    ticks = read_ticks(words)
    duration, found, strange = None, [], False
    if ticks is None or ticks.text != "#":
        duration, found, strange = _beside_ticks(ticks.text if ticks else words, how, ticks)
    if ticks:
        chosen = _Found(ticks.kind, "ticks")
    elif found:
        chosen = min(found, key=lambda one: _RANK[one.kind])
    else:
        chosen = _Found("unresolved" if strange and not duration else "round", "")
    kind = {"up_to_call": "round", "manner": "round", "mention": "event"}.get(chosen.kind, chosen.kind)
    unused = any(one.kind != chosen.kind and not one.coarse for one in found)
    lost = duration is not None and kind not in _LASTS_WITH
    left = strange or unused or lost or chosen.content in ("anaphora", "manner") or len(phrase) > len(text)
    return TimeRef(
        kind,  # type: ignore[arg-type]
        ticks.first if ticks else None,
        ticks.last if ticks else None,
        player=None if chosen.player is None else names.players[chosen.player].id,
        index=chosen.index,
        duration=None if lost else duration,
        alive=alive,
        understood="not" if kind == "unresolved" else "partly" if left else "fully",
        phrase=phrase.lower(),
    )


def _beside_ticks(words: str, how: How | None, ticks: TickTime | None) -> tuple[Duration | None, list[_Found], bool]:
    """What a phrase says beside its ticks: how long, the references, and whether a word is strange."""
    for aside in ASIDES:
        words, _ = _without(aside, words)
    duration: Duration | None = None
    for row in DURATIONS:
        words, taken = _without(row, words)
        if taken and row.name and duration is None:
            duration = row.name  # type: ignore[assignment]
    found, strange = _clauses(words, how)
    contents = {one.content for one in found}
    whole = ITINERARY.search(words) is not None or ("opening" in contents and "late" in contents)
    if whole:
        found = [one if one.kind in ROWS[1] else _Found("round", one.content, coarse=True) for one in found]
    if ticks:
        orders = ticks.orders | {"at"}
        found = [one._replace(coarse=True) if one.relation in orders or one.kind in ROWS[1] else one for one in found]
    return duration, found, strange


def _normalised(text: str, names: Names) -> str:
    """Lower case, one kind of dash, quote and blank, a sign for every name."""
    parts: list[str] = []
    position = 0
    for mention in names.mentions(text):
        sign = {"player": f"@{mention.index}", "room": "&", "task": "$"}[mention.kind]
        follows = text[mention.end : mention.end + 1]
        parts += (text[position : mention.start].translate(_MARKS), sign, " " if follows.isalnum() else "")
        position = mention.end
    parts.append(text[position:].translate(_MARKS))
    return " ".join("".join(parts).lower().split())


def _without(row: Row, words: str) -> tuple[str, bool]:
    """The words without what fits a row, and whether anything did."""
    if row.search(words) is None:
        return words, False
    return row.pattern.sub(" ", words), True


def _clauses(words: str, how: How | None) -> tuple[list[_Found], bool]:
    """The references in all clauses, and whether any word is strange."""
    goes_on = GOES_ON.search(words) is not None
    found: list[_Found] = []
    strange = False
    relation, position = "none", 0
    for match in [*RELATIONS.finditer(words), None]:
        clause = words[position : match.start() if match else len(words)].strip()
        if clause:
            refs, odd = _clause(clause, relation, how, goes_on)
            found += refs
            strange = strange or odd
        elif match is None and relation in ("at", "after", "just_before", "just_after"):
            found.append(_Found("event", "anaphora"))
        if match:
            relation, position = match.lastgroup or "none", match.end()
    return found, strange


@lru_cache(maxsize=50_000)
def _clause(clause: str, relation: str, how: How | None, goes_on: bool) -> tuple[tuple[_Found, ...], bool]:
    """The references of one clause, and whether any of its words is strange."""
    contents: list[tuple[str, str]] = []
    rest = clause
    for row in CONTENTS:
        if (match := row.search(rest)) is not None:
            contents.append((row.name, match.group()))
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    tokens = _WORD.findall(rest)
    odd = any(token not in FILLER and token not in MANNER and token not in HAPPENINGS and token[0] not in "@&$" for token in tokens)
    named = any(token not in FILLER for token in tokens)
    if any(token in HAPPENINGS for token in tokens) or _PLACE.search(rest) is not None:
        # What a clause says of when beside its happening belongs to the happening: "after Bob left early".
        contents = [(content, text) for content, text in contents if relation == "none" or content not in _VAGUE]
        contents.append(("happening", rest))
    elif not contents and named and not odd:
        contents.append(("happening", rest) if relation != "none" else ("manner", rest))
    alone = len(contents) == 1 and not tokens
    return tuple(_reference(content, text, relation, how, goes_on, alone=alone) for content, text in contents), odd


def _reference(content: str, text: str, relation: str, how: How | None, goes_on: bool, *, alone: bool) -> _Found:
    tied = "none" if content == "round" and not alone else relation
    kind = READINGS[content].get(tied, "round" if relation == "ending" else "event")
    if kind == "find":
        kind = "call" if how == "report" else "event"
    if kind == "opening" and goes_on:
        kind = "round"
    index = _round_index(text) if kind == "nth_round" else None
    if index == 0:
        kind, index = "first_round", None
    players = re.findall(r"@(\d+)", text) if kind in ("kill", "before_kill", "before_vote") else []
    coarse = (
        kind in ("round", "up_to_call", "mention", "manner")
        or content in _VAGUE
        or (kind == "event" and relation in ("at", "none", "place"))
    )
    return _Found(kind, content, relation, int(players[-1]) if players else None, index, coarse)


def _round_index(text: str) -> int:
    """Which round a text like "round 2" or "second round" means, from 0."""
    number = re.search(r"(?<=round )[0-9]+|(?<=number )[0-9]+", text)
    if number:
        return max(clamp(number.group()) - 1, 0)
    return next((_NUMERALS[word] for word in text.split() if word in _NUMERALS), 1) - 1
