"""Extracts claims from the games under some paths, into a file of claims per game."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack.audit.batch import failure
from quack.audit.discover import Game, discover_games
from quack.audit.extracted import Bill, Extracted, ExtractedGame, Outcome, bill_of, count_rejected
from quack.audit.reading import read_log_and_timeline
from quack.audit.results import Coverage, FailedGame
from quack.audit.writer import game_folder
from quack.claims.extraction import STATUSES, Extraction
from quack.claims.extractor import Occasion, Said
from quack.claims.extractors import (
    DEFAULT_EXTRACTOR,
    EXTRACTORS,
    Channel,
    extract_each,
    make_extractor,
    require_extractor,
    spoken,
)
from quack.claims.store import find_claims
from quack.claims.writing import WRITTEN_NAME, Appender, Key, key_of, read_kept
from quack.errors import AuditError, SettingsError
from quack.workers import abandon, start_pool
from quack.world.map import GameMap

if TYPE_CHECKING:
    from quack.claims.model.extractor import ModelRun
    from quack.claims.model.options import ModelOptions

Progress = Callable[[int, int, float | None], None]
"""Told how much is done, of how much, and what it has cost so far: games at no cost, or utterances of a model."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done with every game; arguments as for `extract_claims`."""

    extractor: str = DEFAULT_EXTRACTOR
    channel: Channel = "discussion"
    out: Path | None = None
    limit: int | None = None
    force: bool = False
    dry_run: bool = False
    map: GameMap | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """How a model is asked in all games.

    Attributes:
        threads: how many questions are under way at once.
        tell: called with each extraction.
        estimate: whether a dry run says what the questions would cost.
    """

    run: ModelRun
    threads: int = 1
    tell: Callable[[Extraction], None] = lambda one: None
    estimate: bool = True


def extract_claims(
    paths: str | Path | Sequence[str | Path],
    *,
    extractor: str = DEFAULT_EXTRACTOR,
    model: ModelOptions | None = None,
    channel: Channel = "discussion",
    out: str | Path | None = None,
    limit: int | None = None,
    jobs: int = 1,
    force: bool = False,
    dry_run: bool = False,
    map: GameMap | None = None,
    on_progress: Progress | None = None,
) -> Extracted:
    """Reads what is missing or failed of the games under some paths, and adds it to their files of claims.

        from quack import extract_claims

        for game in extract_claims("logs/perfect", out="extracted").games:
            print(game.file, game.done, game.claims)

    Args:
        paths: a log, a run folder or a tree of them, or several.
        extractor: who reads: "offline", or a model by litellm's name, such as "openai/gpt-5-mini".
        model: how a model is asked; its own `model` is then the extractor.
        channel: which utterances are read.
        out: the file of a game is `out/<game>/claims.jsonl`; otherwise `claims.jsonl` beside its log.
        limit: at most so many utterances are read, over all games.
        jobs: how many processes work at it; of a model, how many questions are under way at once. The files hold the
            same, of a model in the order in which the answers came.
        force: replace a `claims.jsonl` that this extractor has not written.
        dry_run: only say what would be read, and what a model would cost; nothing is written, and nobody asked.
        map: the map of all games, instead of the one that each log names.
        on_progress: called after each game; of a model at the start, when the number of utterances is known, and after
            each of them.

    Raises:
        SettingsError: a path holds no game, or an option can't be used.
        AuditError: a process died.
    """
    if jobs < 1 or (limit is not None and limit < 0):
        raise SettingsError(f"{jobs} jobs, limit {limit}", remedy="jobs count from 1, a limit from 0")
    games = discover_games([paths] if isinstance(paths, str | Path) else paths)
    _require_own_file(games, out)
    name = require_extractor(extractor if model is None else model.model)
    task = Task(name, channel, None if out is None else Path(out), None, force, dry_run, map)
    if name not in EXTRACTORS:
        return _ask_model(games, task, model, limit, jobs, on_progress)
    looked = None if limit is None else list(_each(games, replace(task, dry_run=True), [None] * len(games), jobs))
    limits = [None] * len(games) if looked is None or limit is None else _shares(looked, limit)
    outcomes: list[Outcome] = []
    with closing(_each(games, task, limits, jobs)) as work:
        for outcome in work:
            outcomes.append(outcome)
            if on_progress:
                on_progress(len(outcomes), len(games), None)
    return _sorted(outcomes)


def _ask_model(
    games: Sequence[Game],
    task: Task,
    options: ModelOptions | None,
    limit: int | None,
    jobs: int,
    on_progress: Progress | None,
) -> Extracted:
    from quack.claims.model.extractor import ModelRun
    from quack.claims.model.options import ModelOptions

    run = ModelRun(options or ModelOptions(task.extractor))
    look = Asking(run, estimate=False)
    looked = [extract_game(game, replace(task, dry_run=True), look) for game in games]
    left = sum(outcome.left for outcome in looked if isinstance(outcome, ExtractedGame))
    total = left if limit is None else min(left, limit)
    done = 0

    def tell(one: Extraction) -> None:
        nonlocal done
        done += 1
        if on_progress:
            on_progress(done, total, None if run.unpriced and not run.cost else run.cost)

    if on_progress:
        on_progress(0, total, run.cost)
    asking = Asking(run, jobs, tell)
    limits = [None] * len(games) if limit is None else _shares(looked, limit)
    outcomes = [
        extract_game(game, replace(task, limit=share), asking) for game, share in zip(games, limits, strict=True)
    ]
    return replace(_sorted(outcomes), warnings=tuple(run.warnings), stopped=run.stopped)


