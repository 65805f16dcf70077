"""Rooms that rules name: is a map meant that has such a room, or is the name misspelt?"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cache

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.domains import Domains
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import Comparison, Term
from quack.kb.checks.registry import check
from quack.world.ids import RESERVED, slug

_LIKE = 0.8
"""How alike two names have to be for one to be a slip for the other."""
_ROOM = "room"


@check(of_whole=True)
def misspelt_rooms(book: Book) -> Iterator[Finding]:
    """Constants that stand for rooms and are nearly those of a room of a shipped map.

    Any constant may be a room, for games have maps of their own.
    """
    for rule in book.rules:
        for term in _rooms(book.domains, rule):
            if term.name in RESERVED or term.name in book.consts:
                continue
            if close := _nearly(term.name):
                what = f"no shipped map has a room {term.name}"
                yield found("room", "warning", rule.source, term.start, what, f"did you mean {close[0]}?")


def _rooms(domains: Domains, rule: Rule) -> Iterator[Term]:
    """The constants of a rule that stand where rooms do."""
    for use in rule.uses:
        arguments = domains.arguments(use.atom.signature) or ()
        for term, domain in zip(use.atom.arguments, arguments, strict=False):
            if term.kind == "name" and domain and _ROOM in domain and f"={term.name}" not in domain:
                yield term
    compared = [literal for literal in rule.body if isinstance(literal, Comparison)]
    if not any(term.kind == "name" for literal in compared for term in literal.terms):
        return
    environment = domains.environment(rule)
    for left, _, right in (pair for literal in compared for pair in literal.pairs()):
        for term, other in ((left, right), (right, left)):
            sites = environment.sites.get(other.name, ()) if other.kind == "variable" else ()
            places = [site.domain for site in sites if site.atom is not None and site.domain]
            if term.kind == "name" and any(_ROOM in each and f"={term.name}" not in each for each in places):
                yield term


def _nearly(name: str) -> list[str]:
    """The room that a name is nearly that of; nothing for one that is a room's."""
    known = _known()
    return [] if name in known else difflib.get_close_matches(name, known, 1, _LIKE)


@cache
def _known() -> list[str]:
    """The rooms of the shipped maps, as constants."""
    from quack.world.map import load_map, shipped_maps  # which rules that name no room do not ask for

    names = {slug(room) for name in shipped_maps() for room in load_map(name).room_names}
    return sorted(name for name in names if name)
