"""The examples in the help of the commands work as they are written, in a fresh checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quack.cli import (
    ask,
    audit,
    export,
    extractor,
    log,
    metrics,
    plot,
    render,
    replay,
    rules,
    rules_diff,
    rules_new,
    rules_shown,
    rules_test,
    score,
    why,
)
from tests.cli.conftest import Run
from tests.conftest import checkout_environment

EXAMPLES = [
    line.partition("   ")[0].strip()
    for examples in (
        *(module.EXAMPLES for module in (audit, why, log, metrics, replay, score, export, plot, render)),
        *(rules_shown.LIST_EXAMPLES, rules_shown.SHOW_EXAMPLES),
    )
    for line in examples.splitlines()
    if " quack " in line
]


_LARGE = 4_000


@pytest.fixture
def light(checkout: Path) -> Path:
    """A checkout without the large files of rule tests: whether these pass is for the tests of the rules."""
    for path in (checkout / "rules").rglob("*_test.lp"):
        if path.stat().st_size > _LARGE:
            path.unlink()
    return checkout


# What `quack play` has to write first is for the tests of the README.
@pytest.mark.parametrize("example", sorted({line for line in EXAMPLES if " runs" not in line}))
def test_an_example_works_as_written(light: Path, example: str) -> None:
    environment = checkout_environment(light)

    done = subprocess.run(example, shell=True, cwd=light, env=environment, capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr


@pytest.mark.parametrize("examples", [rules.CHECK_EXAMPLES, rules_test.EXAMPLES])
def test_examples_with_a_rulebook_of_ones_own_work(light: Path, examples: str) -> None:
    # How much the tests cover can't be said without all of them.
    shown = [line.partition("   ")[0] for line in examples.splitlines() if " quack " in line and "coverage" not in line]
    environment = checkout_environment(light)
    for example in ("quack rules new mine --file grounds/saw_this_round.lp", *map(str.strip, shown)):
        done = subprocess.run(example, shell=True, cwd=light, env=environment, capture_output=True, text=True)
        assert 0 == done.returncode, (example, done.stderr)


@pytest.mark.parametrize(
    "examples",
    [
        ask.EXAMPLES,
        extractor.SCORE_EXAMPLES,
        rules_diff.EXAMPLES,
        rules_new.EXAMPLES + rules_new.RULE_EXAMPLES,
    ],
)
def test_examples_work_one_after_the_other(checkout: Path, examples: str) -> None:
    environment = checkout_environment(checkout)
    # The python of the examples is the one that has the program.
    python = checkout / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)

    for example in [line.strip().partition("   ")[0] for line in examples.splitlines() if line.startswith("  quack ")]:
        done = subprocess.run(
            example, shell=True, cwd=checkout, env=environment, capture_output=True, text=True, check=False
        )
        # clingo says by its exit code what it found, and that is not 0.
        assert ("clingo" in example and "SATISFIABLE" in done.stdout) or 0 == done.returncode, (example, done.stderr)


@pytest.mark.parametrize("group", ["log", "metrics", "rules"])
def test_a_group_shows_examples(run: Run, group: str) -> None:
    assert f"quack {group}" in run(group, "--help").stdout.partition("Examples:")[2]
