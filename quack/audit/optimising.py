"""Improves the program of the model extractor on the labelled games under some paths, and saves it with its scores."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack import __version__
from quack.audit.discover import Game, discover_games
from quack.audit.reading import read_log_and_timeline
from quack.claims.extractors import Channel
from quack.claims.reviews import REVIEWS_NAME
from quack.claims.store import FILE_NAMES, GOLD_NAME
from quack.errors import SettingsError
from quack.world.map import GameMap

if TYPE_CHECKING:
    from quack.claims.optimise.estimate import Item
    from quack.claims.optimise.lessons import LabelledGame
    from quack.claims.optimise.run import Outcome, Plan, Progress
    from quack.claims.optimise.split import Sizes, Split

ANSWERS_SUFFIX = ".answers.jsonl"
"""What the file of answers is called, beside the program that they lead to."""

_SAME = ("optimiser", "rounds", "demos", "seed", "model", "reflection_model", "start", "data")
"""What makes two runs the same."""


@dataclass(frozen=True, slots=True)
class Optimised:
    """What came of it.

    Attributes:
        out, answers: the files of the program and of the answers.
        saved: whether the program was saved: it is if it is better where programs are chosen.
        split: which games served what.
        unlabelled: how many games have no utterance with labels.
        made: how the program was made, as its file says.
        outcome: scores, costs, and why it ended; None for a dry run.
        estimate: what it would ask at most; None unless it is a dry run.
    """

    out: Path
    answers: Path
    saved: bool
    split: Split
    unlabelled: int
    made: dict[str, Any]
    outcome: Outcome | None = None
    estimate: list[Item] | None = None


def optimise_program(
    paths: str | Path | Sequence[str | Path],
    plan: Plan,
    sizes: Sizes,
    *,
    labels: str | Path | None = None,
    channel: Channel = "discussion",
    out: str | Path | None = None,
    date: str | None = None,
    force: bool = False,
    dry_run: bool = False,
    map: GameMap | None = None,
    on_progress: Progress | None = None,
) -> Optimised:
    """Improves a program on labelled games: some teach, others choose, and others again measure.

    A run that is broken off goes on where it was, by the answers that are kept beside `out`.

    Args:
        paths: a log, a run folder or a tree of them, or several.
        plan: optimiser, models and limits.
        sizes: how many games serve what, and how many utterances of them.
        labels: None: the exact labels beside each log, else its reviews. A name without a slash: a file of that name
            beside each log. A folder: a tree of the same layout. A file: the labels of the only game.
        channel: which utterances.
        out: the file of the program; otherwise in `prompts`, by optimiser and model.
        date: when it was made, for the file; nothing else depends on it.
        force: replace a file that another run, or anybody else, has written.
        dry_run: only say what it would ask at most, and what that would cost.
        map: the map of all games, instead of the one that each log names.
        on_progress: called after each question.

    Raises:
        SettingsError: a path, an option or a file can't be used, or there are too few labelled games.
        LogError, ClaimsError: a game or its labels can't be read.
        OSError: a file can't be written.
    """
    from quack.claims.model.program import load_program, save_program
    from quack.claims.optimise.run import run_optimiser
    from quack.claims.optimise.split import split_games

    _require_sensible(plan)
    games = with_labels(discover_games([paths] if isinstance(paths, str | Path) else paths), labels)
    labelled = [_read(game, channel, map) for game in games if game.claims is not None]
    split = split_games(labelled, sizes, plan.seed)
    path = Path(out) if out is not None else default_path(plan)
    answers = path.with_name(path.stem + ANSWERS_SUFFIX)
    made = _settings(plan, split, load_program(plan.model.program).digest)
    unlabelled = len(games) - sum(bool(game.lessons) for game in labelled)
    if not force:
        _require_ours(path, made)
    if dry_run:
        from quack.claims.optimise.estimate import estimate_run

        return Optimised(path, answers, False, split, unlabelled, made, estimate=estimate_run(split, plan))
    outcome = run_optimiser(split, plan, answers, on_progress)
    made = made | _results(outcome) | ({} if date is None else {"date": date})
    if outcome.better and outcome.program is not None:
        save_program(outcome.program, path, made=made)
    return Optimised(path, answers, outcome.better, split, unlabelled, made, outcome)


def default_path(plan: Plan) -> Path:
    """Where a program is saved unless somebody says otherwise."""
    model = re.sub(r"[^A-Za-z0-9.]+", "-", plan.model.model.rpartition("/")[2]).strip("-.")
    return Path("prompts") / f"{plan.optimiser}-{model or 'model'}.json"


def with_labels(games: Sequence[Game], labels: str | Path | None) -> tuple[Game, ...]:
    """The games with the files of their labels as claims, None where there is none; arguments as above.

    Raises:
        SettingsError: no game has labels.
    """
    names: tuple[str, ...] = (GOLD_NAME, REVIEWS_NAME)
    folder = file = None
    if labels is not None:
        given = Path(labels)
        if given.is_dir():
            folder, names = given, (*names, *FILE_NAMES)
        elif given.name == str(labels) and any((game.log.parent / given).is_file() for game in games):
            names = (given.name,)
        else:
            file = given
            _require_one(games, file)
    found = []
    for game in games:
        place = game.log.parent if folder is None else folder / game.name
        places = [place / name for name in names] if file is None else [file]
        found.append(Game(game.name, game.log, next((path for path in places if path.is_file()), None)))
    if not any(game.claims for game in found):
        what = f"none of the games has labels: no {' or '.join(names[:2])}"
        remedy = "`quack play --out runs` plays games with exact labels, `quack extractor review` makes some"
        raise SettingsError(what, path=folder, remedy=remedy)
    return tuple(found)


def _require_one(games: Sequence[Game], file: Path) -> None:
    if not file.is_file():
        raise SettingsError("no such file, and no game has one of this name", path=file, remedy="name existing labels")
    if len(games) > 1:
        what = f"one file of labels can't serve {len(games)} games"
        raise SettingsError(what, path=file, remedy="give a file name to look for beside each log, or a folder")


def _read(game: Game, channel: Channel, map: GameMap | None) -> LabelledGame:
    from quack.claims.optimise.lessons import lessons_of

    assert game.claims is not None, "only labelled games are read"
    log, timeline = read_log_and_timeline(game, map)
    return lessons_of(game.name, log, timeline, game.claims, channel)


def _require_sensible(plan: Plan) -> None:
    from quack.claims.optimise.optimisers import require_optimiser
    from quack.providers.prices import price_of

    require_optimiser(plan.optimiser)
    models = [plan.model.model] + ([plan.adviser.model] if plan.adviser else [])
    unknown = next((model for model in models if price_of(model) is None), None)
    if plan.budget is not None and unknown is not None:
        what = f"nobody knows the price of {unknown}, so no budget can be kept"
        raise SettingsError(what, remedy="leave out --budget; --max-calls bounds the questions")


def _require_ours(path: Path, made: dict[str, Any]) -> None:
    """A file that is there already has to come from the same run."""
    if not path.exists():
        return
    try:
        known = json.loads(path.read_text("utf-8"))["made"]
        same = all(known.get(name) == made[name] for name in _SAME)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        same = False
    if not same:
        what = "this file is there already, and was not made by the same run"
        raise SettingsError(what, path=path, remedy="name another --out; --force replaces it")


def _settings(plan: Plan, split: Split, start: str) -> dict[str, Any]:
    """What decides about a program, as its file says it; an endpoint is nobody's business."""
    from quack.claims.optimise.optimisers import OPTIMISERS

    parts = {"train": split.train, "dev": split.dev, "test": split.test}
    told = {name: {"games": list(part.games), "utterances": len(part.lessons)} for name, part in parts.items()}
    return {
        "program": f"quack {__version__}, dspy {version('dspy')}",
        "optimiser": plan.optimiser,
        "rounds": plan.rounds,
        "demos": plan.demos if OPTIMISERS[plan.optimiser].shows else 0,
        "seed": plan.seed,
        "model": plan.model.model,
        "reflection_model": plan.model.model if plan.adviser is None else plan.adviser.model,
        "start": start,
        "data": {"digest": split.digest, **told},
    }


def _results(outcome: Outcome) -> dict[str, Any]:
    """What came of a run, as its file says it: the same whether it was broken off or not."""
    prompt, completion = outcome.used_tokens
    scores = {
        part: {"before": before.to_json(), "after": outcome.after[part].to_json() if part in outcome.after else None}
        for part, before in outcome.before.items()
    }
    cost = None if outcome.used_cost is None else round(outcome.used_cost, 6)
    tokens = {"prompt": prompt, "completion": completion}
    return {"scores": scores, "answers": {"used": outcome.used, "tokens": tokens, "cost": cost}}
