"""Libraries that not every installation has, and what to say where one is missing."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from quack.errors import SettingsError

REMEDY = "pip install 'quack[export]'"
VIDEO_REMEDY = "pip install 'quack[video]'"


def is_here(module: str) -> bool:
    """Whether a module of an optional library can be imported."""
    return find_spec(module) is not None


def require(module: str) -> Any:
    """A module of an optional library.

    Raises:
        SettingsError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise SettingsError(f"this needs {module.partition('.')[0]}, which is not installed", remedy=REMEDY) from None
