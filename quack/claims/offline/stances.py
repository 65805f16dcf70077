"""How sure an accusation is, and which sentence a stance rests on."""

from __future__ import annotations

import re

from quack.claims.offline.candidates import Candidate
from quack.claims.offline.lines import Line

_STRONG = re.compile(
    r"\b(?:is|'s|'re|are|be|was|clearly|definitely) (?:the |our |a |clearly |definitely |absolutely |100 "
    r"|obviously |just |lying |flat-out )*(?:duck|killer|impostor|murderer|liar|lying|caught)\b"
    r"|\b(?:lying|lied|caught red-handed|busted|self-report(?:ed)?|framing|killed|murdered)\b|\bvot(?:e"
    r"|ing) (?:for |out |on )?(?:p|you|him)\b"
)
_WEAK = re.compile(
    r"\b(?:could|might|maybe|slightly|a bit|a little|worth|hear from|hear|explain|question mark|wild card"
    r"|not (?:hard )?accusing|leaning|lean|either|possibly|or)\b"
)
_AGAINST = re.compile(
    r"\b(?:duck|killer|suspicious|suspect|lying|lied|vote|voting|killed|opportunity|explain|lean|leaning|sketchy"
    r"|sus|convenient|conveniently)\b"
)
_FOR = re.compile(
    r"\b(?:clear|clears|cleared|confirm|confirms|confirmed|vouch|vouches|alibi|match|matches|matched|trust|safe"
    r"|consistent|innocent|believe|lines? up|checks? out|corroborates?|not the duck|couldn't|good|solid|clean)\b"
)


def confidence(lines: list[Line], accused: Candidate, rivals: int) -> str:
    """Strong, moderate or weak: what the sentences that name an accused player say."""
    texts = [line.text for line in _sentences(lines, accused)]
    if any(_STRONG.search(text) for text in texts):
        return "strong"
    if rivals > 2 or all(_WEAK.search(text) for text in texts):
        return "weak"
    return "moderate"


def ground(lines: list[Line], stance: Candidate) -> tuple[Line, int]:
    """The sentence that a stance rests on, the last that speaks so of the player, and the player's word in it."""
    words = _AGAINST if stance.kind == "accuse" else _FOR
    for anchor in reversed(stance.anchors):
        line = _line(lines, anchor.token)
        if words.search(line.text):
            return line, anchor.token
    return _line(lines, stance.anchors[-1].token), stance.anchors[-1].token


def _line(lines: list[Line], token: int) -> Line:
    return next(line for line in lines if line.low <= token < line.high)


def _sentences(lines: list[Line], stance: Candidate) -> list[Line]:
    tokens = [anchor.token for anchor in stance.anchors]
    return [line for line in lines if any(line.low <= token < line.high for token in tokens)]
