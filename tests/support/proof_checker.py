"""Checks proofs step by step, with nothing of what made them but their nodes.

Each rule is read again from its file by clingo's own parser; its variables get the values that the step names; clingo
then says over the atoms of a solve without proofs whether the step follows from its children, and whether what failed
fails at the condition that the step names.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import clingo
from clingo import ast

from quack.kb.facts import World, add_game_facts
from quack.kb.judge import Batch, Case
from quack.kb.proof import Fact, Failed, Justification, Number, RuleApplication, walk
from quack.kb.rulebook import Rulebook
from quack.kb.sentences import SENTENCES
from quack.kb.solve import solve
from quack.kb.symbols import Facts
from quack.kb.terms import Terms
from quack.kb.values import FREE
from quack.kb.why import Proof

TICKS = {"killed": 4, "task_tick": 3, "moved": 4, "body": 3}
"""Where a fact holds the tick of its log line."""

UNREAD = {"at", "moved", "body", "look"}
"""Facts that a proof may cite although no rule reads them."""


def text(value: Any) -> str:
    """A value as clingo writes it; what is free becomes `_`."""
    if value is FREE:
        return "_"
    if isinstance(value, tuple):
        inner = ",".join(map(text, value[1:]))
        return f"{value[0]}({inner}{',' if not value[0] and len(value) == 2 else ''})"
    return str(value)


def atom(name: str, row: tuple) -> str:
    return f"{name}({','.join(map(text, row))})" if row else name


class Rule(NamedTuple):
    """A rule as clingo reads it: its head, its conditions, and the names of its global variables in order."""

    head: str
    arguments: tuple[str, ...]
    body: tuple[str, ...]
    atoms: tuple[bool, ...]
    variables: tuple[str, ...]
    constants: frozenset[str]

    def ground(self, written: str, values: dict[str, str]) -> str:
        """A part of the rule with values in place of its variables."""
        return _VARIABLE.sub(lambda found: values.get(found[0], found[0]), written)


_VARIABLE = re.compile(r"(?<![\w'])[A-Z][\w']*")


def read_rule(node: ast.AST, consts: dict[str, Any]) -> Rule:
    """What clingo's parser says of a rule, `#const`s replaced by their values."""
    used: set[str] = set()

    def spell(part: ast.AST) -> str:
        def value(found: re.Match[str]) -> str:
            used.add(found[0])
            return f"({consts[found[0]]})"

        names = "|".join(map(re.escape, consts)) or "(?!)"
        return re.sub(rf"(?<![\w'])(?:{names})(?![\w'(])", value, str(part))

    head, body = node.head, list(node.body)
    symbol = head.atom.symbol
    arguments = tuple(spell(each) for each in getattr(symbol, "arguments", ()))
    return Rule(
        spell(head), arguments, tuple(map(spell, body)), tuple(map(_is_atom, body)), variables(node), frozenset(used)
    )


