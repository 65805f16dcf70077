"""`quack extractor review` and `reviews`: people check claims one by one, and what came of it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quack.cli.options import MapFile, Paths, RulebookName
from quack.cli.output import FAILED, complain, tell
from quack.cli.progress import Bar
from quack.errors import QuackError, SettingsError
from quack.settings import DEFAULT_RULEBOOK

if TYPE_CHECKING:
    from quack.audit.reviewing import Pick, ReviewedGame
    from quack.claims.reviews import Key
    from quack.cli.reviewing import Dialogue, Picked
    from quack.kb.rulebook import Rulebook

REVIEW_EXAMPLES = """\b
Examples:
  quack extractor review logs/sample --reviewer ann
  quack extractor review runs --reviewer ann --sample 100 --seed 1
  quack extractor review runs --report

\b
Answers, with their first letters:
  y, n     yes or no
  u        unsure: what is shown does not decide it; counts as neither yes nor no
  w        show the whole proof of the verdict, and ask again
  b        go back to the claim before
  s        leave it for later: it is asked for in the next run
  q        quit; what was answered is kept
"""

REPORT_EXAMPLES = """\b
Examples:
  quack extractor reviews runs
  quack extractor reviews runs --json > reviews.json
"""

Reviewer = Annotated[str, typer.Option("--reviewer", metavar="NAME", help="Whose judgements these are.")]
Claims = Annotated[
    str | None, typer.Option("--claims", metavar="FILE|NAME|DIR", help="The claims, as for quack audit.")
]
Place = Annotated[
    Path | None,
    typer.Option(
        "--reviews", metavar="DIR", help="Keep reviews in DIR/<game>/reviews.jsonl, not reviews.jsonl beside each log."
    ),
]
Sample = Annotated[
    int | None,
    typer.Option("--sample", min=1, metavar="N", help="Only so many claims, drawn at random from every type."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Which sample; the same seed draws the same claims.")]
Report = Annotated[bool, typer.Option("--report", help="Ask nothing; say what the reviews came to.")]
AsJson = Annotated[bool, typer.Option("--json", help="What the reviews came to, as JSON.")]


def review(
    paths: Paths,
    reviewer: Reviewer = "reviewer",
    sample: Sample = None,
    seed: Seed = 0,
    report: Report = False,
    claims: Claims = None,
    place: Place = None,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    as_json: AsJson = False,
    map_file: MapFile = None,
) -> None:
    """Check claims one by one: is the claim what was said, is its verdict right, was anything missed?

    Every answer is added to reviews.jsonl beside the log at once; the same command goes on where it was left. The exit
    code is 1 if a game can't be read.
    """
    from quack.audit.reviewing import draw_sample
    from quack.cli.reviewing import Dialogue
    from quack.kb.rulebook import load_rulebook

    if report or as_json:
        reviews(paths, claims, place, rulebook_name, as_json, map_file)
        return
    if not reviewer.strip():
        raise SettingsError("a reviewer without a name", remedy="give --reviewer a name")
    rulebook = load_rulebook(rulebook_name)
    games, failed = _read(paths, claims, place, rulebook, map_file)
    sample_of = None if sample is None else draw_sample(games, sample, seed)
    wanted = [None if sample_of is None else partial(_is_in, sample_of, game.game.name) for game in games]
    _talk(Dialogue(reviewer.strip(), rulebook), list(zip(games, wanted, strict=True)))
    if failed:
        raise typer.Exit(FAILED)


def _talk(dialogue: Dialogue, games: list[tuple[ReviewedGame, Picked | None]]) -> None:
    from quack.cli.reviewing import Quit, closing_line

    try:
        with suppress(Quit):
            for game, picked in games:
                dialogue.review(game, picked)
    except KeyboardInterrupt:
        raise KeyboardInterrupt("what was answered is kept; run it again to go on") from None
    tell(closing_line(dialogue, sum(dialogue.left(game, picked) for game, picked in games)))


def _is_in(sample: frozenset[Pick], game: str, key: Key, content: str) -> bool:
    return (game, key, content) in sample


def reviews(
    paths: Paths,
    claims: Claims = None,
    place: Place = None,
    rulebook_name: RulebookName = DEFAULT_RULEBOOK,
    as_json: AsJson = False,
    map_file: MapFile = None,
) -> None:
    """Say what reviews came to: precision, recall and right verdicts with 95 % intervals, and how reviewers agree.

    The exit code is 1 if a game can't be read.
    """
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.reviews import figure_reviews

    rulebook = load_rulebook(rulebook_name)
    games, failed = _read(paths, claims, place, rulebook, map_file)
    figures = figure_reviews(games)
    if as_json:
        import json

        from quack.report.reviewed import reviews_json

        tell(json.dumps(reviews_json(figures), indent=1))
    else:
        from quack.report.reviewed import print_reviews

        print_reviews(figures)
    if failed:
        raise typer.Exit(FAILED)


def _read(
    paths: list[Path], claims: str | None, place: Path | None, rulebook: Rulebook, map_file: Path | None
) -> tuple[list[ReviewedGame], int]:
    """The games with their claims and reviews, and how many can't be read; those are complained of."""
    from quack.audit.batch import failure
    from quack.audit.discover import discover_games, with_claims
    from quack.audit.reviewing import read_reviewed
    from quack.world.map import load_map

    game_map = load_map(map_file) if map_file else None
    games = with_claims(discover_games(paths), claims)
    found = []
    with Bar("reading", len(games)) as bar:
        for number, game in enumerate(games, 1):
            try:
                found.append(read_reviewed(game, rulebook, place=place, map=game_map))
            except (QuackError, OSError) as error:
                complain(failure(game, error).error)
            bar.show(number, len(games))
    for one in found:
        for dropped in one.file.dropped:
            complain(f"{one.file.path}:{dropped.line}: dropped: {dropped.reason}; the rest of the file is used")
    return found, len(games) - len(found)
