"""`quack score`: the figures of games: outcomes, behaviour, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quack.cli import score_options as options
from quack.cli.options import ClaimsFile, Constants, Jobs, MapFile, MaxMemory, MaxSeconds, Paths, parse_constants
from quack.cli.output import tell
from quack.cli.score_options import ByWhat, CorrectedBy, EngineWhat, Format, OverWhat
from quack.cli.score_request import Request, named
from quack.errors import SettingsError
from quack.settings import set_limits

if TYPE_CHECKING:
    from quack.kb.rulebook import Rulebook
    from quack.report.scores import Scores

EXAMPLES = """\b
Examples:
  quack score logs
  quack score logs --by model --by team --tier 3
  quack score logs --metric goose_truthfulness --metric deception_rate
  quack score logs --compare perfect forgetful       two conditions
  quack score logs --compare observed paper          two rulebooks
  quack score logs --paper --format json --games > scores.json
  quack score logs --tier 3 --format latex > said.tex
  quack score logs --out scored                      the next time only what changed
"""


def score(
    paths: Paths,
    rulebook_name: options.Rules = None,
    constants: Constants = None,
    claims: ClaimsFile = None,
    by: options.By = None,
    tiers: options.Tiers = None,
    metrics: options.Metrics = None,
    full: options.Full = False,
    compare: options.Compare = None,
    paired: options.Paired = None,
    over: options.Over = OverWhat.pooled,
    correction: options.Correction = CorrectedBy.holm,
    paper: options.Paper = False,
    seed: options.Seed = 0,
    resamples: options.Resamples = 2_000,
    confidence: options.Confidence = 0.95,
    jobs: Jobs = 1,
    engine: options.Engine = EngineWhat.local,
    out: options.Out = None,
    output: options.OutputFormat = Format.table,
    list_games: options.Games = False,
    map_file: MapFile = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Score games: who won, what players did, and how true what they said was, each figure with its interval.

    A game that can't be scored is named with the reason; the others are scored all the same, and the exit code is 1.
    """
    from quack.audit.discover import discover_games, with_claims
    from quack.metrics.resampling import Resampling
    from quack.world.map import load_map

    comparing = paired is not None or (over, correction) != (OverWhat.pooled, CorrectedBy.holm)
    _require_together(bool(compare), comparing=comparing, listing=list_games, choosing=bool(metrics and tiers))
    set_limits(max_seconds, max_memory)
    request = Request(
        games=with_claims(discover_games(paths), claims),
        map=load_map(map_file) if map_file else None,
        map_file=map_file,
        constants=parse_constants(constants),
        by=[each.value for each in by or [ByWhat.condition]],
        tiers=tiers or (),
        metrics=metrics or (),
        full=full,
        paper=paper,
        how=Resampling(seed, resamples, confidence),
        jobs=jobs,
        engine=engine.value,
        out=out,
        output=output,
        list_games=list_games,
    )
    if compare is None:
        _show(request, rulebook_name)
    else:
        from quack.cli.score_compare import show_comparison

        show_comparison(request, compare, rulebook_name, paired=paired, over=over.value, correction=correction.value)


def _require_together(compare: bool, *, comparing: bool, listing: bool, choosing: bool) -> None:
    """Refuses options that would change nothing beside the others.

    Raises:
        SettingsError: there are such.
    """
    if comparing and not compare:
        raise SettingsError("--paired, --over and --correction are for comparing", remedy="add --compare A B")
    if listing and compare:
        raise SettingsError("--games lists no games of a comparison", remedy="leave it or --compare out")
    if choosing:
        raise SettingsError("--metric and --tier both choose figures", remedy="leave one of them out")


def _show(request: Request, rulebook_name: str | None) -> None:
    from quack.kb.rulebook import load_rulebook
    from quack.report.scores import Scores

    names = request.names()
    rulebook = load_rulebook(rulebook_name or request.usual_rulebook, request.constants)
    study = request.study(rulebook)
    _print(Scores(study, names, request.how, bool(request.metrics), request.full, request.titles), request, rulebook)
    request.finish((study, rulebook))


def _print(scores: Scores, request: Request, rulebook: Rulebook) -> None:
    from quack.report.score_json import scores_csv, scores_json
    from quack.report.scores import score_tables, sentences

    if request.output is Format.json:
        import json

        data = scores_json(
            scores.study, scores.figures(), request.how, rulebook=named(rulebook), games=request.list_games
        )
        tell(json.dumps(data, indent=1))
    elif request.output is Format.csv:
        tell(scores_csv(scores.study, scores.figures()).rstrip("\n"))
    else:
        request.tell_tables(score_tables(scores, request.view), sentences(scores))
