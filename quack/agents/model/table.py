"""Which models play, under which names, and what they are shown and told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack.agents.model.question import Desk
from quack.game.agent import Agent
from quack.game.engine import Seat
from quack.game.observation import Briefing

if TYPE_CHECKING:
    from quack.agents.model.asking import Manner
    from quack.agents.model.pictures import Views
    from quack.agents.model.prompts import Language, PromptSet
    from quack.providers.client import ModelSpec

# What asks models is loaded when one plays: a game of scripted players starts without.


USUAL_SIZE = 1_024
"""Of the long side of a picture (pixels), as `quack.agents.model.asking` has it."""


@dataclass(frozen=True, slots=True)
class ModelTable:
    """How the models of a game are asked, and what they see.

    Attributes:
        models: models by names of one's own, which the log calls them by.
        usual: how a model is asked that goes by litellm's name, such as `openai/gpt-5.5`; its own `model` is not used.
            None: as usual.
        views: the pictures that go along with a question.
        language: what the models are told in, and speak.
        prompts: a folder whose files replace the shipped ones.
        image_size: of the long side of a picture (pixels).
        fonts: files of fonts for the pictures, tried before the usual one.
    """

    models: Mapping[str, ModelSpec] = field(default_factory=dict)
    usual: ModelSpec | None = None
    views: Views = "both"
    language: Language = "en"
    prompts: Path | None = None
    image_size: int = USUAL_SIZE
    fonts: tuple[Path, ...] = ()

    def spec(self, name: str) -> ModelSpec | None:
        """How the model of that name is asked; None if no model has it."""
        if name in self.models:
            return self.models[name]
        if "/" not in name:
            return None
        from quack.providers.client import ModelSpec

        return ModelSpec(name) if self.usual is None else replace(self.usual, model=name)

    def seat(self, name: str, desk: Desk | None) -> Seat:
        """A seat for a model; only one with a desk can be played from."""
        options = {"views": self.views, "language": self.language}
        return Seat(name, partial(_sit, self, name, desk), options)

    def manner(self, name: str) -> Manner:
        """How a model plays under a name.

        Raises:
            SettingsError: the prompts can't be used.
        """
        from quack.agents.model.asking import Manner

        return Manner(name, self.prompt_set(), self.views, self.image_size, self.fonts)

    def prompt_set(self) -> PromptSet:
        """The prompts.

        Raises:
            SettingsError: they can't be used.
        """
        return _prompts(self.language, self.prompts)

    def check_fonts(self) -> None:
        """Holds that pictures can be drawn with the fonts.

        Raises:
            SettingsError: a file is no font.
        """
        if self.fonts and self.views != "none":
            from quack.render.text import typeface

            typeface(self.fonts)

    def identity(self, names: Iterable[str]) -> dict[str, Any]:
        """All that decides what the models of those names are asked, as JSON values; no addresses, no patience."""
        models = {}
        for name in names:
            if spec := self.spec(name):
                models[name] = {"model": spec.model, "temperature": spec.temperature, "max_tokens": spec.max_tokens}
        return {"prompts": self.prompt_set().digest, "models": models, "image_size": self.image_size}


@lru_cache(maxsize=8)
def _prompts(language: Language, folder: Path | None) -> PromptSet:
    from quack.agents.model.prompts import load_prompts

    return load_prompts(language, folder)


def _sit(table: ModelTable, name: str, desk: Desk | None, briefing: Briefing) -> Agent:
    from quack.agents.model.player import ModelPlayer

    assert desk is not None, "who asks models has a desk"
    return ModelPlayer(briefing, table.manner(name), desk)
