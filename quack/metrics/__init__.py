"""Figures over games: each is one decorated function, registered in METRICS."""

from quack.metrics import behaviour, outcome, statements
from quack.metrics.registry import METRICS, Metric, MetricResult, of_tier

__all__ = ["METRICS", "Metric", "MetricResult", "behaviour", "of_tier", "outcome", "statements"]
