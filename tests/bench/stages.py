"""CPU time of the stages of an audit, taken while it runs."""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

STAGES = {
    "find games": ("quack.audit.discover:discover_games",),
    "load rulebook": ("quack.kb.rulebook:load_rulebook",),
    "read logs": ("quack.audit.reading:read_log",),
    "replay and watch": ("quack.audit.reading:watch_game",),
    "read claims": ("quack.audit.reading:read_claims",),
    "time phrases and facts": ("quack.kb.judge:Batch.facts",),
    "ground and solve": ("quack.kb.judge:solve", "quack.audit.policy:solve"),
    "read out": ("quack.kb.judge:Batch.read",),
    "records": ("quack.audit.batch:game_audit",),
    "write": ("quack.audit.auditor:keep",),
    "metrics": ("quack.metrics.aggregate:Summary.add",),
    "report": ("quack.cli.audit:_report",),
}
"""What is timed, by the function as its caller finds it; what runs within a stage and is one itself is not counted."""


def cpu() -> float:
    """Seconds of CPU that this process and its ended children have taken."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Stopwatch:
    """Times stages; `seconds` is what each took, without the stages that ran within it."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._within = 0.0

    def attach(self) -> None:
        """Puts itself around the functions of all stages; those that are gone are left out."""
        for stage, places in STAGES.items():
            for place in places:
                module, _, path = place.partition(":")
                *owners, name = path.split(".")
                owner: Any = import_module(module)
                for each in owners:
                    owner = getattr(owner, each, None)
                function = getattr(owner, name, None)
                if function is not None:
                    setattr(owner, name, self._timed(stage, function))

    def _timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            outside, self._within = self._within, 0.0
            start = cpu()
            try:
                return function(*args, **kwargs)
            finally:
                took = cpu() - start
                self.seconds[stage] += took - self._within
                self._within = outside + took

        return timed
