"""On whose word a claim stands, whether the speaker saw a movement, and whether a victim was alive or a body."""

from __future__ import annotations

import re

from quack.claims.offline.lines import Line
from quack.claims.offline.reference import Anchor

_SAY = (
    r"(?:says|said|say|saying|claims|claimed|claim|claiming|told|tells|reports|states|stated|mentions|mentioned"
    r"|confirms|confirmed"
    r"|confirm|confirming|admits|admitted|admit|admitting|insists|insisted|testified|swears|describes|described"
    r"|puts|put|places|placed"
    r"|placing|putting|account|alleges|explained|noted|remembers|recalls|gave|has|had himself|listed|vouches"
    r"|vouched|corroborates"
    r"|corroborated|accused|accuses|reported seeing|saw|sees|seeing|spotted|seen by|caught|watched|thinks|believes"
    r"|argues|pointed out|points out)"
)
_SKIP = (
    r"(?: (?:also|just|now|even|already|both|literally|then|himself|only|has|have|had|never|clearly|explicitly"
    r"|first|later|originally|initially|specifically|really|keeps|kept|is|was|are|were|'s|'re|did|actually))*"
)
_SAID = re.compile(rf"\b(?P<who>p|he|you)(?: (?:and|,) (?:p|you|i))*{_SKIP} {_SAY}\b")
_OF = re.compile(
    r"\b(?:according to|per|based on) (?P<who>p|him|you)\b(?! to\b| and went)|\b(?P<who2>p|him"
    r"|your) (?:'s )?(?:own |first |last |original |latest |current |claimed |stated |exact )*(?:claim"
    r"|claims|story|account|route|statement|testimony|word|words|sighting|sightings|timeline|alibi|version|path"
    r"|info|information|report|observation|speech)\b"
)
_TO_OWN = re.compile(
    r"(?:^| )(?:i|we)(?: (?:also|did|just|actually|only|can|then|definitely|personally|literally|never|had|have|'d"
    r"|'ve|'m|was|saw|went|left|passed|came|started|moved|ended|stayed|found))+\b"
)
_END_OF_WORD = re.compile(r" (?:[.;:?\n]|-|but|so|while|which|because) ")
_SEE = re.compile(
    r"\b(?:saw|see|seen|seeing|watched|spotted|noticed|caught|witnessed|observed|passed|met|watching|bumped into"
    r"|ran into|crossed paths with|crossed|encountered)\b"
    r"(?: (?:you|p|him|both|also|and|,|/|as|me|alive|early|just|literally|the|personally|right|at|around|when|#))*$"
)
_FOUND = re.compile(
    r"\b(?:body|corpse|dead|died|dies|killed|murdered|found|find|finding|finds|discovered|discovering|reported"
    r"|reporting|reports|lying|kill|murder|death|bodies|scene|self-report)\b"
)
_ALIVE = re.compile(
    r"\b(?:alive|living|walk|walking|enter|entering|entered|leave|leaving|left|doing|heading|headed|moving|went"
    r"|going|came|coming)\b"
)


def reporter(line: Line, first: int, last: int, speaker: int) -> int | str | None:
    """Who is said to have said what stands from one token to another: a player, "unknown", or None for the speaker."""
    text = line.text
    start, end = line.start(max(first, line.low)), line.start(min(last + 1, line.high))
    best: tuple[int, int] | None = None
    for match in _SAID.finditer(text):
        if match.start("who") <= end and match.start() < max(start, 1) + 200:
            who = _player(line, match.start("who"), speaker)
            if who is not None and match.start() <= max(start, 0) + 2 and not _resets(text, match.end(), start):
                best = (match.start(), who)
    for match in _OF.finditer(text):
        group = "who" if match.group("who") else "who2"
        who = _player(line, match.start(group), speaker)
        if who is None:
            continue
        close = match.start() <= start + 2 and not _resets(text, match.end(), start)
        trails = match.group().startswith(("according", "per ")) and 0 <= match.start() - end < 12
        if (close and (best is None or match.start() > best[0])) or trails:
            best = (match.start(), who)
    return None if best is None else best[1]


def _player(line: Line, position: int, speaker: int) -> int | None:
    token = line.token(position)
    found = line.anchors(range(token, token + 1))
    return found[0].player if found and found[0].player != speaker else None


def _resets(text: str, said: int, start: int) -> bool:
    """Whether the speaker's own word begins between who said something and what is asked about."""
    between = text[said:start]
    return bool(_END_OF_WORD.search(between)) or bool(_TO_OWN.search(between))


def perceived(line: Line, who: Anchor, speaker: int) -> bool:
    """Whether the speaker says that it saw the movement of the player that a word stands for."""
    if who.token < line.low:
        return False
    match = _SEE.search(line.text[: max(line.start(who.token) - 1, 0)])
    return match is not None and line.subject(line.token(match.start())).player == speaker


def is_body(line: Line, token: int, spot: int) -> bool:
    """Whether the words around a victim, or around its room, speak of its corpse."""
    low, high = sorted((token, spot))
    near = line.text[line.start(max(low - 4, line.low)) : line.start(min(high + 4, line.high))]
    around = line.text[line.start(max(token - 4, line.low)) : line.start(min(token + 5, line.high))]
    if re.search(r"\balive\b|\bliving\b", near):
        return False
    return bool(_FOUND.search(around)) or (bool(_FOUND.search(near)) and not _ALIVE.search(near))


_SEEN_DEAD = re.compile(
    r"^(?:'s )?(?:(?:dead|lying|own|lifeless|fresh) )*(?:body|bodies|corpse|dead|lying|lifeless)\b|^(?:and p |was "
    r"|were |lying |there |, )*(?:'s )?(?:already )?(?:dead|body|bodies)\b"
)
_FINDS = re.compile(
    r"\b(?:found|finds|finding|find|discovered|body of|stumbled (?:on|upon|across|onto)|corpse of)(?: (?:p|and|,"
    r"|the|dead|poor|both))*$"
)


def is_seen_dead(line: Line, token: int) -> bool:
    """Whether the words next to a victim that somebody saw speak of its corpse."""
    start = line.start(token)
    after = line.text[start:].partition(" ")[2]
    return bool(_SEEN_DEAD.match(after)) or bool(_FINDS.search(line.text[: max(start - 1, 0)]))
