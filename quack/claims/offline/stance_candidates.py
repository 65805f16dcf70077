"""Whom an utterance might accuse or defend."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from quack.claims.offline.candidates import Blocks, Candidate, Candidates, Proposal, Setting
from quack.claims.offline.clues import traits_of
from quack.claims.offline.patterns import Patterns
from quack.claims.offline.reference import Anchor, Reading

_STANCES = ("accuse", "defend")


def stance_candidates(reading: Reading, setting: Setting, patterns: Patterns) -> Iterator[Proposal]:
    """One accusation and one defense per player, from all the words that name it."""
    named: dict[int, list[Anchor]] = {}
    for anchor in reading.anchors:
        if anchor.how in ("name", "you", "i", "he0"):
            named.setdefault(anchor.player, []).append(anchor)
    most = max((len(found) for player, found in named.items() if player != reading.speaker), default=0)
    words = _Words(reading, patterns)
    for player, found in sorted(named.items()):
        blocks = (("T", _traits(reading, setting, player, found, most)), *words.blocks(player, found))
        ruled_out = all(reading.is_ruled_out(anchor) for anchor in found)
        accusable = player != reading.speaker and player not in setting.dead and not ruled_out
        yield Proposal(_STANCES if accusable else _STANCES[1:], (player,), tuple(found), (), blocks)


class _Words:
    """The words around those that name a player, as features; every token's are made once."""

    def __init__(self, reading: Reading, patterns: Patterns) -> None:
        self.reading, self.patterns = reading, patterns
        signs = reading.speech.signs
        self._left, self._right, self._in = ([f"{way} {sign}" for sign in signs] for way in ("<", ">", "in"))
        self._lefts, self._rights = ([f"{way} {a} {b}" for a, b in pairwise(signs)] for way in ("<<", ">>"))

    def blocks(self, player: int, found: list[Anchor]) -> Blocks:
        """The patterns beside a player's words, the words before and after, and those of the sentences."""
        speech = self.reading.speech
        # Dictionaries, whose order is the same in every run.
        near: dict[str, None] = {}
        words: dict[str, None] = {}
        whole: dict[str, None] = {}
        for token, _, how in found:
            near |= dict.fromkeys([f"{how[:1]} {feature}" for feature in self.patterns.window(token)])
            low, high = speech.bounds[speech.sentence[token]]
            first, last = max(low, token - 8), min(high, token + 10)
            words |= dict.fromkeys(self._left[first:token])
            words |= dict.fromkeys(self._right[token + 1 : last])
            words |= dict.fromkeys(self._lefts[first : max(token - 1, 0)])
            words |= dict.fromkeys(self._rights[token + 1 : last - 1])
            whole |= dict.fromkeys(self._in[low:high])
        if player == self.reading.speaker:
            whole |= dict.fromkeys([f"any {sign}" for sign in speech.signs])
        return ("N", tuple(near)), ("W", tuple(words)), ("I", tuple(whole))


def _traits(reading: Reading, setting: Setting, player: int, found: list[Anchor], most: int) -> tuple[str, ...]:
    """How often and where a player is named, and what the meeting has said of it."""
    speech, count = reading.speech, len(found)
    scene = {room for _, room in setting.bodies}
    beside = {speech.sentence[spot.token] for spot in reading.spots if spot.room in scene}
    shown = sum((other, player, room) in setting.shown for other in range(reading.players) for room in scene)
    at_scene = f"scene {any(speech.sentence[anchor.token] in beside for anchor in found):d} {min(shown, 2)}"
    return (
        f"n{min(count, 6)}",
        f"{'most' if count == most else 'some'} {min(count, 4)}",
        *traits_of(reading, setting, player),
        f"players {min(reading.players, 6)}",
        f"last {speech.sentence[found[-1].token] == len(speech.bounds) - 1}",
        at_scene,
        f"{at_scene} {player == reading.speaker:d}",
        *setting.talk.traits(reading.speaker, player),
    )


def all_proposals(reading: Reading, setting: Setting) -> list[Proposal]:
    """Every proposal that an utterance makes."""
    happened = Candidates(reading, setting)
    return [*happened.all(), *stance_candidates(reading, setting, happened.patterns)]


def all_candidates(reading: Reading, setting: Setting) -> list[Candidate]:
    """Every candidate of an utterance."""
    return [one.candidate(kind) for one in all_proposals(reading, setting) for kind in one.kinds]
