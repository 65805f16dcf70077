"""Numbers that no option can have: too large, negative, and those that are no number."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from quack.cli.app import app

HUGE = str(10**30)
MODEL = ["--extractor", "openai/gpt-5-mini"]
OPTIMISE = ["optimise", "runs", "--model", "openai/gpt-5-mini"]
PLAY = ["play", "--crew", "openai/gpt-5-mini"]
COMMANDS = {"extract": ["extract", "runs", *MODEL], "optimise": OPTIMISE, "play": PLAY}
NO_NUMBERS = ("inf", "nan", "-1", HUGE)


@pytest.mark.parametrize("value", [*NO_NUMBERS, "0"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_wait_that_is_senseless_is_refused_by_name(command: str, value: str) -> None:
    assert_refused(COMMANDS[command], "--timeout", value)


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_budget_that_is_senseless_is_refused_by_name(command: str, value: str) -> None:
    assert_refused(COMMANDS[command], "--budget", value)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["render", "runs"], "--fps"),
        (["render", "runs"], "--scale"),
        (["score", "runs"], "--confidence"),
        (COMMANDS["extract"], "--temperature"),
        (COMMANDS["play"], "--temperature"),
    ],
)
@pytest.mark.parametrize("value", NO_NUMBERS)
def test_a_fraction_that_is_senseless_is_refused_by_name(words: list[str], option: str, value: str) -> None:
    assert_refused(words, option, value)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["play"], "--games"),
        *((PLAY, option) for option in ("--max-tokens", "--retries", "--concurrency", "--rpm")),
        *((COMMANDS["extract"], option) for option in ("--limit", "--max-tokens", "--retries")),
        *((OPTIMISE, option) for option in ("--rounds", "--max-calls")),
    ],
)
@pytest.mark.parametrize("value", ["-1", HUGE, "inf", "1.5"])
def test_a_count_that_is_senseless_is_refused_by_name(words: list[str], option: str, value: str) -> None:
    assert_refused(words, option, value)


def assert_refused(words: list[str], option: str, value: str) -> None:
    result = CliRunner().invoke(app, [*words, option, value])
    assert 2 == result.exit_code
    assert f"Invalid value for '{option}'" in result.stderr
