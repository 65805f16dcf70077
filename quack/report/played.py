"""What `quack play` says at the end: who won, how long it took, what was said, what to do next."""

from __future__ import annotations

import shlex
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from quack import __version__
from quack.errors import amount, printable
from quack.report.layout import fold, lay_out
from quack.report.screen import Screen
from quack.report.tables import FEW_GAMES, Table
from quack.report.terminal import WIDTH

if TYPE_CHECKING:
    from quack.agents.batch import Played
    from quack.agents.model.budget import Spent
    from quack.agents.play import Order
    from quack.agents.together import Unfinished

_WINNERS = {"goose": "Geese", "duck": "Ducks", None: "nobody"}
FEW_NAMED = 5
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
    for line in _sentences(played):
        for part in fold(line, width):
            console.print(part)
    for line in _next(played, out):
        # Commands stay whole, to be copied.
        for part in [printable(line)] if line.startswith("  ") else fold(line, width):
            console.print(part)


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


def _sentences(played: Sequence[Played]) -> Iterator[str]:
    if len(played) == 1:
        yield f"Seed {played[0].seed}: {_WINNERS[played[0].figures.winner]} won: {played[0].figures.reason}."
    else:
        wins = Counter(game.figures.winner for game in played)
        shares = ", ".join(f"{who} {wins[team]:,}" for team, who in _WINNERS.items() if wins[team] or team)
        yield f"Games won: {shares}; {sum(game.figures.ticks for game in played) / len(played):.1f} ticks on average."
    if made := made_of(played):
        yield f"Claims by how they came about: {', '.join(f'{number:,} {how}' for how, number in made.items())}."
    if failures := sum(game.figures.failures for game in played):
        lost = ", ".join(f"{number:,} {cause.replace('_', ' ')}" for cause, number in lost_of(played).items())
        answers = "1 answer of an agent was" if failures == 1 else f"{failures:,} answers of agents were"
        yield f"{answers} refused or missing ({lost}); the logs name each."
    spent = spent_by(played)
    if spent and spent.questions:
        yield f"Models: {spent_words(spent)}."
    if before := sum(game.before for game in played):
        again = "was not played again" if before == 1 else "were not played again"
        yield f"{before:,} of {len(played):,} had been played before and {again}."


def _next(played: Sequence[Played], out: Path | None) -> Iterator[str]:
    """Where the games are, and the commands to run next."""
    if out is None:
        what = "Nothing was written" if spent_by(played) is None else "Nothing was written, no answer either"
        yield f"{what}; --out DIR keeps games, and quack replay and quack audit read them."
        return
    folder, one = shlex.quote(str(out)), shlex.quote(str(played[0].folder))
    where = str(played[0].folder) if len(played) == 1 else f"{out}/seed{played[0].seed} to seed{played[-1].seed}"
    scripted = spent_by(played) is None
    asked = "" if scripted else ", transcript.jsonl with what was asked and answered"
    whose = "" if scripted else " of scripted players"
    yield f"Written to {where}: game.jsonl{asked}, and claims.gold.jsonl with the exact claims{whose}."
    yield "Next:"
    yield f"  quack replay {one}"
    if not scripted:
        yield f"  quack extract {folder}"
    yield f"  quack audit {folder}"
    yield f"  quack why {one}"


def made_of(played: Sequence[Played]) -> dict[str, int]:
    """How the claims of games came about, the most frequent first."""
    made: Counter[str] = Counter()
    for game in played:
        made.update(game.figures.made)
    return dict(sorted(made.items(), key=lambda item: (-item[1], item[0])))


def lost_of(played: Sequence[Played]) -> dict[str, int]:
    """Why turns of games were lost, the most frequent first."""
    lost: Counter[str] = Counter()
    for game in played:
        lost.update(game.figures.lost)
    return dict(sorted(lost.items(), key=lambda item: (-item[1], item[0])))


def spent_by(played: Sequence[Played]) -> Spent | None:
    """What models were asked in games, and what it came to; None if nobody was asked."""
    total: Spent | None = None
    for game in played:
        if game.spent is not None:
            total = game.spent if total is None else total.plus(game.spent)
    return total


def spent_words(spent: Spent) -> str:
    """What questions came to, in words."""
    lost = f" ({spent.unanswered:,} without an answer)" if spent.unanswered else ""
    unknown = f", not counting {amount(spent.unpriced, 'question')} of unknown price" if spent.unpriced else ""
    return f"{amount(spent.questions, 'question')}{lost}, {cost_words(spent)}{unknown if spent.usd else ''}"


def cost_words(spent: Spent) -> str:
    """Tokens and US dollars, as far as the price is known."""
    # What came to nothing, such as an answer without a word, may have cost nothing where no price is known.
    return (
        f"{spent.tokens:,} tokens, {f'${spent.usd:.4f}' if spent.usd or not spent.unpriced else 'at an unknown price'}"
    )


def unfinished_lines(unfinished: Sequence[Unfinished]) -> Iterator[str]:
    """Which games have not come to their end, and why: a line for each reason."""
    reasons: dict[str, list[Unfinished]] = {}
    for game in unfinished:
        # Without a folder the same command doesn't go on, as the remedy may have it.
        reason = str(game.error) if game.folder else game.error.what
        reasons.setdefault(reason, []).append(game)
    for reason, games in reasons.items():
        few = ", ".join(f"seed{game.seed}" for game in games[:FEW_NAMED])
        more = f" and {len(games) - FEW_NAMED:,} more" if len(games) > FEW_NAMED else ""
        yield f"{few}{more}: not finished: {reason}"
    if any(game.folder is None for game in unfinished):
        yield "nothing of that was kept; with --out DIR the same command goes on, and asks nothing twice"


def played_json(
    order: Order, played: Sequence[Played], out: Path | None, unfinished: Sequence[Unfinished] = ()
) -> dict[str, Any]:
    """The summary as JSON values: `program`, `setup`, `crew`, `impostor`, `out`; `games` (a list) and `overall`.

    Where models or a person play also `seats`, `models`, and `unfinished`, a list of the games without an end.
    """
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
                **_spent_json(game.spent),
            }
            for game in played
        ],
        "overall": {
            "games": len(played),
            "won": dict(sorted(Counter(game.figures.winner or "nobody" for game in played).items())),
            "ticks": sum(game.figures.ticks for game in played),
            **{name: sum(getattr(game.figures, name) for game in played) for name in _COUNTED},
            "lost": lost_of(played),
            "made": made_of(played),
            **_spent_json(spent_by(played)),
        },
        **(_table_json(order, unfinished) if order.asks else {}),
    }


def _spent_json(spent: Spent | None) -> dict[str, Any]:
    return {} if spent is None else {"spent": {**spent._asdict(), "usd": round(spent.usd, 6)}}


def _table_json(order: Order, unfinished: Sequence[Unfinished]) -> dict[str, Any]:
    """Who sits where, and what has not come to its end."""
    return {
        "seats": order.taken,
        "models": list(order.models),
        "views": order.table.views,
        "language": order.table.language,
        "unfinished": [
            {
                "seed": game.seed,
                "folder": None if game.folder is None else game.folder.as_posix(),
                "reason": str(game.error),
                **_spent_json(game.spent),
            }
            for game in unfinished
        ],
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
