"""`quack audit`: judges every claim in some games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import (
    ClaimsFile,
    Constants,
    Jobs,
    MapFile,
    MaxMemory,
    MaxSeconds,
    Paths,
    RulebookName,
    parse_constants,
)
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import amount
from quack.settings import DEFAULT_RULEBOOK, set_limits

if TYPE_CHECKING:
    from quack.audit.batch import Outcome
    from quack.audit.discover import Game
    from quack.kb.rulebook import Rulebook
    from quack.metrics.aggregate import Summary

EXAMPLES = """\b
Examples:
  quack audit logs
  quack audit logs --rules paper --format json > audit.json
  quack audit logs --const tick_slack=2 --jobs 2 --out audited
"""

DECIDES_NOTHING = "the rulebook gives no claim a verdict; name the entry file of a whole rulebook"


class Format(StrEnum):
    """What goes to standard output."""

    table = "table"
    json = "json"
    jsonl = "jsonl"


Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Write the records of each game to DIR/<game>/audit.jsonl."),
]
OutputFormat = Annotated[
    Format,
    typer.Option("--format", "-f", help="table: for reading. json: a summary. jsonl: a record per claim."),
]


def audit(
    paths: Paths,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    constants: Constants = None,
    claims: ClaimsFile = None,
    jobs: Jobs = 1,
    out: Out = None,
    output: OutputFormat = Format.table,
    map_file: MapFile = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Judge every claim made in the games under PATH, by the rules of a rulebook.

    A game that can't be audited is named with the reason; the others are audited all the same, and the exit code is 1.
    """
    from quack.audit.auditor import audit_each
    from quack.audit.discover import discover_games, with_claims
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.aggregate import Summary, decides_nothing
    from quack.pause import collector_paused
    from quack.world.map import load_map

    set_limits(max_seconds, max_memory)
    rulebook = load_rulebook(rulebook_name, parse_constants(constants))
    game_map = load_map(map_file) if map_file else None
    games = with_claims(discover_games(paths), claims)
    if out is not None:
        _note(out, games, rulebook, map_file)
    summary, keeper = Summary(), _Keeper(out)
    with collector_paused():
        try:
            with Bar("auditing", len(games), quiet=output is Format.jsonl) as bar:
                for outcome in audit_each(
                    games, rulebook=rulebook, jobs=jobs, map=game_map, out=out, on_progress=bar.show
                ):
                    keeper.count(outcome)
                    summary.add(outcome)
                    if output is Format.jsonl:
                        _tell_records(outcome)
        except KeyboardInterrupt:
            raise keeper.interrupted() from None
        _report(summary, rulebook, output, {game.name: game.title for game in games})
    undecided = decides_nothing(summary.verdicts, summary.defects)
    if undecided:
        complain(f"{rulebook.entry}: {DECIDES_NOTHING}")
    if summary.failed or summary.defects or undecided:
        raise typer.Exit(FAILED)


def _note(out: Path, games: Sequence[Game], rulebook: Rulebook, map_file: Path | None) -> None:
    """Writes down what the audit is made from: `quack why` asks for it, the records do without."""
    from quack.audit.manifest import write_manifest

    try:
        write_manifest(out, games, rulebook, map_file)
    except OSError as error:
        complain(f"{error.filename or out}: {error.strerror or error}; quack why needs this file")


class _Keeper:
    """Counts the games whose records are written where `--out` says."""

    def __init__(self, out: Path | None) -> None:
        self._out = out
        self._written = 0

    def count(self, outcome: Outcome) -> None:
        """Takes note of a game."""
        from quack.audit.results import GameAudit

        self._written += isinstance(outcome, GameAudit)

    def interrupted(self) -> KeyboardInterrupt:
        """What to raise when somebody interrupts: it says what is written."""
        if self._out is None:
            return KeyboardInterrupt()
        return KeyboardInterrupt(f"the records of {amount(self._written, 'game')} are in {self._out}")


def _tell_records(outcome: Outcome) -> None:
    from quack.audit.records import lines_of
    from quack.audit.results import GameAudit

    if isinstance(outcome, GameAudit) and outcome.records:
        tell(lines_of(outcome.records).decode()[:-1])


def _report(summary: Summary, rulebook: Rulebook, output: Format, titles: Mapping[str, str]) -> None:
    if output is Format.table:
        from quack.audit.policy import verdict_labels
        from quack.report.terminal import print_summary

        print_summary(summary, verdict_labels(rulebook), published=rulebook.name == "paper", titles=titles)
        return
    if output is Format.json:
        import json

        from quack.report.summary import summary_json

        named = {"name": rulebook.name, "sha256": rulebook.sha256}
        tell(json.dumps(summary_json(summary, rulebook=named), indent=2))
    else:
        _note_what_records_lack(summary)
    for failed in summary.failed:
        complain(failed.error)
    for game, defect in summary.defects:
        complain(f"{titles[game]}: {defect}")


def _note_what_records_lack(summary: Summary) -> None:
    """Says beside bare records what notices there are, and how many games an extractor has just read."""
    from quack.report.tables import extractor_lines
    from quack.report.terminal import notice_lines

    for line in notice_lines(summary.notices):
        complain(line)
    read = [score.extractor for score in summary.games if score.claims_file is None and score.extractor]
    if read:
        games = f"{len(read):,} {'game has' if len(read) == 1 else 'games have'}"
        complain(f"{games} no file of claims, so the extractor read just now. {' '.join(extractor_lines(read))}")
