"""The published study again as a document: text, Markdown and a page, with names that would be markup elsewhere."""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser

import pytest

from quack.audit.discover import discover_games, with_claims
from quack.kb.rulebook import load_rulebook
from quack.metrics.reproduction import Reproduction, reproduce_each
from quack.report.document import Block, Heading, Paragraph, html_page, markdown, plain
from quack.report.reproduction import reproduction_document, reproduction_json
from quack.report.tables import Table
from tests.conftest import ROOT

HOSTILE = "homogeneous <b>&|\x1b[31m"
BOOKS = ("paper", "observed")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Reproduction:
    root = tmp_path_factory.mktemp("released")
    shutil.copytree(ROOT / "logs" / "sample", root / "homogeneous" / "gpt-5.5" / "20260101_000000_seed1")
    shutil.copytree(ROOT / "logs" / "sample", root / HOSTILE / "seed1")
    (root / "broken" / "seed2").mkdir(parents=True)
    (root / "broken" / "seed2" / "game.jsonl").write_text("no log\n")
    found = Reproduction()
    for game in reproduce_each(with_claims(discover_games([root])), load_rulebook("paper"), load_rulebook("observed")):
        found.add(game)
    found.diff.finish()
    return found


@pytest.fixture(scope="module")
def blocks(study: Reproduction) -> list[Block]:
    return reproduction_document(study, BOOKS)


def _table(blocks: list[Block], title: str) -> Table:
    return next(block for block in blocks if isinstance(block, Table) and block.title == title)


def test_games_that_are_not_all_the_studys_have_no_released_mean(blocks: list[Block]) -> None:
    table = _table(blocks, "Means over all games, as published")
    assert ("figure", "released (–)", "here (2 games)", "apart", "same, game by game") == table.columns
    row = next(row for row in table.rows if row[0] == "Ejection accuracy")
    assert ("–", "–") == (row[1], row[4])


def test_a_condition_of_the_study_is_held_against_its_own_released_means(blocks: list[Block]) -> None:
    table = _table(blocks, "homogeneous/gpt-5.5")
    row = next(row for row in table.rows if row[0] == "Duration")
    assert ("released (30 games)", "18.20") == (table.columns[1], row[1])
    assert "released (–)" == _table(blocks, HOSTILE).columns[1]


def test_each_reason_has_its_part(blocks: list[Block]) -> None:
    parts = [block.text for block in blocks if isinstance(block, Heading) and block.level == 3]
    assert [str(number) for number in range(1, 9)] == [part.partition(".")[0] for part in parts]


def test_what_was_not_extracted_is_told(blocks: list[Block]) -> None:
    table = _table(blocks, "Games and messages")
    assert ("condition", "games", "messages", "read", "coverage", "claims") == table.columns
    assert table.total is not None and "2" == table.total[1]
    assert any(isinstance(block, Paragraph) and "have no extraction" in block.text for block in blocks)


def test_games_that_could_not_be_audited_are_named(blocks: list[Block]) -> None:
    assert "broken/seed2" in plain(blocks, 100)


def test_nothing_that_is_told_steers_a_terminal(blocks: list[Block]) -> None:
    assert "\x1b" not in plain(blocks, 100) + markdown(blocks) + html_page("x", blocks)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_names_are_text_on_the_page(blocks: list[Block]) -> None:
    page = _Tags()
    page.feed(html_page("<script>", blocks))
    assert "b" not in page.tags and "script" not in page.tags
    assert "<script>" in page.text
    assert any("<b>&|" in text for text in page.text)


def test_names_are_text_in_markdown(blocks: list[Block]) -> None:
    text = markdown(blocks)
    assert "<b>" not in text
    rows = [line for line in text.splitlines() if "homogeneous" in line and line.startswith("|")]
    assert rows


def test_the_same_games_give_the_same_document(study: Reproduction, blocks: list[Block]) -> None:
    again = reproduction_document(study, BOOKS)
    assert (markdown(blocks), html_page("x", blocks)) == (markdown(again), html_page("x", again))


def test_the_figures_are_there_as_json(study: Reproduction) -> None:
    told = json.loads(json.dumps(reproduction_json(study)))
    assert 2 == told["games"]
    assert told["as_published"]["all"]["figures"]["ejection_accuracy"]["released"] is None
    assert 0.6667 == told["as_published"]["homogeneous/gpt-5.5"]["figures"]["ejection_accuracy"]["released"]
    assert {"numerator", "denominator", "pooled", "mean"} == set(told["ours"]["goose_truthfulness"])
    assert ["broken/seed2"] == [each["game"] for each in told["failed"]]
