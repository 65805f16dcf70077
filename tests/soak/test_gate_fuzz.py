"""Rulebooks nobody would write: each is loaded, or refused in one line; nothing else happens."""

import os
import random

import pytest

from quack.errors import RulebookError
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT
from tests.hostile.bombs import ANSWERS, BOMBS
from tests.hostile.cases import CASES, SOUND

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.environ.get("QUACK_SOAK") != "1", reason="a long run, only with `make soak`"),
]

ROUNDS = int(os.environ.get("QUACK_SOAK_ROUNDS", "3000"))
PIECES = [
    "%*",
    "*%",
    "%",
    '"',
    "\\",
    "\n",
    "\r",
    "\0",
    "é",
    "#",
    "@",
    "&",
    ".",
    "..",
    ",",
    ";",
    ":",
    ":-",
    "(",
    ")",
    "{",
    "}",
]
PIECES += [
    "[",
    "]",
    "|",
    "-",
    "~",
    "not ",
    "1",
    "9999999999",
    "0x",
    "X",
    "_",
    "p",
    "p(X)",
    " :- ",
    "#include ",
    "#const ",
]
PIECES += [
    "#show ",
    "#program ",
    "#defined ",
    "#count{",
    "#true",
    "#script(lua)",
    "%!trace_rule {",
    '"%", X}.',
    "#inf",
    "?",
    "/",
]


def _texts():
    shipped = [path.read_text("utf-8") for path in sorted((ROOT / "rules").rglob("*.lp"))]
    hostile = [text for case in (*CASES, *BOMBS, *ANSWERS) for text in case.files.values() if isinstance(text, str)]
    return [text[:3000] for text in (*shipped, *hostile)]


def _spoilt(text, dice):
    for _ in range(dice.randint(1, 6)):
        place = dice.randrange(len(text) + 1)
        end = place + dice.choice([0, 0, 1, 5, 40])
        text = text[:place] + dice.choice(PIECES) * dice.choice([1, 1, 1, 2, 300]) + text[end:]
    return text


@pytest.mark.parametrize("seed", range(8))
def test_a_spoilt_rulebook_is_loaded_or_refused_in_one_line(seed, tmp_path):
    dice, texts = random.Random(seed), _texts()
    for name, text in SOUND.items():
        (tmp_path / name).write_text(text)
    for _ in range(ROUNDS // 8):
        text = _spoilt(dice.choice(texts), dice)
        (tmp_path / "evil.lp").write_text(text, errors="replace", newline="")
        try:
            load_rulebook(tmp_path)
        except RulebookError as error:
            assert str(error).isprintable() and len(str(error)) < 1500, text
            assert error.path is not None, text
