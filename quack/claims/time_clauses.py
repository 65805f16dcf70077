"""The clauses of a time phrase: what ties them to the rest, and what they speak of.

The patterns see a phrase as those of `quack.claims.time_asides` do.
"""

from __future__ import annotations

import re

from quack.claims.time_asides import SOON
from quack.claims.time_rows import Table, row

PLAYER = r"@\d+"
_CALL_NOUN = r"(?:report|meeting|button|emergency|bell|call)s?"
_UP_TO = (
    r"(?:(?:the|this|that|when|i|we|he|she|@\d+(?:'s)?|right|just|after|before|around|about|shortly|very|last|current)"
    r" )*"
)
_TIE = r"(?: (?:right|just|shortly|immediately))*(?: (?:before|when|after|as))?\b"
_RELATIONS = (
    ("just_before", rf"{SOON} (?:before|prior to|ahead of)\b|leading up to\b"),
    ("just_after", rf"{SOON} (?:after|following)\b(?! that\b)"),
    (
        "until",
        rf"(?:right |just |all the way )*(?:up until|up to|until|till|til)\b{_TIE}"
        rf"|(?:through|thru|to)\b(?= {_UP_TO}(?:now|end|reporting|reported|{_CALL_NOUN}|death|killed|died|found|finding"
        r"|discovered|hitting|later|middle|near|leaving|arriving|entering|seeing)\b)(?! (?:report|call)\b(?! tim))"
        rf"{_TIE}|by(?= (?:the (?:end|time|meeting|report)|now)\b)",
    ),
    (
        "ending",
        r"(?:(?<![\w&] )|and )(?:then )?(?:currently )?(?:ending|ended|ends)\b(?! up dead)"
        r"(?: (?:up|at|in|by|as|when|right|just|with|here))*\b",
    ),
    (
        "before",
        r"(?:(?:way|long|well|sometime|anytime|some time|at some point|in the window) )?(?:before|prior to|ahead of"
        r"|earlier than)\b(?:/when\b| (?:or|and|/) (?:when|after|during)\b)?",
    ),
    ("after", r"(?:(?:sometime|some time|at some point|long|only) )?(?:after|once)\b(?! that\b)"),
    (
        "since",
        r"(?:ever )?since\b(?: (?:when|after))?|from(?= (?:(?:the|about|around|right|just|roughly) )*(?:start|beginning"
        r"|early|when|spawn\w*|respawn\w*|half\w*|mid\w*|before|after|then|there|now|entering|arriving|round|outset"
        r"|here)\b)(?: (?:when|right before|right after|before|after))?\b",
    ),
    ("between", r"between\b"),
    ("place", r"(?:(?:to|on|near|at) )?where\b"),
    (
        "at",
        r"(?:(?:right|just|only) )*(?:when(?:ever)?|while|as|during|upon|within)\b"
        r"|(?:at|around|about|near|by|on|in) (?:(?:about|around|the|exact|same) )*"
        r"(?:time|moment|instant|tick|window|period)(?: (?:of|that|when|as|in))?\b",
    ),
    ("none", r"(?:and )?then\b|and (?=(?:was|is|has|had|moved|went|arrived|reached|stayed|headed)\b)"),
)
_TIES = "|".join(f"(?P<{relation}>{pattern})" for relation, pattern in _RELATIONS)
RELATIONS = re.compile(rf"\b(?=[a-z])(?:{_TIES})|[,;:.()!?]| - | / ")
"""What ties a clause to the rest, by the name of the group; punctuation ends a clause without tying the next."""

_FOUND = r"(?:f(?:ound|inds?|inding)|discover(?:ed|s|ing|y)?)"
_BODY = r"(?:body|bodies|corpse|remains)"
_CALLS = r"(?:called|calling|calls|call|hit|hits|hitting|rang|pressed|pushed|used)"
_OF_ROUND = r"(?: (?:of|in|on|during|part of))?(?: (?:the|this|that) (?:round|game))?"
_WHOSE = r"(?:(?:the|this|that|his|her|my|their|@\d+'s?|claimed|stated|round|game|route|timeline)\b ?)*"
_WAS = r"(?: (?:was|were|got|gets|getting|being|had been|is))*"

