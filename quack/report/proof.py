"""A proof as a tree of lines: what each step says, and where it stands."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from typing import IO, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from quack.audit.explain import Found
from quack.errors import printable
from quack.kb.narration import Narrator
from quack.kb.proof import Justification, Part
from quack.kb.why import Proof, deep
from quack.report.proof_tree import Line, Tree
from quack.report.screen import Screen
from quack.report.terminal import WIDTH

_INDENT = {False: ("├─ ", "│  "), True: ("└─ ", "   ")}
_STYLES = {"failed": "yellow", "rule": "", "fact": "green", "constant": "cyan", "heading": "bold"}
_COLOURS = {"supported": "bold green", "partial": "bold yellow", "refuted": "bold red", "undecided": "bold"}


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
    for guides, line in _drawn(rows_of_proof(proof, full=full), ""):
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
    waiting = [(0, row) for row in reversed(rows_of_proof(proof, full=full))]
    while waiting:
        depth, line = waiting.pop()
        lines.append(ProofLine(depth, printable(line.text), printable(line.place), line.kind))
        waiting += [(depth + 1, below) for below in reversed(line.below)]
    return lines


def rows_of_proof(proof: Proof, *, full: bool = False) -> list[Line]:
    """The same as trees, in words that may steer a terminal."""
    tree = Tree(proof.narrator, full)
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
        rows = Tree(narrator, full).part(proofs, brief=False, keep=True)
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


def _heading(part: Part, tree: Tree) -> Iterator[Line]:
    lines = tree.part(part.proofs, brief=part.heading == "evidence", keep=part.heading != "verdict")
    if part.heading == "verdict":
        yield from lines
    else:
        yield Line(part.heading, below=lines)


def _drawn(lines: Sequence[Line], guides: str) -> Iterator[tuple[str, Line]]:
    """Each line with what is drawn before it, without recursion: proofs can be deep."""
    waiting = [(line, guides, number == len(lines) - 1) for number, line in enumerate(lines)][::-1]
    while waiting:
        line, before, last = waiting.pop()
        own, below = _INDENT[last]
        yield before + own, line
        count = len(line.below)
        waiting += [(each, before + below, n == count - 1) for n, each in enumerate(line.below)][::-1]


def _print_line(console: Console, guides: str, line: Line, width: int) -> None:
    text, place = printable(line.text), printable(line.place)
    gap = " " * max(2, width - cell_len(guides) - cell_len(text) - cell_len(place)) if place else ""
    console.print(Text.assemble((guides, "dim"), (text, _STYLES[line.kind]), gap, (place, "dim")))
