"""Libraries that not every installation has, and what to say where one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from quack.errors import SettingsError

REMEDY = "pip install 'quack[export]'"


def require(module: str) -> Any:
    """A module of an optional library.

    Raises:
        SettingsError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise SettingsError(f"this needs {module.partition('.')[0]}, which is not installed", remedy=REMEDY) from None
