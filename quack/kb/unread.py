"""Which rules derive what nobody reads? A slip in a head would drop a rule without a word."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence

from quack.errors import RulebookError
from quack.kb.messages import SourceFile
from quack.kb.program import RuleInfo, Signature, spell

OUTPUTS: frozenset[Signature] = frozenset(
    {
        ("candidate", 2),
        ("content", 2),
        ("turned", 2),
        ("verdict", 2),
        ("verdict_label", 3),
        ("bucket", 2),
        ("support", 2),
        ("perspective", 2),
        ("outcome", 2),
        ("grounded", 1),
        ("ungrounded", 1),
        ("grounds", 2),
        ("footing", 2),
        ("claim_window", 3),
        ("evidence", 3),
        ("ground_evidence", 4),
        ("defect", 2),
    }
)
"""What is read out of a solved rulebook."""

_NEARLY = 0.85
"""How alike two names are, at most 1, for one to be a slip of the other."""


def refuse_unread(rules: Sequence[RuleInfo], defined: Collection[Signature], sources: Mapping[str, SourceFile]) -> None:
    """Refuses a rule whose head nobody reads and that looks like a slip: another arity, or nearly the name, of one.

    Raises:
        RulebookError: at the first slip.
    """
    for error in unread_slips(rules, defined, sources):
        raise error


def unread_slips(
    rules: Sequence[RuleInfo], defined: Collection[Signature], sources: Mapping[str, SourceFile]
) -> Iterator[RulebookError]:
    """Every such rule. Other heads that nobody reads do no harm; `#defined` keeps even the former."""
    read = {use.signature for rule in rules for use in rule.uses} | OUTPUTS | set(defined)
    names = {name for name, _ in read}
    for rule in rules:
        if rule.head in read:
            continue
        name = rule.head[0]
        close = {name} if name in names else set(difflib.get_close_matches(name, sorted(names), 1, _NEARLY))
        if close:
            meant = " or ".join(spell(signature) for signature in sorted(read) if signature[0] in close)
            what, remedy = f"nothing reads {spell(rule.head)}", f"did you mean {meant}?"
            yield sources[rule.file].error(what, rule.line, rule.column, remedy)
