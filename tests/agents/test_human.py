"""A person at the table: sees what its player may see, answers by number or in words, and is not asked twice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from quack.agents.batch import Played
from quack.agents.play import Order
from quack.agents.together import Outcome, Run, Unfinished, play_together
from quack.game.agent import GameSuspended
from tests.support.stand_ins import StandIn, planned, small_order


class Sitter:
    """A person who writes these lines, and then the last one for ever; None leaves."""

    def __init__(self, lines: Iterable[str | None]) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []
        self.prompts: list[str] = []

    def show(self, text: str) -> None:
        self.shown.append(text)

    async def line(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]

    @property
    def seen(self) -> str:
        """Everything that was shown."""
        return "\n".join(self.shown)


def _order(**options: Any) -> Order:
    """A game in which Bob, a Goose, is played by a person."""
    return small_order(**{"crew": "honest", "impostor": "blunt", "seats": (("Bob", "human"),), **options})


def _play(person: Sitter, out: Path | None = None, *, seed: int = 1, order: Order | None = None) -> Outcome:
    (game,) = play_together(planned(out, (seed,), order or _order()), Run(StandIn(), person=person))  # type: ignore[arg-type]
    return game


def _records(out: Path, seed: int = 1) -> list[dict[str, Any]]:
    return [record for record in map(json.loads, (out / f"seed{seed}/transcript.jsonl").open()) if "n" in record]


def test_numbers_choose_among_what_is_possible(tmp_path):
    person = Sitter(["1", "2", "1"])
    assert isinstance(_play(person, tmp_path), Played)
    assert "  1  wait()\n  2  move(" in person.seen
    records = _records(tmp_path)
    assert ["wait()", records[1]["reply"], "wait()"] == [record["reply"] for record in records[:3]]
    assert records[1]["reply"].startswith("move(")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 on my way :)) (soon", "on my way :)) (soon"),
        ("1 | say(on my way)", "on my way"),
        ("1. say(a (b) c)", "a (b) c"),
        ("wait() | say(hello)", "hello"),
        ("1 | say(x) | say(y)", "x) | say(y"),
    ],
)
def test_words_behind_a_number_are_said_as_they_stand(tmp_path, line, said):
    _play(Sitter([line, "1"]), tmp_path, order=_order(ticks=2))
    chats = [json.loads(text)["data"] for text in (tmp_path / "seed1/game.jsonl").open() if '"free_roam_chat"' in text]
    assert [said] == [chat["message"] for chat in chats if chat["player_id"] == "player_1"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "states no action"),
        ("99", "the numbers go from 1 to "),
        ("0", "the numbers go from 1 to "),
        ("move(nowhere)", "that can't be done here and now; these can:"),
        ("kill(Alice)", "that can't be done here and now; these can:"),
        ("dance", "states no action"),
    ],
)
def test_what_can_not_be_read_or_done_is_asked_again_and_costs_nothing(tmp_path, line, why):
    person = Sitter([line, "1"])
    game = _play(person, tmp_path, order=_order(ticks=2))
    assert f"not understood: {why}" in person.seen
    assert isinstance(game, Played) and 0 == game.figures.failures
    assert ("wait()", 2) == (_records(tmp_path)[0]["reply"], _records(tmp_path)[0]["tries"])


@pytest.mark.parametrize("word", ["help", "?", " HELP "])
def test_help_tells_how_to_answer(word):
    person = Sitter([word, "1"])
    _play(person, order=_order(ticks=2))
    assert "At your turn, write the number of an action" in person.seen


@pytest.mark.parametrize(("seat", "role"), [("Bob", "Goose"), ("Diana", "Duck")])
def test_help_tells_the_rules_and_nothing_that_is_for_models(seat, role):
    person = Sitter(["?", "1"])
    _play(person, order=_order(seats=((seat, "human"),), ticks=2))
    told = person.shown[2]
    assert f"You are {seat}, and you are a {role}." in told
    assert "- Reporting: whoever stands in a room with a body can report it, which calls a meeting at once.\n- " in told
    assert not re.search(r"[a-z,]\n[^\n]", told.partition("# The map")[0]), "lines are as long as paragraphs"
    for rule in ("eese win when", "Tasks: every player has", "Emergency button: ", "Killing: ", "Then all vote"):
        assert rule in told
    for words in ("How to play well", "Every question tells you", "quotation marks"):
        assert words not in told


@pytest.mark.parametrize("word", ["m", "memory", " M "])
def test_memory_is_shown_to_who_wants_it(word):
    person = Sitter(["1", "1", word, "1"])
    _play(person, order=_order(ticks=3))
    assert person.shown[4].startswith("From the beginning of the game:\n- ticks 0-")
    assert person.shown[4].endswith(person.shown[3][person.shown[3].index("\n  1  ") :]), "and what can be done"


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def test_the_person_is_greeted_once_and_shown_what_is_new(tmp_path):
    person = Sitter(["1"])
    _play(person, tmp_path)
    records = _records(tmp_path)
    greeting = json.loads((tmp_path / "seed1/transcript.jsonl").read_text().splitlines()[1])["text"]
    assert [greeting, records[0]["text"]] == [text.strip("\n") for text in person.shown[:2]]
    assert len(records) == len(person.shown) - 1
    for record, shown in zip(records[1:], person.shown[2:], strict=True):
        assert record["text"].endswith(shown.strip("\n")) and "From the beginning" in record["text"]
        assert "From the beginning" not in shown
    assert {"human"} == {record["model"] for record in records}


def test_who_leaves_suspends_the_game_and_comes_back_to_the_same_place(tmp_path):
    first = Sitter(["1", "2", "1", None])
    game = _play(first, tmp_path)
    assert isinstance(game, Unfinished) and isinstance(game.error, GameSuspended)
    assert "Bob has left the table; run the same command again to go on" == str(game.error)
    second = Sitter(["1"])
    assert isinstance(_play(second, tmp_path), Played)
    # Greeted anew, and shown the question that it left at, with all that it remembers.
    assert first.shown[0] == second.shown[0]
    assert second.shown[1].endswith(first.shown[-1]) and "From the beginning of the game:" in second.shown[1]
    whole = Sitter(["1", "2", "1"])
    _play(whole, tmp_path / "whole")
    assert (tmp_path / "seed1/game.jsonl").read_bytes() == (tmp_path / "whole/seed1/game.jsonl").read_bytes()


class Caller(Sitter):
    """A person who calls a meeting as soon as it may, says nothing at first and then something, and votes."""

    def __init__(self, vote: str) -> None:
        super().__init__(["1"])
        self.vote = vote

    async def line(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        if "what you say" in prompt:
            return "It was not me (I swear :)" if self.prompts.count(prompt) > 1 else " "
        if "a name" in prompt:
            return self.vote if self.prompts.count(prompt) == 1 else "skip"
        return next((line for line in ("call_meeting()", "move(cafeteria)") if line in self.shown[-1]), "1")


def _meet(out: Path, vote: str) -> tuple[Caller, Outcome, list[dict[str, Any]], list[dict[str, Any]]]:
    """A meeting of all four, with what was kept of the person's speech and vote."""
    person = Caller(vote)
    game = _play(person, out, seed=CALLED, order=_order(ticks=6))
    records = _records(out, CALLED)
    spoken, voted = ([record for record in records if record["call"] == call] for call in ("speak", "vote"))
    return person, game, spoken, voted


