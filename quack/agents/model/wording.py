"""Which sentences say what is done: words that take it back, make it depend on something, or tell of somebody else."""

from __future__ import annotations

import re

from quack.agents.model.replies import OBJECT, SAID

MARKS = " \t`*_#>\"'[]{}$|"
_WINDOW = 400
"""So many characters of a line before or after a statement are looked at."""
_TAGS = "answer|final_answer|final|action|decision|vote|choice|output|response|tool_call|function_call|json"
LEADING = re.compile(
    rf"[{re.escape(MARKS)}{SAID}(]*(?:(?:[-+•→➤✅]|->|=>|\d{{1,3}}[.)])[ \t]+)?[{re.escape(MARKS)}(]*"
    rf"(?:<(?:{_TAGS})>|\\boxed\{{)?[{re.escape(MARKS)}]*",
    re.IGNORECASE,
)
"""What may stand before a statement on its line."""
_REST = re.compile(r"(?:and|并且?|同时)?[.。!]?[*_`\"']{0,4}(?:</\w{1,20})?")
ITEM = re.compile(r"\s*(?:[-+•*]|\d{1,3}[.)])[ \t]+(?!\*)")
"""The mark of a list."""
_ASIDE = re.compile(rf"[ \t]*(?:[>|]|(?:[-+•*]|\d{{1,3}}[.)])[ \t]+(?!\*)|.*{OBJECT})")
"""The beginning of a line that is quoted, a row of a table or an item of a list."""
_SENTENCE = re.compile(r"(?:(?<!e\.g)(?<!i\.e)\.|[!?…])[\"'*_)]*\s+|[。！？]|^", re.MULTILINE)
_OPENERS = r"(?:(?:ok|okay|well|alright|now|for now|right now|this turn|finally|好的?|好吧|我想好了|现在)[\s,:]*+)*+"
_OPENS = re.compile(
    rf"[{re.escape(MARKS)}{SAID}(]*+(?:\d{{1,3}}[.)][ \t]+|[-+•][ \t]+)?[{re.escape(MARKS)}(]*+"
    rf"(?:(?:so|therefore|thus|hence|所以|因此)[\s,]*+)?{_OPENERS}[{re.escape(MARKS)}(]*+",
    re.IGNORECASE,
)
_THEREFORE = re.compile(
    rf"(?:[\s,;](?:so|but|therefore|thus|hence)[\s,]++|(?:所以|因此|但是?)[\s,]*+){_OPENERS}[{re.escape(MARKS)}(]*+$",
    re.IGNORECASE,
)
_DEPENDS = re.compile(
    r"\b(?:if|unless|when|whenever|once|should|would|could|might|may|suppose|assuming|say|says|said|saying|tells?|told"
    r"|asks?|asked|wants|wanted|suggest\w*|claim\w*|orders?|ordered|think|thinks|thought|wrote|writes?)\b|'d\b"
    r"|如果|若|要是|假如|除非|可能|也许|说|告诉|让我|叫我|认为|觉得",
    re.IGNORECASE,
)
_MISLEADS = re.compile(
    r"\b(?:not|never|no|last|previous\w*|earlier|was|were|had|soon|after"
    r"|avoid|reject\w*|rul\w+ out|discard\w*|instead of|rather than|next (?:turn|tick|round|time|move)"
    r"|later|afterwards|then|options?|alternatives?|actions are|moves are|possibilit\w+|possible|legal|available"
    r"|could|can|would|might|may|example|such as|like|consider\w*|format|tempting|risky|dangerous|wrong|mistakes?"
    r"|innocent|trust\w*|against|worst|least)\b"
    r"|n't\b|不|别|勿|没|下一|之后|以后|例如|比如|选项|可选|可以|避免|考虑",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;—–]|\b(?:so|but|therefore)\b|所以|因此|但")
