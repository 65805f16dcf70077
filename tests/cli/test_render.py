"""`quack render`: what it writes, for whom, and what it refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from quack.cli.app import app
from tests.conftest import ROOT
from tests.support.games import GameBuilder

SAMPLE = str(ROOT / "logs" / "sample")
Run = Callable[..., Result]


@pytest.fixture
def render(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUACK_RULES", str(ROOT / "rules"))
    return lambda *words: CliRunner().invoke(app, ["render", *words, "--scale", "0.25"])


def test_some_ticks_of_a_game_become_pictures(render, tmp_path):
    result = render(SAMPLE, "--from", "6", "--to", "7", "--out", "pictures")
    assert (0, "8 frames in pictures\n") == (result.exit_code, result.stdout)
    with Image.open(tmp_path / "pictures" / "frame-00001.png") as image:
        assert (400, 250) == image.size


def test_the_name_of_the_file_tells_the_format(render, tmp_path):
    result = render(SAMPLE, "--to", "2", "--out", "game.GIF", "--fps", "4")
    assert (0, "game.GIF\n") == (result.exit_code, result.stdout)
    with Image.open(tmp_path / "game.GIF") as image:
        assert (3, 250) == (image.n_frames, image.info["duration"])


@pytest.mark.parametrize(("words", "made"), [((), "frames"), (("--format", "gif"), "game.gif")])
def test_without_a_name_there_is_a_usual_one(render, tmp_path, words, made):
    assert 0 == render(SAMPLE, "--to", "1", *words).exit_code
    assert [made] == [path.name for path in tmp_path.iterdir()]


def test_the_same_log_gives_the_same_files(render, tmp_path):
    for name in ("a", "b"):
        render(SAMPLE, "--from", "7", "--to", "7", "--out", name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_verdicts_stand_beside_what_is_said_unless_they_are_not_wanted(render, tmp_path):
    render(SAMPLE, "--from", "7", "--to", "7", "--out", "with")
    render(SAMPLE, "--from", "7", "--to", "7", "--out", "without", "--no-verdicts")
    differ = [
        path.name
        for path in sorted((tmp_path / "with").iterdir())
        if path.read_bytes() != (tmp_path / "without" / path.name).read_bytes()
    ]
    assert 5 == len(differ)


def test_a_game_without_claims_is_drawn_without_verdicts(render, tmp_path):
    log = GameBuilder().tick(1).chat("Alice", "I was here.").write(tmp_path)
    assert 0 == render(str(log), "--out", "pictures").exit_code


def test_signs_that_no_font_has_are_told(render, tmp_path):
    log = GameBuilder().tick(1).chat("Alice", "我在, 我 was there.").write(tmp_path)
    result = render(str(log), "--out", "pictures")
    assert 0 == result.exit_code
    assert "no font here has 2 of the signs in names and words" in result.stderr
    assert "" == render(SAMPLE, "--to", "1", "--out", "sample").stderr


@pytest.mark.parametrize("name", ["Frank", "player_5"])
def test_one_players_view_can_be_drawn(render, name):
    result = render(SAMPLE, "--player", name, "--to", "3", "--out", "frank")
    assert (0, "3 frames in frank\n") == (result.exit_code, result.stdout)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--player", "Zoe"), "there is no player Zoe"),
        (("--from", "99"), "the log goes to tick 14"),
        (("--from", "9", "--to", "7"), "nothing to show of ticks 9 to 7"),
        (("--font", "nowhere.ttf"), "not a font"),
        (("--rules", "nowhere"), "nowhere"),
        (("--fps", "0"), "fps"),
        (("--out", "a.webm"), "a.webm: no webm file can be written; end the name in .gif or .mp4, or name a folder"),
        (("--out", "a.PNG"), "a.PNG: no png file can be written; end the name in .gif or .mp4, or name a folder"),
    ],
)
def test_what_cannot_be_is_refused(render, tmp_path, words, said):
    result = render(SAMPLE, "--out", "pictures", *words)
    assert 2 == result.exit_code
    assert said in result.output
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_without_ffmpeg_a_film_becomes_a_gif_and_that_is_said(render, tmp_path, monkeypatch):
    monkeypatch.setattr("quack.report.extras.find_spec", lambda name: None)
    result = render(SAMPLE, "--to", "1", "--out", "game.mp4")
    assert 1 == result.exit_code
    assert "pip install 'quack[video]'; game.gif is written instead" in result.stderr
    assert ["game.gif"] == [path.name for path in tmp_path.iterdir()]


def test_a_film_is_written_where_ffmpeg_is(render, tmp_path):
    pytest.importorskip("imageio_ffmpeg")
    assert 0 == render(SAMPLE, "--to", "1", "--out", "game.mp4").exit_code
    assert b"ftyp" == (tmp_path / "game.mp4").read_bytes()[4:8]


HOSTILE = "Al\x1b]0;owned\x07\n../../etc\u202e<b>"


def test_hostile_names_and_words_are_only_drawn(render, tmp_path):
    game = GameBuilder((HOSTILE, "Bob", "Cid"), rooms={HOSTILE: "medbay", "Bob": "medbay"}).tick(1)
    game.chat(HOSTILE, f"\x1b[2J {HOSTILE}").task(HOSTILE, task="\x1b[5mscan").tick(2).kill("Bob", HOSTILE)
    log = game.call("Cid").say("Bob", "\x1b[2J[red]" * 50).write(tmp_path)
    for words in ((), ("--player", "Bob")):
        result = render(str(log), "--out", "pictures", *words)
        assert 0 == result.exit_code, result.output
        assert "\x1b" not in result.output


LAZY = """
import sys
from quack.cli.app import app
try:
    app(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
assert "PIL" not in sys.modules
"""


@pytest.mark.parametrize("words", [("--help",), ("render", "--help"), ("why", SAMPLE, "0.0.0"), ("replay", SAMPLE)])
def test_only_drawing_loads_what_draws(words):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "QUACK_RULES": str(ROOT / "rules")}
    command = [sys.executable, "-c", LAZY, *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
