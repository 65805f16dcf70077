"""The grammar of time phrases, as tables that `quack.claims.time_phrases` reads from top to bottom.

The patterns see a phrase in lower case, without its names: `@0` stands for a player, `&` for a room, `$` for a task, and
`#0` for a group of tick numbers once it has been read.
"""

from __future__ import annotations

import re

PLAYER = r"@\d+"

# --- tick numbers --------------------------------------------------------------------------------------------------

_NUMBER = (
    r"(?<![.\d])\d+(?![.:]?\d)"
    r"(?! ?(?:more |other |full |whole |consecutive )?(?:ticks?|players?|people|rooms?|rounds?|seconds?|secs?|minutes?|times?|kills?"
    r"|tasks?|votes?|meetings?|of us|%)\b)"
)
_APPROXIMATELY = r"(?:(?:at|on|the|around|about|approximately|approx\.?|roughly|near|circa|like|maybe|say|right|exactly|least|~) ?)*"
_NAMED = rf"(?:\b(?:game )?ticks?[ :]?{_APPROXIMATELY}|\bt[ -]?(?=\d)){_NUMBER}(?:-?ish\b)?"
_JOINT = r" ?(?:-|/|,? ?\b(?:and|or|to|through|thru|until|till|into|going into)\b|,) ?"
_MORE = rf"(?:{_JOINT}{_APPROXIMATELY}(?:(?:ticks? ?|t(?=\d)){_APPROXIMATELY})?{_NUMBER}(?:-?ish\b)?)*"
_BARE = rf"(?:^|(?<=\bat )|(?<=\baround )|(?<=\babout )|(?<=~)|(?<=\bby )|(?<=\bfrom )|(?<=\buntil )|(?<=\bafter )|(?<=\bbefore )|(?<=\bbetween )|(?<=\bsince )){_NUMBER}(?:-?ish\b)?"
TICKS = re.compile(rf"(?:{_NAMED}|{_BARE}){_MORE}")
"""A group of tick numbers: "tick 5", "ticks 3-5 and 7", "t5/t6", "around 20-21" (there without its "around")."""

_SOON = (
    r"(?:almost )?\b(?:right|just|immediately|shortly|soon|directly|briefly|moments?|seconds?|minutes?"
    r"|(?:a|one|two|few|couple|some)(?: (?:a|few|couple|of|very|short|little|brief|more))* (?:seconds?|moments?|beats?|ticks?|bit|while|breath)"
    r"|a little)"
)

BEFORE_TICKS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (operator, re.compile(pattern + rf" {_APPROXIMATELY}$"))
    for operator, pattern in (
        ("about", r"\bbefore and after"),
        ("from", r"\bfrom (?:(?:right|just|shortly) )?(?:before|after)"),
        ("until_last", r"\b(?:until|till|up to) (?:a (?:bit|little) |just |shortly |right )(?:before|after)"),
        ("just_before", rf"{_SOON} (?:before|prior to|ahead of)(?: and at)?"),
        ("just_after", rf"{_SOON} (?:after|past|following)"),
        ("since_last", r"\b(?:after|past|later than)"),
        ("from", r"\b(?:from|between|starting(?: from)?|beginning)"),
        ("since", r"\b(?:since|onwards? from|as of)"),
        ("until_first", r"\b(?:before|prior to|earlier than)(?: or)?"),
        ("until_last", r"\b(?:until|till|til|up to|up until|no later than)"),
        ("by", r"\b(?:by|through|thru|to)"),
        ("about", r"(?:\b(?:around|about|approximately|approx\.?|roughly|near|circa|like|maybe|close to)|~)"),
    )
)
"""What stands before a group of tick numbers makes it this; the first that fits."""

_CALLED = r"(?:report|meeting|button|emergency|bell|call|now|end|body|death|rest|found|finding|reporting|hitting|killed|died)"

