"""Why is a claim judged as it is? The proof of everything that a rulebook derived about it, in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quack.claims.extraction import Extraction
from quack.claims.models import BaseClaim
from quack.errors import RulebookError
from quack.kb.claim_words import describe_claim
from quack.kb.examined import EXAMINED
from quack.kb.facts import World, add_game_facts
from quack.kb.judge import Batch, Case, Judgement
from quack.kb.labels import Labels
from quack.kb.model import Index, Model, in_line_order
from quack.kb.narration import Narrator
from quack.kb.outputs import check_outputs
from quack.kb.proof import Failed, Justification, Part, RuleApplication
from quack.kb.prover import Prover
from quack.kb.reify import ReifiedRulebook, reify
from quack.kb.reread import Reread
from quack.kb.rulebook import Rulebook
from quack.kb.solve import solve
from quack.kb.symbols import Facts, Row, Value, Values, as_symbols
from quack.kb.syntax import Signature
from quack.kb.utterances import quote_of, where_said
from quack.kb.values import FREE
from quack.kb.wording import CommonWords, Speech, Wording
from quack.pause import collector_paused

HEADINGS: tuple[tuple[str, tuple[Signature, ...]], ...] = (
    ("verdict", (("verdict", 2),)),
    ("evidence", (("evidence", 3),)),
    ("support", (("support", 2),)),
    ("outcome", (("outcome", 2),)),
    ("grounds", (("grounds", 2), ("footing", 2), ("ungrounded", 1))),
    ("ground evidence", (("ground_evidence", 4),)),
)
"""What a proof shows of a claim, by the predicates whose first argument is the claim."""

_TIMED: tuple[Signature, ...] = (
    ("location", 5), ("route", 3), ("sighting", 6), ("task", 4), ("traveling", 6), ("waiting", 4),
    ("other_activity", 3), ("phrase_of", 2),
)  # fmt: skip
"""The claims that have a time reference: their last argument."""

_DEEPEST = 20_000
# Writers of JSON are written in C, and their stack is not Python's.
_DEEPEST_JSON = 5_000


@dataclass(frozen=True)
class Proof:
    """Why a claim is judged as it is.

    Attributes:
        id: the claim's id within its game.
        speaker: the name of who made it.
        where: the meeting or chat line, with its tick.
        claim: the claim; `words` says it in a sentence, `quote` in the words of the utterance, if they are known.
        verdict, bucket: None where the rulebook has a defect.
        parts: the proofs, under headings: defect, verdict, evidence, support, outcome, grounds,
            ground evidence.
        narrator: puts the steps in words and says where they stand.
    """

    id: str
    speaker: str
    where: str
    claim: BaseClaim
    words: str
    quote: str | None
    verdict: str | None
    bucket: str | None
    parts: tuple[Part, ...]
    narrator: Narrator = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON values.

        A step that stands in it more than once has its children where it stands first, under its number `step`; after
        that `same_as` gives the number.

        Raises:
            RulebookError: it is too deep for that.
        """
        steps: dict[int, int] = {}
        with deep(_DEEPEST_JSON), collector_paused():
            return self._json(steps)

    def _json(self, steps: dict[int, int]) -> dict[str, Any]:
        return {
            "claim": self.id,
            "speaker": self.speaker,
            "where": self.where,
            "says": self.claim.to_json(),
            "words": self.words,
            "quote": self.quote,
            "verdict": self.verdict,
            "bucket": self.bucket,
            "proof": {part.heading: [self._step(node, steps) for node in part.proofs] for part in self.parts},
        }

    def _step(self, node: Justification, steps: dict[int, int]) -> dict[str, Any]:
        """A step: its kind, words, atom, place and children."""
        tell = self.narrator
        place = tell.place(node)
        step: dict[str, Any] = {
            "kind": tell.kind(node),
            "text": tell.text(node),
            "atom": tell.atom(node),
            "file": place and place.file,
            "line": place and place.line,
        }
        if not isinstance(node, RuleApplication | Failed):
            return step
        if id(node) in steps:
            return {**step, "same_as": steps[id(node)]}
        step["step"] = steps[id(node)] = len(steps)
        if isinstance(node, Failed):
            step |= {"reason": tell.reason(node), "other_rules": node.why.others, "more": node.why.more}
        else:
            step["more"] = node.more
        return {**step, "children": [self._step(child, steps) for child in node.children]}


