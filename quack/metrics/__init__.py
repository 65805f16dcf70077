"""Figures over games: each is one decorated function, registered in METRICS."""

from quack.metrics import statements
from quack.metrics.registry import METRICS, Metric, MetricResult

__all__ = ["METRICS", "Metric", "MetricResult", "statements"]
