"""A small rulebook to take apart: was the subject in the room at that tick?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quack.errors import RulebookError
from quack.kb.rulebook import load_rulebook

ENTRY = '#include "schema.lp".\n#include "policy.lp".\n#include "location.lp".\n'

SCHEMA = """\
% What is given?
% in: nothing
% out: nothing
#defined at/4.       % at(S, R, F, L)
#defined claim/4.    % claim(C, S, R, T)
#defined defect/2.
"""

POLICY = """\
% What is a verdict?
% in: nothing
% out: verdict_label/1
#const slack = 1.    % in ticks
verdict_label(true).
verdict_label(false).
"""

LOCATION = """\
% Was the subject there?
% in: at/4, claim/4, verdict_label/1
% out: stood/1, candidate/2, verdict/2

%!trace_rule {"% was in % at tick %", S, R, T}.
stood(C) :- claim(C, S, R, T), at(S, R, F, L), F - slack <= T, T <= L + slack.
%!trace_rule {"it was there"}.
candidate(C, true) :- stood(C).
candidate(C, false) :- claim(C, _, _, _), not stood(C).
verdict(C, V) :- candidate(C, V), verdict_label(V).
"""

LOCATION_TEST = """\
#program test_a_stay_makes_it_true.
at(alice, medbay, 3, 5). claim(c1, alice, medbay, 6).
expect(verdict(c1, true)).
expect_not(verdict(c1, false)).

#program test_without_a_stay_it_is_false.
claim(c1, alice, medbay, 6).
expect(verdict(c1, false)).
"""

FILES = {"observed.lp": ENTRY, "schema.lp": SCHEMA, "policy.lp": POLICY, "location.lp": LOCATION}


def write_rulebook(folder: Path, **changed: str) -> Path:
    """Writes the small rulebook, some files with another text (`location="…"` is location.lp); returns the folder."""
    files = FILES | {f"{name}.lp": text for name, text in changed.items()}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def refusal(folder: Path, **changed: Any) -> str:
    """What is said of a rulebook, its place relative to the folder."""
    write_rulebook(folder, **changed)
    with pytest.raises(RulebookError) as caught:
        load_rulebook(folder)
    return str(caught.value).replace(f"{folder}/", "")


def added(line: str) -> str:
    """The location rules and one more line, the 12th."""
    return f"{LOCATION}\n{line}\n"
