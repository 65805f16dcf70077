"""`quack rules list` and `quack rules show`: what is there, and where is it used?"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any

import typer

from quack.cli.options import NamedRulebook, RulebookName, one_rulebook, rulebook_names
from quack.cli.output import complain, tell
from quack.errors import RulebookError, printable
from quack.settings import DEFAULT_RULEBOOK

LIST_EXAMPLES = """\b
Examples:
  quack rules list
  quack rules list --rules observed
  quack rules list --json
"""
SHOW_EXAMPLES = """\b
Examples:
  quack rules show strict
  quack rules show window.lp
  quack rules show margin
  quack rules show resolve.lp:9
  quack rules show "a little outside the window" --json
"""

Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


def list_rules(
    named: NamedRulebook = None,
    rulebook_name: Annotated[
        str | None,
        typer.Option(
            "--rules", metavar="NAME|DIR", autocompletion=rulebook_names, help="List the rules of this rulebook."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the rulebooks at hand, or the rules of one."""
    from quack.kb.files import books_at_hand
    from quack.kb.rule_index import describe_book, rule_card
    from quack.report.rules_shown import books_as_text, rules_as_text

    chosen = one_rulebook(named, rulebook_name or "", "")
    if chosen:
        book, _ = describe_book(chosen)
        rules = [rule_card(book, rule) for rule in book.rules]
        _print(as_json, {"rulebook": book.name, "rules": [asdict(rule) for rule in rules]}, rules_as_text(rules))
        return
    cards = []
    for name in books_at_hand():
        try:
            cards.append(describe_book(name)[1])
        except RulebookError as error:
            complain(error)
    plain = [asdict(card) | {"rules": card.rules, "tests": card.tests} for card in cards]
    _print(as_json, {"rulebooks": plain}, books_as_text(cards))


def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A rulebook, a rule file, a predicate, a rule's FILE:LINE, or words of its label."
        ),
    ],
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    as_json: Json = False,
) -> None:
    """Show a rulebook, a rule file, a predicate or a rule: its question, inputs, outputs, words, code and uses."""
    from quack.kb import rule_index as index
    from quack.kb.files import books_at_hand
    from quack.report import rules_shown as shown

    if name in books_at_hand():
        card = index.describe_book(name)[1]
        _print(as_json, {"rulebook": asdict(card)}, shown.book_as_text(card))
        return
    book, _ = index.describe_book(rulebook_name)
    found = index.find_shown(book, name)
    if isinstance(found, index.FileCard):
        rules = index.rules_of(book, found.name)
        plain = {"file": asdict(found), "rules": [asdict(rule) for rule in rules]}
        _print(as_json, plain, shown.file_as_text(found, rules))
    elif isinstance(found, index.PredicateCard):
        _print(as_json, {"predicate": asdict(found)}, shown.predicate_as_text(found))
    else:
        lines = (line for rule in found for line in shown.rule_as_text(rule))
        _print(as_json, {"rules": [asdict(rule) for rule in found]}, lines)


def _print(as_json: bool, plain: dict[str, Any], lines: Iterable[str]) -> None:
    if as_json:
        tell(json.dumps(plain, indent=1))
        return
    for line in lines:
        tell(printable(line))
