"""`quack rules diff`: what changes between two rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quack.cli.options import ClaimsFile, Jobs, MapFile, MaxMemory, MaxSeconds, parse_constants
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.settings import set_limits

if TYPE_CHECKING:
    from quack.audit.diffing import Example
    from quack.audit.discover import Game
    from quack.kb.rulebook import Rulebook
    from quack.metrics.rule_diff import DiffSummary
    from quack.world.map import GameMap

EXAMPLES = """\b
Examples:
  quack rules diff paper observed logs
  quack rules diff observed observed:about_slack=4 logs       another number
  quack rules new my_rules --from observed && quack rules take my_rules window.lp
                                                              something to edit
  quack rules diff observed my_rules logs --examples 2        with both proofs
  quack rules diff rules/window.lp my_rules/window.lp logs    two versions of a file
  quack rules diff observed my_rules logs --fail-on-change    for a check in CI
"""

Before = Annotated[
    str,
    typer.Argument(
        metavar="A", help="A rulebook (name, folder or .lp file), or one with constants: observed:tick_slack=2."
    ),
]
After = Annotated[str, typer.Argument(metavar="B", help="Another, or the same with other constants.")]
Logs = Annotated[list[Path], typer.Argument(metavar="LOGS", help="Logs, run folders, or trees of run folders.")]
ConstantsOf = Annotated[
    list[str] | None, typer.Option("--const", metavar="NAME=VALUE", help="A #const for both; repeatable.")
]
ConstantsOfA = Annotated[
    list[str] | None, typer.Option("--const-a", metavar="NAME=VALUE", help="A #const for A; repeatable.")
]
ConstantsOfB = Annotated[
    list[str] | None, typer.Option("--const-b", metavar="NAME=VALUE", help="A #const for B; repeatable.")
]
ExampleCount = Annotated[
    int, typer.Option("--examples", "-n", min=0, metavar="N", help="So many changes with both proofs.")
]
AsJson = Annotated[bool, typer.Option("--json", help="All of it as JSON, every changed claim included.")]
Full = Annotated[
    bool,
    typer.Option(
        "--full", help="Verdicts by type and team, every way in which something changes, and every step of proofs."
    ),
]
FailOnChange = Annotated[bool, typer.Option("--fail-on-change", help="Exit with 1 if anything changes.")]


def diff(
    before: Before,
    after: After,
    logs: Logs,
    constants: ConstantsOf = None,
    constants_a: ConstantsOfA = None,
    constants_b: ConstantsOfB = None,
    claims: ClaimsFile = None,
    jobs: Jobs = 1,
    examples: ExampleCount = 0,
    full: Full = False,
    as_json: AsJson = False,
    fail_on_change: FailOnChange = False,
    map_file: MapFile = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Say which verdicts, grounds and rates change between two rulebooks on some logs, and which rules change them.

    A and B may be rulebooks, the same one with other constants, or versions of one rule file, which stand in the
    rulebook of the other side, or in observed.
    """
    from quack.audit.diffing import prove_both
    from quack.audit.discover import discover_games, with_claims
    from quack.audit.versions import load_versions
    from quack.world.map import load_map

    set_limits(max_seconds, max_memory)
    shared = parse_constants(constants)
    own = [{**shared, **parse_constants(each)} for each in (constants_a, constants_b)]
    books = load_versions((before, after), (own[0], own[1]))
    game_map = load_map(map_file) if map_file else None
    games = with_claims(discover_games(logs), claims)
    summary = _compare(games, books, jobs, game_map)
    shown = [each.first for _, each in summary.rows()[:examples]]
    proofs = prove_both(games, [(place.game, place.id) for place in shown], *books, map=game_map)
    titles = {game.name: game.title for game in games}
    called = (_called(before, books[0]), _called(after, books[1]))
    _report(summary, books, called, proofs, titles, as_json=as_json, full=full)
    defects = len(summary.before.defects) + len(summary.after.defects)
    if summary.failed or defects or (fail_on_change and summary.changed):
        raise typer.Exit(FAILED)


def _compare(
    games: Sequence[Game], books: tuple[Rulebook, Rulebook], jobs: int, game_map: GameMap | None
) -> DiffSummary:
    from quack.audit.diffing import diff_each
    from quack.metrics.rule_diff import DiffSummary
    from quack.pause import collector_paused

    summary = DiffSummary()
    with collector_paused(), Bar("comparing", len(games)) as bar:
        for outcome in diff_each(games, *books, jobs=jobs, map=game_map, on_progress=bar.show):
            summary.add(outcome)
    return summary.finish()


def _called(text: str, book: Rulebook) -> str:
    """What a rulebook is called: as it was asked for, with its constants."""
    name = text if Path(text).exists() else text.partition(":")[0]
    consts = ", ".join(f"{const} = {value}" for const, value in book.overrides.items())
    return f"{name} with {consts}" if consts else name


def _report(
    summary: DiffSummary,
    books: tuple[Rulebook, Rulebook],
    called: tuple[str, str],
    proofs: Sequence[Example],
    titles: dict[str, str],
    *,
    as_json: bool,
    full: bool,
) -> None:
    from quack.audit.policy import verdict_labels
    from quack.report.rule_diff import diff_json, print_diff

    if as_json:
        import json

        tell(json.dumps(diff_json(summary, books, [_example_json(each) for each in proofs]), indent=1))
        for failed in summary.failed:
            complain(failed.error)
        return
    labels = [label for book in books for label in verdict_labels(book)]
    policy, published = tuple(dict.fromkeys(labels)), any(book.name == "paper" for book in books)
    print_diff(summary, called, policy, full=full, published=published, titles=titles)
    _tell_examples(proofs, titles, full=full)


def _tell_examples(proofs: Sequence[Example], titles: dict[str, str], *, full: bool) -> None:
    from quack.report.proof import print_proof

    for number, example in enumerate(proofs, 1):
        for when, proof in (("before", example.before), ("after", example.after)):
            tell(f"\n#{number} {titles[example.game]}, {when}:")
            print_proof(proof, full=full)


def _example_json(example: Example) -> dict[str, Any]:
    return {"game": example.game, "before": example.before.to_json(), "after": example.after.to_json()}
