"""Which facts are examined when one is missing? Those that say where the player was, or what it saw, at the time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from quack.kb.attempts import Step
from quack.kb.bodies import Literal
from quack.kb.model import Model
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Environment, Variable, is_open


class Track(NamedTuple):
    """Where in a fact stand the player that it is about, the round (None: nowhere), and its first and last tick.

    `lasting`: one that begins and ends in one tick says nothing that others don't: a step from room to room.
    """

    player: int
    round: int | None
    first: int
    last: int
    lasting: bool = False


WHEREABOUTS: dict[Signature, Track] = {
    ("at", 6): Track(0, 2, 3, 4),
    ("moved", 8): Track(0, 3, 4, 5, lasting=True),
    ("body", 6): Track(0, 2, 3, 4),
}
LOOKS: dict[Signature, Track] = {("saw", 9): Track(0, 3, 4, 5), ("look", 6): Track(0, 2, 3, 3)}
TASKS: dict[Signature, Track] = {("task_tick", 5): Track(0, 2, 3, 3)}
SPOTS: dict[Signature, Track] = {("spot", 6): Track(0, None, 3, 4)}
VISITS: dict[Signature, Track] = {("visit", 6): Track(0, None, 3, 4)}

EXAMINED: dict[Signature, dict[Signature, Track]] = {
    **dict.fromkeys(WHEREABOUTS, WHEREABOUTS),
    **dict.fromkeys(LOOKS, LOOKS),
    **dict.fromkeys(TASKS, TASKS | WHEREABOUTS),
    **dict.fromkeys(SPOTS, SPOTS),
    **dict.fromkeys(VISITS, VISITS),
}
"""The kinds of facts that are examined for a missing one, by its predicate."""


def facts_around(
    condition: Literal, ways: Sequence[Environment], tests: Sequence[Step], model: Model
) -> list[tuple[str, Row]]:
    """The facts about a player that pass the comparisons of its ticks, as if each were the atom that is missing.

    Args:
        condition: the atom, of a predicate in `EXAMINED`.
        ways: the values that its variables have without it.
        tests: the comparisons that hold its ticks to a window, of which all else is known.

    Returns:
        Names and arguments, in the order of their log lines.
    """
    if len(ways) == 1:
        found: Iterable[tuple[str, Row]] = _around(condition, ways[0], tests, model)
    else:
        found = dict.fromkeys(fact for env in ways for fact in _around(condition, env, tests, model))
    return sorted(found, key=lambda fact: (fact[1][-1], fact[0]))


def _around(condition: Literal, env: Environment, tests: Sequence[Step], model: Model) -> Iterator[tuple[str, Row]]:
    group = EXAMINED[condition.signature]
    asked = group[condition.signature]
    player = condition.arguments[asked.player].pattern(env)
    if is_open(player):
        return
    round_ = FREE if asked.round is None else condition.arguments[asked.round].pattern(env)
    start, end = condition.arguments[asked.first], condition.arguments[asked.last]
    # Where both ticks are open, each fact is tried in the same place.
    places = (start.slot, end.slot) if isinstance(start, Variable) and isinstance(end, Variable) else None
    open_ = places is not None and env[places[0]] is FREE and env[places[1]] is FREE
    own = env.copy()
    for signature, track in group.items():
        for row in _of_player(signature, track, player, round_, model):
            if open_ and places is not None:
                # A fact of several ticks stands for the last of them where one of a single tick is asked for.
                own[places[0]] = row[track.first]
                own[places[1]] = row[track.last]
            else:
                own = env.copy()
                matched = start is end or start.match(row[track.first], own)
                if not (matched and end.match(row[track.last], own)):
                    continue
            for step in tests:
                if not step(own):
                    break
            else:
                yield signature[0], row


def _of_player(signature: Signature, track: Track, player: Value, round_: Value, model: Model) -> Sequence[Row]:
    rows: Sequence[Row]
    if track.round is None or is_open(round_):
        rows = model.index(signature, (track.player,)).get(player, ())
    else:
        rows = model.index(signature, (track.player, track.round)).get((player, round_), ())
    return [row for row in rows if row[track.first] != row[track.last]] if track.lasting else rows
