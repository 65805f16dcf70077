"""When: the words about time that belong to a claim, and the ticks in them."""

from __future__ import annotations

import re

from quack.claims.offline.lines import Line

_LEAD = frozenset(
    """
    around about at from between before after until by since on in to through roughly ~ approximately near
    right just early late and starting during up maybe like exactly only the very shortly back as for all of
    then , way ( immediately
    """.split()
)
_PHRASE = re.compile(
    r"\b(?:(?:the|this|for the|almost the|basically the|all|my) (?:whole|entire)(?: (?:time|round|game|meeting"
    r"|window))?|(?:all|whole|entire|most of the|rest of the) (?:round|game|time)"
    r"|(?:at|near|since|from|right at|in) the (?:very )?(?:start|beginning|end)(?: of (?:the|this) (?:round|game))?"
    r"|(?:right |just |immediately |shortly )?(?:before|when|until|after|at|as|by the time) (?:the |i |this |we |p "
    r"|you )?(?:report|meeting|button|body|reported|found|called|spawn|spawned|respawn|respawned)(?: (?:was|got"
    r"|popped|the|his|p|happened|time|it|this|meeting|body|'s|found|called|reported|up|in|r))*"
    r"|early(?: on| in the round| this round)?|this round|last round|later(?: on)?|earlier|just now|right now"
    r"|at all|recently|at any point|mid round|at some point|briefly|the last time)\b"
)
_LINK = re.compile(r" (?:then|and then|after that|but|while|so|-|;|\.|before|after) ")


def time_words(line: Line, first: int, last: int) -> tuple[int, int] | None:
    """The tokens of the words that say when, for a claim that rests on some tokens of a sentence: first and last."""
    signs = line.reading.speech.signs
    ticks = [token for token in range(line.low, line.high) if signs[token] == "#"]
    chosen = _nearest(line, ticks, max(first, line.low), min(last, line.high - 1))
    if chosen is not None:
        low = chosen
        while low > line.low and signs[low - 1] in _LEAD and low > chosen - 4:
            low -= 1
        while low < chosen and signs[low] in (",", "and", "then", "("):
            low += 1
        return low, chosen
    start = line.start(max(first - 3, line.low))
    for match in _PHRASE.finditer(line.text, start):
        token = line.token(match.start())
        if token <= last + 9 and not _LINK.search(line.text[line.start(min(last, token)) : match.start()]):
            tokens = line.tokens(match)
            return tokens[0], tokens[-1]
    return None


def _nearest(line: Line, ticks: list[int], first: int, last: int) -> int | None:
    """The ticks of the clause: inside the claim's words, else after them, else before them."""
    inside = [token for token in ticks if first <= token <= last]
    if inside:
        return inside[-1]
    text = line.text
    after = next((token for token in ticks if token > last), None)
    before = next((token for token in reversed(ticks) if token < first), None)
    costs: list[tuple[float, int]] = []
    for token, bias in ((after, 0.0), (before, 2.0)):
        if token is None:
            continue
        low, high = sorted((last, token)) if token > last else (token, first)
        between = line.reading.speech.signs[low + 1 : high]
        cost = (
            len(between)
            + bias
            + 4 * between.count("r")
            + 3 * between.count(",")
            + 3 * (between.count("p") + between.count("i"))
        )
        cost += 8 * len(
            re.findall(
                r"\b(?:then|but|while|so|-|;|after that|and then)\b", text[line.start(low + 1) : line.start(high)]
            )
        )
        costs.append((cost, token))
    if not costs:
        return None
    cost, token = min(costs)
    return token if cost <= 16 else None
