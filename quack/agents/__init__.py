"""Agents: the players that come with the program, by name.

    AGENTS["mine"] = maker   # a maker gets the text after "mine:", or None, and gives what makes an agent of a briefing

An agent implements `quack.game.agent.Agent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from quack.agents.chance import RandomPlayer
from quack.agents.player import ScriptedPlayer
from quack.agents.talk import TRICKS, Blunt, Honest, Subtle
from quack.errors import SettingsError
from quack.game.agent import Agent
from quack.game.engine import Seat
from quack.game.observation import Briefing

__all__ = ["AGENTS", "HUMAN", "Maker", "check_names", "seat"]

Sitter = Callable[[Briefing], Agent]
Maker = Callable[[str | None], Sitter]
"""From an agent's parameter (None for none) to what makes one; raises ValueError, saying what it takes."""


def _random(parameter: str | None) -> Sitter:
    if parameter is not None:
        raise ValueError("takes no parameter")
    return RandomPlayer


def _honest(parameter: str | None) -> Sitter:
    try:
        rate = 0.0 if parameter is None else float(parameter)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1:
        raise ValueError("takes the rate at which memory errs, from 0 to 1: honest:0.1")
    return lambda briefing: ScriptedPlayer(briefing, Honest(rate))


def _blunt(parameter: str | None) -> Sitter:
    if parameter is not None:
        raise ValueError("takes no parameter")
    return lambda briefing: ScriptedPlayer(briefing, Blunt(), bold=True)


def _subtle(parameter: str | None) -> Sitter:
    trick = next((trick for trick in TRICKS if trick == parameter), None)
    if parameter is not None and trick is None:
        raise ValueError(f"takes one of its tricks: {', '.join(TRICKS)}")
    return partial(_subtle_player, trick)


def _subtle_player(trick: str | None, briefing: Briefing) -> Agent:
    return ScriptedPlayer(briefing, Subtle(next((one for one in TRICKS if one == trick), None)))


AGENTS: dict[str, Maker] = {"random": _random, "honest": _honest, "blunt": _blunt, "subtle": _subtle}
"""The agents by name; add your own."""


HUMAN = "human"
"""The name of an agent that is none: the person at the terminal."""


def check_names(names: Iterable[str]) -> None:
    """Whether something else than an agent may be called so.

    Raises:
        SettingsError: an agent has that name, or nobody could be called so.
    """
    for name in names:
        if name.partition(":")[0] in (*AGENTS, HUMAN) or not name.strip() or not name.isprintable():
            raise SettingsError(f"a model can't be called {name!r}", remedy="choose a name that no agent has")


def seat(name: str) -> Seat:
    """A seat for an agent: its name, and its parameter after a colon, such as `honest:0.1`.

    Raises:
        SettingsError: there is no such agent, or it doesn't take that parameter.
    """
    kind, colon, parameter = name.partition(":")
    if kind not in AGENTS:
        remedy = f"name one of: {', '.join(AGENTS)}; or a model by litellm's name, such as openai/gpt-5.5"
        raise SettingsError(f"there is no agent {kind!r}", remedy=remedy)
    try:
        return Seat(name, AGENTS[kind](parameter if colon else None))
    except ValueError as error:
        raise SettingsError(f"the agent {name!r} can't be made", remedy=f"{kind} {error}") from None
