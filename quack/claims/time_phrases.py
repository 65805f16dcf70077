"""From the words that say when to a typed reference.

A phrase is read in this order: names, hedges, tick numbers (`time_ticks`), on whose word and how long (`time_asides`),
then clause by clause (`time_clauses`); of the references found the one in the highest row wins (`time_readings`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from quack.claims.entities import Names
from quack.claims.models import TimeKind, TimeRef, Understood
from quack.claims.time_asides import ASIDES, DURATIONS, REWRITTEN
from quack.claims.time_clauses import CONTENTS, GOES_ON, ITINERARY, RELATIONS
from quack.claims.time_readings import MEANING, READINGS, ROWS
from quack.claims.time_rows import without
from quack.claims.time_ticks import TickTime, clamp, read_ticks
from quack.claims.time_words import FILLER, HAPPENINGS, KNOWN, ORDINALS
from quack.events.places import make_row

MAX_PHRASE = 400
"""Characters; what comes after them is not read."""
_REMEMBERED = 100_000
"""So many phrases of games with the same names are read once."""

How = Literal["report", "button"]
Duration = Literal["throughout", "most"]

_MARKS = str.maketrans("’‘“”–—−…→", "''\"\"---  ") | str.maketrans("@&$#", "    ")
_WORD = re.compile(r"(?:@\d+|[&$])(?:'s)?|[^\W_]+(?:'[^\W_]+)?")
_NOT_ALIVE = re.compile(r"(?:n't|\bnot?|longer|never) (?:\w+ )?alive")
_PLACE = re.compile(
    r"\b(?:with|in|at|near|behind|around|alone|inside|by|on|to|from|towards?)\b[^,;]*?(?:@\d+|[&$])|@\d+ (?:and|&)"
)
_RANK = {kind: rank for rank, kinds in enumerate(ROWS) for kind in kinds}
_NAMES_A_PLAYER = ("kill", "before_kill", "before_vote")
_LASTS_WITH = frozenset((*ROWS[0], *ROWS[1], "round"))
_VAGUE = frozenset(("ending", "late", "middle", "opening", "round", "anaphora"))


class _Found(NamedTuple):
    """A reference found in a clause; `coarse` ones lose nothing when a finer one is used instead."""

    kind: str
    content: str
    relation: str = "none"
    player: int | None = None
    round: int | None = None
    coarse: bool = False


_Beside = tuple[Duration | None, tuple[_Found, ...], bool]
"""What a phrase says beside its ticks: how long, the references, and whether a word is strange."""
_NOTHING_BESIDE: _Beside = (None, (), False)


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
    ref = names.memo.get((phrase, how))
    if ref is None:
        if phrase is None or not phrase.strip():
            ref = TimeRef("round")
        else:
            (ref,) = _read([(phrase, names, how)])
        _remember(phrase, names, how, ref)
    return ref if ticks is None or ticks == (None, None) else _stated(ref, *ticks)


Asked = tuple[str, Names, How | None]
"""A phrase, the names of its game, and how the meeting was called that it was said in."""


def read_phrases(asked: Iterable[Asked]) -> None:
    """Reads many phrases ahead, so that `parse_time` has them at hand.

    All go through one step after the other: a step's patterns stay in the processor's memory, which saves a fifth.
    """
    fresh = {(id(names.memo), phrase, how): (phrase, names, how) for phrase, names, how in asked}
    unread = [each for each in fresh.values() if (each[0], each[2]) not in each[1].memo and each[0].strip()]
    for (phrase, names, how), ref in zip(unread, _read(unread), strict=True):
        _remember(phrase, names, how, ref)


def _remember(phrase: str | None, names: Names, how: How | None, ref: TimeRef) -> None:
    if len(names.memo) >= _REMEMBERED:
        names.memo.clear()
    names.memo[phrase, how] = ref


def share_understood(refs: Iterable[TimeRef]) -> dict[Understood, int]:
    """How many phrases were understood how far; references without a phrase don't count."""
    counts = Counter(ref.understood for ref in refs if ref.phrase is not None)
    degrees: tuple[Understood, ...] = ("fully", "partly", "not")
    return {degree: counts[degree] for degree in degrees}


