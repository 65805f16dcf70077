"""The texts that models are asked with: shipped ones in every language, and one's own, checked when they are loaded."""

from __future__ import annotations

import json
import re

import pytest

from quack.agents.model.prompts import FILES, LANGUAGES, load_prompts
from quack.errors import SettingsError
from quack.settings import prompts_folder
from tests.conftest import ROOT

SHIPPED = prompts_folder() / "players"
ACT = "$memory\n$now\n$actions\n"


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\$(\w+)", text, re.ASCII))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language):
    assert sorted(FILES) == sorted(path.name for path in (SHIPPED / language).iterdir())
    assert language == load_prompts(language).language


@pytest.mark.parametrize("file", FILES)
def test_the_texts_of_all_languages_tell_the_same(file):
    texts = [(SHIPPED / language / file).read_text("utf-8") for language in LANGUAGES]
    if file.endswith(".md"):
        assert placeholders(texts[0]) == placeholders(texts[1])
    else:
        english, chinese = map(json.loads, texts)
        assert {key: placeholders(text) for key, text in english.items()} == {
            key: placeholders(text) for key, text in chinese.items()
        }


def test_no_phrase_is_there_for_nothing():
    code = "".join(path.read_text("utf-8") for path in (ROOT / "quack/agents/model").glob("*.py"))
    computed = {"both", "global", "local"}
    for key in json.loads((SHIPPED / "en" / "phrases.json").read_text("utf-8")):
        assert f'"{key}"' in code or key.partition("_pictures")[0] in computed or f".{key}" in code, key


def test_a_file_of_ones_own_is_used_instead(tmp_path):
    (tmp_path / "act.md").write_text(ACT + "Be brave, $$!")
    own = load_prompts("en", tmp_path)
    filled = own.fill("act.md", {"memory": "m", "now": "$now {x}", "actions": "a"})
    assert "m\n$now {x}\na\nBe brave, $!" == filled
    assert own.digest != load_prompts("en").digest
    assert load_prompts("en").digest == load_prompts("en").digest


def test_a_file_for_a_language_outweighs_one_for_all(tmp_path):
    (tmp_path / "zh").mkdir()
    (tmp_path / "act.md").write_text(ACT + "all")
    (tmp_path / "zh" / "act.md").write_text(ACT + "中文", "utf-8")
    values = {"memory": "", "now": "", "actions": ""}
    assert "all" == load_prompts("en", tmp_path).fill("act.md", values)
    assert "中文" == load_prompts("zh", tmp_path).fill("act.md", values)


def test_some_phrases_can_be_changed(tmp_path):
    (tmp_path / "phrases.json").write_text('{"alone": "You are alone, {truly}."}')
    own = load_prompts("en", tmp_path)
    assert "You are alone, {truly}." == own.phrases("alone")
    assert load_prompts("en").phrases("nobody_dead") == own.phrases("nobody_dead")
    assert own.digest != load_prompts("en").digest


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("act.md", "$memory\n$now\n$acts $actions", 3, "nothing is called $acts"),
        ("act.md", "$memory\n$now\n", 3, "the prompt lacks $actions"),
        ("act.md", "$memory\n5 $ each\n$now $actions", 2, "a $ without a name"),
        ("system_goose.md", "$you\n$partners", 2, "nothing is called $partners"),
        ("system_duck.md", "$you", 1, "the prompt lacks $partners"),
        ("phrases.json", '{\n"alone": "x",\n"alon": "y"}', 3, "no phrase is called 'alon'"),
        ("phrases.json", '{\n"company": "x"}', 2, "the phrase 'company' lacks $players"),
        ("phrases.json", '{\n\n"alone": "$x"}', 3, "nothing is called $x"),
        ("phrases.json", '{\n"alone": "$"}', 2, "a $ without a name"),
        ("phrases.json", '{\n"alone": 7}', 2, "is no text"),
        ("phrases.json", '{\n"alone": "x",\n"alone": "y"}', 3, "stands there twice"),
        ("phrases.json", "{\n\nalone", 3, "is no JSON"),
        ("phrases.json", "[]", 1, "is no JSON object of texts"),
        ("phrases.json", "[" * 100_000, None, "is no JSON object of texts"),
    ],
)
def test_a_prompt_that_cannot_be_filled_in_is_refused_by_file_and_line(tmp_path, name, text, line, said):
    (tmp_path / name).write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_prompts("en", tmp_path)
    assert (tmp_path / name, line) == (caught.value.path, caught.value.line)
    assert said in caught.value.what
    assert caught.value.remedy


def test_a_folder_without_prompts_or_with_a_strange_one_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="no folder of prompts"):
        load_prompts("en", tmp_path / "none")
    with pytest.raises(SettingsError, match="holds no prompt"):
        load_prompts("en", tmp_path)
    (tmp_path / "README.md").write_text("mine")
    (tmp_path / "acts.md").write_text("mine")
    with pytest.raises(SettingsError, match="no prompt has this name"):
        load_prompts("en", tmp_path)


def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / "act.md").write_bytes(b"\xff$memory")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_prompts("en", tmp_path)
    (tmp_path / "act.md").unlink()
    (tmp_path / "act.md").mkdir()
    with pytest.raises(SettingsError, match="can't be read"):
        load_prompts("en", tmp_path)


def test_a_language_without_prompts_is_refused():
    with pytest.raises(SettingsError, match="name one of: en, zh"):
        load_prompts("de")  # type: ignore[arg-type]
