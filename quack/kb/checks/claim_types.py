"""Has every type of claim a rule that decides it, and does every rule that decides speak of claims of some type?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import Term
from quack.kb.checks.registry import check
from quack.kb.checks.schema import CLAIM_TYPES
from quack.kb.files import entries
from quack.kb.inputs import OF_CLAIMS
from quack.kb.syntax import Signature

Place = tuple[Signature, int]
_CANDIDATE: Signature = ("candidate", 2)


@check(of_whole=True)
def types_without_rules(book: Book) -> Iterator[Finding]:
    """Types of claims that no rule decides, or says at once that it can't."""
    candidates = book.by_head.get(_CANDIDATE, ())
    if not candidates or not any("#include" in file.source.text for file in book.files[:1]):
        return
    decided: set[str] = set()
    for rule in candidates:
        if rule.head.arguments[1].name == "unverifiable":
            decided |= _excused(book, rule)
        else:
            decided |= {name for (name, _), _ in claim_carriers(book, rule)}
    declared = {name for name, _ in book.defined}
    for name in CLAIM_TYPES:
        if name in declared and name not in decided:
            what = f"no rule decides claims of the type {name}"
            yield Finding("claim-type", "error", book.entry, 1, None, what, _remedy(book, name))


def _remedy(book: Book, name: str) -> str:
    file = f"verdicts/{name}.lp"
    there = (book.entry.parent / file).is_file() and file not in {each.source.name for each in book.files}
    return f'write #include "{file}". into it' if there else f"write candidate(C, …) for {name}(C, …) in {file}"


def claim_carriers(book: Book, rule: Rule) -> set[Place]:
    """The arguments through which a rule's claim comes, down to what claims give."""
    seen: set[Place] = set()
    waiting: list[tuple[Signature, int]] = []

    def follow(each: Rule, index: int) -> None:
        claim = each.head.arguments[index] if index < len(each.head.arguments) else None
        if claim is None or claim.kind != "variable":
            return
        for atom in each.positive:
            for position, argument in enumerate(atom.arguments):
                place = atom.signature, position
                if argument.kind == "variable" and argument.name == claim.name and place not in seen:
                    seen.add(place)
                    waiting.append(place)

    follow(rule, 0)
    while waiting:
        signature, index = waiting.pop()
        for each in book.by_head.get(signature, ()):
            follow(each, index)
    return seen


def _excused(book: Book, rule: Rule) -> set[str]:
    """The types of which a rule says that no claim of them can be decided."""
    if len(rule.body) != 1 or len(rule.positive) != 1:
        return set()
    atom: Term = rule.positive[0]
    if atom.name in CLAIM_TYPES:
        return {atom.name}
    return {
        name
        for each in book.by_head.get(atom.signature, ())
        if len(each.body) == 1 and each.signature != _CANDIDATE
        for name in [inner.name for inner in each.positive]
        if name in CLAIM_TYPES
    }


@check(of_whole=True)
def rules_without_types(book: Book) -> Iterator[Finding]:
    """Rules for verdicts whose claim comes from nothing that claims give."""
    for rule in book.by_head.get(_CANDIDATE, ()):
        carriers = claim_carriers(book, rule)
        if not any(name in OF_CLAIMS for (name, _), _ in carriers):
            what = "this rule judges what is no claim: nothing in it comes from location/5, sighting/6, …"
            remedy = "let its first argument be the claim C of such a condition"
            yield found("claim-type", "warning", rule.source, rule.start, what, remedy)


@check()
def files_left_out(book: Book) -> Iterator[Finding]:
    """Rule files in the rulebook's own folder that no rulebook there includes."""
    folder = book.entry.parent
    if "#include" not in book.files[0].source.text or book.entry.stem not in entries(folder):
        return
    paths = [path for path in sorted(folder.rglob("*.lp"))[:2000] if not path.stem.endswith("_test")]
    if len(paths) >= 2000:
        return
    included = {os.path.realpath(folder / file.source.name) for file in book.files}
    entry_names = entries(folder)
    texts = "".join((folder / f"{name}.lp").read_text("utf-8", "replace") for name in entry_names)
    for path in paths:
        name = path.relative_to(folder).as_posix()
        if os.path.realpath(path) not in included and path.stem not in entry_names and not _named(name, texts, path):
            what, remedy = "no rulebook includes this file", f'write #include "{name}". into {book.entry.name}'
            yield Finding("include", "warning", path, 1, None, what, remedy)


def _named(name: str, texts: str, path: Path) -> bool:
    """Whether an entry file names a file, or one of its folder that is a rulebook of its own does."""
    return f'"{name}"' in texts or any(f"{other}.lp" == path.name for other in entries(path.parent))
