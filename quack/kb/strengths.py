"""Has each ground its strength? One without it would give accusations no footing, and nobody would notice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from quack.errors import RulebookError
from quack.kb.messages import SourceFile, suggest
from quack.kb.program import RuleFile, written_heads
from quack.kb.syntax import Signature

_GROUNDS: Signature = ("grounds", 2)
_STRENGTH: Signature = ("strength", 2)
_SECOND = re.compile(r"\w+\s*\([^(),]*,\s*([a-z]\w*)\s*\)$")
_BOTH = re.compile(r"\w+\s*\(\s*([a-z]\w*)\s*,\s*([a-z]\w*)\s*\)$")


def check_strengths(files: Sequence[RuleFile], sources: Mapping[str, SourceFile]) -> None:
    """Refuses a ground without a strength, and a strength that no rule asks for.

    Raises:
        RulebookError: at the first rule of such a ground, or at the strength.
    """
    for error in strength_problems(files, sources):
        raise error


def strength_problems(files: Sequence[RuleFile], sources: Mapping[str, SourceFile]) -> Iterator[RulebookError]:
    """Every such ground and strength.

    A rulebook that gives none of its grounds a strength does without footings. What is not written as a constant isn't
    looked at.
    """
    grounds = {found[1]: rule for rule, head in written_heads(files, _GROUNDS) if (found := _SECOND.match(head))}
    strengths = [(rule, _BOTH.match(head)) for rule, head in written_heads(files, _STRENGTH)]
    if not all(found for _, found in strengths):
        return
    known = {found[1]: (rule, found[2]) for rule, found in strengths if found}
    if known.keys().isdisjoint(grounds):
        return
    asked = _asked(files)
    for rule, strength in known.values():
        if asked and strength not in asked:
            what, remedy = f"no rule knows the strength {strength}", suggest(strength, asked, "there is ")
            yield sources[rule.file].error(what, rule.line, rule.column, remedy)
    for ground, rule in grounds.items():
        if ground not in known:
            remedy = f"add strength({ground}, {' or '.join(sorted(asked)) or '…'}) to the policy"
            slip = suggest(ground, known.keys() - grounds.keys())
            what = f"the ground {ground} has no strength"
            yield sources[rule.file].error(what, rule.line, rule.column, slip or remedy)


def _asked(files: Sequence[RuleFile]) -> Collection[str]:
    """The strengths that rules ask for by name."""
    uses = (
        file.scanned.code[use.start : use.end]
        for file in files
        for statement in file.statements
        if statement.rule is not None
        for use in statement.rule.uses
        if use.signature == _STRENGTH
    )
    return {found[1] for use in uses if (found := _SECOND.match(use))}
