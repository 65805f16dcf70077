"""What `quack optimise` says at the end: what was gained, what it cost, where it is."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quack import __version__
from quack.errors import amount, printable

if TYPE_CHECKING:
    from quack.audit.optimising import Optimised
    from quack.claims.optimise.estimate import Item
    from quack.claims.optimise.metric import Score
    from quack.claims.optimise.run import Outcome
    from quack.claims.optimise.split import Part


def optimised_lines(done: Optimised) -> Iterator[str]:
    """The summary in sentences; no control character is left in them."""
    made, split = done.made, done.split
    yield printable(
        f"{made['optimiser']} with seed {made['seed']} for {made['model']}"
        + (f", with {made['reflection_model']}." if made["reflection_model"] != made["model"] else ".")
    )
    parts = (("train", split.train), ("dev", split.dev), ("test", split.test))
    yield "; ".join(f"{name}: {_part(part)}" for name, part in parts) + "."
    if done.unlabelled:
        yield f"{amount(done.unlabelled, 'game')} without labels left out."
    if split.copies:
        yield f"{amount(split.copies, 'game')} left out as copies of others."
    if done.estimate is not None:
        yield from _estimate_lines(done.estimate)
    if done.outcome is not None:
        yield from _outcome_lines(done, done.outcome)


def _part(part: Part) -> str:
    return f"{amount(len(part.lessons), 'utterance')} of {amount(len(part.games), 'game')}"


def _estimate_lines(items: list[Item]) -> Iterator[str]:
    for item in items:
        yield printable(
            f"{item.what}: {amount(item.calls, 'question')} to {item.model} at most, about {item.prompt:,} tokens "
            f"asked and {item.completion:,} answered, {_price(item.cost, about=True)}"
        )
    costs = [item.cost for item in items]
    total = None if None in costs else sum(cost or 0.0 for cost in costs)
    calls = amount(sum(item.calls for item in items), "question")
    yield f"All in all {calls} at most, {_price(total, about=True)}; nothing was asked."


def _price(cost: float | None, *, about: bool = False) -> str:
    return "at a price that is not known" if cost is None else f"for {'about ' if about else ''}${cost:.4f}"


def _outcome_lines(done: Optimised, outcome: Outcome) -> Iterator[str]:
    for part, before in outcome.before.items():
        after = outcome.after.get(part)
        then = "" if after is None else f" before, {after.f1:.3f} after"
        answers = _answers(before) if after is None else f"before {_answers(before)}; after {_answers(after)}"
        yield f"{part}: canonical F1 {before.f1:.3f}{then} ({amount(before.utterances, 'utterance')})."
        yield f"{part}: answers {answers}."
    spent = outcome.spent
    yield (
        f"{amount(outcome.calls, 'question')} put just now, {spent.prompt:,} tokens asked and {spent.completion:,} "
        f"answered, {_price(spent.cost)}; {amount(outcome.used, 'answer')} used in all."
    )
    if outcome.useless:
        number = amount(outcome.useless.total(), "answer")
        causes = ", ".join(f"{count:,} {cause}" for cause, count in _commonest(outcome.useless))
        yield printable(f"{number} could not be used: {causes}; the last: {outcome.last_fault}.")
    yield from (printable(f"Note: {warning}.") for warning in outcome.warnings)
    if outcome.stopped is not None:
        yield printable(f"Stopped: {': '.join(part for part in outcome.stopped if part)}.")
        kept = f"; what was answered is kept in {done.answers}, and the same command goes on" if outcome.used else ""
        yield printable(f"Nothing was saved{kept}.")
    elif done.saved:
        yield printable(f"Saved as {done.out}, with its scores; the answers it rests on are in {done.answers}.")
        program = shlex.quote(str(done.out))
        yield printable(f"It is used by: quack extract PATH --extractor {done.made['model']} --program {program}")
    else:
        yield "Nothing better was found, judged by dev; nothing was saved."


def _commonest(causes: Counter[str]) -> list[tuple[str, int]]:
    """Causes with how often each was met, the commonest first; the order hangs on no thread."""
    return sorted(causes.items(), key=lambda met: (-met[1], met[0]))


def _answers(score: Score) -> str:
    """How many answers held anything, the kinds left out of which there are none."""
    held = score.utterances - score.unread - score.empty
    counts = ((held, "with claims"), (score.empty, "empty"), (score.unread, "that could not be read"))
    return ", ".join(f"{number:,} {what}" for number, what in counts if number)


def optimised_json(done: Optimised) -> dict[str, Any]:
    """What `--json` prints: program, made (as in the saved file), out, saved, stopped, spent, …"""
    outcome = done.outcome
    told: dict[str, Any] = {
        "program": __version__,
        "made": done.made,
        "unlabelled": done.unlabelled,
        "copies": done.split.copies,
        "out": done.out.as_posix(),
        "answers": done.answers.as_posix(),
        "saved": done.saved,
        "stopped": None,
        "spent": None,
        "useless": None,
        "warnings": [],
        "estimate": None,
    }
    if done.estimate is not None:
        told["estimate"] = [item._asdict() for item in done.estimate]
    if outcome is not None:
        tokens = {"prompt": outcome.spent.prompt, "completion": outcome.spent.completion}
        told["spent"] = {"calls": outcome.calls, "tokens": tokens, "cost": outcome.spent.cost}
        if outcome.last_fault is not None:
            causes = dict(_commonest(outcome.useless))
            last = printable(outcome.last_fault)
            told["useless"] = {"answers": outcome.useless.total(), "causes": causes, "last": last}
        told["warnings"] = [printable(warning) for warning in outcome.warnings]
        if outcome.stopped is not None:
            cause, detail = outcome.stopped
            told["stopped"] = {"cause": cause, "detail": printable(detail)}
    return told
