"""Two rulebooks on the same games: every difference is found, and put down to what made it."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from quack.audit.auditor import audit_games
from quack.audit.diffing import diff_games
from quack.audit.records import AuditRecord
from quack.audit.versions import load_versions
from quack.errors import SettingsError
from quack.kb.rulebook import load_rulebook
from quack.kb.shifts import ASPECTS, UNTRACED
from quack.metrics.rule_diff import DiffSummary
from tests.conftest import ROOT
from tests.support.small_games import every_outcome

LOGS = ROOT / "logs"


@cache
def book(name, *consts):
    return load_rulebook(name, dict(consts), rules_in=ROOT / "rules")


def _summary(paths, before, after, **options) -> DiffSummary:
    summary = DiffSummary()
    for outcome in diff_games(paths, before, after, **options):
        summary.add(outcome)
    return summary.finish()


def _edited(folder: Path, name: str, old: str, new: str):
    """The rules with a change in one file."""
    rules = shutil.copytree(ROOT / "rules", folder / "rules")
    text = (rules / name).read_text("utf-8")
    assert text.count(old) == 1
    (rules / name).write_text(text.replace(old, new))
    return load_rulebook(rules)


def _causes(summary: DiffSummary):
    return {row.cause for row in summary.attributed}


@pytest.fixture(scope="module", params=["paper", "numbers", "edited", "policy", "more"])
def pair(request, tmp_path_factory):
    """Rulebooks that differ: altogether, in numbers, far below the verdicts, in the policy, by a new verdict."""
    observed, tmp_path = book("observed"), tmp_path_factory.mktemp("pair")
    if request.param == "paper":
        return observed, book("paper")
    if request.param == "numbers":
        return observed, book("observed", ("about_slack", "4"), ("off_by", "2"), ("opening_ticks", "2"))
    if request.param == "edited":
        return observed, _edited(tmp_path, "window.lp", "Y = L+A, L'", "Y = L+A+3, L'")
    if request.param == "policy":
        return observed, _edited(
            tmp_path, "policy.lp", "verdict_label(near_miss, 20, partial)", "verdict_label(near_miss, 20, supported)"
        )
    rule = "candidate(C, false) :- displaced(C, _, _, _, _), not nearby(C)."
    more = f"{rule}\n{rule.replace('false', 'lost')}\nverdict_label(lost, 1, undecided)."
    return observed, _edited(tmp_path, "verdicts/location/nearby.lp", rule, more)


@pytest.fixture(scope="module")
def summary(pair):
    """What differs between them on the samples."""
    return _summary(LOGS, *pair)


def test_every_difference_is_put_down_to_something_that_only_one_rulebook_has(pair, tmp_path):
    every = tmp_path / "every"
    every.mkdir()
    summary = _summary([LOGS, every_outcome(every).log], *pair)
    shifts = [shift for _, shifts in summary.changed for shift in shifts]
    assert shifts
    assert len(shifts) == sum(each.number for each in summary.attributed.values())
    assert UNTRACED not in _causes(summary)
    assert all(cause.rule or cause.reads for cause in _causes(summary))


def test_the_differences_are_those_of_two_audits(pair, summary):
    pairs = list(zip(*(audit_games(LOGS, rulebook=each).records for each in pair), strict=True))
    counts = {
        "verdict": sum(one.verdict != other.verdict for one, other in pairs),
        "bucket": sum(one.verdict == other.verdict and one.bucket != other.bucket for one, other in pairs),
        "grounded": sum(one.grounded != other.grounded for one, other in pairs),
        "outcome": sum(one.outcome != other.outcome for one, other in pairs),
    }
    assert counts == {name: summary.count(name) for name in counts}
    assert len(pairs) == summary.claims == summary.cells.total()


def test_the_changes_add_up_to_the_change_of_the_rates(summary):
    meetings = {name for name in summary.moved() if not summary.is_explained(name)}
    assert meetings <= {name for name in summary.before.metrics if "lie_detection" in name}


def test_types_teams_and_verdicts_add_up(summary):
    changed = summary.count("verdict") + summary.count("bucket")
    assert summary.verdicts() == sum((summary.verdicts(kind=kind) for kind in summary.kinds), Counter())
    assert summary.verdicts() == sum((summary.verdicts(team=team) for team in summary.teams), Counter())
    for table in (summary.kinds, summary.teams):
        assert changed == sum(each.numerator for each in table.values())
        assert summary.claims == sum(each.denominator for each in table.values())
    assert summary.count("verdict") == sum(n for (one, other), n in summary.verdicts().items() if one != other)


def test_a_number_far_below_the_verdict_is_named():
    summary = _summary(LOGS, book("observed"), book("observed", ("about_slack", "4")))
    (cause,) = _causes(summary)
    assert (("about_slack", 2, 4),) == cause.numbers
    assert "rules/part/ticks.lp" == cause.rule.place.file


def test_a_changed_rule_far_below_the_verdict_is_named_with_its_other_version(tmp_path):
    after = _edited(tmp_path, "window.lp", "Y = L+A, L'", "Y = L+A+3, L'")
    causes = _causes(_summary(LOGS, book("observed"), after))
    assert {("window.lp", "window.lp")} == {
        (Path(cause.rule.place.file).name, Path(cause.other.place.file).name) for cause in causes
    }


def test_the_same_rulebook_changes_nothing():
    summary = _summary(LOGS, book("observed"), book("observed"))
    assert ([], {}, []) == (summary.changed, summary.attributed, list(summary.moved()))


def test_any_number_of_processes_and_batches_gives_the_same(tmp_path):
    observed, paper = book("observed"), book("paper")
    alone = _summary(LOGS, observed, paper)
    for options in ({"jobs": 2}, {"batch_size": 1}):
        other = _summary(LOGS, observed, paper, **options)
        assert (alone.attributed, alone.cells) == (other.attributed, other.cells)


def test_a_game_that_can_not_be_read_is_named_and_stops_no_other(tmp_path):
    shutil.copytree(LOGS / "sample", tmp_path / "good")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/game.jsonl").write_text("{")
    summary = _summary(tmp_path, book("observed"), book("paper"))
    assert (["bad"], 1) == ([failed.game for failed in summary.failed], len(summary.before.games))


def test_all_that_is_compared_is_something_that_records_say():
    for aspect in ASPECTS:
        assert aspect.name in ("grounded", *AuditRecord.__struct_fields__)


def test_observed_against_paper_leaves_nothing_unexplained_on_released_games(reference):
    paths = sorted(reference.glob("*/seed0[12]"))
    summary = _summary(paths, book("paper"), book("observed"))
    shifts = [shift for _, shifts in summary.changed for shift in shifts]
    assert len(shifts) == sum(each.number for each in summary.attributed.values()) > 100
    assert UNTRACED not in _causes(summary)
    assert all(summary.is_explained(name) for name in summary.moved() if "lie_detection" not in name)


# --- which rulebooks ------------------------------------------------------------------------------------------------


@pytest.fixture
def rules(tmp_path, monkeypatch):
    """A copy of the rules, which names mean."""
    monkeypatch.setenv("QUACK_RULES", str(tmp_path / "rules"))
    return shutil.copytree(ROOT / "rules", tmp_path / "rules")


def test_constants_stand_behind_a_colon_or_beside(rules):
    first, second = load_versions(("observed:about_slack=4,off_by=3", "paper"), ({"off_by": "2"}, {}))
    assert ({"about_slack": 4, "off_by": 2}, {}) == (first.overrides, second.overrides)


def test_a_rule_file_stands_in_the_rulebook_of_the_other_side(rules, tmp_path):
    new = tmp_path / "new/window.lp"
    new.parent.mkdir()
    new.write_text((rules / "window.lp").read_text().replace("Y = L+A,", "Y = L+A+3,"))
    _, second = load_versions(("observed", str(new)))
    assert ["window.lp"] == [file.source.name for file in second.files if file.source.path == new]
    first, second = load_versions((str(rules / "window.lp"), str(new)))
    assert book("observed").sha256 == first.sha256 != second.sha256


def test_a_file_of_a_folder_is_found_by_the_end_of_its_path(rules, tmp_path):
    new = shutil.copytree(rules / "verdicts", tmp_path / "new/verdicts") / "location.lp"
    _, second = load_versions(("observed", str(new)))
    assert ["verdicts/location.lp"] == [file.source.name for file in second.files if file.source.path == new]


def test_a_file_that_no_rulebook_has_is_named(rules, tmp_path):
    (tmp_path / "other.lp").write_text("p(1).\n")
    with pytest.raises(SettingsError, match="the rulebook observed has no file of this name"):
        load_versions(("observed", str(tmp_path / "other.lp")))


@pytest.mark.parametrize("text", ["observed:x=", "observed:=3", "observed:a=1,,b=2"])
def test_a_constant_without_name_or_value_is_named(rules, text):
    with pytest.raises(SettingsError, match="write NAME=VALUE"):
        load_versions((text, "paper"))
