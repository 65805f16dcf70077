"""`quack extract`: reads claims out of what players say."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import MapFile, Paths
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.settings import LONGEST_WAIT, MOST

if TYPE_CHECKING:
    from quack.audit.extracted import Extracted
    from quack.claims.model.options import ModelOptions

EXAMPLES = """\b
Examples:
  quack extract runs                              what is missing or failed, beside each log
  quack extract runs --dry-run                    what that would be
  quack extract runs --channel both --jobs 2
  quack extract runs --out claims --limit 100
  quack audit runs --claims claims                judge what was written there
  quack extract runs --extractor openai/gpt-5-mini --out claims --dry-run
                                                  how many calls, tokens and dollars a model would take
  quack extract runs --extractor openai/gpt-5-mini --out claims --jobs 8 --budget 2
  quack extract runs --extractor openai/llama --api-base http://127.0.0.1:8080/v1
                                                  a model on this machine

A model's provider finds its key where litellm looks for it, such as in OPENAI_API_KEY.
"""


class Channel(StrEnum):
    """Which utterances are read."""

    discussion = "discussion"
    chat = "chat"
    both = "both"


Extractor = Annotated[
    str,
    typer.Option(
        "--extractor",
        metavar="NAME",
        help="Who reads. offline: English speech; no key, no network, no cost. Or a model by litellm's name, such as "
        "openai/gpt-5-mini: any language; it is paid for.",
    ),
]
OneChannel = Annotated[
    Channel, typer.Option("--channel", help="Discussion messages, lines of proximity chat, or both.")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Write DIR/<game>/claims.jsonl, not claims.jsonl beside each log."),
]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, max=MOST, metavar="N", help="Read so many utterances at most.")
]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, help="How many processes work at it; questions to a model at once."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a claims.jsonl that this extractor has not written.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be read, and at what cost.")]
AsJson = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]
Program = Annotated[
    Path | None,
    typer.Option(
        "--program",
        metavar="FILE",
        help="What a model is told: a saved program (.json) or instructions (.md, .txt), instead of the shipped ones.",
    ),
]
ApiBase = Annotated[
    str | None, typer.Option("--api-base", metavar="URL", help="A model's endpoint, instead of the provider's own.")
]
Temperature = Annotated[
    float | None, typer.Option("--temperature", min=0, max=2, help="A model's temperature (default 0).")
]
MaxTokens = Annotated[
    int | None,
    typer.Option("--max-tokens", min=1, max=MOST, metavar="N", help="A model's longest answer (default 6000)."),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout", min=0.01, max=LONGEST_WAIT, metavar="SECONDS", help="How long to wait for an answer (default 120)."
    ),
]
Retries = Annotated[
    int | None,
    typer.Option(
        "--retries", min=0, max=MOST, metavar="N", help="How often to ask again where that may help (default 3)."
    ),
]
Budget = Annotated[
    float | None,
    typer.Option("--budget", min=0, max=MOST, metavar="USD", help="Ask a model nothing more once this is spent."),
]


def extract(
    paths: Paths,
    extractor: Extractor = "offline",
    channel: OneChannel = Channel.discussion,
    out: Out = None,
    limit: Limit = None,
    jobs: Jobs = 1,
    force: Force = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    map_file: MapFile = None,
    program: Program = None,
    api_base: ApiBase = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    timeout: Timeout = None,
    retries: Retries = None,
    budget: Budget = None,
) -> None:
    """Read what players claim out of what they say.

    It is written to claims.jsonl beside each log. Only what is missing or failed is read; every finished utterance is
    kept at once, so a run that is broken off goes on where it was. The exit code is 1 if a game can't be read, or an
    utterance failed, or a model could not be asked to the end.
    """
    from quack.audit.extracting import extract_claims
    from quack.world.map import load_map

    asking = {"temperature": temperature, "max_tokens": max_tokens, "timeout": timeout, "retries": retries}
    model = _model(extractor, program=program, api_base=api_base, budget=budget, **asking)
    # Of a model utterances are counted, whose number nobody knows before the games are read.
    with Bar("extracting", _count(paths) if model is None else 2) as bar:
        try:
            done = extract_claims(
                list(paths),
                extractor=extractor,
                model=model,
                channel=channel.value,
                out=out,
                limit=limit,
                jobs=jobs,
                force=force,
                dry_run=dry_run,
                map=load_map(map_file) if map_file else None,
                on_progress=_progress(bar, priced=model is not None),
            )
        except KeyboardInterrupt:
            raise KeyboardInterrupt("what was read is kept; run it again to go on") from None
    _report(done, dry_run=dry_run, as_json=as_json)
    if done.failed or done.stopped or any(game.causes for game in done.games):
        raise typer.Exit(FAILED)


def _progress(bar: Bar, *, priced: bool) -> Callable[[int, int, float | None], None]:
    """What moves the bar, and says beside it what has been spent."""

    def show(done: int, total: int, cost: float | None) -> None:
        price = "extracting, price unknown" if cost is None else f"extracting, ${cost:.4f} so far"
        bar.show(done, total, price if priced else None)

    return show


def _model(extractor: str, **chosen: object) -> ModelOptions | None:
    """How a model is asked; None for an extractor that is none.

    Raises:
        SettingsError: an option that only a model can have.
    """
    from quack.claims.extractors import EXTRACTORS, require_extractor
    from quack.errors import SettingsError

    given = {name: value for name, value in chosen.items() if value is not None}
    if require_extractor(extractor) in EXTRACTORS:
        if given:
            option = "--" + next(iter(given)).replace("_", "-")
            raise SettingsError(f"{option} is for models", remedy="name one with --extractor, or leave it out")
        return None
    from quack.claims.model.options import ModelOptions

    return ModelOptions(extractor, **given)  # type: ignore[arg-type]


def _count(paths: list[Path]) -> int:
    from quack.audit.discover import discover_games

    return len(discover_games(paths))


def _report(done: Extracted, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        import json

        from quack.report.extracted import extracted_json

        tell(json.dumps(extracted_json(done, dry_run=dry_run), indent=2))
    else:
        from quack.report.extracted import extracted_lines

        tell("\n".join(extracted_lines(done, dry_run=dry_run)))
    for failed in done.failed:
        complain(failed.error)
