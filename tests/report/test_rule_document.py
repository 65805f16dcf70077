"""A rulebook as a document: what stands in it, that it holds nothing foreign, and that it is the same each time."""

import re
from xml.etree import ElementTree

import pytest

from quack.kb.coverage_conditions import run_with_conditions
from quack.kb.file_graph import file_graph
from quack.kb.rule_examples import examples
from quack.kb.rulebook import load_rulebook
from quack.kb.trials import trials
from quack.report.rule_document import RuleDocument
from tests.support.rulebooks import LOCATION, LOCATION_TEST, write_rulebook

LATE = "\n#program test_too_late.\nat(alice, medbay, 3, 5). claim(c1, alice, medbay, 9).\nexpect_not(stood(c1)).\n"
SLY = '%!trace_rule {"<script>alert(1)</script> & so on"}.\nsly(C) :- stood(C).\n'


@pytest.fixture
def document(tmp_path):
    rules = LOCATION.replace("% out: stood/1", "% out: sly/1, stood/1") + SLY
    book = load_rulebook(write_rulebook(tmp_path, location=rules, location_test=LOCATION_TEST + LATE))
    return RuleDocument(book, examples(book, run_with_conditions(book, trials(book))))


def test_each_rule_stands_in_words_with_its_code_and_its_place(document):
    text = document.markdown()
    assert "# The rulebook observed" in text
    assert "## location.lp\n\nWas the subject there?\n\nReads claim/4, at/4, verdict_label/1; defines" in text
    assert "### S was in R at tick T\n\n`location.lp:6`\n\n```prolog\nstood(C) :- claim(C, S, R, T)" in text
    assert "#const slack = 1.    % in ticks" in text


def test_an_example_fires_a_rule_and_another_does_not_and_says_why(document):
    text = document.markdown()
    rule = text[text.index("### S was in R") :]
    assert "Fires in: *a stay makes it true (location_test.lp:1)*\n\n```prolog\nat(alice, medbay, 3, 5)." in rule
    assert "Does not fire, because of `T <= L + slack` alone, in: *too late (location_test.lp:10)*" in rule


def test_the_markdown_takes_no_words_of_a_rulebook_for_markup(document):
    text = document.markdown()
    assert "<script" not in text.replace("\\<script", "")
    assert "### \\<script\\>alert(1)\\</script\\> & so on" in text


def test_the_page_escapes_everything_and_runs_nothing(document):
    page = document.html()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; so on" in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "prefers-color-scheme: dark" in page


def test_the_picture_is_whole_and_shows_each_file_with_rules(document):
    root = ElementTree.fromstring(document.svg())
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert ["policy.lp", "location.lp"] == texts
    told = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "policy.lp → location.lp: verdict_label/1" in told


def test_the_same_rulebook_gives_the_same_text(document, tmp_path):
    book = load_rulebook(tmp_path)
    again = RuleDocument(book, examples(book, run_with_conditions(book, trials(book))))
    assert (document.html(), document.markdown("a.svg")) == (again.html(), again.markdown("a.svg"))


def test_a_file_stands_below_what_it_builds_on(tmp_path):
    graph = file_graph(load_rulebook(write_rulebook(tmp_path)))
    assert (("policy.lp",), ("location.lp",)) == graph.layers
    assert {("policy.lp", "location.lp"): (("verdict_label", 1),)} == graph.edges
