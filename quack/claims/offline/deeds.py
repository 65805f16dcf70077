"""What grammar alone finds: how the speaker will vote, who found a body, who reported, who called the meeting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from quack.claims.offline.lines import Line, cued
from quack.claims.offline.reference import Anchor, Spot

_WHOM = r"(?P<who>p|you|him|skip|skipping|to skip|a skip|the skip)(?! 's\b)"
_SOFT = (
    r"(?: (?:on|for|to|toward|towards|with|voting|vote|in|a|the|out|slightly|strongly|heavily|still|more|hard"
    r"|it|is|stays|goes|going|remains|firmly|probably|be|safe|definitely|right now|at|:|,"
    r"|-))*"
)
_INTENTS = tuple(
    (confidence, cued(cues, pattern))
    for confidence, cues, pattern in (
        ("weak", "lean,inclined,tempted",
            rf"\bi (?:'m|am|'d|would|might|may|could|do|'ll)?(?: (?:be|still|currently|also|just|probably"
            rf"|really|definitely|now|personally|heavily|strongly|slightly|inclined|more|a bit|leaning))* ?(?:lean"
            rf"|leaning|inclined|tempted){_SOFT} {_WHOM}"),
        ("weak", "lean",
            rf"\bmy (?:current |own |strongest )?lean{_SOFT} {_WHOM}"),
        ("strong", "vote",
            rf"\bmy (?:final |own |current )?vote{_SOFT} {_WHOM}"),
        ("strong", "vote,voting",
            rf"\bi (?:'m|am|'ll|will|'ve|have|'m going to|would|'d)(?: (?:be|still|also|definitely|now"
            rf"|absolutely|not changing my vote|100|0|going to|happily|gladly|just|probably|personally|prefer to"
            rf"|rather|sticking with|locking in|casting|my|fully|too|comfortable|fine|ok|okay|ready to|with"
            rf"|prepared to|a))* (?:vote|voting|voted){_SOFT} {_WHOM}"),
        ("strong", "locking,locked,sticking,going with,casting,putting,placing,keeping,skipping",
            rf"\bi (?:'m|am|'ll|will)(?: (?:still|also|definitely|now|be|just))* (?:locking in|locked in"
            rf"|locking|sticking with|going with|casting|putting|placing|keeping|skipping|locked)(?: (?:my|vote|on"
            rf"|for|with|in|a|the|decision|:|,))* {_WHOM}"),
        ("strong", "for me",
            rf"(?:^|[,;:-] |\bso )(?:i )?vote(?:d)? for me (?:is|goes to) {_WHOM}"),
        ("strong", "i vote",
            rf"\bi vote (?:to |for )?{_WHOM}"),
        ("strong", "skip",
            r"\bi (?:'m|am|'ll|will|'d|would)(?: (?:be|still|also|probably|just|rather|definitely|prefer to"
            r"|personally|going to|fine|ok|okay|with|good))* (?P<who>skip|skipping)\b"),
    )
)  # fmt: skip
_TOKEN_AT_END = re.compile(r"^(?:vote|voting)? ?[(:]? ?(?P<who>p|skip) ?\)?(?: [.\n])*$")
_NOT = re.compile(r"\b(?:not|n't|never|don't|won't|if|wouldn't|can't|unless|before|isn't)\b[^,;.]*$")
_UNSURE = re.compile(r"\b(?:unless|if|probably|for now|right now|might|maybe|currently|until)\b")

_FIND = cued(
    "found,find,discover,report,stumbled,walked in on,came across,saw,see,spotted",
    r"\b(?P<finder>i|p|he|you|we)(?: (?:and|,) (?:i|p))?(?: (?:'m|am|was|is|are|were|just|also|then|literally|have"
    r"|had|'ve|has|actually|immediately|claims?|claimed|to have|say|says|said|one|the|who|person|that))*"
    r" (?:found|find|finds|finding|discovered|discovers|discovering|reported|reports|report|reporting"
    r"|stumbled (?:on|upon|across|onto)|walked in on|came across|saw|see|spotted|seen)"
    r"(?: (?:the|a|dead|body|corpse|of|both|his|poor|just|now|two|bodies|also|,|:|remains|where|that"
    r"|lifeless))*? (?P<victim>p|you|him)(?P<more>(?: ?(?:,|and) p)*)(?P<dead>(?: 's)?(?: (?:dead|body|bodies"
    r"|corpse|lifeless|death|murdered|killed|lying))+)?",
)
_SUPPOSED = re.compile(r"\b(?:didn't|not|never|without|if|before|did|n't|until|could|would|unless|whether)\b[^,;]*$")
_REPORTED = cued(
    "report,called it in",
    r"\b(?P<who>i|p|you|he|we)(?: (?:just|also|immediately|was|am|'m|is|are|were|then|had|have|only|literally"
    r"|instantly|have to|did|the one who|the person who|actually|and))*"
    r" (?:reported|report|reporting|self-reported|hit report|called it in)\b(?! (?:p|a|nothing|seeing|that"
    r"|him))(?: (?:it|the body|this|the|as soon as|immediately|right away|body))*",
)
_CALLED = cued(
    "meeting,button,emergency",
    r"\b(?P<who>i|p|you|he|we)(?: (?:just|also|immediately|was|'m|am|then|only|actually|did|had|have|who|the one"
    r"|that|went to|ran to|literally|and|to|rushed to))*"
    r" (?:called|calling|call|hit|pressed|pushed|hitting|pressing|slammed|press|push|hit on)(?: (?:for|this|the|an"
    r"|a|our|that|his))* (?:emergency |panic )?(?:meeting|button|emergency)\b",
)


_FOUND_BODY = cued(
    "body,corpse",
    r"\b(?P<finder>i|p|he|you|we)(?: (?:'m|am|was|is|just|also|then|literally|actually|immediately|have|'ve|has"
    r"|claims? to have|the one who|says (?:he|i)|conveniently|and|,|\"))*"
    r" (?:\" )?(?:found|finds|find|finding|discovered|discovers|stumbled (?:on|upon|across|onto)|came across"
    r"|spotted) (?:\" )?(?:the|a|that|this) (?:dead )?(?:body|corpse)\b",
)
_DIED = cued(
    "die,dead,killed,murdered,dying,body,corpse,death,found",
    r"\b(?P<victim>p)(?: (?:is|was|then|also|already|apparently|ended up|ends up|turned up|being|got|must have"
    r"|has to have|had|now|probably|has|even|just|later|,|and p))*"
    r" (?:died|dead|dies|killed|murdered|die|dying|found dead|lying dead|'s (?:dead )?(?:body|corpse|death)"
    r"|body)(?: (?:was|is|being|found|right|there|over|dead|lying|up|both|on|the|floor|found|discovered|at|around|#"
    r"|somewhere|later|still|just))*"
    r" (?:in|at|inside|near|there in|over in) (?:the )?(?P<room>r)\b|\b(?P<room2>r) (?:,? ?(?:which is |the room "
    r"|exactly |right |is )*where (?:he|p and)? ?(?P<victim2>p) (?:died|was killed|dies|was found|was murdered"
    r"|got killed|ended up dead|is dead|'s body))",
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
    if alone and (token := _TOKEN_AT_END.match(text)):
        yield from _intent(line, token, speaker, "strong")


def _intent(line: Line, match: re.Match[str], speaker: int, confidence: str) -> Iterator[Intent]:
    tokens = line.tokens(match)
    if "skip" in match["who"]:
        yield Intent(None, confidence, tokens[0], tokens[-1])
        return
    for anchor in line.anchors(line.tokens(match, "who"))[:1]:
        if anchor.player != speaker:
            yield Intent(anchor, confidence, tokens[0], tokens[-1])


def find_finds(line: Line, dead: frozenset[int], alone: int | None) -> Iterator[Find]:
    """Who found whose corpse; `alone` is the only player whose body lies anywhere."""
    text = line.text
    for match in line.find(_FIND):
        said_dead = bool(match["dead"]) or re.search(r"\b(?:body|corpse|bodies|remains|lifeless|dead)\b", match.group())
        if (
            re.search(r"\b(?:saw|see|spotted|seen|report|reported|reports|reporting)\b", match.group())
            and not said_dead
        ):
            continue
        if _SUPPOSED.search(text[: match.start()]) or text.endswith("?"):
            continue
        finders = line.anchors(line.tokens(match, "finder"))
        victims = _victims(line, match, dead, alone)
        tokens = line.tokens(match)
        for victim in victims:
            if finders and finders[0].player != victim.player:
                yield Find(finders[0], victim, _spot_of(line, match.end(), tokens), tokens[0], tokens[-1])
    for match in line.find(_FOUND_BODY):
        tokens = line.tokens(match)
        finders = line.anchors(line.tokens(match, "finder"))
        if finders and alone is not None and not _SUPPOSED.search(text[: match.start()]) and not text.endswith("?"):
            victim = Anchor(tokens[-1], alone, "body")
            yield Find(finders[0], victim, _spot_of(line, match.end(), tokens), tokens[0], tokens[-1])


def _victims(line: Line, match: re.Match[str], dead: frozenset[int], alone: int | None) -> list[Anchor]:
    """The dead whom a find names; a pronoun means the one that is dead."""
    tokens = {*line.tokens(match, "victim"), *line.tokens(match, "more")}
    named = [anchor for anchor in line.reading.anchors if anchor.token in tokens and anchor.player in dead]
    found = {anchor.token: anchor for anchor in reversed(named)}
    pronoun = line.tokens(match, "victim")[0]
    if not found and line.reading.speech.signs[pronoun] == "him" and alone is not None:
        return [Anchor(pronoun, alone, "body")]
    return [found[token] for token in sorted(found)]


def find_deaths(line: Line, dead: frozenset[int]) -> Iterator[tuple[Anchor, Spot]]:
    """Who is said to have died where."""
    for match in line.find(_DIED):
        if _SUPPOSED.search(line.text[: match.start()]) or line.text.endswith("?"):
            continue
        who, where = ("victim", "room") if match["victim"] else ("victim2", "room2")
        victims, spots = line.anchors(line.tokens(match, who)), line.spots(line.tokens(match, where))
        if victims and spots and victims[0].player in dead:
            yield victims[0], spots[0]


def _spot_of(line: Line, end: int, tokens: range) -> Spot | None:
    region = re.split(
        r" (?:[.;?\n]|and (?:i|then|p)|but|so|after|because|coming|from|my"
        r"|,) ",
        line.text[end:] + " ",
    )[0]
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
            if re.search(
                r"\b(?:if|why|not|n't|never|didn't|would|could|before|when|until|right as|just as|as|while|after"
                r"|by the time|where|how|that|once|then|since)\b[^,;]{0,24}$",
                line.text[: match.start()],
            ):
                continue
            who = line.anchors(line.tokens(match, "who"))
            if who:
                tokens = line.tokens(match)
                yield Deed(activity, who[0], tokens[0], tokens[-1])
