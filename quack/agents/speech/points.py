"""Points: what a speaker wants to say, as exact claims, before there are words for it.

Players are ids here, rooms the map's own names; `quack.agents.speech.wording` turns both into what people say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quack.agents.calendar import THIS_ROUND, Time
from quack.events.models import PlayerId, RoomName

Label = dict[str, Any]
Slot = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Something to say.

    Attributes:
        figure: which sentences say it; a key of `PHRASINGS`.
        slots: what goes into them: player ids, rooms, a task, or several of them.
        claims: what it asserts, with player ids for names; time and words are added when it is said.
        time: when.
        made: of every claim, how it came about; see `quack.agents.speech.wording.MADE`.
        event: words for the time instead of the usual ones; the time is then an event.
    """

    figure: str
    slots: Mapping[str, Slot] = field(default_factory=dict)
    claims: tuple[Label, ...] = ()
    time: Time = THIS_ROUND
    made: tuple[str, ...] = ()
    event: tuple[str, PlayerId] | None = None

    def marked(self, *made: str) -> Point:
        """The point with word of how its claims came about: one for all, or one for each."""
        return replace(self, made=made * len(self.claims) if len(made) == 1 else made)


Maker = Callable[..., Point]


def at(me: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """The speaker was in a room."""
    figure = "stayed" if time.duration else "at"
    return Point(figure, {"room": room}, (_claim("location", subject=me, room=room),), time)


def not_at(me: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """The speaker was not in a room."""
    return Point("not_at", {"room": room}, (_denial("location", subject=me, room=room),), time)


def route(me: PlayerId, rooms: tuple[RoomName, ...], time: Time = THIS_ROUND) -> Point:
    """The speaker went through rooms in this order."""
    return Point("route", {"route": rooms}, (_claim("location", subject=me, route=list(rooms)),), time)


def went(me: PlayerId, origin: RoomName | None, destination: RoomName | None, time: Time = THIS_ROUND) -> Point:
    """The speaker went from a room to another; one end is enough."""
    figure = "went" if origin and destination else "came" if destination else "left"
    return Point(figure, _ends(origin, destination), (_travel(me, origin, destination),), time)


def never_went(me: PlayerId, destination: RoomName, time: Time = THIS_ROUND) -> Point:
    """The speaker never set out for a room."""
    claim = {**_travel(me, None, destination), "polarity": "denied"}
    return Point("never_went", {"to": destination}, (claim,), time)


def task(me: PlayerId, room: RoomName, name: str, time: Time = THIS_ROUND) -> Point:
    """The speaker worked on a task; sentences that don't name it claim none."""
    claim = _claim("activity", subject=me, activity="task", room=room, task=name)
    return Point("task", {"room": room, "task": name}, (claim,), time)


def waited(me: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """The speaker stood in a room for two ticks or more."""
    return Point("waited", {"room": room}, (_claim("activity", subject=me, activity="waiting", room=room),), time)


def saw(me: PlayerId, who: PlayerId, room: RoomName | None, time: Time = THIS_ROUND) -> Point:
    """The speaker saw somebody alive."""
    if room is None:
        return Point("saw_somewhere", {"who": who}, (_sighting(me, who, None),), time)
    return Point("saw", {"who": who, "room": room}, (_sighting(me, who, room),), time)


def saw_two(me: PlayerId, who: PlayerId, other: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """The speaker saw two others alive."""
    claims = (_sighting(me, who, room), _sighting(me, other, room))
    return Point("saw_two", {"who": who, "other": other, "room": room}, claims, time)


def found(me: PlayerId, who: PlayerId, room: RoomName, time: Time = THIS_ROUND, *, reported: bool = False) -> Point:
    """The speaker saw a body; as a reporter it may leave out when."""
    figure = "reported_find" if reported and time == THIS_ROUND else "found"
    return Point(figure, {"who": who, "room": room}, (_sighting(me, who, room, "body"),), time)


def saw_move(who: PlayerId, origin: RoomName, destination: RoomName, time: Time, figure: str = "saw_leave") -> Point:
    """The speaker saw somebody leave (saw_leave) or arrive (saw_come), or states it flatly (moved)."""
    claim = _travel(who, origin, destination) | ({} if figure == "moved" else {"perceived": True})
    return Point(figure, {"who": who, "from": origin, "to": destination}, (claim,), time)


def saw_heading(me: PlayerId, who: PlayerId, room: RoomName, to: RoomName, time: Time) -> Point:
    """The speaker saw somebody in a room, leaving for another."""
    claims = (_sighting(me, who, room), _travel(who, room, to) | {"perceived": True})
    return Point("saw_heading", {"who": who, "room": room, "to": to}, claims, time)


def placed(who: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """Somebody else was in a room, stated flatly."""
    return Point("placed", {"who": who, "room": room}, (_claim("location", subject=who, room=room),), time)


def stood_over(me: PlayerId, who: PlayerId, victim: PlayerId, room: RoomName, time: Time) -> Point:
    """The speaker saw somebody alive with a body."""
    claims = (_sighting(me, who, room), _sighting(me, victim, room, "body"))
    return Point("stood_over", {"who": who, "other": victim, "room": room}, claims, time)


def not_saw(me: PlayerId, who: PlayerId, room: RoomName | None = None, time: Time = THIS_ROUND) -> Point:
    """The speaker did not see somebody."""
    slots = {"who": who} if room is None else {"who": who, "room": room}
    return Point("not_saw" if room is None else "not_saw_in", slots, (_unseen(me, who, room),), time)


def nobody(
    me: PlayerId, room: RoomName | None = None, spared: tuple[PlayerId, ...] = (), time: Time = THIS_ROUND
) -> Point:
    """The speaker saw nobody, in a room or at all, but for some."""
    figure = ("only" if spared else "nobody") + ("" if room is None else "_in")
    claim = _unseen(me, "anyone", room) | ({"except": list(spared)} if spared else {})
    slots: dict[str, Slot] = {"spared": spared} if spared else {}
    return Point(figure, slots | ({} if room is None else {"room": room}), (claim,), time)


def alone_with_body(me: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """Nobody alive was in the room of the body beside the speaker."""
    return Point("alone_with_body", {"room": room}, (_unseen(me, "anyone", room, "alive"),), time)


def no_leave(me: PlayerId, origin: RoomName, time: Time = THIS_ROUND) -> Point:
    """The speaker saw nobody leave a room."""
    claim = _denial("sighting", subject=me, target="anyone", state="any", **{"from": origin})
    return Point("no_leave", {"from": origin}, (claim,), time)


def no_body(me: PlayerId, room: RoomName | None = None, time: Time = THIS_ROUND) -> Point:
    """The speaker saw no body, in a room or at all."""
    slots = {} if room is None else {"room": room}
    return Point("no_body" if room is None else "no_body_in", slots, (_unseen(me, "anyone", room, "body"),), time)


def said_at(who: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """Somebody said that it was in a room."""
    claim = _claim("location", subject=who, room=room, attribution=f"reported:{who}")
    return Point("said_at", {"who": who, "room": room}, (claim,), time, ("relayed",))


def said_other_at(who: PlayerId, other: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """Somebody said where another was."""
    claim = _claim("location", subject=other, room=room, attribution=f"reported:{who}")
    return Point("said_other_at", {"who": who, "other": other, "room": room}, (claim,), time, ("relayed",))


def said_saw(who: PlayerId, other: PlayerId, room: RoomName, time: Time = THIS_ROUND) -> Point:
    """Somebody said that it saw another."""
    claim = _sighting(who, other, room) | {"attribution": f"reported:{who}"}
    return Point("said_saw", {"who": who, "other": other, "room": room}, (claim,), time, ("relayed",))


def accuse(me: PlayerId, who: PlayerId, confidence: str, figure: str | None = None) -> Point:
    """The speaker takes somebody for a Duck: strong, moderate or weak."""
    claim = {"type": "accusation", "accuser": me, "target": who, "confidence": confidence}
    return Point(figure or f"accuse_{confidence}", {"who": who}, (claim,), made=("opinion",))


def defend(me: PlayerId, who: PlayerId, basis: str, figure: str = "defend") -> Point:
    """The speaker vouches for somebody, or for itself."""
    claim = {"type": "defense", "defender": me, "defended": who, "basis": basis}
    return Point("defend_self" if who == me else figure, {"who": who}, (claim,), made=("opinion",))


def defend_together(me: PlayerId, who: PlayerId, room: RoomName, time: Time) -> Point:
    """The speaker vouches for somebody that it was with."""
    claim = {"type": "defense", "defender": me, "defended": who, "basis": f"together in {room}"}
    slots = {"who": who, "room": room}
    return Point("defend_together", slots, (claim, _sighting(me, who, room)), time, ("opinion", "recalled"))


def vote(me: PlayerId, who: PlayerId | None) -> Point:
    """The speaker says how it will vote; None is a skip."""
    claim = {"type": "intent", "subject": me, "vote": who or "skip", "confidence": "strong"}
    return Point("vote" if who else "vote_skip", {"who": who} if who else {}, (claim,), made=("opinion",))


def lean(me: PlayerId, who: PlayerId | None) -> Point:
    """The speaker is likely to vote so: against somebody, a weak accusation too."""
    intent = {"type": "intent", "subject": me, "vote": who or "skip", "confidence": "weak"}
    if who is None:
        return Point("lean_skip", {}, (intent,), made=("opinion",))
    accusation = {"type": "accusation", "accuser": me, "target": who, "confidence": "weak"}
    return Point("lean", {"who": who}, (accusation, intent), made=("opinion", "opinion"))


def called(me: PlayerId, caller: PlayerId, how: str) -> Point:
    """Who called the meeting, and how."""
    activity = "reporting body" if how == "report" else "calling meeting"
    figure = ("i_" if me == caller else "they_") + ("reported" if how == "report" else "called")
    slots = {} if me == caller else {"who": caller}
    return Point(figure, slots, (_claim("activity", subject=caller, activity=activity),), made=("recalled",))


def _claim(kind: str, **fields: Any) -> Label:
    return {"type": kind, **{name: value for name, value in fields.items() if value is not None}}


def _denial(kind: str, **fields: Any) -> Label:
    return {**_claim(kind, **fields), "polarity": "denied"}


def _sighting(me: PlayerId, who: PlayerId, room: RoomName | None, state: str = "alive") -> Label:
    return _claim("sighting", subject=me, target=who, room=room, state=state)


def _unseen(me: PlayerId, who: PlayerId, room: RoomName | None, state: str = "any") -> Label:
    return _denial("sighting", subject=me, target=who, room=room, state=state)


def _travel(who: PlayerId, origin: RoomName | None, destination: RoomName | None) -> Label:
    return _claim("activity", subject=who, activity="traveling", **{"from": origin, "to": destination})


def _ends(origin: RoomName | None, destination: RoomName | None) -> dict[str, Slot]:
    ends = {"from": origin, "to": destination}
    return {name: room for name, room in ends.items() if room is not None}
