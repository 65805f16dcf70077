"""What do the names in a query mean? As in the game: players, rooms, claims; other spellings are read with a hint.

A name is replaced by a hidden variable that every game binds to its own term, so that one query serves many games.
Lines and columns of the query stay as they are, wherever the name is long enough.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from string import ascii_uppercase

from quack.kb.inputs import INPUTS
from quack.kb.messages import shorten
from quack.kb.rulebook import Rulebook

_TOKEN = re.compile(r'(?P<string>"(?:[^\\"\n]|\\.)*")|(?P<word>_*[A-Za-z][\w\']*)|(?P<sign>[()]|\S)')
_STRING = re.compile(r'("(?:[^\\"\n]|\\.)*"|%[^\n]*)')
_CLAIM = re.compile(r"\d+\.\d+\.\d+|c\d+\.\d+")
_CUSTOMARY = re.compile(r"(?:[A-Z]|Rd)[0-9']*")
_LIKE = 0.75
"""How alike two spellings have to be."""
_PLURALS = {"geese": "goose", "gooses": "goose", "ducks": "duck"}


def plain(name: str) -> str:
    """A name for comparing: letter case, and how its words are joined, aside."""
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))


@dataclass(frozen=True)
class Vocabulary:
    """What a query may name.

    Attributes:
        players, rooms: as they are called in the games, aliases of rooms included.
        constants: of the rules: teams, verdicts, types of claims and others.
        labels: those of the constants that a query may begin with a capital letter.
    """

    players: frozenset[str] = frozenset()
    rooms: frozenset[str] = frozenset()
    constants: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()

    def names(self) -> dict[str, str]:
        """The players and rooms by their plain names."""
        return {plain(name): name for name in (*sorted(self.rooms), *sorted(self.players))}


@dataclass
class Reading:
    """A query with its names replaced.

    Attributes:
        code: what is left of it.
        called: the names in it, each with the variable that stands for it.
        hints: what was read otherwise than it is written.
    """

    code: str
    called: dict[str, str] = field(default_factory=dict)
    hints: list[str] = field(default_factory=list)


def join_words(text: str, vocabulary: Vocabulary) -> str:
    """The query with names of several words in one piece: `med bay` becomes `med_bay`."""
    several = [name for name in (*vocabulary.players, *vocabulary.rooms, *vocabulary.constants) if "_" in plain_(name)]
    if not several:
        return text
    forms = sorted({plain_(name) for name in several}, key=lambda form: (-len(form), form))
    pattern = re.compile("|".join(rf"\b{form.replace('_', '[ -]')}\b" for form in forms), re.IGNORECASE)
    parts = _STRING.split(text)
    joined = [pattern.sub(lambda found: re.sub("[ -]", "_", found[0]).lower(), part) for part in parts[0::2]]
    parts[0::2] = joined
    return "".join(parts)


def plain_(name: str) -> str:
    """A name of letters and digits with its words joined; nothing for others."""
    joined = plain(name).replace(" ", "_")
    return joined if re.fullmatch(r"[a-z0-9_]+", joined) else ""


def read_names(code: str, vocabulary: Vocabulary) -> Reading:
    """Replaces the names in the code of a query."""
    return _Reader(code, vocabulary).read()


class _Reader:
    def __init__(self, code: str, vocabulary: Vocabulary) -> None:
        self.code, self.vocabulary = code, vocabulary
        self.names = vocabulary.names()
        self.reading = Reading("")
        taken = set(re.findall(r"_[A-Z]\w*", code))
        self.fresh = (f"_{letter}{more}" for more in ("", *range(1, 100)) for letter in ascii_uppercase)
        self.fresh = (name for name in self.fresh if name not in taken)

    def read(self) -> Reading:
        pieces: list[str] = []
        done, depth = 0, 0
        tokens = list(_TOKEN.finditer(self.code))
        counts: dict[str, int] = {}
        for token in tokens:
            counts[token[0]] = counts.get(token[0], 0) + 1
        for number, token in enumerate(tokens):
            depth += (token[0] == "(") - (token[0] == ")")
            if token["sign"] or not (token["string"] or self.is_term(tokens, number, depth)):
                continue
            new = self.replace(token, counts[token[0]] == 1)
            if new is not None:
                pieces += (self.code[done : token.start()], new.ljust(len(token[0])))
                done = token.end()
        self.reading.code = "".join(pieces) + self.code[done:]
        return self.reading

    @staticmethod
    def is_term(tokens: list[re.Match[str]], number: int, depth: int) -> bool:
        """Whether a word stands where a term may stand, and is neither a predicate nor a function."""
        before = tokens[number - 1][0] if number else ""
        after = tokens[number + 1][0] if number + 1 < len(tokens) else ""
        if after == "(" or tokens[number][0] == "not" or before == "#":
            return False
        return depth > 0 or before in ("=", "<", ">", "{") or after in ("=", "!", "<", ">", ":", "}")

    def replace(self, token: re.Match[str], alone: bool) -> str | None:
        """What to write instead of a string or a word; None if it stays."""
        if token["string"]:
            name = re.sub(r"\\(.)", r"\1", token[0][1:-1])
            known = self.known(name, name)
            if known is None:
                self.note_string(name)
            return known
        word = token[0]
        if word.startswith("_") or word in self.vocabulary.constants:
            return None
        if word[0].isupper():
            return None if _CUSTOMARY.fullmatch(word) else self.capital(word, alone)
        return self.known(word, word) or self.close(word)

    def note_string(self, name: str) -> None:
        """Says that a string that names nothing stays one, a label of the query's own."""
        close = self.closest(name, self.names)
        meant = f"; did you mean {self.names[close]}?" if close else ""
        self.reading.hints.append(f"nothing in these games or rules is called {shorten(name, 40)}{meant}")

    def known(self, word: str, shown: str) -> str | None:
        """A name or constant that a word is, letter case and blanks aside."""
        name = self.names.get(plain(word))
        if name is not None:
            if plain(name) != plain(shown) or shown[0] == "_":
                self.hint(shown, name)
            return self.variable(name)
        if _CLAIM.fullmatch(word):
            return self.variable(word)
        constant = self.constant(word)
        if constant is not None and constant != shown:
            self.hint(shown, constant)
        return constant

    def constant(self, word: str) -> str | None:
        form = plain_(word)
        form = _PLURALS.get(form, form)
        return form if form in self.vocabulary.constants else None

    def capital(self, word: str, alone: bool) -> str | None:
        """What a word with a capital letter stands for: a variable, unless it is a name in the games or a label."""
        name = self.names.get(plain(word))
        if name is not None:
            self.reading.hints.append(f"{word} is read as a name, not as a variable")
            return self.variable(name)
        constant = self.constant(word)
        if constant in self.vocabulary.labels:
            self.reading.hints.append(f"{word} is read as {constant}, not as a variable")
            return constant
        if alone and (close := self.closest(word, self.names)):
            self.reading.hints.append(f"{word} is a variable; did you mean {self.names[close]}?")
        return None

    def close(self, word: str) -> str | None:
        """What a word with a slip in it may have meant."""
        constants = {plain(constant): constant for constant in self.vocabulary.constants}
        close = self.closest(word, self.names) or self.closest(word, constants)
        if close is None:
            self.reading.hints.append(f"nothing in these games or rules is called {shorten(word, 40)}")
            return None
        meant = self.names.get(close) or constants[close]
        self.hint(word, meant)
        return self.variable(meant) if close in self.names else meant

    @staticmethod
    def closest(word: str, known: Collection[str]) -> str | None:
        return next(iter(difflib.get_close_matches(plain(word), sorted(known), 1, _LIKE)), None)

    def hint(self, word: str, meant: str) -> None:
        self.reading.hints.append(f"{shorten(word, 40)} is read as {meant}")

    def variable(self, name: str) -> str:
        """The hidden variable of a name."""
        called = self.reading.called
        if name not in called:
            called[name] = next(self.fresh)
        return called[name]