def _sorted(outcomes: Iterable[Outcome]) -> Extracted:
    known = list(outcomes)
    return Extracted(
        games=tuple(outcome for outcome in known if isinstance(outcome, ExtractedGame)),
        failed=tuple(outcome for outcome in known if isinstance(outcome, FailedGame)),
    )


def _require_own_file(games: Sequence[Game], out: str | Path | None) -> None:
    """Logs that share a folder would share the file too."""
    folders = Counter(game.name if out is not None else game.log.parent for game in games)
    for game in games:
        if folders[game.name if out is not None else game.log.parent] > 1:
            what = "several logs share this folder, and would share its file of claims"
            raise SettingsError(what, path=game.log.parent, remedy="name them one at a time, each with its own --out")


def _shares(looked: Sequence[Outcome], limit: int) -> list[int | None]:
    """How many utterances of each game may be read where so many may be of all; `looked` is what a dry run found."""
    shares = [0] * len(looked)
    # What failed comes last: it may fail for ever, and the rest is to have its turn.
    for again in (False, True):
        for index, outcome in enumerate(looked):
            if isinstance(outcome, ExtractedGame):
                share = min(limit, outcome.failing if again else outcome.left - outcome.failing)
                shares[index] += share
                limit -= share
    return list(shares)


def extract_game(game: Game, task: Task, asking: Asking | None = None) -> Outcome:
    """Does with one game what is to be done; a game that can't be read, or its file not written, has failed."""
    try:
        return _extract(game, task, asking)
    except OSError as error:
        what = f"claims can't be written: {error.strerror or error}"
        return failure(game, AuditError(what, path=error.filename or game.log, remedy="what is finished is kept"))
    except Exception as error:
        return failure(game, error)


def _extract(game: Game, task: Task, asking: Asking | None) -> ExtractedGame:
    log, timeline = read_log_and_timeline(game, task.map)
    extractor = make_extractor(task.extractor, log, asking.run if asking else None)
    folder = game.log.parent if task.out is None else Path(game_folder(task.out, game.name))
    path = folder / WRITTEN_NAME
    older = find_claims(folder / game.log.name)
    kept = read_kept(path, log, timeline, extractor, force=task.force)
    all_spoken = spoken(log, timeline, task.channel)
    missing = [one for one in all_spoken if not kept.finished(key_of(one[0]))]
    missing.sort(key=lambda one: kept.failed(key_of(one[0])))
    batch = missing[: task.limit]
    found: list[Extraction] = []
    if batch and not task.dry_run:
        with Appender(path, kept, extractor) as file:
            for one in extract_each(extractor, batch, asking.threads if asking else 1):
                found.append(one)
                if one.status != "not_attempted" and kept.gains(one):
                    file.add(one)
                if asking:
                    asking.tell(one)
    found = [one for one in found if one.status != "not_attempted"]
    held = {**kept.extractions, **{key_of(one): one for one in found if kept.gains(one)}}
    return ExtractedGame(
        game=game.name,
        file=path,
        extractor=f"{extractor.name} {extractor.version}",
        due=len(batch),
        done=len(found),
        claims=sum(len(one.claims) for one in found),
        left=len(missing) - sum(one.status != "failed" for one in found),
        failing=sum(held[key_of(said)].status == "failed" for said, _ in all_spoken if key_of(said) in held),
        coverage=_coverage([("message", one.index) for one in timeline.utterances], held),
        chat_coverage=_coverage([("chat", one.index) for one in timeline.chats], held),
        causes=dict(Counter(one.cause or "" for one in found if one.status == "failed")),
        rejected=count_rejected(found),
        hidden=None if older is None or older.name == WRITTEN_NAME or not (batch or missing) else older.name,
        bill=None if asking is None else _estimate(extractor, batch, asking) if task.dry_run else bill_of(found),
        kept=None if asking is None else bill_of(held.values()),
    )


def _estimate(extractor: Any, batch: Sequence[tuple[Said, Occasion]], asking: Asking) -> Bill:
    """What a model's reading would cost, as far as anybody wants to know."""
    from quack.claims.model.estimate import estimate

    return Bill(*estimate(extractor, batch)) if asking.estimate else Bill()


def _coverage(keys: Sequence[Key], held: Mapping[Key, Extraction]) -> Coverage:
    found = Counter(held[key].status if key in held else "not_attempted" for key in keys)
    return Coverage({status: found[status] for status in STATUSES})


def _each(games: Sequence[Game], task: Task, limits: Sequence[int | None], jobs: int) -> Generator[Outcome, None, None]:
    """What becomes of each game, in order; each has its own limit."""
    tasks = [replace(task, limit=limit) for limit in limits]
    jobs = min(jobs, len(games))
    if jobs < 2:
        yield from map(extract_game, games, tasks)
        return
    pool = start_pool(jobs, _start, task)
    finished = False
    try:
        # Not `pool.map`: on Ctrl-C that cancels what waits while the pool, whose processes have died, fails it.
        waiting = deque(pool.submit(_work, game, limit) for game, limit in zip(games, limits, strict=True))
        while waiting:
            yield waiting.popleft().result()
        finished = True
    except BrokenProcessPool:
        remedy = "is there enough memory? run it again: what is finished is kept"
        raise AuditError("a process died while it extracted claims", remedy=remedy) from None
    finally:
        if not finished:
            abandon(pool)
        pool.shutdown()


_task: Task | None = None
"""What a worker process was started with: sent once, not with every game."""


def _start(task: Task) -> None:
    global _task
    _task = task


def _work(game: Game, limit: int | None) -> Outcome:
    assert _task is not None, "a worker starts with its task"
    return extract_game(game, replace(_task, limit=limit))
