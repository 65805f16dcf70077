"""How things are said: several sentences for each kind of statement. For the marks see `quack.agents.speech.template`.

The claims of a sentence are those of its point, in the order of the marks; a point with several claims and one mark
rests all of them on the same words. Sentences that assert nothing have no mark.
"""

from __future__ import annotations

from quack.agents.speech.stances import CHAT, CLAIMLESS, MEETING, RELAYED, STANCE
from quack.agents.speech.template import Template

_OWN = {
    "at": (
        "[I was in {room}{ when}].",
        "[I was over in {room}{ when}].",
        "[{When, }I was in {room}].",
        "[I spent time in {room}{ when}].",
        "[You would have found me in {room}{ when}].",
        "[I stood in {room}{ when}].",
        "[{When, }you could find me in {room}].",
        "[My position{ when}: {room}].",
    ),
    "stayed": (
        "[I was in {room}{ when}].",
        "[I stayed in {room}{ when}].",
        "[I did not leave {room}; I was there{ when}].",
        "[{When, }I was in {room}].",
        "[I kept to {room}{ when}].",
    ),
    "not_at": (
        "[I was never in {room}{ when}].",
        "[I never set foot in {room}{ when}].",
        "[I wasn't in {room}{ when}].",
        "[I didn't go anywhere near {room}{ when}].",
        "[I have not been to {room}{ when}].",
        "[{When, }I was nowhere near {room}].",
    ),
    "route": (
        "[My route{ when} was {route}].",
        "[{When, }I went {route}].",
        "[I went {route}{ when}].",
        "[{route}: that was my way{ when}].",
        "[My path{ when}: {route}].",
        "[I walked {route}{ when}].",
    ),
    "went": (
        "[I left {from} for {to}{ when}].",
        "[I went from {from} to {to}{ when}].",
        "[{When, }I headed from {from} to {to}].",
        "[I moved from {from} over to {to}{ when}].",
        "[{from} to {to}, that was me{ when}].",
        "[I made my way from {from} to {to}{ when}].",
    ),
    "came": (
        "[I got to {to}{ when}].",
        "[I arrived in {to}{ when}].",
        "[{When, }I came into {to}].",
        "[I headed to {to}{ when}].",
    ),
    "left": ("[I left {from}{ when}].", "[{When, }I moved out of {from}].", "[I walked out of {from}{ when}]."),
    "never_went": (
        "[I never went toward {to}{ when}].",
        "[I didn't head to {to}{ when}].",
        "[I never set out for {to}{ when}].",
    ),
    "task": (
        "[I did {task} in {room}{ when}].",
        "[I was working on {task} in {room}{ when}].",
        "[I did my task in {room}{ when}].",
        "[{When, }I was doing {task} in {room}].",
        "[{task} in {room}: I was on it{ when}].",
        "[I was busy with my task in {room}{ when}].",
    ),
    "waited": (
        "[I waited in {room}{ when}].",
        "[I stood around in {room}{ when}].",
        "[{When, }I was just waiting in {room}].",
        "[I hung around in {room}{ when}].",
    ),
}

