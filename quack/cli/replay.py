"""`quack replay`: steps through a log in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import MapFile
from quack.cli.output import complain, tell

if TYPE_CHECKING:
    from quack.events.log import GameLog, Player
    from quack.report.telling import Page
    from quack.world.map import GameMap

EXAMPLES = """\b
Examples:
  quack replay logs/sample
  quack replay logs/sample --tick 7
  quack replay logs/sample --player Frank
  quack replay runs/seed1/game.jsonl --from 10 --to 20 --json
"""

LogPath = Annotated[Path, typer.Argument(metavar="LOG", help="A log, or the folder of one.")]
OneTick = Annotated[int | None, typer.Option("--tick", "-t", min=0, metavar="N", help="Only this tick; 0: the start.")]
First = Annotated[int | None, typer.Option("--from", min=0, metavar="N", help="Begin with this tick.")]
Last = Annotated[int | None, typer.Option("--to", min=0, metavar="N", help="End with this tick.")]
OnePlayer = Annotated[
    str | None,
    typer.Option("--player", "-p", metavar="NAME", help="One player's view: what it saw, heard and did, and no more."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The ticks as JSON.")]


def replay(
    path: LogPath,
    tick: OneTick = None,
    first: First = None,
    last: Last = None,
    player: OnePlayer = None,
    as_json: AsJson = False,
    map_file: MapFile = None,
) -> None:
    """Tell a game tick by tick in plain words: who is where, what happens, what is said; with the lines of the log.

    On a terminal it waits for Enter after each tick (b: back, 12: to tick 12, a: all the rest, q: quit); into a pipe or
    a file it goes through at once.
    """
    from quack.world.map import load_map

    game_map = load_map(map_file) if map_file else None
    log = read_one(path, game_map)
    pages = _chosen(list(_pages(log, player)), tick, first, last)
    if as_json:
        _tell_json(log, pages, player)
        return
    from quack.report.replay import Printer

    printer = Printer()
    if sys.stdin.isatty() and sys.stdout.isatty() and len(pages) > 1:
        from quack.cli.stepping import step

        step(pages, printer)
        return
    for page in pages:
        printer.show(page.lines)


def read_one(path: Path, game_map: GameMap | None) -> GameLog:
    """The log at a path that holds one game.

    Raises:
        SettingsError: it holds none, or several.
    """
    from quack.audit.discover import discover_games
    from quack.errors import SettingsError
    from quack.events.log import read_log

    games = discover_games([path])
    if len(games) > 1:
        names = ", ".join(game.name for game in games[:3])
        what = f"{len(games)} games lie here: {names}{', …' if len(games) > 3 else ''}"
        raise SettingsError(what, path=path, remedy=f"name one of them: {games[0].log}")
    return read_log(games[0].log, map=game_map)


def _pages(log: GameLog, player: str | None) -> Iterator[Page]:
    from quack.game.watch import watch_game
    from quack.report.telling import tell_pages

    timeline, sightings = watch_game(log)
    if timeline.misfits:
        complain(f"{len(timeline.misfits)} lines of the log contradict it; quack log check {log.path} lists them")
    if player is None:
        return tell_pages(log.events)
    from quack.report.witnessed import tell_witnessed

    return tell_witnessed(log, timeline, sightings, find_player(log, player).id)


def find_player(log: GameLog, player: str) -> Player:
    """The player of that name or id.

    Raises:
        SettingsError: there is none.
    """
    from quack.claims.entities import Names
    from quack.errors import SettingsError

    found = log.by_id.get(player) or Names(log).player(player)
    if found is None:
        names = ", ".join(one.name for one in log.players)
        raise SettingsError(f"there is no player {player}", path=log.path, remedy=f"name one of: {names}")
    return found


def _chosen(pages: list[Page], tick: int | None, first: int | None, last: int | None) -> list[Page]:
    from quack.errors import SettingsError

    if tick is not None and (first is not None or last is not None):
        raise SettingsError("--tick with --from or --to", remedy="give one or the other")
    begin, end = (tick, tick) if tick is not None else (first or 0, pages[-1].tick if last is None else last)
    chosen = [page for page in pages if begin <= page.tick <= end]
    if not chosen:
        asked = f"tick {begin}" if begin == end else f"ticks {begin} to {end}"
        what = f"nothing to tell of {asked}{_ending(pages[-1]) if begin > pages[-1].tick else ''}"
        raise SettingsError(what, remedy=f"ticks go from {pages[0].tick} to {pages[-1].tick}")
    return chosen


def _ending(page: Page) -> str:
    """Why nothing is told after the last page: the game was over, or it was for the player whose view it is."""
    words = [line.text for line in page.lines if line.kind == "end"]
    return f", for in tick {page.tick} {words[-1]}" if words else ""


def _tell_json(log: GameLog, pages: list[Page], player: str | None) -> None:
    import json

    from quack.report.replay import page_json

    names = {one.id: one.name for one in log.players}
    told = {"log": log.path.as_posix(), "player": player, "ticks": [page_json(page, names) for page in pages]}
    tell(json.dumps(told, indent=1))
