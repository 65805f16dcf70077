"""Which games teach, which choose and which measure: a game serves one of the three only."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from quack.claims.optimise.lessons import LabelledGame, Lesson
from quack.errors import SettingsError, amount

PARTS = ("train", "dev", "test")

_SHARE = 4
"""Of so many games one measures, and one chooses, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many games each part has, where somebody says so.

    Attributes:
        messages: at most so many utterances of each part are used; None for all.
    """

    train: int | None = None
    dev: int | None = None
    test: int | None = None
    messages: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The games of a part, and the lessons that are used of them."""

    games: tuple[str, ...]
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Labelled games, split.

    Attributes:
        train: teaches: examples and mistakes are taken from it.
        dev: chooses among programs.
        test: measures the start and the end, and decides nothing.
        digest: of all that is used.
        copies: how many games were left out because another has the same log.
    """

    train: Part
    dev: Part
    test: Part
    digest: str
    copies: int


def split_games(games: Sequence[LabelledGame], sizes: Sizes, seed: int) -> Split:
    """Splits games by chance; the same games, sizes and seed give the same split, wherever the games lie.

    The games that measure are drawn first: they stay the same, however many teach.

    Raises:
        SettingsError: there are too few games.
    """
    different = {game.log: game for game in reversed(games) if game.lessons}
    order = sorted(different.values(), key=lambda game: (game.digest, game.name))
    chance = Random(seed)
    chance.shuffle(order)
    counts = _counts(len(order), sizes)
    drawn: dict[str, Part] = {}
    for part in reversed(PARTS):
        taken, order = order[: counts[part]], order[counts[part] :]
        drawn[part] = _part(taken, sizes.messages, Random(f"{seed} {part}"))
    digest = hashlib.sha256()
    used = {game.name: game.digest for game in games}
    for part in PARTS:
        digest.update(f"{part} {sizes.messages} {[used[name] for name in drawn[part].games]}\n".encode())
    copies = sum(bool(game.lessons) for game in games) - len(different)
    return Split(drawn["train"], drawn["dev"], drawn["test"], digest.hexdigest(), copies)


def _counts(games: int, sizes: Sizes) -> dict[str, int]:
    wanted = {part: getattr(sizes, part) for part in PARTS}
    usual = {"test": max(1, games // _SHARE), "dev": max(1, games // _SHARE), "train": 1}
    counts = {part: usual[part] if wanted[part] is None else wanted[part] for part in PARTS}
    if wanted["train"] is None:
        counts["train"] = max(1, games - counts["dev"] - counts["test"])
    needed = sum(counts.values())
    if needed > games:
        parts = ", ".join(f"{counts[part]} {part}" for part in PARTS)
        what = f"{amount(games, 'labelled game')}, but the parts need {needed}: {parts}"
        remedy = "these are games, not utterances; `quack play --games 12 --out runs` plays some with exact labels"
        raise SettingsError(what, remedy=remedy)
    return counts


def _part(games: Sequence[LabelledGame], most: int | None, chance: Random) -> Part:
    """The games of a part in the order of their names, their lessons shuffled."""
    lessons = [lesson for game in games for lesson in game.lessons]
    chance.shuffle(lessons)
    return Part(tuple(sorted(game.name for game in games)), tuple(lessons[:most]))
