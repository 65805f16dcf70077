"""What the questions of a game came to: those to its players, and those to a model that read what they said."""

from __future__ import annotations

import json
from pathlib import Path

from quack.agents.model.budget import NOTHING, Spent
from quack.agents.model.transcript import TRANSCRIPT_NAME, spent_in
from quack.claims.claim_lines import spent_of
from quack.claims.writing import WRITTEN_NAME


def spent_on(folder: Path) -> Spent:
    """What the files in a game's folder say that it has cost so far.

    Raises:
        SettingsError: the transcript can't be read.
    """
    return spent_in(folder / TRANSCRIPT_NAME).plus(spent_reading(folder))


def spent_reading(folder: Path) -> Spent:
    """What reading a game's claims has cost; nothing where there are none, or none that can be read."""
    try:
        lines = (folder / WRITTEN_NAME).read_bytes().splitlines()
    except OSError:
        return NOTHING  # whoever reads the claims will say what is wrong
    total = NOTHING
    for line in lines:
        if b'"tokens"' in line:
            total = total.plus(_spent(line))
    return total


def _spent(line: bytes) -> Spent:
    try:
        record = json.loads(line)
        spent = spent_of(record)
        failed = record.get("status") == "failed"
    except (ValueError, AttributeError, RecursionError):
        return NOTHING
    if spent is None or not spent.asked or min(spent.prompt, spent.completion, spent.cost or 0) < 0:
        return NOTHING
    return Spent(1, int(failed), spent.prompt, spent.completion, spent.cost or 0.0, int(spent.cost is None))
