"""What a model's answer means: an action, words, a vote, however it is wrapped; and nothing where it can't be read.

An action that is readable and not possible is passed on as it is: to refuse it, and to log that, is the engine's part.
"""

from __future__ import annotations

from quack.agents.model.actions_read import stated_action
from quack.agents.model.replies import objects, said_in, simple_signs, unfenced, without_thoughts
from quack.agents.model.votes_read import stated_vote
from quack.game.agent import Decision, NoAnswer
from quack.game.observation import Briefing, MeetingView, Observation

_WORDS = ("say", "message", "speech", "statement", "words", "utterance", "text", "content", "response", "说", "发言")
_SIDE = frozenset("*_`[]# ")
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』"}


def read_action(reply: str, briefing: Briefing, observation: Observation) -> Decision:
    """What a reply at a turn does and says.

    The action may stand anywhere: alone on a line, in prose, in a fence, in JSON. A line that is an action outweighs
    one that only mentions some, and the last one counts.

    Raises:
        NoAnswer: no action is stated.
    """
    decision = stated_action(without_thoughts(reply), briefing, observation)
    if decision is None:
        raise NoAnswer("unreadable", "states no action")
    return decision


def read_choice(reply: str, briefing: Briefing, meeting: MeetingView) -> str:
    """Whom a reply votes for: a player's id, `skip`, or as it stands whom it names that nobody is called.

    Raises:
        NoAnswer: no vote is stated, or several without one that is the last word.
    """
    choices = stated_vote(without_thoughts(reply), briefing)
    if not choices:
        raise NoAnswer("unreadable", "states no vote")
    if len(choices) > 1:
        raise NoAnswer("unreadable", "states several votes and decides on none")
    return choices[0]


def read_words(reply: str, briefing: Briefing) -> str:
    """What a reply says in a discussion: all of it, without what it is wrapped in.

    Raises:
        NoAnswer: it says nothing.
    """
    words = without_thoughts(reply)
    before = None
    # What is wrapped twice, such as JSON in a fence, is unwrapped twice.
    while words != before:
        before = words
        words = _unquoted(_without_name(_message(unfenced(words.strip()).strip()), briefing))
    if not words.strip():
        raise NoAnswer("unreadable", "says nothing")
    return words


def _message(text: str) -> str:
    """The words in a JSON object or in a `say(…)`, if the text is nothing else."""
    if text.startswith("{") and text.endswith("}"):
        found = next(objects(text), None)
        if found is not None and found.start == 0 and found.end == len(text):
            lowered = {key.casefold(): value for key, value in found.value.items()}
            words = next((lowered[key] for key in _WORDS if isinstance(lowered.get(key), str)), None)
            return text if words is None else str(words)
    if text.endswith((")", "）")):
        said = said_in(simple_signs(text))
        if len(said) == 1 and said[0].start == 0 and said[0].end == len(text):
            return text[said[0].first : said[0].last]
    return text


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
