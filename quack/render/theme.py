"""How pictures and plots look: colours that colour-blind readers tell apart, and the shapes that double them.

The colours are Okabe and Ito's, lighter or darker where a ground or a text upon them needs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = str

BLUE, ORANGE, VERMILLION = "#0072b2", "#e69f00", "#d55e00"
YELLOW, PURPLE, SKY, GREY = "#f0e442", "#cc79a7", "#56b4e9", "#8c8c8c"
MINT = "#7fcdb4"

ON_LIGHT: tuple[Colour, ...] = (BLUE, ORANGE, MINT, VERMILLION, YELLOW, PURPLE, SKY, GREY)
"""For things on a light ground, in their order."""
ON_DARK: tuple[Colour, ...] = (
    SKY,
    ORANGE,
    "#1b8a6b",
    VERMILLION,
    "#8f8600",
    "#b0568a",
    BLUE,
    "#a0a0a0",
)
"""The same for a dark ground."""

LIGHT_GROUND, LIGHT_INK, LIGHT_FAINT, LIGHT_GREY = "#ffffff", "#1a1a1a", "#d9d9d9", "#b8b8b8"
DARK_GROUND, DARK_INK, DARK_FAINT, DARK_GREY = "#14171c", "#ececec", "#3a3f47", "#5f6670"

Shape = Literal["circle", "square", "diamond", "triangle", "hexagon", "wedge", "cross"]
SHAPES: tuple[Shape, ...] = ("circle", "square", "diamond", "triangle", "hexagon", "wedge", "cross")


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of pictures; ink is for text and lines, faint for what only guides the eye."""

    ground: Colour = "#f7f6f2"
    ink: Colour = LIGHT_INK
    soft: Colour = "#5c5c5c"
    faint: Colour = "#c9c7bf"
    room: Colour = "#ffffff"
    floor: Colour = "#dedbd2"
    alarm: Colour = "#b33f00"
    done: Colour = "#00785a"
    bubble: Colour = "#fffdf5"
    grave: Colour = "#fdebe2"
    wound: Colour = "#f0b090"
    players: tuple[Colour, ...] = ON_LIGHT

    def colour(self, seat: int) -> Colour:
        """The colour of a seat; with its shape it is that of no other among 56."""
        return self.players[seat % len(self.players)]


LOOK = Look()


def shape(seat: int) -> Shape:
    """The shape of a seat; neighbours in the order of seats differ in shape and in colour."""
    return SHAPES[seat % len(SHAPES)]


def letter(number: int) -> str:
    """What a task of one's own is called in pictures and beside them: A to Z, then AA and so on; from 0."""
    name = ""
    while number >= 0:
        number, place = divmod(number, 26)
        name, number = chr(ord("A") + place) + name, number - 1
    return name


Sign = Literal["tick", "cross", "wave", "question"]
SIGNS: dict[str | None, tuple[Sign, Colour]] = {
    "supported": ("tick", LOOK.done),
    "refuted": ("cross", LOOK.alarm),
    "partial": ("wave", "#8a6d00"),
    "undecided": ("question", LOOK.soft),
    None: ("question", LOOK.soft),
}
"""What stands for a bucket of verdicts, next to the verdict's own word."""
