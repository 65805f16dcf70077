"""Where things lie and how much is done at once; the only reader of environment variables.

QUACK_RULES              a folder of rulebooks, instead of ./rules and the packaged ones
QUACK_BATCH              how many games one solver control holds (default 60)
QUACK_MAX_SECONDS        how long a rulebook that is not a shipped one may take to ground (default: 3, and 2 for every
                         thousand facts)
QUACK_MAX_MEMORY         how many MiB it may take (default: 512, and 8 for every thousand facts)
RAY_ADDRESS              the Ray cluster that `--engine ray` gives its work to (default: one started here)
QUACK_REQUIRE_REFERENCE  1: the tests fail, instead of being skipped, where the reference games are missing
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from quack.errors import SettingsError

PACKAGE = Path(__file__).resolve().parent

LOG_NAME = "game.jsonl"
"""A game is a folder with a file of this name."""

AUDIT_NAME = "audit.jsonl"
"""The file of records that `--out` writes for a game."""

DEFAULT_RULEBOOK = "observed"

MAX_TICK = 1_000_000
"""A tick beyond this is refused: clingo's integers have 32 bits and wrap silently."""

DEFAULT_BATCH = 90

MOST = 999_999_999
"""The largest number that a variable, or an option that has no end of its own, may have."""

LONGEST_WAIT = 86_400
"""Seconds, a day: nobody waits longer for an answer."""


def rules_folder() -> Path:
    """The folder of rulebooks: QUACK_RULES, else ./rules, else the one that came with the program.

    Raises:
        SettingsError: QUACK_RULES names no folder.
    """
    named = os.environ.get("QUACK_RULES")
    if named:
        folder = Path(named)
        if not folder.is_dir():
            raise SettingsError("QUACK_RULES names no folder", path=folder, remedy="set it to a folder of .lp files")
        return folder
    here = Path("rules")
    # A folder of that name may be anything; one without a rule file is somebody else's.
    if here.is_dir() and any(here.glob("*.lp")):
        return here
    return shipped_folder("rules")


def shipped_folder(name: str) -> Path:
    """The folder `rules` or `prompts` that belongs to the running program: packaged, or the checkout's own.

    Raises:
        SettingsError: the installation lacks it.
    """
    for folder in (PACKAGE / f"_{name}", PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise SettingsError(f"the installation lacks its {name}", path=PACKAGE, remedy="install quack again")


def prompts_folder() -> Path:
    """The folder of prompts that belongs to the running program."""
    return shipped_folder("prompts")


def batch_size() -> int:
    """How many games one solver control holds.

    Raises:
        SettingsError: QUACK_BATCH is no positive number.
    """
    return _number("QUACK_BATCH") or DEFAULT_BATCH


def max_seconds() -> int | None:
    """How long a rulebook that is not a shipped one may take to ground; None if nobody has said.

    Raises:
        SettingsError: QUACK_MAX_SECONDS is no positive number.
    """
    return _number("QUACK_MAX_SECONDS")


def max_memory() -> int | None:
    """How many MiB grounding such a rulebook may take; None if nobody has said.

    Raises:
        SettingsError: QUACK_MAX_MEMORY is no positive number.
    """
    return _number("QUACK_MAX_MEMORY")


def set_limits(seconds: int | None, memory: int | None) -> None:
    """Says instead of the environment how long, and how many MiB, such rulebooks may take; None leaves it as it is.

    The processes that this one starts know it too.
    """
    for name, number in (("QUACK_MAX_SECONDS", seconds), ("QUACK_MAX_MEMORY", memory)):
        if number is not None:
            os.environ[name] = str(number)


def _number(name: str) -> int | None:
    text = os.environ.get(name, "").strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < 1:
        raise SettingsError(f"{name} is {text!r}", remedy="set it to a number from 1, or leave it out")
    return int(text)


def ray_address() -> str | None:
    """The Ray cluster that is to be used; None if nobody has said."""
    return os.environ.get("RAY_ADDRESS", "").strip() or None


def prepare_ray() -> None:
    """Tells Ray, before it is imported, to report nothing about its use, and to leave the environment to us."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Its own way to run a program again inside another environment would start workers that lack ours.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")


def reference_required() -> bool:
    """Whether the tests have to fail where the reference games are missing."""
    return os.environ.get("QUACK_REQUIRE_REFERENCE", "") not in ("", "0")


def prepare_model_clients() -> None:
    """Tells dspy and litellm, before they are imported, to fetch no lists, read no `.env` and keep no answers."""
    for name in ("LITELLM_LOCAL_MODEL_COST_MAP", "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS", "LITELLM_OFFLINE_MODE"):
        os.environ.setdefault(name, "True")
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    # Never made: answers are kept in files of claims only.
    os.environ.setdefault("DSPY_CACHEDIR", os.path.join(tempfile.gettempdir(), f"quack-{os.getpid()}"))


def prepare_hub_client() -> None:
    """Tells the client of the hub, before it is imported, to report nothing and to draw no bars."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")


def forget_blank_keys() -> None:
    """Takes keys that are set to nothing out of the environment: the client libraries would take them for keys."""
    for name in [name for name, value in os.environ.items() if name.endswith("_API_KEY") and not value.strip()]:
        del os.environ[name]


_SECRET = re.compile(r"(?i)(?:key|token|secret|password|credential)s?(?:_|$)")
_LIKE_A_SECRET = re.compile(
    r"\b(?:(?:sk|pk|rk|gsk|xai|hf)[-_]|AIza)[A-Za-z0-9*_.-]{12,}|(?i:bearer\s+)\S+|(?<=://)[^/\s@]+@"
)


def without_secrets(text: str) -> str:
    """A text without what looks like a key, and without any that the environment holds."""
    return _LIKE_A_SECRET.sub("[key]", without_own_keys(text))


def without_own_keys(text: str) -> str:
    """A text without the keys that the environment holds; nothing else in it changes."""
    for name, value in os.environ.items():
        if len(value.strip()) >= 6 and _SECRET.search(name):
            text = text.replace(value.strip(), "[key]")
    return text
