"""Audits games by two rulebooks at once: each game is read and replayed once, and every difference is traced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from quack.audit.auditor import Progress, carry_out
from quack.audit.batch import Order, asks_for_sights, game_audit
from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.reading import read_case
from quack.audit.records import AuditRecord
from quack.audit.results import FailedGame, GameAudit
from quack.kb.judge import Case
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.kb.shifts import Shift, compare
from quack.kb.why import Explainer, Proof
from quack.world.map import GameMap


class Changed(NamedTuple):
    """A claim of which two rulebooks say something differently: its records, and what differs."""

    before: AuditRecord
    after: AuditRecord
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GameDiff:
    """A game under two rulebooks.

    Attributes:
        before, after: its audit by each.
        changed: the claims of which they say something differently, in the order of the file.
    """

    game: str
    before: GameAudit
    after: GameAudit
    changed: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class DiffOrder(Order):
    """Games to be audited by `rulebook`, which is the first, and by another."""

    other: Rulebook | None = None

    @property
    def _other(self) -> Rulebook:
        assert self.other is not None, "a comparison is of two rulebooks"
        return self.other

    @property
    def trusted(self) -> bool:
        """Whether the rules of both are shipped ones."""
        return self.rulebook.trusted and self._other.trusted

    @property
    def sighted(self) -> bool:
        """Whether one of the rulebooks asks what players saw."""
        return asks_for_sights(self.rulebook) or asks_for_sights(self._other)

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[GameDiff]:  # type: ignore[override]
        """The diff of each of some games on one map.

        Raises:
            RulebookError: one of the rulebooks fails.
        """
        diffs = []
        for game, case, compared in zip(games, cases, compare(cases, self.rulebook, self._other), strict=True):
            before = game_audit(game, case, compared.before, self.rulebook)
            after = game_audit(game, case, compared.after, self._other)
            changed = tuple(
                Changed(before.records[number], after.records[number], shifts)
                for number, shifts in compared.shifts.items()
            )
            diffs.append(GameDiff(game.name, before, after, changed))
        return diffs


def diff_games(
    paths: str | Path | Sequence[str | Path],
    before: Rulebook | str | Path,
    after: Rulebook | str | Path,
    *,
    claims: str | Path | None = None,
    jobs: int = 1,
    batch_size: int | None = None,
    map: GameMap | None = None,
    on_progress: Progress | None = None,
) -> Iterator[GameDiff | FailedGame]:
    """Holds two rulebooks against each other on the claims of some games.

        from quack import diff_games

        for diff in diff_games("logs/sample", "observed", "paper"):
            for before, after, shifts in diff.changed:
                print(before.claim, before.verdict, after.verdict, shifts[0].aspect)

    Args:
        before, after: rulebooks, or names or folders of them.
        paths, claims, jobs, batch_size, map, on_progress: as for `audit_games`.

    Returns:
        The diff of each game in the order of their names, or the error that kept it from having one, as soon as it is
        there.

    Raises:
        SettingsError: a path holds no game, or an option can't be used.
        RulebookError: a rulebook can't be loaded, or fails with every game.
    """
    books = [book if isinstance(book, Rulebook) else load_rulebook(book) for book in (before, after)]
    games = with_claims(discover_games([paths] if isinstance(paths, str | Path) else paths), claims)
    return diff_each(games, *books, jobs=jobs, batch_size=batch_size, map=map, on_progress=on_progress)


def diff_each(
    games: Sequence[Game],
    before: Rulebook,
    after: Rulebook,
    *,
    jobs: int = 1,
    batch_size: int | None = None,
    map: GameMap | None = None,
    on_progress: Progress | None = None,
) -> Iterator[GameDiff | FailedGame]:
    """The diff of each game, in order, as soon as it is there; arguments and errors as for `diff_games`."""
    order = DiffOrder(before, map, after)
    return carry_out(games, order, jobs=jobs, batch_size=batch_size, on_progress=on_progress)  # type: ignore[return-value]


class Example(NamedTuple):
    """A claim's proof by each of two rulebooks."""

    game: str
    before: Proof
    after: Proof


def prove_both(
    games: Sequence[Game],
    claims: Sequence[tuple[str, str]],
    before: Rulebook,
    after: Rulebook,
    *,
    map: GameMap | None = None,
) -> list[Example]:
    """The proofs of some claims by two rulebooks.

    Args:
        claims: each by its game's name and its id.

    Raises:
        QuackError: a game can't be read, or a rulebook fails.
    """
    by_name = {game.name: game for game in games}
    explainers: dict[str, list[Explainer]] = {}
    for name, _ in claims:
        if name not in explainers:
            case = read_case(by_name[name], map)
            explainers[name] = [Explainer([case], book) for book in (before, after)]
    return [Example(name, *(each.explain(id) for each in explainers[name])) for name, id in claims]
