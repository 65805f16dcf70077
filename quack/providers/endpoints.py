"""Where models are reached: the client library made quiet, and what is wrong with an endpoint, a name or a key."""

from __future__ import annotations

import atexit
import gc
import logging
import warnings
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from quack.errors import SettingsError
from quack.pause import interrupts_held
from quack.settings import forget_blank_keys, prepare_model_clients, without_secrets

_OWN_SERVERS = frozenset(
    ("aiohttp_openai", "custom", "custom_openai", "hosted_vllm", "litellm_proxy", "lm_studio", "oobabooga",
     "openai_like", "xinference")
)  # fmt: skip
"""Providers whose models run on a server of one's own; without an endpoint litellm would ask OpenAI."""


@cache
def load_litellm() -> Any:
    """litellm, which takes seconds to load: it fetches nothing, keeps nothing, reports nothing and prints nothing."""
    prepare_model_clients()
    with interrupts_held():
        import litellm

    # At the end the collector would look through all that the libraries have loaded, for more than a second.
    atexit.register(gc.freeze)
    # What is worth telling, faults and summaries tell.
    for name in ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "litellm"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.cache = None
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)
    # A call that is cancelled before it is sent leaves one of its coroutines behind.
    warnings.filterwarnings("ignore", message="coroutine .*completion. was never awaited", category=RuntimeWarning)
    return litellm


def connection(model: str, api_base: str | None) -> dict[str, str]:
    """How a request says where it goes: nothing for the provider's own endpoint, whose key is in the environment.

    Raises:
        SettingsError: the endpoint can't be one, or is needed and missing.
    """
    forget_blank_keys()
    if api_base is None:
        _require_own_server(model)
        return {}
    require_url(api_base)
    if _missing_keys(model):
        return {"api_base": api_base, "api_key": "none"}  # a server of one's own wants none, but the client does
    return {"api_base": api_base}


def require_url(api_base: str) -> None:
    """Nothing else goes: for an empty one the client would ask the provider, who has to be paid.

    Raises:
        SettingsError: it is no address, or holds a user's name or password.
    """
    try:
        url = urlsplit(api_base)
        good = url.scheme in ("http", "https") and bool(url.hostname) and api_base.isprintable()
    except ValueError:
        good = False
    if not good:
        what = f"the endpoint {without_secrets(api_base)!r} is no address"
        raise SettingsError(what, remedy="write it as http://127.0.0.1:8080/v1, or leave it out")
    if "@" in url.netloc:
        # The client can't send them beside a key; and addresses are shown, and kept with what was asked.
        what = "the endpoint holds a user's name or password before an @"
        raise SettingsError(what, remedy="leave them out: a key is taken from the environment, as OPENAI_API_KEY is")


def require_provider(model: str, api_base: str | None) -> None:
    """Holds that it is clear who is to be asked for a model, whether or not there is a key.

    Raises:
        SettingsError: the endpoint is no address, or is needed and missing; or nobody knows the provider.
    """
    if not model.isprintable():
        what = f"the model's name {without_secrets(model)!r} holds what is no letter, digit or sign"
        raise SettingsError(what, remedy="write it as litellm does, such as openai/gpt-5-mini")
    connection(model, api_base)
    try:
        load_litellm().get_llm_provider(model=model)
    except Exception:  # of whatever kind: it is the name that can't be read
        what = f"nobody knows the provider of the model {without_secrets(model)!r}"
        raise SettingsError(what, remedy="write it as litellm does, such as openai/gpt-5-mini") from None


def require_model(model: str, api_base: str | None) -> None:
    """Holds that a model can be asked, as far as that can be said without asking anybody.

    Raises:
        SettingsError: `require_provider` raises it, or the provider's key is missing.
    """
    require_provider(model, api_base)
    missing = _missing_keys(model) if api_base is None else []
    # Where more than a key is wanted, credentials may also lie in files.
    if missing and all(name.endswith("_API_KEY") for name in missing):
        remedy = f"set {' or '.join(missing)}, or name an endpoint of your own that needs no key"
        raise SettingsError(f"the key of {model} is missing from the environment", remedy=remedy)


def _require_own_server(model: str) -> None:
    """An endpoint may also be in the environment, under a name of the provider's."""
    if model.partition("/")[0] in _OWN_SERVERS and not load_litellm().get_llm_provider(model=model)[3]:
        what = f"{without_secrets(model)} runs on a server of one's own, and no endpoint is given"
        raise SettingsError(what, remedy="give it as http://127.0.0.1:8080/v1")


def _missing_keys(model: str) -> list[str]:
    """The names under which litellm looks for the key of a model, if it finds none."""
    litellm = load_litellm()
    try:
        key = litellm.get_llm_provider(model=model)[2]  # also under a name that the other function doesn't know
    except Exception:
        return []  # asking for the model will say what is wrong
    return [] if key else list(litellm.validate_environment(model)["missing_keys"])
