"""Frames as files: pictures in a folder, an animated GIF, or an MP4 film."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops, ImageColor

from quack.drafts import draft_of
from quack.render.theme import LOOK, SIGNS

Format = Literal["png", "gif", "mp4"]
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
        with draft_of(path) as draft:
            frame.image.save(draft, format="PNG", compress_level=6)
        yield path


def _gif(frames: Iterable[Frame], path: Path, fps: float) -> None:
    """Frame by frame, each as the part that has changed: Pillow's own way would keep all of them in memory."""
    shown: Image.Image | None = None
    with draft_of(path) as draft, draft.open("wb") as file:
        for image, hold in frames:
            if shown is None:
                file.write(_gif_header(*image.size))
            box = (0, 0, *image.size) if shown is None else _changed(shown, image)
            # Dither would only blur the letters.
            part = image.crop(box).quantize(palette=_palette(), dither=Image.Dither.NONE)
            file.writelines(GifImagePlugin.getdata(part, box[:2], duration=round(1_000 * hold / fps), disposal=1))
            shown = image
        file.write(b";")


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    """The colours of frames and what lies between those that touch; the same for all, so that none changes in time."""
    grounds = (LOOK.room, LOOK.ground, LOOK.bubble, LOOK.floor, LOOK.faint)
    inks = (LOOK.ink, LOOK.soft, LOOK.alarm, LOOK.done, SIGNS["partial"][1])
    pairs = [(ink, ground) for ink in inks for ground in grounds]
    pairs += [(colour, other) for colour in LOOK.players for other in (LOOK.ink, LOOK.room)]
    mixed = [_mix(*pair, part) for part in (0.0, 0.25, 0.5, 0.75, 1.0) for pair in pairs]
    colours = list(dict.fromkeys([*mixed, *map(ImageColor.getrgb, (LOOK.grave, LOOK.wound))]))[:256]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in (*colours, *[colours[0]] * (256 - len(colours))) for part in colour[:3]])
    return image


def _mix(one: str, other: str, part: float) -> tuple[int, ...]:
    pairs = zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True)
    return tuple(round(a + (b - a) * part) for a, b in pairs)


def _gif_header(width: int, height: int) -> bytes:
    """The size, 256 colours for all frames, and that the film begins anew when it is over."""
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return (
        b"GIF89a"
        + size
        + b"\xf7\x00\x00"
        + bytes(_palette().getpalette() or ())
        + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    )


def _changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int]:
    """The part of a frame that differs from the frame before; one dot where none does."""
    return ImageChops.difference(before, after).getbbox() or (0, 0, 1, 1)


def _mp4(frames: Iterable[Frame], path: Path, fps: float) -> None:
    import imageio_ffmpeg

    # One thread and no date in the file, so that it is the same each time.
    settings = ["-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"]
    with draft_of(path) as draft:
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