AFTER_TICKS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (operator, re.compile(r" ?" + pattern))
    for operator, pattern in (
        ("just_after", r"and (?:right|just|shortly|immediately|briefly|soon|directly) (?:after|following)\b"),
        ("since", r"(?:onwards?|forward|or later|and (?:onwards?|later|beyond|ever since|after(?:wards?)?\b(?! (?:@|that|the)))|ever since)\b|on\b(?! (?:the|his|her|my|@|&))"),
        ("since", rf"(?=,? ?(?:(?:right |all the way )?(?:until|till|til|up to|up until)\b(?! (?:&|@\d+'s? route))|(?:through|thru|to) (?:[^#,;]*\b{_CALLED}\b|(?:leaving|after|before|right|just|when)\b)))"),
        ("until_first", r"or (?:earlier|before)\b"),
        ("about", r"or so\b"),
    )
)
"""What stands after it changes it to this."""

CLAUSE_TO_TICKS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (operator, re.compile(rf"{pattern} (?:(?!\b(?:report|meeting|body|round|found|dead|died|kill\w*|button|when|while|as|then)\b)[^,;:#])*$"))
    for operator, pattern in (
        ("just_before", rf"{_SOON} (?:before|prior to)"),
        ("just_after", rf"{_SOON} after"),
        ("since_last", r"\b(?:after|since)"),
        ("until_first", r"\b(?:before|until|till)"),
    )
)
"""An order that a clause stands between: "after Bob left at tick 9"."""

# --- words that say nothing of when -----------------------------------------------------------------------------------

AGO = re.compile(r"\b(?:(?:a|quite|little|long) )+while ago\b")
"""Means earlier; its "while" is no clause's."""

HEDGES = re.compile(
    r"\b(?:very|pretty|really|literally|basically|exactly|actually|precisely|specifically|allegedly|alleged|supposedly|supposed"
    r"|apparently|reportedly|likely|probably|possibly|presumably|still|clearly|definitely|simply|somehow|already|unexplained"
    r"|(?:says?|said|claims?|claimed|admits|admitted|stated|confirmed)(?: that)?(?= (?:@\d+|i|he|she|they|it|the)\b))\b ?"
)

_WORDS_OF = (
    r"(?:story|stories|accounts?|claims?|claimed|statements?|testimony|report|info|information|words?|admissions?|timelines?"
    r"|timings?|speech|defense|sighting|alibi|said|path|routes?)"
)
ASIDES: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern)
    for pattern in (
        r",? ?\b(?:according to|based on|per|going by)\b[^,;#]*",
        rf",? ?\b(?:by|in|from|with) (?:@\d+'s?|his|her|their|my|your|own|the|very|first|latest|last|original|initial|later|stated| )+ {_WORDS_OF}\b"
        rf"(?: so far| in this meeting| as described[^,;#]*)?",
        r",? ?\bas (?:@\d+|he|she|they|i|you|we)(?:'s?)? (?:said|says|claims?|claimed|described|reported|admitted|stated|reports)\b(?: route)?(?! the body)",
        r",? ?\bas (?:reported|claimed|described|stated|admitted|said) (?:by|in) [^,;#]*",
        r",? ?\bif @\d+'s [^,;#]*\b(?:right|true|correct)\b",
        r"\bon (?:his|her|their|@\d+'s?) word\b",
        rf"(?:@\d+'s?|\bhis|\bher|\btheir|\bmy)(?: (?:own|very|first|latest|claimed|stated|reported|admitted|original|later|full|listed))* "
        rf"(?!report|sighting|path|routes?){_WORDS_OF}(?!\w)",
        r",? ?\bnot (?:(?:right|just) )?(?:before|at|when|after)\b[^,;#]*",
    )
)
"""On whose word something is said."""

LASTING = re.compile(
    r"\b(?:for|over) (?:about |around |at least |only |exactly )*(?:the )?(?:\d+|a|an|the|some|few|several|multiple|couple|two|three|four"
    r"|five|long|good|huge|large|small|short|bit|chunk|part|parts|stretch|while|moment|second|of|another|this|more|brief| )+"
    r"(?:ticks?|while|bit|time|round|moments?|seconds?|minutes?|chunk|part|stretch)\b(?: or so)?|\bbriefly\b|\b(?:a )?(?:long|short) time\b"
)
"""How long, where it is not most of the time: any part of the window will do."""

