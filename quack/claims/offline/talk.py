"""What a meeting has said of its players so far, before an utterance: who was blamed, who was cleared, and by whom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_BLAME = re.compile(
    r"\b(?:duck|killer|suspicious|suspect|lying|lied|liar|vote|voting|killed|opportunity|explain|lean|leaning|sketchy"
    r"|sus|convenient|conveniently|accuse|accusing)\b",
    re.IGNORECASE,
)
_CLEAR = re.compile(
    r"\b(?:clear|clears|cleared|confirm|confirms|confirmed|vouch|vouches|alibi|match|matches|matched|trust|safe"
    r"|consistent|innocent|believe|lines? up|checks? out|corroborates?)\b",
    re.IGNORECASE,
)
_SHORT = 24
"""Characters; a message below that names a player is a vote."""


class Talk(NamedTuple):
    """Who named, blamed and cleared whom, by player; `turns` is how many messages there were."""

    turns: int = 0
    named: frozenset[tuple[int, int]] = frozenset()
    blamed: frozenset[tuple[int, int]] = frozenset()
    cleared: frozenset[tuple[int, int]] = frozenset()

    def traits(self, speaker: int, player: int) -> Iterator[str]:
        """What was said of a player, as features of a stance of the speaker."""
        own = f"{speaker == player:d}"
        turns = f"turns {min(self.turns, 6)} {own}"
        named, blamed, cleared = (
            min(sum(whom == player and who not in (speaker, player) for who, whom in pairs), 3)
            for pairs in (self.named, self.blamed, self.cleared)
        )
        mine = "".join(f"{(speaker, player) in pairs:d}" for pairs in (self.named, self.blamed, self.cleared))
        back = "".join(f"{(player, speaker) in pairs:d}" for pairs in (self.named, self.blamed, self.cleared))
        most = _most(self.blamed)
        yield from (
            turns, f"named {named} {own}", f"blamed {blamed} {own}", f"cleared {cleared} {own}",
            f"bc {blamed} {cleared} {own}", f"tb {min(self.turns, 6)} {blamed} {own}",
            f"mine {mine}", f"back {back}", f"lead {most > 0 and blamed >= min(most, 3):d} {own}",
        )  # fmt: skip


@lru_cache(maxsize=64)
def _most(pairs: frozenset[tuple[int, int]]) -> int:
    """How many players have named the one that most have."""
    return max(Counter(whom for _, whom in pairs).values(), default=0)


def judged(sentence: str) -> tuple[bool, bool]:
    """Whether a sentence speaks against the players that it names, and whether it speaks for them."""
    return bool(_BLAME.search(sentence)), bool(_CLEAR.search(sentence))


def is_vote(text: str) -> bool:
    """Whether a message that names a player is but a vote."""
    return len(text.strip()) < _SHORT
