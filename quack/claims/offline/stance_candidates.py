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
    for player, found in sorted(named.items()):
        blocks = _blocks(reading, setting, patterns, player, found, most)
        accusable = player != reading.speaker and player not in setting.dead
        yield Proposal(_STANCES if accusable else _STANCES[1:], (player,), tuple(found), (), blocks)


def _blocks(
    reading: Reading, setting: Setting, patterns: Patterns, player: int, found: list[Anchor], most: int
) -> Blocks:
    speech, signs = reading.speech, reading.speech.signs
    near: set[str] = set()
    words: set[str] = set()
    whole: set[str] = set()
    scene = {room for _, room in setting.bodies}
    beside = {reading.speech.sentence[spot.token] for spot in reading.spots if spot.room in scene}
    own = player == reading.speaker
    for anchor in found:
        near.update(f"{anchor.how[:1]} {feature}" for feature in patterns.window(anchor.token))
        low, high = speech.bounds[speech.sentence[anchor.token]]
        left = signs[max(low, anchor.token - 8) : anchor.token]
        right = signs[anchor.token + 1 : min(high, anchor.token + 10)]
        words.update(f"< {sign}" for sign in left)
        words.update(f"> {sign}" for sign in right)
        words.update(f"<< {a} {b}" for a, b in pairwise(left))
        words.update(f">> {a} {b}" for a, b in pairwise(right))
        whole.update(f"in {sign}" for sign in signs[low:high])
    count = len(found)
    share = "most" if count == most else "some"
    traits = (
        f"n{min(count, 6)}",
        f"{share} {min(count, 4)}",
        *traits_of(reading, setting, player),
        f"players {min(reading.players, 6)}",
        f"last {speech.sentence[found[-1].token] == len(speech.bounds) - 1}",
    )
    shown = sum((other, player, room) in setting.shown for other in range(reading.players) for room in scene)
    at_scene = f"scene {any(speech.sentence[anchor.token] in beside for anchor in found):d} {min(shown, 2)}"
    traits += (at_scene, f"{at_scene} {own:d}", *setting.talk.traits(reading.speaker, player))
    if own:
        whole |= {f"any {sign}" for sign in set(signs)}
    return (("T", traits), ("N", tuple(sorted(near))), ("W", tuple(sorted(words))), ("I", tuple(sorted(whole))))


def all_proposals(reading: Reading, setting: Setting) -> list[Proposal]:
    """Every proposal that an utterance makes."""
    happened = Candidates(reading, setting)
    return [*happened.all(), *stance_candidates(reading, setting, happened.patterns)]


def all_candidates(reading: Reading, setting: Setting) -> list[Candidate]:
    """Every candidate of an utterance."""
    return [one.candidate(kind) for one in all_proposals(reading, setting) for kind in one.kinds]