_SPELL = r"(?:time|round|game|match|rotation|while|duration|period|way through)"
DURATIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (duration, re.compile(pattern))
    for duration, pattern in (
        ("", r"\bat (?:(?:various|some|several) )?points (?:during|in|throughout) (?:the|this)(?: entire| whole)? (?:round|game)\b"),
        ("", r"\b(?:the )?rest of (?:the|this) (?:round|game|time)\b"),
        ("most", rf"\b(?:almost|nearly|practically|virtually) (?:(?:the|this|my|all of) )*(?:whole|entire|full|all)(?: {_SPELL})?\b"),
        ("most", rf"\b(?:mostly|(?:spent )?(?:the )?(?:vast )?(?:most|majority|bulk|better part|much) of(?: (?:the|this|my|his|her|that))?(?: {_SPELL})?)\b"),
        ("throughout", rf"\b(?:(?:the|this|that|his|her|my|their|an?) )*(?:entire|whole|full) {_SPELL}\b"),
        ("throughout", r"\ball (?:round|game|the time|this time|along)\b(?: long)?|\bthroughout\b|\bcontinuously\b|\bconstantly\b|\bnon-?stop\b"),
        ("throughout", r"\b(?:never|didn't|did not|hasn't|hadn't|haven't|without) (?:once )?(?:left|leave|leaving)(?: (?:&|the room))?"),
    )
)
"""How much of the window: the first that fits; "" takes words away that would fit a later row."""

# --- clauses ------------------------------------------------------------------------------------------------------------

_CALL_NOUN = r"(?:report|meeting|button|emergency|bell|call)s?"
_UP_TO = r"(?:the |this |that |when |i |we |he |she |@\d+ |@\d+'s? |right |just |after |before |around |about |shortly |very |last |current )*"

RELATIONS = re.compile(
    "|".join(
        f"(?P<{relation}>{pattern})"
        for relation, pattern in (
            ("just_before", rf"{_SOON} (?:before|prior to|ahead of)\b|\bleading up to\b"),
            ("just_after", rf"{_SOON} (?:after|following)\b(?! that\b)"),
            (
                "until",
                r"\b(?:right |just |all the way )*(?:up until|up to|until|till|til)\b(?: (?:right|just|shortly|immediately))*(?: (?:before|when|after|as))?\b"
                rf"|\b(?:through|thru|to)\b(?= {_UP_TO}(?:now|end|reporting|reported|{_CALL_NOUN}|death|killed|died|found|finding|discovered|hitting|later|middle"
                r"|near|leaving|arriving|entering|seeing)\b)(?! (?:report|call)\b(?! tim))(?: (?:right|just|shortly|immediately))*(?: (?:before|when|after|as))?\b"
                r"|\bby(?= (?:the (?:end|time|meeting|report)|now)\b)",
            ),
            ("ending", r"(?:(?:^|[,;:.] ?)(?:and )?|\band )(?:then )?(?:currently )?(?:ending|ended|ends)\b(?! up dead)(?: (?:up|at|in|by|as|when|right|just|with|here))*\b"),
            ("before", r"(?:\b(?:way|long|well|sometime|anytime|some time|at some point|in the window) )?\b(?:before|prior to|ahead of|earlier than)\b(?:/when\b| (?:or|and|/) (?:when|after|during)\b)?"),
            ("after", r"(?:\b(?:sometime|some time|at some point|long|only) )?\b(?:after|once)\b(?! that\b)"),
            (
                "since",
                r"\b(?:ever )?since\b(?: (?:when|after))?|\bfrom(?= (?:the |about |around |right |just |very |roughly )*(?:start|beginning|early|when|spawn\w*"
                r"|respawn\w*|half\w*|mid\w*|before|after|then|there|now|entering|arriving|round|outset|here)\b)(?: (?:when|right before|right after|before|after))?\b",
            ),
            ("between", r"\bbetween\b"),
            ("place", r"\b(?:to |on |near |at )?where\b"),
            (
                "at",
                r"\b(?:right |just |only )*(?:when(?:ever)?|while|as|during|upon|within)\b"
                r"|\b(?:at|around|about|near|by|on|in) (?:about |around )?(?:the )?(?:very |exact |same )*(?:time|moment|instant|tick|window|period)(?: (?:of|that|when|as|in))?\b",
            ),
            ("none", r"[,;:.()!?]| - | / |\b(?:and )?then\b|\band (?=(?:was|is|has|had|moved|went|arrived|reached|stayed|headed)\b)"),
        )
    )
)
"""What ties a clause to the rest; a clause that nothing ties has the relation none."""

