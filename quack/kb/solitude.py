"""Does a claim's verdict depend on other claims? Where it does not, many can be judged side by side.

Claims share what their words mean: the window of "at tick 7" is one for all claims of a meeting that say so, and the
shipped rules share nothing else. A stranger's rules may count, compare or combine claims; each of them is looked at.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from quack.kb.about import Subjects, subjects_of
from quack.kb.bodies import Body, Literal
from quack.kb.program import RuleInfo
from quack.kb.reify import ReifiedRulebook
from quack.kb.rulebook import Rulebook
from quack.kb.shipped import is_shipped
from quack.kb.syntax import RuleCode
from quack.settings import shipped_folder


def claims_stand_alone(reified: ReifiedRulebook, rules: Collection[RuleInfo]) -> bool:
    """Whether some rules of a rulebook judge each claim as if there were no other; False where that can't be seen."""
    subjects = subjects_of(reified)
    if any(len(subjects.slots[rule.id]) > 1 for rule in rules):
        return False
    own = _own_rules(reified)
    return all(_keeps_apart(reified.bodies[rule.id], subjects, rule) for rule in rules if rule.id in own)


def _keeps_apart(body: Body, subjects: Subjects, rule: RuleInfo) -> bool:
    """Whether a rule hands on what it knows of claims to nothing but the same claim, or the same time reference."""
    literals = [each for each in body.conditions if isinstance(each, Literal)]
    shared = [each for each in literals if each.signature in subjects.dependent]
    inner = {use.signature for use in rule.uses} - {each.signature for each in literals}
    if any(signature in subjects.dependent or subjects.names_claims(signature) for signature in inner):
        return False  # an aggregate over claims, or a condition on them
    if subjects.names_claims(body.head.signature):
        return True
    if subjects.slots[rule.id]:
        return False
    if not shared:
        return True
    # A time reference, and the meeting or chat line that it belongs to.
    own = body.head.arguments[:1]
    own += tuple(each.arguments[1] for each in literals if each.name == "time_ref" and each.arguments[:1] == own)
    return all(each.arguments and each.arguments[0] in own for each in shared)


def _own_rules(rulebook: Rulebook) -> set[int]:
    """The rules that no shipped file of the same name holds, by id."""
    own: set[int] = set()
    for file in rulebook.files:
        if is_shipped(file.source.text):
            continue
        shipped = _shipped_code(file.source.name)
        for statement in file.statements:
            written, rule = statement.code, statement.rule
            if rule is None or not isinstance(written, RuleCode):
                continue
            if _plain(file.scanned.code[written.start : written.end]) not in shipped:
                own.add(rule.id)
    return own


@cache
def _shipped_code(name: str) -> str:
    try:
        return _plain((shipped_folder("rules") / name).read_text("utf-8"))
    except OSError:
        return ""


def _plain(code: str) -> str:
    return "".join(code.split())
