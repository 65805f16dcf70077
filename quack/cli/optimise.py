"""`quack optimise`: finds better instructions and examples for a model."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.extract import ApiBase, MaxTokens, OneChannel, Retries, Temperature, Timeout
from quack.cli.extract import Channel as Channel
from quack.cli.options import MapFile, Paths
from quack.cli.output import FAILED, tell
from quack.cli.progress import Bar
from quack.settings import MOST

if TYPE_CHECKING:
    from quack.audit.optimising import Optimised
    from quack.claims.model.options import ModelOptions
    from quack.claims.optimise.run import Plan

EXAMPLES = """\b
Examples:
  quack play --games 12 --out runs                games with exact labels to learn from
  quack optimise runs --model openai/gpt-5-mini --dry-run
                                                  how much it would ask at most, and at what cost
  quack optimise runs --model openai/gpt-5-mini --optimiser gepa --budget 5
  quack optimise runs --model openai/gpt-5-mini --optimiser mipro --auto medium --jobs 8 --out prompts/mine.json
  quack optimise runs --model openai/llama --api-base http://127.0.0.1:8080/v1
                                                  a model on this machine
  quack optimise runs --model openai/gpt-5-mini --gold reviews.jsonl
                                                  learn from what people reviewed
  quack extract runs --extractor openai/gpt-5-mini --program prompts/mine.json
                                                  use what was found

A model's provider finds its key where litellm looks for it, such as in OPENAI_API_KEY.
"""


class OptimiserName(StrEnum):
    """DSPy's optimisers."""

    bootstrap = "bootstrap"
    mipro = "mipro"
    gepa = "gepa"


class Effort(StrEnum):
    """How much is tried."""

    light = "light"
    medium = "medium"
    heavy = "heavy"


Model = Annotated[str, typer.Option("--model", metavar="NAME", help="The model that is to read, by litellm's name.")]
OneOptimiser = Annotated[
    OptimiserName,
    typer.Option(
        "--optimiser",
        help="bootstrap: finds examples. mipro: instructions and examples. gepa: instructions, rewritten by a model "
        "that is told every mistake.",
    ),
]
Program = Annotated[
    Path | None,
    typer.Option("--program", metavar="FILE", help="The program to begin with, instead of the shipped instructions."),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE", help="Where to save it; otherwise prompts/OPTIMISER-MODEL.json."),
]
Gold = Annotated[
    str | None,
    typer.Option(
        "--gold",
        metavar="NAME|DIR|FILE",
        help="The right claims: a file name to look for beside each log, a tree of the same layout, or a file; files "
        "of claims or of reviews. Without it: claims.gold.jsonl, else reviews.jsonl.",
    ),
]
Train = Annotated[int | None, typer.Option("--train", min=1, metavar="N", help="So many games teach.")]
Dev = Annotated[int | None, typer.Option("--dev", min=1, metavar="N", help="So many games choose among programs.")]
Test = Annotated[
    int | None, typer.Option("--test", min=1, metavar="N", help="So many games measure, before and after.")
]
Messages = Annotated[
    int, typer.Option("--messages", min=0, metavar="N", help="At most so many utterances of each part; 0 for all.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Decides all chance of ours, the split included.")]
Auto = Annotated[Effort | None, typer.Option("--auto", help="How much is tried (default light).")]
Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        min=1,
        max=MOST,
        metavar="N",
        help="The same as a number: of trials (mipro), of new instructions (gepa), of tries at each utterance "
        "(bootstrap).",
    ),
]
Demos = Annotated[
    int, typer.Option("--demos", min=1, max=50, metavar="N", help="So many examples at most (bootstrap, mipro).")
]
Adviser = Annotated[
    str | None,
    typer.Option(
        "--reflection-model",
        metavar="NAME",
        help="The model that writes instructions, or whose answers become examples (bootstrap), if not the same one.",
    ),
]
AdviserBase = Annotated[
    str | None,
    typer.Option("--reflection-api-base", metavar="URL", help="Its endpoint, if not the other model's."),
]
MaxCalls = Annotated[
    int | None,
    typer.Option("--max-calls", min=1, max=MOST, metavar="N", help="Ask nothing more after so many questions."),
]
Budget = Annotated[
    float | None, typer.Option("--budget", min=0, max=MOST, metavar="USD", help="Or once this much is spent.")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many questions are under way at once.")]
Date = Annotated[str | None, typer.Option("--date", metavar="TEXT", help="Noted in the file as its date.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that another run has written.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what it would ask at most, and at what cost.")]
AsJson = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]


