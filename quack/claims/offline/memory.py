"""What the messages of a meeting claimed before an utterance, as the extractor read them: who said what of whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from quack.claims.extractor import Occasion, Said
from quack.claims.offline.candidates import Key

Assertion = tuple[str, Key]
"""What a message claims: a kind and its key."""

_NOBODY: frozenset[int] = frozenset()


class Memory:
    """Who has claimed what in a meeting so far.

    Args:
        told: for each earlier message its speaker and what it claims, in order.
    """

    def __init__(self, told: Iterable[tuple[int, Iterable[Assertion]]] = ()) -> None:
        self._said: dict[Assertion, set[int]] = {}
        self._present: dict[Key, set[int]] = {}
        self._met: dict[Key, set[int]] = {}
        self._placed: set[int | str] = set()
        self._theres: dict[Key, str] = {}
        self.empty = True
        for speaker, assertions in told:
            for kind, key in assertions:
                self.empty = False
                self._said.setdefault((kind, key), set()).add(speaker)
                self._place(speaker, kind, key)
        accused = [len(who) for (kind, _), who in self._said.items() if kind == "accuse"]
        self._most = max(accused, default=0)

    def _place(self, speaker: int, kind: str, key: Key) -> None:
        pairs: tuple[Key, ...]
        if kind == "sight":
            viewer, target, room = key
            pairs = ((viewer, room), (target, room))
            for both in ((viewer, target), (target, viewer)):
                self._met.setdefault(both, set()).add(speaker)
        elif kind == "move":
            pairs = ((key[0], key[1]), (key[0], key[2]))
        else:
            pairs = () if kind in ("accuse", "defend") else (key,)
        for pair in pairs:
            self._present.setdefault(pair, set()).add(speaker)
            if pair[0] == speaker:
                self._placed.add(speaker)

    def traits(self, kind: str, key: Key, speaker: int) -> Iterator[str]:
        """What was said of a candidate before, as features of its second step; none where nothing was claimed."""
        if self.empty:
            return
        own = "i" if key[0] == speaker else "p"
        if kind in ("accuse", "defend"):
            yield from self._stance(key, speaker, own)
            return
        yield f"same {own}{_who(self._said.get((kind, key)), speaker, key[0])}"
        if kind == "sight":
            viewer, target, room = key
            yield f"viewer {own}{self._there(viewer, room, speaker)}"
            yield f"target {own}{self._there(target, room, speaker)}"
            yield f"seen back {own}{_who(self._said.get((kind, (target, viewer, room))), speaker, target)}"
            yield f"met {own}{_who(self._met.get((viewer, target)), speaker, target)}"
        elif kind == "move":
            player, origin, end = key
            yield f"from {own}{self._there(player, origin, speaker)}"
            yield f"to {own}{self._there(player, end, speaker)}"
            yield f"way back {own}{_who(self._said.get((kind, (player, end, origin))), speaker, player)}"
        else:
            yield f"there {own}{self._there(key[0], key[1], speaker)}"

    def _there(self, player: int | str, room: int | str, speaker: int) -> str:
        """Who placed a player in a room, and whether the player has told where it was."""
        key = (player, room, speaker)
        found = self._theres.get(key)
        if found is None:
            who = _who(self._present.get((player, room)), speaker, player)
            found = self._theres[key] = f"{who}{player in self._placed:d}"
        return found

    def _stance(self, key: Key, speaker: int, own: str) -> Iterator[str]:
        (player,) = key
        for kind in ("accuse", "defend"):
            who = self._said.get((kind, key), _NOBODY)
            yield f"{kind}d {own}{_who(who, speaker, player)} {min(len(who), 3)}"
            yield f"{kind}s back {own}{player in self._said.get((kind, (speaker,)), _NOBODY):d}"
        yield f"met {own}{_who(self._met.get((speaker, player)), speaker, player)}"
        most = self._most > 0 and len(self._said.get(("accuse", key), _NOBODY)) == self._most
        yield f"accused most {own}{most:d}"


def _who(who: set[int] | frozenset[int] | None, speaker: int, subject: int | str) -> str:
    """Whether the speaker, the player that it is about, and others are among some players."""
    if not who:
        return "000"
    about = subject in who and subject != speaker
    return f"{speaker in who:d}{about:d}{len(who) > (speaker in who) + about:d}"


class Told(NamedTuple):
    """The first messages of a meeting, and for each its speaker and what it claims."""

    messages: tuple[Said, ...] = ()
    claims: tuple[tuple[str, tuple[Assertion, ...]], ...] = ()


class Meetings:
    """What the messages of each meeting claim: each is read once, in order, whichever is asked for first.

    Args:
        read: reads what a message claims.
    """

    def __init__(self, read: Callable[[Said, Occasion], tuple[Assertion, ...]]) -> None:
        self._read = read
        self._told: dict[Occasion, Told] = {}

    def before(self, occasion: Occasion) -> tuple[tuple[str, tuple[Assertion, ...]], ...]:
        """Speaker and claims of each message before an occasion."""
        earlier = occasion.earlier
        known = self._told.get(replace(occasion, earlier=()), Told())
        same = 0
        while same < min(len(earlier), len(known.messages)) and earlier[same] == known.messages[same]:
            same += 1
        claims = known.claims[:same]
        for number in range(same, len(earlier)):
            said, then = earlier[number], replace(occasion, earlier=earlier[:number])
            claims = self.keep(then, said, claims, self._read(said, then))
        return claims

    def keep(
        self,
        occasion: Occasion,
        said: Said,
        before: tuple[tuple[str, tuple[Assertion, ...]], ...],
        claims: tuple[Assertion, ...],
    ) -> tuple[tuple[str, tuple[Assertion, ...]], ...]:
        """Keeps what a message claims for those after it."""
        told = Told((*occasion.earlier, said), (*before, (said.speaker, claims)))
        self._told[replace(occasion, earlier=())] = told
        return told.claims
