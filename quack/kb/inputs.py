"""Which predicates come from the log and the claims? No rulebook may define them: evidence can't be forged.

The list stands here and not in `rules/schema.lp`, because a rulebook may bring a schema of its own. The tests hold it
to what the program writes and to what the shipped schema files declare.
"""

from __future__ import annotations

from quack.kb.fired import FIRED

_LOG = """
player game_player team room adjacent round game_round meeting chat at moved alive body killed task_tick look saw heard
voted ejected
"""
_CLAIMS = """
claim denied relayed unknown location route route_room route_length sighting movement spared task traveling waiting
reporting calling other_activity perceived accusation defense intent phrase_of
"""
_TIMES = "time_ref duration says"
_PUBLISHED = "spot visit alive_until segment late_task"

INPUTS = frozenset(f"{_LOG} {_CLAIMS} {_TIMES} {_PUBLISHED}".split())
"""Their names; no arity of such a name may be defined."""

OF_CLAIMS = frozenset(_CLAIMS.split())
"""Those whose first argument is a claim."""

OF_TIMES = frozenset(_TIMES.split())
"""Those whose first argument is the time reference of claims."""


def reserved(name: str) -> bool:
    """Whether a name belongs to what the program itself adds to the rules: a rulebook neither defines nor reads it."""
    return name.startswith(("_", FIRED))
