"""What questions say of movements, company and bodies is what the log has, in every language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from quack.agents.model.prompts import LANGUAGES, Language, Phrases, load_prompts
from quack.agents.model.question import Question
from quack.game.config import GameSetup
from quack.world.map import load_map
from tests.agents.model.desks import Striver, Table

MOVEMENTS = ("movements", "movements_call", "movements_since")
SEEDS = (4, 12)
Move = tuple[str, str, str]
"""Who, whether it left or came, and where to or from."""


@dataclass
class Tick:
    """The movements of a tick, each with its line, and whose turn was when."""

    moved: list[tuple[int, str, str, str, str]] = field(default_factory=list)
    turns: dict[str, int] = field(default_factory=dict)

    def seen(self, player: str, room: str, since: int) -> set[Move]:
        own = [each for each in self.moved if each[0] > since and each[1] != player]
        left = {(who, "left", to) for _, who, how, start, to in own if how == "left" and start == room}
        return left | {(who, "came", start) for _, who, how, start, to in own if how == "came" and to == room}


@dataclass(frozen=True)
class Look:
    """What the log has of a look."""

    data: dict[str, Any]
    moved: set[Move]
    kind: str


def looks(table: Table) -> dict[tuple[str, int, str], Look]:
    """All looks of a game by player, tick and moment; movements from the lines of the moves themselves."""
    found: dict[tuple[str, int, str], Look] = {}
    tick, travelling = Tick(), {}
    kinds = ("tick_start", "player_moved", "observation", "body_reported", "meeting_called")
    for line, event in enumerate(table.events(*kinds), 1):
        data, now = event["data"], event["tick"]
        if event["event_type"] == "tick_start":
            tick = Tick()
            for player, (start, to, due) in list(travelling.items()):
                if due <= now:
                    tick.moved.append((line, player, "came", start, to))
                    del travelling[player]
        elif event["event_type"] == "player_moved":
            player, start, to = data["player_id"], data["from"], data["to"]
            tick.moved.append((line, player, "left", start, to))
            if "ticks_remaining" in data:
                travelling[player] = (start, to, now + data["ticks_remaining"])
            else:
                tick.moved.append((line, player, "came", start, to))
        elif event["event_type"] == "observation":
            player, moment = data["player_id"], data["moment"]
            since = tick.turns.get(player, 0) if moment == "call" else 0
            kind = "movements" if moment == "turn" else "movements_since" if since else "movements_call"
            found[player, now, moment] = Look(data, tick.seen(player, data["room"], since), kind)
            if moment == "turn":
                tick.turns[player] = line
        else:
            travelling.clear()
    return found


@pytest.fixture(scope="module", params=LANGUAGES)
def games(request) -> list[Table]:
    setups = (GameSetup(players=9, ducks=2, map=load_map("outpost")), GameSetup(players=12, ducks=2))
    return [
        Table(Striver(seed, chat=0.3), setup, seed=seed, language=request.param)
        for seed, setup in zip(SEEDS, setups, strict=True)
    ]


def wording(table: Table) -> Phrases:
    language: Language = next(iter(table.players.values())).prompter.manner.language
    return load_prompts(language).phrases


def pattern(words: Phrases, key: str, **values: str) -> str:
    """A phrase as a regular expression, with those in place of its values."""
    marks = {name: f"\x01{name}\x02" for name in values}
    form = re.escape(words(key, **marks))
    for name, value in values.items():
        form = form.replace(re.escape(marks[name]), value)
    return form


def asked(table: Table) -> Iterator[tuple[Question, Look]]:
    found = looks(table)
    for question in table.desk.asked:
        yield question, found[question.player, question.tick, "turn" if question.call == "act" else "call"]


def test_every_sentence_about_movements_agrees_with_the_log(games):
    said: dict[str, int] = defaultdict(int)
    for table in games:
        words, names = wording(table), table.setup.seats
        for question, look in asked(table):
            told = {words(how, player=names[who], room=room) for who, how, room in look.moved}
            for key in MOVEMENTS:
                some = re.findall(f"^{pattern(words, key, list='(.*)')}$", question.text, re.MULTILINE)
                none = question.text.count(f"{words(f'no_{key}')}\n")
                assert int(key == look.kind) == len(some) + none
                if key == look.kind:
                    assert told == (set(some[0].split(words.comma)) if some else set())
                    said[f"{key}: {bool(some)}"] += 1
    assert 6 == len(said)
    assert min(said.values()) > 3


def test_every_movement_that_is_remembered_was_in_the_log_and_none_is_left_out(games):
    for table in games:
        words, names = wording(table), table.setup.seats
        stay = re.compile(
            f"^{pattern(words, 'stay', span='(?:.*?)', room='(?P<room>[a-z_0-9]+)', list='(?P<list>.*)')}$"
        )
        passages = {
            how: re.compile(f"^{pattern(words, f'player_{how}', player='(.+?)', room='([a-z_0-9]+)', at='(.+)')}$")
            for how in ("left", "came")
        }
        found = looks(table)
        for player in names:
            last = [question for question in table.desk.asked if question.player == player][-1]
            seen, told = set(), set()
            for (who, tick, _), look in found.items():
                if who == player and tick <= last.tick:
                    at = words.span(tick, tick)
                    seen |= {(look.data["room"], names[one], how, end, at) for one, how, end in look.moved}
            for line in filter(None, map(stay.match, last.text.splitlines())):
                for item in line["list"].split(words.semicolon):
                    for how, form in passages.items():
                        if match := form.match(item):
                            told.add((line["room"], match[1], how, match[2], match[3]))
            assert seen == told


def test_company_and_bodies_agree_with_the_log(games):
    for table in games:
        words, names = wording(table), table.setup.seats
        for question, look in asked(table):
            then = "" if question.call == "act" else "_call"
            company, bodies = (
                words.comma.join(names[player] for player in look.data[part]) for part in ("present", "bodies")
            )
            with_whom = words(f"company{then}", players=company) if company else words(f"alone{then}")
            what_lies = words(f"bodies{then}", players=bodies) if bodies else words(f"no_bodies{then}")
            assert f"\n{with_whom}\n{what_lies}\n" in question.text
            assert look.data["room"] in question.text
