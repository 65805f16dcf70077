"""What DSPy's errors are, as faults."""

from __future__ import annotations

from dspy.utils.exceptions import (
    LMConfigurationError,
    LMError,
    LMNotConfiguredError,
    LMUnsupportedFeatureError,
)

from quack.providers.faults import Cause, Fault, chain_of, fault_of_litellm

_CAUSES: tuple[tuple[type[LMError], Cause], ...] = (
    (LMNotConfiguredError, "authentication"),
    (LMUnsupportedFeatureError, "bad_request"),
    (LMConfigurationError, "bad_request"),
)
"""Of what DSPy finds by itself."""


def fault_of(error: Exception) -> Fault | None:
    """The fault that an error of DSPy is; None for anything else, such as a mistake of ours."""
    if not isinstance(error, LMError):
        return None
    for step in chain_of(error):
        fault = fault_of_litellm(step)
        if fault is not None:
            return fault
    cause: Cause = next((cause for kind, cause in _CAUSES if isinstance(error, kind)), "server_error")
    return Fault(cause, error.message or str(error), error.retry_after)
