"""Text in pictures: the same pixels on every machine.

The font is the one that Pillow brings along; it has the letters of English and little else. What it lacks is shown by
the fonts that the caller names, else without its accents, else as an empty box. Fonts of the system are never searched.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from quack.errors import SettingsError

ELLIPSIS = "…"
_PROBE = 20
_PLAIN = str.maketrans(
    {"–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "•": "·", "„": '"', "\u00a0": " ", "→": "->", "←": "<-"}
)
_LARGEST = 400
"""No text is set larger (pixels)."""


class Typeface:
    """Fonts in the order in which they are asked for a sign, the one of Pillow first."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        """Takes fonts of one's own.

        Raises:
            SettingsError: a file is no font.
        """
        self._paths = tuple(paths)
        for path in self._paths:
            try:
                ImageFont.truetype(str(path), _PROBE)
            except (OSError, ValueError) as error:
                remedy = "name a TrueType or OpenType font (.ttf, .otf, .ttc)"
                raise SettingsError(f"not a font: {error}", path=path, remedy=remedy) from None
        self._missing: dict[int, bytes] = {}
        self.font = lru_cache(maxsize=200)(self._font)
        self.holder = lru_cache(maxsize=20_000)(self._holder)
        self.mask = lru_cache(maxsize=4_000)(self._mask)
        self.width = lru_cache(maxsize=20_000)(self._width)
        self.signs = lru_cache(maxsize=20_000)(self._signs)
        self.clean = lru_cache(maxsize=4_000)(self._clean)

    def _font(self, index: int, size: int) -> ImageFont.FreeTypeFont:
        if index == 0:
            font = ImageFont.load_default(size)
            assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
            return font
        return ImageFont.truetype(str(self._paths[index - 1]), size, layout_engine=ImageFont.Layout.BASIC)

    def _holder(self, sign: str) -> int | None:
        """The first font that has a sign."""
        if sign == " ":
            return 0
        for index in range(len(self._paths) + 1):
            font = self.font(index, _PROBE)
            if index not in self._missing:
                self._missing[index] = bytes(font.getmask("\uffff"))
            if bytes(font.getmask(sign)) != self._missing[index]:
                return index
        return None

    def shows(self, text: str) -> bool:
        """Whether every sign of a text can be shown, be it without its accents."""
        return all(self.holder(sign) is not None for sign in self.clean(text))

    def _clean(self, text: str) -> str:
        """A text on one line, its signs such as can be shown where that is possible."""
        flat = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))
        return "".join(self._nearest(sign) for sign in flat)

    def _nearest(self, sign: str) -> str:
        if self.holder(sign) is not None:
            return sign
        plain = unicodedata.normalize("NFKD", sign).translate(_PLAIN)
        plain = "".join(part for part in plain if not unicodedata.combining(part))
        return plain if plain.isprintable() and all(self.holder(part) is not None for part in plain) else sign

    def height(self, size: int) -> int:
        """The height of a line (pixels)."""
        ascent, descent = self.font(0, size).getmetrics()
        return ascent + descent

    def _runs(self, text: str) -> Iterator[tuple[int | None, str]]:
        for index, signs in groupby(self.clean(text), self.holder):
            yield index, "".join(signs)

    def _width(self, text: str, size: int) -> int:
        return round(sum(self._advance(index, run, size) for index, run in self._runs(text)))

    def _advance(self, index: int | None, run: str, size: int) -> float:
        return 0.8 * size * len(run) if index is None else self.font(index, size).getlength(run)

    def _mask(self, text: str, size: int) -> Image.Image:
        """A line of text as the coverage of its pixels."""
        size = min(size, _LARGEST)
        ascent, _ = self.font(0, size).getmetrics()
        mask = Image.new("L", (max(self.width(text, size) + 1, 1), self.height(size)))
        draw = ImageDraw.Draw(mask)
        x = 0.0
        for index, run in self._runs(text):
            if index is None:
                for place in range(len(run)):
                    left = x + place * 0.8 * size
                    box = (left + 0.08 * size, ascent - 0.7 * size, left + 0.7 * size, ascent)
                    draw.rectangle(box, outline=255, width=max(size // 16, 1))
            else:
                draw.text((x, ascent), run, 255, self.font(index, size), anchor="ls")
            x += self._advance(index, run, size)
        return mask

    def shortened(self, text: str, width: int, size: int) -> str:
        """As much of a text as the width (pixels) holds, with an ellipsis where it ends early."""
        text = self.clean(text)
        if self.width(text, size) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle] + ELLIPSIS, size) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS if low else ""

    def wrapped(self, text: str, width: int, size: int) -> list[str]:
        """A text in lines of at most that width (pixels), broken at blanks, and anywhere in what has none."""
        lines: list[str] = []
        line, signs = "", 0.0
        for word in _pieces(self.clean(text)):
            more = self.signs(word, size)
            # Measured only near its end: a line is hardly wider than its signs are one by one.
            if not line or signs + more + size <= width or self._fits(line + word.rstrip(), width, size):
                line += word
                signs += more
            else:
                lines.append(line.rstrip())
                line, signs = word, more
            while len(line) > 1 and signs + size > width and not self._fits(line.rstrip(), width, size):
                cut = self._cut(line, width, size)
                lines.append(line[:cut].rstrip())
                line = line[cut:]
                signs = self.signs(line, size)
        return [*lines, line.rstrip()] if line.strip() or not lines else lines

    def few_lines(self, text: str, width: int, size: int, most: int) -> list[str]:
        """As `wrapped`, but of at most so many lines; the last one has an ellipsis where more would follow."""
        lines = self.wrapped(text, width, size)
        if len(lines) <= most:
            return lines
        return [*lines[: most - 1], self.shortened(f"{lines[most - 1]} {lines[most]}", width, size)]

    def _signs(self, word: str, size: int) -> float:
        """How wide a word's signs are one by one (pixels)."""
        return sum(self._advance(self.holder(sign), sign, size) for sign in word)

    def _fits(self, line: str, width: int, size: int) -> bool:
        # No letter is as narrow as an eighth of its height, so that most of what is too long need not be measured.
        return len(line) <= 8 * width // size + 2 and self.width(line, size) <= width

    def _cut(self, line: str, width: int, size: int) -> int:
        """After how many signs of a line it has to end; at least one."""
        low, high = 1, min(len(line), 8 * width // size + 2)
        while low < high:
            middle = (low + high + 1) // 2
            if self._fits(line[:middle], width, size):
                low = middle
            else:
                high = middle - 1
        return low


def _pieces(text: str) -> Iterator[str]:
    """Words with the blanks behind them; a line may end after each sign of a script that has no blanks."""
    word = ""
    for sign in text:
        ends = word[-1:] == " " and sign != " "
        if word and sign not in _CLOSING and (ends or _breaks(word[-1]) or _breaks(sign)):
            yield word
            word = ""
        word += sign
    if word:
        yield word


_CLOSING = frozenset("，。！？；：、）」』》”’,.!?;:)")
"""What no line begins with."""


def _breaks(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


@lru_cache(maxsize=8)
def typeface(paths: tuple[Path, ...] = ()) -> Typeface:
    """Fonts, with what has been drawn with them kept."""
    return Typeface(paths)
