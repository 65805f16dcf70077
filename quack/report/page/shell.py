"""The HTML around the data of a page: one file that needs nothing else and can do nothing that it isn't made to do.

What comes from logs, claims and rules is in the page as JSON in a block that no browser runs; the scripts put it into
the page as text. The page's policy lets only the scripts and styles run that are in it, known by their digests, and
lets nothing be fetched, sent or embedded.
"""

from __future__ import annotations

import base64
import codecs
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from html import escape
from importlib import resources
from typing import Any

import msgspec

from quack.errors import printable
from quack.report.theme import DARK, LIGHT, Theme


def html_of(
    title: str,
    body: str,
    *,
    styles: Sequence[str],
    scripts: Sequence[str],
    data: Mapping[str, object],
    sources: Sequence[str] = (),
) -> str:
    """A whole page.

    Args:
        body: the file in `quack/report/assets/` that is its body; `styles` and `scripts` are such files too.
        data: models by the id of the block that they are put in.
        sources: what the page may load scripts from besides.
    """
    css = [theme_css(), *map(asset, styles)]
    js = [asset(name) for name in scripts]
    policy = (
        f"default-src 'none'; script-src {' '.join([*map(_digest, js), *sources])}; "
        f"style-src {' '.join(map(_digest, css))}; base-uri 'none'; form-action 'none'"
    )
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(printable(title))}</title>",
        *(f"<style>{text}</style>" for text in css),
    ]
    blocks = [f'<script type="application/json" id="{name}">{block(model)}</script>' for name, model in data.items()]
    parts = [*head, asset(body), *blocks, *(f"<script>{text}</script>" for text in js)]
    return f'<!DOCTYPE html>\n<html lang="en">\n{_lines(parts)}</html>\n'


def block(model: object) -> str:
    """A model as JSON that nothing in it can end the element of, nor open a comment in."""
    text = page_json(model)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def page_json(data: object) -> str:
    """Models as JSON: dataclasses become objects, named tuples lists; ASCII only."""
    try:
        text = _ENCODER.encode(data).decode()
    except (UnicodeEncodeError, OverflowError):
        # The name of a folder need not be text: its odd bytes are lone surrogates, which only escapes can write. And
        # integers may have more than 64 bits.
        return json.dumps(data, default=_as_object, separators=(",", ":"))
    return text.replace("\x7f", "\\u007f").encode("ascii", _ESCAPED).decode()


_ENCODER = msgspec.json.Encoder()
_ESCAPED = "quack.escaped"
"""The way of encoding that writes what is not ASCII as JSON escapes it: far quicker than replacing that in a text."""


@lru_cache(maxsize=1000)
def _escape(odd: str) -> str:
    return json.dumps(odd)[1:-1]


def _escaped(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError), "it is asked for where text is encoded"
    return _escape(error.object[error.start : error.end]), error.end


codecs.register_error(_ESCAPED, _escaped)


def _as_object(model: Any) -> dict[str, Any]:
    return {field.name: getattr(model, field.name) for field in fields(model)}


@lru_cache(maxsize=100)
def asset(name: str) -> str:
    """A file of `quack/report/assets/`."""
    return (resources.files("quack.report") / "assets" / name).read_text("utf-8")


@lru_cache(maxsize=100)
def _digest(text: str) -> str:
    """How a policy names an element by its text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _lines(parts: Iterable[str]) -> str:
    return "".join(f"{part}\n" for part in parts)


@lru_cache(maxsize=1)
def theme_css() -> str:
    """The colours of plots as variables of a style sheet, for light and dark."""
    light, dark = (" ".join(f"--{name}: {colour};" for name, colour in _colours(theme)) for theme in (LIGHT, DARK))
    return f":root {{ {light} }}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"


def _colours(theme: Theme) -> Iterable[tuple[str, str]]:
    yield from (("ground", theme.ground), ("ink", theme.ink), ("faint", theme.faint), ("grey", theme.grey.colour))
    yield from ((f"mark{number}", mark.colour) for number, mark in enumerate(theme.marks))
