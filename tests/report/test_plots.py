"""Plots: the same data give the same bytes, and no sign of a name does more than stand there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from quack.audit.results import FailedGame
from quack.errors import AuditError, SettingsError
from quack.report.frames import Frames, collect
from quack.report.theme import DARK, LIGHT, THEMES, Theme
from tests.conftest import ROOT

pd = pytest.importorskip("pandas")
matplotlib = pytest.importorskip("matplotlib")

from quack.report.plots.accusations import accusations  # noqa: E402
from quack.report.plots.bars import Rows, stacked  # noqa: E402
from quack.report.plots.canvas import contrasting, label, save, themed  # noqa: E402
from quack.report.plots.counts import groups  # noqa: E402
from quack.report.plots.distance import distance  # noqa: E402
from quack.report.plots.distribution import distribution  # noqa: E402
from quack.report.plots.gallery import KEPT, PLOTS, draw_all, slimmed  # noqa: E402
from quack.report.plots.rooms import rooms  # noqa: E402
from quack.report.plots.verdicts import verdicts  # noqa: E402


def _texts(figure: Any) -> list[str]:
    from matplotlib.text import Text

    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


@pytest.fixture(scope="module")
def drawn(frames: Frames, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every plot, light as SVG and dark as PNG."""
    out = tmp_path_factory.mktemp("plots")
    for theme, form in (("light", "svg"), ("dark", "png")):
        for each in draw_all(frames, out, metrics=["duration"], format=form, theme=theme):  # type: ignore[arg-type]
            assert each.path is not None, each.why_not
    return out


def test_every_plot_is_drawn(drawn: Path) -> None:
    names = {"distribution-duration", *PLOTS} - {"distribution"}
    assert {f"{name}.{form}" for name in names for form in ("png", "svg")} == {path.name for path in drawn.iterdir()}


