"""What a time phrase says beside when: hedges, on whose word, how long.

The patterns see a phrase in lower case, without its names: `@0` stands for a player, `&` for a room, `$` for a task,
and `#` for tick numbers that were read.
"""

from __future__ import annotations

from quack.claims.time_rows import Table, row

SOON = (
    r"(?:\b(?:almost|just|only) )?\b(?:right|just|immediately|shortly|soon|directly|briefly|moments?|seconds?|minutes?"
    r"|a little|(?:a|one|two|few|couple|some)(?: (?:a|few|couple|of|very|short|little|brief|more))*"
    r" (?:seconds?|moments?|beats?|ticks?|bit|while|breath))"
)
"""Before "before" or "after": not far from it."""

_HEDGES = (
    r"\b(?:very|pretty|really|literally|basically|exactly|actually|precisely|specifically|allegedly|alleged|supposedly"
    r"|supposed|apparently|reportedly|likely|probably|possibly|presumably|still|clearly|definitely|simply|somehow"
    r"|already|(?:says?|said|claims?|claimed|admits|admitted|stated|confirmed)(?: that)?"
    r"(?= (?:@\d+|i|he|she|they|it|the)\b))\b ?"
)

REWRITTEN = Table(
    row("earlier", "ago", r"\b(?:(?:a|quite|little|long) )+while ago\b", instead="earlier"),
    row(
        "hedge",
        "ly very pretty alleged supposed still somehow already said say claim admit stated confirmed",
        _HEDGES,
        instead="",
    ),
    row(
        "while",
        "_time_",
        r"\b(?:whole|entire|full) time(?= (?:that )?(?:@\d+|i|he|she|they|we|you)\b)",
        instead=r"\g<0> while",
    ),
)
"""What is put in plainer words first; hedges change nothing about when."""

_SOURCE = (
    r"(?:story|stories|accounts?|claims?|claimed|statements?|testimony|info|information|words?|admissions?|timelines?"
    r"|timings?|speech|defense|alibi|said)"
)
_SOURCE_CUES = "stor account claim statement testimony info word admission timeline timing speech defense alibi said"
_OWNER = r"(?:@\d+'s?|his|her|their|my|your|own|the|first|latest|last|original|initial|later|stated)"
_OWN = r"(?:own|first|latest|claimed|stated|reported|admitted|original|later|full|listed)"
_MANY = (
    r"(?:\d+|a|an|the|some|few|several|multiple|couple|two|three|four|five|long|good|huge|large|small|short|bit|chunk"
    r"|parts?|stretch|while|moment|second|of|another|this|more|brief)"
)
_SPAN = r"(?:ticks?|while|bit|time|round|moments?|seconds?|minutes?|chunk|part|stretch)"

ASIDES = Table(
    row("source", "according based per going", r",? ?\b(?:according to|based on|per|going by)\b[^,;#]*"),
    row(
        "source",
        f"{_SOURCE_CUES} report sighting path route",
        rf",? ?\b(?:by|in|from|with) (?:{_OWNER} )+(?:{_SOURCE}|report|sighting|path|routes?)\b"
        r"(?: so far| in this meeting| as described[^,;#]*)?",
    ),
    row(
        "source",
        "said says claim describ admitted stated reported",
        r",? ?\bas (?:@\d+|he|she|they|i|you|we)(?:'s?)? (?:said|says|claims?|claimed|described|admitted|stated)\b"
        r"(?: route)?",
        r",? ?\bas (?:reported|claimed|described|stated|admitted|said) (?:by|in) [^,;#]*",
    ),
    row("source", "if", r",? ?\bif @\d+'s [^,;#]*\b(?:right|true|correct)\b"),
    row("source", "word", r"\bon (?:his|her|their|@\d+'s?) word\b"),
    row("source", _SOURCE_CUES, rf"(?:@\d+'s?|\bhis|\bher|\btheir|\bmy)(?: {_OWN})* {_SOURCE}(?!\w)"),
    row("denial", "not", r",? ?\bnot (?:(?:right|just) )?(?:before|at|when|after)\b[^,;#]*"),
    row(
        "a while",
        "for_ over_ briefly long_time short_time",
        rf"\b(?:for|over) (?:(?:about|around|at least|only|the) )*(?:{_MANY} )*{_SPAN}\b(?: or so)?",
        r"\bbriefly\b|\b(?:a )?(?:long|short) time\b",
    ),
)
"""Taken out: on whose word it is, when it was not, and a length that is not most of the time."""

_SPELL = r"(?:time|round|game|match|rotation|while|duration|period|way through)"

DURATIONS = Table(
    row(
        "",
        "points rest",
        r"\bat (?:(?:various|some|several) )?points (?:during|in|throughout) (?:the|this)(?: entire| whole)?"
        r" (?:round|game)\b",
        r"\b(?:the )?rest of (?:the|this) (?:round|game|time)\b",
    ),
    row(
        "most",
        "almost nearly practically virtually most majority bulk better much",
        r"\b(?:almost|nearly|practically|virtually) (?:(?:the|this|my|all of) )*(?:whole|entire|full|all)"
        rf"(?: {_SPELL})?\b",
        r"\bmostly\b",
        r"\b(?:spent )?(?:the )?(?:vast )?(?:most|majority|bulk|better part|much) of"
        rf"(?: (?:the|this|my|his|her|that))?(?: {_SPELL})?\b",
    ),
    row(
        "throughout",
        "entire whole full all through continuously constantly non never n't not without",
        rf"\b(?:(?:the|this|that|his|her|my|their|an?) )*(?:entire|whole|full) {_SPELL}\b",
        r"\ball (?:round|game|the time|this time|along)\b(?: long)?",
        r"\b(?:throughout|continuously|constantly|non-?stop)\b",
        r"\b(?:never|didn't|did not|hasn't|hadn't|haven't|without) (?:once )?(?:left|leave|leaving)"
        r"(?: (?:&|the room))?",
    ),
)
"""How much of the window; the row without a name takes words away that would fit a later one."""
