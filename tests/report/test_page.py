"""The pages of games as data and as files."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.explain import Library
from quack.claims.models import parse_claim
from quack.events.log import read_log
from quack.kb.rulebook import load_rulebook
from quack.report.page import writing
from quack.report.page.claims import span_of
from quack.report.page.course import course_of, plan_of
from quack.report.page.making import address_of
from quack.report.page.shell import asset, block, html_of
from quack.report.page.writing import WrittenReport, write_report
from quack.report.proof import lines_of_proof
from quack.world.map import GameMap, Room, load_map
from tests.conftest import ROOT
from tests.support.games import GameBuilder
from tests.support.small_games import write_game

SAMPLES = ("sample", "swapped", "crowd")
EVIL = '</script><script>document.title="got"</script><img src=x onerror=alert(1)>&lt;b&gt;\u202eevil'


class Blocks(HTMLParser):
    """What a page is made of: its tags, their attributes, and its blocks of data."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data: dict[str, str] = {}
        self._open: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open = dict(attrs).get("id") if dict(attrs).get("type") == "application/json" else None

    def handle_data(self, data: str) -> None:
        if self._open:
            self.data[self._open] = self.data.get(self._open, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._open = None


def read(path: Path) -> Blocks:
    blocks = Blocks()
    blocks.feed(path.read_text("utf-8"))
    return blocks


def page(folder: Path, game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(read(folder / "games" / game / "index.html").data["page"])
    return found


def proof_of(shown: dict[str, Any], claim: dict[str, Any]) -> list[list[Any]]:
    """The lines of a claim's proof with their words."""
    return [[depth, *(shown["words"][place] for place in places)] for depth, *places in claim["judged"]["proof"]]


def report(games: tuple[Game, ...], out: Path, **how: Any) -> WrittenReport:
    return write_report(games, out, load_rulebook("observed"), **how)


def samples() -> tuple[Game, ...]:
    return with_claims(discover_games([ROOT / "logs" / name for name in SAMPLES]))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of three sample games."""
    out = tmp_path_factory.mktemp("report")
    report(samples(), out)
    return out


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a game whose names and words are markup."""
    folder = tmp_path_factory.mktemp("hostile")
    game = (
        GameBuilder(players=(EVIL, "Bob", "Cleo"), rooms={EVIL: "medbay"})
        .tick(1).task("Bob")
        .tick(2).call("Bob").say("Bob", f"{EVIL} was in medbay. 很长的话 😀")
        .vote("Bob", None).vote("Cleo", None).vote(EVIL, None).skip().over("goose")
    )  # fmt: skip
    claims = {0: [{"type": "location", "subject": EVIL, "room": "medbay", "quote": f"{EVIL} was in medbay"}]}
    report((write_game(folder, game, claims),), folder / "report")
    return folder / "report"


@pytest.mark.parametrize("name", SAMPLES)
def test_every_claim_has_the_proof_that_why_prints(name: str, written: Path) -> None:
    library = Library(ROOT / "logs" / name)
    shown = page(written, next(each.name for each in samples() if each.name.startswith(name)))
    claims = {claim["id"]: claim for claim in shown["claims"]}
    assert {found.id for found in library.search()} == claims.keys()
    for id, claim in list(claims.items())[:: max(1, len(claims) // 20)]:
        proof = library.explain(id).proof
        assert [list(line) for line in lines_of_proof(proof)] == proof_of(shown, claim)
        assert proof.verdict == claim["judged"]["verdict"]


def test_spans_hold_the_words_that_claims_rest_on(written: Path) -> None:
    crowd = page(written, "crowd/seed3")
    texts = {claim: message["text"] for talk in crowd["conversations"] for message in talk["messages"]
             for claim in message["claims"]}  # fmt: skip
    spans = [(claim, texts[claim["id"]]) for claim in crowd["claims"] if claim["span"] is not None]
    assert spans
    for claim, text in spans:
        first, last = (2 * end for end in claim["span"])
        assert claim["quote"] == text.encode("utf-16-le")[first:last].decode("utf-16-le")


def test_spans_are_counted_as_browsers_count() -> None:
    claim = parse_claim({"type": "location", "subject": "Bob", "room": "lab", "quote": "lab"})
    assert (3, 6) == span_of(claim, "😀 lab")


def test_claims_with_a_time_have_their_window_and_rooms_of_the_map(written: Path) -> None:
    sample = page(written, "sample")
    claim = next(each for each in sample["claims"] if each["id"] == "0.4.3")
    assert ([0, 4], ["storage"], ["player_1"]) == (claim["judged"]["window"], claim["rooms"], claim["about"])


def test_every_line_that_a_proof_names_is_in_the_log_panel(written: Path) -> None:
    for name in ("sample", "crowd/seed3"):
        shown = page(written, name)
        lines = {line[0] for line in shown["lines"]}
        places = " ".join(line[2] for claim in shown["claims"] for line in proof_of(shown, claim))
        assert {int(line) for line in re.findall(r"game\.jsonl:(\d+)", places)} <= lines


def test_words_for_those_who_judge_first_tell_no_role(written: Path) -> None:
    sample = page(written, "sample")
    blind = [line[4] or line[3] for line in sample["lines"] if line[2] in ("start", "death", "end")]
    assert blind and not [words for words in blind if "Duck" in words or "kills" in words or "win" in words]


@pytest.mark.parametrize("name", ["simple_ship", "manor", "outpost", "inferred"])
def test_no_two_rooms_are_drawn_upon_each_other(name: str) -> None:
    bare = GameMap(name="bare", rooms=tuple(Room(name=room) for room in ("a", "b", "c")))
    plan = plan_of(bare if name == "inferred" else load_map(name))
    assert all(abs(a.x - b.x) > 3.5 or abs(a.y - b.y) > 2.7 for a, b in combinations(plan.rooms, 2))


def test_what_a_duck_may_not_do_tells_no_role_either(tmp_path: Path) -> None:
    game = GameBuilder(ducks=("Bob",)).tick(1).event("action_refused", player_id="player_1", action="kill", reason="no")
    frames, lines = course_of(read_log(game.write(tmp_path)), ())
    assert ["Bob may not do what it wants to; it waits"] == [line.blind for line in lines if line.kind == "fault"]
    assert 2 == len(frames)


def test_a_report_is_the_same_whoever_works_at_it(written: Path, tmp_path: Path) -> None:
    report(samples(), tmp_path, jobs=2)
    files = sorted(path.relative_to(written) for path in written.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert all((written / name).read_bytes() == (tmp_path / name).read_bytes() for name in files)


@pytest.mark.parametrize(("games", "processes"), [(10, 1), (11, 7)])
def test_by_default_many_games_go_to_all_processors(
    games: int, processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(writing, "processors", lambda: 7)
    monkeypatch.setattr(writing, "carry_out", lambda *_, jobs, **__: asked.append(jobs) or ())
    report(samples()[:1] * games, tmp_path)
    assert [processes] == asked


def test_a_kind_of_thing_that_a_label_names_is_said_once() -> None:
    said = [line.text for line in lines_of_proof(Library(ROOT / "logs" / "crowd" / "seed3").explain("c1.0").proof)]
    assert [] != [text for text in said if text.startswith("chat line 1 was spoken")]
    assert [] == [text for text in said if "chat line chat line" in text]


def test_a_folder_whose_name_is_no_text_has_an_address() -> None:
    assert "games/a%FF/index.html" == address_of("a\udcff")


def test_pages_are_small(written: Path) -> None:
    assert max(path.stat().st_size for path in written.rglob("*.html")) < 1_500_000


def test_hostile_words_are_text_in_a_block_of_data(hostile: Path) -> None:
    for path in (hostile / "index.html", hostile / "games" / "index.html"):
        found = read(path)
        assert not [tag for tag, _ in found.tags if tag in ("img", "iframe", "object", "link")]
        assert not [name for _, attributes in found.tags for name in attributes if name.startswith("on")]
    shown = json.loads(read(hostile / "games" / "index.html").data["page"])
    assert EVIL == shown["players"][0]["name"]
    assert shown["conversations"][0]["messages"][0]["text"].startswith(EVIL)
    assert "<" not in (hostile / "claims" / "0000.js").read_text("utf-8")


def test_a_block_of_data_cannot_be_ended_from_within() -> None:
    assert not set("<>&") & set(block({"a": EVIL, EVIL: "<!--"}))
    assert "evil & <b>" == json.loads(block("evil & <b>"))


@pytest.mark.parametrize("odd", ["“é” → 鹅", "🦆\x7f\x80\xff\x00\u2028", "a\udcff🦆", 10**30, (0.1, None, True, -3)])
def test_a_block_of_data_is_escaped_as_json_escapes_it(odd: object) -> None:
    assert json.dumps({"a": odd, "b": ["“", odd]}, separators=(",", ":")) == block({"a": odd, "b": ["“", odd]})


def test_a_title_is_text() -> None:
    assert "<title>&lt;b&gt;</title>" in html_of("<b>", "game.html", styles=(), scripts=(), data={})


ASSETS = sorted(path.name for path in (ROOT / "quack" / "report" / "assets").iterdir())


@pytest.mark.parametrize("name", [name for name in ASSETS if name.endswith((".js", ".html"))])
def test_scripts_make_no_markup_of_text(name: str) -> None:
    text = asset(name)
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|</script|\son\w+=|https?://(?!www\.w3\.org/2000/svg)"
    assert [] == re.findall(forbidden, text)
    assert [] == [line for line in text.splitlines() if len(line) > 250]


def test_the_policy_of_a_page_lets_nothing_in(written: Path) -> None:
    policy = next(attributes["content"] for tag, attributes in read(written / "games/sample/index.html").tags
                  if attributes.get("http-equiv"))  # fmt: skip
    assert policy is not None and policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy and "http" not in policy