def test_another_process_draws_the_same_bytes_without_pyplot(drawn: Path, frames: Frames, tmp_path: Path) -> None:
    frames.claims.to_pickle(tmp_path / "claims")
    code = (
        "import sys, pandas; from pathlib import Path; from quack.report.plots.verdicts import verdicts\n"
        "from quack.report.plots.canvas import save; from quack.report.theme import DARK, LIGHT\n"
        "claims = pandas.read_pickle(sys.argv[1])\n"
        "for form, theme in (('svg', LIGHT), ('png', DARK)):\n"
        "    save(verdicts(claims, theme), Path(sys.argv[2], f'verdicts.{form}'), form, theme)\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    command = [sys.executable, "-c", code, tmp_path / "claims", tmp_path]
    subprocess.run(command, cwd=ROOT, check=True, env={"PYTHONHASHSEED": "7", "MPLCONFIGDIR": str(tmp_path)})
    for name in ("verdicts.svg", "verdicts.png"):
        assert (drawn / name).read_bytes() == (tmp_path / name).read_bytes()


def test_files_hold_no_date_and_no_version(drawn: Path) -> None:
    svg = (drawn / "rooms.svg").read_text()
    assert "<dc:date>" not in svg
    assert matplotlib.__version__ not in svg
    assert b"Software" not in (drawn / "rooms.png").read_bytes()


def test_drawing_changes_no_settings(frames: Frames) -> None:
    before = dict(matplotlib.rcParams)
    verdicts(frames.claims, DARK)
    assert before == dict(matplotlib.rcParams)


def test_the_counts_stand_beside_the_bars(frames: Frames) -> None:
    words = _texts(verdicts(frames.claims, LIGHT))
    for kind, number in frames.claims["type"].value_counts().items():
        assert {str(kind), f"{number:,}"} <= set(words)


def test_accusations_add_up(frames: Frames) -> None:
    own = frames.claims[(frames.claims["type"] == "accusation") & frames.claims["own"]]
    assert f"{len(own):,}" in _texts(accusations(own, LIGHT))


def test_a_distribution_has_a_row_per_condition_and_one_of_all(frames: Frames) -> None:
    words = _texts(distribution(frames.metrics, "goose_truthfulness", LIGHT))
    assert {*map(str, frames.metrics["condition"].unique()), "all games"} <= set(words)
    assert "6/6" in words


def test_one_condition_has_one_row(frames: Frames) -> None:
    one = frames.metrics[frames.metrics["condition"] == "perfect"]
    assert "perfect" not in _texts(distribution(one, "duration", LIGHT))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("hits", range(11))
def test_a_game_alone_is_drawn(frames: Frames, hits: int) -> None:
    truths = frames.metrics[frames.metrics["metric"] == "goose_truthfulness"].head(1)
    alone = truths.assign(numerator=hits, denominator=10)
    assert f"{hits}0.0%".removeprefix("0") in _texts(distribution(alone, "goose_truthfulness", LIGHT))


HOSTILE = ["$\\frac{1}{0}$", "<script>&amp;</script>", "a\nb\x1b[31m", "鹅" * 90, "%s {x} \\", "x" * 300]


@pytest.mark.filterwarnings("error")
def test_names_are_text_whatever_signs_are_in_them(
    frames: Frames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quack.report.plots.distance.FEWEST", 1)
    claims, metrics = frames.claims.copy(), frames.metrics.copy()
    names = dict(zip(metrics["condition"].cat.categories, HOSTILE, strict=True))
    claims["condition"] = claims["condition"].cat.rename_categories(names)
    metrics["condition"] = metrics["condition"].cat.rename_categories(names)
    for index, figure in enumerate(
        (accusations(claims, LIGHT), distance(claims, LIGHT, by="condition"), distribution(metrics, "duration", LIGHT))
    ):
        save(figure, tmp_path / f"{index}.svg", "svg", LIGHT)
        text = (tmp_path / f"{index}.svg").read_text("utf-8")
        ElementTree.fromstring(text)
        assert "&lt;script" in text
        assert "<script" not in text
        assert "\x1b" not in text


@pytest.mark.parametrize("text", [*HOSTILE, "", "geese_claude_opus4.7_duck_gemini3.1pro"])
def test_a_label_is_short_and_loses_only_its_middle(text: str) -> None:
    lines = label(text, 24).split("\n")
    assert 4 >= len(lines)
    assert 24 >= max(map(len, lines))


def test_a_label_is_broken_between_its_parts() -> None:
    assert "geese_claude_opus4.7_\nduck_gemini3.1pro" == label("geese_claude_opus4.7_duck_gemini3.1pro", 24)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_no_two_marks_of_a_theme_differ_by_colour_alone(theme: Theme) -> None:
    for marks in (
        [(mark.marker, mark.line) for mark in theme.teams().values()],
        [mark.hatch for mark in theme.verdicts(["true", "near_miss", "wrong_room", "false"]).values()],
        [mark.marker for mark in theme.marks],
    ):
        assert len(marks) == len(set(marks))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_words_on_marks_can_be_read(theme: Theme) -> None:
    from matplotlib.colors import to_rgb

    def light(colour: str) -> float:
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in to_rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    pairs = [(mark.colour, contrasting(mark.colour)) for mark in (*theme.marks, theme.grey)] + [
        (theme.ground, theme.ink)
    ]
    for one, other in pairs:
        dark, bright = sorted((light(one), light(other)))
        assert 4.5 <= (bright + 0.05) / (dark + 0.05), (one, other)


def test_labels_of_a_foreign_rulebook_have_marks_of_their_own() -> None:
    marks = LIGHT.verdicts(["true", "plausible"])
    assert marks["plausible"] not in {
        marks[name] for name in ("true", "near_miss", "wrong_room", "false", "unverifiable")
    }


def test_rooms_beyond_the_most_named_share_a_line(frames: Frames, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quack.report.plots.rooms.MOST_ROOMS", 3)
    assert "other rooms" in _texts(rooms(frames.claims, LIGHT))


def test_the_usual_grouping_makes_no_second_file(frames: Frames, tmp_path: Path) -> None:
    drawn = draw_all(frames, tmp_path, kinds=["rooms", "verdicts"], by="team", format="svg")
    assert ["rooms", "verdicts-by-team"] == [each.name for each in drawn]


def test_a_map_of_rooms_names_its_team_even_if_there_is_no_other(frames: Frames) -> None:
    words = _texts(rooms(frames.claims[frames.claims["team"] == "duck"], LIGHT))
    assert [1, 0] == [sum(word.startswith(f"{name}: ") for word in words) for name in ("duck", "all")]


def test_refuted_claims_without_an_actual_room_are_told_from_none(frames: Frames) -> None:
    claims = frames.claims.assign(actual_room=pd.Series(pd.NA, frames.claims.index, dtype="category"))
    with pytest.raises(AuditError, match="says where the player was instead"):
        rooms(claims, LIGHT)
    with pytest.raises(AuditError, match="no refuted claim names a room"):
        rooms(claims[claims["bucket"] != "refuted"], LIGHT)


def test_a_line_of_distances_breaks_where_little_is_known_and_no_mark_lies_on_the_axis(frames: Frames) -> None:
    goose = frames.claims[(frames.claims["team"] == "goose") & frames.claims["distance"].notna()]
    near, far = goose[goose["distance"] < 3], goose[goose["distance"] >= 3]
    claims = pd.concat([near, far.assign(distance=10.0)], ignore_index=True)
    axes = distance(claims, LIGHT).axes[0]
    heights = axes.lines[0].get_ydata()
    assert [False, True, True, False, True, True] == [bool(value != value) for value in heights]
    assert 0 > axes.get_ylim()[0]


def test_rooms_are_named_without_underscores(frames: Frames) -> None:
    words = _texts(rooms(frames.claims, LIGHT))
    assert "upper engine" in words
    assert "upper_engine" not in words


def test_an_svg_has_its_title_as_text_and_is_small(drawn: Path) -> None:
    assert "<title>Verdicts by type</title>" in (drawn / "verdicts.svg").read_text()
    assert 300_000 > max(path.stat().st_size for path in drawn.glob("*.svg"))


def test_distances_of_which_little_is_known_are_not_drawn(frames: Frames, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "duck" not in _texts(distance(frames.claims, LIGHT))
    monkeypatch.setattr("quack.report.plots.distance.FEWEST", 1_000)
    with pytest.raises(AuditError, match="nowhere do 1000 claims"):
        distance(frames.claims, LIGHT)


def test_a_team_that_makes_too_few_claims_is_left_out_by_name(frames: Frames, tmp_path: Path) -> None:
    found = {each.name: each.left_out for each in draw_all(frames, tmp_path, kinds=("distance", "verdicts"))}
    assert {"distance": ("duck",), "verdicts": ()} == found


def test_groups_come_in_the_order_of_tables(frames: Frames) -> None:
    assert ["goose", "duck"] == groups(frames.claims, "team")
    with pytest.raises(SettingsError, match="can't tell claims apart by 'game'"):
        groups(frames.claims, "game")


def test_no_plot_is_drawn_of_nothing(tmp_path: Path) -> None:
    empty = collect([], KEPT)
    drawn = list(draw_all(empty, tmp_path))
    assert [] == [each.path for each in drawn if each.path is not None]
    assert "there are no claims to draw" in {each.why_not for each in drawn}
    with pytest.raises(AuditError, match="no game has the figure kills"):
        distribution(empty.metrics, "kills", LIGHT)


def test_only_the_kept_columns_and_rows_are_needed(exported: Any, tmp_path: Path) -> None:
    frames = collect(slimmed(exported, ["kills"]), KEPT)
    drawn = list(draw_all(frames, tmp_path, kinds=["rooms", "distribution"], metrics=["kills"]))
    assert [None, None] == [each.why_not for each in drawn]
    assert len(exported) == len(frames.metrics)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"kinds": ["pie"]}, "there is no plot 'pie'"),
        ({"metrics": ["luck"]}, "there is no figure 'luck'"),
        ({"theme": "pink"}, "there is no theme 'pink'"),
        ({"kinds": ["rooms"], "by": "model"}, "none of these plots can be drawn by model"),
    ],
)
def test_what_is_unknown_is_refused(options: dict[str, Any], words: str, frames: Frames, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=words):
        list(draw_all(frames, tmp_path, **options))


def test_rows_without_claims_are_drawn_as_none() -> None:
    with themed(LIGHT):
        figure = stacked(Rows({"true": LIGHT.marks[2]}, {"a": {}, "b": {"true": 2}}), "t", "n", LIGHT)
    assert {"0", "2", "100%"} <= set(_texts(figure))


def test_failed_games_are_kept_beside_the_frames(tmp_path: Path) -> None:
    failed = FailedGame("bad", tmp_path, AuditError("no"))
    assert (failed,) == collect([failed], KEPT).failed
