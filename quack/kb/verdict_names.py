"""Does the policy know each verdict that a rule gives? Any other would be passed over in silence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from quack.errors import RulebookError
from quack.kb.messages import SourceFile, suggest
from quack.kb.program import RuleFile, written_heads
from quack.kb.syntax import Signature

_GIVING: tuple[Signature, ...] = (("candidate", 2), ("turned", 2), ("verdict", 2))
_LABEL: Signature = ("verdict_label", 3)
_FIRST = re.compile(r"\w+\s*\(\s*([_']*[a-z][\w']*)\s*,")
_LAST = re.compile(r",\s*([_']*[a-z][\w']*)\s*\)$")


def check_verdict_names(
    files: Sequence[RuleFile], sources: Mapping[str, SourceFile], consts: Collection[str] = ()
) -> None:
    """Refuses a rule that gives a verdict which no `verdict_label` names.

    Raises:
        RulebookError: at the first such rule.
    """
    for error in unknown_verdicts(files, sources, consts):
        raise error


def unknown_verdicts(
    files: Sequence[RuleFile], sources: Mapping[str, SourceFile], consts: Collection[str] = ()
) -> Iterator[RulebookError]:
    """Every such rule.

    What is not written as a constant isn't looked at: where a rule derives it, `defect(unknown_label, C)` names the
    claim.

    Args:
        consts: names that stand for something else.
    """
    named = [_FIRST.match(head) for _, head in written_heads(files, _LABEL)]
    if not named or not all(named):
        return
    known = {found[1] for found in named if found}
    if not known.isdisjoint(consts):
        return
    for signature in _GIVING:
        for rule, head in written_heads(files, signature):
            found = _LAST.search(head)
            if found and found[1] not in known and found[1] not in consts:
                remedy = suggest(found[1], known) or f"there is {', '.join(sorted(known))}"
                what = f"unknown_label: no verdict_label names the verdict {found[1]}"
                yield sources[rule.file].error(what, rule.line, rule.column, remedy)
