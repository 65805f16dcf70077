"""What a diff of two rulebooks costs, beside an audit of the same games. Prints a line of JSON."""

from __future__ import annotations

import json
import sys

from tests.bench.one_run import files_of, import_all, read_as_json
from tests.bench.stages import cpu


def run(paths: list[str]) -> None:
    from quack.audit.auditor import audit_each
    from quack.audit.diffing import diff_each
    from quack.audit.discover import discover_games, with_claims
    from quack.kb.rulebook import load_rulebook
    from quack.metrics.aggregate import Summary
    from quack.metrics.rule_diff import DiffSummary
    from quack.pause import collector_paused

    import_all()
    baseline = min(read_as_json(files_of(paths)) for _ in range(3))
    games = with_claims(discover_games(paths), None)
    observed, paper = load_rulebook("observed"), load_rulebook("paper")
    for _ in audit_each(games[:1], rulebook=observed):
        pass
    with collector_paused():
        start = cpu()
        summary = Summary()
        for audited in audit_each(games, rulebook=observed):
            summary.add(audited)
        between = cpu()
        diff = DiffSummary()
        for compared in diff_each(games, observed, paper):
            diff.add(compared)
        diff.finish()
    print(json.dumps({"json": baseline, "audit": between - start, "diff": cpu() - between}))


if __name__ == "__main__":
    run(sys.argv[1:])
