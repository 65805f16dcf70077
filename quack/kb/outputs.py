"""Does a stranger's rulebook derive what can be read? Records hold words, ticks and log lines, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace

from quack.errors import RulebookError
from quack.kb.messages import shorten
from quack.kb.program import RuleInfo, spell
from quack.kb.rulebook import Rulebook
from quack.kb.shipped import is_shipped
from quack.kb.solve import Answer, solve
from quack.kb.symbols import Facts, Row, Value
from quack.kb.syntax import Signature

_WORDS = ("verdict", "bucket", "support", "perspective", "outcome", "footing", "grounds")
_FORMS = {
    **{name: f"{name}(C, a_plain_constant) for a claim C" for name in _WORDS},
    "defect": "defect(a_plain_constant, C) for a claim C",
    "evidence": "evidence(C, Fact, Line) for a claim C, with the log line of the fact, or 0",
    "ground_evidence": "ground_evidence(C, Ground, Fact, Line) for a claim C, with the log line of the fact, or 0",
    "claim_window": "claim_window(C, F, L) for a claim C, with its first and last tick",
    "grounded": "grounded(C) for a claim C",
    "ungrounded": "ungrounded(C) for a claim C",
}
_WORD = re.compile(r"[a-z_][A-Za-z0-9_']*")


def check_outputs(rulebook: Rulebook, answer: Answer, facts: Facts, claims: Mapping[str, int]) -> None:
    """Refuses what no record can hold; shipped rulebooks need no such look.

    Args:
        answer: what follows from the facts.
        claims: the constants of the claims, each with the number of lines of its log.

    Raises:
        RulebookError: at the rule that derives it.
    """
    looks: list[tuple[Signature, int, Callable[[Row], str | None]]] = [
        *(((name, 2), 0, lambda row: _no_word(row[1])) for name in _WORDS),
        (("defect", 2), 1, lambda row: _no_word(row[0])),
        (("evidence", 3), 0, lambda row: _no_line(row[2], claims[row[0]])),
        (("ground_evidence", 4), 0, lambda row: _no_line(row[3], claims[row[0]]) or _no_word(row[1])),
        (("claim_window", 3), 0, _no_window),
        (("grounded", 1), 0, lambda row: None),
        (("ungrounded", 1), 0, lambda row: None),
    ]
    for signature, claim, fault in looks:
        for row in answer.rows(*signature, ordered=False):
            named = row[claim]
            what = f"{_spell(named)} is no claim" if not _is_claim(named, claims) else fault(row)
            if what is not None:
                rule = _culprit(rulebook, facts, signature, row)
                raise rulebook.source(rule.file).error(
                    f"{spell(signature)} can't be read: {what}",
                    rule.line,
                    rule.column,
                    f"derive {_FORMS[signature[0]]}",
                )


def _is_claim(value: Value, claims: Mapping[str, int]) -> bool:
    return isinstance(value, str) and value in claims


def _no_word(value: Value) -> str | None:
    if isinstance(value, str) and _WORD.fullmatch(value):
        return None
    return f"{_spell(value)} is no plain constant"


def _no_line(value: Value, last: int) -> str | None:
    if not isinstance(value, int):
        return f"{_spell(value)} is no line of a log"
    return None if 0 <= value <= last else f"the log has {last} lines, and none with the number {value}"


def _no_window(row: Row) -> str | None:
    odd = [value for value in row[1:] if not isinstance(value, int)]
    return f"{_spell(odd[0])} is no tick" if odd else None


def _spell(value: Value) -> str:
    """A value as rules write it."""
    if not isinstance(value, tuple):
        return shorten(str(value), 60)
    return shorten(f"{value[0]}({', '.join(map(_spell, value[1:]))})", 60)


def _culprit(rulebook: Rulebook, facts: Facts, signature: Signature, row: Row) -> RuleInfo:
    """The rule that derives an atom; where that can't be told, one that derives its predicate."""
    rules = [rule for rule in rulebook.rules if rule.head == signature]
    own = [rule for rule in rules if not is_shipped(rulebook.source(rule.file).text)] or rules
    if len(own) > 1:
        return _traced(rulebook, facts, signature, row) or next((rule for rule in own if rule.is_fact), own[0])
    return own[0]


def _traced(rulebook: Rulebook, facts: Facts, signature: Signature, row: Row) -> RuleInfo | None:
    """The rule with a body that derives an atom, found by deriving all once more."""
    try:
        with closing(solve(replace(rulebook, deciding=frozenset({signature})), facts)) as traced:
            return next((rule for rule, found in traced.fired(*signature) if found == row), None)
    except RulebookError:
        return None
