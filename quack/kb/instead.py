"""Why has a claim not another verdict? The nearest rule that would give it, and its first condition that fails."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from quack.errors import SettingsError
from quack.kb.bodies import Comparison
from quack.kb.narration import Narrator
from quack.kb.nearest import IMPOSSIBLE, Nearest, Way
from quack.kb.places import Place
from quack.kb.proof import Fact, Failed, Justification, Part
from quack.kb.rulebook import DECIDING
from quack.kb.symbols import Value
from quack.kb.values import compare, order
from quack.kb.verdict_rules import VerdictRules
from quack.kb.what_if import Alternatives, WhatIf
from quack.kb.why import Explainer, Proof, deep
from quack.pause import collector_paused

_FIRST = ("candidate", 2)
"""What gives the content of a claim its verdict; what turns denials comes after it."""

_MOST_NAMED = 3
"""How many facts a reason names; the tree shows them all."""


@dataclass(frozen=True)
class Shortfall:
    """The first condition that fails on the way to a verdict.

    Attributes:
        condition: as the rule has it.
        place: where the rule stands.
        values: of the variables of the rule that are known when it fails.
        reason: what makes it fail, in words.
    """

    condition: str
    place: Place | None
    values: Mapping[str, str]
    reason: str


@dataclass(frozen=True)
class Instead:
    """Why a claim has not another verdict.

    Attributes:
        proof: the claim and its verdict, with the tree of what failed in place of the verdict's proof.
        wanted: the other verdict.
        rule: what the nearest rule says that would give it, or its place; None where no rule gives such a claim that.
        place: where that rule stands.
        shortfall: what it fails for; None where no rule would do.
        ahead: verdicts that stand and come before the other one: it would lose to them if its rule held.
        derived: its rule does hold: it has lost already.
    """

    proof: Proof
    wanted: str
    rule: str | None
    place: Place | None
    shortfall: Shortfall | None
    ahead: tuple[str, ...]
    derived: bool

    def to_json(self) -> dict[str, Any]:
        """It as JSON values; the tree as that of a proof."""
        whole = self.proof.to_json()
        tree = whole.pop("proof")
        fails = self.shortfall
        return whole | {
            "not": self.wanted,
            "rule": None if self.rule is None else {"text": self.rule} | _place_json(self.place),
            "fails": None
            if fails is None
            else {"condition": fails.condition, "reason": fails.reason, "values": dict(fails.values)}
            | _place_json(fails.place),
            "derived": self.derived,
            "ahead": list(self.ahead),
            "proof": tree,
        }


def _place_json(place: Place | None) -> dict[str, Any]:
    return {"file": place and place.file, "line": place and place.line}


class Counsel(Explainer):
    """An explainer that also says why claims have not other verdicts, and what would have made them hold."""

    def instead(self, id: str, wanted: str, game: int = 0) -> Instead:
        """Why a claim has not another verdict.

        Args:
            id: its id within the game.
            wanted: the other verdict.
            game: the position of its game among the cases.

        Raises:
            KeyError: the game has no such claim.
            SettingsError: the rulebook has no such verdict, or the claim has it.
            RulebookError: the proof is too deep.
        """
        constant = self._constants[game][id]
        self._require(id, wanted, self.verdict(id, game))
        proof = self.describe(id, game)
        with deep(), collector_paused():
            way = self._nearest.find(self._prover.refute("verdict", (constant, wanted)))
            return self._told(constant, wanted, way, proof)

    def what_if(self, id: str, game: int = 0) -> WhatIf:
        """What would have made a claim hold; arguments as for `explain`."""
        return self._alternatives(game).what_if(id)

    @cached_property
    def labels(self) -> dict[str, Value]:
        """The verdicts of the rulebook's policy with their precedence, those that come first before the others."""
        rows = sorted(self._model.rows(("verdict_label", 3)), key=lambda row: (order(row[1]), order(row[0])))
        return {str(label): precedence for label, precedence, _ in rows}

    def _require(self, id: str, wanted: str, verdict: str | None) -> None:
        if wanted == verdict:
            raise SettingsError(f"claim {id} is {wanted}", remedy="without --not its proof is shown")
        if self.labels and wanted not in self.labels:
            close = difflib.get_close_matches(wanted, self.labels, 1)
            remedy = f"did you mean {close[0]}?" if close else f"there is {', '.join(self.labels)}"
            raise SettingsError(f"the rulebook has no verdict {wanted}", remedy=remedy)

    @cached_property
    def _nearest(self) -> Nearest:
        return Nearest(self._rulebook, self._model)

    @cached_property
    def _verdict_rules(self) -> VerdictRules:
        return VerdictRules(self._rulebook)

    @cached_property
    def _finders(self) -> dict[int, Alternatives]:
        return {}

    def _alternatives(self, game: int) -> Alternatives:
        finder = self._finders.get(game)
        if finder is None:
            made = [claim for claim in self._batch.claims.values() if claim.game == game]
            finder = self._finders[game] = Alternatives(self._cases[game], self._verdict_rules, made)
        return finder

    def _told(self, constant: str, wanted: str, way: Way, proof: Proof) -> Instead:
        content = next((each for each in way.path if each.name == "content"), None)
        label = wanted if content is None else str(content.pattern[1])
        last = next((each for each in reversed(way.path) if each.why.fails is not None), None)
        derived = content is not None and content is last and self._model.holds(_FIRST, (constant, label))
        step: Justification | None = self._deciding(way)
        shown = step
        if derived:
            step, shown = self._prover.prove(_FIRST[0], (constant, label)), last
        return Instead(
            replace(proof, parts=() if shown is None else (Part(f"why not {wanted}", (shown,)),)),
            wanted,
            None if step is None else proof.narrator.text(step).removeprefix("not: "),
            None if step is None else proof.narrator.place(step),
            None if step is None or last is None else self._shortfall(last, proof.narrator),
            tuple(self._ahead(constant, label)),
            derived,
        )

    def _shortfall(self, failed: Failed, tell: Narrator) -> Shortfall:
        rule, why = failed.rule, failed.why
        assert rule is not None and why.fails is not None, "a condition of a rule fails"
        body = self._rulebook.bodies[rule.id]
        condition = body.conditions[why.fails]
        reason = tell.reason(failed) or condition.text
        if isinstance(condition, Comparison) and reason.startswith(condition.text):
            # What was compared differs from fact to fact.
            examined = [tell.text(child) for child in failed.children if isinstance(child, Fact)][:_MOST_NAMED]
            reason += f": {', '.join(examined)}" if examined else ""
        return Shortfall(condition.text, tell.place(failed), tell.values(body.variables, why.values), reason)

    def _deciding(self, way: Way) -> Failed | None:
        """The step of the nearest rule that decides: one that gives the content, rather than one that turns it."""
        if way.failing >= IMPOSSIBLE:
            return None
        steps = [each for each in way.path if each.why.rule is not None]
        for wanted in ({_FIRST}, DECIDING, {("verdict", 2)}):
            found = [each for each in steps if (each.name, len(each.pattern)) in wanted]
            if found:
                return found[-1]
        return None

    def _ahead(self, constant: str, label: str) -> Iterator[str]:
        """The verdicts that stand for a claim and come before another."""
        standing = {str(row[1]) for row in self._about(_FIRST, constant)}
        for other in self.labels:
            if other in standing and label in self.labels and compare(self.labels[other], "<", self.labels[label]):
                yield other
