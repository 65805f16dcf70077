"""What may stand at each argument of what logs and claims give? Read out of the comments of the schema files.

A schema says `#defined at/6.  % at(S, R, Rd, F, L, Line): …`: letters stand for sorts, words for constants, `|` divides
alternatives, and lines below may say `How: present | departing(R')` for a name of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from quack.kb.inputs import OF_CLAIMS
from quack.kb.program import RuleFile
from quack.kb.syntax import Signature

SORTS = {
    "C": "claim",
    "P": "player",
    "S": "player",
    "Q": "player",
    "R": "room",
    "From": "room",
    "To": "room",
    "Either": "room",
    "T": "tick",
    "F": "tick",
    "L": "tick",
    "M": "occasion",
    "W": "time",
    "Rd": "round",
    "G": "game",
    "Line": "line",
    "I": "number",
    "N": "number",
}
"""What the letters of the schema stand for."""

CLAIM_TYPES = """
location route sighting task traveling waiting reporting calling other_activity accusation defense intent
""".split()
"""Predicates of which each claim has exactly one."""

_OF_TYPE = {"route_room": ["route"], "route_length": ["route"], "movement": ["sighting"], "spared": ["sighting"]}

_DEFINED = re.compile(r"#defined\s+([\w']+)\s*/\s*(\d+)")
_NAMED = re.compile(r"%\s+([A-Z]\w*):\s*(.+)")

Domain = frozenset[str]
"""What may stand somewhere: `=true` is a constant, `f:departing/1` a function, `player` a sort, `claim:task` a type."""

CLAIMS: Domain = frozenset(f"claim:{each}" for each in CLAIM_TYPES)


def argument_domains(files: Iterable[RuleFile]) -> dict[Signature, tuple[Domain | None, ...]]:
    """For each documented predicate, what may stand at each of its arguments; None where anything may."""
    documented: dict[Signature, tuple[Domain | None, ...]] = {}
    for file in files:
        if not file.defined:
            continue
        comments = {comment.line: comment.text for comment in file.scanned.comments}
        named = _named(comments.values())
        for number, line in enumerate(file.scanned.code.split("\n"), 1):
            declared = _DEFINED.search(line)
            if declared and number in comments:
                signature = declared[1], int(declared[2])
                arguments = written_arguments(comments[number], declared[1])
                if len(arguments) == signature[1]:
                    documented[signature] = tuple(_domain(declared[1], each, named) for each in arguments)
    return documented


def argument_letters(files: Iterable[RuleFile]) -> dict[Signature, tuple[str, ...]]:
    """For each documented predicate, what stands for its arguments, as written."""
    letters = {}
    for file in files:
        comments = {comment.line: comment.text for comment in file.scanned.comments} if file.defined else {}
        for name, arity in file.defined:
            for text in comments.values():
                arguments = written_arguments(text, name)
                if len(arguments) == arity:
                    letters[name, arity] = tuple(arguments)
    return letters


def _named(comments: Iterable[str]) -> dict[str, set[str]]:
    """Names that comments give to a list of alternatives."""
    named: dict[str, set[str]] = {}
    for text in comments:
        found = _NAMED.match(text)
        if found:
            named.setdefault(found[1], set()).update(_split(found[2], "|"))
    return named


def written_arguments(comment: str, name: str) -> list[str]:
    """The arguments that a comment gives to a predicate."""
    start = re.match(rf"%\s*{re.escape(name)}\(", comment)
    if start is None:
        return []
    depth = 1
    for position in range(start.end(), len(comment)):
        depth += {"(": 1, ")": -1}.get(comment[position], 0)
        if depth == 0:
            return list(_split(comment[start.end() : position], ","))
    return []


def _split(text: str, sign: str) -> Iterator[str]:
    depth, start = 0, 0
    for position, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == sign and depth == 0:
            yield text[start:position].strip()
            start = position + 1
    yield text[start:].strip()


def _domain(name: str, argument: str, named: dict[str, set[str]]) -> Domain | None:
    """What an argument of the schema may be."""
    alternatives = {inner for each in _split(argument, "|") for inner in named.get(each, {each})}
    found: set[str] = set()
    for each in alternatives:
        sort = SORTS.get(each.rstrip("'"))
        if each.rstrip("'") == "C":
            found |= {f"claim:{of}" for of in [name] if name in CLAIM_TYPES} or {
                f"claim:{of}" for of in _OF_TYPE.get(name, CLAIM_TYPES)
            }
        elif sort:
            found.add(sort)
        elif re.fullmatch(r"[a-z]\w*", each):
            found.add(f"={each}")
        elif function := re.fullmatch(r"([a-z]\w*)\((.*)\)", each):
            found.add(f"f:{function[1]}/{len(list(_split(function[2], ',')))}")
        else:
            return None
    if name in OF_CLAIMS and found & {"player", "room"}:
        found |= {"=unknown", "=any"} if "room" in found else {"=unknown"}
    return frozenset(found)


def function_domains(files: Iterable[RuleFile]) -> dict[Signature, tuple[Domain | None, ...]]:
    """For each term that the schema's alternatives name, such as departing(R), what its arguments may be."""
    found: dict[Signature, tuple[Domain | None, ...]] = {}
    for file in files:
        for alternatives in _named(comment.text for comment in file.scanned.comments if file.defined).values():
            for each in alternatives:
                if function := re.fullmatch(r"([a-z]\w*)\((.*)\)", each):
                    arguments = list(_split(function[2], ","))
                    found[function[1], len(arguments)] = tuple(_domain("", argument, {}) for argument in arguments)
    return found
