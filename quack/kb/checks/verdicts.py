"""Is each verdict named, ranked and put into a bucket, once, and can no claim have two of one rank?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.claim_types import claim_carriers
from quack.kb.checks.finding import Finding
from quack.kb.checks.registry import check
from quack.kb.checks.schema import CLAIM_TYPES
from quack.kb.messages import suggest
from quack.kb.program import spell
from quack.kb.strengths import strength_problems
from quack.kb.syntax import Signature
from quack.kb.verdict_names import unknown_verdicts

BUCKETS = ("supported", "partial", "refuted", "undecided")
_GIVING: tuple[Signature, ...] = (("candidate", 2), ("turned", 2), ("verdict", 2))


class Label(NamedTuple):
    """A line `verdict_label(Name, Precedence, Bucket).`"""

    name: str
    precedence: str
    rule: Rule


@check()
def labels(book: Book) -> Iterator[Finding]:
    """Lines of the policy that name a verdict twice, give two the same precedence, or an unknown bucket."""
    seen: list[Label] = []
    for rule in book.by_head.get(("verdict_label", 3), ()):
        name, precedence, bucket = rule.head.arguments
        if rule.body or name.kind != "name":
            continue
        value = str(book.consts.get(precedence.name, precedence.name))
        number = precedence.kind == "operation" or (precedence.kind != "string" and value.lstrip("-").isdigit())
        if not number:
            what = f"the precedence of {name.name} is {precedence.text}, which is no number"
            yield found("verdict", "error", rule.source, precedence.start, what, "give an integer: the lowest wins")
        if bucket.kind == "name" and bucket.name not in (*BUCKETS, *book.consts):
            what = f"the bucket of {name.name} is {bucket.name}, which metrics do not know"
            remedy = suggest(bucket.name, BUCKETS, "there is ")
            yield found("verdict", "error", rule.source, bucket.start, what, remedy)
        yield from _repeated(book, seen, Label(name.name, value, rule))
        seen.append(Label(name.name, value, rule))


def _repeated(book: Book, seen: list[Label], label: Label) -> Iterator[Finding]:
    rule = label.rule
    for other in seen:
        if other.name == label.name:
            what = f"a second verdict_label for {label.name}: the first stands in {other.rule.info.place}"
            yield found("verdict", "error", rule.source, rule.start, what, "remove one")
        elif other.precedence == label.precedence:
            given = " and ".join(each.info.place for each in _both(book, other.name, label.name))
            what = f"{other.name} and {label.name} have the same precedence, {label.precedence}: "
            what += f"a claim can have both verdicts ({given} give them)" if given else "which of them wins is open"
            remedy = "give each its own number: the lowest wins"
            yield found("two-verdicts", "error", rule.source, rule.start, what, remedy)


def _both(book: Book, one: str, other: str) -> tuple[Rule, ...]:
    """A rule for each of two verdicts, both of claims of one type; none if no type can have both."""
    pairs = product(_givers(book, one), _givers(book, other))
    return next((pair for pair in pairs if frozenset.intersection(*(_types(book, rule) for rule in pair))), ())


def _types(book: Book, rule: Rule) -> frozenset[str]:
    """The types of the claims that a rule speaks of."""
    return frozenset(name for (name, _), _ in claim_carriers(book, rule) if name in CLAIM_TYPES)


def _givers(book: Book, name: str) -> list[Rule]:
    """The rules that give a verdict."""
    rules = (rule for signature in _GIVING for rule in book.by_head.get(signature, ()))
    return [rule for rule in rules if rule.head.arguments[1].name == name]


@check()
def second_deciders(book: Book) -> Iterator[Finding]:
    """Rules that decide beside the file that decides: a claim could have two verdicts."""
    deciding = next((rule.source for rule in book.by_head.get(("content", 2), ())), None)
    for signature in (("verdict", 2), ("content", 2), ("bucket", 2)):
        for rule in book.by_head.get(signature, ()):
            if deciding is not None and rule.source is not deciding:
                what = (
                    f"this rule gives {spell(signature)} beside {deciding.name}, which decides: a claim could have two"
                )
                remedy = "derive candidate(C, V), and let the policy say which comes first"
                yield found("two-verdicts", "error", rule.source, rule.start, what, remedy)


@check(of_whole=True)
def verdicts_without_rules(book: Book) -> Iterator[Finding]:
    """Verdicts of the policy that no rule gives."""
    rules = [rule for signature in (("candidate", 2), ("turned", 2)) for rule in book.by_head.get(signature, ())]
    given = {rule.head.arguments[1].name for rule in rules if rule.head.arguments[1].kind == "name"}
    if not given or ("candidate", 2) not in book.by_head:
        return
    if any(rule.head.arguments[1].kind != "name" or rule.head.arguments[1].name in book.consts for rule in rules):
        return
    for rule in book.by_head.get(("verdict_label", 3), ()):
        name = rule.head.arguments[0]
        if not rule.body and name.kind == "name" and name.name not in given and not rule.source.layer:
            what, remedy = f"no rule gives the verdict {name.name}", "write candidate(C, {0}) :- …, or remove the line"
            close = suggest(name.name, given)
            yield found("verdict", "warning", rule.source, name.start, what, close or remedy.format(name.name))


@check()
def verdict_names(book: Book) -> Iterator[Finding]:
    """Rules that give a verdict which the policy does not know."""
    for error in unknown_verdicts(book.files, book.sources, book.consts):
        yield Finding.of(error, "verdict")


@check()
def strengths(book: Book) -> Iterator[Finding]:
    """Grounds without a strength, and strengths that no rule asks for."""
    for error in strength_problems(book.files, book.sources):
        yield Finding.of(error, "strength")


@check(of_whole=True)
def strengths_of_no_ground(book: Book) -> Iterator[Finding]:
    """Strengths of grounds that no rule gives, in a rulebook that gives some of them."""
    given = {rule.head.arguments[1].name for rule in book.by_head.get(("grounds", 2), ())}
    stated = book.by_head.get(("strength", 2), ())
    if not any(rule.head.arguments[0].name in given for rule in stated):
        return
    for rule in stated:
        ground = rule.head.arguments[0]
        if ground.kind == "name" and ground.name not in given:
            remedy = suggest(ground.name, given) or "write its rule, or remove the line"
            what = f"no rule gives the ground {ground.name}"
            yield found("strength", "warning", rule.source, ground.start, what, remedy)
