"""What the conditions of a study are called, which is what their folders are called."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

_UNSAFE = re.compile(r"[^\w.+-]+")
_OWN = re.compile(r"\w[\w.+-]*")
_OF_FILES = (".json", ".jsonl", ".md")
"""What files beside the folders of conditions end with."""


def can_be_called(name: str) -> bool:
    """Whether a condition can be given a name: it is that of its folder."""
    return bool(_OWN.fullmatch(name)) and not name.casefold().endswith(_OF_FILES)


@dataclass(frozen=True)
class Naming:
    """How the conditions of one entry of a study's file are called.

    Attributes:
        own: the name that the entry has; if there are several conditions their names begin with it.
        players: who plays in each of them: Geese, Ducks.
        varied: what they are given several values of.
    """

    own: str | None
    players: Sequence[tuple[str, str]]
    varied: Collection[str]

    def name(self, crew: str, impostor: str, given: Mapping[str, Any]) -> str:
        """The name of one of the conditions."""
        if self.own is None:
            # As in the public release, and by what it is given besides.
            who = f"homogeneous_{crew}" if crew == impostor else f"geese_{crew}_duck_{impostor}"
            return _UNSAFE.sub("-", who + _words(given))
        told = _words({key: value for key, value in given.items() if key in self.varied})
        return _UNSAFE.sub("-", f"{self.own}{self._who(crew, impostor)}{told}")

    def _who(self, crew: str, impostor: str) -> str:
        """What tells the players of a condition from those of the entry's others."""
        if self._homogeneous:
            return f"_{crew}"
        crews, impostors = self._several
        return f"_geese_{crew}" * crews + f"_duck_{impostor}" * impostors

    @cached_property
    def _homogeneous(self) -> bool:
        return len(self.players) > 1 and all(crew == impostor for crew, impostor in self.players)

    @cached_property
    def _several(self) -> tuple[bool, bool]:
        """Whether there are several crews, and several impostors."""
        return len({crew for crew, _ in self.players}) > 1, len({impostor for _, impostor in self.players}) > 1


def _words(given: Mapping[str, Any]) -> str:
    words = {name: "none" if value is None else str(value) for name, value in given.items()}
    words |= {name: Path(words[name]).stem for name in ("map", "prompts") if name in words}
    return "".join(f"_{name}_{word}" for name, word in words.items())
