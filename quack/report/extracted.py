"""What `quack extract` says at the end: how much was read, what became of it, what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import TYPE_CHECKING, Any

from quack import __version__
from quack.audit.extracted import Bill
from quack.claims.extraction import STATUSES
from quack.claims.extractors import extractor_quality
from quack.claims.writing import WRITTEN_NAME
from quack.errors import printable
from quack.report import tables
from quack.report.tables import FEW_GAMES

if TYPE_CHECKING:
    from quack.audit.extracted import Extracted, ExtractedGame


def extracted_lines(done: Extracted, *, dry_run: bool = False) -> Iterator[str]:
    """The summary in sentences; no control character is left in them."""
    games = _counted(len(done.games), "game")
    read, left = sum(game.done for game in done.games), sum(game.left for game in done.games)
    bill = _bill(game.bill for game in done.games)
    if dry_run:
        due = sum(game.due for game in done.games)
        cost = "at no cost" if bill is None else _told(bill, about=True)
        yield f"{_counted(due, 'utterance')} of {games} would be read, {cost}; nothing was written."
    else:
        claims = sum(game.claims for game in done.games)
        cost = "at no cost" if bill is None else _told(bill)
        yield f"{_counted(read, 'utterance')} of {games} read just now, {_counted(claims, 'claim')} found, {cost}."
    yield from tables.extractor_lines(game.extractor for game in done.games)
    for channel, counts in _coverage(done).items():
        if channel == "Discussion messages" or counts.total():
            yield tables.utterances_line(channel, counts)
    for cause, number in _causes(done).most_common(FEW_GAMES):
        yield printable(f"{number:,} failed: {cause}")
    for reason, number in _rejected(done).most_common(FEW_GAMES):
        yield printable(f"{number:,} not taken over: {reason}")
    yield from (printable(f"Note: {warning}.") for warning in done.warnings)
    if done.stopped is not None:
        yield printable(f"Nothing more was asked: {': '.join(part for part in done.stopped if part)}.")
    if left and not dry_run:
        failing = sum(game.failing for game in done.games)
        yield f"{_counted(left, 'utterance')} left, {failing:,} of them failed: the same command tries them again."
    kept = _bill(game.kept for game in done.games)
    if kept is not None and kept.asked and not dry_run:
        yield f"All that these files hold was read {_told(kept)}."
    hidden = Counter(game.hidden for game in done.games if game.hidden is not None)
    for name, number in sorted(hidden.items()):
        verb = "would read" if dry_run else "now reads"
        yield f"Of {_counted(number, 'game')} an audit {verb} {WRITTEN_NAME}, no longer {name} (--claims {name} does)."
    if done.failed:
        yield f"{len(done.failed):,} of {len(done.games) + len(done.failed):,} games could not be read."


def _bill(bills: Iterable[Bill | None]) -> Bill | None:
    """All bills as one; None where there are none."""
    known = [bill for bill in bills if bill is not None]
    return reduce(Bill.plus, known) if known else None


def _told(bill: Bill, *, about: bool = False) -> str:
    """What a model cost, in words; a price that nobody knows is never shown as nothing."""
    if not bill.asked:
        return "at no cost"
    some = "about " if about else ""
    calls = f"with {_counted(bill.asked, 'question')} to the model"
    tokens = f"{some}{bill.prompt:,} tokens asked and {some}{bill.completion:,} answered"
    if bill.unpriced == bill.asked:
        return f"{calls}, {tokens}, at a price that is not known"
    rest = f" and {bill.unpriced:,} at a price that is not known" if bill.unpriced else ""
    return f"{calls}, {tokens}, for {some}${bill.cost:.4f}{rest}"


def extracted_json(done: Extracted, *, dry_run: bool = False) -> dict[str, Any]:
    """What `--json` prints: program, dry_run, extractors, games, coverage, warnings, stopped, failed."""
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
        "warnings": [printable(warning) for warning in done.warnings],
        "stopped": None if done.stopped is None else {"cause": done.stopped[0], "detail": printable(done.stopped[1])},
        "failed": [{"game": failed.game, "error": printable(failed.error)} for failed in done.failed],
    }


def _game(game: ExtractedGame) -> dict[str, Any]:
    return {
        "game": game.game,
        "file": game.file.as_posix(),
        "extractor": game.extractor,
        "due": game.due,
        "done": game.done,
        "claims": game.claims,
        "left": game.left,
        "failing": game.failing,
        "coverage": {
            "discussion": _statuses(Counter(game.coverage.counts)),
            "chat": _statuses(Counter(game.chat_coverage.counts)),
        },
        "causes": dict(sorted(game.causes.items())),
        "dropped": dict(sorted(game.rejected.items())),
        "hidden": game.hidden,
        "bill": _bill_json(game.bill),
    }


def _bill_json(bill: Bill | None) -> dict[str, Any] | None:
    """A model's bill; the cost is null where no price is known."""
    if bill is None:
        return None
    known = not bill.unpriced or bill.unpriced < bill.asked
    tokens = {"prompt": bill.prompt, "completion": bill.completion}
    return {"asked": bill.asked, "tokens": tokens, "cost": bill.cost if known else None, "unpriced": bill.unpriced}


def _coverage(done: Extracted) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {"Discussion messages": Counter(), "Chat lines": Counter()}
    for game in done.games:
        found["Discussion messages"].update(game.coverage.counts)
        found["Chat lines"].update(game.chat_coverage.counts)
    return found


def _rejected(done: Extracted) -> Counter[str]:
    reasons: Counter[str] = Counter()
    for game in done.games:
        reasons.update(game.rejected)
    return reasons


def _causes(done: Extracted) -> Counter[str]:
    causes: Counter[str] = Counter()
    for game in done.games:
        causes.update(game.causes)
    return causes


def _statuses(counts: Counter[str]) -> dict[str, int]:
    return {status: counts[status] for status in STATUSES}


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
