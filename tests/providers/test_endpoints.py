"""What is wrong with a model's name, its endpoint or its key is said before anybody is asked."""

from __future__ import annotations

import pytest

from quack.errors import SettingsError
from quack.providers.client import Client, ModelSpec
from tests.providers.conftest import ask
from tests.support.model_server import ModelServer

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "AZURE_API_KEY", "MISTRAL_API_KEY")
OWN = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("model", ["nobody/nothing", "nothing", "", "/", "openai"])
def test_a_name_whose_provider_nobody_knows_is_refused(model: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SettingsError, match="nobody knows the provider"):
        Client().check(ModelSpec(model))
    assert ("", "") == capfd.readouterr()


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai/gpt-5-mini", "OPENAI_API_KEY"),
        ("anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-2.5-flash", "GEMINI_API_KEY"),
        ("mistral/some-model", "MISTRAL_API_KEY"),
    ],
)
def test_a_missing_key_is_named(model: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (None, "", " \n"):
        if value is not None:
            monkeypatch.setenv(name, value)
        with pytest.raises(SettingsError, match="missing from the environment") as caught:
            Client().check(ModelSpec(model))
        assert name in (caught.value.remedy or "")


@pytest.mark.parametrize("name", ["GEMINI_API_KEY", "GOOGLE_API_KEY"])
def test_a_key_that_is_there_is_enough(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "sk-0123456789abcdef")
    Client().check(ModelSpec("gemini/gemini-2.5-flash"))


@pytest.mark.parametrize("model", ["openai/my-own", "anthropic/my-own", "hosted_vllm/my-own", "dashscope/my-own"])
def test_an_endpoint_of_ones_own_is_enough(model: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    spec = ModelSpec(model, api_base=server.url, retries=0)
    Client().check(spec)
    reply = ask(Client(), spec)
    assert 1 == len(server.asked) and (reply.fault is None or "authentication" != reply.fault.cause)


def test_a_key_of_the_environment_is_sent_to_an_endpoint_of_ones_own(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOGETHER_API_KEY", "a-key-of-mine-0123")
    ask(Client(), ModelSpec("together_ai/my-own", api_base=server.url, retries=0))
    (asked,) = server.asked
    assert "Bearer a-key-of-mine-0123" in asked.headers.values()


@pytest.mark.parametrize(
    "model", ["bedrock/anthropic.claude-3-sonnet-20240229-v1:0", "vertex_ai/gemini-2.5-pro", "azure/my-own"]
)
def test_credentials_that_may_lie_elsewhere_are_not_asked_for(model: str) -> None:
    Client().check(ModelSpec(model))


def test_a_refusal_holds_no_password() -> None:
    with pytest.raises(SettingsError) as caught:
        Client().check(ModelSpec("openai/my-own", api_base="ftp://me:hunter2@127.0.0.1"))
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("who", ["me:hunter2", "hunter2", ":hunter2", "hunter2:"])
def test_an_endpoint_with_a_user_or_a_password_is_refused_and_not_repeated(who: str) -> None:
    client, spec = Client(), ModelSpec("openai/my-own", api_base=f"http://{who}@127.0.0.1:9/v1")
    for call in (client.check, lambda spec: ask(client, spec)):
        with pytest.raises(SettingsError, match="the endpoint holds a user's name or password") as caught:
            call(spec)
        assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "model", ["openai/a\x1b[31mb", "openai/a\nb", "openai/\x07", "openai/\udcff", "openai/a\u202eb"]
)
def test_a_name_with_a_control_character_is_refused_in_one_line_that_holds_none(model: str) -> None:
    with pytest.raises(SettingsError, match=r"the model's name .* holds what is no letter, digit or sign") as caught:
        Client().check(ModelSpec(model, api_base=OWN))
    assert str(caught.value).isprintable()


def test_a_server_of_ones_own_is_not_looked_for_at_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOSTED_VLLM_API_BASE", raising=False)
    client, spec = Client(), ModelSpec("hosted_vllm/my-own")
    for call in (client.check, lambda spec: ask(client, spec)):
        with pytest.raises(SettingsError, match="no endpoint is given"):
            call(spec)
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", OWN)
    client.check(spec)
