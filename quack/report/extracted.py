"""What `quack extract` says at the end: how much was read, what became of it, what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quack import __version__
from quack.claims.extraction import STATUSES
from quack.claims.extractors import extractor_quality
from quack.claims.writing import WRITTEN_NAME
from quack.errors import printable
from quack.report import tables
from quack.report.tables import FEW_GAMES

if TYPE_CHECKING:
    from quack.audit.extracting import Extracted, ExtractedGame


def extracted_lines(done: Extracted, *, dry_run: bool = False) -> Iterator[str]:
    """The summary in sentences; no control character is left in them."""
    games = _counted(len(done.games), "game")
    read, left = sum(game.done for game in done.games), sum(game.left for game in done.games)
    if dry_run:
        yield f"{_counted(left, 'utterance')} of {games} would be read, at no cost; nothing was written."
    else:
        claims = sum(game.claims for game in done.games)
        yield f"{_counted(read, 'utterance')} of {games} read just now, {_counted(claims, 'claim')} found, at no cost."
    yield from tables.extractor_lines(game.extractor for game in done.games)
    for channel, counts in _coverage(done).items():
        if channel == "Discussion messages" or counts.total():
            yield tables.utterances_line(channel, counts)
    for cause, number in _causes(done).most_common(FEW_GAMES):
        yield printable(f"{number:,} failed: {cause}")
    if left and not dry_run:
        failing = sum(game.failing for game in done.games)
        yield f"{_counted(left, 'utterance')} left, {failing:,} of them failed: the same command tries them again."
    hidden = Counter(game.hidden for game in done.games if game.hidden is not None)
    for name, number in sorted(hidden.items()):
        verb = "would read" if dry_run else "now reads"
        yield f"Of {_counted(number, 'game')} an audit {verb} {WRITTEN_NAME}, no longer {name} (--claims {name} does)."
    if done.failed:
        yield f"{len(done.failed):,} of {len(done.games) + len(done.failed):,} games could not be read."


def extracted_json(done: Extracted, *, dry_run: bool = False) -> dict[str, Any]:
    """What `--json` prints: `program`, `dry_run`, `extractors`, `games`, `coverage`, `failed`."""
    coverage = _coverage(done)
    return {
        "program": __version__,
        "dry_run": dry_run,
        "extractors": {name: extractor_quality(name) for name in sorted({game.extractor for game in done.games})},
        "games": [_game(game) for game in done.games],
        "coverage": {
            "discussion": _statuses(coverage["Discussion messages"]),
            "chat": _statuses(coverage["Chat lines"]),
        },
        "failed": [{"game": failed.game, "error": printable(failed.error)} for failed in done.failed],
    }


def _game(game: ExtractedGame) -> dict[str, Any]:
    return {
        "game": game.game,
        "file": game.file.as_posix(),
        "extractor": game.extractor,
        "done": game.done,
        "claims": game.claims,
        "left": game.left,
        "failing": game.failing,
        "coverage": {
            "discussion": _statuses(Counter(game.coverage.counts)),
            "chat": _statuses(Counter(game.chat_coverage.counts)),
        },
        "causes": dict(sorted(game.causes.items())),
        "hidden": game.hidden,
    }


def _coverage(done: Extracted) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {"Discussion messages": Counter(), "Chat lines": Counter()}
    for game in done.games:
        found["Discussion messages"].update(game.coverage.counts)
        found["Chat lines"].update(game.chat_coverage.counts)
    return found


def _causes(done: Extracted) -> Counter[str]:
    causes: Counter[str] = Counter()
    for game in done.games:
        causes.update(game.causes)
    return causes


def _statuses(counts: Counter[str]) -> dict[str, int]:
    return {status: counts[status] for status in STATUSES}


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
