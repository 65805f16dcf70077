"""Where was something said, and in which words?"""

from __future__ import annotations

from quack.claims.models import BaseClaim
from quack.kb.judge import Case


def where_said(case: Case, meeting: int | None, chat: int | None) -> str:
    """The meeting or chat line in which something was said, with its tick."""
    if chat is not None:
        return f"chat line {chat} at tick {case.timeline.chats[chat].tick}"
    assert meeting is not None, "what is not said in chat is said in a meeting"
    return f"meeting {meeting} at tick {case.timeline.meetings[meeting].tick}"


def quote_of(case: Case, message: int | None, chat: int | None, claim: BaseClaim) -> str | None:
    """The words that a claim rests on, where the claim says which they are."""
    if claim.quote is not None or claim.span is None:
        return claim.quote
    text = utterance(case, message, chat)
    first, last = claim.span
    return text[first:last] or None


def utterance(case: Case, message: int | None, chat: int | None) -> str:
    """What was said in a message or a chat line."""
    if chat is not None:
        return case.timeline.chats[chat].message
    return case.timeline.utterances[message or 0].text
