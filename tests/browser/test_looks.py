"""How the pages of a report look: nothing covers anything else, text can be read, and print is for paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from quack.report import theme
from tests.support.browser import Browser, programs

pytestmark = pytest.mark.skipif(
    programs() is None,
    reason="no Chromium with chromedriver at hand (Debian: apt-get install chromium chromium-driver)",
)

OVERLAPS = """
const textOf = (each) => each.parentNode.textContent;
const boxes = [...document.querySelectorAll(arguments[0])].map((each) => [each, each.getBoundingClientRect()]);
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
return boxes.flatMap(([one, a], index) =>
  boxes.slice(index + 1).filter(([, b]) => meet(a, b)).map(([other]) => [textOf(one), textOf(other)]),
);
"""
"""Which elements lie upon each other, by the text about them."""
FAINT = """
const parse = (text) => {
  const numbers = text.match(/[\\d.]+/g).map(Number);
  const parts = text.startsWith("rgb") ? numbers.slice(0, 3).map((each) => each / 255) : numbers.slice(0, 3);
  return [...parts, numbers[3] ?? 1];
};
const over = (a, b) => [0, 1, 2].map((part) => a[part] * a[3] + b[part] * (1 - a[3]));
const light = (colour) => {
  const [red, green, blue] = colour.map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const groundOf = (element) => {
  if (!element) return [1, 1, 1];
  const own = parse(getComputedStyle(element).backgroundColor);
  return own[3] === 1 ? own.slice(0, 3) : over(own, groundOf(element.parentElement));
};
const opacityOf = (each) => (each ? Number(getComputedStyle(each).opacity) * opacityOf(each.parentElement) : 1);
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = [];
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || element.closest("script, option, svg")) continue;
  if (!element.getClientRects().length) continue;
  const ground = groundOf(element);
  const [...ink] = parse(getComputedStyle(element).color);
  ink[3] *= opacityOf(element);
  const [less, more] = [light(over(ink, ground)), light(ground)].sort((a, b) => a - b);
  const contrast = (more + 0.05) / (less + 0.05);
  if (contrast < 4.5) found.push(`${walker.currentNode.data.trim()}: ${contrast.toFixed(2)}`);
}
return found;
"""
"""Texts whose contrast with their ground is below 4.5 : 1; the ground is what the page paints beneath them."""
PRESSED = """
return [...document.querySelectorAll("button:not(.claim-button):not(.place):not(.plain), input, select, textarea")]
  .filter((each) => each.getClientRects().length)
  .map((each) => each.outerHTML);
"""
"""What is shown and is there to be pressed or filled in, but for words that are links too."""


@pytest.mark.parametrize("width", [380, 768])
def test_pages_fit_a_phone_and_a_tablet(quiet: Browser, written: Path, width: int) -> None:
    quiet.resize(width, 800)
    try:
        for name in ("sample", "hostile"):
            quiet.open(written / "games" / name / "index.html")
            quiet.press("j")
            quiet.until("state.claim !== null && byId('claim').closest('.message') !== null")
            assert quiet.run("return document.documentElement.scrollWidth <= innerWidth;")
            quiet.press("h")
            quiet.until("byId('reveal') !== null")
        quiet.open(written / "index.html")
        assert quiet.run("return document.documentElement.scrollWidth <= innerWidth;")
    finally:
        quiet.resize(1400, 900)


def test_thirty_players_and_their_bodies_stand_apart_with_letters_of_their_own(quiet: Browser, written: Path) -> None:
    quiet.open(written / "games" / "crowd" / "index.html")
    quiet.run("document.head.querySelector('style').sheet.insertRule('.token { transition: none !important; }');")
    for frame in range(quiet.run("return page.frames.length;")):
        quiet.run("showFrame(arguments[0]);", frame)
        assert [] == quiet.run(OVERLAPS, "#tokens .token:not(.gone) circle, #bodies circle")
    assert 2 == quiet.run("return document.querySelectorAll('#bodies circle').length;")
    letters = quiet.texts("#players .chip")
    assert (30, 30) == (len(letters), len(set(letters)))
    assert quiet.run("return [...document.querySelectorAll('.chip')].every((each) => each.scrollHeight < 25);")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_the_contrast_that_it_needs(quiet: Browser, written: Path, scheme: str) -> None:
    quiet.prefer("screen", scheme)
    try:
        quiet.open(written / "games" / "sample" / "index.html")
        quiet.run("goToClaim('0.4.3');")
        quiet.choose("[name=verdict]", "false")
        quiet.until("document.querySelector('.message.dim') !== null")
        assert [] == quiet.run(FAINT)
        quiet.open(written / "index.html")
        quiet.click("#search button")
        quiet.until("document.querySelectorAll('#claims tbody tr').length > 0")
        assert [] == quiet.run(FAINT)
    finally:
        quiet.prefer("", "light")


def test_print_is_light_and_has_the_proof_and_nothing_to_press(game: Browser) -> None:
    game.resize(760, 1000)
    try:
        game.run("goToClaim('0.4.3');")
        game.prefer("print", "dark")
        ink, ground = game.run(
            "return ['--ink', '--ground'].map((each) => getComputedStyle(document.body).getPropertyValue(each));"
        )
        assert (theme.LIGHT.ink, theme.LIGHT.ground) == (ink, ground)
        assert game.run("return document.querySelector('#claim .proof').getClientRects().length === 1;")
        assert [] == game.run(PRESSED)
        # What must not be broken is small, or a browser leaves pages empty and loses the rest.
        whole = (
            "[...document.querySelectorAll('body *')].filter((each) => getComputedStyle(each).breakInside === 'avoid')"
        )
        assert game.run(f"return {whole}.every((each) => each.getBoundingClientRect().height < 300);")
    finally:
        game.prefer("", "light")
        game.resize(1400, 900)


def test_long_names_of_conditions_do_not_run_into_the_rates_on_a_phone(quiet: Browser, written: Path) -> None:
    quiet.resize(380, 800)
    try:
        quiet.open(written / "index.html")
        quiet.run(
            "for (const each of index.conditions) each.name = 'geese_by_one_model_and_ducks_by_another'; drawCharts();"
        )
        assert [] == quiet.run(OVERLAPS, "#rates text, #spread text")
    finally:
        quiet.resize(1400, 900)
