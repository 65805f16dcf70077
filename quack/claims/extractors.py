"""The extractors by name, and what they all are used for: claims in memory, utterance by utterance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from quack.claims.extraction import ClaimFile, Extraction
from quack.claims.extractor import Extractor, Occasion, Said, chat, discussion
from quack.errors import SettingsError

if TYPE_CHECKING:
    from quack.events.log import GameLog
    from quack.events.rows import Timeline

Channel = Literal["discussion", "chat", "both"]


def _offline(log: GameLog) -> Extractor:
    from quack.claims.offline.extractor import OfflineExtractor

    return OfflineExtractor(log)


EXTRACTORS: dict[str, Callable[[GameLog], Extractor]] = {"offline": _offline}
"""What makes an extractor for a game, by the extractor's name."""

DEFAULT_EXTRACTOR = "offline"


def require_extractor(name: str) -> str:
    """The name, if an extractor has it.

    Raises:
        SettingsError: none has.
    """
    if name not in EXTRACTORS:
        raise SettingsError(f"no extractor {name}", remedy=f"there is {', '.join(sorted(EXTRACTORS))}")
    return name


def extractor_quality(label: str) -> str | None:
    """How good an extractor is known to be, in a few words, by its name and version; None if nobody has measured."""
    from quack.claims.offline.card import SUMMARY
    from quack.claims.offline.extractor import VERSION

    return SUMMARY if label == f"offline {VERSION}" else None


def spoken(log: GameLog, timeline: Timeline, channel: Channel) -> list[tuple[Said, Occasion]]:
    """The utterances of a channel with their occasions: discussion first."""
    said = discussion(log, timeline) if channel != "chat" else []
    return said + chat(log, timeline) if channel != "discussion" else said


def extract_each(extractor: Extractor, batch: Sequence[tuple[Said, Occasion]]) -> Iterator[Extraction]:
    """An extraction per utterance, in order, as soon as it is there; where the extractor breaks, it failed."""
    for said, occasion in batch:
        try:
            yield extractor.extract([(said, occasion)])[0]
        except Exception as error:
            cause = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            yield Extraction(said.message, said.chat, occasion.meeting, said.speaker, "failed", cause=cause)


def extract_in_memory(log: GameLog, timeline: Timeline, name: str = DEFAULT_EXTRACTOR) -> ClaimFile:
    """The claims of a game's discussion as an extractor reads them now; no file is read or written."""
    extractor = EXTRACTORS[require_extractor(name)](log)
    found = list(extract_each(extractor, spoken(log, timeline, "discussion")))
    found += (Extraction(None, line.index, None, line.player, "not_attempted") for line in timeline.chats)
    return ClaimFile(None, None, tuple(found), extractor=f"{extractor.name} {extractor.version}")
