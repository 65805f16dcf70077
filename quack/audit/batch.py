"""Audits a handful of games in one process: reads them, has them judged together, makes records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from quack import __version__
from quack.audit.discover import Game
from quack.audit.reading import read_case
from quack.audit.records import AuditRecord, StatedTime, Versions
from quack.audit.results import Ballot, Coverage, Ejection, FailedGame, GameAudit
from quack.claims.extraction import claim_id
from quack.claims.models import TimeRef
from quack.errors import AuditError, QuackError, RulebookError
from quack.kb.judge import Case, Judgement, judge
from quack.kb.rulebook import Rulebook
from quack.pause import collector_paused
from quack.world.map import GameMap

Outcome = GameAudit | FailedGame


@dataclass(frozen=True, slots=True)
class Order:
    """What all games of an audit share; `outcomes` is what becomes of them."""

    rulebook: Rulebook
    map: GameMap | None = None
    fine: ClassVar[int | None] = None
    """How many games at most are done in one go where a game takes far longer than to ground the rulebook once more."""

    @property
    def trusted(self) -> bool:
        """Whether its rules are shipped ones."""
        return self.rulebook.trusted

    @property
    def sighted(self) -> bool:
        """Whether the rulebook asks what players saw."""
        return asks_for_sights(self.rulebook)

    def outcomes(self, games: Sequence[Game], cases: Sequence[Case]) -> list[Outcome]:
        """An outcome for each of some games on one map.

        Raises:
            RulebookError: the rulebook fails.
        """
        judged = judge(cases, self.rulebook)
        return [
            game_audit(game, case, judgements, self.rulebook)
            for game, case, judgements in zip(games, cases, judged, strict=True)
        ]


def asks_for_sights(rulebook: Rulebook) -> bool:
    """Whether a rulebook asks what players saw or heard."""
    return any(name in ("saw", "heard") for name, _ in (*rulebook.reads, *rulebook.heads))


def audit_batch(games: Sequence[Game], order: Order) -> list[Outcome]:
    """Audits games, those on the same map in one solver control; an outcome for each, in order.

    Raises:
        RulebookError: the rulebook fails with every game alike.
    """
    with collector_paused():
        return _audit_batch(games, order)


def _audit_batch(games: Sequence[Game], order: Order) -> list[Outcome]:
    outcomes: dict[int, Outcome] = {}
    cases: dict[int, Case] = {}
    sighted = order.sighted
    for index, game in enumerate(games):
        try:
            cases[index] = read_case(game, order.map, sighted=sighted)
        except Exception as error:
            outcomes[index] = failure(game, error)
    for group in _by_map(cases):
        outcomes.update(_judge_group(games, {index: cases[index] for index in group}, order))
    return [outcomes[index] for index in range(len(games))]


def failure(game: Game, error: Exception) -> FailedGame:
    """The entry of a game that could not be audited."""
    if isinstance(error, QuackError):
        return FailedGame(game.name, game.log, error)
    if isinstance(error, OSError):
        reason = AuditError(f"can't be read: {error.strerror or error}", path=error.filename or game.log)
    else:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        reason = AuditError(what, path=game.log, remedy="this is a fault of the program: report it with the log")
    return FailedGame(game.name, game.log, reason)


def _by_map(cases: dict[int, Case]) -> list[list[int]]:
    """The cases that can share a control: rooms are constants there, so a control knows one map."""
    groups: list[list[int]] = []
    for index, case in cases.items():
        for group in groups:
            if cases[group[0]].log.map == case.log.map:
                group.append(index)
                break
        else:
            groups.append([index])
    return groups


def _judge_group(games: Sequence[Game], cases: dict[int, Case], order: Order) -> Iterator[tuple[int, Outcome]]:
    try:
        yield from zip(cases, order.outcomes([games[index] for index in cases], list(cases.values())), strict=True)
    except Exception as error:
        yield from _judge_alone(games, cases, order, error)


def _judge_alone(
    games: Sequence[Game], cases: dict[int, Case], order: Order, error: Exception
) -> Iterator[tuple[int, Outcome]]:
    """What to do when a batch fails: each game alone, so that only the bad one fails."""
    outcomes: dict[int, Outcome] = {}
    for index, case in cases.items():
        try:
            outcomes[index] = order.outcomes([games[index]], [case])[0] if len(cases) > 1 else _raise(error)
        except Exception as own:
            outcomes[index] = failure(games[index], own)
    if isinstance(error, RulebookError) and all(_fails_like(outcome, error) for outcome in outcomes.values()):
        raise error
    yield from outcomes.items()


def _raise(error: Exception) -> Any:
    raise error


def _fails_like(outcome: Outcome, error: RulebookError) -> bool:
    return isinstance(outcome, FailedGame) and str(outcome.error) == str(error)


def game_audit(game: Game, case: Case, judgements: Sequence[Judgement], rulebook: Rulebook) -> GameAudit:
    """What an audit says of a game."""
    log, claims = case.log, case.claims
    versions = Versions(log.sha256, claims.sha256, rulebook.sha256, __version__)
    teams = {player.id: player.team for player in log.players}
    return audit_of(
        game,
        case,
        tuple([_record(game.name, each, teams, versions) for each in judgements]),
        tuple(f"claim {_id(judgement)}: {defect}" for judgement in judgements for defect in judgement.defects),
    )


def audit_of(game: Game, case: Case, records: tuple[AuditRecord, ...], defects: tuple[str, ...] = ()) -> GameAudit:
    """What an audit says of a game whose records are known."""
    log, timeline, claims = case.log, case.timeline, case.claims
    return GameAudit(
        game=game.name,
        records=records,
        teams={player.id: player.team for player in log.players},
        ballots=tuple(Ballot(vote.meeting, vote.voter, vote.target) for vote in timeline.votes),
        ejections=tuple(Ejection(ejection.meeting, ejection.player) for ejection in timeline.ejections),
        coverage=Coverage(dict[str, int](claims.coverage().items())),
        chat_coverage=Coverage(dict[str, int](claims.coverage("chat").items())),
        phrases=Counter(time.understood for time in (each.time for each in records) if time and time.phrase),
        claims_file=None if claims.path is None else claims.path.name,
        extractor=claims.extractor,
        defects=defects,
        notices=(*log.notices, *claims.notices),
    )


def _id(judgement: Judgement) -> str:
    said = judgement.extraction
    return claim_id(said.meeting, said.message, said.chat, judgement.ordinal)


def _record(game: str, judgement: Judgement, teams: dict[str, str], versions: Versions) -> AuditRecord:
    (
        said, ordinal, claim, time, window, verdict, bucket, support, perspective,
        outcome, grounded, grounds, footing, evidence, rules, _,
    ) = judgement  # fmt: skip
    speaker = said.speaker
    return AuditRecord(
        game, said.meeting, said.message, said.chat, ordinal, speaker, teams[speaker], claim.to_json(), _stated(time),
        window, verdict, bucket, support, perspective, outcome, grounded, grounds, footing, evidence, rules, versions,
    )  # fmt: skip


# Most words that say when are said more than once.
@lru_cache(maxsize=8_192)
def _stated(time: TimeRef | None) -> StatedTime | None:
    if time is None:
        return None
    return StatedTime(time.phrase, f"{time} {time.duration}" if time.duration else str(time), time.understood)
