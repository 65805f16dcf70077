"""What can go wrong between a question to a model and its answer, by cause, and what makes sense then."""

from __future__ import annotations

import errno
import json
import math
import os
import re
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Literal

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

_BY_CLASS: tuple[tuple[str, Cause], ...] = (
    ("PaymentRequiredError", "quota"),
    ("BudgetExceededError", "quota"),
    ("ContentPolicyViolationError", "content_filter"),
    ("AuthenticationError", "authentication"),
    ("PermissionDeniedError", "authentication"),
    ("RateLimitError", "rate_limit"),
    ("NotFoundError", "unknown_model"),
    ("APITimeoutError", "timeout"),
    ("BadRequestError", "bad_request"),
    ("UnprocessableEntityError", "bad_request"),
    ("InternalServerError", "server_error"),
    ("APIConnectionError", "network"),
)
"""By the name of a class or of one that it derives from; the first counts."""
_BY_STATUS: dict[int, Cause] = {
    401: "authentication", 402: "quota", 403: "authentication", 404: "unknown_model", 408: "timeout", 429: "rate_limit"
}  # fmt: skip
_BY_CODE: dict[str, Cause] = {
    "insufficient_quota": "quota",
    "billing_error": "quota",
    "billing_hard_limit_reached": "quota",
    "content_filter": "content_filter",
    "content_policy_violation": "content_filter",
    "invalid_api_key": "authentication",
    "authentication_error": "authentication",
    "permission_error": "authentication",
    "model_not_found": "unknown_model",
    "DeploymentNotFound": "unknown_model",
}
"""What a provider calls it is more exact than the status."""
# litellm passes off as server errors, bad requests and faults of the network what is none.
_HIDDEN: tuple[tuple[re.Pattern[str], Cause], ...] = (
    (
        re.compile(
            r"missing (?:credentials|\w+ api key)|api_key client option must be set|unable to locate credentials"
            r"|api[ _]key not valid|_API_KEY is not set",
            re.IGNORECASE,
        ),
        "authentication",
    ),
    (re.compile(r"SDK not found|library must be installed|No module named"), "unknown_model"),
    (re.compile(r"'choices' that is not a"), "no_choices"),
    (re.compile(r"LLM Provider NOT provided"), "unknown_model"),
    (re.compile(r"credit balance is too low", re.IGNORECASE), "quota"),
)
_NEVER_CONNECTED = {
    "ConnectError", "ClientConnectorError", "ClientConnectorDNSError", "ConnectionRefusedError", "gaierror"
}  # fmt: skip
_CONNECTION = {"APIConnectionError", "TransportError", "ClientConnectionError", "ConnectionError"}
_WRAPPING = re.compile(r"\A(?:litellm\.)?(?:\w+Error: |\w+Exception - |litellm\.|Timeout: |Timeout Error: )*")
_OWN = (" To fix: ", " Traceback (most recent call last)", " Received response - ", " Handle with `litellm.")
"""What the client libraries go on with after a provider's words."""
_PLACE_IN_MEMORY = re.compile(r" ssl:<[^>]*>| at 0x[0-9a-f]+")
"""Differs from run to run."""
_MOST = 300


class Fault(Exception):
    """A question without a usable answer.

    Attributes:
        cause: why, in a word.
        detail: what the provider or the reader of the answer said about it, without secrets, in one line.
        wait: seconds after which the provider wants to be asked again, if it says so.
        connected: whether there was a connection; without one nobody may be there at all.
    """

    def __init__(self, cause: Cause, detail: str = "", wait: float | None = None, *, connected: bool = True) -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = plain(detail)
        self.wait = wait
        self.connected = connected


def plain(text: str) -> str:
    """Somebody else's words in one short line that holds no key, without what litellm adds to a provider's."""
    words = _WRAPPING.sub("", " ".join(without_secrets(text).split()))
    for own in _OWN:
        words = words.partition(own)[0]
    words = printable(_PLACE_IN_MEMORY.sub("", words).rstrip(",.- "))
    return words if len(words) <= _MOST else words[: _MOST - 1] + "…"


def chain_of(error: BaseException) -> Iterator[BaseException]:
    """An exception and those that led to it, the last first."""
    seen: set[int] = set()
    step: BaseException | None = error
    while step is not None and id(step) not in seen:
        seen.add(id(step))
        yield step
        step = step.__cause__ or step.__context__


