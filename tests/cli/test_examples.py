"""The examples in the help of the commands work as they are written, in a fresh checkout."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from quack.cli import audit, log, metrics, replay, rules, rules_shown, why
from tests.cli.conftest import Run
from tests.conftest import checkout_environment

EXAMPLES = [
    line.partition("   ")[0].strip()
    for examples in (
        *(module.EXAMPLES for module in (audit, why, log, metrics, rules, replay)),
        *(rules.CHECK_EXAMPLES, rules_shown.LIST_EXAMPLES, rules_shown.SHOW_EXAMPLES),
    )
    for line in examples.splitlines()
    if " quack " in line
]


# What `quack play` has to write first is for the tests of the README.
@pytest.mark.parametrize("example", sorted({line for line in EXAMPLES if " runs" not in line}))
def test_an_example_works_as_written(checkout: Path, example: str) -> None:
    environment = checkout_environment(checkout)

    done = subprocess.run(
        example, shell=True, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )

    assert 0 == done.returncode, done.stderr


@pytest.mark.parametrize("group", ["log", "metrics", "rules"])
def test_a_group_shows_examples(run: Run, group: str) -> None:
    assert f"quack {group}" in run(group, "--help").stdout.partition("Examples:")[2]
