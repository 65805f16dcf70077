"""What grammar alone finds: how the speaker will vote, who found a body, who reported, who called the meeting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from quack.claims.offline.lines import Line
from quack.claims.offline.reference import Anchor, Spot

_WHOM = r"(?P<who>p|you|him|skip|skipping|to skip|a skip|the skip)(?! 's\b)"
_SOFT = r"(?: (?:on|for|to|toward|towards|with|voting|vote|in|a|the|out|slightly|strongly|heavily|still|more|hard|it|is|stays|goes|going|remains|firmly|probably|be|safe|definitely|right now|still on|at|vote on|vote for|:|,|-))*"
_INTENTS = tuple(
    (confidence, re.compile(pattern))
    for confidence, pattern in (
        ("weak", rf"\bi (?:'m|am|'d|would|might|may|could|do|'ll)?(?: (?:be|still|currently|also|just|probably|really|definitely|now|personally|heavily|strongly|slightly|inclined|more|a bit|leaning))* ?(?:lean|leaning|inclined|tempted){_SOFT} {_WHOM}"),
        ("weak", rf"\bmy (?:current |own |strongest )?lean{_SOFT} {_WHOM}"),
        ("strong", rf"\bmy (?:final |own |current )?vote{_SOFT} {_WHOM}"),
        ("strong", rf"\bi (?:'m|am|'ll|will|'ve|have|'m going to|would|'d)(?: (?:be|still|also|definitely|now|absolutely|not changing my vote|100|0|going to|happily|gladly|just|probably|personally|prefer to|rather|sticking with|locking in|casting|my|fully|too|comfortable|fine|ok|okay|ready to|with|prepared to|a))* (?:vote|voting|voted){_SOFT} {_WHOM}"),
        ("strong", rf"\bi (?:'m|am|'ll|will)(?: (?:still|also|definitely|now|be|just))* (?:locking in|locked in|locking|sticking with|going with|casting|putting|placing|keeping|skipping|locked)(?: (?:my|vote|on|for|with|in|a|the|decision|:|,))* {_WHOM}"),
        ("strong", rf"(?:^|[,;:-] |\bso )(?:i )?vote(?:d)? for me (?:is|goes to) {_WHOM}"),
        ("strong", rf"\bi vote (?:to |for )?{_WHOM}"),
        ("strong", r"\bi (?:'m|am|'ll|will|'d|would)(?: (?:be|still|also|probably|just|rather|definitely|prefer to|personally|going to|fine|ok|okay|with|good))* (?P<who>skip|skipping)\b"),
    )
)  # fmt: skip
_TOKEN_AT_END = re.compile(r"^(?:vote|voting)? ?[(:]? ?(?P<who>p|skip) ?\)?(?: [.\n])*$")
_NOT = re.compile(r"\b(?:not|n't|never|don't|won't|if|wouldn't|can't|unless|before|isn't)\b[^,;.]*$")
_UNSURE = re.compile(r"\b(?:unless|if|probably|for now|right now|might|maybe|currently|until)\b")

_FIND = re.compile(
    r"\b(?P<finder>i|p|he|you|we)(?: (?:and|,) (?:i|p))?(?: (?:'m|am|was|is|are|were|just|also|then|literally|have|had|'ve|has|actually|immediately|claims?|claimed|to have|say|says|said|one|the|who|person|that))*"
    r" (?:found|find|finds|finding|discovered|discovers|discovering|reported|reports|report|reporting|stumbled (?:on|upon|across|onto)|walked in on|came across|saw|see|spotted|seen)"
    r"(?: (?:the|a|dead|body|corpse|of|both|his|poor|just|now|two|bodies|also|,|:|remains|where|that|lifeless))*? (?P<victim>p|you|him)(?P<more>(?: ?(?:,|and) p)*)(?P<dead>(?: 's)?(?: (?:dead|body|bodies|corpse|lifeless|death|murdered|killed|lying))+)?"
)
_REPORTED = re.compile(
    r"\b(?P<who>i|p|you|he|we)(?: (?:just|also|immediately|was|am|'m|is|are|were|then|had|have|only|literally|instantly|have to|did|the one who|the person who|actually|and))*"
    r" (?:reported|report|reporting|self-reported|hit report|called it in)\b(?! (?:p|a|nothing|seeing|that|him))(?: (?:it|the body|this|the|as soon as|immediately|right away|body))*"
)
_CALLED = re.compile(
    r"\b(?P<who>i|p|you|he|we)(?: (?:just|also|immediately|was|'m|am|then|only|actually|did|had|have|who|the one|that|went to|ran to|literally|and|to|rushed to))*"
    r" (?:called|calling|call|hit|pressed|pushed|hitting|pressing|slammed|press|push|hit on)(?: (?:for|this|the|an|a|our|that|his))* (?:emergency |panic )?(?:meeting|button|emergency)\b"
)


class Intent(NamedTuple):
    """The speaker will vote so: a player, or None to skip."""

    whom: Anchor | None
    confidence: str
    first: int
    last: int


class Find(NamedTuple):
    """A player found a corpse; `spot` is where, if it is said."""

    finder: Anchor
    victim: Anchor
    spot: Spot | None
    first: int
    last: int


class Deed(NamedTuple):
    """A player reported a body or called the meeting."""

    activity: str
    who: Anchor
    first: int
    last: int


def find_intents(line: Line, speaker: int, *, alone: bool) -> Iterator[Intent]:
    """How the speaker says it will vote; `alone`: the sentence is a line of its own at the end."""
    text = line.text
    if text.endswith("?"):
        return
    for confidence, pattern in _INTENTS:
        for match in line.find(pattern):
            if _NOT.search(text[: match.start()]) or re.search(r"\b(?:not|never|n't)\b", match.group()):
                continue
            yield from _intent(line, match, speaker, "weak" if _UNSURE.search(text) else confidence)
    if alone and (match := _TOKEN_AT_END.match(text)):
        yield from _intent(line, match, speaker, "strong")


def _intent(line: Line, match: re.Match[str], speaker: int, confidence: str) -> Iterator[Intent]:
    tokens = line.tokens(match)
    if "skip" in match["who"]:
        yield Intent(None, confidence, tokens[0], tokens[-1])
        return
    for anchor in line.anchors(line.tokens(match, "who"))[:1]:
        if anchor.player != speaker:
            yield Intent(anchor, confidence, tokens[0], tokens[-1])


def find_finds(line: Line, dead: frozenset[int]) -> Iterator[Find]:
    """Who found whose corpse."""
    text = line.text
    for match in line.find(_FIND):
        said_dead = bool(match["dead"]) or re.search(r"\b(?:body|corpse|bodies|remains|lifeless|dead)\b", match.group())
        if re.search(r"\b(?:saw|see|spotted|seen|report|reported|reports|reporting)\b", match.group()) and not said_dead:
            continue
        if re.search(r"\b(?:didn't|not|never|without|if|before|did|n't|until|could|would)\b[^,;]*$", text[: match.start()]) or text.endswith("?"):
            continue
        finders, victims = (line.anchors(line.tokens(match, group)) for group in ("finder", "victim"))
        victims += line.anchors(line.tokens(match, "more"))
        tokens = line.tokens(match)
        for victim in victims:
            if finders and victim.player in dead and finders[0].player != victim.player:
                yield Find(finders[0], victim, _spot_of(line, match.end(), tokens), tokens[0], tokens[-1])


def _spot_of(line: Line, end: int, tokens: range) -> Spot | None:
    region = re.split(r" (?:[.;?\n]|and (?:i|then|p)|but|so|after|because|coming|from|my|,) ", line.text[end:] + " ")[0]
    last = line.token(min(end + len(region), len(line.text) - 1))
    after = line.spots(range(tokens[-1] + 1, last + 1))
    if after:
        return after[0]
    before = line.spots(range(line.low, tokens[0]))
    return before[-1] if before and tokens[0] - before[-1].token < 12 else None


def find_deeds(line: Line) -> Iterator[Deed]:
    """Who reported a body or called the meeting."""
    if line.text.endswith("?"):
        return
    for activity, pattern in (("reporting body", _REPORTED), ("calling meeting", _CALLED)):
        for match in line.find(pattern):
            if re.search(r"\b(?:if|why|not|n't|never|didn't|would|could|before|when|until|right as|just as|as|while|after|by the time|where|how|that|once|then|since)\b[^,;]{0,24}$", line.text[: match.start()]):
                continue
            who = line.anchors(line.tokens(match, "who"))
            if who:
                tokens = line.tokens(match)
                yield Deed(activity, who[0], tokens[0], tokens[-1])
