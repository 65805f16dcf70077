"""What the rulebook's policy says about verdicts."""

from __future__ import annotations

from contextlib import closing

from quack.kb.rulebook import Rulebook
from quack.kb.solve import solve, written_facts

_LABEL = ("verdict_label", 3)


def verdict_labels(rulebook: Rulebook) -> tuple[str, ...]:
    """The labels of verdicts in the order of their precedence, those that decide nothing last.

    Raises:
        RulebookError: the rulebook can't be grounded.
    """
    deriving = [rule for rule in rulebook.rules if rule.head == _LABEL]
    if not deriving:
        return ()
    if all(rule.is_fact for rule in deriving):
        rows = written_facts(rulebook, *_LABEL)
    else:
        with closing(solve(rulebook)) as answer:
            rows = answer.rows(*_LABEL)
    return tuple(
        str(label) for label, _, _ in sorted(rows, key=lambda row: (row[2] == "undecided", str(row[1]), row[0]))
    )