_SEEN = {
    "saw": (
        "[I saw {who} in {room}{ when}].",
        "[{who} and I were in {room}{ when}].",
        "[{who} was with me in {room}{ when}].",
        "[I ran into {who} in {room}{ when}].",
        "[{When, }I saw {who} in {room}].",
        "[I crossed paths with {who} in {room}{ when}].",
        "[I met {who} in {room}{ when}].",
        "[In {room} I saw {who}{ when}].",
    ),
    "saw_two": (
        "[I saw {who} and {other} in {room}{ when}].",
        "[{who} and {other} were both with me in {room}{ when}].",
        "[{When, }I had {who} and {other} in sight in {room}].",
        "I saw two people: [{who} in {room}{ when}] and [{other}, who was there too].",
    ),
    "saw_somewhere": (
        "[I did see {who}{ when}].",
        "[I saw {who}{ when}].",
        "[{who} crossed my path{ when}].",
    ),
    "found": (
        "[I found {who}'s body in {room}{ when}].",
        "[I came across {who}'s body in {room}{ when}].",
        "[I found {who} dead in {room}{ when}].",
        "[{When, }I saw {who} lying dead in {room}].",
    ),
    "reported_find": (
        "[I reported {who}'s body in {room}].",
        "[I found {who}'s body in {room} and reported it].",
        "[{who} is dead, I found the body in {room}].",
    ),
    "saw_leave": (
        "[I saw {who} leave {from} for {to}{ when}].",
        "[I watched {who} head from {from} to {to}{ when}].",
        "[{When, }I saw {who} go from {from} toward {to}].",
    ),
    "saw_come": (
        "[I saw {who} come into {to} from {from}{ when}].",
        "[I saw {who} walk into {to} from {from}{ when}].",
        "[{When, }I watched {who} arrive in {to} from {from}].",
    ),
    "moved": (
        "[{who} left {from} toward {to}{ when}].",
        "[{who} went from {from} to {to}{ when}].",
        "[{When, }{who} headed from {from} to {to}].",
        "[{who} moved {from} to {to}{ when}].",
    ),
    "saw_heading": (
        "[I saw {who} in {room}{ when}, heading to {to}].",
        "[{who} was with me in {room}{ when}] and [then left for {to}].",
        "[I met {who} in {room}{ when}], [on the way to {to}].",
    ),
    "placed": (
        "[{who} was in {room}{ when}].",
        "[{When, }{who} was in {room}].",
        "[{who} was over in {room}{ when}].",
    ),
    "stood_over": (
        "I saw [{who} in {room}] standing over [{other}'s body{ when}].",
        "[{who} was in {room} with {other}'s body{ when}, I saw both].",
    ),
}

_NOT_SEEN = {
    "not_saw": (
        "[I didn't see {who}{ when}].",
        "[I never saw {who}{ when}].",
        "[{When, }I did not see {who}].",
        "[I haven't seen {who}{ when}].",
        "[No sign of {who} on my side{ when}].",
    ),
    "not_saw_in": (
        "[I didn't see {who} in {room}{ when}].",
        "[I never saw {who} in {room}{ when}].",
        "[{When, }I saw no {who} in {room}].",
    ),
    "nobody": (
        "[I didn't see anyone{ when}].",
        "[I saw nobody{ when}].",
        "[I did not meet anybody{ when}].",
        "[No one crossed my path{ when}].",
    ),
    "nobody_in": (
        "[I saw nobody in {room}{ when}].",
        "[I didn't see anyone in {room}{ when}].",
        "[There was nobody else in {room}{ when}].",
        "[{When, }I met no one in {room}].",
    ),
    "only": (
        "[I saw nobody except {spared}{ when}].",
        "[The only people I saw{ when}: {spared}].",
        "[Apart from {spared} I saw no one{ when}].",
        "[I didn't see anyone but {spared}{ when}].",
    ),
    "only_in": (
        "[I saw nobody in {room} except {spared}{ when}].",
        "[Apart from {spared} there was nobody in {room}{ when}].",
        "[Nobody else but {spared} was with me in {room}{ when}].",
    ),
    "alone_with_body": (
        "[I was alone with the body in {room}{ when}].",
        "[Nobody alive was in {room} with me{ when}].",
        "[There was no one alive beside the body in {room}{ when}].",
    ),
    "no_leave": (
        "[I didn't see anyone leave {from}{ when}].",
        "[I saw nobody come out of {from}{ when}].",
        "[Nobody left {from} that I saw{ when}].",
    ),
    "no_body_in": (
        "[There was no body in {room}{ when}].",
        "[I saw no body in {room}{ when}].",
        "[{When, }there was no body in {room}].",
    ),
    "no_body": ("[I didn't find any body{ when}].", "[I saw no body{ when}]."),
}

LEAD_INS = ("Okay: ", "Listen: ", "Also: ", "For the record: ", "Look: ", "As for me: ", "One thing: ", "Well: ")

PHRASINGS: dict[str, tuple[Template, ...]] = {
    figure: tuple(map(Template, sources))
    for figures in (_OWN, _SEEN, _NOT_SEEN, RELAYED, STANCE, MEETING, CHAT, CLAIMLESS)
    for figure, sources in figures.items()
}
"""The sentences for every figure of speech."""
