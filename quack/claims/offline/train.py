"""Training of the offline extractor; needs numpy and scikit-learn (the extra `train`), imported when it runs.

Two steps for each kind of candidate. The first is a logistic model over token patterns: a candidate is right if its
claim is among the labels. A label doesn't say on which words it rests, so that the first round takes all words that
could bear it, and the second only those that the first round likes best. The second step is a logistic model over the
scores of a candidate and of its rivals, fitted on scores from models that never saw the utterance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from quack.claims.extractor import discussion
from quack.claims.offline.candidates import Key
from quack.claims.offline.extractor import VERSION
from quack.claims.offline.joint import Field, Mark, bent
from quack.claims.offline.labels import KINDS
from quack.claims.offline.lessons import Lessons
from quack.claims.offline.memory import Assertion, Memory
from quack.claims.offline.model import FLOOR, Judge, Model, Table, write_model
from quack.claims.store import read_claims
from quack.events.log import read_log
from quack.events.timeline import replay

RARE = 3
"""Patterns in fewer utterances are left out."""
STEP = 0.02
"""Weights are rounded to its multiples."""
INNER = 4
"""Parts that the first step's scores for the second come from."""
KEPT = {
    "here": 4000, "at": 4000, "step": 3000, "sight": 10000, "move": 7000, "task": 2000, "accuse": 4000, "defend": 4000,
}  # fmt: skip
"""Patterns per kind that the file of weights keeps: those that matter most."""
THRESHOLDS = {
    "here": 1.0, "at": -0.95, "step": -1.1, "sight": -0.65, "move": -0.8, "task": -0.6, "accuse": -0.15, "defend": -0.4,
}  # fmt: skip
"""Chosen by cross-validation over seeds, for canonical F1."""
_PENALTY = {"here": 1e-3, "at": 1e-3, "step": 1e-3, "sight": 4e-4, "accuse": 4.5e-3, "defend": 3e-3}
_STANCES = ("accuse", "defend")

First = dict[str, tuple[float, dict[str, Table]]]
Scores = dict[str, dict[int, dict[Key, list[Mark]]]]
_MARGIN = 1.0
_CERTAIN = 5.0


def train(
    lessons: Lessons, groups: frozenset[str], kinds: Sequence[str] = KINDS, *, prune: bool = True
) -> dict[str, Judge]:
    """Fits the judges on the utterances of some games; the same lessons give the same weights."""
    return second_step(lessons, *first_step(lessons, groups, kinds, prune=prune), kinds)


def first_step(lessons: Lessons, groups: frozenset[str], kinds: Sequence[str], *, prune: bool) -> tuple[First, Scores]:
    """The weights of patterns; for each kind and utterance what models that never saw the utterance score."""
    import numpy as np

    chosen = sorted(groups)
    part = {group: number % INNER for number, group in enumerate(chosen)}
    first: First = {}
    scores: Scores = {}
    for kind in kinds:
        rows = _Matrix(lessons, kind, groups)
        parts = np.array([part.get(lessons.examples[number].group, -1) for number in rows.examples])
        found = np.zeros(len(parts))
        for number in range(INNER):
            weights, bias = rows.fit((parts >= 0) & (parts != number))
            held = parts == number
            found[held] = rows.matrix[held] @ weights + bias
        scores[kind] = rows.by_example(found, parts >= 0)
        first[kind] = rows.final(parts >= 0, KEPT[kind] if prune else None)
    return first, scores


