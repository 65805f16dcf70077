"""A proof as a tree of lines: what each step says, and where it stands."""

from __future__ import annotations

import shutil
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from quack.audit.explain import Found
from quack.errors import printable
from quack.kb.narration import Narrator
from quack.kb.proof import Fact, Failed, Justification, Number, Part, RuleApplication, children
from quack.kb.why import Proof, deep
from quack.report.screen import Screen
from quack.report.terminal import WIDTH

_QUIET = frozenset(
    {
        *("room", "adjacent", "player", "game_player", "game_round", "claim", "route_length"),
        *("verdict_label", "strength"),
    }
)
"""Facts that the short form leaves out: they say what the game and the policy are, not what happened."""

_MOST_SOURCES = 3
"""How many log lines stand beside a step whose own steps are not shown."""

_INDENT = {False: ("├─ ", "│  "), True: ("└─ ", "   ")}
_STYLES = {"failed": "yellow", "rule": "", "fact": "green", "constant": "cyan", "heading": "bold"}
_COLOURS = {"supported": "bold green", "partial": "bold yellow", "refuted": "bold red", "undecided": "bold"}


@dataclass(slots=True)
class _Line:
    """A line of the tree with those below it."""

    text: str
    place: str = ""
    kind: str = "heading"
    below: list[_Line] = field(default_factory=list)


def print_proof(proof: Proof, *, full: bool = False, file: IO[str] | None = None) -> None:
    """Prints a proof.

    Args:
        full: every step; otherwise steps that show nothing new are left out, and chains of them drawn together.
        file: where to; standard output if not given. Colours only on a terminal, and never under NO_COLOR.
    """
    console = Screen(file)
    width = max(shutil.get_terminal_size((WIDTH, 24)).columns, 60)
    said = f"“{proof.quote}”" if proof.quote is not None else proof.words
    head = printable(f"{proof.id}  {proof.speaker}, {proof.where}: {said}")
    verdict = proof.verdict or "no verdict"
    gap = " " * max(2, width - cell_len(head) - cell_len(verdict))
    console.print(Text.assemble((head, "bold"), gap, (printable(verdict), _COLOURS.get(proof.bucket or "", "bold"))))
    for guides, line in _drawn(_rows(proof, full), ""):
        _print_line(console, guides, line, width)


class ProofLine(NamedTuple):
    """A line of a proof as data.

    Attributes:
        depth: how many lines it stands below, 0 for the first ones.
        text, place: what it says, and where that is written ("" for headings), as they are printed.
        kind: failed, rule, fact, constant or heading.
    """

    depth: int
    text: str
    place: str
    kind: str


def lines_of_proof(proof: Proof, *, full: bool = False) -> list[ProofLine]:
    """The lines that `print_proof` prints below the claim; `full` as there."""
    lines = []
    waiting = [(0, row) for row in reversed(_rows(proof, full))]
    while waiting:
        depth, line = waiting.pop()
        lines.append(ProofLine(depth, printable(line.text), printable(line.place), line.kind))
        waiting += [(depth + 1, below) for below in reversed(line.below)]
    return lines


def _rows(proof: Proof, full: bool) -> list[_Line]:
    tree = _Tree(proof.narrator, full)
    with deep():
        # The grounds show what they rest on; its list is for those who want every step.
        parts = [part for part in proof.parts if full or part.heading != "ground evidence"]
        return [row for part in parts for row in _heading(part, tree)]


def proof_lines(proofs: Sequence[Justification], narrator: Narrator, *, full: bool) -> list[str]:
    """Proofs as lines of plain text.

    Args:
        full: as for `print_proof`.
    """
    with deep():
        rows = _Tree(narrator, full).part(proofs, brief=False, keep=True)
    return [
        printable(f"{guides}{line.text}") + (f"  {printable(line.place)}" if line.place else "")
        for guides, line in _drawn(rows, "")
    ]


def claim_lines(found: Sequence[Found], *, several: bool) -> list[str]:
    """A line for each of some claims: its id, its verdict, and who says what.

    Args:
        several: they are of several games, whose names belong to the ids.
    """
    if not found:
        return ["no claims"]
    rows = [
        (
            printable(f"{each.game}:{each.id}" if several else each.id),
            printable(each.verdict or "no verdict"),
            printable(f"{each.speaker}: {each.words}"),
        )
        for each in found
    ]
    first, second = (max(cell_len(row[column]) for row in rows) for column in (0, 1))
    return [
        f"{id}{' ' * (first - cell_len(id))}  {verdict}{' ' * (second - cell_len(verdict))}  {words}"
        for id, verdict, words in rows
    ]


def _heading(part: Part, tree: _Tree) -> Iterator[_Line]:
    lines = tree.part(part.proofs, brief=part.heading == "evidence", keep=part.heading != "verdict")
    if part.heading == "verdict":
        yield from lines
    else:
        yield _Line(part.heading, below=lines)


def _drawn(lines: Sequence[_Line], guides: str) -> Iterator[tuple[str, _Line]]:
    """Each line with what is drawn before it, without recursion: proofs can be deep."""
    waiting = [(line, guides, number == len(lines) - 1) for number, line in enumerate(lines)][::-1]
    while waiting:
        line, before, last = waiting.pop()
        own, below = _INDENT[last]
        yield before + own, line
        count = len(line.below)
        waiting += [(each, before + below, n == count - 1) for n, each in enumerate(line.below)][::-1]


