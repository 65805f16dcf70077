"""The list of mutants that no rule test notices, each with the reason why none can."""

from __future__ import annotations

import re
from pathlib import Path

_LINE = re.compile(r"^- `(?P<file>[^`]+)` `(?P<head>[^`]+)`: `(?P<change>[^`]+)`$")


def explained(path: Path) -> set[str]:
    """The mutants that a file lists, as they call themselves."""
    found = (_LINE.match(line) for line in path.read_text("utf-8").splitlines())
    return {f"{each['file']}: {each['head']}: {each['change']}" for each in found if each}
