"""What can be asked, as a list for reading and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rich.cells import cell_len

from quack.errors import printable
from quack.kb.predicates import Predicate, predicates
from quack.kb.query import with_short_forms
from quack.kb.rulebook import Rulebook

_WIDEST = 44


def schema_lines(rulebook: Rulebook) -> Iterator[str]:
    """The predicates of a rulebook under headings, each with what it means."""
    short, others = _parts(rulebook)
    given = [each for each in others if each.given]
    derived = [each for each in others if not each.given]
    yield from _section("Short forms, tick by tick", short)
    yield ""
    yield from _section("What logs and claims give", given)
    for file in dict.fromkeys(each.file for each in derived):
        yield ""
        yield from _section(f"{file}: {_question(rulebook, file)}", [each for each in derived if each.file == file])


def schema_json(rulebook: Rulebook) -> str:
    """The same as JSON."""
    short, others = _parts(rulebook)
    data = [
        {"name": each.signature[0], "arity": each.signature[1], "form": each.form, "means": each.words, "file": file,
         "from": kind}
        for each, kind, file in (
            *((each, "short form", "") for each in short),
            *((each, "log or claims" if each.given else "rules", each.file) for each in others),
        )
    ]  # fmt: skip
    return json.dumps(data, indent=1, ensure_ascii=False)


def _parts(rulebook: Rulebook) -> tuple[list[Predicate], list[Predicate]]:
    both = with_short_forms(rulebook)
    last = both.files[-1].source.name
    found = predicates(both)
    short = [each for each in found if each.file == last and not each.given]
    return short, [each for each in found if each.file != last]


def _question(rulebook: Rulebook, name: str) -> str:
    first = rulebook.source(name).text.partition("\n")[0]
    return first.removeprefix("%").strip()


def _section(title: str, found: list[Predicate]) -> Iterator[str]:
    yield printable(title)
    width = min(max((cell_len(each.form) for each in found), default=0), _WIDEST)
    for each in found:
        form = printable(each.form)
        yield f"  {form}{' ' * max(width - cell_len(form), 0)}  {printable(each.words)}".rstrip()
