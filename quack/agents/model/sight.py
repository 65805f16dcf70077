"""What a player sees now, in words: at its turn, and in a meeting. Nothing but the view it is given gets into them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import repeat
from typing import Literal

from quack.agents.model.naming import Naming, Space
from quack.game.observation import MeetingView, Observation, Passage, TaskStatus
from quack.render.theme import letter

Movements = Literal["movements", "movements_call", "movements_since"]
"""Which movements a look shows: those of its tick, up to the own turn or to a call; or those between the two."""

_NO: Mapping[Movements, str] = {
    "movements": "no_movements",
    "movements_call": "no_movements_call",
    "movements_since": "no_movements_since",
}
_NOW = ("company", "alone", "bodies", "no_bodies")
_THEN = ("company_call", "alone_call", "bodies_call", "no_bodies_call")

_CHAT = Space(lines=100, least=200, most=4_000, total=12_000)
_TALK = Space(lines=400, least=300, most=4_000, total=60_000)


def seen_text(naming: Naming, seen: Observation, *, lettered: bool = False) -> str:
    """What a player sees at its turn: where it is, who and what is there, what it heard, its ways and tasks.

    Args:
        lettered: whether tasks have the letters that stand for them in pictures.
    """
    words = naming.phrases
    room = naming.room(seen.room)
    lines = [
        words("here", tick=seen.tick, limit=naming.briefing.setup.ticks, room=room),
        *_around(naming, seen, "movements"),
    ]
    if seen.heard:
        lines += ["", words("heard"), *_heard(naming, seen), ""]
    ways = (words("way", room=naming.room(end), ticks=words.ticks(ticks)) for end, ticks in seen.neighbours)
    lines.append(words("ways", list=naming.listed(ways)))
    if seen.cooldown is not None:
        lines.append(_cooldown(naming, seen.tick, seen.cooldown))
    return "\n".join((*lines, *_tasks(naming, seen, lettered)))


def meeting_text(naming: Naming, meeting: MeetingView, *, had_turn: bool) -> str:
    """What a player is told in a meeting: why it is held, who lives, what was said, what it saw at the call.

    Args:
        had_turn: whether the player had its turn in the tick of the call, so that it sees later movements only.
    """
    words = naming.phrases
    called = "reported" if meeting.how == "report" else "pressed"
    lines = [words(called, tick=meeting.tick, caller=naming.who(meeting.caller), number=meeting.index + 1)]
    if meeting.bodies:
        bodies = (words("body_in", player=naming.who(one), room=naming.room(room)) for one, room in meeting.bodies)
        lines.append(words("found", list=naming.listed(bodies)))
    out = [report.ejected for report in meeting.meetings if report.ejected is not None]
    dead = [player for player in meeting.dead if player not in out]
    lines.append(words("dead", players=naming.all(dead)) if dead else words("nobody_dead"))
    if out:
        lines.append(words("out", players=naming.all(out)))
    lines += [words("living", players=naming.all(meeting.living)), words("order", players=naming.all(meeting.order))]
    shown: Movements = "movements_since" if had_turn else "movements_call"
    lines += ["", words("at_call", room=naming.room(meeting.look.room)), *_around(naming, meeting.look, shown), ""]
    return "\n".join((*lines, *_discussion(naming, meeting)))


def _around(naming: Naming, seen: Observation, shown: Movements) -> list[str]:
    """Who stands in the room, what lies there, who came and went."""
    words = naming.phrases
    some, alone, lying, none = _NOW if shown == "movements" else _THEN
    company = words(some, players=naming.all(seen.present)) if seen.present else words(alone)
    bodies = words(lying, players=naming.all(seen.bodies)) if seen.bodies else words(none)
    moved = [*_moved(naming, "left", seen.departing), *_moved(naming, "came", seen.arriving)]
    return [company, bodies, words(shown, list=naming.listed(moved)) if moved else words(_NO[shown])]


def _moved(naming: Naming, how: str, passages: Iterable[Passage]) -> list[str]:
    return [naming.phrases(how, player=naming.who(one), room=naming.room(room)) for one, room in passages]


def _heard(naming: Naming, seen: Observation) -> list[str]:
    told = seen.heard[-_CHAT.lines :]
    most, left = _CHAT.share(len(told)), len(seen.heard) - len(told)
    lines = naming.left_out(left)
    for speaker, room, tick, text in told:
        line = {"tick": tick, "player": naming.who(speaker), "text": naming.quoted(text, most)}
        if room == seen.room:
            lines.append(naming.phrases("heard_here", **line))
        else:
            lines.append(naming.phrases("heard_elsewhere", room=naming.room(room), **line))
    return lines


def _cooldown(naming: Naming, tick: int, left: int) -> str:
    words = naming.phrases
    return words("cooldown", tick=tick + left, ticks=words.ticks(left)) if left else words("no_cooldown")


def _tasks(naming: Naming, seen: Observation, lettered: bool) -> list[str]:
    words = naming.phrases
    if not seen.tasks:
        return [words("none_yours")]
    heading = words("your_tasks" if naming.briefing.team == "goose" else "show_tasks")
    letters = map(letter, range(len(seen.tasks))) if lettered else repeat(None)
    return ["", heading, *map(partial(_task, naming), seen.tasks, letters)]


def _task(naming: Naming, task: TaskStatus, sign: str | None) -> str:
    words = naming.phrases
    name = naming.plain(task.name)
    told = {"task": name if sign is None else words("lettered", letter=sign, task=name), "room": naming.room(task.room)}
    if task.done >= task.needed:
        return words("task_done", **told)
    away = words("away", ticks=words.ticks(task.distance)) if task.distance else words("not_away")
    return words("task_open", done=task.done, needed=words.ticks(task.needed), away=away, **told)


def _discussion(naming: Naming, meeting: MeetingView) -> list[str]:
    words, rounds = naming.phrases, naming.briefing.setup.discussion_rounds
    lines = [words("said"), *naming.discussion(meeting.said, _TALK)] if meeting.said else [words("nothing_said")]
    if meeting.round < rounds:
        return [*lines, "", words("your_round", round=meeting.round + 1, rounds=rounds)]
    return [*lines, "", words("voting")]
