"""The words that deny: who was not seen, where nobody was, where somebody never went."""

from __future__ import annotations

import re

from quack.claims.offline.lines import cued

NEG = (
    r"(?:did not|didn't|do not|don't|never|have not|haven't|had not|hadn't|has not|hasn't|was not|wasn't|were not"
    r"|weren't|could not"
    r"|couldn't|can't|cannot|is not|isn't|am not|'m not|'ve not|does not|doesn't|not|without|neither of (?:us|him)"
    r"|neither)"
)
ADVERBS = (
    r"(?: (?:actually|really|even|ever|personally|also|physically|once|just|directly|either|at any point|at all"
    r"|recall|remember"
    r"|to|clearly|happen|manage|a single time|so much as|been|have|had|,))*"
)
SEE = (
    r"(?:see|saw|seen|seeing|notice|noticed|noticing|spot|spotted|spotting|encounter|encountered|encountering|pass"
    r"|passed|passing|meet|met"
    r"|run into|ran into|running into|bump into|bumped into|bumping into|cross paths with|crossed paths with"
    r"|crossing paths with|cross"
    r"|come across|came across|find|witness|catch|catching|observe|observed)"
)
PEOPLE = (
    r"(?:anyone|anybody|no one|nobody|no-one|noone|none of (?:you|him|us)|any of (?:you|him|us)|(?:a|any"
    r"|another|one|single|other|living|else|no|the)(?: (?:single|other|living|actual|more))* (?:soul|person|player"
    r"|people|players|one))"
)
BREAK = re.compile(
    r" (?:[.;:?\n→]|-|when|while|so|but|because|before|after|until|then|which|since|though|although|if|unless"
    r"|that (?:p|i|you|he) (?:found|reported|saw|claims|claimed|mentioned)"
    r"|and (?:i|p|he|then|also|that)|, (?:and|so|but|then|i|which)) "
)
SIGHT = cued("n't,not,never,without,neither", rf"\b{NEG}{ADVERBS} {SEE}\b")
SAW_NONE = cued(
    "no one,nobody,no-one,noone,no other,no player,no people,none of,neither,nothing,no bod,no corpse,zero ",
    r"\b(?:saw|seen|see|seeing|encountered|passed|met|ran into|crossed paths with|noticed|found"
    r"|spotted) (?:absolutely |literally |basically |pretty much )?"
    r"(?:no one|nobody|no-one|noone|no other|no players?|no people|none of (?:you|him|us)|neither|nothing"
    r"|no (?:body|bodies|corpse)|zero (?:people|players))\b",
)
NOBODY = cued(
    "no one,nobody,no-one,noone,no other",
    r"\b(?:no one|nobody|no-one|noone|no other (?:player|person|people|players))(?: else)? (?:else )?(?:was|were"
    r"|came|come|entered|left|passed|walked|around|in|inside|near|there|with me|went|joined|showed)\b",
)
NO_BODY = cued(
    "body,bodies,corpse",
    r"\b(?:no|any|without a|wasn't a|wasn't any|not a) (?:sign of (?:a |any )?|dead )?(?:body|bodies|corpse)\b",
)
EMPTY = cued(
    "empty,clear,deserted,quiet",
    r"\br (?:(?:was|were|is|being|looked|seemed) )(?:(?:completely|totally|also|both|still|entirely|all|actually"
    r"|definitely|already|just|pretty|basically|mostly|otherwise) )*(?:empty|clear|deserted|quiet)\b",
)
ALONE = cued(
    "alone,by myself,solo",
    r"\b(?:was|were|been|'m|'s|am|stayed|remained|is|being|completely|totally|all|r|there) (?:completely |totally "
    r"|all |the whole time |basically |actually |by myself |also )*(?:alone|by myself|solo)\b(?! with\b)",
)
ONLY = cued(
    "only",
    r"\bonly (?:other )?(?:person|player|one|people|players|ones|living person|soul) (?:that |who )?(?:i|p|he"
    r"|you) (?:actually |ever |even )?(?:saw|seen|encountered|passed|ran into|met)\b"
    r"|\b(?:i|p|he|you) (?:have |had |'ve )?(?:really |actually )?only (?:really |actually |ever )?(?:saw|seen"
    r"|passed|ran into|encountered|crossed paths with|met)\b(?= (?:p|you|him))",
)
BE = (
    r"(?:in|into|to|inside|near|at|around|through|entered|enter|entering|visited|visit|visiting|touched|touch"
    r"|stepped|go|went"
    r"|going|come|came|passed|pass|stop|stopped|walk|walked|head|headed|anywhere|close|back|over|up|down|by|past"
    r"|foot|set|been|gone|actually|even|ever|once|the|a|physically|personally|on|standing|there|like|this round"
    r"|just|currently|hit|reach|reached|cross|crossed|swing|be|get|got|make|made it|traveled|travel|step|moved|move"
    r"|return|returned|returning|all)"
)
ROOMS = (
    r"(?:r|t)(?: (?:(?:,|or|and|/|nor|, or|, and|or even|, nor)(?: (?:even|in|near|to|anywhere near|into|at"
    r"|the|through))* )?(?:the )?r)*"
)
AWAY = cued(
    "n't,not,never,without,neither,nowhere,away from,far from,avoided",
    rf"\b(?:{NEG}(?: {BE})+|nowhere (?:close to|near|around)|(?:stayed|stay|far|was|been) (?:away|far) from"
    rf"|far from|avoided|never) (?:the )?(?P<rooms>{ROOMS})",
)
TOWARD = cued(
    "toward",
    rf"\b{NEG}(?: (?:{BE}|heading|leave|left|leaving|r|out|moving))* (?:toward"
    rf"|towards) (?:the )?(?P<rooms>{ROOMS})",
)
UNLESS = re.compile(
    r"\b(?:if|unless|would|wouldn't|could|couldn't|should|whether|might|can't|cannot|why|how|doesn't mean"
    r"|not saying|isn't that)\b[^,;-]*$"
)
MOVING = re.compile(
    r"\b(?:leave|leaving|exit|exiting|come out of|coming out of|coming from|come from|coming in from) (?:the )?r"
)
ELSE = re.compile(
    r"\b(?:except|besides|other than|apart from|aside from|but|except for) (?:for )?(?P<who>(?:p|you|him)(?: ?(?:,"
    r"|and|, and) (?:p|you|him))*)"
)