_FOUND = r"(?:f(?:ound|inds?|inding)|discover(?:ed|s|ing|y)?)"
_BODY = r"(?:body|bodies|corpse|remains)"

CONTENTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (content, re.compile(pattern))
    for content, pattern in (
        ("ejection", rf"{PLAYER}(?: was| were| got| gets| getting| being| had been| is)* (?:ejected|voted (?:out|off)|thrown out|exiled)\b"),
        ("ejection", rf"\b(?:ejecting|ejected|voted|voting)(?: out| off)? {PLAYER}(?: out| off)?|{PLAYER}'s ejection"),
        ("previous", r"(?:(?:@\d+|we|i|he|she) (?:called|reported|voted (?:her|him|them) out) )?(?:\b(?:in|at|the|our) )*\b(?:last|previous|prior|preceding|earlier) (?:meeting|report|round|discussion|vote|emergency|rotation|game)\b"),
        ("first_round", r"(?:\b(?:the|in|during) )*\b(?:first|1st) (?:meeting|report|round|emergency|body report|discussion|vote)\b|\bround (?:1|one)\b"),
        ("nth_round", r"\bround (?:number )?(?:\d+|two|three|four|five|six)\b|\b(?:second|2nd|third|3rd|fourth|4th|fifth|5th) (?:round|meeting)\b"),
        ("gathering", r"^(?:the |our )?meeting(?:/respawn)?$"),
        ("call", rf"(?:(?:@\d+|i|we|he|she|they)?(?:'s?)? ?(?:called|calling|calls|call|hit|hits|hitting|rang|pressed|pushed|used) )?(?:(?:the|this|that|a|an|my|his|her|current|emergency|panic|body|self|ship) ?-?)*\b{_CALL_NOUN}\b(?! @| him\b| her\b| up\b)"
         r"(?:/[a-z]+)?(?: (?:was|got|gets|is|had been|just|being|has been))*(?: (?:called|happened|happens|happening|hit|hits|popped(?: up)?|rang|started|began|begins|pressed|moment|freeze|timing|time|here|went off|bell rang))?"),
        ("call", r"\b(?:right |just )?now\b|\bcurrent(?:ly)?\b(?! body)|\bat present\b|\bthis (?:tick|moment|second|instant)\b|^just$|\bjust a (?:second|moment) ago\b"),
        ("find", rf"\b(?:{_FOUND}|spot(?:ted|ting)|saw|seen|seeing|sees|caught|stumbled \w+|c(?:ame|oming) (?:up ?)?(?:on|onto|upon|across|to)|standing on)\b[^,;]*?\b{_BODY}\b(?: (?:and|or|/)? ?(?:then )?(?:self-?)?report(?:ed|ing|s)?)?"),
        ("find", rf"\b{_BODY}\b(?: (?:was|were|is|got|being|had been|has been|later|first))* (?:found|discovered|reported|spotted|seen)\b(?:(?: (?:or|and) |/)(?:found|discovered|reported))?"),
        ("find", rf"\b(?:{_FOUND}|(?:self-?)?report(?:ed|s|ing))\b(?:(?: (?:and|or) |/)(?:self-?)?(?:found|reported|reporting|report))?(?:(?:'s)? (?:of )?(?:(?:the|a|his|her|their|@\d+(?:'s?)?|him|them|it|in|&|or|and|both|dead|frozen|on)\b ?|&|@\d+(?:'s?)? ?)*(?:body|bodies|corpse|dead)?)?"),
        ("find", r"\b(?:saw|seeing|spotted) (?:@\d+|him|her|them) (?:lying )?dead\b"),
        ("place", r"(?:@\d+'s )?\b(?:death|murder|kill|crime) (?:area|spot|room|location|scene)\b|\bscene of the (?:crime|murder|kill)\b"),
        ("spawn", r"\b(?:re)?spawn(?:ed|ing|s)?\b|\b(?:round|game) (?:started|began|starts|begins)\b"),
        ("alive", r"(?<!left )(?<!saw )(?<!seen )(?<!seeing )(?<!leaving )(?<!with )@\d+(?: (?:was|were|is|had been|being|last|seen|confirmed|known))+ alive\b"),
        ("kill_of", rf"\b(?:kill(?:ed|ing|s)?|murder(?:ed|ing)?) {PLAYER}"),
        ("kill_of", rf"{PLAYER}(?:'s?| was| were| got| had| has| have| been| could| would| must| to| being| is| just| then)* (?:died|dies|dying|die|dropped|drops|killed|murdered|death)\b"),
        ("kill", r"(?:\b(?:the|time of|exact|real|critical) )*\b(?:kill(?:s|ed|ing)?|murder(?:ed|s)?|died|dies|die|dying|deaths?|dropped)\b(?: (?:window|happened|had to have happened|must have happened|sequence|time|moment|timing|took place|would have happened))*"),
        ("ending", r"\b(?:(?:right |just )?(?:at|near|toward|towards|around) )?(?:the )?(?:very )?end(?: (?:of|timing)\b(?: (?:the|this|that|his|her|my|their|@\d+'s?|claimed|stated|round|game|route)\b)*)?(?! up)\b|\b(?:the )?(?:last|final) (?:(?:few|couple(?: of)?|two|three|four|five|\d+) )?(?:ticks?|seconds?|moments?|rooms)\b"),
        ("late", r"\b(?:much |somewhat )?later?\b(?: (?:in|on|during|part of)\b)?(?: (?:the|this|that) (?:round|game)| ?-?(?:round|game|half))?(?! than)|\b(?:second|back|last|latter) half\b(?: of (?:the|this) round)?|\bmid-to-late\b|\brecently\b|\blatest\b"),
        ("middle", r"\bmid(?:dle|way)?\b(?:[- ](?:of|through|round|game|way)\b)*(?:(?:the|this) round)?|\bhalf ?-?way\b(?: through (?:the|this) round)?"),
        ("opening", r"\b(?:(?:at|right at|in|near) )?(?:the )?(?:start|beginning|outset)\b(?: of (?:the|this|my|his|her|@\d+'s?) (?:round|game|route|timeline))?|\b(?:round|game) start\b|\bearl(?:y|iest)\b(?:[- ](?:on|game|round|ticks?|part)\b)*(?: in (?:the|this) (?:round|game))?"
         r"|\b(?:initial(?:ly)?|at first|to begin with)\b|\b(?:first|front) (?:half|part|ticks?|few(?: ticks?)?|couple(?: of)?(?: ticks)?|\d+ ticks)\b(?: of (?:the|this) round)?"
         r"|(?:^|(?<=[,;] )|(?<= ))first(?= (?:in|at|with|during)\b|,|$)|^(?:i |we |he |she |they |@\d+ )?started(?: (?:out|off))?$"),
        ("round", r"\bsince (?:then )?(?:last|the last|the previous) meeting\b|\b(?:this|that|the|current|each) (?:round|rotation|game|whole game|match)\b|\b(?:a (?:little |bit )?)?(?:earlier|before)\b(?: (?:on|this round))?|\bso far\b|\bat (?:all|any point|some point|various points|points|any time)\b|\bever\b|\byet\b|\bonce\b|\btwice\b|\b(?:multiple|several|two|three|many) times\b|\b(?:the )?whole way\b|\bround$"),
        ("anaphora", r"\bthen\b|\bafterwards?\b|\bthat(?: same)? (?:window|time|point|moment|tick)\b|\bafter that\b|\bsimultaneously\b"),
    )
)
"""What a clause speaks of: every row that fits, each word used once."""

