"""How a game is set up; every value has a default, and all of them are in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from quack.errors import SettingsError
from quack.events.models import PlayerId
from quack.world.complaints import put_plainly
from quack.world.map import GameMap, check_playable, load_map

MAX_PLAYERS = 50
MAX_TICKS = 100_000
"""No game is longer, so that a log stays readable."""

NAMES = (
    "Alice Bob Charlie Diana Eve Frank Grace Hank Ivy Jack Kate Leo Mia Nick Olive Paul Quinn Rose Sam Tina Uma Victor "
    "Wendy Xavier Yara Zach Amber Boris Clara Dexter Ella Felix Gina Hugo Iris Jonas Karen Lucas Maya Nora Oscar Petra "
    "Ralph Sofia Tom Ursula Vera Walter Xenia Yusuf"
).split()
"""The names of players who were given none, in seat order."""

_LONGEST_NAME = 40
_NO_NAMES = frozenset(("skip", "anyone", "nobody", "none", "unknown"))
"""Words that mean something else wherever a player is named."""

_NO_OPTIONS = frozenset(("turn_seconds",))
"""What only Python can set."""

_Ticks = Annotated[int, Field(ge=1, le=MAX_TICKS)]
_Count = Annotated[int, Field(ge=0, le=MAX_TICKS)]


class GameSetup(BaseModel):
    """What a game is set up with; times are in ticks.

    Attributes:
        players, ducks: how many there are; fewer Ducks than Geese.
        ticks: after so many the Geese have won.
        tasks: how many every player has, each in another room; with none nobody wins by them.
        task_ticks: the work that a task takes.
        kill_cooldown: from a kill until a Duck may kill again.
        first_kill: the first tick in which a Duck may kill.
        meetings: how often the emergency button works, for all players together; None for as often as there are Ducks.
        discussion_rounds: how often everyone speaks in a meeting.
        map: where it is played.
        names: what the players are called, in seat order; empty for the usual names.
        turn_seconds: how long an agent may take for an answer; None for as long as it likes.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)

    players: Annotated[int, Field(ge=3, le=MAX_PLAYERS)] = 6
    ducks: Annotated[int, Field(ge=1)] = 1
    ticks: _Ticks = 200
    tasks: _Count = 5
    task_ticks: _Ticks = 3
    kill_cooldown: _Count = 5
    first_kill: _Count = 5
    meetings: _Count | None = None
    discussion_rounds: Annotated[int, Field(ge=0, le=100)] = 2
    map: GameMap = Field(default_factory=lambda: load_map("simple_ship"))
    names: Annotated[tuple[str, ...], Field(strict=False)] = ()
    turn_seconds: Annotated[float, Field(gt=0)] | None = None

    @model_validator(mode="after")
    def _can_be_played(self) -> GameSetup:
        if self.ducks * 2 >= self.players:
            what = f"{self.ducks} of {self.players} players can't be Ducks: there have to be more Geese"
            fewer, more = f"--ducks {(self.players - 1) // 2}", self.ducks * 2 + 1
            raise SettingsError(what, remedy=fewer if more > MAX_PLAYERS else f"{fewer} or --players {more}")
        check_playable(self.map)
        if self.tasks > (most := len(self.map.task_rooms)):
            raise SettingsError(
                f"the map {self.map.name!r} has {most} tasks, not {self.tasks}", remedy=f"--tasks {most}"
            )
        if self.names:
            _check_names(self.names, self.players)
            rooms = {_as_room(word) for room in self.map.rooms for word in (room.name, *room.aliases)}
            if called := next((name for name in self.names if _as_room(name) in rooms), None):
                raise ValueError(f"{called!r} is a room of the map {self.map.name!r}")
        return self

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> GameSetup:
        """A setup from options by name.

        Raises:
            SettingsError: a value that no game can be played with.
            MapError: the map can't be played on.
        """
        try:
            return cls(**values)
        except ValidationError as error:
            raise _plain(error.errors(include_url=False)[0]) from None

    @property
    def seats(self) -> dict[PlayerId, str]:
        """The players' ids and names, in seat order."""
        names = self.names or NAMES
        return {f"player_{index}": names[index] for index in range(self.players)}

    @property
    def button_pool(self) -> int:
        """How often the emergency button works."""
        return self.ducks if self.meetings is None else self.meetings


def _plain(complaint: Any) -> SettingsError:
    """A complaint in words, by the option that the value came from if there is one."""
    place = ".".join(str(part) for part in complaint["loc"])
    what = put_plainly(complaint)
    if not place:
        return SettingsError(what, remedy="name them otherwise, or leave the names out")
    root = str(complaint["loc"][0])
    field = GameSetup.model_fields.get(root)
    if field is None:
        return SettingsError(f"{place} {what}", remedy=f"a game is set up with: {', '.join(GameSetup.model_fields)}")
    option = place if root in _NO_OPTIONS else f"--{place.replace('_', '-')}"
    usual = None if field.default_factory else field.default
    remedy = f"leave it out for the usual {usual}" if usual else "leave it out for what is usual"
    return SettingsError(f"{option} {what}", remedy=remedy)


def filled_up(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Names in seat order with usual ones for those who were given none: for each its own, unless that is taken."""
    taken = {name.casefold() for name in names}
    usual = (name for name in [*NAMES[len(names) :], *NAMES] if name.casefold() not in taken)
    return (*names, *islice(dict.fromkeys(usual), max(players - len(names), 0)))


def _as_room(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _check_names(names: tuple[str, ...], players: int) -> None:
    if len(names) != players:
        raise ValueError(f"{len(names)} names for {players} players")
    folded = [name.strip().casefold() for name in names]
    if len(set(folded)) < len(folded):
        raise ValueError("two players have the same name")
    for name, plain in zip(names, folded, strict=True):
        if len(name) > _LONGEST_NAME:
            raise ValueError(f"a name of {len(name)} characters, {name[:_LONGEST_NAME]!r}…: {_LONGEST_NAME} at most")
        if not plain or not name.isprintable() or plain in _NO_NAMES or plain.startswith("player_"):
            raise ValueError(f"nobody can be called {name!r}")
