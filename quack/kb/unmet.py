"""Which expectations of a test can't fail, because they name what nothing gives?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from quack.errors import RulebookError
from quack.kb.layered_tests import Tested
from quack.kb.messages import suggest
from quack.kb.program import RuleFile
from quack.kb.syntax import RuleCode

_WORD = re.compile(r"(?<![\w'])[a-z][\w']*")
_EXPECT_NOT = ("expect_not", 1)


def expectations_of_nothing(rulebook: Tested, file: RuleFile) -> Iterator[RulebookError]:
    """What a test file doesn't expect and what could never be: neither rules nor tests hold its word."""
    code = file.scanned.code
    heads = [
        (statement.code.head.start, statement.code.head.end)
        for statement in file.statements
        if isinstance(statement.code, RuleCode) and statement.code.head.signature == _EXPECT_NOT
    ]
    rest, done = [], 0
    for start, end in heads:
        rest.append(code[done:start])
        done = end
    texts = [*rest, code[done:], *(each.scanned.code for each in rulebook.files)]
    texts += [comment.text for each in rulebook.files if each.defined for comment in each.scanned.comments]
    known = {word for text in texts for word in _WORD.findall(text)}
    for start, end in heads:
        # The first argument is whom or what a test makes up, and may be one that it gives nothing to.
        first = code.find(",", start, end)
        for found in _WORD.finditer(code, first, end) if first > 0 else ():
            if found[0] not in known:
                remedy = suggest(found[0], known) or "expect_not(…) of it always holds"
                yield file.source.error(f"nothing gives {found[0]}", *file.source.place(found.start()), remedy)