CALLED = 2
"""A seed with which Bob reaches the button alive."""


def test_of_a_meeting_the_person_is_shown_each_line_once_and_how_it_ended(tmp_path):
    person, _, spoken, voted = _meet(tmp_path, "skip")
    at = next(index for index, text in enumerate(person.shown) if "your turn to speak" in text)
    speech, vote, after = [text for text in person.shown[at:] if "not understood" not in text][:3]
    assert "called meeting 1." in speech and "Alive: " in speech
    assert not set(_lines(speech)) & set(_lines(vote)), "what was shown before is not shown again"
    now = spoken[0]["text"][spoken[0]["text"].index("In tick") :]
    assert set(_lines(now)) | set(_lines(vote)) >= set(_lines(voted[0]["text"][voted[0]["text"].index("In tick") :]))
    assert re.match(
        r"\n(.* known to be dead.*\n)?Votes: .*\n.* voted out.*\n\nAfter meeting 1, from tick \d+ on:\n\nIt is tick",
        after,
    )


def test_in_a_meeting_the_person_says_a_line_as_it_stands(tmp_path):
    person, game, spoken, _ = _meet(tmp_path, "skip")
    assert isinstance(game, Played) and 0 == game.figures.failures
    assert ("It was not me (I swear :)", 2) == (spoken[0]["reply"], spoken[0]["tries"])
    assert "not understood: those are no words" in person.seen
    assert '"message":"It was not me (I swear :)"' in (tmp_path / f"seed{CALLED}/game.jsonl").read_text()


@pytest.mark.parametrize(
    ("vote", "reply"),
    [("skip", "skip"), ("Alice", "player_0"), ("vote(alice)", "player_0"), ("1", "player_0"), ("5", "skip")],
)
def test_a_vote_goes_by_number_or_by_name(tmp_path, vote, reply):
    _, game, _, voted = _meet(tmp_path, vote)
    assert isinstance(game, Played) and 0 == game.figures.failures
    assert (reply, 1) == (voted[0]["reply"], voted[0]["tries"])


@pytest.mark.parametrize(
    ("vote", "why"),
    [("99", "the numbers go from 1 to 5"), ("1 or 2", "a number alone, or a name"), ("Zed", ""), ("", "")],
)
def test_a_vote_that_names_nobody_is_asked_again(tmp_path, vote, why):
    person, _, _, voted = _meet(tmp_path, vote)
    assert f"not understood: {why}" in person.seen
    assert ("skip", 2) == (voted[0]["reply"], voted[0]["tries"])


def test_a_person_plays_beside_models(tmp_path):
    person, client = Sitter(["1"]), StandIn(patience=2)
    order = _order(crew="my/model", impostor="honest")
    (game,) = play_together(planned(tmp_path, (1,), order), Run(client, person=person))  # type: ignore[arg-type]
    assert isinstance(game, Played)
    assert {"human", "my/model"} == {record["model"] for record in _records(tmp_path)}
    assert game.spent is not None and len(client.asked) == game.spent.questions, "a person's answers cost nothing"
