"""The summary of an audit as JSON values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from quack import __version__
from quack.audit.results import UNDERSTOOD
from quack.claims.extraction import STATUSES
from quack.claims.extractors import extractor_quality
from quack.errors import printable
from quack.metrics import METRICS, MetricResult
from quack.metrics.aggregate import Aggregate, GameScore, Summary


def summary_json(summary: Summary, *, rulebook: Mapping[str, str]) -> dict[str, Any]:
    """What `--format json` prints.

    Args:
        rulebook: how the rulebook is to be named in it.

    Returns:
        `program`, `rulebook`; `games` (a list), `overall` (claims by verdict, bucket and type), `metrics` (each pooled,
        and as mean over the games that have it), `coverage`, `phrases`, `extractors` (how good those that spoke are
        known to be), `failed` (a list of games with their errors).
    """
    return {
        "program": __version__,
        "rulebook": dict(rulebook),
        "games": [_game(score) for score in summary.games],
        "overall": _overall(summary),
        "metrics": {name: _metric(name, figure) for name, figure in summary.metrics.items()},
        "coverage": {"discussion": _statuses(summary.coverage), "chat": _statuses(summary.chat_coverage)},
        "phrases": {word: summary.phrases[word] for word in UNDERSTOOD},
        "extractors": {name: extractor_quality(name) for name in _extractors(summary)},
        "failed": [{"game": failed.game, "error": printable(failed.error)} for failed in summary.failed],
    }


def _extractors(summary: Summary) -> list[str]:
    return sorted({score.extractor for score in summary.games if score.extractor is not None})


def _game(score: GameScore) -> dict[str, Any]:
    return {
        "game": score.game,
        "claims": score.claims,
        "claims_file": score.claims_file,
        "extractor": score.extractor,
        "verdicts": _sorted(score.by_verdict()),
        "buckets": _sorted(score.by_bucket()),
        "metrics": {name: _result(result) for name, result in score.metrics.items()},
        "coverage": {"discussion": _statuses(score.coverage.counts), "chat": _statuses(score.chat_coverage.counts)},
        "phrases": {word: score.phrases.get(word, 0) for word in UNDERSTOOD},
        "defects": list(score.defects),
        "notices": list(score.notices),
    }


def _overall(summary: Summary) -> dict[str, Any]:
    verdicts: Counter[str] = Counter()
    buckets: Counter[str] = Counter()
    types: dict[str, Counter[str]] = {}
    for (kind, verdict, bucket), number in summary.verdicts.items():
        verdicts[verdict] += number
        buckets[bucket] += number
        types.setdefault(kind, Counter())[verdict] += number
    return {
        "games": len(summary.games),
        "claims": summary.claims,
        "verdicts": _sorted(verdicts),
        "buckets": _sorted(buckets),
        "types": {kind: _sorted(types[kind]) for kind in sorted(types)},
        "defects": len(summary.defects),
    }


def _metric(name: str, figure: Aggregate) -> dict[str, Any]:
    metric = METRICS[name]
    return {
        "label": metric.label,
        "definition": metric.definition,
        **_result(figure.pooled),
        "mean": figure.mean,
        "games": figure.having,
    }


def _result(result: MetricResult) -> dict[str, Any]:
    return {"numerator": result.numerator, "denominator": result.denominator, "value": result.value}


def _statuses(counts: Mapping[str, int]) -> dict[str, int]:
    return {status: counts.get(status, 0) for status in STATUSES}


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return {key: counts[key] for key in sorted(counts)}
