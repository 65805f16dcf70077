"""One audit in a process of its own, held against `json.loads` of the same files: `python -m tests.bench.one_run`.

Prints a line of JSON: CPU seconds of both, of the stages, and the memory that was needed. Each run starts cold, so that
nothing which one audit remembers helps the next. Where several follow each other, give each a folder of its own with
`--out` and remove them at the end: for half a minute after files were removed, ext4 takes up to five times as long to
make new ones.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import pkgutil
import resource
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from tests.bench.stages import Stopwatch, cpu

LATE = ("yaml", "rich.console", "rich.table")
"""What an audit imports when it comes to it."""

HEAVY = ("quack.claims.model", "quack.claims.optimise", "quack.agents", "quack.render")
"""What an audit never imports."""


def files_of(paths: list[str]) -> list[Path]:
    """The logs and claims that an audit of these paths reads."""
    from quack.audit.discover import discover_games, with_claims

    games = with_claims(discover_games(paths), None)
    return [file for game in games for file in (game.log, game.claims) if file is not None]


def read_as_json(files: list[Path]) -> float:
    """The seconds that it takes to read every line as JSON, and nothing else."""
    start = cpu()
    for file in files:
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                json.loads(line)
    return cpu() - start


def import_all() -> None:
    """Imports what an audit imports, so that its own time is left."""
    import quack

    for module in pkgutil.walk_packages(quack.__path__, "quack."):
        if not module.name.startswith(HEAVY):
            import_module(module.name)
    for name in LATE:
        import_module(name)


def audit(paths: list[str], out: str) -> float:
    """The seconds of an audit with its records written."""
    from quack.cli import main

    with contextlib.redirect_stdout(io.StringIO()):
        sys.argv = ["quack", "audit", *paths, "--out", out]
        start = cpu()
        with contextlib.suppress(SystemExit):
            main()
        return cpu() - start


def run(paths: list[str], out: str) -> None:
    files = files_of(paths)
    import_all()
    stopwatch = Stopwatch()
    stopwatch.attach()
    baseline = min(read_as_json(files) for _ in range(3))
    whole = audit(paths, out)
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    memory = max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024
    stages = {stage: stopwatch.seconds[stage] for stage in stopwatch.seconds}
    print(json.dumps({"json": baseline, "audit": whole, "stages": stages, "mebibytes": memory}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.one_run", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--out", help="where the records stay; a folder that is removed, if not given")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run(options.paths, options.out or folder)
