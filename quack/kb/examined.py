"""Which facts are examined when one is missing? Those that say where the player was, or what it saw, at the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quack.kb.attempts import Step
from quack.kb.bodies import Literal
from quack.kb.model import Model
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Environment, is_open


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

Test = tuple[frozenset[int], Step]
"""A comparison, ready once the variables of these slots are known."""


def facts_around(
    condition: Literal, ways: Sequence[Environment], tests: Sequence[Test], model: Model
) -> list[tuple[str, Row]]:
    """The facts about a player that pass the comparisons of its ticks, as if each were the atom that is missing.

    Args:
        condition: the atom, of a predicate in `EXAMINED`.
        ways: the values that its variables have without it.
        tests: the comparisons that hold its ticks to a window.

    Returns:
        Names and arguments, in the order of their log lines.
    """
    found: dict[tuple[str, Row], None] = {}
    for env in ways:
        found.update(dict.fromkeys(_around(condition, env, tests, model)))
    return sorted(found, key=lambda fact: (fact[1][-1], fact[0]))


def _around(condition: Literal, env: Environment, tests: Sequence[Test], model: Model) -> Iterator[tuple[str, Row]]:
    group = EXAMINED[condition.signature]
    asked = group[condition.signature]
    player = condition.arguments[asked.player].pattern(env)
    if is_open(player):
        return
    round_ = FREE if asked.round is None else condition.arguments[asked.round].pattern(env)
    start, end = condition.arguments[asked.first], condition.arguments[asked.last]
    own = env.copy()
    # Ticks of which nothing is known can't fail; the others stand or fall with the fact that is tried.
    ticks = frozenset((*start.slots(), *end.slots()))
    tests = [(slots, step) for slots, step in tests if not any(own[slot] is FREE for slot in slots - ticks)]
    for signature, track in group.items():
        for row in _of_player(signature, track, player, round_, model):
            own = env.copy()
            # A fact of several ticks stands for the last of them where one of a single tick is asked for.
            matched = start is end or start.match(row[track.first], own)
            if matched and end.match(row[track.last], own) and all(step(own) for slots, step in tests):
                yield signature[0], row


def _of_player(signature: Signature, track: Track, player: Value, round_: Value, model: Model) -> Sequence[Row]:
    rows: Sequence[Row]
    if track.round is None or is_open(round_):
        rows = model.index(signature, (track.player,)).get(player, ())
    else:
        rows = model.index(signature, (track.player, track.round)).get((player, round_), ())
    return [row for row in rows if row[track.first] != row[track.last]] if track.lasting else rows
