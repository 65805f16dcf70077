"""The pictures that go with a question: drawn from what the player sees, as files that can be sent."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from quack.agents.model.question import Picture
from quack.game.observation import Briefing, Observation

if TYPE_CHECKING:
    from quack.render.legend import Signs

Views = Literal["both", "global", "local", "none"]
VIEWS: tuple[Views, ...] = get_args(Views)


def names_of(views: Views) -> tuple[Literal["global", "local"], ...]:
    """Which pictures are shown, in the order in which they are sent."""
    shown: dict[Views, tuple[Literal["global", "local"], ...]] = {
        "both": ("global", "local"),
        "global": ("global",),
        "local": ("local",),
        "none": (),
    }
    return shown[views]


def shows_tasks(views: Views) -> bool:
    """Whether tasks are in the pictures, with letters."""
    return "global" in names_of(views)


def signs(seen: Observation, briefing: Briefing, views: Views, *, size: int, fonts: Sequence[Path] = ()) -> Signs:
    """What stands in the pictures for players and rooms; the same arguments and errors as of `draw`."""
    from quack.render.views import signs_in

    return signs_in(names_of(views), seen, briefing.setup.map, briefing.names, size=size, fonts=fonts)


def draw(
    seen: Observation, briefing: Briefing, views: Views, *, size: int, fonts: Sequence[Path] = ()
) -> tuple[Picture, ...]:
    """The pictures of what a player sees.

    Args:
        size: of the long side (pixels).
        fonts: for signs that the usual font lacks.

    Raises:
        SettingsError: a size that can't be, or a file that is no font.
    """
    if views == "none":
        return ()
    # Pillow takes long to import, and a game without pictures needs none of it.
    from quack.render.views import global_view, local_view

    makers = {"global": global_view, "local": local_view}
    pictures = []
    for name in names_of(views):
        file = BytesIO()
        makers[name](seen, briefing.setup.map, briefing.names, size=size, fonts=fonts).save(file, "PNG")
        pictures.append(Picture(name, file.getvalue()))
    return tuple(pictures)
