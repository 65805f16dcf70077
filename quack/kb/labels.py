"""The labels of a rulebook's rules with values in them, and where things stand in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property

from quack.kb.bodies import read_terms
from quack.kb.places import Place
from quack.kb.program import RuleInfo
from quack.kb.reify import ReifiedRulebook
from quack.kb.sentences import UNKNOWN, condense
from quack.kb.shipped import is_shipped
from quack.kb.symbols import Value
from quack.kb.syntax import Signature
from quack.kb.values import FREE, Term, Undefined, Variable
from quack.kb.wording import Wording

_Parts = tuple[str, list[tuple[Term, int | None, str]]]
"""A label: its first words, and its terms, each with its slot if it is a variable, and with the words behind it."""


class Labels:
    """The labels of a rulebook's rules, and where things stand in it."""

    def __init__(self, rulebook: ReifiedRulebook) -> None:
        self.rulebook = rulebook
        self._parts: dict[int, _Parts] = {}
        self._places: dict[int, str] = {}

    @cached_property
    def _files(self) -> dict[str, str]:
        """The files as they are shown, each with its folder's name."""
        sources = [file.source for file in self.rulebook.files]
        # An installed rulebook lies in `_rules`.
        return {
            each.name: f"{(each.home or self.rulebook.folder).resolve().name.lstrip('_')}/{each.name}"
            for each in sources
        }

    def place(self, rule: RuleInfo) -> Place:
        """Where a rule stands."""
        return Place(self._files[rule.file], rule.line)

    def where(self, rule: RuleInfo) -> str:
        """The same in words."""
        known = self._places.get(rule.id)
        if known is None:
            known = self._places[rule.id] = str(self.place(rule))
        return known

    @cached_property
    def own(self) -> frozenset[int]:
        """The rules that have labels which somebody gave them who wrote rules of their own, by their ids."""
        files = {file.source.name for file in self.rulebook.files if not is_shipped(file.source.text)}
        return frozenset(rule.id for rule in self.rulebook.rules if rule.template is not None and rule.file in files)

    @cached_property
    def numbers(self) -> dict[str, Place]:
        """Where each `#const` stands."""
        places = {}
        for file in self.rulebook.files:
            for name in file.consts:
                found = re.search(rf"#const\s+{re.escape(name)}(?![\w'])", file.scanned.code)
                line = file.source.place(found.start())[0] if found else None
                places[name] = Place(self._files[file.source.name], line)
        return places

    def label(self, rule: RuleInfo, values: Sequence[Value], wording: Wording) -> str | None:
        """A rule's label with values in it; None if it has no label."""
        if rule.template is None:
            return None
        text, parts = self._parts.get(rule.id) or self._parts_of(rule)
        gaps = False
        for term, slot, part in parts:
            value = values[slot] if slot is not None and slot < len(values) else value_of(term, values)
            if type(value) is int:
                word = str(value)
            elif value is FREE:
                word, gaps = _unknown(term), True
            else:
                word = wording.term(value)
                if " " in word:
                    kind, _, rest = word.rpartition(" ")
                    # A label that says "meeting %" itself needs but the number.
                    if rest and text.endswith(f"{kind} "):
                        word = rest
            text += word + part
        return condense(_GAP.sub("", text).replace(_SOME_TICK, "some") if gaps else text)

    def decides(self, rule: RuleInfo) -> bool:
        """Whether a rule's head is one that decides something."""
        return rule.head in self.rulebook.deciding

    @cached_property
    def derived(self) -> frozenset[Signature]:
        """The predicates that a rule with a body derives."""
        return frozenset(rule.head for rule in self.rulebook.rules if not rule.is_fact)

    def counts(self, rule: RuleInfo, values: Sequence[Value]) -> bool:
        """Whether a rule's label holds numbers."""
        if rule.template is None:
            return False
        _, parts = self._parts.get(rule.id) or self._parts_of(rule)
        for term, slot, _ in parts:
            value = values[slot] if slot is not None and slot < len(values) else value_of(term, values)
            if isinstance(value, int):
                return True
        return False

    def _parts_of(self, rule: RuleInfo) -> _Parts:
        assert rule.template is not None, "only a rule with a label has parts"
        terms = read_terms(rule.terms, self.rulebook.bodies[rule.id].variables, self.rulebook.consts)
        first, *others = rule.template.split("%")
        slots = [term.slot if isinstance(term, Variable) else None for term in terms]
        parts = self._parts[rule.id] = first, list(zip(terms, slots, others, strict=True))
        return parts


_SOME_TICK = "…"
_GAP = re.compile("(?:,? in the window of some claim|,? (?:from|at|in|up to|since|until)? ?ticks? …(?: to …)?)")
_KINDS = (
    ("Rd", "some round"),
    ("How", "anyhow"),
    ("C", "some claim"),
    ("P", "somebody"),
    ("S", "somebody"),
    ("Q", "somebody"),
    ("R", "some room"),
    ("V", "some verdict"),
    ("M", "some meeting"),
    ("W", "some words"),
    ("T", _SOME_TICK),
    ("F", _SOME_TICK),
    ("L", _SOME_TICK),
)
"""What the variables of rules stand for by custom, by how their names begin."""


def _unknown(term: Term) -> str:
    """What stands for a term of a label whose value is not known."""
    return _kind(term.name) if isinstance(term, Variable) else _SOME_TICK


@cache
def _kind(variable: str) -> str:
    found = (words for start, words in _KINDS if re.fullmatch(rf"{start}[0-9']*", variable))
    return next(found, UNKNOWN)


def value_of(term: Term, env: Sequence[Value]) -> Value:
    """The value of a term as far as it is known, `FREE` otherwise."""
    if isinstance(term, Variable):
        return env[term.slot] if term.slot < len(env) else FREE
    try:
        return term.pattern([*env, *[FREE] * (max(term.slots(), default=-1) + 1 - len(env))])
    except Undefined:
        return FREE
