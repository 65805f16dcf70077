"""What the figures of games are told apart by: conditions, models, teams, players, rounds and types of claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, cast, get_args

from quack.errors import SettingsError
from quack.metrics.condition import HERE
from quack.metrics.game_figures import CHAT, Figures, GameFigures, Player
from quack.metrics.registry import METRICS, NOTHING, TEAMS, MetricResult, Team

By = Literal["condition", "model", "team", "player", "round", "claim_type"]
BYS: tuple[By, ...] = get_args(By)

KINDS = ("location", "route", "sighting", "activity", "intent", "accusation", "defense")
"""Types of claims in the order of tables."""

Group = tuple[str, ...]
"""A value for each thing that games are told apart by."""

OVERALL: Group = ()
"""All games, whole."""

NO_CONDITION = "no condition"
"""What the condition of games is called that nothing tells apart."""

NOT_TOLD = "not told"
"""Stands for the model of a player of whom nobody says who played it."""

_ALONE: Mapping[By, str] = {"round": "rounds", "claim_type": "types"}
"""Which figures of a game are known for these; only by condition can they be told apart further."""

_SEATS: Mapping[By, Callable[[GameFigures, Player], str]] = {
    "condition": lambda game, player: game.condition,
    "model": lambda game, player: NOT_TOLD if player.model is None else player.model,
    "team": lambda game, player: player.team,
    "player": lambda game, player: player.name,
}


def group_name(group: Group) -> str:
    """What a group is called."""
    return "all" if group == OVERALL else " / ".join(NO_CONDITION if each == HERE else each for each in group)


def checked(by: Iterable[str]) -> tuple[By, ...]:
    """What to tell games apart by, each once, in the given order.

    Raises:
        SettingsError: one is unknown, or they don't go together.
    """
    wanted = tuple(dict.fromkeys(by))
    for each in wanted:
        if each not in BYS:
            raise SettingsError(f"figures can't be told apart by {each!r}", remedy=f"by {', '.join(BYS)}")
    for alone in _ALONE:
        if alone in wanted and set(wanted) - {alone, "condition"}:
            others = " and ".join(each for each in wanted if each != alone)
            remedy = "ask for one after the other; condition goes with each"
            raise SettingsError(f"figures are not known by {alone} and {others} at once", remedy=remedy)
    return cast(tuple[By, ...], wanted)


def groups_of(game: GameFigures, by: Sequence[By]) -> dict[Group, Figures]:
    """The figures of a game's parts, by the values that tell them apart; those of the whole game are not among them."""
    for each in by:
        if each in _ALONE:
            parts: Mapping[str, Figures] = getattr(game, _ALONE[each])
            return {tuple(game.condition if one == "condition" else key for one in by): parts[key] for key in parts}
    if tuple(by) == ("condition",):
        return {(game.condition,): game.figures}
    seats: dict[Group, list[Player]] = {}
    for player in game.roster if by else ():
        seats.setdefault(tuple(_SEATS[each](game, player) for each in by), []).append(player)
    personal = "player" in by
    return {group: _joined(_of_seats(game, players, personal)) for group, players in seats.items()}


def _of_seats(game: GameFigures, players: Sequence[Player], personal: bool) -> Iterator[Figures]:
    """The figures of some players; unless these are to be personal, a whole team brings along what is no player's."""
    for team in TEAMS:
        members = [player for player in players if player.team == team]
        if members and not personal and len(members) == sum(player.team == team for player in game.roster):
            yield game.teams[team]
        else:
            yield from (game.players[member.id] for member in members)


def _joined(parts: Iterable[Figures]) -> Figures:
    joined: dict[str, MetricResult] = {}
    for part in parts:
        for name, result in part.items():
            joined[name] = joined.get(name, NOTHING) + result
    # A count stands for one game, whoever's it is.
    return {
        name: MetricResult(result.numerator, 1) if METRICS[name].kind == "count" else result
        for name, result in joined.items()
    }


def in_order(groups: Iterable[Group], by: Sequence[By]) -> list[Group]:
    """Groups in the order of tables, all games last."""
    return sorted(groups, key=lambda group: (group == OVERALL, tuple(map(_place, by, group))))


def _place(by: By, value: str) -> tuple[int, int, str]:
    if by == "team":
        return 0, TEAMS.index(cast(Team, value)), value
    if by == "claim_type":
        return 0, KINDS.index(value) if value in KINDS else len(KINDS), value
    if by == "round":
        return (1, 0, value) if value == CHAT else (0, int(value), value)
    return int(by == "model" and value == NOT_TOLD), 0, value
