"""New rulebooks, files taken into them, and first drafts of rules: they work as they are written."""

import re

import pytest

from quack.errors import RulebookError
from quack.kb.authoring import new_rulebook, take_file, with_include
from quack.kb.checks import check_rulebook
from quack.kb.rule_tests import run_rule_tests
from quack.kb.rulebook import load_rulebook
from quack.kb.scaffold import new_ground, new_verdict
from tests.conftest import ROOT


@pytest.fixture
def mine(tmp_path):
    new_rulebook("mine", "observed", tmp_path)
    return tmp_path / "mine"


def amiss(folder):
    return [str(finding) for finding in check_rulebook(folder)[1]]


def failures(folder, file):
    return [str(result) for result in run_rule_tests(load_rulebook(folder), [folder / file]) if not result.passed]


def test_a_new_rulebook_judges_as_its_base_does(mine):
    book = load_rulebook(mine)
    assert ("mine", ("observed",)) == (book.name, book.bases)
    assert len(load_rulebook("observed").rules) == len(book.rules)
    assert [] == amiss(mine)


@pytest.mark.parametrize(
    ("line", "amount"),
    [
        ("#const tick_slack = 2.", 0),
        ("verdict_label(near_miss, 20, refuted).", 0),
        ('%!trace_rule {"% is well", P}.\nverdict_label(fine, 15, partial) :- team(P, duck).', 3),
    ],
)
def test_a_line_of_the_policy_asks_the_entry_file_for_no_header(mine, line, amount):
    entry = mine / "mine.lp"
    entry.write_text(f"{entry.read_text('utf-8')}{line}\n", "utf-8")
    assert amount == sum("[header]" in each for each in amiss(mine))


def test_a_new_rulebook_may_hold_files_to_change(tmp_path):
    written = new_rulebook("mine", "observed", tmp_path, ["policy.lp", "verdicts/route.lp"])
    names = [path.relative_to(tmp_path / "mine").as_posix() for path in written]
    assert ["mine.lp", "policy.lp", "verdicts/route.lp"] == names
    assert [] == amiss(tmp_path / "mine")


@pytest.mark.parametrize(
    ("name", "base", "said"),
    [
        ("Mine!", "observed", "Mine! can't be the name of a rulebook"),
        ("paper", "observed", "there is a rulebook paper already"),
        ("mine", "obsreved", "no shipped rulebook obsreved; did you mean observed?"),
        ("mine", "observed", "is there already; choose another name, or remove it"),
    ],
)
def test_a_rulebook_that_cannot_be_made_is_refused(mine, tmp_path, name, base, said):
    folder = tmp_path if base == "observed" else tmp_path / "else"
    with pytest.raises(RulebookError) as caught:
        new_rulebook(name, base, folder)
    assert said in str(caught.value)


def test_a_file_of_the_base_is_taken_once(mine):
    assert (ROOT / "rules/window.lp").read_text("utf-8") == take_file(mine, "window.lp").path.read_text("utf-8")
    with pytest.raises(RulebookError, match="is in the layer already; edit it"):
        take_file(mine, "window.lp")


@pytest.mark.parametrize(
    "given",
    ["duration.lp", "location/duration.lp", "verdicts/location/duration.lp", "rules/verdicts/location/duration.lp"],
)
def test_a_file_is_taken_by_an_end_of_its_place_that_only_one_has(mine, given):
    taken = take_file(mine, given)
    assert (mine / "verdicts/location/duration.lp", "verdicts/location/duration.lp", "observed") == (
        taken.path,
        taken.file,
        taken.base,
    )


def test_a_file_that_was_taken_is_known_by_its_name(mine):
    take_file(mine, "duration.lp")
    with pytest.raises(RulebookError, match=r"duration\.lp: is in the layer already; edit it"):
        take_file(mine, "duration.lp")


def test_of_several_files_of_a_name_none_is_taken(mine):
    (mine / "own").mkdir()
    (mine / "own/duration.lp").write_text("% What lasts?\n% in: nothing\n% out: nothing\n", "utf-8")
    entry = mine / "mine.lp"
    entry.write_text(with_include(entry.read_text("utf-8"), "own/duration.lp"), "utf-8")
    several = "several files are called duration.lp; take one of own/duration.lp, verdicts/location/duration.lp"
    with pytest.raises(RulebookError, match=re.escape(several)):
        take_file(mine, "duration.lp")
    assert not (mine / "verdicts").exists()


@pytest.mark.parametrize("given", ["dow.lp", "paper/window.lp", "../window.lp"])
def test_a_place_that_only_looks_like_one_is_none(mine, given):
    with pytest.raises(RulebookError, match=re.escape(f"the base has no file {given}")):
        take_file(mine, given)


def test_a_file_that_the_base_lacks_gets_a_hint(mine):
    with pytest.raises(RulebookError, match=r"the base has no file widow\.lp; did you mean window\.lp\?"):
        take_file(mine, "widow.lp")


def test_a_shipped_rulebook_is_not_written_into():
    with pytest.raises(RulebookError, match="observed is a shipped rulebook; quack rules new mine --from observed"):
        take_file("observed", "window.lp")


@pytest.mark.parametrize(
    ("of", "before", "bucket"),
    [("sighting", "true", "supported"), ("location", "false", "partial"), ("task", "wrong_room", "refuted")],
)
def test_a_new_verdict_passes_its_test_as_it_is_written(mine, of, before, bucket):
    new_verdict("bystander", mine, of, before, bucket)
    assert [] == amiss(mine)
    assert [] == failures(mine, "verdicts/bystander_test.lp")


def test_its_line_goes_into_the_policy_where_the_rulebook_holds_that(mine):
    take_file(mine, "policy.lp")
    new_verdict("bystander", mine, "sighting", "true", "supported")
    assert "verdict_label(bystander, 5, supported)." in (mine / "policy.lp").read_text("utf-8").splitlines()
    assert [] == amiss(mine)


@pytest.mark.parametrize(
    ("name", "of", "before", "bucket", "said"),
    [
        ("true", "sighting", "false", "supported", "there is a verdict true already"),
        ("bystander", "sightings", "true", "supported", "no type of claims sightings; did you mean sighting?"),
        ("bystander", "sighting", "trou", "supported", "no verdict trou; did you mean true?"),
        ("bystander", "sighting", "true", "suported", "no bucket suported; did you mean supported?"),
        ("bystander", "intent", "wrong_room", "refuted", "no rule gives claims of the type intent the verdict wrong"),
        ("bystander", "sighting", "unverifiable", "refuted", "no number is free before that of unverifiable, 0"),
    ],
)
def test_a_verdict_that_cannot_be_made_is_refused(mine, name, of, before, bucket, said):
    with pytest.raises(RulebookError) as caught:
        new_verdict(name, mine, of, before, bucket)
    assert said in str(caught.value)
    assert not (mine / "verdicts").exists()


@pytest.mark.parametrize("strength", ["strong", "none"])
def test_a_new_ground_passes_its_test_as_it_is_written(mine, strength):
    new_ground("kept_away", mine, strength)
    assert [] == amiss(mine)
    assert [] == failures(mine, "grounds/kept_away_test.lp")


def test_what_is_there_is_not_written_over(mine):
    new_ground("kept_away", mine, "weak")
    with pytest.raises(RulebookError, match="there is a ground kept_away already"):
        new_ground("kept_away", mine, "weak")


def test_an_include_follows_the_others():
    assert '% a\n#include "b.lp".\n#include "c.lp".\nd.\n' == with_include('% a\n#include "b.lp".\nd.\n', "c.lp")