CONTENTS = Table(
    row(
        "ejection",
        "eject vot thrown exiled",
        rf"{PLAYER}{_WAS} (?:ejected|voted (?:out|off)|thrown out|exiled)\b",
        rf"\b(?:ejecting|ejected|voted|voting)(?: out| off)? {PLAYER}(?: out| off)?",
        rf"{PLAYER}'s ejection",
    ),
    row(
        "previous",
        "last previous prior preceding earlier",
        r"(?:(?:@\d+|we|i|he|she) (?:called|reported|voted (?:her|him|them) out) )?(?:\b(?:in|at|the|our) )*"
        r"\b(?:last|previous|prior|preceding|earlier)"
        r" (?:meeting|report|round|discussion|vote|emergency|rotation|game)\b",
    ),
    row(
        "first_round",
        "first 1 round_one",
        r"(?:\b(?:the|in|during) )*\b(?:first|1st) (?:meeting|report|round|emergency|body report|discussion|vote)\b",
        r"\bround (?:1|one)\b(?!\d)",
    ),
    row(
        "nth_round",
        "round meeting",
        r"\bround (?:number )?(?:\d+|two|three|four|five|six)\b",
        r"\b(?:second|2nd|third|3rd|fourth|4th|fifth|5th) (?:round|meeting)\b",
    ),
    row("gathering", "meeting", r"^(?:the |our )?meeting(?:/respawn)?$"),
    row(
        "call",
        "report meeting button emergency bell call",
        rf"(?:(?:@\d+|i|we|he|she|they)?(?:'s?)? ?{_CALLS} )?"
        r"(?:(?:the|this|that|a|an|my|his|her|current|emergency|panic|body|self|ship) ?-?)*"
        rf"\b{_CALL_NOUN}\b(?! @| him\b| her\b| up\b)(?:/[a-z]+)?"
        r"(?: (?:was|got|gets|is|had been|just|being|has been))*(?: (?:called|happened|happens|happening|hit|hits"
        r"|popped(?: up)?|rang|started|began|begins|pressed|moment|freeze|timing|time|here|went off|bell rang))?",
    ),
    row(
        "call",
        "now current present this just",
        r"\b(?:right |just )?now\b|\bcurrent(?:ly)?\b(?! body)|\bat present\b|\bthis (?:tick|moment|second|instant)\b",
        r"^just$|\bjust a (?:second|moment) ago\b",
    ),
    row(
        "find",
        "body bodies corpse remains dead",
        rf"\b(?:{_FOUND}|spot(?:ted|ting)|saw|seen|seeing|sees|caught|stumbled \w+|standing on"
        rf"|c(?:ame|oming) (?:up ?)?(?:on|onto|upon|across|to))\b[^,;]*?\b{_BODY}\b"
        r"(?: (?:and|or|/)? ?(?:then )?(?:self-?)?report(?:ed|ing|s)?)?",
        rf"\b{_BODY}\b(?: (?:was|were|is|got|being|had been|has been|later|first))*"
        r" (?:found|discovered|reported|spotted|seen)\b(?:(?: (?:or|and) |/)(?:found|discovered|reported))?",
        r"\b(?:saw|seeing|spotted) (?:@\d+|him|her|them) (?:lying )?dead\b",
    ),
    row(
        "find",
        "found find discover report",
        rf"\b(?:{_FOUND}|(?:self-?)?report(?:ed|s|ing))\b"
        r"(?:(?: (?:and|or) |/)(?:self-?)?(?:found|reported|reporting|report))?"
        r"(?:(?:'s)? (?:of )?(?:(?:the|a|his|her|their|@\d+(?:'s?)?|him|them|it|in|&|or|and|both|dead|frozen|on)\b ?"
        r"|& ?|@\d+(?:'s?)? ?)*(?:body|bodies|corpse|dead)?)?",
    ),
    row(
        "place",
        "area spot room location scene",
        r"(?:@\d+'s )?\b(?:death|murder|kill|crime) (?:area|spot|room|location|scene)\b",
        r"\bscene of the (?:crime|murder|kill)\b",
    ),
    row(
        "spawn",
        "spawn start beg",
        r"\b(?:re)?spawn(?:ed|ing|s)?\b|\b(?:round|game) (?:started|began|starts|begins)\b",
    ),
    row(
        "alive",
        "alive",
        r"(?<!left )(?<!saw )(?<!seen )(?<!seeing )(?<!leaving )(?<!with )"
        r"@\d+(?: (?:was|were|is|had been|being|last|seen|confirmed|known))+ alive\b",
    ),
    row(
        "kill_of",
        "kill murder die dying drop death",
        rf"\b(?:kill(?:ed|ing|s)?|murder(?:ed|ing)?) {PLAYER}",
        rf"{PLAYER}(?:'s?| was| were| got| had| has| have| been| could| would| must| to| being| is| just| then)*"
        r" (?:died|dies|dying|die|dropped|drops|killed|murdered|death)\b",
    ),
    row(
        "kill",
        "kill murder die dying death dropped",
        r"(?:\b(?:the|time of|exact|real|critical) )*\b(?:kill(?:s|ed|ing)?|murder(?:ed|s)?|died|dies|die|dying|deaths?"
        r"|dropped)\b(?: (?:window|happened|had to have happened|must have happened|sequence|time|moment|timing"
        r"|took place|would have happened))*",
    ),
    row(
        "ending",
        "end last final",
        r"\b(?:(?:right |just )?(?:at|near|toward|towards|around) )?(?:the )?end"
        rf"(?: (?:of|timing)\b ?{_WHOSE})?(?! up)(?!\w)",
        r"\b(?:the )?(?:last|final) (?:(?:few|couple(?: of)?|two|three|four|five|\d+) )?"
        r"(?:ticks?|seconds?|moments?|rooms)\b",
    ),
    row(
        "anaphora",
        "later",
        r"\b(?:a|one|two|three|few|some)(?: (?:few|couple of))? (?:seconds?|ticks?|moments?|beats?) later\b",
    ),
    row(
        "late",
        "late second back last latter recently",
        rf"\b(?:much |somewhat )?later?\b(?: ?-?(?:on|round|game|half))?{_OF_ROUND}(?! than)",
        r"\b(?:second|back|last|latter) half\b(?: of (?:the|this) round)?|\bmid-to-late\b|\brecently\b|\blatest\b",
    ),
    row(
        "middle",
        "mid half",
        r"\bmid(?:dle|way)?\b(?:[- ](?:of|through|round|game|way)\b)*(?: ?(?:the|this) round)?",
        r"\bhalf ?-?way\b(?: through (?:the|this) round)?",
    ),
    row(
        "opening",
        "start begin outset earl initial first front",
        rf"\b(?:(?:at|right at|in|near) )?(?:the )?(?:start|beginning|outset)\b(?: of {_WHOSE})?",
        r"\b(?:round|game) start\b|\b(?:initial(?:ly)?|at first|to begin with)\b",
        r"\bearl(?:y|iest)\b(?:[- ](?:on|game|round|ticks?|part)\b)*(?: (?:in|of) (?:the|this) (?:round|game))?",
        r"\b(?:first|front) (?:half|part|ticks?|few(?: ticks?)?|couple(?: of)?(?: ticks)?|\d+ ticks)\b"
        r"(?: of (?:the|this) round)?",
        r"(?:^|(?<=[,;] )|(?<= ))first(?= (?:in|at|with|during)\b|,|$)",
        r"^(?:i |we |he |she |they |@\d+ )?started(?: (?:out|off))?$",
    ),
    row(
        "round",
        "round rotation game match way earlier before far ever yet once twice all point time",
        r"\b(?:this|that|the|current|each) (?:round|rotation|whole game|game|match)\b|\bround$|\b(?:the )?whole way\b",
        r"\b(?:a (?:little |bit )?)?(?:earlier|before)\b(?: (?:on|this round))?|\bso far\b|\b(?:ever|yet|once|twice)\b",
        r"\bat (?:all|any point|some point|various points|points|any time)\b",
        r"\b(?:multiple|several|two|three|many) times\b",
    ),
    row(
        "anaphora",
        "then after that simul",
        r"\bthen\b|\bafterwards?\b|\bthat(?: same)? (?:window|time|point|moment|tick)\b|\bafter that\b",
        r"\bsimultaneously\b",
    ),
)
"""What a clause speaks of: every row that fits, each word used once."""

GOES_ON = re.compile(
    r"\b(?:then|after that|afterwards?|and after|onwards?|until|till?|up to|ever since|end(?:ing|ed|s)|continu\w+"
    r"|rest of|from (?:the )?(?:start|beginning|early)|later|last)\b"
    r"|\b(?:through|to)\b(?= (?:(?:the|after|right|just|when|near|later|around) )*"
    r"(?:end|report|meeting|now|when|later|before|mid\w*|last|finding|leaving|rest|@\d+ reached)\b)"
)
"""A story that goes on: its opening words are only where it begins."""

ITINERARY = re.compile(
    r"^(?:this round\b[^;:]*)?[;:]|^this round, (?:from|start\w*|end\w*|claimed|currently|arriving)\b"
    r"|^(?:(?:@\d+|i|we|he|she|they) )?start(?:ed|ing)\b.*\b(?:then|later|ended|ending|now)\b"
)
"""A phrase that tells its way through the round: it is about the round."""
