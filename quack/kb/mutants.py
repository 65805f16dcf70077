"""Would a slip in a rule be noticed? Each rule is changed in one place at a time, and the rule tests have to fail.

A mutant drops a condition, flips a comparison, changes a number by one, or swaps two variables of one kind within an
atom. What clingo would refuse (a variable that nothing binds any more) is no mutant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from quack.errors import RulebookError
from quack.kb.bodies import Aggregate, Body, Comparison, Literal, read_body
from quack.kb.gate import scan
from quack.kb.messages import Places, SourceFile
from quack.kb.program import BASE, parse_file, spell
from quack.kb.rulebook import Rulebook
from quack.kb.solve import run_here
from quack.kb.syntax import Signature

_FLIPS = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "!=": ("=",), "=": ("!=",)}
_NUMBER = re.compile(r"(?<![\w'])\d+(?![\w'])")
_VARIABLE = re.compile(r"(?<![\w'])[A-Z][\w']*")
_ARGUMENT = re.compile(r"(?<![\w'])[A-Z][\w']*(?=\s*[,)])")
_KINDS = (("C",), ("P", "S", "Q"), ("R", "From", "To", "Via"), ("T", "F", "L", "Now"), ("Line",), ("V",), ("M",))


class Variant(NamedTuple):
    """A rule as a mutant has it: its id, its code, and what has to hold somewhere for it to fire."""

    rule: int
    text: str
    strict: frozenset[Signature]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule, or a number of the policy, changed in one place.

    Attributes:
        file, head, change: where, and what is different, in a way that other changes of the file leave alone.
        rules: the rules that it changes, by id.
        variants: what they are then.
    """

    file: str
    head: str
    change: str
    rules: tuple[int, ...] = field(default=(), compare=False, repr=False)
    variants: tuple[Variant, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}: {self.head}: {self.change}"


def written_rules(rulebook: Rulebook) -> dict[int, Variant]:
    """The rules of a rulebook as they are written, each on one line, by id."""
    return {
        rule.id: Variant(
            rule.id,
            " ".join(file.scanned.code[statement.code.start : statement.code.end].split()),
            frozenset(use.signature for use in rule.uses if use.strict),
        )
        for file in rulebook.files
        for statement in file.statements
        if (rule := statement.rule) is not None and statement.section == BASE
    }


def mutants(rulebook: Rulebook, files: Collection[str] | None = None) -> Iterator[Mutant]:
    """Every mutant of a rulebook, in the order of reading.

    Args:
        files: of these files only.
    """
    written = written_rules(rulebook)
    for file in rulebook.files:
        if files is not None and file.source.name not in files:
            continue
        known: Counter[tuple[str, str]] = Counter()
        own = (statement.rule for statement in file.statements if statement.section == BASE)
        for rule in (rule for rule in own if rule is not None):
            text = written[rule.id].text
            head = text.rstrip(".").partition(" :- ")[0]
            for change, other in _changes(head, read_body(text, rulebook.consts)):
                if variant := _accepted(rulebook, rule.id, other):
                    # Rules of one head may be changed alike; each change has a name of its own.
                    known[head, change] += 1
                    told = change if known[head, change] == 1 else f"{change} ({known[head, change]})"
                    yield Mutant(file.source.name, head, told, (rule.id,), (variant,))
        for name, value in file.consts.items():
            if isinstance(value, int):
                for number in (value - 1, value + 1):
                    variants = tuple(_with_number(written, name, number))
                    rules = tuple(variant.rule for variant in variants)
                    yield Mutant(file.source.name, f"#const {name}", f"{number} for {value}", rules, variants)


def _accepted(rulebook: Rulebook, number: int, text: str) -> Variant | None:
    """A rule with other code; None if clingo doesn't take it."""
    source = SourceFile("mutant", rulebook.entry, text, 0)
    rule = next(each.rule for each in parse_file(source, scan(source), 0).statements if each.rule is not None)
    defined = " ".join(f"#defined {spell(use)}." for use in rule.reads)
    consts = " ".join(f"#const {name} = {value}." for name, value in rulebook.consts.items())
    bare = replace(rulebook, overrides={}, rules=(), files=())
    try:
        with closing(run_here(bare, Places((source,)), f"{text}\n{defined}\n{consts}")):
            return Variant(number, text, frozenset(use.signature for use in rule.uses if use.strict))
    except RulebookError:
        return None


def _with_number(written: Mapping[int, Variant], name: str, value: int) -> Iterator[Variant]:
    """The rules that use a number, with another in its place."""
    own = re.compile(rf"(?<![\w']){re.escape(name)}(?![\w'])")
    for variant in written.values():
        if own.search(variant.text):
            yield variant._replace(text=own.sub(f"({value})", variant.text))


# --- changes ----------------------------------------------------------------------------------------------------------


def _changes(head: str, body: Body) -> Iterator[tuple[str, str]]:
    """What is different, and the rule as it is then."""
    conditions = [condition.text for condition in body.conditions]

    def rule(head: str, conditions: Sequence[str]) -> str:
        return f"{head} :- {', '.join(conditions)}." if conditions else f"{head}."

    for at, condition in enumerate(conditions):
        yield f"without {condition}", rule(head, conditions[:at] + conditions[at + 1 :])
    for at, (condition, read) in enumerate(zip(conditions, body.conditions, strict=True)):
        others = [*_numbers(condition)]
        if isinstance(read, Comparison | Aggregate):
            others += _flips(condition)
        if isinstance(read, Literal):
            others += _swaps(condition)
        for other in others:
            yield f"{other} for {condition}", rule(head, [*conditions[:at], other, *conditions[at + 1 :]])
    for other in (*_numbers(head), *_swaps(head)):
        yield f"{other} in the head", rule(other, conditions)


def _flips(text: str) -> Iterator[str]:
    for found in re.finditer(r"<=|>=|!=|<|>|=", text):
        for other in _FLIPS[found[0]]:
            yield text[: found.start()] + other + text[found.end() :]


def _numbers(text: str) -> Iterator[str]:
    for found in _NUMBER.finditer(text):
        for other in (int(found[0]) - 1, int(found[0]) + 1):
            shown = str(other) if other >= 0 else f"({other})"
            yield text[: found.start()] + shown + text[found.end() :]


def _swaps(text: str) -> Iterator[str]:
    """An atom with two of its variables exchanged that stand for things of one kind."""
    names = list(dict.fromkeys(_ARGUMENT.findall(text)))
    for one, other in combinations(names, 2):
        if _kind(one) == _kind(other):
            swap = {one: other, other: one}
            yield _VARIABLE.sub(lambda found, swap=swap: swap.get(found[0], found[0]), text)  # type: ignore[misc]


def _kind(variable: str) -> str:
    """What a variable stands for by custom, by how its name begins."""
    stem = variable.rstrip("'0123456789")
    return next((kind[0] for kind in _KINDS if stem in kind), stem)
