"""What an utterance says was not so: "I didn't see Bob there", "nobody was in R", "I was never near R"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from quack.claims.offline.denial_patterns import (
    ALONE,
    AWAY,
    BREAK,
    ELSE,
    EMPTY,
    MOVING,
    NO_BODY,
    NOBODY,
    ONLY,
    PEOPLE,
    SAW_NONE,
    SIGHT,
    TOWARD,
    UNLESS,
)
from quack.claims.offline.lines import Line
from quack.claims.offline.reference import Anchor, Spot

_LAST = 26
"""Tokens that a denial reaches over at most."""


@dataclass(frozen=True, slots=True)
class Denial:
    """One thing denied.

    Attributes:
        kind: sight, at or move.
        who: the word for the viewer, or for who was not there.
        target: the word for whom it didn't see; None for anyone.
        spots: the words for the rooms; none if it was nowhere.
        excepted: players whom the denial leaves out.
        first, last: the tokens it rests on.
        origin: the room is where the target didn't come from.
    """

    kind: str
    who: Anchor
    target: Anchor | None
    spots: tuple[Spot, ...]
    state: str
    first: int
    last: int
    excepted: tuple[int, ...] = field(default=())
    origin: bool = False


def find_denials(line: Line, scene: frozenset[str]) -> Iterator[Denial]:
    """The denials in a sentence; `scene` are the rooms with a body. A question denies nothing."""
    text = line.text
    if text.endswith("?"):
        return
    taken: list[tuple[int, int]] = []
    for pattern, reader in (
        (SIGHT, _unseen), (SAW_NONE, _unseen), (ONLY, _only), (NOBODY, _nobody), (EMPTY, _nobody), (ALONE, _alone),
        (TOWARD, _toward), (AWAY, _away), (NO_BODY, _no_body),
    ):  # fmt: skip
        for match in line.find(pattern):
            if any(start < match.end() and match.start() < end for start, end in taken) or UNLESS.search(
                text[: match.start()]
            ):
                continue
            found = list(reader(line, match, scene))
            if found:
                last = max(one.last for one in found)
                taken.append((match.start(), max(match.end(), line.start(last + 1))))
                yield from found


def _region(line: Line, start: int) -> tuple[int, str]:
    """How far the clause goes on after a position, and its text."""
    stop = BREAK.search(line.text, start)
    end = stop.start() if stop else len(line.text)
    return end, line.text[start:end]


def _unseen(line: Line, match: re.Match[str], scene: frozenset[str]) -> Iterator[Denial]:
    end, region = _region(line, match.end())
    if re.match(r" (?:where|how|what|who|why|that|it|this|the (?:kill|murder|whole))\b", region):
        return
    first = line.token(match.start())
    last = min(line.token(max(end - 1, 0)), first + _LAST)
    inside = range(line.token(match.end() - 1) + 1, last + 1)
    viewer = line.subject(first)
    words = region + match.group()
    rooms = _rooms(line, inside, first, last, viewer)
    origin = bool(MOVING.search(region))
    signs = line.reading.speech.signs
    targets = [a for a in line.anchors(inside) if a.player != viewer.player and _is_object(signs, a.token)]
    excepted = _excepted(line, match.start(), end)
    targets = [a for a in targets if a.player not in excepted]
    body = bool(re.search(r"\b(?:body|bodies|corpse)\b", words)) and not re.search(r"\bnobody\b", match.group()[-6:])
    anyone = re.search(
        rf"\b{PEOPLE}|\bno one\b|\bnobody\b|\bneither\b|\bnothing\b|\banything\b|\bother\b|\bplayers?\b|\bpeople\b",
        words,
    )
    if targets and re.search(r"\bmyself|\bme\b", words) and not targets:
        return
    for target in targets:
        after = " ".join(signs[target.token + 1 : target.token + 4])
        state = (
            "body"
            if re.match(r"(?:'s )?(?:dead )?(?:body|corpse)|dead", after)
            else "alive"
            if after.startswith("alive")
            else "any"
        )
        yield Denial("sight", viewer, target, rooms, state, first, last, origin=origin)
    if anyone and (
        not targets or re.search(rf"\bor {PEOPLE}|\banyone else|\banybody else|\bno one\b|\bnobody\b", words)
    ):
        named_nobody = re.search(r"\bnothing\b|\banything\b", anyone.group()) is None
        if named_nobody:
            beside = any(spot.room in scene for spot in rooms) and "else" in words
            yield Denial("sight", viewer, None, rooms, "alive" if beside else "any", first, last, excepted, origin)
    own_body = re.search(r"\b(?:a|any|the|no|his|or|dead|him) (?:dead )?(?:body|bodies|corpse)\b", words)
    if body and own_body and not (targets and all(_named_body(signs, t.token) for t in targets)):
        yield Denial("sight", viewer, None, rooms, "body", first, last)


def _named_body(signs: tuple[str, ...], token: int) -> bool:
    return "body" in signs[token + 1 : token + 4]


def _is_object(signs: tuple[str, ...], token: int) -> bool:
    after = signs[token + 1 : token + 3]
    if after[:1] == ("'s",):
        return bool(after[1:]) and after[1] in ("body", "corpse", "dead", "there")
    return not (signs[token] == "him" and after[:1] and after[0] in ("body", "route", "story")) and signs[
        token
    ] not in ("my", "your")


def _excepted(line: Line, start: int, end: int) -> tuple[int, ...]:
    match = ELSE.search(line.text, start)
    if match is None or match.start() > end + 12:
        return ()
    return tuple(dict.fromkeys(anchor.player for anchor in line.anchors(line.tokens(match, "who"))))


def _rooms(line: Line, inside: range, first: int, last: int, viewer: Anchor) -> tuple[Spot, ...]:
    """Where it was not seen: a room in the clause, else one of a "when I passed R" beside it."""
    here = line.spots(inside)
    if here:
        return tuple(dict.fromkeys(here)) if len(here) < 4 else ()
    after = line.spots(range(last, line.high))
    tail = line.text[line.start(last) :]
    if after and re.search(r"\b(?:when|while|as|after|by the time) (?:i|we|he|p)\b[^,;]*\br\b", tail):
        return (after[0],)
    if after and after[0].how == "there" and after[0].token - last < 8:
        return (after[0],)
    if re.search(
        r"\b(?:this round|all round|whole|entire|at all|on the way|along the way|in any of)\b",
        line.text[line.start(first) : line.start(last) + 8],
    ):
        return ()
    before = line.spots(range(line.low, first))
    # "I never went to R and didn't see X": where one never was, nobody was looked for.
    if before and any(before[-1].token in line.tokens(match, "rooms") for match in line.find(AWAY)):
        return ()
    if not before or len({spot.room for spot in before}) > 2:
        return ()
    gap = line.reading.speech.signs[before[-1].token : first]
    return (before[-1],) if len(gap) < 14 and ("and" in gap or "," in gap or before[-1].how == "there") else ()


def _only(line: Line, match: re.Match[str], scene: frozenset[str]) -> Iterator[Denial]:
    end, region = _region(line, match.end())
    if "once" in region or "twice" in region:
        return
    first, last = line.token(match.start()), line.token(max(end - 1, 0))
    inside = range(line.token(match.end() - 1) + 1, last + 1)
    viewer = next(iter(line.anchors(line.tokens(match))), line.subject(first))
    seen = tuple(dict.fromkeys(a.player for a in line.anchors(inside) if a.player != viewer.player))
    if seen:
        yield Denial("sight", viewer, None, (), "any", first, last, seen)


def _nobody(line: Line, match: re.Match[str], scene: frozenset[str]) -> Iterator[Denial]:
    end, _ = _region(line, match.end())
    first, last = line.token(match.start()), line.token(max(end - 1, 0))
    rooms = line.spots(range(first, last + 1)) or _rooms(
        line, range(last + 1, last + 1), first, last, line.subject(first)
    )
    viewer = _viewer(line, first)
    beside = any(spot.room in scene for spot in rooms) and "else" in match.group()
    excepted = _excepted(line, match.start(), end)
    yield Denial("sight", viewer, None, tuple(rooms[:2]), "alive" if beside else "any", first, last, excepted)


def _viewer(line: Line, first: int) -> Anchor:
    """Whose word it is that nobody was there: a player that says so, else the speaker."""
    subject = line.subject(first)
    said = re.search(
        r"\b(?:says|said|claims|claimed|saying|claiming|confirms"
        r"|told)\b",
        line.text[: line.start(first)],
    )
    return subject if said or subject.how == "i" else Anchor(first, line.reading.speaker, "left out")


def _alone(line: Line, match: re.Match[str], scene: frozenset[str]) -> Iterator[Denial]:
    first = line.token(match.start())
    end, _ = _region(line, match.end())
    last = line.token(max(end - 1, 0))
    who = line.subject(first)
    if who.how not in ("i", "left out", "carried") or who.player != line.reading.speaker:
        said = re.search(r"\b(?:says|said|claims|claimed|admits|admitted)\b", line.text[: match.start()])
        if not said or who.player == line.reading.speaker:
            return
    rooms = line.spots(range(first, last + 1)) or line.spots(range(line.low, first))[-1:]
    beside = any(spot.room in scene for spot in rooms)
    yield Denial("sight", who, None, tuple(rooms[:1]), "alive" if beside else "any", first, last)


def _away(line: Line, match: re.Match[str], scene: frozenset[str]) -> Iterator[Denial]:
    first = line.token(match.start())
    spots = line.spots(line.tokens(match, "rooms"))
    if re.match(r"never (?:the )?r", match.group()) or not spots:
        return
    who = line.subject(first)
    last = spots[-1].token
    yield Denial("at", who, None, tuple(spots), "any", first, last)


def _toward(line: Line, match: re.Match[str], scene: frozenset[str]) -> Iterator[Denial]:
    first = line.token(match.start())
    spots = line.spots(line.tokens(match, "rooms"))
    for spot in spots:
        yield Denial("move", line.subject(first), None, (spot,), "any", first, spots[-1].token)


def _no_body(line: Line, match: re.Match[str], scene: frozenset[str]) -> Iterator[Denial]:
    if match.group().startswith("any"):
        return
    first = line.token(match.start())
    end, _ = _region(line, match.end())
    last = line.token(max(end - 1, 0))
    rooms = line.spots(range(first, last + 1)) or _rooms(
        line, range(last + 1, last + 1), first, last, line.subject(first)
    )
    yield Denial("sight", _viewer(line, first), None, tuple(rooms[:2]), "body", first, last)
