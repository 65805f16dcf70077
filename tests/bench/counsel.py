"""What it costs to say why not and what if: every claim of some games, once they are loaded. Prints a line of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from tests.bench.one_run import files_of, import_all, read_as_json
from tests.bench.stages import cpu

STEP = 18
"""Every so many of the games are asked about."""


def run(paths: list[str]) -> None:
    from quack.audit.discover import discover_games, with_claims
    from quack.audit.reading import read_case
    from quack.kb.instead import Counsel
    from quack.kb.rulebook import load_rulebook

    import_all()
    baseline = min(read_as_json(files_of(paths)) for _ in range(3))
    cases = [read_case(game) for game in with_claims(discover_games(paths), None)[::STEP]]
    figures: dict[str, Any] = {"json": baseline}
    for name in ("observed", "paper"):
        counsel = Counsel(cases, load_rulebook(name))
        claims = [(game, claim) for game in range(len(cases)) for claim in counsel.claims(game)]

        def why_not(claim: str, game: int, counsel: Counsel = counsel) -> None:
            # One that it has not: the two that most rules are about, whichever it has.
            counsel.instead(claim, "false" if counsel.verdict(claim, game) == "true" else "true", game)

        for what, ask in (("why not", why_not), ("what if", counsel.what_if)):
            figures[f"{what}, {name}"] = sorted(_seconds(ask, *reversed(each)) for each in claims)
    print(json.dumps(figures))


def _seconds(ask: Callable[..., object], claim: str, game: int) -> float:
    start = cpu()
    ask(claim, game)
    return cpu() - start


if __name__ == "__main__":
    run(sys.argv[1:])