def _print_line(console: Console, guides: str, line: _Line, width: int) -> None:
    text, place = printable(line.text), printable(line.place)
    gap = " " * max(2, width - cell_len(guides) - cell_len(text) - cell_len(place)) if place else ""
    console.print(Text.assemble((guides, "dim"), (text, _STYLES[line.kind]), gap, (place, "dim")))


def _holding(node: Justification) -> Iterator[Justification]:
    """What a step rests on that holds, down to the leaves; not what does not hold."""
    seen, waiting = {id(node)}, [node]
    while waiting:
        step = waiting.pop()
        yield step
        below = step.children if isinstance(step, RuleApplication) else ()
        fresh = [child for child in reversed(below) if id(child) not in seen]
        seen.update(map(id, fresh))
        waiting += fresh


class _Tree:
    """Lays a proof out; remembers what has been shown."""

    def __init__(self, narrator: Narrator, full: bool) -> None:
        self._tell = narrator
        self._full = full
        self._seen: set[int] = set()
        self._shown: set[tuple] = set()

    def part(self, proofs: Sequence[Justification], *, brief: bool, keep: bool) -> list[_Line]:
        """The lines of what stands under one heading, each told once.

        Args:
            brief: a line each, with the facts that it rests on; the rest has been told under another heading.
            keep: the steps themselves are told, not drawn together with those below them.
        """
        lines: dict[tuple[str, str], _Line] = {}
        for node in proofs:
            line = None if brief and not self._full else self._line(node)
            if line is not None and keep and line.text != self._tell.text(node):
                line, below = self._single(node), line
                line.below = [below]
            if line is None:
                line = self._single(node)
                line.place = " <- ".join([line.place, *self._sources(node)])
                line.text += "".join(self._tell.arrival(fact) for fact in self._facts(children(node)))
            lines.setdefault((line.text, line.place), line)
        return list(lines.values())

    def _facts(self, nodes: Iterable[Justification]) -> list[Fact]:
        return [node for node in nodes if isinstance(node, Fact) and self._tell.is_log_fact(node)]

    def _sources(self, node: Justification) -> list[str]:
        """Where in the log a step comes from whose own steps are not shown: a few lines are enough to look there."""
        facts = self._facts(children(node))
        if not facts and (cited := self._tell.cited(node)):
            return [str(cited)]
        places = [str(self._tell.place(fact)) for fact in facts or self._facts(_holding(node))]
        return list(dict.fromkeys(places))[:_MOST_SOURCES]

    def _single(self, node: Justification, text: str | None = None) -> _Line:
        return _Line(text or self._tell.text(node), str(self._tell.place(node) or ""), self._tell.kind(node))

    def _line(self, node: Justification) -> _Line | None:
        """A step with those below it; None if it shows nothing new."""
        if isinstance(node, Fact | Number):
            return self._leaf(node)
        if id(node) in self._seen:
            return self._single(node, f"{self._tell.text(node)} (above)") if self._full else None
        self._seen.add(id(node))
        lines = [(child, line) for child in node.children if (line := self._line(child)) is not None]
        below = [line for _, line in lines]
        if isinstance(node, Failed):
            return self._failed(node, below, {id(child) for child, _ in lines})
        return self._applied(node, below)

    def _leaf(self, node: Fact | Number) -> _Line | None:
        key = (node.name, node.row) if isinstance(node, Fact) else (node.name,)
        own = isinstance(node, Fact) and self._tell.is_own(node)
        quiet = isinstance(node, Fact) and (node.name in _QUIET or (node.rule is not None and not own))
        if not self._full and (key in self._shown or quiet):
            return None
        self._shown.add(key)
        line = self._single(node)
        # The label of a fact is not to give way to its place.
        line.kind = "rule" if own else line.kind
        return line

    def _applied(self, node: RuleApplication, below: list[_Line]) -> _Line | None:
        if self._full:
            return self._step(node, below)
        own = self._tell.is_own(node)
        if not below:
            return self._step(node, below) if own else None
        only = below[0] if len(below) == 1 else None
        if only is not None and only.kind == "fact" and not only.below:
            line = self._step(node, [])
            line.place = f"{line.place} <- {only.place}"
            line.text += "".join(self._tell.arrival(fact) for fact in self._facts(node.children))
            return line
        if only is None or own or only.kind == "constant" or self._tell.is_telling(node):
            return self._step(node, below)
        return only

    def _step(self, node: RuleApplication, below: list[_Line]) -> _Line:
        line = self._single(node)
        if node.more:
            line.text += f" (and {node.more} more)"
        line.below = below
        return line

    def _failed(self, node: Failed, below: list[_Line], shown: Container[int]) -> _Line | None:
        """A step that fails.

        Args:
            shown: the children that have lines, by their identities.
        """
        why = node.why
        if why.more:
            below.append(_Line(f"and {why.more} more facts", kind="fact"))
        # What words cost is spent only on what is shown.
        if not self._full and not self._tell.is_own(node):
            if not below:
                return None
            if len(below) == 1 and below[0].kind == "failed":
                return below[0]
        said = not self._full and any(id(each) in shown for each in self._tell.failing(node))
        line = self._single(node)
        if reason := self._tell.reason(node, brief=said):
            line.text += f" [{reason}]"
        if self._full and why.others:
            below.append(_Line(f"{why.others} other rules are about other things", kind="fact"))
        line.below = below
        return line