def fault_of_litellm(error: BaseException) -> Fault | None:
    """The fault that an exception of litellm or of OpenAI's client is; None for any other.

    Its classes are known by their names, so that nothing has to be loaded to look at it.
    """
    classes = type(error).__mro__
    if not any(one.__module__.partition(".")[0] in ("litellm", "openai") for one in classes):
        return None
    names = {type(one).__name__ for one in chain_of(error)}
    if names & {"LocalProtocolError", "UnicodeEncodeError"} or _is_broken_header(error):
        # Of all that is sent only the key is not of our making.
        return Fault("authentication", "the key holds what can't be sent: a blank, a line end or a special letter")
    message = str(getattr(error, "message", None) or error)
    words, codes = _as_told(message, getattr(error, "body", None))
    kinds = {one.__name__ for one in classes}
    cause = next((cause for name, cause in _BY_CLASS if name in kinds), None) or _of_status(error)
    if cause not in ("timeout", "content_filter", "authentication"):
        cause = next((_BY_CODE[code] for code in codes if code in _BY_CODE), cause)
    if cause in ("server_error", "bad_request", "network"):
        hidden = next((found for pattern, found in _HIDDEN if pattern.search(message)), None)
        cause = hidden or (cause if cause == "bad_request" else _of_connection(error, cause))
    if cause == "network":
        reason = _reason(error)
        words = words if reason in words else f"{plain(words)}: {reason}".removeprefix(": ")
    return Fault(cause, words, _wait_of(error), connected=cause != "network" or not names & _NEVER_CONNECTED)


def _reason(error: BaseException) -> str:
    """What lies under a fault of the network: the system's own words, where it is the system's."""
    chain = list(chain_of(error))
    of_system = [one for one in chain if isinstance(one, OSError) and one.errno and one.strerror]
    if of_system:
        code = of_system[-1].errno or 0
        return os.strerror(code) if code in errno.errorcode else plain(str(of_system[-1].strerror))
    of_client = [one for one in chain if type(one).__module__.partition(".")[0] in ("aiohttp", "httpx", "httpcore")]
    return plain(str((of_client or chain)[-1]))


def _of_connection(error: BaseException, cause: Cause) -> Cause:
    """Whether the network is at fault, as far as what led to the error says: litellm takes the one for the other."""
    under = [type(one).__mro__ for one in chain_of(error) if not type(one).__module__.startswith("litellm")]
    if not under:
        return cause
    return "network" if any(kind.__name__ in _CONNECTION for kinds in under for kind in kinds) else "server_error"


def _of_status(error: BaseException) -> Cause:
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        return "server_error"
    return _BY_STATUS.get(status) or ("bad_request" if 400 <= status < 500 else "server_error")


def _is_broken_header(error: BaseException) -> bool:
    return any(type(one) is ValueError and "header" in str(one) for one in chain_of(error))


def _as_told(message: str, body: Any) -> tuple[str, list[str]]:
    """The provider's words, and what it calls the fault; some of litellm's clients hand out its JSON as it came."""
    start = message.find("{")
    if not isinstance(body, dict) and start >= 0:
        try:
            body, _ = json.JSONDecoder().raw_decode(message, start)
        except (ValueError, RecursionError):
            return message, []
        inner = body.get("error", body)
        words = inner.get("message") if isinstance(inner, dict) else inner
        message = words if isinstance(words, str) and words else message
    inner = body.get("error", body) if isinstance(body, dict) else None
    codes = [inner.get("code"), inner.get("type")] if isinstance(inner, dict) else []
    return message, [code for code in codes if isinstance(code, str)]


def _wait_of(error: BaseException) -> float | None:
    """Seconds that the provider wants to be left alone: a number, or a moment beside the response's own."""
    headers = getattr(error, "litellm_response_headers", None)
    headers = headers or getattr(getattr(error, "response", None), "headers", None) or {}
    if not isinstance(headers, Mapping):
        return None
    known = {str(name).lower(): str(value).strip() for name, value in headers.items()}
    wait = _number(known.get("retry-after-ms"))
    if wait is not None:
        return wait / 1000
    asked = known.get("retry-after")
    wait = _number(asked)
    if wait is not None or asked is None or "date" not in known:
        return wait
    try:
        then, now = parsedate_to_datetime(asked), parsedate_to_datetime(known["date"])
        return max((then - now).total_seconds(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
