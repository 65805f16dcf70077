"""What an utterance is before it is read: a vote token, blank, not English, or leaked reasoning."""

from __future__ import annotations

import re

from quack.claims.entities import Names
from quack.claims.offline.tokens import find_names

_TRIM = " \t\r\n.!?,;:'\"*_`()[]-—–“”‘’"
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LETTER = re.compile(r"[A-Za-z]")
_SPECIAL = re.compile(r"[^\x00-\x7f]")
_ENGLISH = frozenset(
    """
    the a an and or but if so to of in on at by for from with as is are was were be been am i me my you your
    he she it we they him her them his their our us this that these those there here who what when where why
    how not no yes never did do does don't didn't wasn't isn't can could would should will just only also
    then than too very all any some one have has had saw see seen went go going came left route room body
    found vote voting skip now after before about around near up down out over right last first who's i'm
    i've it's that's let's think know say said says lying lied trust duck goose killer killed kill dead
    nobody anyone someone everyone alone suspicious clear still because while tick ticks started moved
    stayed again hi hello where's ok okay please wait sure meeting report reported task tasks doing done
    him's safe agree same okay lets
    """.split()
)
_OTHER = (
    frozenset(
        """
        el la los las un una de del que y en es por para con no se lo yo estaba fue vi le les des du et je suis
        est dans avec pas une il elle nous vous der die das ich war und nicht ist mit im ein eine wir habe zu
        den von auf och jag det att ik het een van niet was o os um uma eu não em na foi com io ero sono nel che
        di non ho visto la sala nie jest to na w z się
        """.split()
    )
    - _ENGLISH
)
_OWN_SIDE = re.compile(
    r"\b(?:as the duck|i'm the duck|i am the duck|(?:me|i) \([^)]*duck\)|i killed|my kill\b|after (?:my|the) kill i"
    r"|i (?:just )?murdered"
    r"|(?:i|we) (?:already )?eliminated|i(?:'ll| will) get caught|my cover story|i (?:need|have"
    r"|want) to (?:look innocent|avoid suspicion|blend in))",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:let me (?:try|claim|deflect|align|build|craft|draft|plan|pivot|frame|respond with|write|keep)|i (?:need"
    r"|have|want|should|must) (?:to )?"
    r"(?:deflect|pivot|push (?:hard|suspicion|him|her|them)|lock in (?:his|her|their)|think carefully|be careful"
    r"|craft|frame|blend|avoid|claim|align|throw|cast doubt|get .{1,30} vote|survive)"
    r"|if i (?:can get|pile on|get)|i should (?:take|use|play|say|claim|avoid|mention|not mention|point)"
    r"|my (?:strategy|plan|goal|best move|best play) (?:is|here)|here's my (?:speech|statement|message)"
    r"|(?:\n|^)\W*(?:my )?speech:|wait,? no\b[^.]*\.\s*let me|they(?:'ll| will) (?:believe|suspect|think)"
    r"|i absolutely cannot admit|handed me a gift|swinging toward)",
    re.IGNORECASE,
)
_NOT_PLAN = re.compile(
    r"let me (?:be|lay|think (?:through|out loud|about)|clarify|address|walk|respond to|try to (?:summarize"
    r"|synthesize))",
    re.IGNORECASE,
)


def is_blank(text: str) -> bool:
    """Whether an utterance has no word or number."""
    return not any(sign.isalnum() for sign in text)


def is_vote_token(text: str, names: Names) -> bool:
    """Whether an utterance is a bare name or "skip": a vote sent as a message."""
    bare = text.strip(_TRIM)
    return names.skip(bare) or names.player(bare) is not None or names.player(text.strip()) is not None


def is_foreign(text: str, names: Names) -> bool:
    """Whether the words of an utterance, names apart, are not English ones."""
    parts, position = [], 0
    for mention in find_names(text, names):
        parts.append(text[position : mention.start])
        position = mention.end
    rest = " ".join([*parts, text[position:]])
    special = [sign for sign in _SPECIAL.findall(rest) if sign.isalpha()]
    if not special and not _LETTER.search(rest):
        return False
    foreign = sum(not _latin(sign) for sign in special)
    if foreign and foreign * 10 >= 3 * (len(special) + len(_LETTER.findall(rest))):
        return True
    words = [word.lower().replace("’", "'") for word in _WORDS.findall(rest)]
    english = sum(word in _ENGLISH for word in words)
    other = sum(word in _OTHER for word in words)
    if len(words) < 3:
        return other == len(words) and other > 0
    return (english * 8 < len(words) and (other > english or len(words) >= 6)) or other > 2 * english + 1


def _latin(sign: str) -> bool:
    return sign < "\u0250" or "\u1e00" <= sign < "\u1f00"


def leaks_reasoning(text: str) -> bool:
    """Whether an utterance opens with thoughts that were not meant to be heard.

    Thoughts about one's own crime or about how to persuade, told to oneself; a plan alone counts only in the opening.
    """
    plain = text.replace("’", "'")
    opening = plain[: max(400, len(plain) // 3)]
    crime = _crime(plain)
    plans = [match for match in _PLAN.finditer(opening) if not _NOT_PLAN.match(match.group())]
    return (
        crime
        or len(plans) > 1
        or any(
            re.match(r"wait|speech|here's|i absolutely|my (?:strategy|plan|best)", match.group(), re.IGNORECASE)
            for match in plans
        )
    )


def _crime(text: str) -> bool:
    for match in _OWN_SIDE.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()].lower()
        sentence = re.split(r"[.!?\n]", text[: match.start()])[-1] + re.split(r"[.!?\n]", text[match.start() :])[0]
        if re.search(r"\byou\b|\byour\b|[\"“”]", sentence, re.IGNORECASE):
            continue
        if not re.search(
            r"(?:\bif|\bhad|\bwhy|think|saying|says|claim\w*|accus\w*|prove|not|n't|unless|how|that|whether|suppose"
            r"|convinced|believe|sure|suggest\w*|or|mean|because|when|where)\W[^.!?]*$",
            before,
        ):
            return True
    return False
