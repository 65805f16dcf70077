"""Tells a proof: the words of each of its steps, and the file and line where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from typing import Any

from quack.claims.extraction import Extraction
from quack.events.log import GameLog
from quack.events.places import make_row
from quack.events.timeline import Timeline
from quack.kb.bodies import Comparison, Literal
from quack.kb.labels import Labels, value_of
from quack.kb.places import Arrival, Place, cited_line, departures
from quack.kb.proof import Fact, Failed, Justification, Number, RuleApplication
from quack.kb.sentences import SENTENCES
from quack.kb.symbols import Row, Value
from quack.kb.syntax import Signature
from quack.kb.values import Environment, is_open
from quack.kb.wording import Told, Wording

_MOST_LABELS = 2
"""How many rules a failed condition names at once."""

_KINDS = {Failed: "failed", RuleApplication: "rule", Number: "constant", Fact: "fact"}

_CITED: Signature = ("ground_evidence", 4)
"""What cites facts under labels that don't say which."""


class Narrator:
    """Puts the proofs of one claim in words.

    Args:
        extractions: the utterance of each claim, by the claim's constant.
    """

    def __init__(
        self,
        labels: Labels,
        wording: Wording,
        log: GameLog,
        timeline: Timeline,
        log_file: str,
        claims_file: str | None,
        extractions: dict[str, Extraction],
    ) -> None:
        self._labels = labels
        self._wording = wording
        self._log = log
        self._log_file = log_file
        self._timeline = timeline
        self._claims_file = claims_file
        self._extractions = extractions

    # --- words --------------------------------------------------------------------------------------------------------

    def text(self, node: Justification) -> str:
        """What a step says."""
        return self.told(node).text

    def told(self, node: Justification) -> Told:
        """What a step says, where that is written and what kind of step it is."""
        wording = self._wording
        known = wording.told.get(id(node))
        if known is None:
            wording.personal = False
            if isinstance(node, RuleApplication):
                text, place, kind = self._applied(node), self._labels.where(node.rule), "rule"
            else:
                text, place, kind = self._text(node), self.where(node), _KINDS[type(node)]
            known = make_row(Told, (node, text, place, kind))
            if not wording.personal:
                wording.told[id(node)] = known
        return known

    def _applied(self, node: RuleApplication) -> str:
        label = self._labels.label(node.rule, node.values, self._wording)
        if label is None:
            return self._wording.atom(node.name, node.row)
        if node.name != _CITED[0] or len(node.row) != _CITED[1] or node.rule.terms:
            return label
        # A label such as "the kill" leaves it to the atom to say which.
        cited = self._wording.cited(node.row[2])
        return label if cited is None else f"{label}: {cited}"

    def _text(self, node: Fact | Number | Failed) -> str:
        if isinstance(node, Failed):
            return f"not: {self._denied(node)}"
        if isinstance(node, Number):
            return f"{node.name} = {node.value}"
        label = None if node.rule is None else self._labels.label(node.rule, (), self._wording)
        return label or self._wording.atom(node.name, node.row) + self.arrival(node)

    def _denied(self, node: Failed) -> str:
        if node.rule is not None:
            label = self._labels.label(node.rule, node.why.values, self._wording)
            bare = (node.name, len(node.pattern)) == _CITED and not node.rule.terms
            return self._wording.atom(node.name, node.pattern) if label is None or bare else label
        attempts = [each for each in node.children if isinstance(each, Failed)]
        labels = list(dict.fromkeys([self._denied(each) for each in attempts]))
        sentence = self._wording.atom(node.name, node.pattern)
        if not labels or (len(labels) > _MOST_LABELS and not sentence.startswith("“")):
            return sentence
        more = len(labels) - _MOST_LABELS
        return ", nor: ".join(labels[:_MOST_LABELS]) + (f", nor by {more} other rules" if more > 0 else "")

    def reason(self, node: Failed, *, brief: bool = False) -> str | None:
        """The condition at which a rule fails, in words; None for atoms that no rule could derive.

        Args:
            brief: only comparisons; what else fails is said by the steps below.
        """
        if node.rule is None or node.why.fails is None:
            return None
        condition = self._labels.rulebook.bodies[node.rule.id].conditions[node.why.fails]
        if isinstance(condition, Comparison):
            return self._comparison(condition, list(node.why.values), brief)
        if brief:
            return None
        if isinstance(condition, Literal):
            return self._literal(condition, node)
        return f"not so: {condition.text}"

    def _comparison(self, condition: Comparison, env: Environment, brief: bool) -> str | None:
        parts = [value_of(term, env) for term in condition.terms]
        if any(is_open(part) for part in parts):
            return None if brief else f"{condition.text} holds for none of them"
        words = [self._wording.term(part) for part in parts]
        relations = [f" {relation} {word}" for relation, word in zip(condition.relations, words[1:], strict=True)]
        return f"{words[0]}{''.join(relations)} does not hold"

    def _literal(self, condition: Literal, node: Failed) -> str:
        """What an atom that is missing says, or one that ought to be."""
        below = (each for each in node.children if not isinstance(each, Number) and each.name == condition.name)
        first = next((each for each in below if isinstance(each, Failed) != condition.negated), None)
        if condition.negated:
            return f"but {self.text(first)}" if first else f"not so: {condition.text}"
        if isinstance(first, Failed):
            return self.text(first)
        pattern = tuple([value_of(term, node.why.values) for term in condition.arguments])
        return f"not: {self._wording.atom(condition.name, pattern)}"

    def is_telling(self, node: RuleApplication) -> bool:
        """Whether a step says more than the one below it: it decides, or has numbers in its words."""
        return self._labels.decides(node.rule) or self._labels.counts(node.rule, node.values)

    @property
    def has_own(self) -> bool:
        """Whether there are steps of which that is so."""
        return bool(self._labels.own)

    def is_own(self, node: Fact | RuleApplication | Failed) -> bool:
        """Whether a step has the label of a rule that did not come with the program."""
        rule = node.rule
        return rule is not None and rule.id in self._labels.own

    def is_bare(self, node: Failed) -> bool:
        """Whether nothing is to be said of why atoms don't hold, for no rule derives such."""
        return (node.name, len(node.pattern)) not in self._labels.derived

    def failing(self, node: Failed) -> tuple[Justification, ...]:
        """The children that say why the condition fails at which a rule does; the others say what it was tried with."""
        if node.rule is None or node.why.fails is None:
            return node.children
        condition = self._labels.rulebook.bodies[node.rule.id].conditions[node.why.fails]
        if isinstance(condition, Comparison):
            # The labels of shipped rules say what is compared; of others nobody knows.
            return () if self.is_own(node) else node.children
        if not isinstance(condition, Literal):
            return ()
        named = [each for each in node.children if not isinstance(each, Number) and each.name == condition.name]
        telling = [isinstance(each, Fact) or isinstance(each, Failed) != condition.negated for each in named]
        return tuple(compress(named, telling))

    def kind(self, node: Justification) -> str:
        """What kind of step it is: `fact`, `constant`, `rule` or `failed`."""
        return _KINDS[type(node)]

    def atom(self, node: Justification) -> str:
        """The atom of a step as rules write it, names in place of internal constants."""
        if isinstance(node, Number):
            return node.name
        return self._wording.written(node.name, node.pattern if isinstance(node, Failed) else node.row)

    def values(self, names: Sequence[str], values: Sequence[Value]) -> dict[str, str]:
        """The values of a rule's variables, in words, as far as they are known."""
        return {
            name: self._wording.term(value) for name, value in zip(names, values, strict=False) if not is_open(value)
        }

    # --- places -------------------------------------------------------------------------------------------------------

    def place(self, node: Justification) -> Place | None:
        """Where a step is written: a rule in its file, a fact in the log or among the claims."""
        if isinstance(node, Number):
            return self._labels.numbers.get(node.name)
        if node.rule is not None:
            return self._labels.place(node.rule)
        return self._fact_place(node.name, node.row) if isinstance(node, Fact) else None

    def where(self, node: Justification) -> str:
        """The same in words; "" where nobody knows."""
        if not isinstance(node, Number) and (rule := node.rule) is not None:
            return self._labels.where(rule)
        known = self._wording.told.get(id(node))
        return str(self.place(node) or "") if known is None else known.place

    def _fact_place(self, name: str, row: Row) -> Place:
        claim = self._wording.claim_of(row[0]) if row else None
        if claim is not None and self._claims_file is not None:
            return Place(self._claims_file, self._extractions[claim].line)
        if claim is not None:
            return Place(self._log_file, self._spoken_line(self._extractions[claim]))
        sentence = SENTENCES.get((name, len(row)))
        line: Any = row[sentence.line] if sentence and sentence.line is not None else self._derived_line(name, row)
        return Place(self._log_file, line if isinstance(line, int) and line > 0 else 1)

    def _spoken_line(self, said: Extraction) -> int:
        """The line of the log that an utterance stands on."""
        spoken = self._timeline.utterances if said.chat is None else self._timeline.chats
        wanted = said.message if said.chat is None else said.chat
        return next((one.line for one in spoken if one.index == wanted), 1)

    def _derived_line(self, name: str, row: Row) -> int:
        """The line of a fact that holds none: what it follows from, or the header of the log."""
        rounds = {"round": 0, "game_round": 1, "alive": 1}
        if name in rounds:
            index = row[rounds[name]][2]
            return self._timeline.rounds[index].line
        if name == "heard":
            return next((chat.line for chat in self._timeline.chats if chat.index == row[1][2]), 1)
        if name == "alive_until":
            return next((kill.line for kill in self._timeline.kills if self._is(row[0], kill.victim)), 1)
        return 1

    def _is(self, term: Value, player: str) -> bool:
        return self._wording.term(term) == self._log.by_id[player].name

    @cached_property
    def _departures(self) -> dict[Arrival, int]:
        return departures(self._log, self._timeline)

    def arrival(self, node: Fact) -> str:
        """What a stay that began with an arrival adds to its words: its own line says but that a tick began."""
        if (node.name, len(node.row)) != ("at", 6):
            return ""
        who, room, _, tick, _, line = node.row
        departure = self._departures.get((self._wording.term(who), self._wording.term(room), tick))
        return "" if departure in (None, line) else f" (arrived; set out at line {departure})"

    def cited(self, node: Justification) -> Place | None:
        """The line of the log that a step of evidence cites; None for the log as a whole."""
        line = cited_line(node)
        return Place(self._log_file, line) if line else None

    def is_log_fact(self, node: Justification) -> bool:
        """Whether a step is a fact of the log that has a line of its own."""
        if not isinstance(node, Fact) or node.rule is not None:
            return False
        sentence = SENTENCES.get((node.name, len(node.row)))
        return sentence is not None and sentence.line is not None
