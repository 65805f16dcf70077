"""Asks the games under a path: a query, game by game, so that nothing of one game meets anything of another."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from quack.audit.discover import Game
from quack.audit.reading import read_case
from quack.claims.entities import Names
from quack.errors import QuackError, SettingsError
from quack.events.log import read_log
from quack.kb.dump import everything, facts_text, program_text
from quack.kb.judge import Batch, Case
from quack.kb.query import CALLED, Inquiry, in_query, read_query
from quack.kb.rulebook import Rulebook
from quack.kb.solve import solve
from quack.kb.symbols import Facts, Row, Value
from quack.kb.terms import Terms
from quack.kb.values import natural
from quack.pause import collector_paused
from quack.world.map import GameMap, shipped_map

_LONGEST_HEADER = 1_000_000

Answer = tuple[int | str, ...]
"""A row of an answer: numbers, and names as in the game."""


@dataclass
class Answers:
    """What games say to a query.

    Attributes:
        columns: what is asked for.
        rows: the answers of each game, in the order of the games, sorted.
        failed: the games that could not be asked, and why.
    """

    columns: tuple[str, ...]
    rows: dict[str, list[Answer]] = field(default_factory=dict)
    failed: list[tuple[str, QuackError]] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(map(len, self.rows.values()))

    def grouped(self, by: Sequence[str]) -> Answers:
        """How many answers of all games together share the values of some columns."""
        places = [self.columns.index(name) for name in by]
        counts = Counter(tuple(row[place] for place in places) for rows in self.rows.values() for row in rows)
        rows = sorted(((*key, number) for key, number in counts.items()), key=_row_order)
        return Answers((*by, "count"), {"": rows} if rows else {}, self.failed)


def names_in(games: Sequence[Game], game_map: GameMap | None = None) -> tuple[set[str], set[str]]:
    """The players of games, as the headers of their logs have them, and the rooms of their maps."""
    players: set[str] = set()
    maps = {"": game_map} if game_map else {}
    for game in games:
        try:
            with game.log.open(encoding="utf-8") as file:
                data = json.loads(file.readline(_LONGEST_HEADER))["data"]
            players.update(map(str, data["players"]))
            played_on = str(data["config"]["map"])
            if not game_map and played_on not in maps:
                maps[played_on] = shipped_map(played_on) or read_log(game.log).map
        except (OSError, ValueError, LookupError, TypeError, RecursionError, QuackError):
            continue  # what is wrong with the log is said when it is asked
    rooms = {name for each in maps.values() for room in each.rooms for name in (room.name, *room.aliases)}
    return players, rooms


def prepare(text: str, rulebook: Rulebook, games: Sequence[Game], game_map: GameMap | None = None) -> Inquiry:
    """A query made ready for some games.

    Raises:
        RulebookError: at the line and column of the query.
    """
    return read_query(text, rulebook, *names_in(games, game_map))


def ask(
    inquiry: Inquiry,
    games: Sequence[Game],
    game_map: GameMap | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Answers:
    """The answers of each game; one that can't be read is listed with the reason.

    Raises:
        RulebookError: the query takes too long, or too much memory.
    """
    answers = Answers(inquiry.columns)
    sighted = any(name in ("saw", "heard") for name, _ in inquiry.reads)
    with collector_paused():
        for number, game in enumerate(games, 1):
            try:
                case = read_case(game, game_map, sighted=sighted)
            except QuackError as error:
                answers.failed.append((game.name, error))
            else:
                rows = _ask_case(inquiry, case)
                if rows:
                    answers.rows[game.name] = rows
            if on_progress:
                on_progress(number, len(games))
    return answers


def _ask_case(inquiry: Inquiry, case: Case) -> list[Answer]:
    batch = Batch(inquiry)
    facts = batch.facts([case])
    add_names(facts, inquiry, case, batch)
    try:
        with closing(solve(inquiry, facts)) as answer:
            rows = answer.rows(*inquiry.answer, ordered=False)
    except QuackError as error:
        raise in_query(error) from None  # type: ignore[arg-type]
    words = batch.terms[0].words(lambda constant: batch.claims[constant].id if constant in batch.claims else None)
    return sorted(_told(rows, words.__getitem__), key=_row_order)


def _told(rows: list[Row], word: Callable[[Value], str]) -> Iterator[Answer]:
    for row in rows:
        yield tuple([value if isinstance(value, int) else _plain(word(value)) for value in row])


def _plain(text: str) -> str:
    """A string of the query's own as it was meant, without the quotes of the rules."""
    if text[:1] != '"':
        return text
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text[1:-1])


def _row_order(row: tuple[Any, ...]) -> tuple:
    return tuple(map(natural, row))


def add_names(facts: Facts, inquiry: Inquiry, case: Case, batch: Batch) -> None:
    """Says what the names of a query are called in the facts of a game."""
    names, terms = Names(case.log), batch.terms[0]
    claims = {made.id: constant for constant, made in batch.claims.items()}
    for number, name in enumerate(inquiry.called):
        facts.add(CALLED[0], f"{CALLED[0]}({number},{_term(name, names, terms, claims)})")


def _term(name: str, names: Names, terms: Terms, claims: dict[str, str]) -> str:
    player = names.player(name)
    if player is not None:
        return terms.players[player.id]
    room = names.room(name)
    if room is not None:
        return terms.rooms[room]
    # What a game doesn't have is like nothing in it, so that `Q != name` holds there.
    return claims.get(name, "_nothing")


def dump(
    games: Sequence[Game], rulebook: Rulebook, game_map: GameMap | None = None, *, rules: bool = False
) -> Iterator[str]:
    """The lines of what games give, as text for plain clingo; games are numbered from 0.

    Args:
        rulebook: says how claims are read; with an inquiry its names are bound too.
        rules: put the rules before the facts, and show verdicts or the answers of the inquiry.

    Raises:
        LogError, ClaimsError: a game can't be read.
        SettingsError: its facts and the rulebook can't stand in one program, or a query is to meet several games.
    """
    if isinstance(rulebook, Inquiry) and len(games) > 1:
        what = f"one program of a query and {len(games)} games, whose answers would mix"
        raise SettingsError(what, remedy="name one game")
    cases = [read_case(game, game_map) for game in games]
    batch = Batch(rulebook if rules else everything(rulebook))
    facts = batch.facts(cases)
    if isinstance(rulebook, Inquiry):
        add_names(facts, rulebook, cases[0], batch)
    if rules:
        shown = [rulebook.answer] if isinstance(rulebook, Inquiry) else [("verdict", 2)]
        yield from program_text(rulebook, batch, shown)
    yield from facts_text(facts, batch, cases)
