"""Which predicates may a rulebook not define, and which does it use though nothing defines them?"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Sequence

from quack.errors import RulebookError
from quack.kb.inputs import INPUTS, reserved
from quack.kb.messages import SourceFile
from quack.kb.program import RuleFile, RuleInfo, spell
from quack.kb.syntax import Atom, Signature

EXPECTATIONS = frozenset({("expect", 1), ("expect_not", 1)})


def unknown_predicate(file: SourceFile, use: Atom, known: Collection[Signature]) -> RulebookError:
    """The error for a predicate that nothing defines."""
    name, _ = use.signature
    arities = sorted(signature for signature in known if signature[0] == name)
    if arities:
        hint = f"did you mean {' or '.join(map(spell, arities))}?"
    else:
        close = difflib.get_close_matches(name, sorted({other for other, _ in known}), 1)
        same = sorted(signature for signature in known if close and signature[0] == close[0])
        hint = f"did you mean {' or '.join(map(spell, same))}?" if same else "define it, or declare it with #defined"
    return file.error(f"unknown predicate {spell(use.signature)}", *file.place(use.start), hint)


def name_problems(
    files: Sequence[RuleFile], rules: Sequence[RuleInfo], known: Collection[Signature]
) -> Iterator[RulebookError]:
    """Every predicate that a rulebook may not define or declare, and every use of one that nothing defines."""
    sources = {file.source.name: file.source for file in files}
    for file in files:
        for name in sorted(name for name, _ in file.defined if reserved(name)):
            place = file.source.place(max(file.scanned.code.find(name), 0))
            yield file.source.error(f"{name} is reserved", *place, "choose another name")
    for rule in rules:
        source = sources[rule.file]
        name = rule.head[0]
        if reserved(name) or rule.head in EXPECTATIONS:
            yield source.error(f"{name} is reserved", rule.line, rule.column, "choose another name")
        if name in INPUTS:
            what = f"a rule defines {spell(rule.head)}, which only the log and the claims give"
            yield source.error(what, rule.line, rule.column, "derive a predicate of another name")
        for use in rule.uses:
            if reserved(use.signature[0]):
                yield source.error(f"{use.signature[0]} is reserved", *source.place(use.start), "choose another name")
            elif use.signature not in known:
                yield unknown_predicate(source, use, known)