def optimise(
    paths: Paths,
    model: Model,
    optimiser: OneOptimiser = OptimiserName.bootstrap,
    program: Program = None,
    out: Out = None,
    gold: Gold = None,
    channel: OneChannel = Channel.discussion,
    train: Train = None,
    dev: Dev = None,
    test: Test = None,
    messages: Messages = 50,
    seed: Seed = 0,
    auto: Auto = None,
    rounds: Rounds = None,
    demos: Demos = 4,
    reflection_model: Adviser = None,
    reflection_api_base: AdviserBase = None,
    api_base: ApiBase = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    timeout: Timeout = None,
    retries: Retries = None,
    max_calls: MaxCalls = None,
    budget: Budget = None,
    jobs: Jobs = 1,
    date: Date = None,
    force: Force = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    map_file: MapFile = None,
) -> None:
    """Find better instructions and examples for a model, on labelled games.

    The games are split: some teach, some choose among programs, some measure the start and the end. What was found is
    saved with its scores if it chooses better; every answer is kept beside it, so that the same command goes on after a
    break and asks nothing twice. The exit code is 1 if nothing better was found, or the models could not be asked.
    """
    from quack.audit.optimising import optimise_program
    from quack.claims.optimise.split import Sizes
    from quack.world.map import load_map

    reader = _model(
        model,
        program=program,
        api_base=api_base,
        temperature=temperature,
        max_tokens=max_tokens,
        timeout=timeout,
        retries=retries,
    )
    plan = _plan(optimiser.value, reader, rounds, auto, reflection_model, reflection_api_base or api_base)
    plan = replace(plan, demos=demos, seed=seed, threads=jobs, max_calls=max_calls, budget=budget)
    with Bar("optimising", 2) as bar:

        def show(phase: str, done: int, most: int, cost: float | None) -> None:
            price = "price unknown" if cost is None else f"${cost:.4f} just now"
            bar.show(done, most, f"{phase}, {price}")

        try:
            done = optimise_program(
                list(paths),
                plan,
                Sizes(train, dev, test, messages or None),
                labels=gold,
                channel=channel.value,
                out=out,
                date=date,
                force=force,
                dry_run=dry_run,
                map=load_map(map_file) if map_file else None,
                on_progress=show,
            )
        except KeyboardInterrupt:
            raise KeyboardInterrupt("what was answered is kept; the same command goes on") from None
    _report(done, as_json=as_json)
    if not dry_run and not done.saved:
        raise typer.Exit(FAILED)


def _model(name: str, **chosen: object) -> ModelOptions:
    """How a model is asked.

    Raises:
        SettingsError: it can't be one.
    """
    from quack.claims.extractors import is_model
    from quack.claims.model.options import ModelOptions
    from quack.errors import SettingsError

    if not is_model(name):
        raise SettingsError(f"no model {name}", remedy="name one as litellm does, such as openai/gpt-5-mini")
    return ModelOptions(name, **{key: value for key, value in chosen.items() if value is not None})  # type: ignore[arg-type]


def _plan(
    optimiser: str, reader: ModelOptions, rounds: int | None, auto: Effort | None, adviser: str | None, base: str | None
) -> Plan:
    """What is to be done, and who advises.

    Raises:
        SettingsError: the options contradict each other.
    """
    from quack.claims.optimise.optimisers import OPTIMISERS
    from quack.claims.optimise.run import Plan
    from quack.errors import SettingsError

    if rounds is not None and auto is not None:
        raise SettingsError("--auto and --rounds say the same", remedy="leave one out")
    efforts = OPTIMISERS[optimiser].efforts
    usual = efforts[auto.value if auto is not None else "light"]
    advising = None
    if adviser is not None or OPTIMISERS[optimiser].proposes:
        named = _model(adviser or reader.model)
        advising = replace(named, api_base=base, timeout=reader.timeout, retries=reader.retries)
        if OPTIMISERS[optimiser].proposes:
            # Instructions are long, and are to differ each time.
            advising = replace(advising, temperature=1.0, max_tokens=max(reader.max_tokens or 0, 16_000))
    return Plan(optimiser, reader, advising, rounds or usual)


def _report(done: Optimised, *, as_json: bool) -> None:
    if as_json:
        import json

        from quack.report.optimised import optimised_json

        tell(json.dumps(optimised_json(done), indent=2))
    else:
        from quack.report.optimised import optimised_lines

        tell("\n".join(optimised_lines(done)))
