"""`quack log`: what is in a log, and what is wrong with it."""

from __future__ import annotations

import typer

from quack.cli.options import MapFile, Paths
from quack.cli.output import FAILED, complain, tell

EXAMPLES = """\b
Examples:
  quack log check logs
  quack log check logs/sample/game.jsonl
"""

app = typer.Typer(name="log", no_args_is_help=True, rich_markup_mode=None, help="Look at game logs.", epilog=EXAMPLES)


@app.callback()
def root() -> None:
    """Look at game logs."""


@app.command("check", epilog=EXAMPLES)
def check(paths: Paths, map_file: MapFile = None) -> None:
    """List every problem of the logs under PATH as file:line: what; remedy.

    Errors would make verdicts wrong, and the exit code 1; notices are worth knowing.
    """
    from quack.audit.discover import discover_games
    from quack.audit.reading import check_game
    from quack.errors import amount, printable
    from quack.world.map import load_map

    game_map = load_map(map_file) if map_file else None
    games = discover_games(paths)
    counts = {"error": 0, "notice": 0}
    for game in games:
        for problem in check_game(game.log, game_map):
            counts[problem.severity] += 1
            tell(printable(problem if problem.severity == "error" else f"{problem} (notice)"))
    found = ", ".join(amount(number, severity) for severity, number in counts.items())
    complain(f"{amount(len(games), 'game')}: {found}")
    if counts["error"]:
        raise typer.Exit(FAILED)