class Checker:
    """Checks the proofs of one game; collects what is to be asked of clingo, and asks it at once."""

    def __init__(self, rulebook: Rulebook, case: Case) -> None:
        self.rulebook, self.case = rulebook, case
        facts = Batch(rulebook).facts([case])
        model = solve(rulebook, facts)
        self.atoms = {
            str(symbol)
            for name, arity in model.signatures()
            for symbol in model.symbols(name, arity)
            if not name.startswith(("fired", "_"))
        }
        self.given = {str(clingo.parse_term(term)) for term in facts}
        unread = Facts()
        add_game_facts(unread, World(case.log, case.timeline, case.sightings, Terms(case.log, 0)), UNREAD)
        self.unread = {str(clingo.parse_term(term)) for term in unread}
        self.lines = case.log.path.read_text("utf-8").splitlines()
        self.heads = [rule.head for rule in rulebook.rules if not rule.is_fact]
        self.program: list[str] = []
        self.expected: dict[str, str] = {}
        self.problems: list[str] = []
        self.seen: set[int] = set()
        self.kept: list[Justification] = []
        self._rules: dict[str, dict[int, list[Rule]]] = {}

    def check(self, proof: Proof) -> None:
        """Takes in the steps of a proof."""
        for node in walk(*(node for part in proof.parts for node in part.proofs)):
            if id(node) in self.seen:
                continue
            self.seen.add(id(node))
            self.kept.append(node)
            self._check(node, proof)

    def _check(self, node: Justification, proof: Proof) -> None:
        if isinstance(node, Fact):
            self._fact(node, proof)
        elif isinstance(node, Number):
            self._number(node, proof)
        elif isinstance(node, RuleApplication):
            self._application(node)
        else:
            self._failed(node)

    # --- leaves -------------------------------------------------------------------------------------------------------

    def _fact(self, node: Fact, proof: Proof) -> None:
        spelled = str(clingo.parse_term(atom(node.name, node.row)))
        place = proof.narrator.place(node)
        if node.rule is not None:
            found = [_spelled(rule.head) for rule in self.rules(node.rule.file).get(node.rule.line, ())]
            if spelled not in found:
                self.problems.append(f"{node.rule.place} does not state {spelled}")
            return
        if spelled not in self.given | self.unread:
            self.problems.append(f"{spelled} is no fact")
        if place is None or place.line is None:
            self.problems.append(f"{spelled} has no line")
        elif place.file == self.case.log.path.name:
            self._log_line(node, place.line)
        elif place.file != self.case.claims.path.name:
            self.problems.append(f"{spelled} is in {place.file}")

    def _log_line(self, node: Fact, line: int) -> None:
        if not 1 <= line <= len(self.lines):
            self.problems.append(f"{node.name} is at line {line}")
            return
        event = json.loads(self.lines[line - 1])
        sentence = SENTENCES[node.name, len(node.row)]
        if sentence.line is not None and node.row[sentence.line] not in (line, 0):
            self.problems.append(f"{node.name} is at line {line}, not {node.row[sentence.line]}")
        if node.name in TICKS and event["tick"] != node.row[TICKS[node.name]]:
            self.problems.append(f"{node.name} {node.row} is of tick {event['tick']}")

    def _number(self, node: Number, proof: Proof) -> None:
        place = proof.narrator.place(node)
        assert place is not None and place.line is not None
        name = place.file.split("/", 1)[1]
        line = self.rulebook.source(name).text.splitlines()[place.line - 1]
        if f"#const {node.name} = " not in line or self.rulebook.consts[node.name] != node.value:
            self.problems.append(f"{place} does not say {node}")

    # --- steps --------------------------------------------------------------------------------------------------------

    def rules(self, name: str) -> dict[int, list[Rule]]:
        """The rules of a file by their line."""
        if name in self._rules:
            return self._rules[name]
        found = self._rules[name] = {}

        def keep(node: ast.AST) -> None:
            if node.ast_type == ast.ASTType.Rule:
                rule = read_rule(node, dict(self.rulebook.consts))
                found.setdefault(node.location.begin.line, []).append(rule)

        code = next(file.scanned.code for file in self.rulebook.files if file.source.name == name)
        ast.parse_string(code, keep)
        return found

    def _rule(self, node: RuleApplication | Failed) -> Rule | None:
        assert node.rule is not None
        rules = [
            each for each in self.rules(node.rule.file)[node.rule.line] if each.head.partition("(")[0] == node.name
        ]
        if not rules:
            self.problems.append(f"{node.rule.place} derives no {node.name}")
            return None
        return rules[node.rule.column > 1 and len(rules) > 1]

    def _query(self, goal: str, conditions: list[str], holds: bool, what: str) -> None:
        self.program.append(f"{goal} :- {'; '.join(conditions)}." if conditions else f"{goal}.")
        self.expected[goal] = f"{'' if holds else 'not '}{what}"

    def _application(self, node: RuleApplication) -> None:
        rule, number = self._rule(node), len(self.expected)
        if rule is None or len(rule.variables) != len(node.values):
            self.problems.append(f"{node.rule.place} has other variables")
            return
        values = {name: f"({text(value)})" for name, value in zip(rule.variables, node.values, strict=True)}
        children = {atom(child.name, child.row) for child in node.children if isinstance(child, Fact | RuleApplication)}
        self.program += [f"child({number},{child})." for child in sorted(children)]
        conditions = [f"The_head = {rule.ground(rule.head, values)}", f"The_head = {atom(node.name, node.row)}"]
        failed = {_spelled(atom(child.name, child.pattern)) for child in node.children if isinstance(child, Failed)}
        for literal, is_atom in zip(rule.body, rule.atoms, strict=True):
            written = rule.ground(literal, values)
            positive = is_atom and not written.startswith("not ")
            conditions.append(f"child({number},{written})" if positive else written)
            if is_atom and not positive and _spelled(written.removeprefix("not ")) not in failed:
                self.problems.append(f"{node.rule.place}: no reason for {written}")
        used = {child.name for child in node.children if isinstance(child, Number)}
        if used != rule.constants:
            self.problems.append(f"{node.rule.place}: its constants are not {used}")
        self._query(f"ok({number})", conditions, True, f"{node.rule.place} {atom(node.name, node.row)}")

    def _failed(self, node: Failed) -> None:
        number = len(self.expected)
        spelled = atom(node.name, node.pattern)
        self._query(f"absent({number})", [spelled], False, f"{spelled} holds")
        rules = sum(head == (node.name, len(node.pattern)) for head in self.heads)
        attempts = [child for child in node.children if isinstance(child, Failed)]
        if node.rule is None:
            if len(attempts) + node.why.others > rules or (
                attempts and any(each.name != node.name for each in attempts)
            ):
                self.problems.append(f"{spelled}: attempts of other rules")
            return
        if node.why.fails is None:
            self.problems.append(f"{node.rule.place}: nothing fails for {spelled}")
            return
        rule = self._rule(node)
        if rule is None:
            return
        known = [not _is_open(part) for part in node.pattern]
        pairs = zip(rule.arguments, node.pattern, known, strict=True)
        asked = [f"{term} = {text(part)}" for term, part, is_known in pairs if is_known]
        reached = [rule.body[at] for at in node.why.reached]
        self._query(f"reached({number})", [*asked, *reached], True, f"{node.rule.place} reaches {node.why.reached}")
        if all(is_known or part is FREE for is_known, part in zip(known, node.pattern, strict=True)):
            conditions = [*asked, *reached, rule.body[node.why.fails]]
            self._query(f"passed({number})", conditions, False, f"{node.rule.place} passes {node.why.fails}")

    # --- the answer ---------------------------------------------------------------------------------------------------

    def verdict(self) -> list[str]:
        """What is wrong with the proofs."""
        facts = "\n".join(f"{each}." for each in sorted(self.atoms | self.given))
        heads = {(*signature,) for signature in self.rulebook.known}
        known = "\n".join(f"#defined {name}/{arity}." for name, arity in sorted(heads))
        control = clingo.Control(["--warn=none"])
        control.add("base", [], "\n".join([facts, known, "#defined child/2.", *self.program]))
        control.ground()
        held = {str(each.symbol) for each in control.symbolic_atoms if each.symbol.name in _GOALS}
        wrong = [what for goal, what in self.expected.items() if (goal in held) == what.startswith("not ")]
        return [*self.problems, *wrong]


_GOALS = ("ok", "absent", "reached", "passed")


def _is_open(part: Any) -> bool:
    return part is FREE or (isinstance(part, tuple) and any(map(_is_open, part[1:])))


def _spelled(written: str) -> str:
    """An atom with `_` in it, its arithmetic done."""
    term = written.replace("_,", "any_value_,").replace("_)", "any_value_)").replace(" ", "")
    return str(clingo.parse_term(term))


def _is_atom(literal: ast.AST) -> bool:
    return literal.ast_type == ast.ASTType.Literal and literal.atom.ast_type == ast.ASTType.SymbolicAtom


def variables(rule: ast.AST) -> tuple[str, ...]:
    """The global variables of a rule, in the order in which they stand in it."""
    found: dict[str, None] = {}

    class Collector(ast.Transformer):
        def visit_Variable(self, node: ast.AST) -> ast.AST:
            if node.name != "_":
                found[node.name] = None
            return node

        def visit_BodyAggregateElement(self, node: ast.AST) -> ast.AST:
            return node

        def visit_ConditionalLiteral(self, node: ast.AST) -> ast.AST:
            return node

    Collector().visit(rule)
    return tuple(found)
