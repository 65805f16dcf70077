"""A game in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.events.log import read_log
from quack.game.watch import watch_game
from quack.report.telling import Page, tell_pages
from quack.report.witnessed import tell_witnessed
from tests.support.games import GameBuilder
from tests.support.sample_game import told


def _texts(page: Page) -> list[str]:
    return [line.text for line in page.lines]


def _pages(game: GameBuilder, folder: Path) -> dict[int, Page]:
    return {page.tick: page for page in tell_pages(read_log(game.write(folder)).events)}


def _seen(game: GameBuilder, folder: Path, name: str) -> dict[int, Page]:
    log = read_log(game.write(folder))
    timeline, sightings = watch_game(log)
    return {page.tick: page for page in tell_witnessed(log, timeline, sightings, log.by_name[name].id)}


@pytest.fixture
def murder() -> GameBuilder:
    """Bob kills Alice in medbay before the eyes of Charlie, who reports; Diana is elsewhere."""
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay", "Charlie": "medbay", "Diana": "storage"})
    game.tick(1).chat("Alice", "hello  there").move("Diana", "medbay").tick(2).kill("Bob", "Alice")
    game.tick(3).task("Charlie").move("Bob", "electrical").report("Charlie").say("Charlie", "It was Bob.")
    game.vote("Charlie", "Bob").vote("Bob", None).vote("Diana", "Bob").eject("Bob").over()
    return game


def test_every_tick_has_its_page(tmp_path):
    assert list(range(15)) == sorted(_pages(told(), tmp_path))


def test_a_page_begins_with_where_everyone_is(murder, tmp_path):
    page = _pages(murder, tmp_path)[2]
    assert [
        "tick 2, round 0",
        "medbay: Alice, Bob, Charlie",
        "Diana between storage and medbay until tick 3",
        "Bob kills Alice in medbay",
    ] == _texts(page)


def test_who_arrives_is_told_and_where_the_bodies_lie(murder, tmp_path):
    page = _pages(murder, tmp_path)[3]
    assert ["medbay: Bob, Charlie, Diana, the body of Alice", "Diana arrives in medbay from storage"] == _texts(page)[
        1:3
    ]
    assert {"player_0": "medbay"} == page.bodies


def test_a_meeting_is_on_the_page_of_its_tick(murder, tmp_path):
    assert [
        "meeting 0: Charlie reports a body (dead: Alice in medbay)",
        "Charlie: “It was Bob.”",
        "Charlie votes for Bob",
        "Bob skips the vote",
        "Diana votes for Bob",
        "Bob is ejected: a Duck",
        "the Geese win: All Ducks have been ejected",
    ] == _texts(_pages(murder, tmp_path)[3])[-7:]


def test_lines_name_the_line_of_the_log(murder, tmp_path):
    lines = murder.lines
    for page in _pages(murder, tmp_path).values():
        for line in page.lines:
            if line.text == "Bob kills Alice in medbay":
                assert line.line is not None
                assert "player_killed" in lines[line.line - 1]


def test_what_the_dead_do_is_marked(tmp_path):
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay"}).tick(1).kill("Bob", "Alice").task("Alice")
    texts = _texts(_pages(game.tick(2), tmp_path)[1])
    assert "Alice works in medbay: Submit Scan 1/3 (without effect: dead, or in a meeting)" in texts


def test_a_player_is_told_what_it_saw_before_what_it_did(murder, tmp_path):
    texts = _texts(_seen(murder, tmp_path, "Charlie")[3])
    assert "sees Bob, Diana coming from storage, the body of Alice" == texts[2]
    assert "Charlie works in medbay: Submit Scan 1/3" == texts[3]


def test_a_player_is_not_told_what_happens_elsewhere(murder, tmp_path):
    told = "\n".join(text for page in _seen(murder, tmp_path, "Diana").values() for text in _texts(page))
    assert "kills" not in told
    assert "hello" not in told
    assert "Bob is ejected: a Duck" in told


def test_only_the_reporter_is_told_where_the_bodies_lie(murder, tmp_path):
    texts = _texts(_seen(murder, tmp_path, "Diana")[3])
    assert "meeting 0: Charlie reports a body" in texts


def test_a_reporter_is_not_told_of_bodies_elsewhere(tmp_path):
    game = GameBuilder(rooms={"Alice": "medbay", "Bob": "medbay", "Charlie": "medbay", "Diana": "storage"})
    game.tick(1).kill("Bob", "Diana", room="storage").kill("Bob", "Alice").report("Charlie").over()
    texts = _texts(_seen(game, tmp_path, "Charlie")[1])
    assert "meeting 0: Charlie reports a body (dead: Alice in medbay)" in texts


def test_chat_reaches_who_stood_there(murder, tmp_path):
    texts = _texts(_seen(murder, tmp_path, "Charlie")[1])
    assert any(text.endswith("hear Alice, in medbay at tick 1: “hello there”") for text in texts)


def test_a_view_ends_with_the_player(murder, tmp_path):
    pages = _seen(murder, tmp_path, "Alice")
    assert (2, "Alice is killed: nothing more reaches it") == (max(pages), _texts(pages[2])[-1])


def test_a_duck_knows_the_other_ducks(tmp_path):
    game = GameBuilder(("Ann", "Ben", "Cid", "Dan", "Eva"), ducks=("Ben", "Dan")).tick(1)
    assert "Ben is a Duck, with Dan; tasks: Submit Scan in medbay" in _texts(_seen(game, tmp_path, "Ben")[0])
    assert "Ann is a Goose; tasks: Submit Scan in medbay" in _texts(_seen(game, tmp_path, "Ann")[0])
