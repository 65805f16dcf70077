"""YAML files that people write by hand: their values, and the lines that these stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from quack.errors import QuackError

MAX_BYTES = 1_000_000
"""A longer file is refused."""

MAX_VALUES = 1_000_000
"""So many values may a file stand for. Only one in which names (&) of values are used again (*) can have more."""

_UNCLEAR = re.compile(r"[-+]?(?:0[0-9_]+|[0-9_]+(?::[0-9_]+)+(?:\.[0-9_]*)?)")
_SHOWN = 40

Key = str | int
"""A key of a mapping, or a position in a list."""


class Kind(NamedTuple):
    """What a file is, for what is said about one that can't be used.

    Attributes:
        error: the error that is raised.
        name: what it is called, such as "the map".
        other: what to do where there is no such file.
        mend: what to do where it is not what it should be.
    """

    error: type[QuackError]
    name: str
    other: str
    mend: str


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A file as it was read.

    Attributes:
        data: the values.
    """

    data: Any
    _root: Any

    def line(self, *keys: Key) -> int | None:
        """The line on which a value's key or, in a list, the value itself stands; of what is not there, its whole's."""
        node, line = self._root, _line(self._root)
        for key in keys:
            found = next((part for part in _parts(node) if part[0] == key), None)
            if found is None:
                break
            _, line, node = found
        return line

    def repeated(self) -> tuple[str, int] | None:
        """The first key that stands twice in the same place, with the line of the second; YAML forgets the first."""
        waiting, seen = [self._root], {id(self._root)}
        while waiting:
            node = waiting.pop()
            keys: set[Key] = set()
            for key, line, value in _parts(node):
                if key in keys:
                    return str(key), line
                keys.add(key)
                if id(value) not in seen:  # a value may stand in several places
                    seen.add(id(value))
                    waiting.append(value)
        return None


def read_yaml(path: Path, kind: Kind) -> YamlFile:
    """Reads a file.

    Raises:
        QuackError: of the kind's own type: it can't be read, is too long, or is not YAML.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise kind.error(f"can't read {kind.name}: {reason}", path=path, remedy=kind.other) from None
    if len(text) > MAX_BYTES:
        raise kind.error(f"{kind.name} is longer than {MAX_BYTES} bytes", path=path, remedy=kind.mend)
    return parse_yaml(text, path, kind)


def parse_yaml(text: bytes, path: Path | str, kind: Kind) -> YamlFile:
    """The same of a file's content; `path` says where it stood.

    Raises:
        QuackError: of the kind's own type: it is not YAML.
    """
    import yaml

    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
        try:
            root = loader.get_single_node()
            if root is not None and (fault := _excess(root) or _misread(root)):
                raise kind.error(fault[0], path=path, line=fault[1], remedy=kind.mend)
            return YamlFile(None if root is None else loader.construct_document(root), root)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = {"line": mark.line + 1, "column": mark.column + 1} if mark else {}
        raise kind.error(f"not YAML: {error.problem}", path=path, **place, remedy=kind.mend) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise kind.error(f"not YAML: {error}", path=path, remedy=kind.mend) from None
    except (LookupError, AttributeError, TypeError):
        # What its constructors come to, where a tag says that a word is a number, a date or a boolean.
        raise kind.error("not YAML: a tag (!!) that its value does not fit", path=path, remedy=kind.mend) from None


def _excess(root: Any) -> tuple[str, int | None] | None:
    """Why what a file's aliases stand for is beyond use, with the line; None as long as it is not."""
    sizes: dict[int, int] = {}  # of finished nodes; 0: of one that is being counted
    waiting = [root]
    while waiting:
        node = waiting[-1]
        parts = _children(node)
        if id(node) not in sizes:
            sizes[id(node)] = 0
            for part in parts:
                if sizes.get(id(part)) == 0:
                    return "this value is a part of itself: its name (&) is used (*) within it", _line(part)
                if id(part) not in sizes:
                    waiting.append(part)
            continue
        waiting.pop()
        if sizes[id(node)] == 0:
            sizes[id(node)] = 1 + sum(sizes[id(part)] for part in parts)
            if sizes[id(node)] > MAX_VALUES:
                return f"names (&) that are used again (*) make more than {MAX_VALUES:,} values of this", _line(node)
    return None


def _misread(root: Any) -> tuple[str, int | None] | None:
    """A number that means another one than it looks like, with its line: YAML reads 010 as 8, and 1:30 as 90."""
    waiting, seen = [root], {id(root)}
    while waiting:
        node = waiting.pop()
        if node.id == "scalar" and node.tag.endswith((":int", ":float")) and _UNCLEAR.fullmatch(node.value):
            what = f"{node.value[:_SHOWN]} is another number in YAML than it looks like"
            return f"{what}: write it without a zero in front and without a colon, or in quotes", _line(node)
        parts = [part for part in _children(node) if id(part) not in seen]
        seen.update(map(id, parts))
        waiting += parts
    return None


def _children(node: Any) -> list[Any]:
    """The nodes of which a node is made, keys included."""
    if node.id == "mapping":
        return [part for pair in node.value for part in pair]
    return list(node.value) if node.id == "sequence" else []


def _line(node: Any) -> int | None:
    return None if node is None else node.start_mark.line + 1


def _parts(node: Any) -> Iterator[tuple[Key, int, Any]]:
    """The parts of a mapping or of a list: key or position, line, node."""
    kind = getattr(node, "id", None)
    if kind == "mapping":
        for key, value in node.value:
            if key.id == "scalar":
                yield key.value, key.start_mark.line + 1, value
    elif kind == "sequence":
        for position, value in enumerate(node.value):
            yield position, value.start_mark.line + 1, value
