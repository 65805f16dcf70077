"""Are letters used for what they stand for, and do the rules of a predicate agree about its arguments?"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.domains import NUMERIC, Domains, Environment, describe
from quack.kb.checks.finding import Finding
from quack.kb.checks.registry import check
from quack.kb.checks.schema import CLAIMS, SORTS, Domain
from quack.kb.program import spell
from quack.kb.syntax import Signature

_FIXED = frozenset("C P S Q R T F L W Rd Line M".split())
"""Letters that stand for one sort everywhere."""
_KINDS = ("player", "room", "tick", "line", "round", "occasion", "time", "game")


@check(of_whole=True)
def letters(book: Book) -> Iterator[Finding]:
    """Variables whose letter stands for something else than what they are."""
    domains = book.domains
    for rule in book.rules:
        environment = domains.environment(rule)
        if environment.empty:
            continue
        for name, domain in environment.values.items():
            letter = name.rstrip("'")
            if letter in _FIXED and domain and not _suits(letter, domain) and not _is_one(letter, environment, name):
                site = next((site for site in environment.sites[name] if site.domain), environment.sites[name][0])
                where = f" in {spell(site.atom.signature)}" if site.atom is not None else ""
                what = f"{name} stands for {describe(_meant(letter))}, and is {describe(domain)}{where}"
                remedy = "are arguments swapped, or is another letter meant?"
                yield found("letter", "warning", rule.source, site.term.start, what, remedy)


def _meant(letter: str) -> Domain:
    return CLAIMS if letter == "C" else frozenset({SORTS[letter]})


def _is_one(letter: str, environment: Environment, name: str) -> bool:
    """Whether a variable is some player or room that the rule names."""
    named = all(each[0] == "=" for each in environment.values[name] or ())
    return named and any(site.domain and SORTS[letter] in site.domain for site in environment.sites[name])


def _suits(letter: str, domain: Domain) -> bool:
    if letter == "C":
        return bool(domain & CLAIMS)
    sort = SORTS[letter]
    return sort in domain or (sort in NUMERIC and "number" in domain)


@check(of_whole=True)
def arguments_of_two_kinds(book: Book) -> Iterator[Finding]:
    """Rules that put something else into an argument than the other rules of their predicate."""
    domains = book.domains
    for signature, rules in book.by_head.items():
        if len(rules) < 2:
            continue
        environments = [domains.environment(rule) for rule in rules]
        for index in range(signature[1]):
            kinds = [_kinds(domains, *pair, index) for pair in zip(rules, environments, strict=True)]
            counts = Counter(kind for each in kinds for kind in each)
            for rule, mine in zip(rules, kinds, strict=True):
                others = {kind for kind, count in counts.items() if count > (kind in mine)}
                odd = mine and others and not mine & others
                # Of two rules that disagree, the one whose kind is rarer is named; of two alike, the second.
                if odd and (
                    sum(counts[kind] for kind in mine) < sum(counts[kind] for kind in others) or rule is rules[-1]
                ):
                    yield _odd(rule, signature, index, mine, others)


def _kinds(domains: Domains, rule: Rule, environment: Environment, index: int) -> frozenset[str]:
    value = domains.value(rule.head.arguments[index], environment)
    if not value:
        return frozenset()
    return frozenset(each for each in value if each in _KINDS) | ({"claim"} if value & CLAIMS else set())


def _odd(rule: Rule, signature: Signature, index: int, mine: frozenset[str], others: set[str]) -> Finding:
    one, other = (describe(CLAIMS if "claim" in kinds else kinds) for kinds in (mine, others))
    what = f"argument {index + 1} of {spell(signature)} is {one} here and {other} in its other rules"
    remedy = "are arguments swapped, or a name mistaken?"
    return found("letter", "warning", rule.source, rule.head.arguments[index].start, what, remedy)


@check()
def lone_terms(book: Book) -> Iterator[Finding]:
    """Terms such as saz(…) that stand nowhere else and are nearly called like others."""
    terms = [
        (rule, each)
        for rule in book.rules
        for whole in rule.terms()
        for argument in whole.arguments
        for each in argument.walk()
        if each.kind == "function"
    ]
    counts = Counter(each.signature for _, each in terms)
    often = {name for (name, _), count in counts.items() if count > 1}
    alike: dict[int, list[str]] = {arity: [] for _, arity in counts}
    for name, arity in sorted(signature for signature, count in counts.items() if count > 1):
        alike[arity].append(name)
    known = {name for name, _ in book.known} | {name for name, _ in book.domains.inner}
    for rule, term in terms:
        if counts[term.signature] == 1 and term.name not in known | often:
            close = difflib.get_close_matches(term.name, alike[len(term.arguments)], 1, 0.6)
            if close and abs(len(close[0]) - len(term.name)) <= 1 and close[0][0] == term.name[0]:
                what = f"{term.name}(…) stands nowhere else"
                yield found("letter", "warning", rule.source, term.start, what, f"did you mean {close[0]}?")


_OPEN_WORDS = ("any", "anyone", "unknown", "skip")


@check()
def nearly_open(book: Book) -> Iterator[Finding]:
    """Constants that are nearly one of those for what a claim leaves open."""
    known = {name for value in book.consts.items() for name in map(str, value)} | _own_words(book) | {*_OPEN_WORDS}
    for rule in book.rules:
        for term in (each for whole in rule.terms() for each in whole.walk()):
            if term.kind == "name" and term.name not in known:
                close = difflib.get_close_matches(term.name, _OPEN_WORDS, 1, 0.66)
                if close and abs(len(close[0]) - len(term.name)) <= 1:
                    what = f"{term.name} is nearly {close[0]}"
                    yield found("letter", "warning", rule.source, term.start, what, f"did you mean {close[0]}?")


def _own_words(book: Book) -> set[str]:
    """The constants and predicates that the schema names."""
    domains = (domain for arguments in book.domains.given.values() for domain in arguments if domain)
    given = {each[1:] for domain in domains for each in domain}
    return given | {name for name, _ in book.known}


@check()
def strings(book: Book) -> Iterator[Finding]:
    """Strings in bodies that no head gives: neither logs nor claims hold any, so that nothing is equal to one."""
    given = {term.name for rule in book.rules for term in rule.head.walk() if term.kind == "string"}
    for rule in book.rules:
        for term in (each for whole in rule.terms() if whole is not rule.head for each in whole.walk()):
            if term.kind == "string" and term.name not in given:
                plain = term.name.strip('"')
                what = f"{term.name} is a string, which no constant equals"
                yield found("string", "warning", rule.source, term.start, what, f"write {plain}")
