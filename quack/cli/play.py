"""`quack play`: plays games with scripted players, models, and a person at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from quack.cli import play_models as of_models
from quack.cli import play_options as of
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import SettingsError

if TYPE_CHECKING:
    from quack.agents.batch import Played
    from quack.agents.play import Order
    from quack.agents.together import Unfinished
    from quack.events.models import Event

EXAMPLES = """\b
Examples:
  quack play                                      watch a game; nothing is written
  quack play --out runs                           keep it, as runs/seed1
  quack play --players 12 --ducks 2 --map manor --seed 7 --out manor
  quack play --names Zoe,Amir --out named         the others have the usual names
  quack play --crew honest:0.2 --impostor blunt --games 100 --jobs 2 --out many
  quack play --show-map outpost > my_map.yaml     a map to edit
  quack play --map my_map.yaml --out my_map       and to play on

\b
With models, which are paid for (a provider's key is in OPENAI_API_KEY and the like), and with you:
  quack play --crew openai/gpt-5.5 --impostor anthropic/claude-opus-4-7 --budget 5 --out models
  quack play --seat Alice=openai/llama --api-base http://127.0.0.1:8080/v1 --views none --out mixed
  quack play --human Eve --out mine

\b
Then:
  quack replay runs/seed1                         step through it
  quack audit runs                                judge what was said
"""


def play(
    seed: of.Seed = 1,
    games: of.Games = 1,
    players: of.Players = 6,
    ducks: of.Ducks = 1,
    names: of.Names = None,
    map_name: of.MapName = "simple_ship",
    crew: of.Crew = "honest:0.1",
    impostor: of.Impostor = "subtle",
    seat: of.SeatOf = None,
    human: of.Human = None,
    ticks: of.Ticks = 200,
    tasks: of.Tasks = 5,
    task_ticks: of.TaskTicks = 3,
    kill_cooldown: of.KillCooldown = 5,
    first_kill: of.FirstKill = 5,
    meetings: of.Meetings = None,
    discussion_rounds: of.DiscussionRounds = 2,
    jobs: of.Jobs = None,
    out: of.Out = None,
    watch: of.Watch = None,
    as_json: of.AsJson = False,
    views: of_models.OfViews = None,
    language: of_models.OfLanguage = None,
    prompts: of_models.Prompts = None,
    image_size: of_models.ImageSize = None,
    font: of_models.Fonts = None,
    api_base: of_models.ApiBase = None,
    temperature: of_models.Temperature = None,
    max_tokens: of_models.MaxTokens = None,
    timeout: of_models.Timeout = None,
    retries: of_models.Retries = None,
    concurrency: of_models.Concurrency = None,
    rpm: of_models.PerMinute = None,
    budget: of_models.Budget = None,
    token_budget: of_models.TokenBudget = None,
    maps: of.ListMaps = False,
    show_map: of.ShowMap = None,
) -> None:
    """Play games with scripted players, with models, or at the table yourself.

    Scripted players need no key and no network, and the same options give the same bytes. What models answer is kept as
    it comes: a game that is broken off goes on with the same command, and nothing is asked twice. At the end it says
    who won, what was said, and what to do next. The exit code is 1 if a game could not be played to its end.
    """
    values = {
        "players": players,
        "ducks": ducks,
        "names": of.parse_names(names, players),
        "map": map_name,
        "ticks": ticks,
        "tasks": tasks,
        "task_ticks": task_ticks,
        "kill_cooldown": kill_cooldown,
        "first_kill": first_kill,
        "meetings": meetings,
        "discussion_rounds": discussion_rounds,
    }
    shown = {
        "views": views and views.value,
        "language": language and language.value,
        "prompts": prompts,
        "image_size": image_size,
        "font": font,
    }
    asked = {
        "api_base": api_base,
        "temperature": temperature,
        "max_tokens": max_tokens,
        "timeout": timeout,
        "retries": retries,
    }
    limits = {"concurrency": concurrency, "rpm": rpm, "budget": budget, "token_budget": token_budget}
    order = of.order_of(values, crew, impostor, of.parse_seats(seat, human), {**shown, **asked, **limits})
    seeds = range(seed, seed + games)
    told = games == 1 and not as_json and (watch if watch is not None else out is None or sys.stdout.isatty())
    if order.asks:
        from quack.cli.table import Table

        if watch and order.human:
            who = order.setup.seats[order.human]
            raise SettingsError(f"--watch would show more than {who} may see", remedy="leave it out")
        told = told and order.human is None
        table = Table(out, limits, aside=as_json, listener=_listener() if told else None)
        played, unfinished = table.play(order, seeds, at_once=jobs)
    else:
        played, unfinished = _play_scripted(order, seeds, out, jobs or 1, told=told), []
    if told or (order.human and not as_json):
        tell("")
    _report(order, played, unfinished, out, as_json=as_json)


def _play_scripted(order: Order, seeds: Sequence[int], out: Path | None, jobs: int, *, told: bool) -> list[Played]:
    from quack.agents.batch import play_games

    played: list[Played] = []
    try:
        with Bar("playing", len(seeds), quiet=told) as bar:
            listener = _listener() if told else None
            played.extend(play_games(order, seeds, out=out, jobs=jobs, listener=listener, on_progress=bar.show))
    except KeyboardInterrupt:
        if out is not None and played:
            complain(f"{len(played)} of {len(seeds)} games are in {out}; the same command goes on with the others")
        raise
    return played


def _listener() -> Callable[[Event], Any]:
    """Tells a game in brief as it is played."""
    from quack.report.replay import Printer
    from quack.report.telling import Teller, in_brief

    tell_event, printer = in_brief(Teller().tell), Printer()
    return lambda event: printer.show(tell_event(event))


def _report(
    order: Order, played: list[Played], unfinished: list[Unfinished], out: Path | None, *, as_json: bool
) -> None:
    if as_json:
        import json

        from quack.report.played import played_json

        tell(json.dumps(played_json(order, played, out, unfinished), indent=2))
    elif played:
        from quack.report.played import print_played

        print_played(played, out)
    if unfinished:
        from quack.report.played import unfinished_lines

        for line in unfinished_lines(unfinished):
            complain(line)
        raise typer.Exit(FAILED)
