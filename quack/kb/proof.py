"""Proofs as trees: a justification is a fact, a rule that was applied, or something that failed to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from quack.kb.model import Pattern
from quack.kb.program import RuleInfo
from quack.kb.symbols import Row, Value


class Fact(NamedTuple):
    """An atom that the log, the claims or the rulebook itself states.

    Attributes:
        rule: the statement of the rulebook, if it is one.
    """

    name: str
    row: Row
    rule: RuleInfo | None = None


class Number(NamedTuple):
    """A `#const` of the rulebook, with its value in force."""

    name: str
    value: Value


class RuleApplication(NamedTuple):
    """An atom that a rule derives from its children.

    Attributes:
        name, row: the atom.
        values: of the rule's global variables, in the order of their appearance.
        children: a justification for each condition that is an atom, negated or not, in order; after an aggregate those
            of the elements that counted; at the end the `#const`s that the rule uses.
        more: how many other ways there are to derive the atom.
    """

    rule: RuleInfo
    name: str
    row: Row
    values: tuple[Value, ...]
    children: tuple[Justification, ...]
    more: int = 0


class Refutation(NamedTuple):
    """Why atoms don't hold.

    Attributes:
        rule: a rule that could have derived one; None if there is none, or if `children` hold one each.
        values: of that rule's variables, `FREE` where they are not known, or differ between the ways that come as far.
        reached: the conditions of its body that hold together, by position.
        fails: the first condition that fails with them.
        children: the rules that could have derived one; or, for a rule, why the condition fails: the facts that were
            examined, and what made them matter.
        more: how many further facts were examined.
        others: how many further rules for such atoms are about other things, as those for other types of claims are.
    """

    rule: RuleInfo | None = None
    values: tuple[Value, ...] = ()
    reached: tuple[int, ...] = ()
    fails: int | None = None
    children: tuple[Justification, ...] = ()
    more: int = 0
    others: int = 0


Find = Callable[[str, Pattern, tuple[Value, ...]], Refutation]
"""Finds why atoms don't hold, told of some claims."""


class Failed:
    """Atoms that don't hold; why not is found when it is first asked for.

    Attributes:
        name, pattern: the atoms, `FREE` for any argument.

    Args:
        why: why they don't, or what finds it.
        about: the claims that it is told of.
    """

    __slots__ = ("_about", "_find", "_found", "name", "pattern")

    def __init__(self, name: str, pattern: Pattern, why: Refutation | Find, about: tuple[Value, ...] = ()) -> None:
        self.name = name
        self.pattern = pattern
        self._about = about
        self._found: Refutation | None = None
        self._find: Find | None = None
        if isinstance(why, Refutation):
            self._found = why
        else:
            self._find = why

    @property
    def why(self) -> Refutation:
        """Why they don't."""
        if self._found is None:
            assert self._find is not None, "a reason is known, or can be found"
            self._found = self._find(self.name, self.pattern, self._about)
            self._find = None
        return self._found

    @property
    def rule(self) -> RuleInfo | None:
        """The rule that could have derived them, if it is one."""
        return (self._found or self.why).rule

    @property
    def children(self) -> tuple[Justification, ...]:
        """What was examined."""
        return (self._found or self.why).children

    def __repr__(self) -> str:
        return f"Failed({self.name!r}, {self.pattern!r})"


Justification = Fact | Number | RuleApplication | Failed


class Part(NamedTuple):
    """What a proof shows under one heading, such as `verdict`, `support` or `grounds`."""

    heading: str
    proofs: tuple[Justification, ...]


def walk(*nodes: Justification) -> Iterator[Justification]:
    """Every different node of some trees, parents first."""
    seen: set[int] = set()
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(reversed(children(node)))


def children(node: Justification) -> tuple[Justification, ...]:
    """What a node rests on."""
    return node.children if isinstance(node, RuleApplication | Failed) else ()
