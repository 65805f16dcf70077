"""Has the games of a study read and judged: claims of all speakers by one extractor, then records and figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePath

from quack.agents.model.budget import Spent
from quack.audit.discover import Game
from quack.audit.extracted import Extracted
from quack.audit.extracting import extract_claims
from quack.claims.extractors import Channel
from quack.claims.model.options import ModelOptions
from quack.claims.writing import WRITTEN_NAME
from quack.drafts import draft_of
from quack.errors import SettingsError
from quack.experiment.outcomes import Progress
from quack.experiment.plan import Plan, PlannedGame
from quack.metrics.ledger import score_kept
from quack.metrics.scoring import ScoreOrder
from quack.metrics.study import Study
from quack.pause import collector_paused
from quack.settings import LOG_NAME

_THREADS = 8
"""So many questions to an extractor that is a model are under way at once."""


def extract_study(plan: Plan, games: Sequence[PlannedGame], *, jobs: int, spent: Spent, tell: Progress) -> Extracted:
    """Reads what is still unread of some games, into `claims.jsonl` beside each log.

    Args:
        spent: what all questions of the study came to so far; a model may spend what the budget has left.

    Raises:
        SettingsError: the model can't be asked.
    """
    name, asks = plan.extractor.name, plan.extractor.asks

    def show(done: int, total: int, cost: float | None) -> None:
        tell("extracting", done, total, "" if not asks else "price unknown" if cost is None else f"${cost:.4f}")

    extracted = extract_claims(
        [game.folder / LOG_NAME for game in games],
        extractor=name,
        model=_options(plan, spent) if asks else None,
        channel=plan.audit.channel,
        jobs=_THREADS if asks else jobs,
        on_progress=show,
    )
    if asks:
        failed = {one.log for one in extracted.failed}
        for game in games:
            if game.folder / LOG_NAME not in failed:
                _put_in_order(game.folder / WRITTEN_NAME)
    return _with_budget_named(extracted)


def _with_budget_named(extracted: Extracted) -> Extracted:
    """The same, where a budget ends the reading, of the study's, of which the reading was given what was left."""
    if extracted.stopped is None or extracted.stopped[0] != "budget":
        return extracted
    left = any(game.left for game in extracted.games)
    told = ("the study's budget is used up", "raise it and run the same command again to go on")
    return replace(extracted, stopped=told if left else None)


def _options(plan: Plan, spent: Spent) -> ModelOptions:
    usd, tokens = plan.budget.usd, plan.budget.tokens
    return ModelOptions(
        plan.extractor.name,
        budget=None if usd is None else max(0.0, usd - spent.usd),
        token_budget=None if tokens is None else max(0, tokens - spent.tokens),
        **plan.extractor.options,
    )


def require_own_claims(plan: Plan) -> None:
    """Holds that the claims that lie beside a study's games are what its extractor has read of its channel.

    All speakers' are read by one, and those of another channel would be judged along.

    Raises:
        SettingsError: they are not.
    """
    for game in plan.games:
        path = game.folder / WRITTEN_NAME
        try:
            lines = path.read_bytes().splitlines()
            written = json.loads(lines[0])["extractor"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            continue  # nothing there, or whoever reads on will say what is wrong
        if written != plan.extractor.name:
            what = f"these claims were read by the extractor {written}, and the study names {plan.extractor.name}"
            remedy = f"audit: {{extractor: {written}}}, or remove the files {WRITTEN_NAME} in {plan.out}"
            raise SettingsError(what, path=path, remedy=remedy)
        if other := _other_channel(lines, plan.audit.channel):
            what = f"these claims were also read of the {other}, and the study names the channel {plan.audit.channel}"
            remedy = f"audit: {{channel: both}}, or remove the files {WRITTEN_NAME} in {plan.out}"
            raise SettingsError(what, path=path, remedy=remedy)


def _other_channel(lines: Sequence[bytes], channel: Channel) -> Channel | None:
    """The channel besides a study's that some claims are of."""
    if channel == "both":
        return None
    other: Channel = "chat" if channel == "discussion" else "discussion"
    key = "chat" if other == "chat" else "message"
    for line in lines:
        if f'"{key}"'.encode() in line:
            with suppress(ValueError, TypeError, RecursionError):
                if key in json.loads(line):
                    return other
    return None


def _put_in_order(path: Path) -> None:
    """Puts a finished file of claims into the order of what was said, one line each.

    A model's answers come in any order, and what failed once may have been read later.
    """
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return
    latest: dict[tuple[bool, int], bytes] = {}
    for line in lines:
        record = json.loads(line)
        latest["chat" in record, record.get("message", record.get("chat"))] = line
    ordered = [latest[key] for key in sorted(latest)]
    if ordered != lines:
        with draft_of(path) as draft:
            draft.write_bytes(b"".join(ordered))


def score_study(plan: Plan, games: Sequence[PlannedGame], *, jobs: int, tell: Progress) -> Study:
    """Judges some games and scores them: records beside each log, figures in `figures.jsonl`.

    Raises:
        SettingsError: another run writes there.
        AuditError: the folder can't be written to.
        RulebookError: the rulebook fails with every game.
    """
    study = Study(("condition",))
    order = ScoreOrder(plan.rulebook)
    with collector_paused():
        for scored in score_kept(
            audited_games(games), order, plan.out, jobs=jobs, on_progress=lambda done, of: tell("scoring", done, of, "")
        ):
            study.add(scored)
    return study


def audited_games(games: Sequence[PlannedGame]) -> list[Game]:
    """The games as an audit knows them.

    Their claims are what the study's extractor has read and nothing else: scripted players' exact labels, which lie
    beside the logs too, know nothing of what models said.
    """
    found = []
    for game in games:
        claims = game.folder / WRITTEN_NAME
        found.append(Game(game.name, game.folder / LOG_NAME, claims if claims.is_file() else None))
    return sorted(found, key=lambda game: PurePath(game.name).parts)
