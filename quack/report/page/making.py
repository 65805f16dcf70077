"""Audits games for a report: the page of each is written where it is made, and what the index needs is handed on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import ClassVar, NamedTuple
from urllib.parse import quote

from quack.audit.batch import Order, asks_for_sights, game_audit
from quack.audit.diffing import Changed, DiffOrder
from quack.audit.discover import Game
from quack.audit.results import FailedGame, GameAudit
from quack.audit.writer import game_folder
from quack.errors import AuditError
from quack.kb.judge import Case
from quack.kb.rulebook import Rulebook
from quack.kb.why import Explainer
from quack.metrics.game_figures import GameFigures
from quack.metrics.scoring import ScoreOrder
from quack.report.files import write_text
from quack.report.page.claims import Opinion
from quack.report.page.game import game_page
from quack.report.page.models import ClaimCard, GamePage
from quack.report.page.shell import html_of

GAMES = "games"
"""The folder of the games' pages below that of the report."""

_STYLES = ("base.css", "game.css")
_SCRIPTS = (
    "dom.js", "verdicts.js", "keeping.js", "state.js", "plan.js", "log.js", "talk.js", "proof.js", "review.js",
    "filters.js", "game.js",
)  # fmt: skip


class ClaimRow(NamedTuple):
    """A claim as the table of all claims has it."""

    id: str
    speaker: str
    team: str
    kind: str
    verdict: str | None
    bucket: str | None
    support: str | None
    words: str
    quote: str | None
    other: str | None


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A game whose page is written.

    Attributes:
        file: its page, relative to the report, as an address.
        size: of the page in bytes.
        figures: for the index.
        changed: how many claims the two rulebooks say something differently of; None without another rulebook.
    """

    game: str
    title: str
    file: str
    size: int
    figures: GameFigures
    claims: tuple[ClaimRow, ...]
    changed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrder(Order):
    """Games to be reported.

    Attributes:
        folder: of the report.
        other: a rulebook to compare with.
        names: what the two rulebooks are called.
    """

    folder: Path
    other: Rulebook | None = None
    names: tuple[str, str | None]
    fine: ClassVar[int | None] = 24

    @property
    def trusted(self) -> bool:
        """Whether all rules are shipped ones."""
        return self.rulebook.trusted and (self.other is None or self.other.trusted)

    @property
    def sighted(self) -> bool:
        """Whether a rulebook asks what players saw."""
        return asks_for_sights(self.rulebook) or (self.other is not None and asks_for_sights(self.other))

    def outcomes(  # type: ignore[override]
        self, games: Sequence[Game], cases: Sequence[Case]
    ) -> list[ReportedGame | FailedGame]:
        """What the index needs of each of some games on one map, their pages being written.

        Raises:
            RulebookError: a rulebook fails.
        """
        explainer = Explainer(cases, self.rulebook)
        other = None if self.other is None else Explainer(cases, self.other)
        explainers = [explainer] if other is None else [explainer, other]
        reported: list[ReportedGame | FailedGame] = []
        for number, audited in enumerate(self._audits(games, cases, explainer)):
            reported.append(self._report(games[number], cases[number], audited, explainer, other, number))
            for each in explainers:
                each.forget()
        for each in explainers:
            each.close()
        return reported

    def _audits(self, games: Sequence[Game], cases: Sequence[Case], explainer: Explainer) -> Iterator[_Audited]:
        if self.other is None:
            for game, case, judgements in zip(games, cases, explainer.judgements(), strict=True):
                yield _Audited(game_audit(game, case, judgements, self.rulebook), None, ())
        else:
            for diff in DiffOrder(self.rulebook, self.map, self.other).outcomes(games, cases):
                yield _Audited(diff.before, diff.after, diff.changed)

    def _report(
        self, game: Game, case: Case, audited: _Audited, explainer: Explainer, other: Explainer | None, number: int
    ) -> ReportedGame | FailedGame:
        audit = audited.audit
        against = None
        if other is not None and audited.other is not None:
            against = Opinion(self.names[1] or "", audited.other.records, other, number)
        page = game_page(
            game,
            case,
            audit,
            Opinion(self.names[0], audit.records, explainer, number),
            home=home_of(game.name),
            other=against,
            changed=audited.changed,
        )
        try:
            size = write_page(self.folder, page)
        except AuditError as error:
            return FailedGame(game.name, game.log, error)
        except OSError as error:
            what = f"can't be written: {error.strerror or error}"
            return FailedGame(game.name, game.log, AuditError(what, path=error.filename or self.folder))
        figures = ScoreOrder(self.rulebook, self.map).score(audit, case)
        rows = tuple(_row(card, page) for card in page.claims)
        changed = None if self.other is None else len(audited.changed)
        return ReportedGame(game.name, game.title, address_of(game.name), size, figures, rows, changed)


class _Audited(NamedTuple):
    """A game under the rulebook, and under the one that it is compared with."""

    audit: GameAudit
    other: GameAudit | None
    changed: tuple[Changed, ...]


def _row(card: ClaimCard, page: GamePage) -> ClaimRow:
    seat = next(seat for seat in page.players if seat.id == card.speaker)
    judged = card.judged
    other = None if card.other is None else card.other.verdict
    return ClaimRow(
        card.id, seat.name, seat.team, card.kind, judged.verdict, judged.bucket, judged.support, card.words, card.quote,
        other,
    )  # fmt: skip


def address_of(game: str) -> str:
    """The page of a game, as an address relative to the report."""
    # A folder's name may hold bytes that are no text.
    return quote(os.fsencode("/".join((GAMES, *PurePosixPath(game).parts, "index.html"))))


def home_of(game: str) -> str:
    """The way from the page of a game to the index."""
    return "../" * (len(PurePosixPath(game).parts) + 1) + "index.html"


def write_page(folder: Path, page: GamePage) -> int:
    """Writes the page of a game below the folder of a report, and returns its size in bytes.

    Raises:
        AuditError: the game's name, or a link on the way, leads out of the folder.
        OSError: it can't be written.
    """
    text = html_of(f"{page.title} – QUACK", "game.html", styles=_STYLES, scripts=_SCRIPTS, data={"page": page})
    target = Path(game_folder(folder / GAMES, page.game)) / "index.html"
    write_text(target, text)
    return len(text.encode())
