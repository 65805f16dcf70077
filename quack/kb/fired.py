"""Which rules derived an atom? Rules whose heads decide something go in two steps.

The body of such a rule gives `fired_<head>(Id, …)`, and that the head. A second rule with the same body would ground it
twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from quack.kb.syntax import Signature

FIRED = "fired"
"""What the names of predicates begin with whose atoms hold the rule that derived an atom, and the atom's arguments."""


def fired_by(head: Signature) -> Signature:
    """The predicate that tells which rules derived the atoms of another."""
    return f"{FIRED}_{head[0]}", head[1] + 1


def head_of(fired: Signature) -> Signature | None:
    """The predicate that such a one tells of; None for any other."""
    name, arity = fired
    return (name.removeprefix(f"{FIRED}_"), arity - 1) if name.startswith(f"{FIRED}_") else None


def second_step(head: Signature) -> str:
    """The rule that gives a head what fired: one for all its rules, for each would search what the others gave."""
    variables = [f"V{position}" for position in range(head[1])]
    return f"{_atom(head[0], variables)} :- {_atom(fired_by(head)[0], ['Rule', *variables])}."


def _atom(name: str, arguments: Sequence[str]) -> str:
    return f"{name}({','.join(arguments)})" if arguments else name
