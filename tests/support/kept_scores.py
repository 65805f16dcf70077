"""Games that are scored into a folder, by runs that come to their end and by runs that are killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from quack.agents.batch import play_games
from quack.agents.play import Order, setup_of
from quack.audit.discover import Game, discover_games, with_claims
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.metrics.figures_file import FIGURES_NAME
from quack.metrics.ledger import score_kept
from quack.metrics.scoring import Scored, ScoreOrder

OBSERVED = load_rulebook("observed")


def play_tree(tree: Path, games: int, *, ticks: int = 25, jobs: int = 1) -> Path:
    """Plays so many short games into a tree of two conditions, and returns the tree."""
    order = Order(setup_of({"players": 4, "ticks": ticks}), "honest:0.1", "blunt")
    half = -(-games // 2)
    for condition, seeds in (("blunt", range(half)), ("again", range(half, games))):
        for _ in play_games(order, seeds, out=tree / condition, jobs=jobs):
            pass
    return tree


def games_in(tree: Path) -> tuple[Game, ...]:
    """The games of a tree with their claims."""
    return with_claims(discover_games([tree]))


def score(tree: Path, folder: Path, rulebook: Rulebook | None = None, **options: Any) -> Iterator[Scored]:
    """Scores the games of a tree into a folder; options as for `score_kept`."""
    return score_kept(games_in(tree), ScoreOrder(rulebook or OBSERVED), folder, **options)


def run_apart(tree: Path, folder: Path, *, jobs: int, batch_size: int, moment: int = 0) -> int | None:
    """Scores in a process of its own that is killed in its so-manieth step; 0 for never.

    A step is a game that is there, or a file that its main process opens, renames or removes.

    Returns:
        How many steps it took; None if it was killed.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        with suppress(BaseException):
            os.write(writer, str(_run_counted(tree, folder, jobs, batch_size, moment)).encode())
            os._exit(0)
        os._exit(1)
    os.close(writer)
    with open(reader, encoding="ascii") as told:
        steps = told.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGKILL)
    return None if code else int(steps)


def _run_counted(tree: Path, folder: Path, jobs: int, batch_size: int, moment: int) -> int:
    main, steps = os.getpid(), 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps == moment:
            os.kill(main, signal.SIGKILL)

    def watch(event: str, _: object) -> None:
        if event in ("open", "os.rename", "os.mkdir", "os.remove") and os.getpid() == main:
            step()

    sys.addaudithook(watch)
    for _ in score(tree, folder, jobs=jobs, batch_size=batch_size):
        step()
    return steps


def kill_and_go_on(
    tree: Path, folder: Path, chance: Random, kills: int, *, jobs: int = 1, batch_size: int = 90
) -> None:
    """Kills a run so many times, and holds that nothing finished is lost and that it ends as an undisturbed one does.

    The games have files of claims. The undisturbed run lies beside the other.
    """
    undisturbed = folder.with_name("undisturbed")
    steps = run_apart(tree, undisturbed, jobs=jobs, batch_size=batch_size)
    assert steps is not None
    games = len(games_in(tree))
    finished: set[bytes] = set()
    for left in range(kills, 0, -1):
        # A game that is done takes four steps, so most kills meet what is new, some what is looked at again.
        held = 4 * len(finished)
        due = steps * (games - len(finished)) // games
        new = chance.randrange(1, max(2, 2 * due // (left + 1)))
        moment = held + new if not held or chance.random() < 0.8 else chance.randrange(1, held)
        assert run_apart(tree, folder, jobs=jobs, batch_size=batch_size, moment=moment) is None
        now = _lines(folder)
        assert finished <= now, "what was finished was lost"
        finished = now
        _damage(folder, chance)
    assert run_apart(tree, folder, jobs=jobs, batch_size=batch_size) is not None
    assert _names(undisturbed) == _names(folder)
    for name in _names(folder):
        assert (undisturbed / name).read_bytes() == (folder / name).read_bytes()


def _lines(folder: Path) -> set[bytes]:
    """The whole lines of the file of figures."""
    path = folder / FIGURES_NAME
    return set(path.read_bytes().splitlines()[: path.read_bytes().count(b"\n")]) if path.exists() else set()


def _damage(folder: Path, chance: Random) -> None:
    """Half a line at the end, as a machine leaves it that loses its power."""
    path = folder / FIGURES_NAME
    if path.exists() and (line := path.read_bytes().partition(b"\n")[0]):
        with path.open("ab") as file:
            file.write(line[: chance.randrange(1, 400)])


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {name: (folder / name).read_bytes() for name in _names(folder)}


def _names(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