GOES_ON = re.compile(
    r"\bthen\b|\bafter that\b|\bafterwards?\b|\band after\b|\bonwards?\b|\buntil\b|\btill?\b|\bup to\b|\bever since\b|\bend(?:ing|ed|s)\b|\bcontinu\w+|\brest of\b"
    r"|\b(?:through|to)\b(?= (?:the |after |right |just |when |near |later |around )*(?:end|report|meeting|now|when|later|before|mid\w*|last|finding|leaving|rest|@\d+ reached)\b)"
    r"|\bfrom (?:the )?(?:very )?(?:start|beginning|early)\b|\blater\b|\blast\b"
)
"""An itinerary goes on: its opening words are only where it begins."""

ITINERARY = re.compile(r"^(?:this round\b[^;:]*)?[;:]|^this round, (?:from|start\w*|end\w*|claimed|currently|arriving)\b")
"""A phrase that names the round and then tells its way through it: it is about the round."""

_ANY_ORDER = ("before", "until", "ending")
READINGS: dict[str, dict[str, str]] = {
    "ejection": dict.fromkeys(("before", "until", "just_before"), "before_vote"),
    "previous": dict.fromkeys(("none", "at", "before", "just_before", "until"), "previous")
    | dict.fromkeys(("after", "just_after", "since"), "round"),
    "first_round": dict.fromkeys(("none", "at", "before", "just_before", "until"), "first_round"),
    "nth_round": dict.fromkeys(("none", "at"), "nth_round"),
    "call": dict.fromkeys(("none", "at", "just_before", "just_after", "after"), "call")
    | dict.fromkeys(_ANY_ORDER, "up_to_call"),
    "gathering": dict.fromkeys(("none", "at", "just_before"), "call")
    | dict.fromkeys(_ANY_ORDER, "up_to_call")
    | dict.fromkeys(("after", "just_after", "since"), "round"),
    "place": {"none": "mention"},
    "find": dict.fromkeys(("none", "at", "just_before", "just_after"), "find") | dict.fromkeys(_ANY_ORDER, "up_to_call"),
    "spawn": dict.fromkeys(("none", "at", "after", "just_after"), "opening") | {"since": "round"},
    "alive": dict.fromkeys(("none", "at"), "before_kill"),
    "kill_of": dict.fromkeys(("none", "at", "just_before", "just_after"), "kill")
    | dict.fromkeys(("before", "until"), "before_kill"),
    "kill": dict.fromkeys(("none", "at", "just_before", "just_after"), "kill_any"),
    "ending": dict.fromkeys(("none", "at", "just_before"), "ending")
    | dict.fromkeys(("before", "until", "ending", "since"), "round"),
    "late": dict.fromkeys(("none", "at", "since", "after"), "late") | dict.fromkeys(_ANY_ORDER, "round"),
    "middle": {"none": "middle", "at": "middle", "since": "late", "after": "late", "before": "round", "until": "round"},
    "opening": dict.fromkeys(("none", "at", "just_after"), "opening")
    | dict.fromkeys(("since", "after", *_ANY_ORDER), "round"),
    "round": {"before": "previous"} | dict.fromkeys(("none", "at", "after", "just_after", "since", "until", "ending"), "round"),
    "happening": {"none": "mention", "ending": "round"},
    "anaphora": {"none": "mention"},
    "manner": {"none": "manner"},
}
"""What a clause about this, tied so, refers to; anything else is an event."""

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
