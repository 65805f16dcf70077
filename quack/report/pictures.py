"""A game as frames, with what only the upper layers know: events in words, and the verdicts on what is said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quack.audit.records import AuditRecord
from quack.claims.models import parse_claim
from quack.errors import SettingsError
from quack.events.log import GameLog
from quack.events.models import DiscussionMessage, FreeRoamChat, PlayerId
from quack.kb.claim_words import describe_claim
from quack.report.quoting import place_of
from quack.report.telling import tell_pages

if TYPE_CHECKING:
    from quack.render.film import Frame
    from quack.render.perspective import Glance
    from quack.render.scene import Judged, Scene

_UNTOLD = ("start", "tick", "place", "speech")
"""Lines that say what the rest of a frame shows."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which frames are asked for.

    Attributes:
        first, last: ticks; None for those of the log.
        player: whose view, by id; None for all that happens.
        width: of a frame (pixels).
        fonts: for signs that Pillow's own font lacks.
    """

    first: int | None = None
    last: int | None = None
    player: PlayerId | None = None
    width: int = 1_600
    fonts: tuple[Path, ...] = ()


def frames_of(log: GameLog, wanted: Wanted, records: Iterable[AuditRecord] = ()) -> Iterator[Frame]:
    """The frames of a game, drawn as they are taken.

    Args:
        records: the audit of that game; a player's own view shows no verdicts.

    Raises:
        SettingsError: no frame is in that range of ticks, a width that can't be, or a file that is no font.
    """
    from quack.render.film import Frame, hold_for
    from quack.render.frames import draw_frame
    from quack.render.perspective import draw_glance
    from quack.render.replay import cast_of

    cast = cast_of(log)
    some = False
    if wanted.player is not None:
        for glance in _glances(log, wanted.player):
            if _within(glance.tick, wanted):
                some = True
                picture = draw_glance(glance, cast, width=wanted.width, fonts=wanted.fonts)
                yield Frame(picture, hold_for(glance.speech.text if glance.speech else ""))
    else:
        for scene in _scenes(log, records):
            if _within(scene.tick, wanted):
                some = True
                picture = draw_frame(scene, cast, width=wanted.width, fonts=wanted.fonts)
                yield Frame(picture, hold_for(scene.speech.text if scene.speech else ""))
    if not some:
        last = max(event.tick for event in log.events)
        asked = f"ticks {wanted.first or 0} to {last if wanted.last is None else wanted.last}"
        raise SettingsError(f"nothing to show of {asked}", path=log.path, remedy=f"the log goes to tick {last}")


def unshown(log: GameLog, fonts: Sequence[Path] = ()) -> int:
    """How many signs in a game's names and words neither these fonts nor Pillow's own have."""
    from quack.render.text import typeface

    face = typeface(tuple(fonts))
    words = [each.message for each in log.events if isinstance(each, DiscussionMessage | FreeRoamChat)]
    texts = [*(player.name for player in log.players), *log.map.room_names, *words]
    return sum(face.holder(sign) is None for sign in set("".join(map(face.clean, texts))))


def _within(tick: int, wanted: Wanted) -> bool:
    return (wanted.first or 0) <= tick and (wanted.last is None or tick <= wanted.last)


def _scenes(log: GameLog, records: Iterable[AuditRecord]) -> Iterator[Scene]:
    from quack.render.replay import scenes

    words = {
        line.line: line.text
        for page in tell_pages(log.events)
        for line in page.lines
        if line.line is not None and line.kind not in _UNTOLD
    }
    return scenes(log, words, verdicts_of(log, records))


def _glances(log: GameLog, player: PlayerId) -> Iterator[Glance]:
    from quack.game.watch import watch_game
    from quack.render.perspective import glances

    return glances(log, *watch_game(log), player)


def verdicts_of(log: GameLog, records: Iterable[AuditRecord]) -> dict[tuple[str, int], tuple[Judged, ...]]:
    """The records of a game by what they are about, in words."""
    from quack.render.scene import Judged

    said = {"message": [each.message for each in log.events if isinstance(each, DiscussionMessage)]}
    said["chat"] = [each.message for each in log.events if isinstance(each, FreeRoamChat)]
    found: dict[tuple[str, int], list[Judged]] = defaultdict(list)
    for record in records:
        channel, index = ("message", record.message) if record.message is not None else ("chat", record.chat)
        if index is None:
            continue
        claim = parse_claim(dict(record.claim))
        place = place_of(claim, said[channel][index])
        verdict = record.verdict or "no verdict"
        found[channel, index].append(Judged(describe_claim(claim), verdict, record.bucket, place))
    return {place: tuple(judged) for place, judged in found.items()}
