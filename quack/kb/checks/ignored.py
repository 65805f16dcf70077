"""Which warnings does a rule's author know of? `% check: ignore swapped` above or behind a rule leaves them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from quack.kb.checks.book import Book
from quack.kb.checks.finding import Finding
from quack.kb.program import RuleFile

_IGNORE = re.compile(r"%\s*check:\s*ignore\s+([\w-]+(?:\s*,\s*[\w-]+)*)\s*$")


class Excuse(NamedTuple):
    """Warnings of one kind of check that are meant, from a comment to the end of its rule."""

    check: str
    path: Path
    line: int
    last: int

    def covers(self, finding: Finding) -> bool:
        """Whether a finding is one of them."""
        if finding.severity != "warning" or finding.check != self.check or finding.path is None:
            return False
        return Path(finding.path) == self.path and self.line <= (finding.line or 0) <= self.last


def without_ignored(book: Book, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that no rule excuses, and a warning about each excuse that there is no need for."""
    excuses = [excuse for file in book.files for excuse in _excuses(file)]
    used: set[Excuse] = set()
    left = []
    for finding in findings:
        covering = {excuse for excuse in excuses if excuse.covers(finding)}
        used |= covering
        if not covering:
            left.append(finding)
    # A book that is not whole is not asked everything.
    idle = (excuse for excuse in excuses if excuse not in used) if book.whole else ()
    for excuse in idle:
        what, remedy = f"there is no warning [{excuse.check}] to ignore", "correct its name, or remove the comment"
        left.append(Finding("ignore", "warning", excuse.path, excuse.line, None, what, remedy))
    return left


def _excuses(file: RuleFile) -> Iterator[Excuse]:
    ends = []
    for statement in file.statements:
        line, _ = file.source.place(statement.code.start)
        last, _ = file.source.place(max(statement.code.end - 1, 0))
        ends.append((line, last))
    for comment in file.scanned.comments:
        if found := _IGNORE.match(comment.text):
            first, last = next(((a, b) for a, b in ends if b >= comment.line), (comment.line, comment.line))
            for check in re.split(r"\s*,\s*", found[1]):
                yield Excuse(check, file.source.path, min(first, comment.line), last)
