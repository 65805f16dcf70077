"""`quack score --compare`: two conditions, other groups, or two rulebooks side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from quack.cli.options import rulebook_names
from quack.cli.output import tell
from quack.cli.score_options import Format
from quack.cli.score_request import Request, named
from quack.errors import SettingsError

if TYPE_CHECKING:
    from quack.kb.rulebook import Rulebook
    from quack.metrics.comparing import Correction, Over, Side
    from quack.metrics.registry import MetricResult
    from quack.report.score_comparison import Compared

Sides = tuple[tuple["Side", "Rulebook"], tuple["Side", "Rulebook"]]


def show_comparison(
    request: Request,
    called: tuple[str, str],
    rulebook_name: str | None,
    *,
    paired: bool | None,
    over: Over,
    correction: Correction,
) -> None:
    """Compares two sides, and prints what it comes to.

    Raises:
        SettingsError: a side is neither a group nor a rulebook, or the games make no pairs.
        RulebookError: a rulebook can't be loaded, or fails with every game.
    """
    from quack.metrics.comparing import compare
    from quack.report.score_comparison import Compared
    from quack.report.score_tables import HEADLINES

    names = request.names(HEADLINES)
    between_rulebooks = _rulebooks_meant(request, called)
    if between_rulebooks:
        if rulebook_name is not None:
            raise SettingsError("--rules beside two rulebooks to compare", remedy="leave it out")
        if request.out is not None:
            raise SettingsError(
                "--out keeps the figures of one rulebook", remedy="leave it out, or score by each alone"
            )
        if not request.metrics and not request.tiers:
            names = [name for name in names if _depends_on_rules(name)]
        sides, titles = _by_rulebook(request, called), called
    else:
        sides, titles = _by_group(request, called, rulebook_name)
    (one, _), (other, _) = sides
    comparison = compare(one, other, metrics=names, paired=paired, over=over, correction=correction, how=request.how)
    _print(Compared(comparison, *titles, (_read(one), _read(other))), sides, request)
    request.finish(*{id(side.study): (side.study, book) for side, book in sides}.values())


def _read(side: Side) -> MetricResult:
    """How many messages of how many were read."""
    from quack.metrics.registry import NOTHING

    return sum(side.study.results(side.group, "coverage"), NOTHING)


def _depends_on_rules(name: str) -> bool:
    from quack.metrics import METRICS

    return METRICS[name].tier == 3


def _rulebooks_meant(request: Request, called: tuple[str, str]) -> bool:
    """Whether both sides are rulebooks: a condition of such a name goes before.

    Raises:
        SettingsError: nothing is of that name.
    """
    from quack.metrics.comparing import find_name
    from quack.metrics.condition import HERE, condition_of

    if list(request.by) != ["condition"]:
        return False
    conditions = sorted({condition_of(game.name) for game in request.games})
    if all(any(text in condition for condition in conditions) for text in called):
        return False
    known = rulebook_names("")
    strangers = [text for text in called if text.partition(":")[0] not in known and not Path(text).exists()]
    if not strangers:
        return True
    if HERE not in conditions:
        # Otherwise the logs tell the conditions, so that they are known later.
        find_name(conditions, strangers[0], "condition or rulebook")
    if len(strangers) == 1 and not any(text in condition for condition in conditions for text in called):
        find_name(known, strangers[0], "rulebook")
    return False


def _by_rulebook(request: Request, called: tuple[str, str]) -> Sides:
    """All games, scored by either rulebook."""
    from quack.audit.versions import load_versions
    from quack.metrics.comparing import Side

    books = load_versions(called, (request.constants, request.constants))
    one, other = (Side(request.study(book)) for book in books)
    return (one, books[0]), (other, books[1])


def _by_group(request: Request, called: tuple[str, str], rulebook_name: str | None) -> tuple[Sides, tuple[str, str]]:
    """The games of two groups, and what these are called."""
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.comparing import Side, find_group
    from quack.metrics.grouping import group_name

    book = load_rulebook(rulebook_name or request.usual_rulebook, request.constants)
    study = request.study(book)
    first, second = (find_group(study, text) for text in called)
    if first == second:
        raise SettingsError(f"both sides are {group_name(first)}", remedy="name two")
    sides = (Side(study, first), book), (Side(study, second), book)
    return sides, (group_name(first), group_name(second))


def _left_out(request: Request) -> list[str]:
    """What to say where not all figures are compared, though nobody chose some."""
    return [] if request.full or request.metrics else ["Only the chief figures are compared; --full compares all."]


def _print(compared: Compared, sides: Sides, request: Request) -> None:
    from quack.report.score_comparison import comparison_lines, comparison_tables
    from quack.report.score_json import comparison_csv, comparison_json
    from quack.report.scores import said_lines, trouble_lines
    from quack.report.terminal import defect_lines

    (first, _), (second, _) = sides
    if request.output is Format.json:
        import json

        data = comparison_json(compared, rulebooks=[named(book) for _, book in sides], failed=first.study.failed)
        tell(json.dumps(data, indent=1))
    elif request.output is Format.csv:
        tell(comparison_csv(compared).rstrip("\n"))
    else:
        conditions = sorted(first.conditions | second.conditions)
        lines = [*comparison_lines(compared), *_left_out(request), *said_lines(first.study, conditions)]
        lines += trouble_lines(first.study, request.titles)
        if second.study is not first.study:
            # Notices are of logs and claims, which both have in common.
            lines += defect_lines(second.study.defects, request.titles)
        request.tell_tables(comparison_tables(compared, request.view), lines)
