"""Facts and rules as text for plain clingo: what is judged here can be judged, and asked, by other means too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quack.errors import SettingsError, printable
from quack.kb.judge import Batch, Case
from quack.kb.program import BASE, RuleFile, spell
from quack.kb.rulebook import Rulebook
from quack.kb.symbols import Facts
from quack.kb.syntax import DirectiveCode, Signature

_INCLUDE = re.compile(r'#include\s*"(?:[^\\"\n]|\\.)*"\s*\.')


def everything(rulebook: Rulebook) -> Rulebook:
    """The rulebook, but that it asks for all that logs and claims give."""
    return replace(rulebook, reads=rulebook.reads | rulebook.defined)


def facts_text(facts: Facts, batch: Batch, cases: Sequence[Case]) -> Iterator[str]:
    """The lines of facts as clingo reads them, after comments that say which names stand behind constants."""
    for case, terms in zip(cases, batch.terms, strict=True):
        yield f"% game {terms.game}: {printable(case.log.path)}"
        for player in case.log.players:
            yield f"%   {terms.players[player.id]} is {printable(player.name)}, {printable(player.id)}"
        for name, constant in terms.rooms.items():
            if name != constant:
                yield f"%   {constant} is {printable(name)}"
    for constant, made in batch.claims.items():
        yield f"% {constant} is claim {made.id} of game {batch.terms[made.game].game}"
    for name, terms_of_name in facts.terms.items():
        yield f"% --- {name}"
        for term in terms_of_name:
            yield f"{term}."


def program_text(rulebook: Rulebook, batch: Batch, shown: Sequence[Signature]) -> Iterator[str]:
    """The rules of a rulebook as one program, file after file; facts are to follow.

    Args:
        shown: what clingo is to print.

    Raises:
        SettingsError: a room's constant is also the name of a number of the rulebook: clingo would read that.
    """
    rooms = {constant for terms in batch.terms for constant in terms.rooms.values()}
    if clash := sorted(rooms & rulebook.consts.keys()):
        what = f"the room {clash[0]} has the name of a #const of the rulebook"
        raise SettingsError(what, path=rulebook.entry, remedy="rename the #const")
    for file in rulebook.files:
        yield f"% ===== {file.source.name}"
        yield _plain_code(file, rulebook).rstrip("\n")
    yield from (f"#show {spell(signature)}." for signature in shown)


def _plain_code(file: RuleFile, rulebook: Rulebook) -> str:
    """The text of a file with its comments, includes taken out and `#const`s at their value in force."""
    directives = [statement.code for statement in file.statements if isinstance(statement.code, DirectiveCode)]
    if file.sections or any(code.word == "#show" for code in directives):
        text = file.text((BASE,), ())
    else:
        text = file.source.text
    for code in reversed(directives):
        written = file.scanned.code[code.start : code.end]
        name = written.removeprefix("#const").partition("=")[0].strip()
        if code.word == "#const" and name in rulebook.overrides:
            text = f"{text[: code.start]}#const {name} = {rulebook.overrides[name]}.{text[code.end :]}"
    lines = text.split("\n")
    for include in reversed(file.scanned.includes):
        line = lines[include.line - 1]
        rest = _INCLUDE.sub("", line[include.column - 1 :], count=1)
        lines[include.line - 1] = line[: include.column - 1] + rest
    return "\n".join(lines)
