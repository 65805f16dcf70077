"""What does a claim say, in words?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quack.claims.models import Accusation, Activity, BaseClaim, Defense, Intent, Location, Route, Sighting


def describe_claim(claim: BaseClaim) -> str:
    """A claim as a sentence, its time phrase included."""
    words = _WRITERS[type(claim)](claim)
    if claim.denied:
        words = f"not so: {words}"
    if not claim.own:
        words = f"{claim.attribution.replace(':', ' by ', 1)}: {words}"
    return f"{words}, {claim.temporal}" if claim.temporal and claim.temporal.strip() else words


def _or(text: str | None, otherwise: str) -> str:
    return otherwise if text is None else text


def _in(room: str | None) -> str:
    return "" if room is None else f" in {room}"


def _way(origin: str | None, destination: str | None) -> str:
    return ("" if origin is None else f" from {origin}") + ("" if destination is None else f" to {destination}")


def _location(claim: Location) -> str:
    who = _or(claim.subject, "somebody")
    return f"the body of {who} lay{_in(claim.room)}" if claim.state == "body" else f"{who} was{_in(claim.room)}"


def _route(claim: Route) -> str:
    return f"{_or(claim.subject, 'somebody')} went through {', then '.join(claim.route)}"


def _sighting(claim: Sighting) -> str:
    target = _or(claim.target, "somebody")
    if claim.state == "body":
        target = f"the body of {target}"
    spared = f" except {', '.join(claim.except_)}" if claim.except_ else ""
    going = _way(claim.origin, claim.destination)
    return f"{_or(claim.subject, 'somebody')} saw {target}{spared}{going and f' going{going}'}{_in(claim.room)}"


def _activity(claim: Activity) -> str:
    task = f" ({claim.task})" if claim.task else ""
    what = f"{_or(claim.activity, 'something')}{task}"
    return f"{_or(claim.subject, 'somebody')}: {what}{_in(claim.room)}{_way(claim.origin, claim.destination)}"


def _accusation(claim: Accusation) -> str:
    return f"{_or(claim.target, 'somebody')} is a Duck"


def _defense(claim: Defense) -> str:
    return f"{_or(claim.defended, 'somebody')} can be trusted"


def _intent(claim: Intent) -> str:
    return f"{_or(claim.subject, 'the speaker')} will vote for {_or(claim.vote, 'somebody')}"


_WRITERS: dict[type[BaseClaim], Callable[[Any], str]] = {
    Location: _location,
    Route: _route,
    Sighting: _sighting,
    Activity: _activity,
    Accusation: _accusation,
    Defense: _defense,
    Intent: _intent,
}
