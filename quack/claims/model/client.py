"""The client of a model: DSPy's over litellm, without any memory of its own."""

from __future__ import annotations

import logging
from typing import Any

import dspy

from quack.claims.model.options import ModelOptions
from quack.providers.endpoints import connection, load_litellm

# The store is the cache: DSPy's would keep malformed answers too, and mix up endpoints.
dspy.configure_cache(enable_disk_cache=False, enable_memory_cache=False)
logging.getLogger("dspy").setLevel(logging.CRITICAL)
load_litellm()


def connect(options: ModelOptions) -> dspy.LM:
    """The model, ready to be asked; nothing is sent yet.

    Raises:
        SettingsError: its endpoint can't be one.
    """
    more: dict[str, Any] = {"timeout": options.timeout, **connection(options.model, options.api_base)}
    lm = dspy.LM(options.model, engine="litellm", cache=False, num_retries=0, **more)
    # Not as arguments: they would be refused for some models, where `Asker` leaves out what the provider rejects.
    lm.kwargs |= {"temperature": options.temperature, "max_tokens": options.max_tokens}
    lm.kwargs.pop("max_completion_tokens", None)
    return lm
