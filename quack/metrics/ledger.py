"""Scores games into a folder, and does only what is new or changed when that is done again."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

from quack import __version__
from quack.audit.auditor import Progress, carry_out_batches
from quack.audit.batch import Order
from quack.audit.discover import Game
from quack.audit.engines import EngineName
from quack.audit.fingerprint import program_digest
from quack.audit.folder_lock import hold
from quack.audit.manifest import write_manifest
from quack.audit.records import lines_of
from quack.audit.results import FailedGame, GameAudit
from quack.audit.writer import keep_lines
from quack.errors import AuditError
from quack.kb.judge import Case
from quack.metrics.figures_file import FiguresFile, MadeBy, Written, figures_in, line_of, source_of
from quack.metrics.scoring import Scored, ScoreOrder


class KeptGame(NamedTuple):
    """A scored game whose records are written: its name, and the line that keeps its figures."""

    game: str
    line: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepingOrder(Order):
    """Games to be scored by `scoring`, their records to be written below `folder`, and figures to be kept as lines."""

    scoring: ScoreOrder
    folder: Path

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[KeptGame | FailedGame]:  # type: ignore[override]
        """The line of each of some games on one map, or why it has none.

        Raises:
            RulebookError: the rulebook fails.
        """
        audits = Order.outcomes(self, games, cases)
        made_by = made_by_order(self.scoring)
        return [
            self._keep(game, audit, case, made_by) if isinstance(audit, GameAudit) else audit
            for game, audit, case in zip(games, audits, cases, strict=True)
        ]

    def _keep(self, game: Game, audit: GameAudit, case: Case, made_by: MadeBy) -> KeptGame | FailedGame:
        lines = lines_of(audit.records)
        kept = keep_lines(self.folder, audit, lines, draft="draft")
        if isinstance(kept, FailedGame):
            return kept
        written = Written(len(lines), hashlib.sha256(lines).hexdigest())
        figures = self.scoring.score(audit, case)
        return KeptGame(game.name, line_of(figures, game, made_by, source_of(game, case), written))


def made_by_order(order: ScoreOrder) -> MadeBy:
    """What the figures of all games depend on under an order: the program, its rules, its map and its other options."""
    named = {field.name: getattr(order, field.name) for field in fields(order)}
    rulebook, game_map = named.pop("rulebook"), named.pop("map")
    return {
        "quack": __version__,
        "program": program_digest(),
        "rulebook": rulebook.sha256,
        "map": None if game_map is None else hashlib.sha256(game_map.model_dump_json().encode()).hexdigest(),
        **named,
    }


def score_kept(
    games: Sequence[Game],
    order: ScoreOrder,
    folder: Path,
    *,
    jobs: int = 1,
    batch_size: int | None = None,
    engine: EngineName = "local",
    map_file: Path | None = None,
    on_progress: Progress | None = None,
) -> Iterator[Scored]:
    """The figures of each game, or why it has none, in order; those that the folder has already are read from there.

    Records go to `folder/<game>/audit.jsonl`, figures to `folder/figures.jsonl`, and what `quack why` needs to
    `folder/manifest.json`. Whenever this ends, be it by a kill, what is finished stays finished. Files of games that
    are no longer among these stay where they are; their figures go.

    Args:
        map_file: where the order's map comes from.

    Raises:
        SettingsError: another run writes into the folder, `jobs` or `batch_size` is below 1, or the engine can't be
            used.
        AuditError: the folder can't be written to.
        RulebookError: the rulebook fails with every game of a batch.
    """
    with ExitStack() as stack:
        file = _open(stack, folder, games, order, map_file)
        due = [game for game in games if not file.holds(game)]
        missing = {game.name for game in due}
        file.forget(due)
        keeping = KeepingOrder(order.rulebook, order.map, scoring=order, folder=folder)
        work = stack.enter_context(
            closing(carry_out_batches(due, keeping, jobs=jobs, batch_size=batch_size, engine=engine))
        )
        waiting: deque[KeptGame | FailedGame] = deque()
        for done, game in enumerate(games, 1):
            if game.name not in missing:
                yield file.figures(game)
            else:
                if not waiting:
                    waiting.extend(next(work))  # type: ignore[arg-type]
                    file.add([outcome.line for outcome in waiting if isinstance(outcome, KeptGame)])
                outcome = waiting.popleft()
                yield outcome if isinstance(outcome, FailedGame) else figures_in(outcome.line, game)
            if on_progress:
                on_progress(done, len(games))
        file.settle(games)


def _open(
    stack: ExitStack, folder: Path, games: Sequence[Game], order: ScoreOrder, map_file: Path | None
) -> FiguresFile:
    """The figures in a folder, which is ours until the stack unwinds."""
    try:
        stack.enter_context(hold(folder))
        write_manifest(folder, games, order.rulebook, map_file)
    except OSError as error:
        raise AuditError(f"can't be written: {error.strerror or error}", path=error.filename or folder) from None
    return stack.enter_context(FiguresFile(folder, made_by_order(order)))
