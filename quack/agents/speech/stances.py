"""How opinions are said, others' words relayed, and what is said in free roam or only to say something.

In the form of `quack.agents.speech.phrasings`, which puts them to use.
"""

from __future__ import annotations

RELAYED = {
    "said_at": (
        "[{who} said they were in {room}{ when}].",
        "[{who} claims to have been in {room}{ when}].",
        "[By their own words {who} was in {room}{ when}].",
        "[{who} told us: I was in {room}{ when}].",
    ),
    "said_other_at": (
        "[{who} said {other} was in {room}{ when}].",
        "[According to {who}, {other} was in {room}{ when}].",
        "[{who} puts {other} in {room}{ when}].",
    ),
    "said_saw": (
        "[{who} says they saw {other} in {room}{ when}].",
        "[{who} claims to have seen {other} in {room}{ when}].",
        "[{who} reportedly met {other} in {room}{ when}].",
    ),
}

STANCE = {
    "accuse_strong": (
        "[{who} is the Duck].",
        "[It has to be {who}].",
        "[{who} is our killer].",
        "[Vote {who}].",
        "[{who} did it].",
        "[I am sure that {who} is a Duck].",
    ),
    "accuse_moderate": (
        "[{who} is my main suspect].",
        "[I suspect {who} most].",
        "[{who} looks most suspicious to me].",
        "[My suspicion falls on {who}].",
    ),
    "accuse_weak": (
        "[{who} is worth a look].",
        "[{who} seems a little off].",
        "[I'd keep an eye on {who}].",
        "[{who} is one of those I wonder about].",
    ),
    "accuse_lie": (
        "[{who} is lying].",
        "[That can't be true, {who} is the Duck].",
        "[{who}'s story falls apart, it is {who}].",
    ),
    "accuse_over_body": (
        "[That makes {who} the killer].",
        "[So it is {who}].",
        "What more do you need? [It's {who}].",
    ),
    "defend": (
        "[I can vouch for {who}].",
        "[I trust {who}].",
        "[{who} is not the Duck].",
        "[It isn't {who}].",
        "[{who} is clear to me].",
    ),
    "defend_together": (
        "[I can vouch for {who}]: [we were together in {room}{ when}].",
        "[{who} is clear to me], [I was with {who} in {room}{ when}].",
    ),
    "defend_story": ("[{who}'s story checks out].", "[What {who} says matches what I saw]."),
    "defend_self": ("[It wasn't me].", "[I'm not the Duck].", "[I did not kill anyone].", "[You have the wrong one]."),
    "vote": (
        "[I'm voting {who}].",
        "[My vote goes to {who}].",
        "[I will vote for {who}].",
        "[I'm going to vote {who}].",
    ),
    "vote_skip": ("[I'm skipping].", "[I will skip this vote].", "[I'm going to skip].", "[My vote is a skip]."),
    "lean": ("[I'm leaning {who}].", "[I lean toward {who}].", "[Right now I lean {who}]."),
    "lean_skip": ("[I lean skip].", "[I'm leaning toward a skip]."),
}

MEETING = {
    "i_reported": ("[I reported the body].", "[I'm the one who reported it]."),
    "i_called": ("[I called this meeting].", "[I hit the button]."),
    "they_reported": ("[{who} reported the body].", "[It was {who} who reported]."),
    "they_called": ("[{who} called this meeting].", "[{who} hit the button]."),
}

CHAT = {
    "here": ("[I'm in {room}].", "[{room}, that's where I am].", "[I'm standing in {room}]."),
    "heading": ("[I'm heading to {to}].", "[On my way to {to}].", "[Off to {to} now]."),
    "doing": ("[I'm doing {task} in {room}].", "[I'm on {task} here in {room}].", "[Working on my task in {room}]."),
    "with": ("[I'm in {room} with {who}].", "[{who} is here with me in {room}]."),
}

CLAIMLESS = {
    "small_talk": (
        "This is a tough one.",
        "Hard to say.",
        "Let's think about this.",
        "I have nothing to add.",
        "We need to be careful.",
        "Okay.",
        "Let's not rush it.",
        "Stick together and finish the tasks.",
        "Somebody must know more.",
        "I'd like to hear from everyone first.",
    ),
    "question": (
        "{who}, where were you?",
        "Who has something on {who}?",
        "Where was everybody?",
        "{who}, can you give us your route?",
        "Did anyone pass through {room}?",
        "{who}, what do you make of this?",
    ),
    "advice": ("Be careful around {room}.", "Let's keep an eye on {room} next.", "Nobody should walk alone."),
    "greeting": ("Hi there.", "Hello!", "Hey.", "All quiet?", "Good luck.", "See you around."),
    "hush": ("...", "Hm."),
}
