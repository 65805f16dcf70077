"""What the rulebook's policy says about verdicts."""

from __future__ import annotations

from contextlib import closing

from quack.kb.rulebook import Rulebook
from quack.kb.solve import solve


def verdict_labels(rulebook: Rulebook) -> tuple[str, ...]:
    """The labels of verdicts in the order of their precedence, those that decide nothing last.

    Raises:
        RulebookError: the rulebook can't be grounded.
    """
    if ("verdict_label", 3) not in rulebook.heads:
        return ()
    with closing(solve(rulebook)) as answer:
        rows = answer.rows("verdict_label", 3)
    return tuple(
        str(label) for label, _, _ in sorted(rows, key=lambda row: (row[2] == "undecided", str(row[1]), row[0]))
    )