def _stated(ref: TimeRef, first: int | None, last: int | None) -> TimeRef:
    """The reference with ticks stated beside the words: their numbers, and the words' kind where it fits."""
    low, high = None if first is None else clamp(first), None if last is None else clamp(last)
    if low is not None and high is not None and low > high:
        low, high = high, low
    kind: TimeKind = "until" if low is None else "since" if high is None else "between" if low < high else "near"
    if kind == "near" and ref.kind in ("about", "just_before", "just_after"):
        kind = ref.kind
    return ref._replace(kind=kind, first=low, last=high, player=None, index=None, understood="fully")


def _read(asked: Sequence[Asked]) -> list[TimeRef]:
    """The references of phrases, each step for all of them."""
    worded = [without(REWRITTEN, _normalised(phrase[:MAX_PHRASE], names))[0] for phrase, names, _ in asked]
    ticked = [read_ticks(words) for words in worded]
    beside = [
        _NOTHING_BESIDE
        if ticks and ticks.text == "#"
        else _beside_ticks(ticks.text if ticks else words, how, ticks.orders if ticks else None)
        for words, ticks, (_, _, how) in zip(worded, ticked, asked, strict=True)
    ]
    return [_meant(*each) for each in zip(asked, worded, ticked, beside, strict=True)]


def _meant(asked: Asked, words: str, ticks: TickTime | None, beside: _Beside) -> TimeRef:
    """What the words of a phrase refer to, its ticks and what stands beside them read."""
    phrase, names, _ = asked
    duration, found, odd = beside
    alive = "alive" in words and not _NOT_ALIVE.search(words)
    strange = odd or len(phrase) > MAX_PHRASE
    chosen = _chosen(ticks, duration, found, strange)
    kind = MEANING.get(chosen.kind, chosen.kind)
    lost = duration is not None and kind not in _LASTS_WITH
    unused = any(one.kind != chosen.kind and not one.coarse for one in found)
    left = strange or lost or unused or chosen.content in ("anaphora", "manner")
    # In the order of the fields, past a constructor that takes longer than the choice.
    values = (
        kind,
        ticks.first if ticks else None,
        ticks.last if ticks else None,
        None if chosen.player is None else names.players[chosen.player].id,
        chosen.round,
        None if lost else duration,
        alive,
        "not" if kind == "unresolved" else "partly" if left else "fully",
        phrase.lower(),
    )
    ref: TimeRef = make_row(TimeRef, values)
    return ref


def _chosen(ticks: TickTime | None, duration: Duration | None, found: tuple[_Found, ...], strange: bool) -> _Found:
    """The reference of the highest row."""
    if ticks:
        return _Found(ticks.kind, "ticks")
    if found:
        return min(found, key=lambda one: _RANK[one.kind])
    return _Found("unresolved" if strange and not duration else "round", "")


def _normalised(text: str, names: Names) -> str:
    """Lower case, one kind of dash, quote and blank, a sign for every name."""
    parts: list[str] = []
    position = 0
    for mention in names.mentions(text):
        sign = {"player": f"@{mention.player}", "room": "&", "task": "$"}[mention.kind]
        follows = text[mention.end : mention.end + 1]
        parts += (_unmarked(text[position : mention.start]), sign, " " if follows.isalnum() else "")
        position = mention.end
    parts.append(_unmarked(text[position:]))
    return " ".join("".join(parts).lower().split())


def _unmarked(text: str) -> str:
    """One kind of dash and quote, and no sign that stands for a name."""
    if text.isascii() and "@" not in text and "&" not in text and "$" not in text and "#" not in text:
        return text
    return text.translate(_MARKS)


