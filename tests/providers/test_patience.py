"""When a call is repeated, after how long, and without what."""

from __future__ import annotations

from random import Random

import pytest

from quack.providers.faults import RETRIED, Cause, Fault
from quack.providers.patience import LONGEST_WAIT, Omissions, Patience, may_retry


@pytest.mark.parametrize(("cause", "first"), [("server_error", 0.5), ("network", 0.5), ("rate_limit", 2.0)])
def test_waits_double_within_bounds(cause: Cause, first: float) -> None:
    patience = Patience(Random(5))
    waits = [patience.pause(Fault(cause), tries) for tries in range(5)]
    assert [True] * 5 == [first / 2 * 2**n <= wait <= first * 1.5 * 2**n for n, wait in enumerate(waits)]


def test_no_wait_is_longer_than_a_minute_whoever_asks_for_it() -> None:
    patience = Patience()
    asked = [Fault("rate_limit", wait=7200.0), Fault("rate_limit"), Fault("server_error")]
    assert [LONGEST_WAIT] * 3 == [patience.pause(fault, 1000) for fault in asked]


def test_the_provider_says_how_long() -> None:
    assert [0.0, 7.5] == [Patience().pause(Fault("rate_limit", wait=wait), 3) for wait in (0.0, 7.5)]


@pytest.mark.parametrize(
    ("cause", "most"), [("server_error", 4), ("rate_limit", 4), ("timeout", 1), ("bad_request", 0), ("quota", 0)]
)
def test_so_often_a_call_is_repeated(cause: Cause, most: int) -> None:
    assert most == sum(may_retry(Fault(cause), tries, 4) for tries in range(10))


def test_with_no_patience_nothing_is_repeated() -> None:
    assert not any(may_retry(Fault(cause), 0, 0) for cause in RETRIED)


def test_only_what_the_request_held_and_the_provider_names_is_left_out() -> None:
    omissions = Omissions()
    fault = Fault("bad_request", "temperature and max_tokens are odd")
    assert omissions.mend(fault, {"temperature": None}) is None
    assert omissions.mend(Fault("bad_request", "odd"), {"temperature": 1.0}) is None
    assert omissions.mend(Fault("server_error", "temperature"), {"temperature": 1.0}) is None
    assert {} == omissions.changes({"temperature": 1.0})
    assert ("the provider rejects temperature 1.0: left out (temperature and max_tokens are odd)",) == omissions.mend(
        fault, {"temperature": 1.0}
    )
    assert {"temperature": None} == omissions.changes({"temperature": 0.0})


def test_a_name_that_is_rejected_after_a_change_of_names_is_left_out_for_good() -> None:
    omissions = Omissions()
    other = Fault("bad_request", "'max_tokens': use 'max_completion_tokens'")
    assert () == omissions.mend(other, {"max_tokens": 9})
    assert {"max_tokens": None, "max_completion_tokens": 9} == omissions.changes({"max_tokens": 9})
    (warning,) = omissions.mend(Fault("bad_request", "no max_completion_tokens"), {"max_completion_tokens": 9}) or ()
    assert "max_completion_tokens 9" in warning
    assert () == omissions.mend(other, {"max_tokens": 9}), "as one does that was sent before"
    assert {"max_tokens": None, "max_completion_tokens": None} == omissions.changes({"max_tokens": 9})
