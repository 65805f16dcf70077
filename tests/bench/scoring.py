"""What scoring into a folder costs, and doing it again where nothing has changed. Prints a line of JSON."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.bench.one_run import files_of, import_all, read_as_json
from tests.bench.stages import cpu


def run(paths: list[str]) -> None:
    from quack.audit.discover import discover_games, with_claims
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.ledger import score_kept
    from quack.metrics.scoring import ScoreOrder

    import_all()
    baseline = min(read_as_json(files_of(paths)) for _ in range(3))
    games = with_claims(discover_games(paths), None)
    order = ScoreOrder(load_rulebook("observed"))
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            start = cpu()
            for _ in score_kept(games, order, Path(folder)):
                pass
            times.append(cpu() - start)
    print(json.dumps({"json": baseline, "score": times[0], "again": times[1], "games": len(games)}))


if __name__ == "__main__":
    run(sys.argv[1:])
