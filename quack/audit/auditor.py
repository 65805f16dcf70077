"""Audits games: batches of them, in one process or several, with the same outcome either way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from quack.audit.batch import Order, Outcome
from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.engines import EngineName, open_engine
from quack.audit.results import Audit, FailedGame, GameAudit
from quack.audit.writer import keep
from quack.errors import SettingsError
from quack.kb.judge import Case
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.settings import batch_size as usual_batch_size
from quack.world.map import GameMap

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""

_LEAST = 6
"""So many games at least are in a batch that is made smaller, as every batch takes the time of grounding a rulebook."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingOrder(Order):
    """Games to be audited whose records are to be written below `out`, in the process that has audited them."""

    out: Path

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[Outcome]:
        """As of any order; a game whose records can't be written has failed."""
        audits = Order.outcomes(self, games, cases)
        return [keep(self.out, audit) if isinstance(audit, GameAudit) else audit for audit in audits]


def audit_games(
    paths: str | Path | Sequence[str | Path],
    *,
    rulebook: Rulebook | str | Path,
    claims: str | Path | None = None,
    jobs: int = 1,
    batch_size: int | None = None,
    map: GameMap | None = None,
    on_progress: Progress | None = None,
) -> Audit:
    """Judges every claim made in the games under some paths.

        from quack import audit_games

        audit = audit_games("logs/sample", rulebook="observed")
        for record in audit.records:
            print(record.speaker, record.claim, record.verdict, record.rules)
        for game in audit.failed:
            print(game.game, game.error)

    Args:
        paths: a log, a run folder or a tree of them, or several.
        rulebook: a rulebook, or the name or folder of one.
        claims: where the claims are, if not beside the logs; see `with_claims`.
        jobs: how many processes work at it; more than one need an importable main module, as always.
        batch_size: how many games share a solver control. Neither this nor `jobs` changes the outcome.
        map: the map of all games, instead of the one that each log names.
        on_progress: called after each game.

    Returns:
        A result per game in the order of their names; games that could not be audited are listed with their error.

    Raises:
        SettingsError: a path holds no game, or an option can't be used.
        RulebookError: the rulebook can't be loaded, or fails with every game.
    """
    book = rulebook if isinstance(rulebook, Rulebook) else load_rulebook(rulebook)
    games = with_claims(discover_games([paths] if isinstance(paths, str | Path) else paths), claims)
    outcomes = list(
        audit_each(games, rulebook=book, jobs=jobs, batch_size=batch_size, map=map, on_progress=on_progress)
    )
    return Audit(
        games=tuple(outcome for outcome in outcomes if isinstance(outcome, GameAudit)),
        failed=tuple(outcome for outcome in outcomes if isinstance(outcome, FailedGame)),
    )


def audit_each(
    games: Sequence[Game],
    *,
    rulebook: Rulebook,
    jobs: int = 1,
    batch_size: int | None = None,
    map: GameMap | None = None,
    out: Path | None = None,
    on_progress: Progress | None = None,
) -> Iterator[Outcome]:
    """The outcome of each game, in order, as soon as it is there; nothing is kept, so any number of games will do.

    Args:
        out: where to write the records of each game, by whoever has audited it and before its outcome is here; a game
            whose records can't be written has failed.

    Raises:
        SettingsError: `jobs` or `batch_size` is below 1.
        RulebookError: the rulebook fails with every game of a batch.
    """
    order = Order(rulebook, map) if out is None else WritingOrder(rulebook, map, out=out)
    return carry_out(games, order, jobs=jobs, batch_size=batch_size, on_progress=on_progress)


def carry_out(
    games: Sequence[Game],
    order: Order,
    *,
    jobs: int = 1,
    batch_size: int | None = None,
    engine: EngineName = "local",
    on_progress: Progress | None = None,
) -> Iterator[Outcome]:
    """What becomes of each game under an order; arguments and errors as for `carry_out_batches`."""
    done = 0
    with closing(carry_out_batches(games, order, jobs=jobs, batch_size=batch_size, engine=engine)) as batches:
        for outcomes in batches:
            for outcome in outcomes:
                done += 1
                yield outcome
                if on_progress:
                    on_progress(done, len(games))


def carry_out_batches(
    games: Sequence[Game],
    order: Order,
    *,
    jobs: int = 1,
    batch_size: int | None = None,
    engine: EngineName = "local",
) -> Generator[list[Outcome], None, None]:
    """What becomes of the games under an order, batch by batch in their order.

    Args:
        jobs: how many processes work at it; see `open_engine`.
        batch_size: how many games share a solver control. Neither this, nor `jobs`, nor `engine` changes the outcome.
        engine: who does the work.

    Raises:
        SettingsError: `jobs` or `batch_size` is below 1, or the engine can't be used.
        RulebookError: the rulebook fails with every game of a batch.
    """
    size = usual_batch_size() if batch_size is None else batch_size
    if jobs < 1 or size < 1:
        raise SettingsError(f"{jobs} jobs over batches of {size}", remedy="both count from 1")
    if not games:
        return
    with open_engine(engine, jobs) as workers:
        batches = list(_cut(games, order, size, workers.jobs))
        with closing(workers.run(batches, order)) as outcomes:
            yield from outcomes


def _cut(games: Sequence[Game], order: Order, size: int, jobs: int) -> Iterator[Sequence[Game]]:
    """Games in batches of at most a size."""
    # Every process gets something to do, even of few games.
    size = min(size, order.fine or size, -(-len(games) // jobs))
    done = 0
    while done < len(games):
        share = size
        if order.fine is not None and jobs > 1:
            # Towards the end the batches get smaller, so that all processors come to it at about the same time.
            share = min(size, max(_LEAST, -(-(len(games) - done) // (2 * jobs))))
        if not (done or order.trusted):
            # A stranger's rulebook has to do with one game first: if it takes too long, that is soon known.
            share = 1
        yield games[done : done + share]
        done += share
