"""What the model looks at: short patterns of tokens around and between the words that a candidate rests on.

A feature is a short string; those of one place are made once and shared by all candidates that rest on it. No pattern
holds more than three tokens, and names, rooms and ticks are signs in it. Some patterns look at the sorts of words
(`sorts`), so that what is learnt of one word helps with others like it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise

from quack.claims.offline.reference import ADVERBS, FINITE, Reading
from quack.claims.offline.sorts import SORTS, Runs

Features = tuple[str, ...]

_SKIPPED = frozenset("the both a my his".split())


_SIZES = tuple(str(size) if size < 5 else "5+" if size < 8 else "8+" if size < 13 else "13+" for size in range(25))
_CROSSED = tuple(tuple(f"{players}{rooms}" for rooms in range(3)) for players in range(3))
_COUNTS = {
    (way, crossed, players, rooms): (
        f"{way}s{crossed}", f"{way}p{players}", f"{way}r{rooms}", f"{way}pr{players}{rooms}",
    )
    for way in "<>" for crossed in range(3) for players in range(4) for rooms in range(4)
}  # fmt: skip
"""Features of few values, made once."""


class Patterns:
    """The patterns of one utterance, each made once."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.speech = reading.speech
        self.signs = self.speech.signs
        self._runs = Runs(tuple(map(SORTS.get, self.signs)))
        self._people = list(accumulate((sign in ("p", "i") for sign in self.signs), initial=0))
        self._rooms = list(accumulate((sign == "r" for sign in self.signs), initial=0))
        links = (index if sign in _LINKS else -1 for index, sign in enumerate(self.signs))
        self._links = list(accumulate(links, max, initial=-1))
        self._ways: dict[str, tuple[list[str], list[str]]] = {}
        self._windows: dict[int, Features] = {}
        self._between: dict[tuple[int, int], Features] = {}
        self._sentences: dict[int, Features] = {}
        self._verbs: dict[int, str] = {}

    def window(self, index: int) -> Features:
        """The tokens up to three places before and after one."""
        found = self._windows.get(index)
        if found is None:
            found = self._windows[index] = self._window(index)
        return found

    def _window(self, index: int) -> Features:
        if index < 0:
            return ("^",)
        signs, size = self.signs, len(self.signs)
        l1 = signs[index - 1] if index > 0 else "^"
        l2 = signs[index - 2] if index > 1 else "^"
        l3 = signs[index - 3] if index > 2 else "^"
        r1 = signs[index + 1] if index + 1 < size else "$"
        r2 = signs[index + 2] if index + 2 < size else "$"
        r3 = signs[index + 3] if index + 3 < size else "$"
        before = self._runs.between(max(index - 8, 0), index)[-3:]
        after = self._runs.between(index + 1, min(index + 9, size))[:3]
        return (
            f"~- {' '.join(before)}", f"~+ {' '.join(after)}", f"~-+ {' '.join(before[-2:])} | {' '.join(after[:1])}",
            f"-1 {l1}", f"-2 {l2}", f"-3 {l3}", f"+1 {r1}", f"+2 {r2}", f"+3 {r3}",
            f"-2- {l2} {l1}", f"+2- {r1} {r2}", f"-+ {l1} {r1}", f"-3- {l3} {l2} {l1}", f"+3- {r1} {r2} {r3}",
            f". {signs[index]}",
        )  # fmt: skip

    def between(self, first: int, second: int) -> Features:
        """What stands between two tokens, in which order, and how far apart they are."""
        key = (first, second)
        found = self._between.get(key)
        if found is None:
            low, high, way = (second, first, "<") if second < first else (first, second, ">")
            found = self._between[key] = self._pattern(low, high, way)
        return found

    def _pattern(self, low: int, high: int, way: str) -> Features:
        start, size = low + 1, max(high - low - 1, 0)
        found = [f"{way}n{_SIZES[size] if size < 25 else '25+'}", *self._inner(start, size, way)]
        if size <= 3:
            found.append(f"{way}= {' '.join(self.signs[start:high])}")
        crossed = self.speech.sentence[high] - (self.speech.sentence[low] if low >= 0 else 0)
        players, rooms = self._named(low, high)
        found += _COUNTS[way, min(crossed, 2), min(players, 3), min(rooms, 3)]
        found += _outline(way, tuple(self._runs.between(start, high)))
        return tuple(dict.fromkeys(found))

    def _inner(self, start: int, size: int, way: str) -> list[str]:
        """The tokens from one on, alone and in pairs; of many the first and the last."""
        ways = self._ways.get(way)
        if ways is None:
            signs = self.signs
            ways = [way + sign for sign in signs], [f"{way}{left} {right}" for left, right in pairwise(signs)]
            self._ways[way] = ways
        alone, pairs = ways
        end = start + size
        if size <= 14:
            return alone[start:end] + pairs[start : end - 1] if size else []
        first, last = self.signs[start + 5], self.signs[end - 6]
        return [
            *alone[start : start + 6], f"{way}…", *alone[end - 6 : end],
            *pairs[start : start + 5], f"{way}{first} …", f"{way}… {last}", *pairs[end - 6 : end - 1],
        ]  # fmt: skip

    def _named(self, low: int, high: int) -> tuple[int, int]:
        """How many players and rooms stand between two tokens, in order."""
        if high <= low:
            return 0, 0
        return self._people[high] - self._people[low + 1], self._rooms[high] - self._rooms[low + 1]

    def verb(self, index: int) -> str:
        """The nearest verb before a token in its sentence, and the word right before the token."""
        if index not in self._verbs:
            start = self.speech.bounds[self.speech.sentence[index]][0]
            found = "0"
            for place in range(index - 1, start - 1, -1):
                sign = self.signs[place]
                if (sign in FINITE and sign not in ADVERBS) or sign.endswith(("ed", "ing")):
                    found = sign
                    break
            self._verbs[index] = found
        return self._verbs[index]

    def before(self, index: int) -> str:
        """The word before a token, articles skipped."""
        while index > 0 and self.signs[index - 1] in _SKIPPED:
            index -= 1
        return self.signs[index - 1] if index > 0 else "^"

    def link(self, first: int, second: int) -> str:
        """The last word between two tokens that opens a clause."""
        low, high = (second, first) if second < first else (first, second)
        last = self._links[high]
        return self.signs[last] if last > low else "0"

    def short(self, first: int, second: int) -> str:
        """All that stands between two tokens, if that is little, else how much it is."""
        low, high, way = (second, first, "<") if second < first else (first, second, ">")
        size = high - low - 1
        return f"{way}{' '.join(self.signs[low + 1 : high]) if size < 3 else min(size // 4, 4)}"

    def crossed(self, first: int, second: int) -> str:
        """How many players and rooms stand between two tokens."""
        players, rooms = self._named(second, first) if second < first else self._named(first, second)
        return _CROSSED[min(players, 2)][min(rooms, 2)]

    def around(self, index: int) -> tuple[str, str]:
        """The tokens before and after one."""
        if index < 0:
            return "^", "^"
        before = self.signs[index - 1] if index else "^"
        return before, self.signs[index + 1] if index + 1 < len(self.signs) else "$"

    def sentence(self, index: int) -> Features:
        """The sentence of a token: its opening, its end, and words that change what it says."""
        number = self.speech.sentence[max(index, 0)]
        if number not in self._sentences:
            low, high = self.speech.bounds[number]
            signs = self.signs[low:high]
            found = {f"o {signs[0]}", f"e {signs[-1]}", f"o2 {' '.join(signs[:2])}", f"len{min(len(signs) // 5, 8)}"}
            found.update(f"m {sign}" for sign in signs if sign in _MODIFIERS)
            found.add("first" if number == 0 else "later")
            self._sentences[number] = tuple(sorted(found))
        return self._sentences[number]


@lru_cache(maxsize=4_000)
def _outline(way: str, sorts: tuple[str, ...]) -> tuple[str, str, str]:
    """The sorts of the words in between: all of them if they are few, the first and the last."""
    whole = " ".join(sorts) if len(sorts) < 7 else f"{len(sorts) // 4}"
    return f"{way}~ {whole}", f"{way}~< {' '.join(sorts[:3])}", f"{way}~> {' '.join(sorts[-3:])}"


_LINKS = frozenset(
    ", - ; : → and but or after before when while until then because that which who where as so if from".split()
)
_MODIFIERS = frozenset(
    """
    if would could might may maybe should didn't don't doesn't wasn't weren't isn't no not never nobody none nothing
    said says say claim claims claimed saying told tell saw seen see saying who where why how what anyone anybody
    because but so though while when after before until found body dead killed died alive together with alone confirm
    confirms confirmed story route account place places placed puts claiming according only else except without you
    suspicious duck vote voting skip killer lying lied trust clear clears unless either or → same
    """.split()
)
