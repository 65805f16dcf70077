"""Does each rule file say truly what it reads and what it defines?

A rule file begins with three comment lines: the question that it answers, `% in:` the predicates that it reads, and
`% out:` those that it defines. A predicate stands with or without its arity; `nothing` stands for none. An entry file
may do without them while it holds nothing but includes and lines of a policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from quack.errors import RulebookError
from quack.kb.layers import is_keyed
from quack.kb.program import RuleFile, spell
from quack.kb.syntax import DirectiveCode, Signature

if TYPE_CHECKING:
    from quack.kb.rulebook import Rulebook

_LISTED = re.compile(r"([\w']+)(?:/(\d+))?$")
_NOTHING = "nothing"
_BEGUN = re.compile(r"% (?:in|out):|% .*\?$")


def header_problems(rulebook: Rulebook) -> list[RulebookError]:
    """Every disagreement between the headers of a rulebook's files and their rules."""
    return [problem for file in rulebook.files for problem in file_problems(file)]


def file_problems(file: RuleFile) -> Iterable[RulebookError]:
    """Every disagreement between the header of a file and its rules."""
    source = file.source
    lines = [line.strip() for line in source.text.split("\n", 3)[:3]] + [""] * 3
    if not file.statements or (_is_of_policy(file) and not any(_BEGUN.match(line) for line in lines)):
        return
    form = "begin with three lines: % the question; % in: …; % out: …"
    if not lines[0].startswith("% ") or not lines[0].endswith("?"):
        yield source.error("no question at the head of the file", 1, None, form)
    rules = [statement.rule for statement in file.statements if statement.rule is not None]
    defines = {rule.head for rule in rules}
    reads = {use.signature for rule in rules for use in rule.uses}
    for number, word, needed, allowed in (
        (2, "in", reads - defines, reads),
        (3, "out", defines, defines),
    ):
        start = f"% {word}:"
        if not lines[number - 1].startswith(start):
            yield source.error(f"no `{start}` on line {number}", number, None, form)
            continue
        yield from _compare(file, number, word, lines[number - 1][len(start) :], needed, allowed)


def _is_of_policy(file: RuleFile) -> bool:
    """Whether a file of includes holds constants and lines of a policy besides, and nothing else."""
    codes = [statement.code for statement in file.statements]
    return bool(file.scanned.includes) and all(
        code.word == "#const" if isinstance(code, DirectiveCode) else is_keyed(code) for code in codes
    )


def _compare(
    file: RuleFile, line: int, word: str, text: str, needed: set[Signature], allowed: set[Signature]
) -> Iterable[RulebookError]:
    verb = {"in": "read", "out": "defined"}[word]
    listed: list[tuple[str, int | None]] = []
    for part in text.split(","):
        match = _LISTED.match(part.strip())
        if match is None:
            remedy = "separate predicates by commas, or write `nothing`"
            yield file.source.error(f"`% {word}:` with `{part.strip()}`", line, None, remedy)
        elif part.strip() != _NOTHING:
            listed.append((match[1], int(match[2]) if match[2] else None))
    for name, arity in listed:
        if not any(name == other and arity in (None, number) for other, number in allowed):
            shown = name if arity is None else f"{name}/{arity}"
            yield file.source.error(f"`% {word}:` lists {shown}, which is not {verb} here", line, None, "take it out")
    for signature in sorted(needed):
        if signature not in listed and (signature[0], None) not in listed:
            what = f"`% {word}:` lacks {spell(signature)}, which is {verb} here"
            yield file.source.error(what, line, None, "add it")
