"""The list of figures."""

from __future__ import annotations

import pytest

from quack.metrics import METRICS
from quack.report.metrics_list import metric_card, metric_json, metric_lines


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    lines = [*metric_lines(METRICS.values(), width), *metric_card(METRICS["cooldown_used"], width)]
    assert [] == [line for line in lines if len(line) > width]


@pytest.mark.parametrize("width", [40, 100])
def test_every_figure_is_listed_with_its_definition(width: int) -> None:
    text = " ".join(" ".join(metric_lines(METRICS.values(), width)).split())
    names = [each.name for each in METRICS.values() if each.scope != "all"]
    assert [] == [name for name in names if f" {name} " not in f" {text} "]
    assert "Players neither killed nor voted out / games." in text


def test_a_tier_stands_under_its_own_heading() -> None:
    lines = list(metric_lines([METRICS["kills"], METRICS["report_latency"]], 100))
    headings = [line for line in lines if line.startswith("Tier")]
    assert ["Tier 1: outcomes, from the log", "Tier 2: behaviour, from the log"] == headings


def test_a_figure_about_oneself_stands_for_the_one_about_anybody_too() -> None:
    lines = list(metric_lines([METRICS["deception_rate"], METRICS["deception_rate.all"]], 100))
    assert ["deception_rate *"] == [line[:16] for line in lines if line.startswith("deception_rate")]
    assert any(".all behind the name" in line for line in lines)


def test_a_card_says_what_the_published_figure_did_with_nothing() -> None:
    assert "published  as avg_report_latency; missing where" in "\n".join(metric_card(METRICS["report_latency"], 100))
    assert "published  as ejection_accuracy; 0 where" in "\n".join(metric_card(METRICS["ejection_accuracy"], 100))
    assert "published  no such figure" in list(metric_card(METRICS["cooldown_used"], 100))


def test_json_has_every_attribute() -> None:
    assert {
        "name": "first_kill",
        "label": "First kill",
        "tier": 1,
        "kind": "mean",
        "unit": "tick",
        "scope": None,
        "definition": "Ticks until the first kill / games with a kill.",
        "published": False,
        "published_as": "first_kill_tick",
        "published_if_nothing": None,
    } == metric_json(METRICS["first_kill"])