def constants_in(texts: Iterable[str]) -> Iterator[str]:
    """The plain constants that stand as terms in the code of rules."""
    for text in texts:
        tokens = list(_TOKEN.finditer(text))
        depth = 0
        for number, token in enumerate(tokens):
            depth += (token[0] == "(") - (token[0] == ")")
            word = token["word"]
            if word and word[0].islower() and _Reader.is_term(tokens, number, depth):
                yield word


def vocabulary_of(rulebook: Rulebook, players: Iterable[str], rooms: Iterable[str]) -> Vocabulary:
    """What a query to a rulebook may name."""
    labels = {"goose", "duck", *_labels(rulebook)}
    written = {"report", "button", "activity", *_SLOTS, *constants_in(file.scanned.code for file in rulebook.files)}
    constants = frozenset(written | labels | rulebook.consts.keys() | INPUTS)
    return Vocabulary(frozenset(players), frozenset(rooms), constants, frozenset(labels))


_SLOTS = (
    "any anyone unknown skip alive body present departing arriving heard glimpsed sure maybe call own waited "
    "arrived cancelled underway throughout most self other observed hearsay unsupported hit miss"
).split()
"""Constants that logs and claims hold, whether or not a rule mentions them."""


def _labels(rulebook: Rulebook) -> Iterator[str]:
    """The verdicts that the policy of a rulebook names, as it writes them."""
    for file in rulebook.files:
        for statement in file.statements:
            rule, code = statement.rule, statement.code
            if rule is not None and rule.is_fact and rule.head[0] == "verdict_label":
                text = file.scanned.code[code.start : code.end]
                yield text.partition("(")[2].partition(",")[0].rstrip(")").strip()
