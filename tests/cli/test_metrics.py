"""`quack metrics`."""

from __future__ import annotations

import json

import pytest

from quack.metrics import METRICS, of_tier
from tests.cli.conftest import Run


def test_all_figures_are_listed(run: Run) -> None:
    result = run("metrics", "list")
    assert 0 == result.exit_code
    assert [] == [each.name for each in METRICS.values() if each.scope != "all" and each.name not in result.stdout]


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_a_tier_is_listed_as_json(run: Run, tier: int) -> None:
    listed = json.loads(run("metrics", "list", "--tier", str(tier), "--json").stdout)
    assert list(of_tier(tier)) == [each["name"] for each in listed]  # type: ignore[arg-type]


def test_json_has_the_tiers_in_order(run: Run) -> None:
    tiers = [each["tier"] for each in json.loads(run("metrics", "list", "--json").stdout)]
    assert (sorted(tiers), len(METRICS)) == (tiers, len(tiers))


def test_one_figure_is_shown(run: Run) -> None:
    assert (
        "Announced votes that were cast so / announced votes."
        in run("metrics", "show", "vote_intent_consistency").stdout
    )
    shown = json.loads(run("metrics", "show", "deception_rate.all", "--json").stdout)
    assert ("deception_rate.all", "all") == (shown["name"], shown["scope"])


def test_a_name_that_is_none_is_told_with_the_one_that_was_meant(run: Run) -> None:
    result = run("metrics", "show", "goose_truthfullness")
    assert (2, "") == (result.exit_code, result.stdout)
    assert "there is no figure 'goose_truthfullness'; did you mean goose_truthfulness?\n" == result.stderr


def test_a_name_like_no_other_is_told_with_where_to_look(run: Run) -> None:
    assert "quack metrics list names them all" in run("metrics", "show", "\x1b[31m").stderr


def test_no_such_tier(run: Run) -> None:
    assert 2 == run("metrics", "list", "--tier", "4").exit_code
