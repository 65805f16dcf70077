"""Which figures of the reference games were published otherwise, and by which faults of the published program."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from quack.events.log import read_log
from quack.events.timeline import replay
from quack.metrics import METRICS
from quack.metrics.course import Course
from quack.metrics.published_behaviour import PUBLISHED, causes, same


def reference_courses(reference: Path) -> dict[str, Course]:
    """The reference games that have an evaluation, by condition and seed."""
    folders = [path.parent for path in sorted(reference.glob("*/*/evaluation.json"))]
    logs = {f"{folder.parent.name}/{folder.name}": read_log(folder / "game.jsonl") for folder in folders}
    return {game: Course(log, replay(log)) for game, log in logs.items()}


def differences(courses: Mapping[str, Course]) -> Iterator[str]:
    """A line for every game and figure that was published otherwise, with the faults that explain it."""
    yield "figure\tgame\tfaults of the published figure"
    for name, (published, _) in PUBLISHED.items():
        metric = METRICS[name]
        for game, course in courses.items():
            if not same(published(course, frozenset()), metric.published_value(metric.compute(course))):
                yield f"{name}\t{game}\t{'; '.join(causes(name, course))}"


if __name__ == "__main__":
    print("\n".join(differences(reference_courses(Path(sys.argv[1])))))
