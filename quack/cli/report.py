"""`quack report`: an audit as pages to read, click and print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quack.cli.options import Constants, MapFile, MaxMemory, MaxSeconds, Paths, RulebookName, parse_constants
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import amount
from quack.settings import DEFAULT_RULEBOOK, set_limits

EXAMPLES = """\b
Examples:
  quack report logs --out report              then open report/index.html
  quack report logs/sample --out report --compare paper
                                              with both verdicts and both proofs
  quack report runs --out report --jobs 1 --claims extractions.jsonl
"""

Out = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The folder of the pages; it is made.")]
ClaimsFile = Annotated[
    str | None, typer.Option("--claims", metavar="FILE|NAME|DIR", help="The claims, as for quack audit.")
]
Compare = Annotated[
    str | None,
    typer.Option("--compare", metavar="NAME|DIR", help="Another rulebook: what it says otherwise, and both proofs."),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        help="How many processes work at it; without it one for each processor, and one alone for a few games.",
    ),
]


def report(
    paths: Paths,
    out: Out,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    compare: Compare = None,
    constants: Constants = None,
    claims: ClaimsFile = None,
    jobs: Jobs = None,
    map_file: MapFile = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Write an audit as pages: an index of the games, and for each the map, the talk and the proof of every verdict.

    The pages need no server and no network, and send nothing anywhere: they open from the disk.
    """
    from quack.audit.discover import discover_games, with_claims
    from quack.kb.rulebook import load_rulebook
    from quack.pause import collector_paused, nothing_to_collect
    from quack.report.page.writing import write_report
    from quack.world.map import load_map

    set_limits(max_seconds, max_memory)
    consts = parse_constants(constants)
    rulebook = load_rulebook(rulebook_name, consts)
    other = None if compare is None else load_rulebook(compare)
    game_map = load_map(map_file) if map_file else None
    games = with_claims(discover_games(paths), claims)
    with collector_paused(), Bar("reporting", len(games)) as bar:
        written = write_report(games, out, rulebook, other, jobs=jobs, map=game_map, on_progress=bar.show)
        nothing_to_collect()
    for failed in written.failed:
        complain(failed.error)
    for defect in written.defects:
        complain(defect)
    tell(f"{written.index}: {amount(written.games, 'game')}, {amount(written.claims, 'claim')}")
    if written.failed or written.defects:
        raise typer.Exit(FAILED)
