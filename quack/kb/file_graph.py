"""Which rule file builds on which? Files and the predicates that one defines and another reads, in layers."""

from __future__ import annotations

from dataclasses import dataclass

from quack.kb.program import BASE
from quack.kb.rulebook import Rulebook
from quack.kb.syntax import Signature


@dataclass(frozen=True, slots=True)
class FileGraph:
    """The files with rules of a rulebook.

    Attributes:
        layers: their names; each file stands below those that come before it in the rulebook and that it reads from.
        edges: what goes from one file to another: the predicates that the first defines and the second reads.
    """

    layers: tuple[tuple[str, ...], ...]
    edges: dict[tuple[str, str], tuple[Signature, ...]]


def file_graph(rulebook: Rulebook) -> FileGraph:
    """The graph of a rulebook's files."""
    names = list(dict.fromkeys(rule.file for rule in rulebook.rules))
    reads: dict[str, set[Signature]] = {name: set() for name in names}
    heads: dict[str, set[Signature]] = {name: set() for name in names}
    for file in rulebook.files:
        for statement in file.statements:
            if statement.rule is not None and statement.section == BASE:
                heads[file.source.name].add(statement.rule.head)
                reads[file.source.name].update(statement.rule.reads)
    edges = {
        (one, other): tuple(sorted(shared))
        for one in names
        for other in names
        if one != other and (shared := heads[one] & (reads[other] - heads[other]))
    }
    depth: dict[str, int] = {}
    for number, name in enumerate(names):
        # What leads back, as evidence does to the verdict that it is cited for, makes no layer.
        depth[name] = max((depth[one] + 1 for one in names[:number] if (one, name) in edges), default=0)
    levels = range(max(depth.values(), default=-1) + 1)
    return FileGraph(tuple(tuple(name for name in names if depth[name] == level) for level in levels), edges)
