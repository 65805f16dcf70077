"""Canonical claims in words, for people and for models that learn from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from quack.claims.agreement.forms import Form

_PEOPLE = ("subject", "target", "accuser", "defender", "defended", "vote")


class Spelling:
    """How claims spell the names that canonical forms keep in lower case."""

    def __init__(self, claims: Iterable[Mapping[str, Any]]) -> None:
        self._names: dict[str, str] = {}
        for claim in claims:
            listed = claim.get("except")
            names = [claim.get(key) for key in _PEOPLE] + (listed if isinstance(listed, list) else [])
            for name in names:
                if isinstance(name, str) and name.strip():
                    self._names.setdefault(name.strip().casefold(), name.strip())

    def of(self, folded: str | None) -> str:
        """A name as it is spelled; "somebody" for none."""
        return self._names.get(folded, folded) if folded else "somebody"


def tell_unit(form: Form, spelling: Spelling) -> str:
    """What is claimed, as a clause that can follow "that"."""
    who, by = spelling.of(form.about), spelling.of(form.by)
    tell = _TELLERS.get(form.kind)
    text = tell(form, who, by) if tell else f"{form.kind} of {who}{_in(form)}"
    if form.excluded:
        text += f" except {', '.join(map(spelling.of, form.excluded))}"
    return text


def _in(form: Form) -> str:
    return f" in {form.place[0]}" if form.place and form.place[0] else ""


def _presence(form: Form, who: str, by: str) -> str:
    where = _in(form) or " in a room left open"
    return f"{who} {'was not' if form.denied else 'was'}{where}"


def _movement(form: Form, who: str, by: str) -> str:
    verb = "did not go" if form.denied else "went"
    if len(form.place) == 1:
        return f"{who} {verb} from or to {form.place[0] or 'a room left open'}"
    ways = [f"{word} {room}" for word, room in zip(("from", "to"), form.place, strict=False) if room]
    return " ".join([who, verb, *ways])


def _sight(form: Form, who: str, by: str) -> str:
    verb = "did not see" if form.denied else "saw"
    whom = f"the body of {who}" if form.state == "body" else f"{who} alive" if form.state == "alive" else who
    return f"{by} {verb} {whom}{_in(form)}"


def _task(form: Form, who: str, by: str) -> str:
    return f"{who} {'did no' if form.denied else 'did a'} task{_in(form)}"


def _intent(form: Form, who: str, by: str) -> str:
    return f"{by} {'will not' if form.denied else 'will'} {'skip' if form.about == 'skip' else f'vote for {who}'}"


def _verb(affirmed: str, denied: str) -> Any:
    return lambda form, who, by: f"{who} {denied if form.denied else affirmed}"


_TELLERS: dict[str, Any] = {
    "at": _presence,
    "move": _movement,
    "sighting": _sight,
    "task": _task,
    "intent": _intent,
    "report": _verb("reported a body", "reported no body"),
    "call": _verb("called the meeting", "did not call the meeting"),
    "accusation": _verb("is accused", "is not accused"),
    "defense": _verb("is vouched for", "is not vouched for"),
}
