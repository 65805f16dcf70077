"""Prints what QUACK costs in multiples of `json.loads` of the same files, and keeps the figures: `make bench`.

Ratios stay comparable when the machine changes; each is the minimum of several runs, with the median beside it. Nothing
here passes or fails. Figures are kept in `tests/bench/history.jsonl` with --keep.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from quack.errors import amount
from quack.workers import processors
from tests.bench.big_game import Size, write_game
from tests.conftest import REFERENCE, ROOT

HISTORY = Path(__file__).with_name("history.jsonl")
SMALL = Size(players=6, ticks=40, claims=70)
SMALL_GAMES = 60
BIG = Size()
HALF = Size(BIG.players, BIG.ticks // 2, BIG.claims // 2)

Figures = dict[str, float]


def main() -> None:
    options = _options()
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as folder:
        games = _games(Path(folder))
        _audits(games, Path(folder), options.runs, figures)
        _proofs(games, options.runs, figures)
        _counsel(games, figures)
        _reporting(games, options.runs, figures)
        _diffing(games, options.runs, figures)
        _scoring(games, options.runs, figures)
        _extracting(games, figures)
        _playing(figures)
        _drawing(figures)
        if options.big:
            _big_games(Path(folder), figures)
    _starts(options.runs, figures)
    _compare(figures)
    if options.keep:
        entry = {"commit": options.label or _commit(), "reference": REFERENCE.is_dir(), "figures": figures}
        with HISTORY.open("a", encoding="utf-8") as history:
            history.write(json.dumps(entry) + "\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="how many runs of each; the minimum counts")
    parser.add_argument("--no-big", dest="big", action="store_false", help="leave the big game out")
    parser.add_argument("--keep", action="store_true", help="add the figures to the history")
    parser.add_argument("--label", help="what the history calls this version; the commit, if not given")
    return parser.parse_args()


def _games(folder: Path) -> list[str]:
    """The reference games; without them the sample games and generated ones."""
    if REFERENCE.is_dir():
        print(f"games: {REFERENCE}")
        return [str(REFERENCE)]
    print(f"games: logs/ and {SMALL_GAMES} generated ones, for the reference games are not at hand")
    made = folder / "generated"
    for seed in range(SMALL_GAMES):
        write_game(made / f"seed{seed:02}", SMALL, seed)
    return [str(ROOT / "logs"), str(made)]


# --- what is measured -------------------------------------------------------------------------------------------------


def _audits(games: Sequence[str], folder: Path, runs: int, figures: Figures) -> None:
    results = [_run("tests.bench.one_run", [*games, "--out", f"{folder}/audit{run}"]) for run in range(runs)]
    print("\nCPU of an audit with its records written, in multiples of json.loads of the same files:")
    _tell(figures, "audit", [result["audit"] / result["json"] for result in results])
    for stage in dict.fromkeys(stage for result in results for stage in result["stages"]):
        _tell(figures, f"  {stage}", [result["stages"].get(stage, 0.0) / result["json"] for result in results])


def _proofs(games: Sequence[str], runs: int, figures: Figures) -> None:
    if importlib.util.find_spec("quack.kb.why") is None:
        print("\nproofs: left out, there is no quack.kb.why yet")
        return
    results = [_run("tests.bench.proofs", games) for _ in range(min(runs, 3))]
    print("\nproofs, each in thousandths of json.loads, and in milliseconds here:")
    _tell(figures, "proof", [1_000 * result["proofs"] / result["claims"] / result["json"] for result in results])
    milliseconds = min(1_000 * result["proofs"] / result["claims"] for result in results)
    print(f"  {milliseconds:.2f} ms each, {results[0]['claims']} claims")


def _counsel(games: Sequence[str], figures: Figures) -> None:
    result = _run("tests.bench.counsel", games)
    print("\nwhy not and what if, each claim in thousandths of json.loads, and in milliseconds here:")
    for name, seconds in result.items():
        if name != "json":
            _tell(figures, name, [1_000 * sum(seconds) / len(seconds) / result["json"]])
            late = seconds[int(0.99 * len(seconds))]
            print(f"    {1_000 * sum(seconds) / len(seconds):.2f} ms each, 99 % within {1_000 * late:.2f} ms")


def _reporting(games: Sequence[str], runs: int, figures: Figures) -> None:
    print("\na report, in multiples of an audit with its records written, both from start to end:")
    audits, reports = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(min(runs, 3)):
            audits.append(_taken(["cli.py", "audit", *games, "--out", f"{folder}/audit"]))
            reports.append(_taken(["cli.py", "report", *games, "--out", f"{folder}/report"]))
        pages = [page.stat().st_size for page in Path(folder, "report").rglob("index.html")]
    audit, report = _least(audits), _least(reports)
    _tell(figures, "report", [report.cpu / audit.cpu])
    _tell(figures, "report, waited for", [report.wall / audit.wall])
    print(f"  {report.cpu:.1f} s of CPU here, an audit {audit.cpu:.1f}; the largest page has {max(pages):,} bytes")
    print(f"  {report.wall:.1f} s to wait with {amount(processors(), 'processor')}, an audit with one {audit.wall:.1f}")


def _diffing(games: Sequence[str], runs: int, figures: Figures) -> None:
    results = [_run("tests.bench.diffing", games) for _ in range(min(runs, 3))]
    print("\ndiff of observed and paper, in multiples of an audit:")
    _tell(figures, "rules diff", [result["diff"] / result["audit"] for result in results])


def _scoring(games: Sequence[str], runs: int, figures: Figures) -> None:
    results = [_run("tests.bench.scoring", games) for _ in range(min(runs, 3))]
    print("\nscoring into a folder, in multiples of json.loads of the same files:")
    _tell(figures, "score", [result["score"] / result["json"] for result in results])
    _tell(figures, "score again, nothing new", [result["again"] / result["json"] for result in results])
    milliseconds = min(1_000 * result["score"] / result["games"] for result in results)
    print(f"  {milliseconds:.1f} ms of CPU a game here")


def _extracting(games: Sequence[str], figures: Figures) -> None:
    result = _run("tests.bench.extracting", games)
    each = [1_000 * seconds / result["utterances"] for seconds in result["seconds"]]
    print("\nthe offline extractor, each utterance in thousandths of json.loads, and in milliseconds here:")
    _tell(figures, "offline, an utterance", [milliseconds / result["json"] for milliseconds in each])
    print(f"    {min(each):.2f} ms each, {result['utterances']} utterances")


def _playing(figures: Figures) -> None:
    result = _run("tests.bench.playing", [])
    print("\nplaying, six random players, what they see logged, in multiples of json.loads of the lines:")
    _tell(figures, "play", [result["play"] / result["json"]])
    print(f"  {result['ticks'] / result['play']:,.0f} ticks a second of CPU here")


def _drawing(figures: Figures) -> None:
    result = _run("tests.bench.drawing", [])
    print("\ndrawing, a game of twelve, in multiples of json.loads of its log, and in milliseconds here:")
    for name in ("two views of a turn", "frame of a replay"):
        _tell(figures, name, [result[name] / result["json"]])
        late, first = result[f"{name}, 99 %"], result[f"{name}, at first"]
        print(f"    {1_000 * result[name]:.1f} ms each, 99 % within {1_000 * late:.1f}; at first {1_000 * first:.1f}")


def _big_games(folder: Path, figures: Figures) -> None:
    print("\nbig games:")
    for name, size in (("half of it", HALF), ("big game", BIG)):
        game = write_game(folder / name.replace(" ", "_"), size)
        result = _run("tests.bench.one_run", [str(game)])
        what = f"{size.players} players, {size.ticks:,} ticks, {size.claims:,} claims"
        print(f"  {what}: {result['audit']:.1f} s CPU, {result['mebibytes']:.0f} MiB")
        _tell(figures, name, [result["audit"] / result["json"]])
        figures[f"{name}, MiB"] = round(result["mebibytes"])
        for stage, seconds in result["stages"].items():
            print(f"    {stage:26}{seconds:8.2f} s")


def _starts(runs: int, figures: Figures) -> None:
    print("\nCPU from start to end, in multiples of an empty interpreter's:")
    empty = min(_seconds(["-c", "pass"]) for _ in range(runs * 2))
    commands = {"quack --help": ["cli.py", "--help"]}
    if importlib.util.find_spec("quack.cli.why") is not None:
        commands["quack why, cold"] = ["cli.py", "why", "logs/sample", _a_claim()]
    else:
        print("  quack why: left out, there is no such command yet")
    for name, command in commands.items():
        times = [_seconds(command) for _ in range(runs)]
        _tell(figures, name, [each / empty for each in times])
        print(f"    {min(times):.2f} s CPU here")


# --- how --------------------------------------------------------------------------------------------------------------


def _run(module: str, arguments: Sequence[str]) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{module} failed:\n{done.stderr}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


class _Taken(NamedTuple):
    """The seconds of CPU that a command took, and those that one waited for it."""

    cpu: float
    wall: float


def _taken(arguments: Sequence[str]) -> _Taken:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    return _Taken(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended - started)


def _least(runs: Sequence[_Taken]) -> _Taken:
    return _Taken(min(each.cpu for each in runs), min(each.wall for each in runs))


def _seconds(arguments: Sequence[str]) -> float:
    return _taken(arguments).cpu


def _a_claim() -> str:
    from quack.audit.auditor import audit_games

    return audit_games(ROOT / "logs" / "sample", rulebook="observed").records[0].id


def _tell(figures: Figures, name: str, values: Sequence[float]) -> None:
    figures[name.strip()] = round(min(values), 2)
    beside = f"   median {median(values):7.2f}" if len(values) > 1 else ""
    print(f"  {name:28}{min(values):7.2f}{beside}")


def _compare(figures: Figures) -> None:
    """Shows what has changed by more than a tenth since the last kept entry of the same games."""
    entries = [json.loads(line) for line in HISTORY.read_text("utf-8").splitlines()] if HISTORY.exists() else []
    alike = [entry for entry in entries if entry["reference"] == REFERENCE.is_dir()]
    if not alike:
        return
    last = alike[-1]
    print(f"\nsince {last['commit']}:")
    for name, figure in figures.items():
        before = last["figures"].get(name)
        if before is not None and abs(figure - before) > figure / 10:
            print(f"  {name:28}{before:7.2f} -> {figure:.2f}")


def _commit() -> str:
    git = ["git", "-C", str(ROOT)]
    head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    changes = subprocess.run(
        [*git, "status", "--porcelain", "quack", "rules"], capture_output=True, text=True, check=False
    )
    return (head.stdout.strip() or "no commit") + ("+" if changes.stdout.strip() else "")


if __name__ == "__main__":
    main()
