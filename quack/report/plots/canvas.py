"""What all plots share: figures without global state, files with the same bytes, labels that fit."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from quack.drafts import draft_of
from quack.errors import printable
from quack.report.extras import require
from quack.report.theme import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PictureFormat = Literal["png", "svg"]

_METADATA: dict[str, dict[str, None]] = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}

_MOST_SIGNS = 60
"""A longer name loses its middle: a plot has no room for it."""

_BREAKS = "/_ -"


@contextmanager
def themed(theme: Theme) -> Iterator[None]:
    """Within it figures look as the theme says; afterwards everything is as it was.

    Raises:
        SettingsError: matplotlib is not installed.
    """
    matplotlib = require("matplotlib")
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(theme.settings)
        yield


def new_figure(width: float, height: float) -> Figure:
    """A figure of a size in inches, whose parts make room for each other."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03, wspace=0.02, hspace=0.02)
    return Figure(figsize=(width, height), layout=layout)


def save(figure: Figure, path: Path, format: PictureFormat, theme: Theme) -> None:
    """Writes a figure, replacing an older file in one step.

    Raises:
        OSError: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(path) as draft, themed(theme), warnings.catch_warnings():
        # A sign that the font lacks becomes a box.
        warnings.filterwarnings("ignore", message=r"(?s)Glyph .* missing from")
        titled = {"Title": figure.get_suptitle()} if format == "svg" else {}
        figure.savefig(draft, format=format, metadata=_METADATA[format] | titled)


def label(text: str, width: int = 24) -> str:
    """A name as it stands in a plot: printable, without its middle if very long, broken where parts of it end."""
    words = printable(text)
    if len(words) > _MOST_SIGNS:
        words = f"{words[: _MOST_SIGNS // 2]}…{words[-_MOST_SIGNS // 2 + 1 :]}"
    lines = []
    while len(words) > width:
        places = [place + 1 for place in range(width // 3, width) if words[place] in _BREAKS]
        middle = (len(words) + 1) // 2
        cut = min(places, key=lambda place: abs(place - middle)) if places else width
        lines.append(words[:cut])
        words = words[cut:]
    return "\n".join(line.strip() for line in [*lines, words])


def title(figure: Figure, text: str) -> None:
    """Puts a title above everything, at the left."""
    figure.suptitle(text, x=0.01, ha="left", fontsize=8.5, fontweight="bold")


def note(figure: Figure, text: str) -> None:
    """Puts small words below everything: what was counted."""
    figure.supxlabel(text, x=0.01, ha="left", fontsize=6, wrap=True)


def percent_axis(axis: Any) -> None:
    """Makes an axis of shares speak in percent, with as few digits as its steps need."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{round(share * 100, 6):g}%"))


def guide(axes: Axes, theme: Theme, which: Literal["x", "y"] = "x") -> None:
    """Draws faint lines behind the data."""
    axes.grid(axis=which, color=theme.faint, linewidth=0.5)
    axes.set_axisbelow(True)


def contrasting(colour: Any) -> str:
    """Black or white, whichever is easier to read on a colour."""
    from matplotlib.colors import to_rgb

    red, green, blue = (_linear(part) for part in to_rgb(colour))
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#ffffff"


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