@lru_cache(maxsize=50_000)
def _beside_ticks(words: str, how: How | None, orders: frozenset[str] | None) -> _Beside:
    """What a phrase says beside its ticks: how long, the references, and whether a word is strange.

    Args:
        orders: the relations of clauses that the ticks belong to; None if there are no ticks.
    """
    words, _ = without(ASIDES, words)
    words, lasting = without(DURATIONS, words)
    duration: Duration | None = next((name for name in lasting if name), None)  # type: ignore[misc]
    found, strange = _clauses(words, how)
    contents = {one.content for one in found}
    if {"opening", "late"} <= contents or ITINERARY.match(words):
        found = [one if one.kind in ROWS[1] else _Found("round", one.content, coarse=True) for one in found]
    if orders is not None:
        # The numbers say when the clause was that they stand in; what is coarser than they are is no loss.
        tied = [not one.coarse and (one.relation in {"at", *orders} or one.kind in ROWS[1]) for one in found]
        found = [one._replace(coarse=True) if is_tied else one for one, is_tied in zip(found, tied, strict=True)]
    return duration, tuple(found), strange


def _clauses(words: str, how: How | None) -> tuple[list[_Found], bool]:
    """The references in all clauses, and whether any word is strange."""
    found: list[_Found] = []
    strange = False
    relation, position = "none", 0
    for match in [*RELATIONS.finditer(words), None]:
        clause = words[position : match.start() if match else len(words)].strip()
        if clause:
            refs, odd = _clause(clause, relation, how)
            found += refs
            strange = strange or odd
        elif match is None and relation in ("at", "after", "just_before", "just_after"):
            found.append(_Found("event", "anaphora"))
        if match:
            relation, position = match.lastgroup or "none", match.end()
            if match.lastgroup == "none" and "then" in match.group():
                found.append(_Found("mention", "anaphora", coarse=True))
    if any(one.kind == "opening" for one in found) and GOES_ON.search(words) is not None:
        found = [one._replace(kind="round", coarse=True) if one.kind == "opening" else one for one in found]
    return found, strange


@lru_cache(maxsize=50_000)
def _clause(clause: str, relation: str, how: How | None) -> tuple[tuple[_Found, ...], bool]:
    """The references of one clause, and whether any of its words is strange."""
    contents: list[tuple[str, str]] = []
    rest = clause
    bits = CONTENTS.rows_for(clause)
    for each in CONTENTS.rows if bits else ():
        # What an earlier row has taken away may have been the cue.
        if bits & 1 and (rest is clause or each.cued(rest)) and (match := each.pattern.search(rest)) is not None:
            contents.append((each.name, match.group()))
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
        bits >>= 1
    tokens = _WORD.findall(rest)
    odd = any(token not in KNOWN and token[0] not in "@&$" for token in tokens)
    if not HAPPENINGS.isdisjoint(tokens) or _PLACE.search(rest) is not None:
        # What a clause says of when beside its happening belongs to the happening: "after Bob left early".
        contents = [(content, text) for content, text in contents if relation == "none" or content not in _VAGUE]
        contents.append(("happening", rest))
    elif not contents and not odd and (relation != "none" or not FILLER.issuperset(tokens)):
        contents.append(("happening" if relation != "none" else "manner", rest))
    alone = len(contents) == 1 and not tokens
    return tuple(_reference(content, text, relation, how, alone=alone) for content, text in contents), odd


def _reference(content: str, text: str, relation: str, how: How | None, *, alone: bool) -> _Found:
    """What one content of a clause refers to; "before this round" counts as a whole clause only."""
    tied = "none" if content == "round" and not alone else relation
    kind = READINGS[content].get(tied, "round" if relation == "ending" else "event")
    number = _round_number(text) if kind == "nth_round" else None
    if kind == "find":
        kind = "call" if how == "report" else "event"
    elif number == 0:
        kind, number = "first_round", None
    players = re.findall(r"@(\d+)", text) if kind in _NAMES_A_PLAYER else []
    loose = kind in ("round", "up_to_call", "mention", "manner") or content in _VAGUE
    coarse = loose or (kind == "event" and relation in ("at", "none", "place"))
    return _Found(kind, content, relation, int(players[-1]) if players else None, number, coarse)


def _round_number(text: str) -> int:
    """Which round a text like "round 2" or "second round" means, from 0."""
    number = re.search(r"(?<=round )[0-9]+|(?<=number )[0-9]+", text)
    if number:
        return max(clamp(number.group()) - 1, 0)
    return next((ORDINALS[word] for word in text.split() if word in ORDINALS), 0)
