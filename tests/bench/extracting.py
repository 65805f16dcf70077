"""What the offline extractor costs: every discussion message of some games, in one process. Prints a line of JSON."""

from __future__ import annotations

import json
import sys

from tests.bench.one_run import files_of, import_all, read_as_json
from tests.bench.stages import cpu

STEP = 6
"""Every so many of the games are read."""
RUNS = 3


def run(paths: list[str]) -> None:
    from quack.audit.discover import discover_games, with_claims
    from quack.claims.extractor import discussion
    from quack.claims.offline.extractor import OfflineExtractor
    from quack.claims.offline.model import read_model
    from quack.events.log import read_log
    from quack.events.timeline import replay

    import_all()
    baseline = min(read_as_json(files_of(paths)) for _ in range(3))
    logs = [read_log(game.log) for game in with_claims(discover_games(paths), None)[::STEP]]
    games = [(log, discussion(log, replay(log))) for log in logs]
    read_model()
    took: list[float] = []
    for _ in range(RUNS):
        start = cpu()
        for log, batch in games:
            OfflineExtractor(log).extract(batch)
        took.append(cpu() - start)
    utterances = sum(len(batch) for _, batch in games)
    print(json.dumps({"json": baseline, "seconds": took, "utterances": utterances}))


if __name__ == "__main__":
    run(sys.argv[1:])
