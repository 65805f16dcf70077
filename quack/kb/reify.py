"""A rulebook whose rules also say what fired them.

Each rule goes in two steps: its body gives an atom that holds the values of the rule's variables, and that atom gives
the head. So what made an atom true is read from the model, where watching the grounder would miss it: it evaluates
facts away. A second rule with the same body would ground it twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache

from quack.kb.blanks import named_body
from quack.kb.bodies import Body, read_body
from quack.kb.program import BASE, RuleFile, RuleInfo
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import DirectiveCode, RuleCode, Signature

PREFIX = "_because_"


@dataclass(frozen=True, slots=True, eq=False)
class ReifiedRulebook(Rulebook):
    """A rulebook read for proofs: it solves like the other, and its rules are taken apart.

    Attributes:
        bodies: of each rule, by its id.
        by_head: the rules that could derive a predicate, in the order of reading.
        stated: predicates that depend on nothing but the rulebook itself, such as its table of verdicts.
    """

    bodies: tuple[Body, ...] = field(repr=False, default=())
    by_head: dict[Signature, tuple[RuleInfo, ...]] = field(repr=False, default_factory=dict)
    stated: frozenset[Signature] = field(repr=False, default=frozenset())

    def text(
        self,
        deciding: Collection[Signature] | None = None,
        without: Collection[int] = (),
        empty: Collection[Signature] = (),
    ) -> str:
        """The rules in two steps; as they are written if `deciding` is given."""
        if deciding is not None:
            return Rulebook.text(self, deciding, without, empty)
        return _whole_text(self) if not without else self._in_steps(without)

    def _in_steps(self, without: Collection[int]) -> str:
        return "\n\n".join(self._reified(file, without) for file in self.files)

    def firing(self, rule: RuleInfo) -> Signature:
        """The predicate whose atoms hold the values of a rule's global variables."""
        return f"{PREFIX}{rule.id}", self.bodies[rule.id].shared

    def _reified(self, file: RuleFile, without: Collection[int]) -> str:
        code, done = file.scanned.code, 0
        pieces: list[str] = []
        for statement in file.statements:
            written, rule = statement.code, statement.rule
            if isinstance(written, DirectiveCode):
                if written.word not in ("#program", "#show"):
                    continue
                new = _blank(code[written.start : written.end])
            elif rule is None or statement.section != BASE or rule.id in without:
                new = _blank(code[written.start : written.end])
            elif rule.is_fact:
                continue
            else:
                new = self._in_two_steps(code, written, rule)
            pieces += (code[done : written.start], new)
            done = written.end
        return "".join(pieces) + code[done:]

    def _in_two_steps(self, code: str, written: RuleCode, rule: RuleInfo) -> str:
        body = self.bodies[rule.id]
        variables = f"({','.join(body.variables[: body.shared])})" if body.shared else ""
        fired = f"{PREFIX}{rule.id}{variables}"
        head = code[written.head.start : written.head.end]
        return f"{fired} :-{named_body(code, written)} {head} :- {fired}."


@lru_cache(maxsize=8)
def reify(rulebook: Rulebook) -> ReifiedRulebook:
    """Reads the rules of a rulebook for proofs.

    Raises:
        RulebookError: a rule is nested too deeply for that.
    """
    given = {each.name: getattr(rulebook, each.name) for each in fields(Rulebook)}
    by_head: dict[Signature, list[RuleInfo]] = {}
    for rule in rulebook.rules:
        by_head.setdefault(rule.head, []).append(rule)
    return ReifiedRulebook(
        **given,
        bodies=tuple(_bodies(rulebook)),
        by_head={head: tuple(rules) for head, rules in by_head.items()},
        stated=_stated(rulebook),
    )


@lru_cache(maxsize=8)
def _whole_text(rulebook: ReifiedRulebook) -> str:
    return rulebook._in_steps(())


def _bodies(rulebook: Rulebook) -> Iterator[Body]:
    for file in rulebook.files:
        for statement in file.statements:
            rule, written = statement.rule, statement.code
            if rule is not None and statement.section == BASE:
                try:
                    yield read_body(file.scanned.code[written.start : written.end], rulebook.consts)
                except RecursionError:
                    what = "a rule that is nested too deeply for proofs"
                    raise file.source.error(what, rule.line, rule.column, "nest less") from None


def _stated(rulebook: Rulebook) -> frozenset[Signature]:
    found = {rule.head for rule in rulebook.rules}
    while True:
        rules = (rule for rule in rulebook.rules if rule.head in found)
        changing = {rule.head for rule in rules if any(use.signature not in found for use in rule.uses)}
        if not changing:
            return frozenset(found)
        found -= changing


def _blank(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))
