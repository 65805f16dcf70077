"""Training of the offline extractor; needs numpy and scikit-learn (the extra `train`), imported when it runs.

Two steps for each kind of candidate. The first is a logistic model over token patterns: a candidate is right if its
claim is among the labels. A label doesn't say on which words it rests, so that the first round takes all words that
could bear it, and the second only those that the first round likes best. The second step is a logistic model over the
scores of a candidate and of its rivals, fitted on scores from models that never saw the utterance.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack.claims.extraction import Extraction
from quack.claims.extractor import Occasion, Said, discussion
from quack.claims.models import Defense
from quack.claims.offline.candidates import Blocks, Key
from quack.claims.offline.extractor import VERSION, OfflineExtractor
from quack.claims.offline.joint import Field, bent
from quack.claims.offline.labels import KINDS, Keys, asserted_keys
from quack.claims.offline.model import FLOOR, Judge, Table, write_model
from quack.claims.offline.reference import Reading
from quack.claims.offline.stance_candidates import all_candidates
from quack.claims.offline.tokens import Speech
from quack.claims.store import read_claims
from quack.events.log import read_log
from quack.events.timeline import replay

if TYPE_CHECKING:
    from quack.events.log import GameLog

RARE = 3
"""Patterns in fewer utterances are left out."""
INNER = 4
"""Parts that the first step's scores for the second come from."""
KEPT = {"here": 6000, "at": 4000, "sight": 10000, "move": 9000, "task": 2500, "accuse": 4500, "defend": 4500}
"""Patterns per kind that the file of weights keeps: those that matter most."""
THRESHOLDS = {"here": 0.7, "at": -0.8, "sight": -0.8, "move": -0.8, "task": -0.9, "accuse": 0.0, "defend": -0.2}
"""Chosen by cross-validation over seeds, for canonical F1."""
_PENALTY = {"sight": 1.5e-4, "accuse": 3e-3, "defend": 3e-3}
_MARGIN = 1.0
_CERTAIN = 5.0


@dataclass(slots=True)
class Example:
    """One labelled utterance; `group` is its game, `known` are the kinds that its labels cover."""

    group: str
    speaker: int
    keys: Keys
    known: frozenset[str]


@dataclass(slots=True)
class Rows:
    """The candidates of one kind: for each its utterance and key, and its patterns as numbers."""

    examples: array[int] = field(default_factory=lambda: array("l"))
    keys: list[Key] = field(default_factory=list)
    right: array[int] = field(default_factory=lambda: array("b"))
    patterns: array[int] = field(default_factory=lambda: array("l"))
    ends: array[int] = field(default_factory=lambda: array("l", [0]))
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, example: int, key: Key, right: bool, blocks: Blocks) -> None:
        """Adds a candidate."""
        numbers = self.numbers
        found = {
            numbers.setdefault((place, feature), len(numbers)) for place, features in blocks for feature in features
        }
        self.patterns.extend(sorted(found))
        self.ends.append(len(self.patterns))
        self.examples.append(example)
        self.keys.append(key)
        self.right.append(right)


class Lessons:
    """Everything that is trained on."""

    def __init__(self) -> None:
        self.examples: list[Example] = []
        self.rows = {kind: Rows() for kind in KINDS}
        self._matrices: dict[str, _Matrix] = {}

    def matrix(self, kind: str) -> _Matrix:
        """The candidates of a kind, made once; no lessons may be added after it."""
        if kind not in self._matrices:
            self._matrices[kind] = _Matrix(self, kind)
        return self._matrices[kind]

    def add(self, group: str, log: GameLog, batch: Iterable[tuple[Said, Occasion, Extraction]]) -> None:
        """Adds the labelled utterances of a game."""
        reader = OfflineExtractor(log)
        for said, occasion, gold in batch:
            if len(said.text.split()) < 3:
                continue
            speaker = next(player.index for player in log.players if player.id == said.speaker)
            vague = any(isinstance(claim, Defense) and claim.defended is None for claim in gold.claims)
            known = frozenset(KINDS) - ({"defend"} if vague else set())
            example = Example(group, speaker, asserted_keys(gold.claims, reader.names), known)
            number = len(self.examples)
            self.examples.append(example)
            reading = Reading(Speech(said.text, reader.names), speaker, len(log.players))
            for one in all_candidates(reading, reader.setting(occasion)):
                if one.kind in known:
                    self.rows[one.kind].add(number, one.key, one.key in example.keys[one.kind], one.blocks)


