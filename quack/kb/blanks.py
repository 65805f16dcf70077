"""When does `_` cost more than a name?

clingo copies a predicate without its `_` arguments before it joins: each row of `at(S, R, _, F, L, _)` once more, with
two or three look-ups in a table of millions of symbols. That pays where many rows are alike in the rest; a variable of
its own says the same and is cheaper where they are not, or where nothing else in the body can multiply with them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import count

from quack.kb.fired import fired_by
from quack.kb.syntax import Atom, RuleCode, Signature

KEYED = frozenset(
    """
    claim location route route_length sighting movement task traveling waiting reporting calling other_activity
    accusation defense intent time_ref duration meeting chat round team ejected
    occasion scope now part window margin leg
    """.split()
)
"""Facts that their first argument tells apart; windows and scopes, of which a time or meeting has a few; and moves,
which their log lines tell apart."""

_BLANK = re.compile(r"(?<![\w'])_(?![\w'])")
_FIRST = re.compile(r"\w+\(\s*([A-Z][\w']*)\s*[,)]")
_NEGATION = re.compile(r"\bnot\s+$")
_NO_KEY = re.compile(r"\w+\(\s*_\s*,")


def named_body(code: str, rule: RuleCode, empty: Collection[Signature] = (), fired: Collection[Signature] = ()) -> str:
    """The body of a rule with names for the blanks that cost more; it derives the same.

    These are the blanks of facts with a key, of atoms that begin with the variable that the head begins with (a claim,
    as a rule), and of another atom if it is the only one with blanks: rows that are alike in the rest then come one by
    one, and in combinations of those that one claim has at most.

    Args:
        empty: predicates that nothing holds of: negated atoms of them are true, and need not be looked for.
        fired: predicates of which the body reads what fired them (`quack.kb.fired`).
    """
    assert rule.neck is not None, "a fact has no body"
    atoms = [use for use in rule.uses if use.strict and _has_blank(code[use.start : use.end])]
    about = _first(code, rule.head)
    others = [atom for atom in atoms if not _has_key(code, atom) and (about is None or _first(code, atom) != about)]
    if len(others) > 1:
        atoms = [atom for atom in atoms if atom not in others]
    name = "Blank"
    while name in code:
        name += "_"
    number = count(1)
    pieces: list[str] = []
    done = rule.neck
    for atom in rule.uses:
        text = code[done : atom.start]
        if atom.signature in empty and (negation := _NEGATION.search(text)):
            pieces += (text[: negation.start()], "#true", "\n" * code.count("\n", done + negation.start(), atom.end))
        elif atom in atoms or atom.signature in fired:
            written = code[atom.start : atom.end]
            if atom in atoms:
                written = _BLANK.sub(lambda _: f"{name}{next(number)}", written)
            if atom.signature in fired:
                written = f"{fired_by(atom.signature)[0]}({name}{next(number)},{written.partition('(')[2]}"
            pieces += (text, written)
        else:
            continue
        done = atom.end
    return "".join(pieces) + code[done : rule.end]


def _has_blank(atom: str) -> bool:
    return '"' not in atom and _BLANK.search(atom) is not None


def _has_key(code: str, atom: Atom) -> bool:
    return atom.signature[0] in KEYED and not _NO_KEY.match(code, atom.start)


def _first(code: str, atom: Atom) -> str | None:
    """The variable that an atom begins with."""
    match = _FIRST.match(code, atom.start)
    return match[1] if match else None
