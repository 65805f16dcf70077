"""The plots by name, and how their files are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quack.errors import AuditError, SettingsError
from quack.metrics import METRICS
from quack.report.data_schema import TABLES
from quack.report.data_source import Exported, GameRows
from quack.report.frames import Frames
from quack.report.plots.accusations import accusations, accusing
from quack.report.plots.canvas import PictureFormat, save
from quack.report.plots.counts import groups
from quack.report.plots.distance import distance, reaching
from quack.report.plots.distribution import distribution
from quack.report.plots.rooms import rooms
from quack.report.plots.verdicts import verdicts
from quack.report.theme import THEMES, Theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

KEPT: Mapping[str, Sequence[str]] = {
    "claims": (
        *("game", "condition", "team", "model", "type", "own", "room_id", "window_first", "window_last", "distance"),
        *("verdict", "bucket", "outcome", "grounded", "actual_room"),
    ),
    "metrics": ("game", "condition", "level", "metric", "numerator", "denominator"),
}
"""The columns that plots need of which tables."""

FIGURES = ("goose_truthfulness", "duck_truthfulness", "accusation_accuracy", "lie_detection_rate")
"""The figures whose distribution is drawn unless others are named."""


class _Plot(NamedTuple):
    draw: Callable[..., Figure]
    by: str
    others: tuple[str, ...] = ()
    rows: Callable[[pd.DataFrame, str], Sequence[str]] | None = None

    def named(self, kind: str, by: str | None) -> str:
        """The name of its file; what it is always told apart by unless asked otherwise is not in it."""
        return f"{kind}-by-{by}" if by in self.others else kind


PLOTS: Mapping[str, _Plot] = {
    "distribution": _Plot(distribution, "condition"),
    "verdicts": _Plot(verdicts, "type", ("condition", "team", "model"), groups),
    "accusations": _Plot(accusations, "condition", ("team", "model"), accusing),
    "distance": _Plot(distance, "team", ("condition", "model", "type"), reaching),
    "rooms": _Plot(rooms, "team"),
}
"""The plots by name, each with what it tells games or claims apart by and what else it can."""


def slimmed(games: Iterable[Exported], metrics: Sequence[str] = FIGURES) -> Iterator[Exported]:
    """The games with those rows only that plots need: of many thousands of games the others take much memory."""
    level, name = (TABLES["metrics"].names.index(column) for column in ("level", "metric"))
    for game in games:
        if isinstance(game, GameRows) and "metrics" in game.rows:
            kept = [row for row in game.rows["metrics"] if row[level] == "game" and row[name] in metrics]
            yield game._replace(rows={**game.rows, "metrics": kept})
        else:
            yield game


class Drawn(NamedTuple):
    """A plot: its file, or why there is none.

    Attributes:
        left_out: the conditions, teams or models that there was too little of to draw.
    """

    name: str
    path: Path | None
    why_not: str | None
    left_out: tuple[str, ...] = ()


def draw_all(
    frames: Frames,
    out: Path,
    *,
    kinds: Sequence[str] = tuple(PLOTS),
    metrics: Sequence[str] = FIGURES,
    by: str | None = None,
    format: PictureFormat = "png",
    theme: str = "light",
) -> Iterator[Drawn]:
    """Draws plots into a folder, one after the other; one for which there are no data is told, not drawn.

    Args:
        frames: claims and metrics, with the columns in `KEPT` at least.
        kinds: names in PLOTS.
        metrics: the figures whose distribution to draw.
        by: what plots tell claims apart by, where they can; None: what is usual for each. It is part of the file's
            name where it is not the usual one.

    Raises:
        SettingsError: there is no such plot, figure, grouping or theme, or matplotlib is missing.
        OSError: a file can't be written.
    """
    require_known(kinds, metrics, theme, by)
    for name, (kind, draw) in _drawings(frames, THEMES[theme], kinds, metrics, by).items():
        path = out / f"{name}.{format}"
        try:
            figure = draw()
        except AuditError as error:
            yield Drawn(name, None, str(error))
            continue
        save(figure, path, format, THEMES[theme])
        yield Drawn(name, path, None, _left_out(frames, PLOTS[kind], by))


def _left_out(frames: Frames, plot: _Plot, by: str | None) -> tuple[str, ...]:
    chosen = by if by in plot.others else plot.by
    if plot.rows is None or chosen == "type":  # most plots are of some types only
        return ()
    known = dict.fromkeys(groups(frames.claims, chosen))
    if chosen == "condition":
        # Of games without claims too.
        known = dict.fromkeys(sorted({*known, *frames.metrics["condition"].unique()}))
    drawn = set(plot.rows(frames.claims, chosen))
    return tuple(name for name in known if name not in drawn)


def require_known(kinds: Sequence[str], metrics: Sequence[str], theme: str, by: str | None) -> None:
    """Checks the options of `draw_all` before anybody has waited for the games.

    Raises:
        SettingsError: there is no such plot, figure, grouping or theme.
    """
    for what, names, known in (("plot", kinds, PLOTS), ("figure", metrics, METRICS), ("theme", [theme], THEMES)):
        if unknown := [name for name in names if name not in known]:
            listed = "quack metrics list names them all" if what == "figure" else f"choose from {', '.join(known)}"
            raise SettingsError(f"there is no {what} {unknown[0]!r}", remedy=listed)
    if by is not None and not any(by in (PLOTS[kind].by, *PLOTS[kind].others) for kind in kinds):
        can = "; ".join(f"{kind}: {', '.join((PLOTS[kind].by, *PLOTS[kind].others))}" for kind in dict.fromkeys(kinds))
        raise SettingsError(f"none of these plots can be drawn by {by}", remedy=f"--by can be, for {can}")


def _drawings(
    frames: Frames, theme: Theme, kinds: Sequence[str], metrics: Sequence[str], by: str | None
) -> dict[str, tuple[str, Callable[[], Figure]]]:
    """What to draw, each with its kind, by the names of the files."""
    drawings: dict[str, tuple[str, Callable[[], Figure]]] = {}
    for kind in dict.fromkeys(kinds):
        plot = PLOTS[kind]
        if kind == "distribution":
            for metric in dict.fromkeys(metrics):
                drawings[f"{kind}-{metric}"] = kind, _bound(plot.draw, frames.metrics, metric, theme)
        else:
            chosen = by if by in plot.others else plot.by
            drawings[plot.named(kind, by)] = kind, _bound(plot.draw, frames.claims, theme, by=chosen)
    return drawings


def _bound(draw: Callable[..., Figure], *what: object, **how: object) -> Callable[[], Figure]:
    return lambda: draw(*what, **how)