DECIDES = re.compile(
    r"vote|answer|decision|decide|choice|choose|action|eject|must be|output|final|投|放逐|决定|选|行动|答",
    re.IGNORECASE,
)
"""What is in a line that announces a decision."""
_ANNOUNCES = re.compile(rf"{DECIDES.pattern}|\b(?:i|so|therefore|now|do|best|here)\b|我|所以", re.IGNORECASE)
_UNFINISHED = re.compile(
    r"(?:\b(?:not|never|cannot|would|should|could|might|may|to)|n't|不|别|不要|不会)"
    r"(?: (?:ever|do|to|choose|pick|vote|for|out|go|want|will|say|be))*$",
    re.IGNORECASE,
)
_UNLESS = re.compile(
    r"\b(?:if|unless|when|whenever|once|only|or|maybe|perhaps|possibly|otherwise|except|provided|assuming|until|after"
    r"|later|next|no|nope|rejected|wrong|said|says|but|however|though|although|kidding)\b|如果|若|要是|除非|或|之后|以后|下一",
    re.IGNORECASE,
)
_REASON = re.compile(r"\b(?:because|since|so|as|for (?!next)|to)\b|因为|以便", re.IGNORECASE)
_STOP = re.compile(rf"[.;!?。；！？\n{SAID}]")
_CLOSING = re.compile(r"[*_`\"'\]}$)]*(?:</\w{1,20}>)?")
_ENDS = re.compile(
    rf"[ \t]*+(?:$|\Z|。|[.!][*_`\"')\]]*(?=\s|\Z|{SAID})|(?:[|,;]|[,;]?[ \t]*+(?:and|并且?|同时))?[ \t`*\"']*+{SAID}"
    r"|,?[ \t]*+(?:because|since)\b|,?因为)",
    re.MULTILINE | re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"[ \t]*(?:[,;(—–]|--?[ \t])|[ \t]+(?:so|to|in order|for|now|this turn|while|instead of|rather than)\b"
    r"|而不是|以便",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[ \t]*[,;/(][ \t*_`\"']*")
_TAKEN_BACK = re.compile(
    r"(?:^|[.!?。！？\n])\W{0,6}(?:actually|on second thoughts?|scratch that|never ?mind|no(?:pe)?\s*[,.!—-]"
    r"|wait\s*[,.!—-]|hmm|correction|instead|but\b|however|don't|do not|just kidding|or\b|算了|不对|等等|不过|但)"
    r"|changed my mind|reconsider|rather not",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:not|never|no|nope|cannot|avoid|refuse|reject\w*|risky|dangerous|mistake|wrong|tempting|bad idea|if|unless"
    r"|should|would|could|might|may|or|next|later|after|instead|rather|but|however|said|says|told|asked|wants|option\w*"
    r"|example|stay|wait|skip|kidding)\b|n't\b|\bI(?:'ll|'d|'m| will| am| choose| go| move| stay| vote)\b"
    r"|不|别|勿|没|如果|若|要是|除非|之后"
    r"|或|说|但|下一|\?",
    re.IGNORECASE,
)


_OWN = re.compile(
    r"\b(?:I'll|I will|I'm going|I am going|I'd like to|I want to|I choose|I decide|I pick|I go with|let me"
    r"|my (?:move|action|choice)(?: now)? is)\b|我(?:要|会|将|决定|选择|现在)",
    re.IGNORECASE,
)
_IT_IS = re.compile(r"[`*_\"']* it is\b", re.IGNORECASE)
_BECAUSE = re.compile(r"\b(?:because|since)\b|因为", re.IGNORECASE)
_TO_FORM = re.compile(
    rf"(?:\s*(?:now|just|simply|definitely|therefore|go (?:with|for)|to|do)\b)*[\s:：{re.escape(MARKS)}]*"
    r"|(?!.*(?:list|moves|actions|think|see|check|watch|whether|that\b|看|想|列))[\w\s']{1,40}[:：]\s*",
    re.IGNORECASE,
)
"""What may stand between "I will" and a form: words that add nothing, or a few that tell of it, with a colon."""
_OPINION = re.compile(
    r"\s*(?:hm+,? |well,? |ok(?:ay)?,? |so,? )*(?:I (?:think|guess|believe)(?: that)?|我(?:想|觉得|认为))\b",
    re.IGNORECASE,
)


def is_own_sentence(plain: str, start: int, end: int) -> bool:
    """Whether a form stands in a sentence in which its writer says what it does, and nothing puts that in doubt."""
    lead = line_before(plain, start)
    sentence = lead[max(found.end() for found in _SENTENCE.finditer(lead)) :]
    before = sentence[opinion.end() :] if (opinion := _OPINION.match(sentence)) else sentence
    stop = _STOP.search(plain, end, end + _WINDOW)
    after = plain[end : stop.start() if stop else end + _WINDOW]
    owns = [found.end() for found in _OWN.finditer(before)]
    own = bool(owns) and _TO_FORM.fullmatch(before, owns[-1]) is not None
    if not (own or _IT_IS.match(after)) or '"' in before or _DEPENDS.search(_OWN.sub("", before)):
        return False
    about = _BECAUSE.split(after)[0]
    shaded = _MISLEADS.search(_CLAUSE.split(before)[-1]) or _MISLEADS.search(about) or _UNLESS.search(about)
    return not shaded and not _questioned(plain, end) and last_doubt(plain) < (stop.start() if stop else len(plain))


def opens_sentence(plain: str, position: int) -> bool:
    """Whether a sentence begins at a position, or what its writer concludes in one; not one that only tells of it."""
    lead = line_before(plain, position)
    if lead.count('"') % 2 or lead.lstrip().startswith((">", "|")) or (lead.strip() and OBJECT in lead):
        return False
    begin = max(found.end() for found in _SENTENCE.finditer(lead))
    sentence = lead[begin:]
    if _OPENS.fullmatch(sentence):
        return bool(begin) or not is_misled(plain, position - len(lead))
    drawn = _THEREFORE.search(sentence)
    return drawn is not None and _DEPENDS.search(sentence[: drawn.start()]) is None


def line_before(plain: str, position: int) -> str:
    """The line before a position; of a long one the end, which begins no sentence."""
    begin = max(position - _WINDOW, 0)
    start = plain.rfind("\n", begin, position)
    return plain[start + 1 : position] if start >= 0 or not begin else f"x{plain[begin:position]}"


def is_fence(line: str) -> bool:
    return line.lstrip(" \t>").startswith(("```", "~~~"))


def above(plain: str, start: int) -> tuple[int, int] | None:
    """Where the nearest line stands that says something, above the one that begins at a position; fences are none."""
    end, least = start - 1, start - _WINDOW
    while end > max(least, 0):
        begin = max(plain.rfind("\n", 0, end) + 1, least)
        line = plain[begin:end]
        if line.strip(MARKS + SAID + "~\r") and not is_fence(line):
            return begin, end
        end = begin - 1
    return None


def is_misled(plain: str, start: int) -> bool:
    """Whether the line above announces anything but what is done now, or breaks off where it says that it is not."""
    span = above(plain, start)
    line = plain[slice(*span)].strip(MARKS + "\r") if span else ""
    if not line.endswith(":"):
        return _UNFINISHED.search(line) is not None
    sentence = line[max(found.end() for found in _SENTENCE.finditer(line)) :]
    clause = _CLAUSE.split(sentence)[-1]
    return not _ANNOUNCES.search(clause) or bool(_DEPENDS.search(sentence) or _MISLEADS.search(clause))


def leads_on(line: str, *, adjoins: bool) -> bool:
    """Whether a line ends in a colon or, where the next one adjoins it, in the middle of a sentence."""
    line = line.rstrip(MARKS + "\r")
    return line.endswith(":") or (adjoins and not line.endswith((".", "!", "?", "。", "！", "？", "…", ")", SAID)))


def stands_aside(plain: str, position: int) -> bool:
    """Whether a position is in a quoted line, a table or a list."""
    return _ASIDE.match(line_before(plain, position)) is not None


def ends_well(plain: str, end: int) -> bool:
    """Whether a statement ends there, but for a reason or words that are said."""
    return _ENDS.match(plain, _closed(plain, end)) is not None and not _questioned(plain, end)


def goes_on_well(plain: str, end: int) -> bool:
    """Whether a statement that is called one goes on with what doesn't change it."""
    closed = _closed(plain, end)
    if plain[end:closed].endswith(">"):
        return True
    on = _GOES_ON.match(plain, closed)
    if not on and not _ENDS.match(plain, closed):
        return False
    rest = plain[closed : closed + _WINDOW]
    stop = _STOP.search(rest, on.end() - closed if on else 0)
    about = _REASON.split(rest[: stop.start()] if stop else rest)[0]
    return not _questioned(plain, end) and not _UNLESS.search(about)


def next_in_list(plain: str, end: int) -> int | None:
    """Where what is listed next would begin; None if no list goes on."""
    found = _LISTED.match(plain, _closed(plain, end))
    return found.end() if found else None


def is_taken_back(plain: str, end: int) -> bool:
    """Whether what follows a statement takes it back."""
    return _TAKEN_BACK.search(plain, end) is not None


def last_doubt(plain: str) -> int:
    """Where the last word stands that puts a mere mention before it in doubt; -1 if none does."""
    return max((found.start() for found in _DOUBT.finditer(plain)), default=-1)


def is_last_sentence(plain: str, end: int) -> bool:
    """Whether nothing follows the sentence in which something ends."""
    stop = _STOP.search(plain, end, end + _WINDOW)
    rest = plain[stop.end() :] if stop else plain[end + _WINDOW :]
    return not rest.strip(MARKS + SAID + ".!)\n")


def is_whole(rest: str) -> bool:
    """Whether what follows a statement on its line is nothing but marks and words that are said."""
    return _REST.fullmatch(rest.strip(MARKS + SAID + ")\r")) is not None


def is_cited(plain: str, start: int, end: int) -> bool:
    """Whether a quote closes behind something that was opened before it, and not just before."""
    return plain[end : end + 1] in ("'", '"') and plain[max(start - 1, 0) : start] != plain[end]


def _closed(plain: str, end: int) -> int:
    found = _CLOSING.match(plain, end)
    return found.end() if found else end


def _questioned(plain: str, end: int) -> bool:
    stop = _STOP.search(plain, end, end + _WINDOW)
    return stop is not None and stop.group() in "?？"
