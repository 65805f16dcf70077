"""Who and where the words of an utterance mean: names, pronouns, "there", and the subject of each clause."""

from __future__ import annotations

from typing import NamedTuple

from quack.claims.offline.tokens import Speech, Token

OWN = frozenset(("i", "me", "my", "myself"))
WE = frozenset(("we", "us", "our", "ourselves"))
YOU = frozenset(("you", "your", "yourself"))
THEY = frozenset(("he", "him", "himself"))
THERE = frozenset(("there", "here", "inside"))
PRONOUNS = OWN | WE | YOU | THEY

FINITE = frozenset(
    """
    am are be been was were is 'm 's 'd 'll 've 're has have had do does did don't doesn't didn't can can't could
    couldn't should would wouldn't may might must will won't isn't aren't wasn't weren't haven't hasn't hadn't saw see
    sees seen went go goes left leave leaves came come comes got get gets ran run runs stood stand stands sat sit sits
    found find finds said say says told tell tells put puts made make makes took take takes met meet meets spent spend
    kept keep keeps began begin begins knew know knows thought think thinks swung swing split stayed felt heard claims
    claim heads head moves move walks walk enters enter starts start ends end reports report calls call confirms confirm
    places place admits admit mentions mention finishes finish needs need wants want looks look seems seem never also
    just only clearly definitely probably actually then both literally already still supposedly immediately
    """.split()
)
"""Words that make the player before them the subject; words in -ed too."""

ADVERBS = frozenset(
    """
    never also just only clearly definitely probably actually then both literally already still supposedly immediately
    """.split()
)


_NOT = frozenset(("not", "wasn't", "isn't", "ain't", "isnt", "aint"))
_IT_IS = frozenset(("it", "that", "this", "was", "is", "'s"))
"""Words before "me", or before a player, that say who it was not."""


class Anchor(NamedTuple):
    """A word that stands for a player: the token, the player's index, and how it names it."""

    token: int
    player: int
    how: str


class Spot(NamedTuple):
    """A word that stands for a room: `how` is name, short, task or there."""

    token: int
    room: str
    how: str


class Reading:
    """A speech with what its words refer to.

    Attributes:
        anchors, spots: the words that stand for players and rooms, in order.
        subject: for each token, the anchor that is the subject of the clause it stands in; None before the first.
        addressee: for each token, the player that is spoken to.
    """

    def __init__(self, speech: Speech, speaker: int, players: int) -> None:
        self.speech, self.speaker, self.players = speech, speaker, players
        self.anchors: list[Anchor] = []
        self.spots: list[Spot] = []
        self.subject: list[Anchor | None] = []
        self.addressee: list[int | None] = []
        self._recent: list[int] = []
        self._subjects: list[int] = []
        self._called: int | None = None
        self._room: str | None = None
        current: Anchor | None = None
        for index, token in enumerate(speech.tokens):
            if index == speech.bounds[speech.sentence[index]][0]:
                self._called = self._vocative(index) if self._vocative(index) is not None else self._called
            for anchor in self._players(index, token):
                self.anchors.append(anchor)
                if self._is_subject(index):
                    current = anchor
                    if anchor.player != speaker:
                        _raise(self._subjects, anchor.player)
            if token.kind == "player" and isinstance(token.value, int) and token.value != speaker:
                _raise(self._recent, token.value)
            self._rooms(index, token)
            self.subject.append(current)
            self.addressee.append(self._called)

    def _vocative(self, start: int) -> int | None:
        """The player that a sentence calls by name, first or last."""
        first, end = self.speech.bounds[self.speech.sentence[start]]
        tokens = self.speech.tokens
        for index in range(first, min(first + 4, end)):
            after = tokens[index + 1].sign if index + 1 < end else ""
            before = tokens[index - 1].sign if index > first else ","
            if (
                tokens[index].kind == "player"
                and after in (",", "-", ":", ".", "?")
                and before in (",", "and", '"', "so", "but", "-", "ok", "okay", "look")
            ):
                value = tokens[index].value
                return value if isinstance(value, int) and value != self.speaker else None
        if end - first > 2 and tokens[end - 2].kind == "player" and tokens[end - 3].sign == ",":
            value = tokens[end - 2].value
            return value if isinstance(value, int) and value != self.speaker else None
        return None

    def _players(self, index: int, token: Token) -> list[Anchor]:
        if token.kind == "player" and isinstance(token.value, int):
            return [Anchor(index, token.value, "name")]
        sign = token.sign
        if sign in OWN:
            return [Anchor(index, self.speaker, "i")]
        if sign in WE:
            other = self._recent[:1]
            return [Anchor(index, self.speaker, "we"), *(Anchor(index, one, "us") for one in other)]
        if sign in YOU:
            called = self._called if self._called is not None else next(iter(self._recent), None)
            return [] if called is None else [Anchor(index, called, "you" if self._called is not None else "you?")]
        if sign in THEY:
            ranked = list(dict.fromkeys([*self._subjects[:1], *self._recent[:2]]))
            return [Anchor(index, one, f"he{rank}") for rank, one in enumerate(ranked[:2])]
        return []

    def _rooms(self, index: int, token: Token) -> None:
        if isinstance(token.value, str):
            self._room = token.value
            self.spots.append(
                Spot(index, token.value, "short" if token.short else "name" if token.kind == "room" else "task")
            )
        elif token.sign in THERE and self._room is not None:
            self.spots.append(Spot(index, self._room, "there"))

    def is_ruled_out(self, anchor: Anchor) -> bool:
        """Whether a word is for whom it was not: "it wasn't me", "Otto, not me", "it was not Otto"."""
        signs, index = self.speech.signs, anchor.token
        if index == 0 or signs[index - 1] not in _NOT:
            return False
        return signs[index] == "me" or (index > 1 and signs[index - 2] in _IT_IS)

    def _is_subject(self, index: int) -> bool:
        signs = self.speech.signs
        after = signs[index + 1] if index + 1 < len(signs) else ""
        if signs[index] in ("me", "him", "us") or (
            signs[index] == "you" and index and signs[index - 1] in ("saw", "with", "see", "pass")
        ):
            return False
        if after in FINITE or after.endswith("ed"):
            return True
        if after in ("and", "/", ",") and index + 3 < len(signs):
            return signs[index + 2] in ("p", "i", "me", "you") and (
                signs[index + 3] in FINITE or signs[index + 3].endswith("ed")
            )
        return signs[index] in ("i", "my", "we", "he", "our")


def _raise(order: list[int], player: int) -> None:
    if player in order:
        order.remove(player)
    order.insert(0, player)
