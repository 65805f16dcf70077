"""What came of one question, as a line of a transcript."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quack.agents import HUMAN
from quack.agents.model.budget import NOTHING, Spent
from quack.agents.model.question import Picture, Question

if TYPE_CHECKING:
    from quack.providers.client import Reply


class Answered(NamedTuple):
    """What came of a question: words, or the cause why there are none."""

    asked: str
    reply: str | None
    cause: str | None
    line: str
    system: str
    spent: Spent


def question_digest(question: Question) -> str:
    """By which a question is known again: everything but its pictures, which follow from the rest."""
    return _digest_of(question.player, question.call, question.tick, question.model, question.system, question.text)


def _digest_of(*told: object) -> str:
    return digest(json.dumps(told))


def record_of(n: int, question: Question, system: str, pictures: Sequence[Picture], reply: Reply) -> dict[str, Any]:
    """A question with what came of it.

    Args:
        system: the digest of the standing instructions.
    """
    fault = None if reply.fault is None else {"cause": reply.fault.cause, "detail": reply.fault.detail}
    left_out = {"left_out": list(reply.left_out)} if reply.left_out else {}
    return {
        "n": n,
        "player": question.player,
        "call": question.call,
        "tick": question.tick,
        "model": question.model,
        "asked": question_digest(question),
        "system": system,
        "text": question.text,
        "images": [{"name": name, "sha256": hashlib.sha256(png).hexdigest()} for name, png in pictures],
        "reply": reply.text,
        "fault": fault,
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
        "cost": reply.cost,
        "seconds": round(reply.seconds, 3),
        "tries": reply.tries,
        **left_out,
    }


def require_asked(record: Mapping[str, Any], system: str) -> None:
    """Holds that a line of a question still says what was asked.

    Args:
        system: the standing instructions.

    Raises:
        KeyError, TypeError, ValueError: it does not.
    """
    told = (record[key] for key in ("player", "call", "tick", "model"))
    if record["asked"] != _digest_of(*told, system, record["text"]):
        raise ValueError("not what was asked")


def answer_of(record: Mapping[str, Any], line: str | None = None) -> Answered:
    """What a line says.

    Args:
        line: as it stands in the file, if it comes from there.

    Raises:
        KeyError, TypeError, ValueError, OverflowError: it is none of a question.
    """
    reply, fault, cost = record["reply"], record["fault"], record["cost"]
    cause = None if fault is None else text_of(fault["cause"])
    if (reply is None) == (cause is None):
        raise ValueError("neither words nor a fault")
    tokens = record["prompt_tokens"], record["completion_tokens"]
    if not all(type(number) is int for number in tokens):
        raise TypeError("no number of tokens")
    usd = 0.0 if cost is None else float(cost)
    if min(*tokens, usd) < 0 or not math.isfinite(usd):
        raise ValueError("no amount")
    spent = Spent(1, int(cause is not None), *tokens, usd, int(cost is None)) if record["model"] != HUMAN else NOTHING
    words = None if reply is None else text_of(reply)
    return Answered(text_of(record["asked"]), words, cause, line or dump(record), text_of(record["system"]), spent)


def text_of(value: object) -> str:
    """A value that has to be text; raises TypeError."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def dump(record: Mapping[str, Any]) -> str:
    """A line, in ASCII."""
    return json.dumps(record, separators=(",", ":"), allow_nan=False)


def digest(text: str) -> str:
    """The SHA-256 of a text, whatever it holds."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
