"""Runs a study: plays what is missing, has it read and judged, and scores it; what was done before is not done again.

Whenever a run ends, be it by a kill, what is finished stays finished, and what is begun goes on from where it was: the
next run ends with the same logs, claims, records, figures and plan as one that nothing disturbed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quack.audit.extracted import Extracted
from quack.audit.folder_lock import hold
from quack.errors import PlayError, SettingsError
from quack.experiment.checks import check_study
from quack.experiment.judging import extract_study, score_study
from quack.experiment.kept_plan import keep_plan
from quack.experiment.outcomes import Progress, Trouble
from quack.experiment.plan import Plan, PlannedGame
from quack.experiment.playing import Playing, play_study
from quack.experiment.states import GameState, keep_failures, states_of
from quack.metrics.study import Study
from quack.settings import LOG_NAME

if TYPE_CHECKING:
    from quack.providers.client import Client

_LOCK = ".study.lock"
_DRAFT = re.compile(r"\.\d+\.[a-z.]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class StudyRun:
    """What a run has come to.

    Attributes:
        states: how far each game is.
        troubles: games that the run did not finish, or whose claims it could not read, and why.
        before: how many had been finished before it.
        extracted: what was read of what was said; None where no game is finished.
        study: the figures of the finished games.
        warnings: what providers did not go along with.
    """

    plan: Plan
    states: tuple[GameState, ...]
    troubles: tuple[Trouble, ...]
    before: int
    extracted: Extracted | None
    study: Study
    warnings: tuple[str, ...] = ()

    @property
    def unread(self) -> int:
        """Utterances that the extractor has not read."""
        return sum(game.left for game in self.extracted.games) if self.extracted else 0

    @property
    def complete(self) -> bool:
        """Whether every game is played, read and judged."""
        return not (self.troubles or self.unread or self.study.failed or self.study.defects)


def run_study(
    plan: Plan, *, jobs: int = 1, client: Client | None = None, on_progress: Progress | None = None
) -> StudyRun:
    """Runs a study to its end, or goes on with it.

        from pathlib import Path
        from quack.experiment import read_plan, run_study

        done = run_study(read_plan(Path("study.yaml")))
        for trouble in done.troubles:
            print(trouble.game.name, trouble.reason)

    Args:
        jobs: how many processes play the games of scripted players, read and judge; the bytes are the same for any.
        client: who asks the models; None for the usual one.
        on_progress: told how far it is.

    Raises:
        SettingsError: nothing was done: games of another study or claims of another extractor or channel lie there,
            another run is at work, or a model can't be asked.
        AuditError, RulebookError: games can't be judged; they are played.
    """
    tell: Progress = on_progress or (lambda stage, done, total, spent: None)
    try:
        with hold(plan.out, _LOCK):
            return _run_alone(plan, jobs, client, tell)
    except OSError as error:
        remedy = "what is finished is kept; mend that and run the same command again to go on"
        what = f"can't be written: {error.strerror or error}"
        raise PlayError(what, path=error.filename or plan.out, remedy=remedy) from None


def _run_alone(plan: Plan, jobs: int, client: Client | None, tell: Progress) -> StudyRun:
    """Runs a study in whose folder nobody else is at work."""
    _require(plan, client)
    keep_plan(plan)
    _sweep(plan)
    playing = play_study(plan, jobs=jobs, client=client, tell=tell)
    troubles = tuple(sorted(playing.troubles, key=lambda trouble: trouble.game.name))
    keep_failures(plan, troubles)  # before they are judged, which may take long
    games = sorted(playing.finished, key=lambda game: game.name)
    extracted, study, unread = _judge(plan, games, playing, jobs, tell)
    if unread:
        troubles = tuple(sorted((*troubles, *unread), key=lambda trouble: trouble.game.name))
        keep_failures(plan, troubles)
    warnings = (*playing.warnings, *(extracted.warnings if extracted else ()))
    return StudyRun(plan, states_of(plan), troubles, playing.before, extracted, study, warnings)


def _sweep(plan: Plan) -> None:
    """Removes the drafts that killed runs have left; no other run is at work."""
    for folder in (plan.out, *(game.folder for game in plan.games)):
        with suppress(FileNotFoundError, NotADirectoryError):  # what else lies in a game's place is said of that game
            for entry in os.scandir(folder):
                if _DRAFT.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    os.unlink(entry)


def _require(plan: Plan, client: Client | None) -> None:
    """Holds that the study can be run, before games are played for days; a client of the caller's knows its models.

    Raises:
        SettingsError: it can't.
    """
    checked = check_study(plan, states_of(plan) if client is None and plan.asked else ())
    if checked.refused is not None:
        raise checked.refused
    if checked.keys:
        raise SettingsError(checked.keys[0])


def _judge(
    plan: Plan, games: Sequence[PlannedGame], playing: Playing, jobs: int, tell: Progress
) -> tuple[Extracted | None, Study, list[Trouble]]:
    """What was read, the figures, and the games whose claims can't be read: without claims theirs would be wrong."""
    if not games:
        return None, Study(("condition",)), []
    extracted = extract_study(plan, games, jobs=jobs, spent=playing.spent, tell=tell)
    failed = {one.log: str(one.error) for one in extracted.failed}
    read = [game for game in games if game.folder / LOG_NAME not in failed]
    unread = [Trouble(game, reason) for game in games if (reason := failed.get(game.folder / LOG_NAME))]
    return extracted, score_study(plan, read, jobs=jobs, tell=tell), unread
