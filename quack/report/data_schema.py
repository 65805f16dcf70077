"""The tables of exported data: `quack export --schema` prints them; files, frames and checks are made by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from quack.claims.extraction import STATUSES
from quack.metrics.game_figures import GameFigures
from quack.report.data_claims import CLAIMS
from quack.report.data_columns import Column, DataTable, column, maybe
from quack.report.data_games import ExportedGame, figured, said, seats

SCHEMA_VERSION = 2
"""Grows when a column changes its name, type or meaning."""

_BUCKETS = ("supported", "partial", "refuted", "undecided")


def _told(of: Callable[[GameFigures], Any]) -> Callable[[ExportedGame], Any]:
    """What the figures of a game say."""
    return lambda game: of(game.figures) if game.figures else None


def _counted(name: str) -> Callable[[ExportedGame], int | None]:
    """The numerator of a figure of a game."""

    def count(game: ExportedGame) -> int | None:
        result = game.figures.course.get(name) if game.figures else None
        return result.numerator if result and result.denominator else None

    return count


def _team(team: str) -> Callable[[GameFigures], list[Any]]:
    return lambda figures: [player for player in figures.roster if player.team == team]


def _models(team: str) -> Callable[[GameFigures], str | None]:
    return lambda figures: " + ".join(sorted({each.model for each in _team(team)(figures) if each.model})) or None


def _config(name: str, meaning: str, unit: str = "") -> Column:
    return maybe(
        name,
        "Int64",
        meaning,
        lambda game: game.setting and getattr(game.setting.config, name.removeprefix("set_")),
        unit=unit,
    )


def _bucket(bucket: str) -> Column:
    return column(
        bucket, "Int64", f"claims that are {bucket}", _told(lambda f: f.statements.by_bucket()[bucket]), unit="claims"
    )


def _status(channel: str, status: str) -> Column:
    coverage = "chat_coverage" if channel == "chat" else "coverage"
    what = "chat lines" if channel == "chat" else "messages"
    return column(
        f"{channel}_{status}",
        "Int64",
        f"{what} whose extraction was: {status.replace('_', ' ')}",
        _told(lambda f: getattr(f.statements, coverage).counts.get(status, 0)),
        unit=what,
    )


GAMES = DataTable(
    "games",
    "a game",
    (
        column("game", "string", "the game's run folder, relative to the path", lambda game: game.name),
        column("condition", "category", "what it was played under", lambda game: game.condition),
        maybe("seed", "string", "of its initial state", _told(lambda f: f.seed)),
        column("map", "category", "the map's name", _told(lambda f: f.map)),
        column("players", "Int64", "how many players there are", _told(lambda f: len(f.roster)), unit="players"),
        column("ducks", "Int64", "how many of them are Ducks", _told(lambda f: len(_team("duck")(f))), unit="players"),
        maybe("goose_model", "category", "who played the Geese", _told(_models("goose"))),
        maybe("duck_model", "category", "who played the Ducks", _told(_models("duck"))),
        _config("set_ticks", "after so many the Geese have won", "ticks"),
        _config("set_tasks", "tasks that every player has", "tasks"),
        _config("set_task_ticks", "the work that a task takes", "ticks"),
        _config("set_kill_cooldown", "from a kill until a Duck may kill again", "ticks"),
        _config("set_first_kill", "the first tick in which a Duck may kill", "tick"),
        _config("set_meetings", "how often the emergency button works", "meetings"),
        _config("set_discussion_rounds", "how often everyone speaks in a meeting", "rounds"),
        maybe("winner", "category", "who won: goose or duck", _told(lambda f: f.outcome.winner)),
        maybe("reason", "string", "why", _told(lambda f: f.outcome.reason)),
        column(
            "inferred", "boolean", "whether the log is cut off before it says so", _told(lambda f: f.outcome.inferred)
        ),
        maybe("ticks", "Int64", "when the log ends", _counted("duration"), unit="ticks"),
        maybe("kills", "Int64", "kills", _counted("kills"), unit="kills"),
        maybe("meetings", "Int64", "meetings", _counted("meetings"), unit="meetings"),
        maybe("ejections", "Int64", "players voted out", _counted("ejections"), unit="players"),
        column("claims", "Int64", "claims that were judged", _told(lambda f: f.statements.claims), unit="claims"),
        *map(_bucket, _BUCKETS),
        *(_status("messages", status) for status in STATUSES),
        *(_status("chat", status) for status in STATUSES),
        maybe("claims_file", "category", "the name of the file of claims", _told(lambda f: f.statements.claims_file)),
        maybe("extractor", "category", "who extracted them, where known", _told(lambda f: f.statements.extractor)),
    ),
)

PLAYERS = DataTable(
    "players",
    "a player of a game",
    (
        column("game", "category", "the game", lambda seat: seat.game.name),
        column("condition", "category", "what it was played under", lambda seat: seat.game.condition),
        column("seat", "Int64", "place in the list of players", lambda seat: seat.number, unit="from 0"),
        column("player", "category", "the player", lambda seat: seat.player.id, unit="player id"),
        column("name", "category", "the player's name", lambda seat: seat.player.name),
        column("team", "category", "the player's team", lambda seat: seat.player.team, unit="goose or duck"),
        maybe("model", "category", "who played", lambda seat: seat.player.model),
        column("survived", "boolean", "neither killed nor voted out", lambda seat: seat.count("survivors") > 0),
        maybe("tasks_assigned", "Int64", "tasks of a Goose", lambda seat: seat.goose("tasks_assigned"), unit="tasks"),
        maybe("tasks_completed", "Int64", "and those done", lambda seat: seat.goose("tasks_completed"), unit="tasks"),
        maybe("kills", "Int64", "kills of a Duck", lambda seat: seat.duck("kills"), unit="kills"),
        column("meetings_called", "Int64", "meetings called", lambda seat: seat.count("meetings"), unit="meetings"),
        column("claims", "Int64", "claims made", lambda seat: seat.claims(), unit="claims"),
        column("refuted", "Int64", "refuted ones among them", lambda seat: seat.claims("refuted"), unit="claims"),
    ),
)

FIGURES = DataTable(
    "metrics",
    "a figure of a game or of a part of it",
    (
        column("game", "category", "the game", lambda each: each.game.name),
        column("condition", "category", "what it was played under", lambda each: each.game.condition),
        column("level", "category", "whose: game, team, player, round or claim_type", lambda each: each.level),
        maybe(
            "key",
            "category",
            "which of these; missing for a game",
            lambda each: each.key,
            unit="team, id, number from 1",
        ),
        column("metric", "category", "the figure's name, as quack metrics list has it", lambda each: each.metric.name),
        column("tier", "Int64", "1 outcomes, 2 behaviour, 3 what was said", lambda each: each.metric.tier),
        column("kind", "category", "share, mean or count", lambda each: each.metric.kind),
        column("numerator", "Int64", "what is divided", lambda each: each.result.numerator, unit="quack metrics show"),
        column("denominator", "Int64", "by what", lambda each: each.result.denominator, unit="quack metrics show"),
        maybe(
            "value", "Float64", "the figure; missing, never 0, without a denominator", lambda each: each.result.value
        ),
    ),
)

TABLES: dict[str, DataTable] = {table.name: table for table in (CLAIMS, GAMES, PLAYERS, FIGURES)}
"""The tables by name."""

FROM_RECORDS = frozenset(("claims",))
"""Tables that can be made of records alone, without their logs."""


def rows_of(table: str, game: ExportedGame) -> Iterator[tuple[Any, ...]]:
    """The rows of a game in a table."""
    made: dict[str, Callable[[ExportedGame], Iterator[Any]]] = {
        "claims": said,
        "games": lambda each: iter((each,)),
        "players": seats,
        "metrics": figured,
    }
    return map(TABLES[table].values, made[table](game))


def schema_json() -> dict[str, Any]:
    """All tables and their columns as JSON values."""
    tables = {
        name: {"row": table.row, "columns": [column.to_json() for column in table.columns]}
        for name, table in TABLES.items()
    }
    return {"version": SCHEMA_VERSION, "tables": tables}
