"""Which rules derive what nobody reads? A slip in a head drops a rule without a word, so it is an error."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from quack.errors import RulebookError
from quack.kb.files import SourceFile, suggest
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


def refuse_unread(rules: Sequence[RuleInfo], defined: Collection[Signature], sources: Mapping[str, SourceFile]) -> None:
    """Refuses rules whose head no rule reads and no record holds; `#defined` keeps a predicate all the same.

    Raises:
        RulebookError: at the first such head.
    """
    read = {use.signature for rule in rules for use in rule.uses} | OUTPUTS | set(defined)
    for rule in rules:
        if rule.head in read:
            continue
        name = rule.head[0]
        same = sorted(signature for signature in read if signature[0] == name)
        hint = f"did you mean {' or '.join(map(spell, same))}?" if same else suggest(name, {other for other, _ in read})
        raise sources[rule.file].error(f"nothing reads {spell(rule.head)}", rule.line, rule.column, hint)
