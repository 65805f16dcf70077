"""The client of a model: DSPy's over litellm, without any memory of its own."""

from __future__ import annotations

import atexit
import gc
import logging
import warnings
from typing import Any
from urllib.parse import urlsplit

import dspy
import litellm

from quack.claims.model.options import ModelOptions
from quack.errors import SettingsError
from quack.settings import forget_blank_keys, without_secrets

# The store is the cache: DSPy's would keep malformed answers too, and mix up endpoints.
dspy.configure_cache(enable_disk_cache=False, enable_memory_cache=False)
# At the end the collector would look through all that the libraries have loaded, for more than a second.
atexit.register(gc.freeze)
# What is worth telling, faults and summaries tell.
for _name in ("LiteLLM", "dspy"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)
litellm.suppress_debug_info = True
warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)


def connect(options: ModelOptions) -> dspy.LM:
    """The model, ready to be asked; nothing is sent yet.

    Raises:
        SettingsError: its endpoint can't be one.
    """
    forget_blank_keys()
    more: dict[str, Any] = {"timeout": options.timeout}
    if options.api_base is not None:
        _require_url(options.api_base)
        more["api_base"] = options.api_base
        if _lacks_key(options.model):
            more["api_key"] = "none"  # a server of one's own wants none, but the client insists on one
    lm = dspy.LM(options.model, engine="litellm", cache=False, num_retries=0, **more)
    # Not as arguments: they would be refused for some models, where `Asker` leaves out what the provider rejects.
    lm.kwargs |= {"temperature": options.temperature, "max_tokens": options.max_tokens}
    lm.kwargs.pop("max_completion_tokens", None)
    return lm


def _require_url(api_base: str) -> None:
    """Nothing else goes: for an empty one the client would ask the provider, who has to be paid."""
    try:
        url = urlsplit(api_base)
        good = url.scheme in ("http", "https") and bool(url.hostname) and api_base.isprintable()
    except ValueError:
        good = False
    if not good:
        what = f"the endpoint {without_secrets(api_base)!r} is no address"
        raise SettingsError(what, remedy="write it as http://127.0.0.1:8080/v1, or leave it out")


def _lacks_key(model: str) -> bool:
    return bool(litellm.validate_environment(model)["missing_keys"])
