"""How plots look: colours that colour-blind readers tell apart, and a hatch or a marker that tells it as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from quack.render.theme import (
    DARK_FAINT,
    DARK_GREY,
    DARK_GROUND,
    DARK_INK,
    LIGHT_FAINT,
    LIGHT_GREY,
    LIGHT_GROUND,
    LIGHT_INK,
    ON_DARK,
    ON_LIGHT,
)

SINGLE, DOUBLE = 3.3, 7.0
"""Widths of one and of two columns of a paper, in inches."""

SMALL, NORMAL = 6.5, 7.5
"""Sizes of text, in points."""


class Mark(NamedTuple):
    """What stands for a thing: a colour, and what tells it without colour."""

    colour: str
    hatch: str
    marker: str
    line: str


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of a plot.

    Attributes:
        ground, ink, faint: of the background, of text and lines, of what only guides the eye.
        marks: for things, in their order (the colours of `quack.render.theme`).
        grey: for what is undecided or stands for all.
        map: the name of the colour map of heat maps; its low end is near the ground.
    """

    name: str
    ground: str
    ink: str
    faint: str
    grey: Mark
    marks: tuple[Mark, ...]
    map: str

    @property
    def settings(self) -> dict[str, Any]:
        """What matplotlib needs to know, for `matplotlib.rc_context`."""
        ink = {
            name: self.ink
            for name in ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "hatch.color")
        }
        ground = {name: self.ground for name in ("figure.facecolor", "axes.facecolor", "savefig.facecolor")}
        return ink | ground | _SETTINGS

    def verdicts(self, labels: Sequence[str]) -> Mapping[str, Mark]:
        """The marks of verdicts: the known ones have their own everywhere, others what is left."""
        known = {name: self.marks[place] for name, place in _VERDICTS.items()} | {"unverifiable": self.grey}
        spare = [mark for place, mark in enumerate(self.marks) if place not in _VERDICTS.values()]
        others = [label for label in labels if label not in known]
        return known | {label: spare[index % len(spare)] for index, label in enumerate(others)}

    def teams(self) -> Mapping[str, Mark]:
        """The marks of the teams."""
        return {"goose": self.marks[0], "duck": self.marks[1]}

    def many(self, names: Sequence[str]) -> Mapping[str, Mark]:
        """Marks for any things; teams have their own, and more than there are marks begin anew."""
        marks = {name: self.marks[index % len(self.marks)] for index, name in enumerate(names)}
        return {**marks, **self.teams()}


_VERDICTS = {"true": 2, "near_miss": 4, "wrong_room": 1, "false": 3}

# Lines only: dots and circles make an SVG many times as large.
_HATCHES = ("", "//", "", "xx", "||", "\\\\", "++", "/-")
_MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
_LINES = ("-", "--", "-.", ":", "-", "--", "-.", ":")


def _marks(*colours: str) -> tuple[Mark, ...]:
    return tuple(map(Mark, colours, _HATCHES, _MARKERS, _LINES))


_SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": NORMAL,
    "axes.titlesize": NORMAL,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": NORMAL,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "legend.fontsize": SMALL,
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "hatch.linewidth": 0.5,
    "lines.linewidth": 1.1,
    "figure.dpi": 300,
    "savefig.dpi": 300,
    # Names of players and conditions are text, whatever signs are in them. In SVG their letters are shapes, which look
    # the same and fit whatever fonts a reader has; the title stands there as text too.
    "text.parse_math": False,
    "text.usetex": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "quack",
    "path.simplify": True,
    "axes.unicode_minus": True,
}

LIGHT = Theme(
    "light",
    ground=LIGHT_GROUND,
    ink=LIGHT_INK,
    faint=LIGHT_FAINT,
    grey=Mark(LIGHT_GREY, "---", "d", ":"),
    marks=_marks(*ON_LIGHT),
    map="Blues",
)

DARK = Theme(
    "dark",
    ground=DARK_GROUND,
    ink=DARK_INK,
    faint=DARK_FAINT,
    grey=Mark(DARK_GREY, "---", "d", ":"),
    marks=_marks(*ON_DARK),
    map="cividis",
)

ThemeName = Literal["light", "dark"]
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}
