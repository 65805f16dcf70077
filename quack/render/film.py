"""Frames as files: pictures in a folder, an animated GIF, or an MP4 film."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image

Format = Literal["png", "gif", "mp4"]
_COLOURS = 128
_SIGNS_A_FRAME = 60
_LONGEST_HOLD = 8


class Frame(NamedTuple):
    """A picture, and for how many frames' time a film shows it."""

    image: Image.Image
    hold: int = 1


def hold_for(text: str) -> int:
    """For how many frames' time something that is to be read is shown."""
    return min(1 + len(text) // _SIGNS_A_FRAME, _LONGEST_HOLD)


def write_frames(frames: Iterable[Frame], out: Path, kind: Format, fps: float) -> list[Path]:
    """Writes frames; the same frames give the same bytes as long as Pillow and ffmpeg are the same.

    Args:
        out: a folder for PNG, else the file.
        fps: frames a second; of no meaning for PNG.

    Returns:
        What was written.

    Raises:
        OSError: it can't be written.
        ImportError: a film is asked for and imageio-ffmpeg is not installed.
    """
    if kind == "png":
        return list(_pictures(frames, out))
    out.parent.mkdir(parents=True, exist_ok=True)
    (_gif if kind == "gif" else _mp4)(frames, out, fps)
    return [out]


def _pictures(frames: Iterable[Frame], folder: Path) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for number, frame in enumerate(frames, 1):
        path = folder / f"frame-{number:05}.png"
        with _draft(path) as draft:
            frame.image.save(draft, format="PNG", compress_level=6)
        yield path


def _gif(frames: Iterable[Frame], path: Path, fps: float) -> None:
    # Few colours are in use, so that none is lost; dither would only blur the letters.
    held = [(_few_colours(frame.image), round(1_000 * frame.hold / fps)) for frame in frames]
    (first, _), *rest = held
    with _draft(path) as draft:
        first.save(
            draft,
            format="GIF",
            save_all=True,
            append_images=[image for image, _ in rest],
            duration=[duration for _, duration in held],
            loop=0,
        )


def _few_colours(image: Image.Image) -> Image.Image:
    return image.quantize(_COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def _mp4(frames: Iterable[Frame], path: Path, fps: float) -> None:
    import imageio_ffmpeg

    # One thread and no date in the file, so that it is the same each time.
    settings = ["-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"]
    with _draft(path) as draft:
        writer = None
        try:
            for image, hold in frames:
                if writer is None:
                    writer = imageio_ffmpeg.write_frames(
                        str(draft.resolve()), image.size, fps=fps, macro_block_size=2, quality=8, output_params=settings
                    )
                    writer.send(None)
                data = image.tobytes()
                for _ in range(hold):
                    writer.send(data)
        finally:
            if writer is not None:
                writer.close()


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A file beside the one that is meant, which takes its place once it is whole."""
    draft = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        yield draft
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
