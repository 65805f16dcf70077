"""`quack ask`: a query over the facts of games and what a rulebook makes of them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import ClaimsFile, Constants, MapFile, MaxMemory, MaxSeconds, RulebookName, parse_constants
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import SettingsError
from quack.settings import DEFAULT_RULEBOOK, set_limits

if TYPE_CHECKING:
    from quack.audit.asking import Answers
    from quack.audit.discover import Game
    from quack.kb.query import Inquiry
    from quack.kb.rulebook import Rulebook
    from quack.world.map import GameMap

EXAMPLES = """\b
Examples:
  quack ask logs 'saw(P, Q, R, T), team(Q, goose), T < 7'                 who saw a Goose before tick 7
  quack ask logs 'claim(C, sighting, P), verdict(C, false), team(P, Team)' --by Team   false sightings by team
  quack ask logs/sample 'at(Bob, electrical, T)'                          names as in the game
  quack ask logs/sample 'claim(C, _, P), not experienced(C)' --format csv
  quack ask logs/sample 'lone(S, T) :- at(S, R, T), #count { Q : at(Q, R, T) } = 1'
  quack ask --schema                                                      what can be asked
  quack ask logs/sample --facts > facts.lp
  quack ask logs/sample --program > sample.lp && python -m clingo sample.lp
"""

_ROWS = 40
"""So many answers a table shows unless it is told otherwise."""


class Format(StrEnum):
    """How answers are printed."""

    table = "table"
    json = "json"
    csv = "csv"


Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH... QUERY",
        help="Logs, run folders or trees of them; then conditions, or rules of which the last one is shown.",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option("--by", metavar="VARIABLE", help="Count the answers of all games by a variable; repeatable."),
]
OutputFormat = Annotated[Format, typer.Option("--format", "-f", help="How to print the answers.")]
Limit = Annotated[
    int | None,
    typer.Option("--limit", min=0, metavar="N", help=f"At most N answers, 0 for all; a table shows {_ROWS} otherwise."),
]
FactsOnly = Annotated[bool, typer.Option("--facts", help="Print what the logs and claims give, as clingo reads it.")]
Program = Annotated[
    bool, typer.Option("--program", help="Print rules, facts and query as one program for plain clingo.")
]
Schema = Annotated[bool, typer.Option("--schema", help="List what can be asked: predicates and what they mean.")]


def ask(
    words: Words = None,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    constants: Constants = None,
    claims: ClaimsFile = None,
    by: By = None,
    output: OutputFormat = Format.table,
    limit: Limit = None,
    facts: FactsOnly = False,
    program: Program = False,
    schema: Schema = False,
    map_file: MapFile = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Ask the games a query in the language of the rules, over what logs and claims give and what the rulebook derives.

    A query is conditions, as in the body of a rule, or whole rules. Each variable is a column; one that begins with _
    is not shown. Players, rooms, teams and claims are called as in the game, in any case: Alice, "Red Panda", med bay.
    """
    from quack.audit.discover import discover_games, with_claims
    from quack.kb.rulebook import load_rulebook
    from quack.world.map import load_map

    set_limits(max_seconds, max_memory)
    rulebook = load_rulebook(rulebook_name, parse_constants(constants))
    if schema:
        _tell_schema(rulebook, output)
        return
    paths, query = _parse_words(words or [], bare=facts or program)
    game_map = load_map(map_file) if map_file else None
    games = with_claims(discover_games(paths), claims)
    inquiry = _prepare(query, rulebook, games, game_map) if query is not None else None
    if facts or program:
        _tell_program(games, inquiry or rulebook, game_map, rules=program)
        return
    assert inquiry is not None and query is not None, "without a query there is nothing to ask"
    _tell_answers(inquiry, query, games, game_map, by or [], output, limit)


def _parse_words(words: list[str], *, bare: bool) -> tuple[list[Path], str | None]:
    """The paths, and the query behind them: what is no path."""
    *others, last = words or [""]
    if last and (len(words) == 1 or bare) and Path(last).exists():
        others, last = words, ""
    if not others:
        what = "a query without a path" if last else "no path and no query"
        raise SettingsError(what, remedy="quack ask logs 'team(P, duck)'; --schema lists what can be asked")
    if not last.strip() and not bare:
        raise SettingsError("no query", remedy="write it behind the path, such as 'team(P, duck)'")
    return list(map(Path, others)), last if last.strip() else None


def _prepare(query: str, rulebook: Rulebook, games: tuple[Game, ...], game_map: GameMap | None) -> Inquiry:
    from quack.audit.asking import prepare

    inquiry = prepare(query, rulebook, games, game_map)
    for hint in inquiry.hints:
        complain(hint)
    return inquiry


def _tell_answers(
    inquiry: Inquiry,
    query: str,
    games: tuple[Game, ...],
    game_map: GameMap | None,
    by: list[str],
    output: Format,
    limit: int | None,
) -> None:
    from quack.audit.asking import ask as ask_games

    for name in by:
        if name not in inquiry.columns:
            there = f"there is {', '.join(inquiry.columns)}" if inquiry.columns else "it has none"
            raise SettingsError(f"--by {name} is no variable of the query", remedy=there)
    with Bar("asking", len(games)) as bar:
        answers = ask_games(inquiry, games, game_map, bar.show)
    several = len(games) > 1 and not by
    if by:
        answers = answers.grouped(by)
    _print(answers, query, output, limit, several)
    for game, error in answers.failed:
        complain(error if error.path else f"{game}: {error}")
    if answers.failed:
        raise typer.Exit(FAILED)


def _print(answers: Answers, query: str, output: Format, limit: int | None, several: bool) -> None:
    from quack.report.answers import answer_csv, answer_json, answer_table

    most = limit or None
    if output is Format.json:
        tell(answer_json(answers, query, limit=most))
        return
    if output is Format.csv:
        tell(answer_csv(answers, game=several, limit=most))
        return
    most = _ROWS if limit is None else most
    if lines := answer_table(answers, game=several, limit=most):
        tell("\n".join(lines))
    count = answers.count
    if most is not None and count > most:
        complain(f"{count - most:,} of {count:,} answers are not shown; --limit 0 shows all")
    elif not count and answers.columns:
        complain("no answers")


def _tell_program(
    games: tuple[Game, ...], rulebook: Rulebook | Inquiry, game_map: GameMap | None, *, rules: bool
) -> None:
    from quack.audit.asking import dump

    for line in dump(games, rulebook, game_map, rules=rules):
        tell(line)


def _tell_schema(rulebook: Rulebook, output: Format) -> None:
    from quack.report.schema import schema_json, schema_lines

    if output is Format.json:
        tell(schema_json(rulebook))
    else:
        tell("\n".join(schema_lines(rulebook)))
