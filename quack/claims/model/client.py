"""The client of a model: DSPy's over litellm, without any memory of its own."""

from __future__ import annotations

import atexit
import gc
import logging
from typing import Any

import dspy

from quack.claims.model.options import ModelOptions

# The store is the cache: DSPy's would keep malformed answers too, and mix up endpoints.
dspy.configure_cache(enable_disk_cache=False, enable_memory_cache=False)
# At the end the collector would look through all that the libraries have loaded, for more than a second.
atexit.register(gc.freeze)
# What is worth telling, faults and summaries tell.
for _name in ("LiteLLM", "dspy"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


def connect(options: ModelOptions) -> dspy.LM:
    """The model, ready to be asked; nothing is sent yet."""
    more: dict[str, Any] = {"timeout": options.timeout}
    if options.api_base is not None:
        more["api_base"] = options.api_base
        if _lacks_key(options.model):
            more["api_key"] = "none"  # a server of one's own wants none, but the client insists on one
    lm = dspy.LM(options.model, engine="litellm", cache=False, num_retries=0, **more)
    # Not as arguments: they would be refused for some models, where `Asker` leaves out what the provider rejects.
    lm.kwargs |= {"temperature": options.temperature, "max_tokens": options.max_tokens}
    lm.kwargs.pop("max_completion_tokens", None)
    return lm


def _lacks_key(model: str) -> bool:
    import litellm

    return bool(litellm.validate_environment(model)["missing_keys"])
