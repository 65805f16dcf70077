"""Where the refuted claims say that somebody was, and where the evidence has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quack.errors import AuditError
from quack.report.plots.canvas import contrasting, label, new_figure, note, themed, title
from quack.report.plots.counts import groups, statements
from quack.report.theme import DOUBLE, SMALL, Theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROOMS = 16
"""So many rooms have a line of their own, those that are named most; the others share one."""

OTHERS = "other rooms"

Cells = dict[tuple[str, str], int]


def rooms(claims: pd.DataFrame, theme: Theme, *, by: str = "team") -> Figure:
    """Draws a heat map of claimed and actual rooms, the number in each cell.

    Args:
        claims: the frame of claims.
        by: what has a map of its own; at most two of them stand side by side, else all claims are in one.

    Raises:
        AuditError: no refuted claim names another room than its evidence.
        SettingsError: claims can't be told apart so, or matplotlib is missing.
    """
    lied = statements(claims)
    lied = lied[(lied["bucket"] == "refuted") & lied["room_id"].notna()]
    if lied.empty:
        raise AuditError("no refuted claim names a room")
    lied = lied[lied["actual_room"].notna()]
    if lied.empty:
        raise AuditError(
            "the evidence of no refuted claim says where the player was instead: not all rulebooks cite it"
        )
    lied = lied[lied["room_id"].astype(str) != lied["actual_room"].astype(str)]
    if lied.empty:
        raise AuditError("no refuted claim names another room than its evidence")
    names = groups(lied, by)
    parts = {name: lied[lied[by] == name] for name in names} if len(names) <= 2 else {"all": lied}
    order = _order(lied)
    with themed(theme):
        return _draw({name: _cells(part, order) for name, part in parts.items()}, order, theme)


def _order(lied: pd.DataFrame) -> list[str]:
    counts: dict[str, int] = {}
    for column in ("room_id", "actual_room"):
        for room in lied[column].astype(str):
            counts[room] = counts.get(room, 0) + 1
    most = sorted(counts, key=lambda room: (-counts[room], room))[:MOST_ROOMS]
    return sorted(most) + ([OTHERS] if len(counts) > len(most) else [])


def _cells(lied: pd.DataFrame, order: list[str]) -> Cells:
    cells: Cells = {}
    for claimed, actual in zip(lied["room_id"].astype(str), lied["actual_room"].astype(str), strict=True):
        cell = (claimed if claimed in order else OTHERS, actual if actual in order else OTHERS)
        cells[cell] = cells.get(cell, 0) + 1
    return cells


def _draw(maps: dict[str, Cells], order: list[str], theme: Theme) -> Figure:
    side = (DOUBLE - 1.2) / max(len(maps), 1.6)
    figure = new_figure(DOUBLE if len(maps) > 1 else side + 1.5, side + 1.45)
    panels = figure.subplots(1, len(maps), sharey=True, squeeze=False)[0]
    most = max(number for cells in maps.values() for number in cells.values())
    for axes, (name, cells) in zip(panels, maps.items(), strict=True):
        _heat(axes, cells, order, most, theme)
        axes.set_title(f"{label(name)}: {sum(cells.values()):,} claims", fontsize=SMALL)
        axes.set_xlabel("where the evidence has them")
    panels[0].set_yticks(range(len(order)), [_room(room) for room in order])
    panels[0].set_ylabel("claimed room")
    title(figure, "Rooms that were claimed and refuted")
    note(figure, "Refuted claims about whereabouts, sightings and deeds that name another room than the evidence.")
    return figure


def _room(name: str) -> str:
    return label(name.replace("_", " "), 18)


def _heat(axes: Axes, cells: Cells, order: list[str], most: int, theme: Theme) -> None:
    from matplotlib import colormaps
    from matplotlib.colors import Normalize

    size = len(order)
    colours, scale = colormaps[theme.map], Normalize(0, most)
    for column, actual in enumerate(order):
        for row, claimed in enumerate(order):
            number = cells.get((claimed, actual), 0)
            if number:
                colour = colours(scale(number))
                axes.fill_between([column - 0.5, column + 0.5], row - 0.5, row + 0.5, color=colour, linewidth=0)
                axes.text(column, row, str(number), ha="center", va="center", fontsize=SMALL, color=contrasting(colour))
    axes.set_xlim(-0.5, size - 0.5)
    axes.set_ylim(size - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(size), [_room(room) for room in order], rotation=45, ha="right", rotation_mode="anchor")
    for place in range(size + 1):
        axes.axhline(place - 0.5, color=theme.faint, linewidth=0.4)
        axes.axvline(place - 0.5, color=theme.faint, linewidth=0.4)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
