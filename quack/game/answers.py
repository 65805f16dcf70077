"""What agents answer, read strictly: typed answers, or the short text forms of the protocol."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from quack.errors import printable
from quack.events.models import PlayerId
from quack.game.actions import WAIT, Action, Kind
from quack.game.agent import Decision, Speech
from quack.game.asking import Failure

MAX_WORDS = 20_000
"""A longer text (in characters) is not taken for speech."""

SKIP = "skip"

_KINDS = frozenset(get_args(Kind))
_TARGETED = frozenset(("move", "kill"))
_DECISION = re.compile(r"\s*([a-z_]+)\(([^()|]*)\)\s*(?:\|\s*say\((.*)\)\s*)?", re.DOTALL)
# A log is UTF-8 without NUL; one character for one, for claims cite places in the text.
_UNWRITABLE = re.compile("[\ud800-\udfff\0]")


class Refusal(NamedTuple):
    """An action that was answered and can't be done."""

    action: str
    reason: str


class Choice(NamedTuple):
    """What a player does with its turn, and what was wrong with its answer."""

    action: Action
    say: Speech | None = None
    wrong: Refusal | Failure | None = None


def read_decision(answer: Any, legal: Sequence[Action], names: Mapping[PlayerId, str]) -> Choice:
    """What an answer to `Agent.act` means; whatever is not a legal action is a wait."""
    try:
        return _decision(answer, legal, names)
    except Exception:  # An answer of the agent's own type may raise wherever it is touched.
        return Choice(WAIT, wrong=_unreadable(answer))


def read_speech(answer: Any) -> Speech | Failure | None:
    """What an answer to `Agent.speak` means; None if it is silence."""
    try:
        return _speech(answer)
    except Exception:
        return _unreadable(answer)


def read_vote(answer: Any, living: Sequence[PlayerId], names: Mapping[PlayerId, str]) -> PlayerId | Failure | None:
    """Whom an answer to `Agent.vote` names; None is a skip."""
    try:
        return _vote(answer, living, names)
    except Exception:
        return _unreadable(answer)


def _decision(answer: Any, legal: Sequence[Action], names: Mapping[PlayerId, str]) -> Choice:
    if type(answer) is Decision and answer.say is None and answer.action in legal:
        return Choice(answer.action)
    if isinstance(answer, Failure):
        return Choice(WAIT, wrong=answer)
    if isinstance(answer, str):
        return _from_text(answer, legal, names)
    if not isinstance(answer, Decision) or not _is_action(answer.action):
        return Choice(WAIT, wrong=_unreadable(answer))
    return _checked(answer.action, answer.say, legal, str(answer.action))


def _speech(answer: Any) -> Speech | Failure | None:
    if isinstance(answer, Failure):
        return answer
    if isinstance(answer, str):
        answer = Speech(answer)
    if not isinstance(answer, Speech) or not isinstance(answer.text, str) or not _fits(answer):
        return _unreadable(answer)
    if len(answer.text) > MAX_WORDS:
        return Failure("unreadable", f"more than {MAX_WORDS} characters")
    if not answer.text.strip():
        return None
    return Speech(_UNWRITABLE.sub("\ufffd", str.__str__(answer.text)), answer.claims, answer.made)


def _vote(answer: Any, living: Sequence[PlayerId], names: Mapping[PlayerId, str]) -> PlayerId | Failure | None:
    if isinstance(answer, Failure):
        return answer
    if not isinstance(answer, str):
        return _unreadable(answer)
    if answer.strip().casefold() == SKIP:
        return None
    player = _player(answer, names)
    return player if player in living else Failure("unreadable", f"names no living player: {_shown(answer)}")


def _from_text(answer: str, legal: Sequence[Action], names: Mapping[PlayerId, str]) -> Choice:
    found = _DECISION.fullmatch(answer) if len(answer) <= 2 * MAX_WORDS else None
    if not found or found[1] not in _KINDS:
        return Choice(WAIT, wrong=Refusal(_shown(answer), "not an action, such as move(room) or wait() | say(text)"))
    kind, target, words = found[1], found[2].strip() or None, found[3]
    if kind == "kill" and target:
        target = _player(target, names) or target
    return _checked(Action(kind, target), words, legal, f"{kind}({found[2].strip()})")  # type: ignore[arg-type]


def _checked(action: Action, words: Any, legal: Sequence[Action], answered: str) -> Choice:
    say = None if words is None else read_speech(words)
    if isinstance(say, Failure):
        return Choice(WAIT, wrong=say)
    if action in legal:
        return Choice(action, say)
    return Choice(WAIT, say, Refusal(_shown(answered), _why_not(action, legal)))


def _why_not(action: Action, legal: Sequence[Action]) -> str:
    if (action.kind in _TARGETED) != (action.target is not None):
        return f"{action.kind} {'needs a target' if action.target is None else 'has no target'}"
    if any(other.kind == action.kind for other in legal):
        return "not possible for that target now"
    return "not possible here and now"


def _player(text: str, names: Mapping[PlayerId, str]) -> PlayerId | None:
    plain = text.strip()
    if plain in names:
        return plain
    folded = plain.casefold()
    return next((player for player, name in names.items() if name.casefold() == folded), None)


def _is_action(action: Any) -> bool:
    if not isinstance(action, Action) or not isinstance(action.kind, str):
        return False
    return action.kind in _KINDS and (action.target is None or isinstance(action.target, str))


def _fits(speech: Speech) -> bool:
    """Whether the claims of a speech have the form that they are to have; what they say is not looked at."""
    claims, made = speech.claims, speech.made
    if claims is None:
        return made == ()
    alike = isinstance(claims, tuple) and isinstance(made, tuple) and len(claims) == len(made)
    if not alike or not all(isinstance(claim, Mapping) for claim in claims):
        return False
    # They are to be kept in a file; what can't be written there raises.
    json.dumps([dict(claim) for claim in claims], allow_nan=False)
    return all(isinstance(how, str) for how in made)


def _unreadable(answer: Any) -> Failure:
    return Failure("unreadable", f"answered a {_shown(type(answer).__name__)} that can't be read")


def _shown(text: str) -> str:
    shown = printable(text.strip()[:80])
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
