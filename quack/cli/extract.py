"""`quack extract`: reads claims out of what players say."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import MapFile, Paths
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar

if TYPE_CHECKING:
    from quack.audit.extracting import Extracted

EXAMPLES = """\b
Examples:
  quack extract runs                              what is missing or failed, beside each log
  quack extract runs --dry-run                    what that would be
  quack extract runs --channel both --jobs 2
  quack extract runs --out claims --limit 100
  quack audit runs --claims claims                judge what was written there
"""


class Channel(StrEnum):
    """Which utterances are read."""

    discussion = "discussion"
    chat = "chat"
    both = "both"


Extractor = Annotated[
    str,
    typer.Option(
        "--extractor", metavar="NAME", help="Who reads. offline: English speech; no key, no network, no cost."
    ),
]
OneChannel = Annotated[
    Channel, typer.Option("--channel", help="Discussion messages, lines of proximity chat, or both.")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Write DIR/<game>/claims.jsonl, not claims.jsonl beside each log."),
]
Limit = Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="Read so many utterances at most.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes work at it.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a claims.jsonl that this extractor has not written.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be read, and at what cost.")]
AsJson = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]


def extract(
    paths: Paths,
    extractor: Extractor = "offline",
    channel: OneChannel = Channel.discussion,
    out: Out = None,
    limit: Limit = None,
    jobs: Jobs = 1,
    force: Force = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    map_file: MapFile = None,
) -> None:
    """Read what players claim out of what they say.

    It is written to claims.jsonl beside each log. Only what is missing or failed is read; every finished utterance is
    kept at once, so a run that is broken off goes on where it was. The exit code is 1 if a game can't be read, or an
    utterance failed.
    """
    from quack.audit.extracting import extract_claims
    from quack.world.map import load_map

    game_map = load_map(map_file) if map_file else None
    try:
        with Bar("extracting", _count(paths)) as bar:
            done = extract_claims(
                list(paths),
                extractor=extractor,
                channel=channel.value,
                out=out,
                limit=limit,
                jobs=jobs,
                force=force,
                dry_run=dry_run,
                map=game_map,
                on_progress=bar.show,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt("what was read is kept; run it again to go on") from None
    _report(done, dry_run=dry_run, as_json=as_json)
    if done.failed or any(game.causes for game in done.games):
        raise typer.Exit(FAILED)


def _count(paths: list[Path]) -> int:
    from quack.audit.discover import discover_games

    return len(discover_games(paths))


def _report(done: Extracted, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        import json

        from quack.report.extracted import extracted_json

        tell(json.dumps(extracted_json(done, dry_run=dry_run), indent=2))
    else:
        from quack.report.extracted import extracted_lines

        tell("\n".join(extracted_lines(done, dry_run=dry_run)))
    for failed in done.failed:
        complain(failed.error)
