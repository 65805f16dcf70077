"""What can go wrong between a question to a model and its answer, by cause, and what makes sense then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from dspy.utils.exceptions import (
    LMAuthError,
    LMBillingError,
    LMConfigurationError,
    LMError,
    LMInvalidRequestError,
    LMNotConfiguredError,
    LMRateLimitError,
    LMServerError,
    LMTimeoutError,
    LMTransportError,
    LMUnsupportedFeatureError,
    LMUnsupportedModelError,
)

from quack.errors import printable
from quack.settings import without_secrets

Cause = Literal[
    "truncated", "empty_answer", "no_content", "no_choices", "refusal", "content_filter", "not_json", "no_valid_claims",
    "timeout", "rate_limit", "network", "server_error", "bad_request", "authentication", "quota", "unknown_model",
]  # fmt: skip

RETRIED: frozenset[Cause] = frozenset(("timeout", "rate_limit", "network", "server_error"))
"""What may be over in a moment. What a model answered is not asked for again in the same run: the next one does."""

UNANSWERED: frozenset[Cause] = RETRIED | {"bad_request"}
"""Where the model has said nothing: of many in a row, there is no reason to expect the next to fare better."""

STOPPING: frozenset[Cause] = frozenset(("authentication", "quota", "unknown_model"))
"""What would befall every other call too: nothing more is asked in the run."""

_CAUSES: tuple[tuple[type[LMError], Cause], ...] = (
    (LMAuthError, "authentication"),
    (LMNotConfiguredError, "authentication"),
    (LMBillingError, "quota"),
    (LMRateLimitError, "rate_limit"),
    (LMTimeoutError, "timeout"),
    (LMTransportError, "network"),
    (LMServerError, "server_error"),
    (LMUnsupportedModelError, "unknown_model"),
    (LMInvalidRequestError, "bad_request"),
    (LMUnsupportedFeatureError, "bad_request"),
    (LMConfigurationError, "bad_request"),
)
# litellm passes off as server errors, bad requests and faults of the network what is none.
_HIDDEN: tuple[tuple[re.Pattern[str], Cause], ...] = (
    (
        re.compile(
            r"missing (?:credentials|\w+ api key)|api_key client option must be set|unable to locate credentials"
            r"|api[ _]key not valid",
            re.IGNORECASE,
        ),
        "authentication",
    ),
    (re.compile(r"SDK not found|library must be installed"), "unknown_model"),
    (re.compile(r"'choices' that is not a"), "no_choices"),
    (re.compile(r"LLM Provider NOT provided"), "unknown_model"),
    (re.compile(r"credit balance is too low", re.IGNORECASE), "quota"),
)
_CONNECTION = ("APIConnectionError", "ConnectError", "ReadError", "RemoteProtocolError", "ConnectionError")
_FILTERED = ("content_filter", "content_policy_violation")
_WRAPPING = re.compile(r"\A(?:litellm\.)?(?:\w+Error: |\w+Exception - |litellm\.|Timeout: )*")
_OWN = (" To fix: ", " Traceback (most recent call last)", " Received response - ")
"""What the client libraries go on with after a provider's words."""
_MOST = 300


class Fault(Exception):
    """A question without a usable answer.

    Attributes:
        cause: why, in a word.
        detail: what the provider or the reader of the answer said about it, without secrets, in one line.
        wait: seconds after which the provider wants to be asked again, if it says so.
    """

    def __init__(self, cause: Cause, detail: str = "", wait: float | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = plain(detail)
        self.wait = wait


def plain(text: str) -> str:
    """Somebody else's words in one short line that holds no key, without what litellm adds to a provider's."""
    words = _WRAPPING.sub("", " ".join(without_secrets(text).split()))
    for own in _OWN:
        words = words.partition(own)[0]
    words = printable(words.rstrip(",.- "))
    return words if len(words) <= _MOST else words[: _MOST - 1] + "…"


def fault_of(error: Exception) -> Fault | None:
    """The fault that an exception of the client libraries is; None for anything else, such as a mistake of ours."""
    if not isinstance(error, LMError):
        return None
    cause: Cause = next((cause for kind, cause in _CAUSES if isinstance(error, kind)), "server_error")
    message = error.message or str(error)
    names = [type(one).__name__ for one in _chain(error)]
    if "LocalProtocolError" in names or "UnicodeEncodeError" in names:
        # Of all that is sent only the key is not of our making.
        return Fault("authentication", "the key holds what can't be sent: a blank, a line end or a special letter")
    if error.provider_code in _FILTERED or "ContentPolicyViolationError" in names:
        cause = "content_filter"
    elif cause in ("server_error", "bad_request", "network"):
        hidden = next((found for pattern, found in _HIDDEN if pattern.search(message)), None)
        broken = cause == "server_error" and any(name in _CONNECTION for name in names)
        cause = hidden or ("network" if broken else cause)
    return Fault(cause, message, error.retry_after)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    step: BaseException | None = error
    while step is not None and id(step) not in seen:
        seen.add(id(step))
        yield step
        step = step.__cause__ or step.__context__
