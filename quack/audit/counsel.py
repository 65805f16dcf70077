"""Asks of a claim what a proof does not say: why it has not another verdict, and what would have made it hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from quack.audit.discover import Game
from quack.audit.explain import Library
from quack.kb.instead import Counsel, Instead
from quack.kb.rulebook import Rulebook
from quack.kb.what_if import WhatIf
from quack.kb.why import Proof
from quack.world.map import GameMap


@dataclass(frozen=True)
class Refusal:
    """Why a claim has not another verdict, in which game, and what has changed since the audit that was asked about."""

    game: str
    instead: Instead
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Supposition:
    """What would have made a claim hold; `proof` is the claim with its verdict, without parts."""

    game: str
    proof: Proof
    what_if: WhatIf
    notices: tuple[str, ...] = ()


def why_not(
    path: str | Path,
    claim: str,
    verdict: str,
    *,
    rulebook: Rulebook | str | Path | None = None,
    claims: str | Path | None = None,
    map: GameMap | None = None,
) -> Refusal:
    """Says why a claim has not another verdict: the nearest rule that would give it, and what that fails for.

        from quack import why_not

        instead = why_not("logs/sample", "0.1.0", "true").instead
        print(instead.proof.words, instead.proof.verdict)
        print(instead.rule, instead.shortfall)

    Args:
        path, claim, rulebook, claims, map: as for `quack.explain`.
        verdict: the other verdict, any of the rulebook's policy.

    Raises:
        SettingsError: there is no such path, claim or verdict, or the claim has it.
        LogError, ClaimsError, RulebookError, AuditError: the game, the rules or the audit can't be read.
    """
    return Counsellor(path, rulebook=rulebook, claims=claims, map=map).why_not(claim, verdict)


def what_if(
    path: str | Path,
    claim: str,
    *,
    rulebook: Rulebook | str | Path | None = None,
    claims: str | Path | None = None,
    map: GameMap | None = None,
) -> Supposition:
    """Says what would have made a claim hold: of each kind of change the smallest that does it, judged by the rules.

        from quack import what_if

        found = what_if("logs/sample", "0.3.0")
        print(found.proof.words, found.what_if.verdict)
        for alternative in found.what_if.alternatives:
            print(alternative.change.kind, alternative.change.before, alternative.change.after, alternative.verdict)

    Args and errors are those of `quack.explain`.
    """
    return Counsellor(path, rulebook=rulebook, claims=claims, map=map).what_if(claim)


class Counsellor(Library):
    """The games under a path, and the questions that can be asked of their claims."""

    def why_not(self, claim: str, verdict: str) -> Refusal:
        """Why a claim has not another verdict, as the function of this name."""
        game, id, counsel, notices = self._open(claim)
        return Refusal(game.name, counsel.instead(id, verdict), notices)

    def what_if(self, claim: str) -> Supposition:
        """What would have made a claim hold, as the function of this name."""
        game, id, counsel, notices = self._open(claim)
        return Supposition(game.name, counsel.describe(id), counsel.what_if(id), notices)

    def _open(self, claim: str) -> tuple[Game, str, Counsel, tuple[str, ...]]:
        game, id = self.locate(claim)
        case = self.case(game)
        return game, id, Counsel([case], self.rules), tuple(self._changes(game, case))
