"""The pages of a report in a real browser: opened from the disk, clicked, typed to, and given names that are markup."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quack.audit.explain import Library
from quack.claims.reviews import read_reviews
from quack.cli.app import app
from quack.report.proof import lines_of_proof
from tests.browser.games import CANARY, LONG
from tests.conftest import ROOT
from tests.support.browser import DEADLINE, Browser, programs

pytestmark = pytest.mark.skipif(
    programs() is None,
    reason="no Chromium with chromedriver at hand (Debian: apt-get install chromium chromium-driver)",
)

RIGHT, ESCAPE, TAB, ENTER = "\ue014", "\ue00c", "\ue004", "\ue007"


def test_the_scrubber_and_the_play_button_move_the_players(game: Browser) -> None:
    start = game.run("return tokens.get('player_1').style.transform;")
    game.run("byId('scrubber').value = '3'; byId('scrubber').dispatchEvent(new Event('input'));")
    assert game.text("#place-words").startswith("Tick 3:")
    assert start != game.run("return tokens.get('player_1').style.transform;")
    game.click("#play")
    game.until("state.frame > 3")
    game.click("#play")
    assert "Play" == game.text("#play")


def test_a_click_on_a_false_claim_shows_the_proof_that_why_prints(game: Browser) -> None:
    game.click("[data-claim='0.4.3']")
    game.until("state.claim !== null")
    proof = Library(ROOT / "logs" / "sample").explain("0.4.3").proof
    assert [line.text for line in lines_of_proof(proof)] == game.texts(
        "#claim .both > section:first-child .proof .text"
    )
    assert "✗false" == game.text("#claim header .badge")
    assert "ticks 0 to 4, from “early on”" in game.text("#claim .facts")


def test_the_map_shows_where_the_subject_was_and_where_it_was_said_to_be(game: Browser) -> None:
    game.click("[data-claim='0.4.3']")
    game.until("document.querySelectorAll('#trails .path.was line').length === 2")
    assert ["said"] == game.texts("#trails .said-room text")
    assert "Bob was in cafeteria (ticks 0 to 1), then medbay" in game.text("#trail")
    assert "Said: storage." in game.text("#trail")


def test_evidence_leads_to_the_line_of_the_log(game: Browser) -> None:
    game.click("[data-claim='0.4.3']")
    game.until("state.claim !== null")
    game.run(
        "[...document.querySelectorAll('#claim .place')].find((each) => each.textContent === 'game.jsonl:20').click();"
    )
    assert ["20 Bob goes from medbay to electrical"] == game.texts("#log .chosen")


def test_filters_leave_the_claims_that_fit(game: Browser) -> None:
    shown = "[...document.querySelectorAll('.claim-button')].filter((each) => !each.parentElement.hidden)"
    game.choose("[name=verdict]", "false")
    game.choose("[name=speaker]", "Eve")
    assert ["0.4.3", "0.4.4"] == game.run(f"return {shown}.map((each) => each.dataset.claim);")
    game.click("#filters [type=reset]")
    game.until("state.shown.size === claims.size")


def test_the_words_that_claims_rest_on_are_marked(quiet: Browser, written: Path) -> None:
    quiet.open(written / "games" / "swapped" / "index.html")
    marks = quiet.run(
        "return [...document.querySelectorAll('mark')].map((each) => [each.textContent, each.dataset.bucket]);"
    )
    assert marks and all(text for text, _ in marks)
    assert {bucket for _, bucket in marks} <= {"supported", "partial", "refuted", "undecided"}
    quiet.click("mark")
    quiet.until("document.querySelector('mark').classList.contains('open')")


def test_both_rulebooks_stand_side_by_side(game: Browser) -> None:
    game.choose("[name=rulebooks]", "differ")
    changed = game.run("return [...state.shown];")
    assert changed
    game.run("goToClaim(arguments[0]);", changed[0])
    game.until("document.querySelectorAll('#claim .both > section').length === 2")
    assert ["observed", "paper"] == game.texts("#claim .both h4 bdi")
    assert game.texts("#claim .differences li")
    assert 2 == game.run("return document.querySelectorAll('#claim .both ul.proof').length;")


def test_roles_and_verdicts_can_be_hidden_until_one_has_judged(game: Browser) -> None:
    game.click("#blind")
    everything = game.run("return document.body.innerText;")
    assert not [word for word in ("Duck:", "kills", "✗", "a Duck,", "Geese win") if word in everything]
    assert game.run("return document.querySelectorAll('.team').length === 0;")
    game.click("[data-claim='0.4.3']")
    game.until("byId('reveal') !== null")
    assert [] == game.texts("#claim .proof")
    game.click("#reveal")
    assert "✗false" == game.text("#claim header .badge")


def test_a_review_is_kept_and_saved_as_a_file_of_reviews(
    game: Browser, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game.click("[data-claim='0.4.3']")
    game.until("state.claim !== null")
    game.click("[data-answer='faithful-yes']")
    game.click("[data-answer='verdict-no']")
    game.type("#missed", "that Eve skips")
    game.click("#missed-done")
    game.call("POST", "/refresh", {})
    assert "1 claim and 1 utterance reviewed" in game.text("#review-count")
    game.click("#export")
    assert "Say your name first" in game.text("#review-count")
    game.type("#reviewer", "Ann")
    game.click("#export")
    saved = _saved(game, tmp_path_factory)
    kept = read_reviews(saved)
    assert () == kept.dropped
    (claim,), (utterance,) = kept.claims.values(), kept.utterances.values()
    assert ("Ann", "0.4.3", "yes", "no", "false") == (
        claim.reviewer, claim.id, claim.faithful, claim.verdict_right, claim.verdict
    )  # fmt: skip
    assert (("message", 4), ["that Eve skips"], 5) == (utterance.key, utterance.missed, len(utterance.claims))
    own = json.loads((ROOT / "logs" / "sample" / "claims.jsonl").read_text("utf-8").splitlines()[4])["claims"]
    assert own == utterance.claims
    shutil.copytree(ROOT / "logs" / "sample", tmp_path / "sample")
    shutil.copy(saved, tmp_path / "sample" / "reviews.jsonl")
    told = CliRunner().invoke(app, ["extractor", "reviews", str(tmp_path)])
    assert 0 == told.exit_code
    assert "1 of 36 claims reviewed" in told.stdout


def _saved(game: Browser, folders: pytest.TempPathFactory) -> Path:
    """The downloaded file; each look takes as long as the browser takes to answer."""
    for _ in range(100 * DEADLINE):
        found = [path for path in folders.getbasetemp().glob("browser*/downloads/reviews.jsonl") if path.stat().st_size]
        if found:
            return found[0]
        game.run("return 1;")
    raise AssertionError("nothing was saved")


def test_everything_can_be_done_with_the_keyboard(game: Browser) -> None:
    game.press(RIGHT, RIGHT)
    assert 2 == game.run("return state.frame;")
    game.press("j")
    game.until("state.claim?.id === '0.0.0'")
    game.press("j", "j", "k")
    game.until("state.claim?.id === '0.0.1'")
    game.press(ESCAPE)
    game.until("state.claim === null && document.activeElement.dataset.claim === '0.0.1'")
    game.press(TAB, ENTER)
    game.until("state.claim?.id === '0.0.2'")
    game.press("h")
    assert game.run("return state.blind;")
    game.press("f")
    assert "speaker" == game.run("return document.activeElement.name;")


def test_names_and_words_that_are_markup_stay_text(quiet: Browser, written: Path) -> None:
    quiet.open(written / "games" / "hostile" / "index.html")
    assert CANARY == quiet.text("#players bdi")
    assert LONG in quiet.text(".words")
    quiet.press("j")
    quiet.until("state.claim !== null")
    assert CANARY in quiet.text("#claim h2")
    assert 0 == quiet.run("return document.querySelectorAll('img, iframe').length;")
    quiet.press("h", "p")
    quiet.until("playing !== null")


def test_a_dot_of_the_index_is_a_share_of_decided_claims(quiet: Browser, written: Path) -> None:
    quiet.open(written / "index.html")
    words = quiet.run("return [...document.querySelectorAll('#spread circle title')].map((each) => each.textContent);")
    # Of its 36 claims 8 are refuted and 2 undecided.
    assert ["23.5 % of 34 decided claims"] == [
        " ".join(each.split(": ")[1].split()) for each in words if "sample" in each
    ]


def test_the_index_leads_to_games_and_finds_claims(quiet: Browser, written: Path) -> None:
    quiet.open(written / "index.html")
    assert "4 games" == quiet.text("#title")
    assert 0 == quiet.run("return document.querySelectorAll('script[src]').length;")
    quiet.type("#words", "storage early")
    quiet.click("#search button")
    quiet.until("document.querySelectorAll('#claims tbody tr').length > 0")
    quiet.choose("#by-verdict", "false")
    quiet.until("byId('claim-count').textContent.startsWith('1 claim found')")
    quiet.click("#claims tbody a")
    quiet.until("typeof state !== 'undefined' && state.claim?.id === '0.4.3'")
    quiet.click("#home")
    quiet.until("typeof index !== 'undefined'")
    assert quiet.texts("#shifts tbody tr")
