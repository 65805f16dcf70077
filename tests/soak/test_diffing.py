"""The paper rulebook against the observed one over all released games: nothing is left unexplained."""

import os
from pathlib import Path

import pytest

from quack.audit.diffing import diff_games
from quack.kb.rulebook import load_rulebook
from quack.kb.shifts import UNTRACED
from quack.metrics.rule_diff import DiffSummary
from tests.conftest import ROOT

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]

PAIRS = [
    (("paper", {}), ("observed", {})),
    (("observed", {}), ("observed", {"tick_slack": "3", "range_slack": "0", "about_slack": "4", "off_by": "8"})),
    (("observed", {}), ("observed", {"scene_ticks": "5", "alibi_ticks": "0", "opening_ticks": "9", "call_ticks": "6"})),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_every_change_of_the_released_games_is_put_down_to_something(pair, reference: Path):
    books = [load_rulebook(name, consts, rules_in=ROOT / "rules") for name, consts in pair]
    summary = DiffSummary()
    for outcome in diff_games(reference, *books):
        summary.add(outcome)
    summary.finish()
    shifts = [shift for _, shifts in summary.changed for shift in shifts]
    assert shifts
    assert len(shifts) == sum(each.number for each in summary.attributed.values())
    assert UNTRACED not in {row.cause for row in summary.attributed}
    assert all(summary.is_explained(name) for name in summary.moved() if "lie_detection" not in name)
