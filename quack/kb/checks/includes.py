"""Does a rulebook include what it is made of, once?"""

from __future__ import annotations

from collections.abc import Iterator

from quack.errors import RulebookError
from quack.kb.checks.book import Book
from quack.kb.checks.finding import Finding
from quack.kb.checks.registry import check
from quack.kb.layers import base_name


@check()
def base_left_out(book: Book) -> Iterator[Finding]:
    """A layer that includes nothing, so that nothing of its base is in it."""
    source = book.files[0].source
    try:
        base = base_name(source)
    except RulebookError:
        return  # told while reading
    if base is not None and not book.files[0].scanned.includes:
        name, line = base
        what, remedy = f"a layer over {name} that includes nothing of it", f'write #include "{name}.lp". below'
        yield Finding("include", "error", source.path, line, None, what, remedy)


@check()
def repeated_includes(book: Book) -> Iterator[Finding]:
    """Files that one file includes twice."""
    for file in book.files:
        seen: dict[str, int] = {}
        for each in file.scanned.includes:
            first = seen.setdefault(each.target, each.line)
            if first != each.line:
                what = f'"{each.target}" is included twice: first in line {first}'
                error = file.source.error(what, each.line, each.column, "take one out")
                yield Finding.of(error, "include", "warning")
