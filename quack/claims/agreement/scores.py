"""The figures of the yardstick over many utterances: strict, presence, canonical, attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quack.claims.agreement.attributes import mark_pair
from quack.claims.agreement.lines import Key, Line
from quack.claims.agreement.message import Agreement, compare_statements
from quack.claims.agreement.rates import NOTHING, Rate
from quack.claims.agreement.statements import Statement
from quack.claims.agreement.words import Spelling, tell_unit

STRICT = ("location", "route", "sighting", "activity", "accusation", "defense")
ROWS = {
    "strict": STRICT,
    "presence": ("pairs",),
    "canonical": ("move", "at", "sighting", "body", "task", "report", "call", "accusation", "defense", "intent"),
    "attributes": ("denied", "body", "reported", "time", "both ends"),
}
"""The tables and the rows that each has, even where nothing counts in them."""

MOST_CONFUSIONS = 10
"""So many confusions are listed."""

StrictKey = tuple[str, Any, Any]


class Example(NamedTuple):
    """One confusion, in words: the utterance and its position, what gold says there, and what was predicted."""

    game: str
    channel: str
    position: int
    gold: str | None
    predicted: str | None


@dataclass(slots=True)
class Scores:
    """What agrees and what doesn't, over any number of utterances; two of them can be merged.

    Attributes:
        tables: the rates by table and row.
        denials: the rate of denied claims, in canonical form.
        reporters: pairs of reported claims, and how many of them name the same reporter.
        optional, optional_found: gold claims whose room is left open, and how many of these were found.
        messages, answered: utterances with gold claims, and how many of these were read.
        confusions: examples by what was confused.
        statuses: utterances by gold status and predicted status, where gold has one.
        leaked: leaked reasoning, where gold says whether there is any.
        leaked_asked: in how many utterances gold says so.
    """

    tables: dict[str, dict[str, Rate]] = field(default_factory=lambda: {name: {} for name in ROWS})
    denials: Rate = NOTHING
    reporters: Rate = NOTHING
    optional: int = 0
    optional_found: int = 0
    messages: int = 0
    answered: int = 0
    confusions: dict[str, list[Example]] = field(default_factory=dict)
    statuses: Counter[tuple[str, str]] = field(default_factory=Counter)
    leaked: Rate = NOTHING
    leaked_asked: int = 0

    def overall(self, table: str) -> Rate:
        """All rows of a table together."""
        return sum(self.tables[table].values(), NOTHING)

    def add(self, game: str, key: Key, gold: Line, predicted: Line | None) -> None:
        """Takes in an utterance; one that was not read counts as nothing found."""
        answered = predicted is not None and predicted.answered
        self.messages += 1
        self.answered += answered
        ours = predicted.claims if predicted is not None and answered else ()
        raw = predicted.raw if predicted is not None and answered else ()
        agreement = compare_statements(ours, gold.claims, Spelling((*gold.raw, *raw)))
        self._add_canonical(agreement)
        self._add_confusions(game, key, agreement)
        self._add_presence(ours, gold.claims)
        self._add_strict(ours, gold.claims)
        if gold.status is not None:
            self.statuses[gold.status, "not_attempted" if predicted is None else predicted.outcome] += 1
        if gold.leaked is not None:
            self.leaked_asked += 1
            found = bool(predicted is not None and predicted.leaked)
            self.leaked += Rate(found and gold.leaked, found, gold.leaked)

    def merge(self, other: Scores) -> None:
        """Takes in the scores of other utterances."""
        for name, rows in other.tables.items():
            for row, rate in rows.items():
                self._count(name, row, rate)
        self.denials += other.denials
        self.reporters += other.reporters
        self.optional += other.optional
        self.optional_found += other.optional_found
        self.messages += other.messages
        self.answered += other.answered
        for text, examples in other.confusions.items():
            self.confusions.setdefault(text, []).extend(examples)
        self.statuses.update(other.statuses)
        self.leaked += other.leaked
        self.leaked_asked += other.leaked_asked

    def common_confusions(self) -> list[tuple[str, list[Example]]]:
        """The confusions that occur most often, with all their examples."""
        ranked = sorted(self.confusions.items(), key=lambda item: (-len(item[1]), item[0]))
        return ranked[:MOST_CONFUSIONS]

    def to_json(self) -> dict[str, Any]:
        """The figures, by the names that the fixed yardstick gives them."""
        told: dict[str, Any] = {name: dict(self._rows(name)) for name in ROWS}
        for name in ("strict", "canonical"):
            told[name]["overall"] = self.overall(name).to_json()
        told["canonical"]["denied"] = self.denials.to_json()
        told["reporter_accuracy"] = self.reporters.precision
        told["confusions"] = {text: len(examples) for text, examples in self.common_confusions()}
        told["messages"] = {"gold": self.messages, "answered": self.answered}
        told["optional"] = {"gold": self.optional, "found": self.optional_found}
        return told

    def rows(self, table: str) -> list[tuple[str, Rate]]:
        """The rows of a table: the usual ones, then what else the claims hold."""
        found = self.tables[table]
        return [(row, found.get(row, NOTHING)) for row in (*ROWS[table], *sorted(found.keys() - set(ROWS[table])))]

    def _rows(self, table: str) -> Iterator[tuple[str, dict[str, float | None]]]:
        return ((row, rate.to_json()) for row, rate in self.rows(table))

    def _count(self, table: str, row: str, rate: Rate) -> None:
        rows = self.tables[table]
        rows[row] = rows.get(row, NOTHING) + rate

    def _count_all(self, table: str, hits: Iterable[str], predicted: Iterable[str], gold: Iterable[str]) -> None:
        for row in hits:
            self._count(table, row, Rate(1, 0, 0))
        for row in predicted:
            self._count(table, row, Rate(0, 1, 0))
        for row in gold:
            self._count(table, row, Rate(0, 0, 1))

    def _add_canonical(self, agreement: Agreement) -> None:
        right = [one.gold.form.label for one in agreement.hits]
        extra = [unit.form.label for unit in agreement.extra]
        missed = [unit.form.label for unit in agreement.missed]
        self._count_all("canonical", right, right + extra, right + missed)
        found = [(one.predicted.form.denied, one.gold.form.denied) for one in agreement.hits]
        self.denials += Rate(
            sum(ours and theirs for ours, theirs in found),
            sum(ours for ours, _ in found) + sum(unit.form.denied for unit in agreement.extra),
            sum(theirs for _, theirs in found) + sum(unit.form.denied for unit in agreement.missed),
        )
        self.optional += agreement.optional
        self.optional_found += agreement.optional_found
        for one in agreement.pairs:
            marks, reporters = mark_pair(one.gold, one.predicted)
            self.reporters += reporters
            for row, rate in marks.items():
                self._count("attributes", row, rate)

    def _add_confusions(self, game: str, key: Key, agreement: Agreement) -> None:
        for one in agreement.confusions:
            told = [None if unit is None else tell_unit(unit.form, agreement.spelling) for unit in one[1:]]
            self.confusions.setdefault(one.text, []).append(Example(game, *key, *told))

    def _add_presence(self, predicted: Iterable[Statement], gold: Iterable[Statement]) -> None:
        ours, theirs = _presences(predicted), _presences(gold)
        self._count("presence", "pairs", Rate(len(ours & theirs), len(ours), len(theirs)))

    def _add_strict(self, predicted: Iterable[Statement], gold: Iterable[Statement]) -> None:
        theirs, ours = _strict_keys(gold), _strict_keys(predicted)
        # Where gold leaves the room open, any room and none is neither hit nor miss; elsewhere a prediction without a
        # room is one that fails.
        left_open = {key[:2] for key in theirs if key[2] is None}
        wanted = {key for key in theirs if key[2] is not None}
        given = {key for key in ours if key in wanted or key[:2] not in left_open}
        self._count_all("strict", _types(wanted & given), _types(given), _types(wanted))


def _types(keys: Collection[StrictKey]) -> list[str]:
    return [key[0] for key in keys]


def _presences(claims: Iterable[Statement]) -> set[tuple[str | None, str]]:
    """The pairs of player and room that asserted claims imply."""
    return {(claim.about, room) for claim in claims if not claim.denied for room in claim.place if room}


def _strict_keys(claims: Iterable[Statement]) -> set[StrictKey]:
    return {_strict_key(claim) for claim in claims if not claim.denied and claim.type in STRICT}


def _strict_key(claim: Statement) -> StrictKey:
    """What the published schema can say of a claim: type, who and what, and where (None: left open)."""
    place = claim.place
    if claim.type in ("location", "activity") and len(place) > 1 and all(place):
        return "route", claim.about, place
    deed = claim.kind if claim.type == "activity" else None
    where = (place[-1] or place[0]) if place else ()
    return claim.type, (claim.by, claim.about, deed), where
