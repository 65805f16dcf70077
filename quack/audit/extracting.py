"""Extracts claims from the games under some paths, into a file of claims per game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from quack.audit.batch import failure
from quack.audit.discover import Game, discover_games
from quack.audit.reading import read_log_and_timeline
from quack.audit.results import Coverage, FailedGame
from quack.audit.writer import game_folder
from quack.claims.extraction import STATUSES, Extraction
from quack.claims.extractors import (
    DEFAULT_EXTRACTOR,
    EXTRACTORS,
    Channel,
    extract_each,
    require_extractor,
    spoken,
)
from quack.claims.store import find_claims
from quack.claims.writing import WRITTEN_NAME, Appender, Key, key_of, read_kept
from quack.errors import AuditError, SettingsError
from quack.workers import abandon, start_pool
from quack.world.map import GameMap

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


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
class ExtractedGame:
    """What became of a game.

    Attributes:
        game: its name.
        file: its file of claims.
        extractor: name and version of who read it.
        done, claims: utterances that were read this time, and the claims found in them.
        left: utterances that are still missing or failed.
        failing: how many of these failed when they were last read.
        coverage, chat_coverage: of the discussion messages and of the chat lines, by what the file holds now.
        causes: how many of those read this time failed, by cause.
        hidden: the name of an older file of claims that audits used before this one.
    """

    game: str
    file: Path
    extractor: str
    done: int
    claims: int
    left: int
    failing: int
    coverage: Coverage
    chat_coverage: Coverage
    causes: Mapping[str, int]
    hidden: str | None = None


@dataclass(frozen=True, slots=True)
class Extracted:
    """All games of a run, in the order of their names."""

    games: tuple[ExtractedGame, ...]
    failed: tuple[FailedGame, ...]


Outcome = ExtractedGame | FailedGame


def extract_claims(
    paths: str | Path | Sequence[str | Path],
    *,
    extractor: str = DEFAULT_EXTRACTOR,
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

    Args:
        paths: a log, a run folder or a tree of them, or several.
        extractor: who reads; `quack.claims.extractors.EXTRACTORS` lists them.
        channel: which utterances are read.
        out: the file of a game is `out/<game>/claims.jsonl`; otherwise `claims.jsonl` beside its log.
        limit: at most so many utterances are read, over all games.
        jobs: how many processes work at it; the files stay the same.
        force: replace a `claims.jsonl` that this extractor has not written.
        dry_run: only say what would be read; nothing is written.
        map: the map of all games, instead of the one that each log names.
        on_progress: called after each game.

    Raises:
        SettingsError: a path holds no game, or an option can't be used.
        AuditError: a process died.
    """
    if jobs < 1 or (limit is not None and limit < 0):
        raise SettingsError(f"{jobs} jobs, limit {limit}", remedy="jobs count from 1, a limit from 0")
    games = discover_games([paths] if isinstance(paths, str | Path) else paths)
    _require_own_file(games, out)
    task = Task(require_extractor(extractor), channel, None if out is None else Path(out), None, force, dry_run, map)
    limits = [None] * len(games) if limit is None else _shares(games, task, limit, jobs)
    outcomes: list[Outcome] = []
    with closing(_each(games, task, limits, jobs)) as work:
        for outcome in work:
            outcomes.append(outcome)
            if on_progress:
                on_progress(len(outcomes), len(games))
    return Extracted(
        games=tuple(outcome for outcome in outcomes if isinstance(outcome, ExtractedGame)),
        failed=tuple(outcome for outcome in outcomes if isinstance(outcome, FailedGame)),
    )


def _require_own_file(games: Sequence[Game], out: str | Path | None) -> None:
    """Logs that share a folder would share the file too."""
    folders = Counter(game.name if out is not None else game.log.parent for game in games)
    for game in games:
        if folders[game.name if out is not None else game.log.parent] > 1:
            what = "several logs share this folder, and would share its file of claims"
            raise SettingsError(what, path=game.log.parent, remedy="name them one at a time, each with its own --out")


def _shares(games: Sequence[Game], task: Task, limit: int, jobs: int) -> list[int | None]:
    """How many utterances of each game may be read where so many may be of all."""
    looked = list(_each(games, replace(task, dry_run=True), [None] * len(games), jobs))
    shares = [0] * len(games)
    # What failed comes last: it may fail for ever, and the rest is to have its turn.
    for again in (False, True):
        for index, outcome in enumerate(looked):
            if isinstance(outcome, ExtractedGame):
                share = min(limit, outcome.failing if again else outcome.left - outcome.failing)
                shares[index] += share
                limit -= share
    return list(shares)


def extract_game(game: Game, task: Task) -> Outcome:
    """Does with one game what is to be done; a game that can't be read, or its file not written, has failed."""
    try:
        return _extract(game, task)
    except OSError as error:
        what = f"claims can't be written: {error.strerror or error}"
        return failure(game, AuditError(what, path=error.filename or game.log, remedy="what is finished is kept"))
    except Exception as error:
        return failure(game, error)


def _extract(game: Game, task: Task) -> ExtractedGame:
    log, timeline = read_log_and_timeline(game, task.map)
    extractor = EXTRACTORS[task.extractor](log)
    folder = game.log.parent if task.out is None else Path(game_folder(task.out, game.name))
    path = folder / WRITTEN_NAME
    older = find_claims(folder / game.log.name)
    kept = read_kept(path, log, timeline, extractor, force=task.force)
    all_spoken = spoken(log, timeline, task.channel)
    missing = [one for one in all_spoken if not kept.finished(key_of(one[0]))]
    missing.sort(key=lambda one: kept.failed(key_of(one[0])))
    batch = [] if task.dry_run else missing[: task.limit]
    found: list[Extraction] = []
    if batch:
        with Appender(path, kept, extractor) as file:
            for one in extract_each(extractor, batch):
                found.append(one)
                if kept.gains(one):
                    file.add(one)
    held = {**kept.extractions, **{key_of(one): one for one in found if kept.gains(one)}}
    return ExtractedGame(
        game=game.name,
        file=path,
        extractor=f"{extractor.name} {extractor.version}",
        done=len(found),
        claims=sum(len(one.claims) for one in found),
        left=len(missing) - sum(one.status != "failed" for one in found),
        failing=sum(held[key_of(said)].status == "failed" for said, _ in all_spoken if key_of(said) in held),
        coverage=_coverage([("message", one.index) for one in timeline.utterances], held),
        chat_coverage=_coverage([("chat", one.index) for one in timeline.chats], held),
        causes=dict(Counter(one.cause or "" for one in found if one.status == "failed")),
        hidden=None if older is None or older.name == WRITTEN_NAME or not (batch or missing) else older.name,
    )


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
        yield from pool.map(_work, games, limits)
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
