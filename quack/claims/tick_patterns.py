"""The grammar of tick numbers: how they are written, and what the words around them make of them."""

from __future__ import annotations

import re

from quack.claims.time_asides import SOON
from quack.claims.time_rows import Table, row

_NUMBER = (
    r"(?<![.0-9])[0-9]+(?![.:]?[0-9])(?!(?!ish\b)[a-z_])(?! ?(?:(?:more|other|full|whole|consecutive) )?(?:ticks?"
    r"|players?|people|rooms?|rounds?|seconds?|secs?|minutes?|times?|kills?|tasks?|votes?|meetings?|of us|%)\b)"
)
_LOOSELY = (
    r"(?:(?:at|on|the|around|about|approximately|approx\.?|roughly|near|circa|like|maybe|say|right|exactly|least|~) ?)*"
)
_ISH = r"(?:-?ish\b)?"
_NAMED = rf"(?:\b(?:game )?ticks?[ :]?{_LOOSELY}|\bt[ -]?(?=[0-9])){_NUMBER}{_ISH}"
_BARE = (
    "(?:^|"
    + "|".join(rf"(?<=\b{word} )" for word in "at around about by from until after before between since".split())
    + rf"|(?<=~)){_NUMBER}{_ISH}"
)
_JOINT = r" ?(?:-|/|,? ?\b(?:and|or|to|through|thru|until|till|into|going into)\b|,) ?"
_MORE = rf"(?:{_JOINT}{_LOOSELY}(?:(?:ticks? ?|t(?=[0-9])){_LOOSELY})?{_NUMBER}{_ISH})*"

TICKS = re.compile(rf"(?=[0-9t]|game )(?:{_NAMED}|{_BARE}){_MORE}")
"""Numbers that stand together: "tick 5", "ticks 3-5 and 7", "t5/t6", "20-21" after "around"."""

Operators = tuple[tuple[str, re.Pattern[str]], ...]

BEFORE_TICKS = Table(
    *(
        row(operator, cues, rf"{pattern}(?: |(?<=~)){_LOOSELY}$")
        for operator, cues, pattern in (
            ("about", "before", r"\bbefore and after"),
            ("from", "from", r"\bfrom (?:(?:right|just|shortly) )?(?:before|after)"),
            (
                "until_last",
                "before after",
                r"\b(?:until|till|up to) (?:a (?:bit|little)|just|shortly|right) (?:before|after)",
            ),
            ("just_before", "before prior ahead", rf"{SOON} (?:before|prior to|ahead of)(?: and at)?"),
            ("just_after", "after past following", rf"{SOON} (?:after|past|following)"),
            ("since_last", "after past later", r"\b(?:after|past(?! at\b)|later than)"),
            ("from", "from between start beginning", r"\b(?:from|between|starting(?: from)?|beginning)"),
            ("since", "since onward of", r"\b(?:since|onwards? from|as of)"),
            ("until_first", "before prior earlier", r"\b(?:before|prior to|earlier than)(?: or)?"),
            ("until_last", "until til up no", r"\b(?:until|till|til|up to|up until|no later than)"),
            ("by", "by th to", r"\b(?:by|through|thru|to)(?! (?:at|on)\b)"),
            (
                "about",
                "around about approx roughly near circa like maybe close ~",
                r"(?:\b(?:around|about|approximately|approx\.?|roughly|near|circa|like|maybe|close to)|~)",
            ),
        )
    )
)
"""What stands before numbers makes them this; the first that fits. Suffixes say which of several numbers counts."""

_END = (
    r"(?:report|meeting|button|emergency|bell|call|now|end|body|death|rest|found|finding|reporting|hitting|killed|died)"
)

AFTER_TICKS: Operators = tuple(
    (operator, re.compile(rf" ?(?:{pattern})"))
    for operator, pattern in (
        ("just_after", r"and (?:right|just|shortly|immediately|briefly|soon|directly) (?:after|following)\b"),
        (
            "since",
            r"(?:onwards?|forward|or later|ever since"
            r"|and (?:onwards?|later|beyond|ever since|after(?:wards?)?\b(?! (?:@|that|the))))\b"
            r"|on\b(?! (?:the|his|her|my|@|&))",
        ),
        (
            "since",
            r"(?=,? ?(?:(?:right |all the way )?(?:until|till|til|up to|up until)\b(?! (?:&|@[0-9]+'s? route))"
            rf"|(?:through|thru|to) (?:[^#,;]*\b{_END}\b|(?:leaving|after|before|right|just|when)\b)))",
        ),
        ("until_first", r"or (?:earlier|before)\b"),
        ("about", r"or so\b"),
    )
)
"""What stands after them changes it to this."""

_CLAUSE = r"(?:(?!\b(?:report|meeting|body|round|found|dead|died|kill\w*|button|when|while|as|then)\b)[^,;:#])*"

CLAUSE_TO_TICKS: Operators = tuple(
    (operator, re.compile(rf"{pattern} {_CLAUSE}$"))
    for operator, pattern in (
        ("just_before", rf"{SOON} (?:before|prior to)"),
        ("just_after", rf"{SOON} after"),
        ("since_last", r"\b(?:after|since)"),
        ("until_first", r"\b(?:before|until|till)"),
    )
)
"""An order with a clause in between: "after Bob left at tick 9"."""
