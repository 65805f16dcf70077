"""What a proof does not say, for the terminal: why not another verdict, and what would have made a claim hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any

from rich.cells import cell_len

from quack.errors import amount, printable
from quack.kb.claim_words import describe_claim
from quack.kb.instead import Instead
from quack.kb.what_if import Alternative, WhatIf
from quack.kb.what_if_changes import Change
from quack.kb.why import Proof
from quack.report.proof import print_proof
from quack.report.screen import Screen

_LEFT_OPEN = "nothing"
_OPPOSITES = {"denied": "it was not so", "asserted": "it was so"}


def print_instead(instead: Instead, *, full: bool = False, file: IO[str] | None = None) -> None:
    """Prints why a claim has not another verdict: the tree of what failed, then what it comes to.

    Args:
        full, file: as for `print_proof`.
    """
    print_proof(instead.proof, full=full, file=file)
    for line in _instead_lines(instead):
        Screen(file).print(printable(line))


def _instead_lines(instead: Instead) -> Iterator[str]:
    claim, wanted = instead.proof.claim, instead.wanted
    what = f"a denied {claim.kind}" if claim.denied else f"{'an' if claim.kind[0] in 'aei' else 'a'} {claim.kind}"
    if instead.rule is None:
        yield f"No rule gives {what} like this the verdict {wanted}."
        return
    ahead = " and ".join(instead.ahead)
    stands = f"what it denies is {ahead}" if claim.denied else f"it is {ahead}"
    where = "" if instead.place is None else f" ({instead.place})"
    if instead.derived:
        yield f"{wanted} was derived too: {instead.rule}{where}."
        yield f"But {stands}, which comes before."
        return
    yield f"Nearest to {wanted} comes: {instead.rule}{where}."
    fails = instead.shortfall
    if fails is not None:
        yield f"First condition that fails: {fails.condition} ({fails.place}): {fails.reason}."
        values = ", ".join(f"{name} = {value}" for name, value in fails.values.items())
        if values:
            yield f"  with {values}"
    if instead.ahead:
        yield f"Besides, {stands}, which comes before: that has to fall too."


def print_what_if(proof: Proof, what_if: WhatIf, *, file: IO[str] | None = None) -> None:
    """Prints what would have made a claim hold, or that nothing does.

    Args:
        proof: the claim with its verdict.
        file: as for `print_proof`.
    """
    print_proof(replace(proof, parts=()), file=file)
    for line in _what_if_lines(what_if):
        Screen(file).print(printable(line))


def _what_if_lines(what_if: WhatIf) -> Iterator[str]:
    tried = f"{amount(what_if.number, 'claim')} that differ in one thing ({', '.join(what_if.tried)})"
    if what_if.more:
        tried += f", but not {what_if.more:,} more that differ further"
    if what_if.holds:
        yield "It holds as it is."
    elif not what_if.alternatives:
        yield f"No single change makes it hold: the rules judged {tried}."
    else:
        yield from _rows(what_if.alternatives)
        yield f"The smallest of each kind; the rules judged {tried}."


def _rows(alternatives: tuple[Alternative, ...]) -> Iterator[str]:
    cells = [(each.change.kind, _difference(each.change), describe_claim(each.change.claim)) for each in alternatives]
    first, second = (max(cell_len(printable(row[column])) for row in cells) for column in (0, 1))
    for kind, difference, words in cells:
        gap = " " * (second - cell_len(printable(difference)))
        yield f"  {kind}{' ' * (first - len(kind))}  {difference}{gap}  {words}"


def _difference(change: Change) -> str:
    if change.kind == "polarity":
        return _OPPOSITES[change.after]
    return f"{_spell(change.after)} instead of {_spell(change.before)}"


def _spell(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or _LEFT_OPEN
    return _LEFT_OPEN if value is None else str(value)
