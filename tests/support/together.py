"""Games of stand-ins that are kept in a folder, and what of their files is the same in every run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from quack.agents.together import Outcome, Run, play_together
from tests.support.stand_ins import StandIn, planned

SEEDS = (1, 2, 3)


def play_kept(out: Path | None, client: StandIn, seeds: Iterable[int] = SEEDS, **options: Any) -> list[Outcome]:
    """Plays short games, three at a time; options are those of a run, and `order` and `at_once`."""
    order = options.pop("order", None)
    at_once = options.pop("at_once", 3)
    return play_together(planned(out, list(seeds), order), Run(client, **options), at_once=at_once)  # type: ignore[arg-type]


def files_of(folder: Path) -> dict[str, bytes]:
    """All files, the transcripts without what is never the same."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: _without_time(data) if name.endswith("transcript.jsonl") else data for name, data in files.items()}


def _without_time(data: bytes) -> bytes:
    lines = [json.loads(line) for line in data.splitlines()]
    return json.dumps([{k: v for k, v in line.items() if k not in ("seconds", "tries")} for line in lines]).encode()
