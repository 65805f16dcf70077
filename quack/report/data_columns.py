"""What a column of exported data is: one description from which data frames, files, checks and documents are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Dtype = Literal["string", "category", "Int64", "Float64", "boolean"]
"""The types of pandas in which a missing value stays missing; a category is text of which there are few."""

KINDS: dict[Dtype, type | tuple[type, ...]] = {
    "string": str,
    "category": str,
    "Int64": int,
    "Float64": float,
    "boolean": bool,
}
"""What the values of a column are in Python, where they aren't missing."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        name: its head.
        dtype: its type in pandas.
        unit: what a number counts, or the form of a text; "" where there is nothing to say.
        nullable: whether values may be missing.
        meaning: what it says, in a phrase.
        of: its value of what a row is about; None is missing.
    """

    name: str
    dtype: Dtype
    unit: str
    nullable: bool
    meaning: str
    of: Callable[[Any], Any]

    @property
    def textual(self) -> bool:
        """Whether its values are text."""
        return self.dtype in ("string", "category")

    def to_json(self) -> dict[str, Any]:
        """The description as JSON values."""
        return {
            "name": self.name,
            "dtype": self.dtype,
            "unit": self.unit or None,
            "nullable": self.nullable,
            "meaning": self.meaning,
        }


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table of exported data.

    Attributes:
        name: its name, and that of its files.
        row: what a row is about.
        columns: in order.
    """

    name: str
    row: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The heads of its columns."""
        return tuple(column.name for column in self.columns)

    def values(self, about: Any) -> tuple[Any, ...]:
        """A row: the values of its columns."""
        return tuple([column.of(about) for column in self.columns])


def column(
    name: str, dtype: Dtype, meaning: str, of: Callable[[Any], Any], *, unit: str = "", nullable: bool = False
) -> Column:
    """A column, in the order in which one says it."""
    return Column(name, dtype, unit, nullable, meaning, of)


def maybe(name: str, dtype: Dtype, meaning: str, of: Callable[[Any], Any], *, unit: str = "") -> Column:
    """A column whose values may be missing."""
    return Column(name, dtype, unit, True, meaning, of)
