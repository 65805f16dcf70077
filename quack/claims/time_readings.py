"""From the clauses of a time phrase to references: which content, tied how, refers to what, and which one wins."""

from __future__ import annotations


def _tied(**kinds: str) -> dict[str, str]:
    """For every relation the kind it leads to, from the relations of every kind."""
    return {relation: kind for kind, relations in kinds.items() for relation in relations.split()}


READINGS: dict[str, dict[str, str]] = {
    "ejection": _tied(before_vote="before just_before until"),
    "previous": _tied(previous="none at before just_before until", round="after just_after since"),
    "first_round": _tied(first_round="none at before just_before until"),
    "nth_round": _tied(nth_round="none at"),
    "gathering": _tied(call="none at just_before", up_to_call="before until ending", round="after just_after since"),
    "call": _tied(call="none at just_before just_after after", up_to_call="before until ending"),
    "find": _tied(find="none at just_before just_after", up_to_call="before until ending"),
    "place": _tied(mention="none"),
    "spawn": _tied(opening="none at after just_after", round="since"),
    "alive": _tied(before_kill="none at"),
    "kill_of": _tied(kill="none at just_before just_after", before_kill="before until"),
    "kill": _tied(kill_any="none at just_before just_after"),
    "ending": _tied(ending="none at just_before", round="before until ending since"),
    "late": _tied(late="none at since after", round="before until ending"),
    "middle": _tied(middle="none at", late="since after", round="before until ending"),
    "opening": _tied(opening="none at just_after", round="since after before until ending"),
    "round": _tied(previous="before", round="none at after just_after since until ending"),
    "happening": _tied(mention="none"),
    "anaphora": _tied(mention="none"),
    "manner": _tied(manner="none"),
}
"""What a content refers to, by what ties it; tied otherwise, to an event, or to the round where a story ends in it."""

MEANING = {"up_to_call": "round", "manner": "round", "mention": "event"}
"""Kinds of this grammar that are told apart for their row only."""

ROWS: tuple[tuple[str, ...], ...] = (
    ("between", "near", "about", "just_before", "just_after", "since", "until"),
    ("previous", "first_round", "nth_round", "before_vote"),
    ("call",),
    ("up_to_call",),
    ("ending", "late", "middle"),
    ("opening",),
    ("kill", "kill_any", "before_kill"),
    ("event",),
    ("round",),
    ("mention",),
    ("manner",),
)
"""The table of references: of several in a phrase, one of a higher row wins."""
