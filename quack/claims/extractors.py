"""The extractors by name, and what they all are used for: claims in memory, utterance by utterance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from quack.claims.concurrency import in_threads
from quack.claims.extraction import ClaimFile, Extraction
from quack.claims.extractor import Extractor, Occasion, Said, chat, discussion
from quack.errors import SettingsError
from quack.settings import without_secrets

if TYPE_CHECKING:
    from quack.claims.model.extractor import ModelRun
    from quack.events.log import GameLog
    from quack.events.rows import Timeline

Channel = Literal["discussion", "chat", "both"]


def _offline(log: GameLog) -> Extractor:
    from quack.claims.offline.extractor import OfflineExtractor

    return OfflineExtractor(log)


EXTRACTORS: dict[str, Callable[[GameLog], Extractor]] = {"offline": _offline}
"""What makes an extractor for a game, by the extractor's name; any other name is a model's."""

DEFAULT_EXTRACTOR = "offline"


def is_model(name: str) -> bool:
    """Whether a name is that of a model: litellm's, with the provider before a slash."""
    provider, slash, model = name.partition("/")
    return bool(provider and slash and model) and name.isprintable() and " " not in name


def require_extractor(name: str) -> str:
    """The name, if an extractor has it or it can be a model's.

    Raises:
        SettingsError: neither.
    """
    if name not in EXTRACTORS and not is_model(name):
        known = ", ".join(sorted(EXTRACTORS))
        remedy = f"there is {known}, and any model by litellm's name, such as openai/gpt-5-mini"
        raise SettingsError(f"no extractor {name}", remedy=remedy)
    return name


def make_extractor(name: str, log: GameLog, run: ModelRun | None = None) -> Extractor:
    """The extractor of that name for a game; `run` is the model's that asks."""
    if run is not None:
        from quack.claims.model.extractor import ModelExtractor

        return ModelExtractor(log, run)
    return EXTRACTORS[require_extractor(name)](log)


def extractor_quality(label: str) -> str | None:
    """How good an extractor is known to be, in a few words, by its name and version; None if nobody has measured."""
    from quack.claims.offline.card import SUMMARY
    from quack.claims.offline.extractor import VERSION

    return SUMMARY if label == f"offline {VERSION}" else None


def spoken(log: GameLog, timeline: Timeline, channel: Channel) -> list[tuple[Said, Occasion]]:
    """The utterances of a channel with their occasions: discussion first."""
    said = discussion(log, timeline) if channel != "chat" else []
    return said + chat(log, timeline) if channel != "discussion" else said


def extract_each(
    extractor: Extractor, batch: Sequence[tuple[Said, Occasion]], threads: int = 1
) -> Iterator[Extraction]:
    """An extraction per utterance, as soon as it is there; where the extractor breaks, it failed.

    They come in order, unless several threads work at it.
    """

    def read(one: tuple[Said, Occasion]) -> Extraction:
        said, occasion = one
        try:
            return extractor.extract([one])[0]
        except Exception as error:
            cause = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            place = (said.message, said.chat, occasion.meeting, said.speaker)
            return Extraction(*place, "failed", cause=without_secrets(cause))

    return in_threads(read, batch, threads)


def extract_in_memory(log: GameLog, timeline: Timeline, name: str = DEFAULT_EXTRACTOR) -> ClaimFile:
    """The claims of a game's discussion as an extractor reads them now; no file is read or written."""
    extractor = make_extractor(name, log)
    found = list(extract_each(extractor, spoken(log, timeline, "discussion")))
    found += (Extraction(None, line.index, None, line.player, "not_attempted") for line in timeline.chats)
    return ClaimFile(None, None, tuple(found), extractor=f"{extractor.name} {extractor.version}")
