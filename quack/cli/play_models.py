"""The options of `quack play` that only models can have."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quack.settings import LONGEST_WAIT, MOST


class Views(StrEnum):
    """Which pictures models are shown."""

    both = "both"
    global_ = "global"
    local = "local"
    none = "none"


class Language(StrEnum):
    """What models are told in, and speak."""

    en = "en"
    zh = "zh"


OfViews = Annotated[
    Views | None,
    typer.Option("--views", help="The pictures that models are shown: the map, their room, both (default) or none."),
]
OfLanguage = Annotated[
    Language | None, typer.Option("--language", help="In which models are asked, and speak (default en).")
]
Prompts = Annotated[
    Path | None,
    typer.Option(
        "--prompts", metavar="DIR", help="Texts for models that replace those of the same names in prompts/players."
    ),
]
ImageSize = Annotated[
    int | None,
    typer.Option(
        "--image-size", min=256, max=4096, metavar="PIXELS", help="The long side of those pictures (default 1024)."
    ),
]
Fonts = Annotated[
    list[Path] | None,
    typer.Option("--font", metavar="FILE", help="A font for signs that the pictures' own lacks; repeatable."),
]
ApiBase = Annotated[
    str | None, typer.Option("--api-base", metavar="URL", help="The models' endpoint, instead of each provider's own.")
]
Temperature = Annotated[
    float | None, typer.Option("--temperature", min=0, max=2, help="The models' temperature (default: the provider's).")
]
MaxTokens = Annotated[
    int | None,
    typer.Option("--max-tokens", min=1, max=MOST, metavar="N", help="A model's longest answer (default 8000)."),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        min=0.01,
        max=LONGEST_WAIT,
        metavar="SECONDS",
        help="How long to wait for a model's answer (default 120).",
    ),
]
Retries = Annotated[
    int | None,
    typer.Option(
        "--retries", min=0, max=MOST, metavar="N", help="How often to ask again where that may help (default 5)."
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option("--concurrency", min=1, max=MOST, metavar="N", help="Requests to a provider at once (default 8)."),
]
PerMinute = Annotated[
    int | None,
    typer.Option("--rpm", min=1, max=MOST, metavar="N", help="Requests to a provider in a minute (default: no limit)."),
]
Budget = Annotated[
    float | None,
    typer.Option(
        "--budget", min=0, max=MOST, metavar="USD", help="Ask models nothing more in this run once this is spent."
    ),
]
TokenBudget = Annotated[
    int | None,
    typer.Option(
        "--token-budget", min=0, metavar="N", help="The same in tokens of questions and answers; needs no known price."
    ),
]
