"""`quack render`: a game as pictures, a GIF or a film."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import Constants, MapFile, RulebookName, parse_constants
from quack.cli.output import FAILED, complain, tell
from quack.errors import SettingsError
from quack.settings import DEFAULT_RULEBOOK

if TYPE_CHECKING:
    from quack.audit.records import AuditRecord
    from quack.world.map import GameMap

EXAMPLES = """\b
Examples:
  quack render logs/sample --out frames --from 5 --to 7
  quack render logs/sample --out sample.gif --fps 2 --scale 0.5
  quack render logs/sample --out frank --player Frank --to 8
"""

_WIDTH = 1_600
_OTHER_FILES = frozenset("apng avi jpeg jpg mkv mov png svg webm webp".split())
"""What the names of pictures and films end in that would be taken for folders."""


class Format(StrEnum):
    """What is written."""

    png = "png"
    gif = "gif"
    mp4 = "mp4"


def render(
    path: Annotated[Path, typer.Argument(metavar="LOG", help="A log, or the folder of one.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR|FILE", help="A folder for PNG, else a file.", show_default="frames"),
    ] = None,
    form: Annotated[
        Format | None,
        typer.Option("--format", "-f", help="As the name of --out says, if not given; else png.", show_default=False),
    ] = None,
    first: Annotated[int | None, typer.Option("--from", min=0, metavar="N", help="Begin with this tick.")] = None,
    last: Annotated[int | None, typer.Option("--to", min=0, metavar="N", help="End with this tick.")] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", "-p", metavar="NAME", help="The pictures that this player saw, and no more."),
    ] = None,
    fps: Annotated[
        float,
        typer.Option(min=0.1, max=30, metavar="N", help="Frames a second; what is to be read stays longer."),
    ] = 1,
    scale: Annotated[
        float, typer.Option(min=0.25, max=4, metavar="X", help="1 is 1,600 by 1,000 pixels.", show_default=True)
    ] = 1,
    fonts: Annotated[
        list[Path] | None,
        typer.Option("--font", metavar="FILE", help="A font for signs that the built-in one lacks; repeatable."),
    ] = None,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    constants: Constants = None,
    verdicts: Annotated[bool, typer.Option("--verdicts/--no-verdicts", help="Judge what is said.")] = True,
    map_file: MapFile = None,
) -> None:
    """Draw a game: a frame for every tick and every speech, with everybody's place and the verdicts on what is said.

    Names and words that the built-in font has no signs for are shown as codes and boxes, unless --font has them.
    """
    from quack.cli.replay import find_player, read_one
    from quack.render.film import write_frames
    from quack.report.extras import VIDEO_REMEDY, is_here
    from quack.report.pictures import Wanted, frames_of, unshown
    from quack.world.map import load_map

    game_map = load_map(map_file) if map_file else None
    log = read_one(path, game_map)
    seat = find_player(log, player).id if player else None
    kind, target = _target(out, form)
    if short := kind is Format.mp4 and not is_here("imageio_ffmpeg"):
        kind, target = Format.gif, target.with_suffix(".gif")
        complain(f"films need imageio-ffmpeg: {VIDEO_REMEDY}; {target} is written instead")
    records = _records(path, rulebook_name, constants, game_map) if verdicts and seat is None else ()
    wanted = Wanted(first, last, seat, round(_WIDTH * scale), tuple(fonts or ()))
    written = write_frames(frames_of(log, wanted, records), target, kind.value, fps)
    if lost := unshown(log, wanted.fonts):
        complain(f"no font here has {lost} of the signs in names and words: codes and boxes stand for them; see --font")
    tell(f"{len(written)} frames in {target}" if kind is Format.png else str(target))
    if short:
        raise typer.Exit(FAILED)


def _target(out: Path | None, form: Format | None) -> tuple[Format, Path]:
    """What is written, and where to.

    Raises:
        SettingsError: the name is that of a file of another kind.
    """
    named = out.suffix.lower()[1:] if out is not None else ""
    if out is not None and form is None and named in _OTHER_FILES and not out.is_dir():
        what = f"no {named} file can be written"
        raise SettingsError(what, path=out, remedy="end the name in .gif or .mp4, or name a folder for PNG files")
    kind = form or (Format(named) if named in ("gif", "mp4") else Format.png)
    if out is None:
        return kind, Path("frames") if kind is Format.png else Path(f"game.{kind.value}")
    return kind, out


def _records(path: Path, rulebook: str, constants: list[str] | None, game_map: GameMap | None) -> list[AuditRecord]:
    """The verdicts on what is said in a game that has claims."""
    from quack.audit.auditor import audit_games
    from quack.kb.rulebook import load_rulebook

    book = load_rulebook(rulebook, parse_constants(constants))
    audit = audit_games(path, rulebook=book, map=game_map)
    for game in audit.failed:
        raise game.error
    return list(audit.records)
