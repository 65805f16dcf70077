"""Sorts of words: those that say much the same of where somebody was, for patterns that see no difference."""

from __future__ import annotations

from collections.abc import Sequence

_SORTS = {
    "go": """
        went go goes going gone moved move moves moving headed head heading heads walked walk walking ran run
        running traveled continued passed cut swung crossed looped circled drifted came come coming comes
        returned wandered doubled
    """,
    "get": "got get arrived arrive reached reach ended end entered enter enters entering ending hit made popped",
    "quit": "left leave leaves leaving exited exit exiting departed",
    "stay": "stayed stay was were am is are 'm 's be been being stood sat remained spent stuck standing sitting",
    "see": """
        saw see seen seeing sees spotted noticed watched caught met encountered witnessed observed ran-into
        crossed passing
    """,
    "say": """
        said says say saying claims claimed claim claiming told admits admitted confirms confirmed confirm
        mentioned stated put puts places placed according account story
    """,
    "clear": """
        clear clears cleared vouch vouches vouching alibi match matches matched trust safe consistent innocent
        believe lines solid clean corroborates corroborated
    """,
    "sus": """
        suspicious suspect sus duck killer lying lied vote voting lean leaning opportunity explain convenient
        conveniently
    """,
    "do": """
        did doing do working finished finishing complete completed worked task tasks wires started start
        starting began
    """,
    "not": "not never didn't don't wasn't no nobody none n't haven't hasn't without couldn't isn't",
    "if": "if would could might may maybe should unless whether must probably can",
    "dead": "body dead died killed found kill find report reported reporting corpse murdered",
    "ask": "? who why where how what",
    "with": "with together alongside",
    "to": "to into toward towards",
    "in": "in at inside near around by",
    "from": "from out of",
    "via": "through via past",
    "then": "then → after before until when while once as",
    "and": "and , /",
    "but": "but because so since though",
    "that": "that which where there here",
    ".": ". ; : -",
    "i": "i my we me us our",
    "p": "p he him you your",
    "r": "r t",
}
SORTS = {word: sort for sort, words in _SORTS.items() for word in words.split()} | {"\n": "."}
"""The sort of each word that has one."""


class Runs:
    """The sorts of the words of a text in a row, those of no sort left out, and several alike as one."""

    def __init__(self, sorts: Sequence[str | None]) -> None:
        self._runs: list[str] = []
        self._ended: list[int] = [0]
        """For each place how many runs have begun before it."""
        for sort in sorts:
            if sort is not None and (not self._runs or sort != self._runs[-1]):
                self._runs.append(sort)
            self._ended.append(len(self._runs))
        self._next: list[int] = [len(sorts)]
        """For each place the first word from there on that has a sort."""
        for place in range(len(sorts) - 1, -1, -1):
            self._next.append(self._next[-1] if sorts[place] is None else place)
        self._next.reverse()

    def between(self, start: int, end: int) -> list[str]:
        """The runs of the words from one place up to another."""
        if start >= end or (first := self._next[start]) >= end:
            return []
        return self._runs[self._ended[first + 1] - 1 : self._ended[end]]
