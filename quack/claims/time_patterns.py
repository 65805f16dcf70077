"""The grammar of time phrases: tables that `quack.claims.time_phrases` reads from top to bottom.

The patterns see a phrase in lower case, without its names: `@0` stands for a player, `&` for a room, `$` for a task, and
`#` for tick numbers that were read. A row may name cues: without any of them its pattern can't fit and isn't tried.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

PLAYER = r"@\d+"
SOON = (
    r"(?:\b(?:almost|just|only) )?\b(?:right|just|immediately|shortly|soon|directly|briefly|moments?|seconds?|minutes?|a little"
    r"|(?:a|one|two|few|couple|some)(?: (?:a|few|couple|of|very|short|little|brief|more))*"
    r" (?:seconds?|moments?|beats?|ticks?|bit|while|breath))"
)


class Row(NamedTuple):
    """A name for what a pattern finds; `cues` are strings of which one must occur, if there are any."""

    name: str
    cues: tuple[str, ...]
    pattern: re.Pattern[str]

    def search(self, text: str) -> re.Match[str] | None:
        """Where the pattern first fits."""
        for cue in self.cues:
            if cue in text:
                return self.pattern.search(text)
        return None if self.cues else self.pattern.search(text)


def _row(name: str, cues: str, *patterns: str) -> Row:
    return Row(name, tuple(cues.split()), re.compile("|".join(patterns)))


AGO = re.compile(r"\b(?:(?:a|quite|little|long) )+while ago\b")
"""Means earlier; its "while" ties no clause."""

HEDGES = re.compile(
    r"\b(?:very|pretty|really|literally|basically|exactly|actually|precisely|specifically|allegedly|alleged|supposedly"
    r"|supposed|apparently|reportedly|likely|probably|possibly|presumably|still|clearly|definitely|simply|somehow|already"
    r"|(?:says?|said|claims?|claimed|admits|admitted|stated|confirmed)(?: that)?(?= (?:@\d+|i|he|she|they|it|the)\b))\b ?"
)
"""Words that change nothing about when."""

# --- on whose word, and how long ----------------------------------------------------------------------------------------

_SOURCE = (
    r"(?:story|stories|accounts?|claims?|claimed|statements?|testimony|info|information|words?|admissions?|timelines?"
    r"|timings?|speech|defense|alibi|said)"
)
_OWNER = r"(?:@\d+'s?|his|her|their|my|your|own|the|first|latest|last|original|initial|later|stated)"
_SAYING = r"(?:said|says|claims?|claimed|described|reported|admitted|stated|reports)"

ASIDES: tuple[Row, ...] = (
    _row("source", "according based per going", r",? ?\b(?:according to|based on|per|going by)\b[^,;#]*"),
    _row(
        "source",
        "by in from with",
        rf",? ?\b(?:by|in|from|with) (?:{_OWNER} )+(?:{_SOURCE}|report|sighting|path|routes?)\b"
        r"(?: so far| in this meeting| as described[^,;#]*)?",
    ),
    _row(
        "source",
        "as",
        rf",? ?\bas (?:@\d+|he|she|they|i|you|we)(?:'s?)? {_SAYING}\b(?: route)?(?! the body)",
        r",? ?\bas (?:reported|claimed|described|stated|admitted|said) (?:by|in) [^,;#]*",
    ),
    _row("source", "if", r",? ?\bif @\d+'s [^,;#]*\b(?:right|true|correct)\b"),
    _row("source", "word", r"\bon (?:his|her|their|@\d+'s?) word\b"),
    _row(
        "source",
        "' his her their my",
        rf"(?:@\d+'s?|\bhis|\bher|\btheir|\bmy)"
        rf"(?: (?:own|first|latest|claimed|stated|reported|admitted|original|later|full|listed))* {_SOURCE}(?!\w)",
    ),
    _row("denial", "not", r",? ?\bnot (?:(?:right|just) )?(?:before|at|when|after)\b[^,;#]*"),
    _row(
        "a while",
        "for over briefly time",
        r"\b(?:for|over) (?:(?:about|around|at least|only|the) )*(?:(?:\d+|a|an|the|some|few|several|multiple|couple|two"
        r"|three|four|five|long|good|huge|large|small|short|bit|chunk|part|parts|stretch|while|moment|second|of|another"
        r"|this|more|brief) )*(?:ticks?|while|bit|time|round|moments?|seconds?|minutes?|chunk|part|stretch)\b(?: or so)?",
        r"\bbriefly\b",
        r"\b(?:a )?(?:long|short) time\b",
    ),
)
"""What says nothing of when, and is taken out: on whose word, what it was not, and a length that is not most of the time."""

_SPELL = r"(?:time|round|game|match|rotation|while|duration|period|way through)"

DURATIONS: tuple[Row, ...] = (
    _row(
        "",
        "points rest",
        r"\bat (?:(?:various|some|several) )?points (?:during|in|throughout) (?:the|this)(?: entire| whole)? (?:round|game)\b",
        r"\b(?:the )?rest of (?:the|this) (?:round|game|time)\b",
    ),
    _row(
        "most",
        "almost nearly practically virtually most majority bulk better much",
        rf"\b(?:almost|nearly|practically|virtually) (?:(?:the|this|my|all of) )*(?:whole|entire|full|all)(?: {_SPELL})?\b",
        r"\bmostly\b",
        r"\b(?:spent )?(?:the )?(?:vast )?(?:most|majority|bulk|better part|much) of"
        rf"(?: (?:the|this|my|his|her|that))?(?: {_SPELL})?\b",
    ),
    _row(
        "throughout",
        "entire whole full all through continuously constantly non never n't not without",
        rf"\b(?:(?:the|this|that|his|her|my|their|an?) )*(?:entire|whole|full) {_SPELL}\b",
        r"\ball (?:round|game|the time|this time|along)\b(?: long)?",
        r"\b(?:throughout|continuously|constantly|non-?stop)\b",
        r"\b(?:never|didn't|did not|hasn't|hadn't|haven't|without) (?:once )?(?:left|leave|leaving)(?: (?:&|the room))?",
    ),
)
"""How much of the window; the row without a name takes words away that would fit a later one."""

# --- clauses --------------------------------------------------------------------------------------------------------------

_CALL_NOUN = r"(?:report|meeting|button|emergency|bell|call)s?"
_UP_TO = (
    r"(?:(?:the|this|that|when|i|we|he|she|@\d+(?:'s)?|right|just|after|before|around|about|shortly|very|last|current) )*"
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
        r"|early|when|spawn\w*|respawn\w*|half\w*|mid\w*|before|after|then|there|now|entering|arriving|round|outset|here)\b)"
        r"(?: (?:when|right before|right after|before|after))?\b",
    ),
    ("between", r"between\b"),
    ("place", r"(?:(?:to|on|near|at) )?where\b"),
    (
        "at",
        r"(?:(?:right|just|only) )*(?:when(?:ever)?|while|as|during|upon|within)\b"
        r"|(?:at|around|about|near|by|on|in) (?:(?:about|around|the|exact|same) )*(?:time|moment|instant|tick|window|period)"
        r"(?: (?:of|that|when|as|in))?\b",
    ),
    ("none", r"(?:and )?then\b|and (?=(?:was|is|has|had|moved|went|arrived|reached|stayed|headed)\b)"),
)
RELATIONS = re.compile(
    r"\b(?=[a-z])(?:" + "|".join(f"(?P<{relation}>{pattern})" for relation, pattern in _RELATIONS) + r")|[,;:.()!?]| - | / "
)
"""What ties a clause to the rest, by the name of the group; punctuation ends a clause without tying the next."""

_FOUND = r"(?:f(?:ound|inds?|inding)|discover(?:ed|s|ing|y)?)"
_BODY = r"(?:body|bodies|corpse|remains)"
_OF_ROUND = r"(?: (?:of|in|on|during|part of))?(?: (?:the|this|that) (?:round|game))?"
_WHOSE = r"(?:(?:the|this|that|his|her|my|their|@\d+'s?|claimed|stated|round|game|route|timeline)\b ?)*"

CONTENTS: tuple[Row, ...] = (
    _row(
        "ejection",
        "eject vot thrown exiled",
        rf"{PLAYER}(?: was| were| got| gets| getting| being| had been| is)* (?:ejected|voted (?:out|off)|thrown out|exiled)\b",
        rf"\b(?:ejecting|ejected|voted|voting)(?: out| off)? {PLAYER}(?: out| off)?",
        rf"{PLAYER}'s ejection",
    ),
    _row(
        "previous",
        "last previous prior preceding earlier",
        r"(?:(?:@\d+|we|i|he|she) (?:called|reported|voted (?:her|him|them) out) )?(?:\b(?:in|at|the|our) )*"
        r"\b(?:last|previous|prior|preceding|earlier) (?:meeting|report|round|discussion|vote|emergency|rotation|game)\b",
    ),
    _row(
        "first_round",
        "first 1",
        r"(?:\b(?:the|in|during) )*\b(?:first|1st) (?:meeting|report|round|emergency|body report|discussion|vote)\b",
        r"\bround (?:1|one)\b(?!\d)",
    ),
    _row(
        "nth_round",
        "round meeting",
        r"\bround (?:number )?(?:\d+|two|three|four|five|six)\b",
        r"\b(?:second|2nd|third|3rd|fourth|4th|fifth|5th) (?:round|meeting)\b",
    ),
    _row("gathering", "meeting", r"^(?:the |our )?meeting(?:/respawn)?$"),
    _row(
        "call",
        "report meeting button emergency bell call",
        r"(?:(?:@\d+|i|we|he|she|they)?(?:'s?)? ?(?:called|calling|calls|call|hit|hits|hitting|rang|pressed|pushed|used) )?"
        r"(?:(?:the|this|that|a|an|my|his|her|current|emergency|panic|body|self|ship) ?-?)*"
        rf"\b{_CALL_NOUN}\b(?! @| him\b| her\b| up\b)(?:/[a-z]+)?"
        r"(?: (?:was|got|gets|is|had been|just|being|has been))*(?: (?:called|happened|happens|happening|hit|hits"
        r"|popped(?: up)?|rang|started|began|begins|pressed|moment|freeze|timing|time|here|went off|bell rang))?",
    ),
    _row(
        "call",
        "now current present this just",
        r"\b(?:right |just )?now\b|\bcurrent(?:ly)?\b(?! body)|\bat present\b|\bthis (?:tick|moment|second|instant)\b"
        r"|^just$|\bjust a (?:second|moment) ago\b",
    ),
    _row(
        "find",
        "body bodies corpse remains dead",
        rf"\b(?:{_FOUND}|spot(?:ted|ting)|saw|seen|seeing|sees|caught|stumbled \w+|standing on"
        rf"|c(?:ame|oming) (?:up ?)?(?:on|onto|upon|across|to))\b[^,;]*?\b{_BODY}\b"
        r"(?: (?:and|or|/)? ?(?:then )?(?:self-?)?report(?:ed|ing|s)?)?",
        rf"\b{_BODY}\b(?: (?:was|were|is|got|being|had been|has been|later|first))*"
        r" (?:found|discovered|reported|spotted|seen)\b(?:(?: (?:or|and) |/)(?:found|discovered|reported))?",
        r"\b(?:saw|seeing|spotted) (?:@\d+|him|her|them) (?:lying )?dead\b",
    ),
    _row(
        "find",
        "found find discover report",
        rf"\b(?:{_FOUND}|(?:self-?)?report(?:ed|s|ing))\b"
        r"(?:(?: (?:and|or) |/)(?:self-?)?(?:found|reported|reporting|report))?"
        r"(?:(?:'s)? (?:of )?(?:(?:the|a|his|her|their|@\d+(?:'s?)?|him|them|it|in|&|or|and|both|dead|frozen|on)\b ?|& ?"
        r"|@\d+(?:'s?)? ?)*(?:body|bodies|corpse|dead)?)?",
    ),
    _row(
        "place",
        "area spot room location scene",
        r"(?:@\d+'s )?\b(?:death|murder|kill|crime) (?:area|spot|room|location|scene)\b|\bscene of the (?:crime|murder|kill)\b",
    ),
    _row("spawn", "spawn start beg", r"\b(?:re)?spawn(?:ed|ing|s)?\b|\b(?:round|game) (?:started|began|starts|begins)\b"),
    _row(
        "alive",
        "alive",
        r"(?<!left )(?<!saw )(?<!seen )(?<!seeing )(?<!leaving )(?<!with )"
        r"@\d+(?: (?:was|were|is|had been|being|last|seen|confirmed|known))+ alive\b",
    ),
    _row(
        "kill_of",
        "@",
        rf"\b(?:kill(?:ed|ing|s)?|murder(?:ed|ing)?) {PLAYER}",
        rf"{PLAYER}(?:'s?| was| were| got| had| has| have| been| could| would| must| to| being| is| just| then)*"
        r" (?:died|dies|dying|die|dropped|drops|killed|murdered|death)\b",
    ),
    _row(
        "kill",
        "kill murder di dying death dropped",
        r"(?:\b(?:the|time of|exact|real|critical) )*\b(?:kill(?:s|ed|ing)?|murder(?:ed|s)?|died|dies|die|dying|deaths?"
        r"|dropped)\b(?: (?:window|happened|had to have happened|must have happened|sequence|time|moment|timing|took place"
        r"|would have happened))*",
    ),
    _row(
        "ending",
        "end last final",
        rf"\b(?:(?:right |just )?(?:at|near|toward|towards|around) )?(?:the )?end(?: (?:of|timing)\b ?{_WHOSE})?(?! up)(?!\w)",
        r"\b(?:the )?(?:last|final) (?:(?:few|couple(?: of)?|two|three|four|five|\d+) )?(?:ticks?|seconds?|moments?|rooms)\b",
    ),
    _row(
        "late",
        "late second back last latter recently",
        rf"\b(?:much |somewhat )?later?\b(?: ?-?(?:on|round|game|half))?{_OF_ROUND}(?! than)",
        r"\b(?:second|back|last|latter) half\b(?: of (?:the|this) round)?",
        r"\bmid-to-late\b|\brecently\b|\blatest\b",
    ),
    _row(
        "middle",
        "mid half",
        r"\bmid(?:dle|way)?\b(?:[- ](?:of|through|round|game|way)\b)*(?: ?(?:the|this) round)?",
        r"\bhalf ?-?way\b(?: through (?:the|this) round)?",
    ),
    _row(
        "opening",
        "start beginning outset earl initial first front to",
        rf"\b(?:(?:at|right at|in|near) )?(?:the )?(?:start|beginning|outset)\b(?: of {_WHOSE})?",
        r"\b(?:round|game) start\b|\b(?:initial(?:ly)?|at first|to begin with)\b",
        r"\bearl(?:y|iest)\b(?:[- ](?:on|game|round|ticks?|part)\b)*(?: (?:in|of) (?:the|this) (?:round|game))?",
        r"\b(?:first|front) (?:half|part|ticks?|few(?: ticks?)?|couple(?: of)?(?: ticks)?|\d+ ticks)\b(?: of (?:the|this) round)?",
        r"(?:^|(?<=[,;] )|(?<= ))first(?= (?:in|at|with|during)\b|,|$)",
        r"^(?:i |we |he |she |they |@\d+ )?started(?: (?:out|off))?$",
    ),
    _row(
        "round",
        "",
        r"\b(?:this|that|the|current|each) (?:round|rotation|whole game|game|match)\b|\bround$|\b(?:the )?whole way\b",
        r"\b(?:a (?:little |bit )?)?(?:earlier|before)\b(?: (?:on|this round))?|\bso far\b|\b(?:ever|yet|once|twice)\b",
        r"\bat (?:all|any point|some point|various points|points|any time)\b",
        r"\b(?:multiple|several|two|three|many) times\b",
    ),
    _row(
        "anaphora",
        "then after that simul",
        r"\bthen\b|\bafterwards?\b|\bthat(?: same)? (?:window|time|point|moment|tick)\b|\bafter that\b|\bsimultaneously\b",
    ),
)
"""What a clause speaks of: every row that fits, each word used once."""

GOES_ON = re.compile(
    r"\b(?:then|after that|afterwards?|and after|onwards?|until|till?|up to|ever since|end(?:ing|ed|s)|continu\w+|rest of"
    r"|from (?:the )?(?:start|beginning|early)|later|last)\b"
    r"|\b(?:through|to)\b(?= (?:(?:the|after|right|just|when|near|later|around) )*(?:end|report|meeting|now|when|later|before"
    r"|mid\w*|last|finding|leaving|rest|@\d+ reached)\b)"
)
"""A story that goes on: its opening words are only where it begins."""

ITINERARY = re.compile(r"^(?:this round\b[^;:]*)?[;:]|^this round, (?:from|start\w*|end\w*|claimed|currently|arriving)\b")
"""A phrase that names the round and then tells its way through it: it is about the round."""

# --- from clauses to references ---------------------------------------------------------------------------------------

Kind = Literal["up_to_call", "find", "mention", "manner"] | str


def _tied(**kinds: str) -> dict[str, str]:
    """For every kind, the relations that lead to it, as one string."""
    return {relation: kind for kind, relations in kinds.items() for relation in relations.split()}


READINGS: dict[str, dict[str, str]] = {
    "ejection": _tied(before_vote="before just_before until"),
    "previous": _tied(previous="none at before just_before until", round="after just_after since"),
    "first_round": _tied(first_round="none at before just_before until"),
    "nth_round": _tied(nth_round="none at"),
    "gathering": _tied(call="none at just_before", up_to_call="before until ending", round="after just_after since"),
    "call": _tied(call="none at just_before just_after after", up_to_call="before until ending"),
    "find": _tied(find="none at just_before just_after", up_to_call="before until ending"),
    "place": _tied(mention="none"),
    "spawn": _tied(opening="none at after just_after", round="since"),
    "alive": _tied(before_kill="none at"),
    "kill_of": _tied(kill="none at just_before just_after", before_kill="before until"),
    "kill": _tied(kill_any="none at just_before just_after"),
    "ending": _tied(ending="none at just_before", round="before until ending since"),
    "late": _tied(late="none at since after", round="before until ending"),
    "middle": _tied(middle="none at", late="since after", round="before until ending"),
    "opening": _tied(opening="none at just_after", round="since after before until ending"),
    "round": _tied(previous="before", round="none at after just_after since until ending"),
    "happening": _tied(mention="none"),
    "anaphora": _tied(mention="none"),
    "manner": _tied(manner="none"),
}
"""What a content tied so refers to; else an event, or the round if the phrase ends there. A find is the call at a report
and an event otherwise; up to the call, and mere manner, are the round; a mention is an event."""

ROWS: tuple[tuple[str, ...], ...] = (
    ("between", "near", "about", "just_before", "just_after", "since", "until"),
    ("previous", "first_round", "nth_round", "before_vote"),
    ("call",),
    ("up_to_call",),
    ("ending", "late", "middle"),
    ("opening",),
    ("kill", "kill_any", "before_kill"),
    ("event",),
    ("round",),
    ("mention",),
    ("manner",),
)
"""The table of references: of several in a phrase, one of a higher row wins."""
