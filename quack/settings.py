"""Where things lie and how much is done at once; the only reader of environment variables.

QUACK_RULES              a folder of rulebooks, instead of ./rules and the packaged ones
QUACK_BATCH              how many games one solver control holds (default 60)
QUACK_REQUIRE_REFERENCE  1: the tests fail, instead of being skipped, where the reference games are missing
"""

from __future__ import annotations

import os
from pathlib import Path

from quack.errors import SettingsError

PACKAGE = Path(__file__).resolve().parent

LOG_NAME = "game.jsonl"
"""A game is a folder with a file of this name."""

AUDIT_NAME = "audit.jsonl"
"""The file of records that `--out` writes for a game."""

DEFAULT_RULEBOOK = "observed"

DEFAULT_BATCH = 60


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
    text = os.environ.get("QUACK_BATCH", "").strip()
    if not text:
        return DEFAULT_BATCH
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise SettingsError(f"QUACK_BATCH is {text!r}", remedy="set it to a number from 1, or leave it out")
    return int(text)


def reference_required() -> bool:
    """Whether the tests have to fail where the reference games are missing."""
    return os.environ.get("QUACK_REQUIRE_REFERENCE", "") not in ("", "0")
