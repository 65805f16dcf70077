"""What `quack play` says at the end: who won, how long it took, what was said, what to do next."""

from __future__ import annotations

import shlex
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from quack import __version__
from quack.errors import printable
from quack.report.layout import lay_out
from quack.report.screen import Screen
from quack.report.tables import FEW_GAMES, Table
from quack.report.terminal import WIDTH

if TYPE_CHECKING:
    from quack.agents.batch import Played
    from quack.agents.play import Order

_WINNERS = {"goose": "Geese", "duck": "Ducks", None: "nobody"}
_COUNTED = ("kills", "meetings", "ejected", "messages", "chats", "claims", "failures")


def print_played(played: Sequence[Played], out: Path | None, *, file: IO[str] | None = None) -> None:
    """Prints the summary of some games.

    Args:
        out: the folder that they are kept in; None if they are not.
        file: where to; standard output if not given. Bold only on a terminal, and never under NO_COLOR.
    """
    console = Screen(file)
    width = shutil.get_terminal_size((WIDTH, 24)).columns
    table = games_table(played)
    console.print(table.title, style="bold")
    for line in lay_out(table, width):
        console.print(line)
    console.print()
    for line in _sentences(played, out):
        console.print(printable(line))


def games_table(played: Sequence[Played]) -> Table:
    """A row per game, as long as they are few, and all together."""
    few = len(played) <= FEW_GAMES
    rows = [(f"seed{game.seed}", *_cells([game])) for game in played] if few else []
    heads = ("game", "winner", "ticks", "kills", "meetings", "ejected", "messages", "chat lines", "claims")
    total = ("all", *_cells(played)) if len(played) > 1 else None
    return Table("Games", tuple(head.replace(" ", "_") for head in heads), tuple(rows), total)


def _cells(games: Sequence[Played]) -> tuple[str, ...]:
    figures = [game.figures for game in games]
    winner = _WINNERS[figures[0].winner] if len(games) == 1 else ""
    counts = [sum(getattr(each, name) for each in figures) for name in ("ticks", *_COUNTED[:-1])]
    return (winner, *(f"{count:,}" for count in counts))


def _sentences(played: Sequence[Played], out: Path | None) -> Iterator[str]:
    if len(played) == 1:
        yield f"Seed {played[0].seed}: {_WINNERS[played[0].figures.winner]} won: {played[0].figures.reason}."
    else:
        wins = Counter(game.figures.winner for game in played)
        shares = ", ".join(f"{who} {wins[team]:,}" for team, who in _WINNERS.items() if wins[team] or team)
        yield f"Games won: {shares}; {sum(game.figures.ticks for game in played) / len(played):.1f} ticks on average."
    if made := made_of(played):
        yield f"Claims by how they came about: {', '.join(f'{number:,} {how}' for how, number in made.items())}."
    if failures := sum(game.figures.failures for game in played):
        yield f"{failures:,} answers of agents were refused or missing; the logs name each."
    if before := sum(game.before for game in played):
        yield f"{before:,} of {len(played):,} had been played before and were not played again."
    yield from _next(played, out)


def _next(played: Sequence[Played], out: Path | None) -> Iterator[str]:
    """The commands to run next."""
    if out is None:
        yield "Nothing was written; --out DIR keeps games, and quack replay and quack audit read them."
        return
    folder, one = shlex.quote(str(out)), shlex.quote(str(played[0].folder))
    where = str(played[0].folder) if len(played) == 1 else f"{out}/seed{played[0].seed} to seed{played[-1].seed}"
    yield f"Written to {where}: game.jsonl, and claims.gold.jsonl with the exact claims."
    yield "Next:"
    yield f"  quack replay {one}"
    yield f"  quack audit {folder}"
    yield f"  quack why {one}"


def made_of(played: Sequence[Played]) -> dict[str, int]:
    """How the claims of games came about, the most frequent first."""
    made: Counter[str] = Counter()
    for game in played:
        made.update(game.figures.made)
    return dict(sorted(made.items(), key=lambda item: (-item[1], item[0])))


def played_json(order: Order, played: Sequence[Played], out: Path | None) -> dict[str, Any]:
    """The summary as JSON values: `program`, `setup`, `crew`, `impostor`, `out`; `games` (a list) and `overall`."""
    setup = order.setup.model_dump(mode="json", exclude={"map"}) | {"map": order.setup.map.name}
    return {
        "program": __version__,
        "setup": setup,
        "crew": order.crew,
        "impostor": order.impostor,
        "out": None if out is None else out.as_posix(),
        "games": [
            {
                "seed": game.seed,
                "folder": None if game.folder is None else game.folder.as_posix(),
                "played_before": game.before,
                **game.figures._asdict(),
            }
            for game in played
        ],
        "overall": {
            "games": len(played),
            "won": dict(sorted(Counter(game.figures.winner or "nobody" for game in played).items())),
            "ticks": sum(game.figures.ticks for game in played),
            **{name: sum(getattr(game.figures, name) for game in played) for name in _COUNTED},
            "made": made_of(played),
        },
    }


def maps_lines() -> list[str]:
    """The shipped maps, a line each."""
    from quack.world.map import load_map, shipped_maps

    lines = []
    for name in shipped_maps():
        game_map = load_map(name)
        tasks = sum(1 for room in game_map.rooms if room.task)
        longest = max((corridor.weight for corridor in game_map.corridors), default=0)
        lines.append(f"{name}: {len(game_map.rooms)} rooms, {tasks} tasks, corridors of up to {longest} ticks")
    return lines
