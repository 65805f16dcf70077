"""What a model's answer means: an action, words, a vote, however it is wrapped; and nothing where it can't be read.

A wrong reading is worse than none, which only costs the turn and is logged. What counts, in this order:

1. The last line, if it is one form (`move(storage)`, `vote(Bob)`) and nothing else but marks, a label before it and
   `say(…)`. A line that is another one just above it makes a list of both, and nothing is decided; one that ends in a
   colon has to announce a decision ("I will:"), not an option, a refusal, a plan or what somebody said.
2. A JSON object on lines of its own, by known keys only, never those of thoughts; several have to agree.
3. The last label ("Action:", "Final answer:") and the form, or the words for one, directly behind it. It must not be a
   condition or a question, and no other may follow; the reason for it does not matter.
   Objects, a label and a last line in words ("I go to storage") have to agree, and no sentence after may take it back.
4. Sentences such as "I choose move(storage)", which have to agree.
5. A form in other prose only if it is the only one of the reply, and either begins its sentence (or follows "so"), and
   is its last sentence or a line of its own, or follows what its writer is about to do ("After that I will …", "Let me
   do my task: …"), and nothing puts it in doubt. Forms that are negated, reported, quoted, asked,
   possible or past never count.

Names count whole and as they are written; case and blanks make no difference where that leaves one name only.
An action that is readable and not possible is passed on as it is: to refuse it, and to log that, is the engine's part.
What is thought (think tags, other channels, keys of thoughts) is neither done nor said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from quack.agents.model.actions_read import stated_action
from quack.agents.model.replies import Found, Page, Words, page_of, simple_signs, unfenced, without_thoughts
from quack.agents.model.votes_read import stated_vote
from quack.game.agent import Decision, NoAnswer
from quack.game.observation import Briefing, MeetingView, Observation

LONGEST = 200_000
"""Characters of a reply; no model that plays writes more, and to read more takes long."""

_WORDS = (
    "say",
    "public_statement",
    "statement",
    "speech",
    "utterance",
    "message",
    "words",
    "chat",
    "说",
    "发言",
    "response",
    "answer",
    "output",
    "content",
    "text",
)
"""Keys under which an object has what is said; the first that it has counts."""
_THOUGHTS = frozenset(
    "thought thoughts thinking think reasoning reason plan analysis strategy reflection 思考 想法".split()
)
_BESIDE = re.compile(r"(?:\w{1,20}\([^()]*\)[ \t]*\|?)?[\s*_`\[]*")
_SIDE = frozenset("*_`[]# ")
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』"}


def read_action(reply: str, briefing: Briefing, observation: Observation) -> Decision:
    """What a reply at a turn does and says.

    Raises:
        NoAnswer: it states no action, or none that can be read.
    """
    return stated_action(without_thoughts(_of_length(reply)), briefing, observation)


def read_choice(reply: str, briefing: Briefing, meeting: MeetingView) -> str:
    """Whom a reply votes for: a player's id, `skip`, or as it stands whom it names that nobody is called.

    Raises:
        NoAnswer: it states no vote, or none that can be read.
    """
    return stated_vote(without_thoughts(_of_length(reply)), briefing)


def read_words(reply: str, briefing: Briefing) -> str:
    """What a reply says in a discussion: all of it, without what it is wrapped in.

    Raises:
        NoAnswer: it says nothing.
    """
    words = without_thoughts(_of_length(reply))
    before = None
    # What is wrapped twice, such as JSON in a fence, is unwrapped twice.
    while words != before:
        before = words
        words = _unquoted(_without_name(_message(unfenced(words.strip()).strip()), briefing))
    if not words.strip():
        raise NoAnswer("unreadable", "says nothing")
    return words


def _of_length(reply: str) -> str:
    if len(reply) > LONGEST:
        raise NoAnswer("unreadable", f"more than {LONGEST:,} characters")
    return reply


def _message(text: str) -> str:
    """The words that are marked as such on lines of their own, in a `say(…)` or a JSON object; else the whole text."""
    page = page_of(text)
    said = [text[one.first : one.last] for one in page.said if text[one.last : one.end] and _stands_alone(page, one)]
    if said:
        return "\n".join(said)
    for found in page.objects:
        if _stands_alone(page, found):
            words = _words_of(found.value)
            if words is not None:
                return words
    return text


def _stands_alone(page: Page, span: Words | Found) -> bool:
    start = page.plain.rfind("\n", 0, span.start) + 1
    end = page.plain.find("\n", span.end)
    after = page.plain[span.end : len(page.plain) if end < 0 else end]
    return bool(_BESIDE.fullmatch(page.plain[start : span.start])) and not after.strip(" \t*_`.]\r")


def _words_of(value: Mapping[str, Any], depth: int = 3) -> str | None:
    """What an object says: nothing if it has only thoughts, None if it has neither."""
    fields = {key.casefold(): item for key, item in value.items()}
    for key in _WORDS:
        item = fields.get(key)
        if isinstance(item, dict) and depth:
            item = _words_of(item, depth - 1)
        if isinstance(item, str):
            return item
    return "" if _THOUGHTS & fields.keys() else None


def _without_name(text: str, briefing: Briefing) -> str:
    """The words without the speaker's own name before them, such as `**Alice:** …`."""
    head = simple_signs(text[:80])
    colon = head.find(":")
    if colon < 0:
        return text
    called = "".join(sign for sign in head[:colon] if sign not in _SIDE).casefold()
    own = (briefing.names[briefing.player], briefing.player)
    if called not in {"".join(sign for sign in name if sign not in _SIDE).casefold() for name in own}:
        return text
    rest = text[colon + 1 :]
    marked = head[:colon].lstrip()
    marks = marked[: len(marked) - len(marked.lstrip("*_"))]
    if marks and rest.startswith(marks) and not head[:colon].endswith(marks):
        rest = rest[len(marks) :]
    return rest.strip()


def _unquoted(text: str) -> str:
    """The words without quotation marks around all of them."""
    if len(text) < 2 or _QUOTES.get(text[0]) != text[-1]:
        return text
    inner = text[1:-1]
    return text if text[0] in inner or text[-1] in inner else inner
