"""Frames as files."""

from __future__ import annotations

import pytest
from PIL import Image

from quack.render.film import Frame, hold_for, write_frames


def frames(count=3):
    return [Frame(Image.new("RGB", (40, 26), (80 * number, 10, 10)), number + 1) for number in range(count)]


def test_pictures_are_numbered_from_one(tmp_path):
    written = write_frames(iter(frames()), tmp_path / "deep" / "er", "png", 1)
    assert ["frame-00001.png", "frame-00002.png", "frame-00003.png"] == [path.name for path in written]
    assert sorted(written) == sorted((tmp_path / "deep" / "er").iterdir())


def test_a_gif_shows_each_frame_for_its_time(tmp_path):
    (path,) = write_frames(iter(frames()), tmp_path / "a.gif", "gif", 2)
    with Image.open(path) as image:
        assert 3 == image.n_frames
        shown = []
        for number in range(3):
            image.seek(number)
            shown.append(image.info["duration"])
    assert [500, 1_000, 1_500] == shown


def test_a_gif_shows_what_the_frames_show(tmp_path):
    pictures = [Image.new("RGB", (60, 40), "#ffffff") for _ in range(4)]
    pictures[1].paste("#0072b2", (10, 10, 20, 30))
    pictures[2].paste("#d55e00", (15, 5, 50, 20))
    (path,) = write_frames(map(Frame, pictures), tmp_path / "a.gif", "gif", 1)
    with Image.open(path) as image:
        for number, picture in enumerate(pictures):
            image.seek(number)
            assert picture.tobytes() == image.convert("RGB").tobytes()


@pytest.mark.parametrize("kind", ["png", "gif"])
def test_the_same_frames_give_the_same_bytes(tmp_path, kind):
    first, second = (write_frames(frames(), tmp_path / f"{name}.{kind}", kind, 1) for name in "ab")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_a_film_has_its_frames_in_time_and_is_the_same_each_time(tmp_path):
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    paths = [write_frames(frames(), tmp_path / name, "mp4", 2)[0] for name in ("a.mp4", "-b.mp4")]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    count, seconds = ffmpeg.count_frames_and_secs(str(paths[0]))
    assert (6, 3) == (count, seconds)


@pytest.mark.parametrize("kind", ["png", "gif", "mp4"])
def test_what_fails_half_way_leaves_no_draft(tmp_path, kind):
    if kind == "mp4":
        pytest.importorskip("imageio_ffmpeg")

    def failing():
        yield frames()[0]
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        write_frames(failing(), tmp_path / f"a.{kind}", kind, 1)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(("text", "frames"), [("", 1), ("a" * 59, 1), ("a" * 60, 2), ("a" * 9_999, 8)])
def test_what_is_to_be_read_stays_longer(text, frames):
    assert frames == hold_for(text)