class Explainer:
    """Judges games and proves what came of it; what proofs share is found once.

    Args:
        cases: games on one map.

    Raises:
        RulebookError: the rulebook can't be grounded, or has not exactly one stable model.
    """

    def __init__(self, cases: Sequence[Case], rulebook: Rulebook) -> None:
        self._cases = cases
        with deep():  # for rules of long sums
            self._rulebook: ReifiedRulebook = reify(rulebook)
            self._batch = Batch(self._rulebook)
            facts = self._batch.facts(cases)
            answer = self._answer = solve(self._rulebook, facts)
            if not rulebook.trusted:
                check_outputs(self._rulebook, answer, facts, self._batch.last_lines(cases))
            self._model = Model(answer, self._unread)
            self._prover = Prover(self._rulebook, self._model)
            self._labels = Labels(self._rulebook)

    def claims(self, game: int = 0) -> dict[str, str]:
        """The constants of a game's claims by their ids."""
        return dict(self._constants[game])

    def explain(self, id: str, game: int = 0) -> Proof:
        """The proof of a claim.

        Args:
            id: its id within the game.
            game: the position of its game among the cases.

        Raises:
            KeyError: the game has no such claim.
            RulebookError: the proof is too deep.
        """
        with deep(), collector_paused():
            parts = tuple(self._parts(self._constants[game][id]))
        return self._proof(id, game, parts)

    def forget(self) -> None:
        """Lets go of the proofs found so far: those of one game share next to nothing with those of another."""
        self._prover.forget()
        for words in self._words:
            words.told.clear()

    def close(self) -> None:
        """Lets go of everything, so that nothing can be asked any more.

        Much in here refers to each other, and would stay for as long as the garbage collector is held.
        """
        self._model.close()
        for part in (self._prover, self):
            vars(part).clear()

    def judgements(self) -> list[list[Judgement]]:
        """What the rulebook derived about the claims of each game, as `judge` has it."""
        return self._batch.read(Reread(self._answer, self._prover))

    def describe(self, id: str, game: int = 0) -> Proof:
        """What is claimed, by whom and with which verdict: a proof without its parts. Arguments as for `explain`."""
        return self._proof(id, game, ())

    def _proof(self, id: str, game: int, parts: tuple[Part, ...]) -> Proof:
        constant = self._constants[game][id]
        made, case = self._batch.claims[constant], self._cases[game]
        said = made.extraction
        return Proof(
            id,
            case.log.by_id[said.speaker].name,
            where_said(case, said.meeting, said.chat),
            made.claim,
            describe_claim(made.claim),
            quote_of(case, said.message, said.chat, made.claim),
            self._one(("verdict", 2), constant),
            self._one(("bucket", 2), constant),
            parts,
            self._narrator(constant, game),
        )

    def verdict(self, id: str, game: int = 0) -> str | None:
        """The verdict of a claim; None where the rulebook has a defect."""
        return self._one(("verdict", 2), self._constants[game][id])

    @cached_property
    def _constants(self) -> list[dict[str, str]]:
        constants: list[dict[str, str]] = [{} for _ in self._cases]
        for constant, each in self._batch.claims.items():
            constants[each.game][each.id] = constant
        return constants

    def _parts(self, constant: str) -> Iterator[Part]:
        defects = self._model.find(("defect", 2), (FREE, constant))
        if defects:
            yield Part("defect", tuple(self._prover.prove("defect", row) for row in sorted(defects)))
        for heading, predicates in self._headings:
            found = [
                self._prover.prove(name, row)
                for name, rows in predicates
                for row in in_line_order(rows.get(constant, ()))
            ]
            if found:
                yield Part(heading, tuple(found))

    @cached_property
    def _headings(self) -> list[tuple[str, list[tuple[str, Index]]]]:
        """What is shown under each heading, by claim."""
        return [
            (heading, [(signature[0], self._model.index(signature, (0,))) for signature in signatures])
            for heading, signatures in HEADINGS
        ]

    def _about(self, signature: Signature, constant: str) -> Sequence[Row]:
        return self._model.index(signature, (0,)).get(constant, ())

    def _one(self, signature: Signature, constant: str) -> str | None:
        rows = self._about(signature, constant)
        return str(rows[0][1]) if rows else None

    # --- words --------------------------------------------------------------------------------------------------------

    def _narrator(self, constant: str, game: int) -> Narrator:
        case = self._cases[game]
        times, own = self._times[game], self._own_times.get(constant)
        wording = Wording(self._batch.terms[game], self._speeches[game], times, constant, own, self._words[game])
        return Narrator(self._labels, wording, case.log, case.timeline, *self._files[game], self._extractions[game])

    @cached_property
    def _files(self) -> list[tuple[str, str | None]]:
        """The names of each game's log and of the file of its claims."""
        paths = [(case.log.path, case.claims.path) for case in self._cases]
        return [(log.name, claims.name if claims else None) for log, claims in paths]

    @cached_property
    def _words(self) -> list[CommonWords]:
        return [CommonWords({}, {}) for _ in self._cases]

    @cached_property
    def _extractions(self) -> list[dict[str, Extraction]]:
        extractions: list[dict[str, Extraction]] = [{} for _ in self._cases]
        for constant, each in self._batch.claims.items():
            extractions[each.game][constant] = each.extraction
        return extractions

    @cached_property
    def _speeches(self) -> list[dict[str, Speech]]:
        speeches: list[dict[str, Speech]] = [{} for _ in self._cases]
        for constant, each in self._batch.claims.items():
            speeches[each.game][constant] = Speech(each.id, each.claim, each.claim.temporal)
        return speeches

    @cached_property
    def _times(self) -> list[dict[Value, str]]:
        """The first claim of each time reference."""
        times: list[dict[Value, str]] = [{} for _ in self._cases]
        for constant, each in self._batch.claims.items():
            if constant in self._own_times:
                times[each.game].setdefault(self._own_times[constant], constant)
        return times

    @cached_property
    def _own_times(self) -> dict[str, Value]:
        """The time reference of each claim that has one."""
        return {row[0]: row[-1] for signature in _TIMED for row in self._model.rows(signature)}

    def _unread(self, signature: Signature) -> Iterable[Row]:
        """Facts that no rule reads, but that are examined when others are missing."""
        if signature not in EXAMINED:
            return
        facts = Facts()
        for case, terms in zip(self._cases, self._batch.terms, strict=True):
            add_game_facts(facts, World(case.log, case.timeline, case.sightings, terms), {signature[0]})
        values = Values()
        for symbol in as_symbols(facts.terms.get(signature[0], [])):
            yield tuple(values[argument._rep] for argument in symbol.arguments)


@contextmanager
def deep(calls: int = _DEEPEST) -> Iterator[None]:
    """Lets proofs be as deep as the rules made them, within reason.

    Raises:
        RulebookError: they are deeper.
    """
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, calls))
    try:
        yield
    except RecursionError:
        raise RulebookError("a proof of too many steps, one below the other") from None
    finally:
        sys.setrecursionlimit(usual)
