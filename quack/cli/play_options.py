"""The options of `quack play`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quack.cli.output import tell
from quack.errors import SettingsError
from quack.settings import MOST, PACKAGE

if TYPE_CHECKING:
    from quack.agents.play import Order

Seats = tuple[tuple[str, str], ...]
_SHOWN = ("views", "language", "prompts", "image_size")
_ASKED = ("api_base", "temperature", "max_tokens", "timeout", "retries")

# Of `quack.world.map` the help needs no more than this.
MAPS = tuple(sorted(path.stem for path in (PACKAGE / "world" / "maps").glob("*.yaml")))


def complete_maps(incomplete: str) -> list[str]:
    """The shipped maps, for completion in the shell."""
    return [name for name in MAPS if name.startswith(incomplete)]


def complete_agents(incomplete: str) -> list[str]:
    """The agents, for completion in the shell."""
    from quack.agents import AGENTS

    return sorted(name for name in AGENTS if name.startswith(incomplete))


def complete_players(incomplete: str) -> list[str]:
    """The usual names of players, for completion in the shell."""
    from quack.game.config import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


Seed = Annotated[int, typer.Option("--seed", min=0, help="Decides all chance; of several games, the first one's.")]
Games = Annotated[
    int, typer.Option("--games", "-n", min=1, max=MOST, help="So many games, with the seeds from --seed on.")
]
Players = Annotated[int, typer.Option("--players", help="How many play, Ducks included: 3 to 50.")]
Ducks = Annotated[int, typer.Option("--ducks", help="How many of them are Ducks: fewer than Geese.")]
Names = Annotated[
    str | None,
    typer.Option(
        "--names",
        metavar="NAME,NAME,…",
        help="What the players are called, in seat order, such as Zoe,Amir; the others have the usual names. At most "
        "40 characters each.",
        show_default=False,
    ),
]
MapName = Annotated[
    str,
    typer.Option(
        "--map",
        metavar="NAME|FILE",
        autocompletion=complete_maps,
        help=f"The map: {', '.join(MAPS)} (--maps tells their sizes), or a YAML file (--show-map prints one).",
    ),
]
Crew = Annotated[
    str,
    typer.Option(
        "--crew",
        metavar="AGENT",
        autocompletion=complete_agents,
        help="Who plays the Geese: honest (honest:0.1 forgets or mixes up one thing in ten), or random; or a model by "
        "litellm's name, such as openai/gpt-5.5.",
    ),
]
Impostor = Annotated[
    str,
    typer.Option(
        "--impostor",
        metavar="AGENT",
        autocompletion=complete_agents,
        help="Who plays the Ducks: blunt, who invents; subtle, who bends the truth (with one trick only: subtle:moved, "
        "subtle:swapped, subtle:omission); random; or a model.",
    ),
]
SeatOf = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="NAME=AGENT",
        help="Who plays this player, whatever its team; repeatable: Alice=openai/gpt-5.5.",
    ),
]
Human = Annotated[
    str | None,
    typer.Option(
        "--human",
        metavar="NAME",
        autocompletion=complete_players,
        help="Play this player yourself: you are shown what it may see, and asked for its actions, words and votes.",
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
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        show_default=False,
        help="How many games are played at once, by so many processes (default 1), or with models in one process "
        "(default 4); the bytes stay the same.",
    ),
]
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
        autocompletion=complete_maps,
        callback=_show_map,
        is_eager=True,
        help="Print a shipped map, to write one like it, and exit.",
    ),
]


def order_of(values: Mapping[str, Any], crew: str, impostor: str, seats: Seats, models: Mapping[str, Any]) -> Order:
    """What is to be played.

    Args:
        values: how the games are set up.
        models: what was chosen for models by option; None for what was not.

    Raises:
        SettingsError: an option that only models can have, and none plays; what no game can be played with.
    """
    from quack.agents.model.table import ModelTable
    from quack.agents.play import Order, setup_of

    given = {name: value for name, value in models.items() if value is not None and value != []}
    asked = {name: given[name] for name in _ASKED if name in given}
    shown = {name: given[name] for name in _SHOWN if name in given}
    usual = None
    if asked:
        from quack.providers.client import ModelSpec

        usual = ModelSpec("", **asked)
    table = ModelTable(usual=usual, fonts=tuple(given.get("font", ())), **shown)
    order = Order(setup_of(values), crew, impostor, seats, table)
    if given and not order.models:
        option = f"--{next(iter(given)).replace('_', '-')}"
        who = "for models; a person is asked in English" if order.human and option == "--language" else "for models"
        raise SettingsError(f"{option} is {who}", remedy="let one play, such as by --crew, or leave it out")
    return order


def parse_names(names: str | None, players: int) -> tuple[str, ...]:
    """What the players are called, in seat order; empty for the usual names."""
    from quack.game.config import filled_up

    return () if names is None else filled_up([name.strip() for name in names.split(",")], players)


def parse_seats(seats: list[str] | None, human: str | None) -> Seats:
    """Players and who plays them.

    Raises:
        SettingsError: one isn't of the form NAME=AGENT.
    """
    from quack.agents import HUMAN

    taken = []
    for seat in seats or ():
        name, sign, agent = seat.partition("=")
        if not (name and sign and agent):
            raise SettingsError(f"--seat {seat}", remedy="write it as NAME=AGENT, such as Alice=honest")
        taken.append((name, agent))
    return (*taken, *(((human, HUMAN),) if human is not None else ()))