def train(
    lessons: Lessons, groups: frozenset[str], kinds: Sequence[str] = KINDS, *, prune: bool = True
) -> dict[str, Judge]:
    """Fits the judges on the utterances of some games; the same lessons give the same weights."""
    import numpy as np

    chosen = sorted(groups)
    part = {group: number % INNER for number, group in enumerate(chosen)}
    first: dict[str, tuple[float, dict[str, Table]]] = {}
    scores: dict[str, dict[int, dict[Key, list[float]]]] = {}
    for kind in kinds:
        rows = lessons.matrix(kind)
        parts = np.array([part.get(lessons.examples[number].group, -1) for number in rows.examples])
        found = np.zeros(len(parts))
        for number in range(INNER):
            weights, bias = rows.fit((parts >= 0) & (parts != number))
            held = parts == number
            found[held] = rows.matrix[held] @ weights + bias
        scores[kind] = rows.by_example(found, parts >= 0)
        weights, bias = rows.fit(parts >= 0)
        first[kind] = (round(bias, 3), rows.tables(weights, KEPT[kind] if prune else None, parts >= 0))
    return _second(lessons, first, scores, kinds)


class _Matrix:
    """The candidates of one kind as a sparse matrix, rare patterns left out."""

    def __init__(self, lessons: Lessons, kind: str) -> None:
        import numpy as np
        from scipy import sparse

        rows = lessons.rows[kind]
        self.kind, self.keys = kind, rows.keys
        self.examples = np.array(rows.examples, dtype=np.int64)
        self.right = np.array(rows.right, dtype=bool)
        patterns, ends = np.array(rows.patterns, dtype=np.int64), np.array(rows.ends, dtype=np.int64)
        shape = (len(ends) - 1, len(rows.numbers))
        whole = sparse.csr_matrix((np.ones(len(patterns), dtype=np.float32), patterns, ends), shape=shape)
        kept = _utterances(whole, self.examples) >= RARE
        self.matrix = whole[:, np.flatnonzero(kept)].astype(float)
        self.names = [name for name, keep in zip(rows.numbers, kept, strict=True) if keep]

    def fit(self, chosen: Any) -> tuple[Any, float]:
        """Weights and bias from some rows, in two rounds."""
        import numpy as np

        places = np.flatnonzero(chosen)
        right = self.right[places]
        matrix = self.matrix[places]
        weights, bias = self._round(matrix, right)
        if self.kind in ("accuse", "defend"):
            return weights, bias
        scores = matrix @ weights + bias
        groups: dict[tuple[int, Key], list[int]] = defaultdict(list)
        for row in map(int, np.flatnonzero(right)):
            groups[self.examples[places[row]], self.keys[places[row]]].append(row)
        kept = np.ones(len(places), dtype=bool)
        for found in groups.values():
            best = max(scores[row] for row in found)
            for row in found:
                kept[row] = scores[row] >= best - _MARGIN
        return self._round(matrix[kept], right[kept])

    def _round(self, matrix: Any, right: Any) -> tuple[Any, float]:
        import numpy as np
        from sklearn.linear_model import SGDClassifier

        if right.all() or not right.any():
            return np.zeros(matrix.shape[1]), _CERTAIN if right.any() else -_CERTAIN
        size = len(right)
        model = SGDClassifier(
            loss="log_loss", alpha=_PENALTY.get(self.kind, 2.5e-4), max_iter=6 if size > 9000 else 20, tol=None,
            average=size, random_state=0,
        )  # fmt: skip
        model.fit(matrix, right)
        return model.coef_[0], float(model.intercept_[0])

    def by_example(self, scores: Any, chosen: Any) -> dict[int, dict[Key, list[float]]]:
        """The scores of each utterance's keys, best first."""
        import numpy as np

        found: dict[int, dict[Key, list[float]]] = defaultdict(dict)
        for row in np.flatnonzero(chosen):
            found[int(self.examples[row])].setdefault(self.keys[row], []).append(float(scores[row]))
        for keys in found.values():
            for values in keys.values():
                values.sort(reverse=True)
        return found

    def tables(self, weights: Any, most: int | None, chosen: Any) -> dict[str, Table]:
        """The weights by place and pattern; the `most` that move scores most."""
        import numpy as np

        counts = np.asarray(self.matrix[np.flatnonzero(chosen)].sum(axis=0)).ravel()
        weight = np.abs(weights) * np.sqrt(counts)
        order = np.lexsort((np.arange(len(weights)), -weight))[:most]
        tables: dict[str, Table] = {}
        for number in sorted(order, key=lambda number: self.names[number]):
            value = round(float(weights[number]), 2)
            if value:
                place, feature = self.names[number]
                tables.setdefault(place, {})[feature] = value
        return tables


