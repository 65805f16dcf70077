"""Do heads that are read out hold words that are known there?"""

from __future__ import annotations

from collections.abc import Iterator

from quack.kb.checks.book import Book, found
from quack.kb.checks.finding import Finding
from quack.kb.checks.registry import check
from quack.kb.checks.verdicts import BUCKETS
from quack.kb.messages import suggest
from quack.kb.program import spell
from quack.kb.syntax import Signature
from quack.kb.unread import OUTPUTS

_WORDS: dict[Signature, tuple[str, ...]] = {
    ("support", 2): ("observed", "hearsay", "unsupported"),
    ("perspective", 2): ("self", "other"),
    ("outcome", 2): ("hit", "miss"),
    ("footing", 2): ("strong", "weak"),
    ("bucket", 2): BUCKETS,
}
"""What records and metrics know as the second argument."""


@check()
def unknown_words(book: Book) -> Iterator[Finding]:
    """Words in heads that no metric knows."""
    for signature, words in _WORDS.items():
        for rule in book.by_head.get(signature, ()):
            word = rule.head.arguments[1]
            if word.kind == "name" and word.name not in (*words, *book.consts):
                what = f"metrics do not know {word.name} as {signature[0]}"
                remedy = suggest(word.name, words, "there is ")
                yield found("word", "error", rule.source, word.start, what, remedy)


@check()
def strings_in_heads(book: Book) -> Iterator[Finding]:
    """Strings in heads that are read out: a record holds plain constants."""
    for signature in sorted({*OUTPUTS, ("strength", 2)}):
        for rule in book.by_head.get(signature, ()):
            for term in rule.head.walk():
                if term.kind == "string":
                    what = f"{term.name} is a string in {spell(signature)}, which no constant equals"
                    plain = term.name.strip('"')
                    yield found("string", "error", rule.source, term.start, what, f"write {plain}")
