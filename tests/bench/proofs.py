"""What proofs cost: all claims of some games explained in one process. Prints a line of JSON."""

from __future__ import annotations

import json
import sys

from tests.bench.one_run import files_of, import_all, read_as_json
from tests.bench.stages import cpu

GAMES = 20


def run(paths: list[str]) -> None:
    from quack.audit.discover import discover_games, with_claims
    from quack.audit.reading import read_case
    from quack.kb.rulebook import load_rulebook
    from quack.kb.why import Explainer

    import_all()
    baseline = min(read_as_json(files_of(paths)) for _ in range(3))
    cases = [read_case(game) for game in with_claims(discover_games(paths), None)[:GAMES]]
    rulebook = load_rulebook("observed")
    start = cpu()
    explainer = Explainer(cases, rulebook)
    ready = cpu()
    claims = [(game, claim) for game in range(len(cases)) for claim in explainer.claims(game)]
    for game, claim in claims:
        explainer.explain(claim, game)
    took = cpu() - ready
    print(json.dumps({"json": baseline, "ready": ready - start, "proofs": took, "claims": len(claims)}))


if __name__ == "__main__":
    run(sys.argv[1:])