def _utterances(matrix: Any, examples: Any) -> Any:
    """In how many utterances each pattern occurs."""
    import numpy as np
    from scipy import sparse

    _, numbers = np.unique(examples, return_inverse=True)
    owners = sparse.csr_matrix((np.ones(len(numbers), dtype=np.float32), (numbers, np.arange(len(numbers)))))
    return np.asarray((owners @ matrix > 0).sum(axis=0)).ravel()


def _second(
    lessons: Lessons,
    first: dict[str, tuple[float, dict[str, Table]]],
    scores: dict[str, dict[int, dict[Key, list[float]]]],
    kinds: Sequence[str],
) -> dict[str, Judge]:
    """The second step of every kind."""
    table: dict[str, list[tuple[dict[str, float], bool]]] = {kind: [] for kind in kinds}
    for number, example in enumerate(lessons.examples):
        mine = {kind: scores[kind].get(number, {}) for kind in kinds}
        if not any(mine.values()):
            continue
        rivals = Field(mine, example.speaker)
        for kind in kinds:
            if kind in example.known:
                for key, found in mine[kind].items():
                    if found[0] > FLOOR:
                        table[kind].append((bent(rivals.values(kind, key)), key in example.keys[kind]))
    return {kind: Judge(*first[kind], *_joint(table[kind]), THRESHOLDS[kind]) for kind in kinds}


def _joint(rows: list[tuple[dict[str, float], bool]]) -> tuple[float, Table]:
    import numpy as np
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    right = np.array([one for _, one in rows], dtype=bool)
    if right.all() or not right.any():
        return (_CERTAIN if right.any() else -_CERTAIN), {}
    names = DictVectorizer(sort=True)
    matrix = names.fit_transform([values for values, _ in rows])
    # Its solver takes 32-bit indices only.
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    model = LogisticRegression(C=0.3, solver="liblinear", random_state=0, tol=1e-3).fit(matrix, right)
    weights = {
        name: round(float(w), 3)
        for name, w in zip(names.get_feature_names_out(), model.coef_[0], strict=True)
        if abs(w) > 5e-4
    }
    return round(float(model.intercept_[0]), 3), weights


def learn(
    games: Iterable[tuple[str, Path]], out: Path, *, held_out: frozenset[tuple[str, int]] = frozenset()
) -> dict[str, Judge]:
    """Trains on labelled games and writes the file of weights.

    Args:
        games: for each game its log and its file of labels.
        out: the file of weights.
        held_out: utterances that are left out, by log path and message.
    """
    lessons = Lessons()
    for log_path, labels in games:
        log = read_log(log_path)
        timeline = replay(log)
        gold = {
            one.message: one
            for one in read_claims(labels, log, timeline).extractions
            if one.message is not None and one.line is not None and (log_path, one.message) not in held_out
        }
        batch = [
            (said, occasion, gold[said.message]) for said, occasion in discussion(log, timeline) if said.message in gold
        ]
        lessons.add(log_path, log, batch)
    judges = train(lessons, frozenset(one.group for one in lessons.examples))
    write_model(out, {"format": 1, "extractor": f"offline {VERSION}", "utterances": len(lessons.examples)}, judges)
    return judges
