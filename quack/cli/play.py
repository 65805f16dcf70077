"""`quack play`: plays games with scripted players."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quack.cli.output import complain, tell
from quack.cli.progress import Bar
from quack.settings import PACKAGE

if TYPE_CHECKING:
    from quack.agents.batch import Played
    from quack.agents.play import Order
    from quack.events.models import Event

EXAMPLES = """\b
Examples:
  quack play                                      watch a game; nothing is written
  quack play --out runs                           keep it, as runs/seed1
  quack play --players 12 --ducks 2 --map manor --seed 7 --out manor
  quack play --crew honest:0.2 --impostor blunt --games 100 --jobs 2 --out many
  quack play --show-map outpost > my_map.yaml     a map to edit
  quack play --map my_map.yaml --out my_map       and to play on

\b
Then:
  quack replay runs/seed1                         step through it
  quack audit runs                                judge what was said
"""


# Of `quack.world.map` the help needs no more than this.
MAPS = tuple(sorted(path.stem for path in (PACKAGE / "world" / "maps").glob("*.yaml")))


def _maps(incomplete: str) -> list[str]:
    """The shipped maps, for completion in the shell."""
    return [name for name in MAPS if name.startswith(incomplete)]


def _agents(incomplete: str) -> list[str]:
    """The agents, for completion in the shell."""
    from quack.agents import AGENTS

    return sorted(name for name in AGENTS if name.startswith(incomplete))


Seed = Annotated[int, typer.Option("--seed", min=0, help="Decides all chance; of several games, the first one's.")]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="So many games, with the seeds from --seed on.")]
Players = Annotated[int, typer.Option("--players", help="How many play, Ducks included: 3 to 50.")]
Ducks = Annotated[int, typer.Option("--ducks", help="How many of them are Ducks: fewer than Geese.")]
MapName = Annotated[
    str,
    typer.Option(
        "--map",
        metavar="NAME|FILE",
        autocompletion=_maps,
        help=f"The map: {', '.join(MAPS)} (--maps tells their sizes), or a YAML file (--show-map prints one).",
    ),
]
Crew = Annotated[
    str,
    typer.Option(
        "--crew",
        metavar="AGENT",
        autocompletion=_agents,
        help="Who plays the Geese: honest (honest:0.1 forgets or mixes up one thing in ten), or random.",
    ),
]
Impostor = Annotated[
    str,
    typer.Option(
        "--impostor",
        metavar="AGENT",
        autocompletion=_agents,
        help="Who plays the Ducks: blunt, who invents; subtle, who bends the truth (with one trick only: subtle:moved, "
        "subtle:swapped, subtle:omission); or random.",
    ),
]
Ticks = Annotated[int, typer.Option("--ticks", help="After so many ticks the Geese have won.")]
Tasks = Annotated[int, typer.Option("--tasks", help="Tasks of each player.")]
TaskTicks = Annotated[int, typer.Option("--task-ticks", help="The work that a task takes, in ticks.")]
KillCooldown = Annotated[int, typer.Option("--kill-cooldown", help="Ticks from a kill until a Duck may kill again.")]
FirstKill = Annotated[int, typer.Option("--first-kill", help="The first tick in which a Duck may kill.")]
Meetings = Annotated[
    int | None,
    typer.Option("--meetings", help="How often the emergency button works in a game; otherwise as often as Ducks."),
]
DiscussionRounds = Annotated[int, typer.Option("--discussion-rounds", help="How often everyone speaks in a meeting.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes play; the bytes stay the same.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="DIR",
        help="Keep each game as DIR/seedN: game.jsonl, and claims.gold.jsonl with what was claimed. What is there "
        "already is not played again. Without it nothing is written.",
    ),
]
Watch = Annotated[
    bool | None,
    typer.Option(
        "--watch/--no-watch", help="Tell a single game in brief as it is played; usual on a terminal or without --out."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]


def _list_maps(wanted: bool) -> None:
    if wanted:
        from quack.report.played import maps_lines

        tell("\n".join(maps_lines()))
        raise typer.Exit()


ListMaps = Annotated[
    bool, typer.Option("--maps", callback=_list_maps, is_eager=True, help="List the shipped maps and exit.")
]


def _show_map(name: str | None) -> None:
    if name is not None:
        from quack.world.map import shipped_text

        tell(shipped_text(name).rstrip("\n"))
        raise typer.Exit()


ShowMap = Annotated[
    str | None,
    typer.Option(
        "--show-map",
        metavar="NAME",
        autocompletion=_maps,
        callback=_show_map,
        is_eager=True,
        help="Print a shipped map, to write one like it, and exit.",
    ),
]


def play(
    seed: Seed = 1,
    games: Games = 1,
    players: Players = 6,
    ducks: Ducks = 1,
    map_name: MapName = "simple_ship",
    crew: Crew = "honest:0.1",
    impostor: Impostor = "subtle",
    ticks: Ticks = 200,
    tasks: Tasks = 5,
    task_ticks: TaskTicks = 3,
    kill_cooldown: KillCooldown = 5,
    first_kill: FirstKill = 5,
    meetings: Meetings = None,
    discussion_rounds: DiscussionRounds = 2,
    jobs: Jobs = 1,
    out: Out = None,
    watch: Watch = None,
    as_json: AsJson = False,
    maps: ListMaps = False,
    show_map: ShowMap = None,
) -> None:
    """Play games with scripted players: no key, no network, and the same options give the same bytes.

    At the end it says who won, what was said, and what to do next.
    """
    from quack.agents.batch import play_games
    from quack.agents.play import Order, setup_of

    values = {
        "players": players,
        "ducks": ducks,
        "map": map_name,
        "ticks": ticks,
        "tasks": tasks,
        "task_ticks": task_ticks,
        "kill_cooldown": kill_cooldown,
        "first_kill": first_kill,
        "meetings": meetings,
        "discussion_rounds": discussion_rounds,
    }
    order = Order(setup_of(values), crew, impostor)
    told = games == 1 and not as_json and (watch if watch is not None else out is None or sys.stdout.isatty())
    seeds = range(seed, seed + games)
    played: list[Played] = []
    try:
        with Bar("playing", games, quiet=told) as bar:
            listener = _listener() if told else None
            played.extend(play_games(order, seeds, out=out, jobs=jobs, listener=listener, on_progress=bar.show))
    except KeyboardInterrupt:
        if out is not None and played:
            complain(f"{len(played)} of {games} games are in {out}; the same command goes on with the others")
        raise
    if told:
        tell("")
    _report(order, played, out, as_json=as_json)


def _listener() -> Callable[[Event], Any]:
    """Tells a game in brief as it is played."""
    from quack.report.replay import Printer
    from quack.report.telling import Teller, in_brief

    tell_event, printer = in_brief(Teller().tell), Printer()
    return lambda event: printer.show(tell_event(event))


def _report(order: Order, played: list[Played], out: Path | None, *, as_json: bool) -> None:
    if as_json:
        import json

        from quack.report.played import played_json

        tell(json.dumps(played_json(order, played, out), indent=2))
        return
    from quack.report.played import print_played

    print_played(played, out)
