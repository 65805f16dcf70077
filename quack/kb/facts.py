"""Facts: what a game's timeline and sightings say, as text for clingo (described in `rules/schema.lp`).

Text holds integers and constants only. A rulebook gets the predicates that its rules read and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from quack.events.log import GameLog
from quack.events.timeline import Timeline
from quack.game.visibility import Sightings
from quack.kb.published import published_facts
from quack.kb.symbols import Facts, parse_facts
from quack.kb.terms import Terms
from quack.world.map import GameMap


class Topics(NamedTuple):
    """What the claims of a game speak of.

    Attributes:
        chats: the chat lines in which something was claimed.
        workers: the terms of the players who are said to have done a task.
    """

    chats: Collection[int]
    workers: Collection[str]


class World(NamedTuple):
    """A game as facts see it.

    Attributes:
        topics: what facts are wanted of, where rules ask for nothing else: chat lines without a claim, and the task
            work of players of whom no task is claimed, are left out. None: everything is told.
    """

    log: GameLog
    timeline: Timeline
    sightings: Sightings
    terms: Terms
    topics: Topics | None = None


Emitter = Callable[[World], Iterator[str]]
FACTS: dict[str, Emitter] = {}
"""The emitter of every predicate that a game gives."""

RECONSTRUCTED = frozenset({"spot", "visit", "alive_until", "segment", "late_task"})
"""Predicates of the published reconstruction."""


def _emits(name: str) -> Callable[[Emitter], Emitter]:
    def register(emitter: Emitter) -> Emitter:
        FACTS[name] = emitter
        return emitter

    return register


def add_game_facts(facts: Facts, world: World, wanted: Collection[str]) -> None:
    """The facts of one game, for the wanted predicates."""
    for name, emitter in FACTS.items():
        if name in wanted:
            facts.extend(name, emitter(world))
    if not RECONSTRUCTED.isdisjoint(wanted):
        terms = world.terms
        found = published_facts(world.log, terms.game, terms.players.__getitem__, terms.rooms.__getitem__)
        for name, texts in parse_facts(found).items():
            facts.extend(name, texts)


def add_map_facts(facts: Facts, game_map: GameMap, terms: Terms) -> None:
    """The rooms and corridors that the games of a batch share."""
    rooms = terms.rooms
    facts.extend("room", (f"room({room})" for room in rooms.values()))
    for corridor in game_map.corridors:
        a, b = rooms[corridor.a], rooms[corridor.b]
        facts.extend("adjacent", (f"adjacent({a},{b})", f"adjacent({b},{a})"))


@_emits("player")
def _player(world: World) -> Iterator[str]:
    return (f"player({term})" for term in world.terms.players.values())


@_emits("game_player")
def _game_player(world: World) -> Iterator[str]:
    return (f"game_player({world.terms.game},{term})" for term in world.terms.players.values())


@_emits("team")
def _team(world: World) -> Iterator[str]:
    return (f"team({world.terms.players[player.id]},{player.team})" for player in world.log.players)


@_emits("round")
def _round(world: World) -> Iterator[str]:
    return (f"round({world.terms.round(r.index)},{r.index},{r.first},{r.last})" for r in world.timeline.rounds)


@_emits("game_round")
def _game_round(world: World) -> Iterator[str]:
    return (f"game_round({world.terms.game},{world.terms.round(r.index)})" for r in world.timeline.rounds)


@_emits("meeting")
def _meeting(world: World) -> Iterator[str]:
    players, terms = world.terms.players, world.terms
    for m in world.timeline.meetings:
        yield f"meeting({terms.meeting(m.index)},{terms.round(m.round)},{m.tick},{players[m.caller]},{m.how},{m.line})"


@_emits("chat")
def _chat(world: World) -> Iterator[str]:
    players, terms, topics = world.terms.players, world.terms, world.topics
    for c in world.timeline.chats:
        if topics is not None and c.index not in topics.chats:
            continue
        yield f"chat({terms.chat(c.index)},{players[c.player]},{terms.round(c.round)},{c.tick},{c.line})"


@_emits("at")
def _at(world: World) -> Iterator[str]:
    players, rooms, game = world.terms.players, world.terms.rooms, world.terms.game
    for who, room, rnd, first, last, line, _ in world.timeline.stays:
        yield f"at({players[who]},{rooms[room]},r({game},{rnd}),{first},{last},{line})"


@_emits("moved")
def _moved(world: World) -> Iterator[str]:
    players, rooms, game = world.terms.players, world.terms.rooms, world.terms.game
    for who, origin, destination, rnd, tick, arrival, status, line in world.timeline.moves:
        way = f"{rooms[origin]},{rooms[destination]},r({game},{rnd})"
        yield f"moved({players[who]},{way},{tick},{arrival},{status},{line})"


@_emits("alive")
def _alive(world: World) -> Iterator[str]:
    players, game = world.terms.players, world.terms.game
    for who, rnd, first, last in world.timeline.lives:
        yield f"alive({players[who]},r({game},{rnd}),{first},{last})"


@_emits("body")
def _body(world: World) -> Iterator[str]:
    players, rooms, game = world.terms.players, world.terms.rooms, world.terms.game
    for who, room, rnd, first, last, line in world.timeline.bodies:
        yield f"body({players[who]},{rooms[room]},r({game},{rnd}),{first},{last},{line})"


@_emits("killed")
def _killed(world: World) -> Iterator[str]:
    players, rooms, game = world.terms.players, world.terms.rooms, world.terms.game
    for killer, victim, room, rnd, tick, line in world.timeline.kills:
        yield f"killed({players[killer]},{players[victim]},{rooms[room]},r({game},{rnd}),{tick},{line})"


@_emits("task_tick")
def _task_tick(world: World) -> Iterator[str]:
    players, rooms, game = world.terms.players, world.terms.rooms, world.terms.game
    topics = world.topics
    for who, room, rnd, tick, _, line in world.timeline.task_ticks:
        worker = players[who]
        if topics is None or worker in topics.workers:
            yield f"task_tick({worker},{rooms[room]},r({game},{rnd}),{tick},{line})"


@_emits("look")
def _look(world: World) -> Iterator[str]:
    players, rooms, game = world.terms.players, world.terms.rooms, world.terms.game
    for who, room, rnd, tick, how, line in world.timeline.looks:
        yield f"look({players[who]},{rooms[room]},r({game},{rnd}),{tick},{how},{line})"


@_emits("saw")
def _saw(world: World) -> Iterator[str]:
    players, rooms, game = world.terms.players, world.terms.rooms, world.terms.game
    for viewer, target, room, rnd, first, last, how, end, look, line in world.sightings.sightings:
        sight = how if end is None else f"{how}({rooms[end]})"
        place = f"{rooms[room]},r({game},{rnd}),{first},{last}"
        yield f"saw({players[viewer]},{players[target]},{place},{sight},{look},{line})"


@_emits("heard")
def _heard(world: World) -> Iterator[str]:
    players, terms, topics = world.terms.players, world.terms, world.topics
    hearings = world.sightings.hearings
    told = hearings if topics is None else [each for each in hearings if each.chat in topics.chats]
    return (f"heard({players[each.listener]},{terms.chat(each.chat)})" for each in told)


@_emits("voted")
def _voted(world: World) -> Iterator[str]:
    players, terms = world.terms.players, world.terms
    for v in world.timeline.votes:
        target = "skip" if v.target is None else players[v.target]
        yield f"voted({players[v.voter]},{target},{terms.meeting(v.meeting)},{v.line})"


@_emits("ejected")
def _ejected(world: World) -> Iterator[str]:
    players, terms = world.terms.players, world.terms
    return (f"ejected({players[e.player]},{terms.meeting(e.meeting)},{e.line})" for e in world.timeline.ejections)