class _Matrix:
    """The candidates of one kind as a sparse matrix, rare patterns left out."""

    def __init__(self, lessons: Lessons, kind: str, groups: frozenset[str]) -> None:
        import numpy as np
        from scipy import sparse

        rows = lessons.rows[kind]
        self.kind, self.keys, self.tokens = kind, rows.keys, rows.tokens
        self.examples = np.array(rows.examples, dtype=np.int64)
        self.right = np.array(rows.right, dtype=bool)
        patterns, ends = np.array(rows.patterns, dtype=np.int64), np.array(rows.ends, dtype=np.int64)
        shape = (len(ends) - 1, len(rows.numbers))
        whole = sparse.csr_matrix((np.ones(len(patterns), dtype=np.float32), patterns, ends), shape=shape)
        mine = np.flatnonzero([lessons.examples[number].group in groups for number in rows.examples])
        kept = _utterances(whole[mine], self.examples[mine]) >= RARE
        self.matrix = whole[:, np.flatnonzero(kept)].astype(float)
        self.names = [name for name, keep in zip(rows.numbers, kept, strict=True) if keep]

    def fit(self, chosen: Any, columns: Any = None) -> tuple[Any, float]:
        """Weights and bias from some rows, and some patterns or all, in two rounds."""
        import numpy as np

        places = np.flatnonzero(chosen)
        right = self.right[places]
        matrix = self.matrix[places]
        if columns is not None:
            matrix = matrix[:, columns]
        weights, bias = self._round(matrix, right)
        if self.kind in _STANCES:
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
        from scipy import sparse
        from sklearn.linear_model import SGDClassifier

        if right.all() or not right.any():
            return np.zeros(matrix.shape[1]), _CERTAIN if right.any() else -_CERTAIN
        scale = np.ones(matrix.shape[1])
        if self.kind in _STANCES:
            scale = _telling(matrix, right)
            matrix = matrix @ sparse.diags(scale)
        size = len(right)
        model = SGDClassifier(
            loss="log_loss", alpha=_PENALTY.get(self.kind, 2.5e-4), max_iter=6 if size > 9000 else 20, tol=None,
            average=size, random_state=0,
        )  # fmt: skip
        model.fit(matrix, right)
        return model.coef_[0] * scale, float(model.intercept_[0])

    def by_example(self, scores: Any, chosen: Any) -> dict[int, dict[Key, list[Mark]]]:
        """The scores of each utterance's keys, best first."""
        import numpy as np

        found: dict[int, dict[Key, list[Mark]]] = defaultdict(dict)
        for row in np.flatnonzero(chosen):
            found[int(self.examples[row])].setdefault(self.keys[row], []).append(
                Mark(float(scores[row]), self.tokens[row])
            )
        for keys in found.values():
            for values in keys.values():
                values.sort(reverse=True)
        return found

    def final(self, chosen: Any, most: int | None) -> tuple[float, dict[str, Table]]:
        """Bias and weights by place and pattern: the `most` that move scores most are fitted again without the rest."""
        import numpy as np

        weights, bias = self.fit(chosen)
        columns = np.arange(len(weights))
        if most is not None and most < len(weights):
            counts = np.asarray(self.matrix[np.flatnonzero(chosen)].sum(axis=0)).ravel()
            columns = np.sort(np.lexsort((columns, -np.abs(weights) * np.sqrt(counts)))[:most])
            weights, bias = self.fit(chosen, columns)
        tables: dict[str, Table] = {}
        for column, weight in zip(columns, weights, strict=True):
            value = round(round(float(weight) / STEP) * STEP, 2)
            if value:
                place, feature = self.names[column]
                tables.setdefault(place, {})[feature] = value
        return round(bias, 3), tables


def _telling(matrix: Any, right: Any) -> Any:
    """How far each pattern may move a score: those that tell right from wrong, and rare ones, further.

    A stance has hundreds of patterns, all the words around a player's names; without this, common words that say
    nothing share what the few telling ones should weigh.
    """
    import numpy as np

    here = np.asarray(matrix[right].sum(axis=0)).ravel()
    elsewhere = np.asarray(matrix[~right].sum(axis=0)).ravel()
    odds = np.abs(np.log((here + 1) / (right.sum() + 1)) - np.log((elsewhere + 1) / ((~right).sum() + 1)))
    rarity = 1 / np.sqrt(0.02 + (here + elsewhere) / len(right))
    return (0.3 + np.minimum(odds, 3.0)) * rarity / np.median(rarity) * 0.77


def _utterances(matrix: Any, examples: Any) -> Any:
    """In how many utterances each pattern occurs."""
    import numpy as np
    from scipy import sparse

    _, numbers = np.unique(examples, return_inverse=True)
    owners = sparse.csr_matrix((np.ones(len(numbers), dtype=np.float32), (numbers, np.arange(len(numbers)))))
    return np.asarray((owners @ matrix > 0).sum(axis=0)).ravel()


def second_step(lessons: Lessons, first: First, scores: Scores, kinds: Sequence[str]) -> dict[str, Judge]:
    """The weights of scores side by side, and of what was claimed before.

    They are fitted twice: what the first fit accepts is what the second one remembers of a meeting.
    """
    fields = {
        number: Field(mine, example.speaker)
        for number, example in enumerate(lessons.examples)
        if any(mine := {kind: scores[kind].get(number, {}) for kind in kinds} for kind in kinds) and any(mine.values())
    }
    judges = _fitted(lessons, first, fields, {}, kinds)
    return _fitted(lessons, first, fields, _memories(lessons, fields, judges), kinds)


def _fitted(
    lessons: Lessons, first: First, fields: dict[int, Field], memories: dict[int, Memory], kinds: Sequence[str]
) -> dict[str, Judge]:
    table: dict[str, list[tuple[dict[str, float], bool]]] = {kind: [] for kind in kinds}
    for number, field in fields.items():
        example, memory = lessons.examples[number], memories.get(number, Memory())
        for kind in kinds:
            if kind not in example.known:
                continue
            for key, found in field.scores[kind].items():
                if found[0].score > FLOOR:
                    values = bent(field.values(kind, key))
                    values |= dict.fromkeys(memory.traits(kind, key, example.speaker), 1.0)
                    table[kind].append((values, key in example.keys[kind]))
    return {kind: Judge(*first[kind], *_joint(table[kind]), THRESHOLDS[kind]) for kind in kinds}


def _memories(lessons: Lessons, fields: dict[int, Field], judges: dict[str, Judge]) -> dict[int, Memory]:
    """What each utterance could remember of the messages before it."""
    model = Model(judges)
    told: dict[tuple[str, int | None], list[tuple[int, list[Assertion]]]] = defaultdict(list)
    found: dict[int, Memory] = {}
    for number, field in fields.items():
        example = lessons.examples[number]
        before = told[example.group, example.meeting]
        found[number] = Memory(before)
        before.append((example.speaker, model.accepted(field, Memory())))
    return found


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
    write_model(out, {"format": 2, "extractor": f"offline {VERSION}", "utterances": len(lessons.examples)}, judges)
    return judges
