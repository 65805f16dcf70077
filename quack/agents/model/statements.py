"""Which of the things that a reply says is what it decides; the rules are in quack/agents/model/reading.py."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from quack.agents.model import wording
from quack.agents.model.replies import OBJECT, SAID, Page
from quack.agents.model.wording import MARKS
from quack.game.agent import NoAnswer

T = TypeVar("T")

_GAP = re.compile(r"[\s*_`\"'>\[]{0,20}(?:```\w{0,10}\n\s{0,9})?")
_TAG_END = re.compile(r"[ \t]*</\w{1,20}>[ \t]*")
_BEFORE_OBJECT = re.compile(rf"[\s\[,`*_>{OBJECT}-]*+(?:json[ \t]*)?(?:<\w{{1,20}}>)?\s*", re.IGNORECASE)
_AFTER_OBJECT = re.compile(
    rf"[ \t\],`*_{OBJECT}{SAID}|]*+(?:</\w{{1,20}}>)?[.。]?[ \t]*+(?:</\w{{1,20}}>)?(?=\n|\Z|\])"
)
_MOST_AFTER = 2_000


class Stated(NamedTuple, Generic[T]):
    """Something that stands from `start` up to `end` of a reply, and what is said with it."""

    start: int
    end: int
    value: T
    say: str | None = None


class Grammar(Protocol[T]):
    """How what can be decided is written in one reply.

    Attributes:
        label: what announces the answer, such as "Action:".
        intent: how a sentence begins that states one, such as "I choose".
        bare: whether a name or a word alone may be the last line, and a sentence may decide without a form.
    """

    label: re.Pattern[str]
    intent: re.Pattern[str]
    bare: bool

    def forms(self) -> Iterator[Stated[T]]:
        """Whatever is written as it was offered, such as `move(storage)`."""

    def form_at(self, position: int) -> Stated[T] | None:
        """The form that begins at a position."""

    def phrase_at(self, position: int) -> Stated[T] | None:
        """What the words that begin at a position mean, such as "move to storage"."""

    def in_object(self, value: Mapping[str, Any]) -> tuple[T, str | None] | None:
        """What a JSON object states, and the words that are said; None if nothing.

        Raises:
            NoAnswer: it states several things, or none that can be read.
        """


def unreadable(reason: str) -> NoReturn:
    raise NoAnswer("unreadable", reason)


class Statements(Generic[T]):
    """Finds what a reply decides, by the rules in order.

    Args:
        what: what is decided, in a word.
    """

    def __init__(self, page: Page, grammar: Grammar[T], what: str) -> None:
        self._page = page
        self._plain = page.plain
        self._grammar = grammar
        self._what = what
        self._forms = list(grammar.forms())

    def decided(self) -> Stated[T]:
        """Raises NoAnswer: nothing is decided, or more than one thing."""
        last = self._last_line()
        final = self._closing(last, sure=True)
        if final is not None:
            return final
        words = self._closing(last, sure=False)
        closing = [] if words is None else [words]
        # An object first: it has the words that are said.
        objects = self._in_objects()
        named = [*objects, *self._labelled(max((one.end for one in objects), default=-1))]
        if closing and not named:
            return self._agreed([*closing, *self._forms])
        chosen = self._agreed([*named, *closing]) if named else self._in_prose()
        if wording.is_taken_back(self._plain, max(one.end for one in (*named, chosen))):
            unreadable(f"takes back the {self._what} that it states")
        return chosen

    def _agreed(self, stated: list[Stated[T]]) -> Stated[T]:
        """The first of several, which all have to state the same."""
        if any(one.value != stated[0].value for one in stated):
            unreadable(f"states several {self._what}s and decides on none")
        return stated[0]

    # --- the last line

    def _last_line(self) -> tuple[int, int] | None:
        """Where the last line is that says something; None if that is an object."""
        end = len(self._plain)
        while end > 0:
            start = self._plain.rfind("\n", 0, end) + 1
            line = self._plain[start:end]
            if OBJECT in line:
                return None
            if line.strip(MARKS + SAID + "~\r") and not wording.is_fence(line) and not _TAG_END.fullmatch(line):
                return start, end
            end = start - 1
        return None

    def _closing(self, last: tuple[int, int] | None, *, sure: bool) -> Stated[T] | None:
        """What the last line states, if it is that and nothing else and no item of a list."""
        stated = self._alone(*last, sure=sure) if last else None
        if last is None or stated is None or wording.is_misled(self._plain, last[0]):
            return None
        if wording.is_cited(self._plain, stated.start, stated.end):
            return None
        span = wording.above(self._plain, last[0])
        if span is None:
            return stated
        line = self._plain[slice(*span)]
        listed = wording.ITEM.match(line), wording.ITEM.match(self._plain, last[0])
        if all(listed):
            self._agreed([stated, *(one for one in self._forms if span[0] <= one.start < span[1])])
        if listed[0] is None or listed[1] is not None:
            other = self._alone(*span, sure=sure)
            self._agreed([stated, *([] if other is None else [other])])
        if not sure and wording.leads_on(line, adjoins=span[1] + 1 == last[0]) and not wording.DECIDES.search(line):
            return None
        return stated

    def _alone(self, start: int, end: int, *, sure: bool) -> Stated[T] | None:
        """What a line states that is nothing else; `sure`: it has a form or is called the answer."""
        found = wording.LEADING.match(self._plain, start, end)
        position = found.end() if found else start
        label = self._grammar.label.match(self._plain, position, end)
        if label and (gap := _GAP.match(self._plain, label.end(), end)):
            position = gap.end()
        places = self._places(position)
        found_at = [self._grammar.form_at(place) for place in places]
        if label or (not sure and (self._grammar.bare or len(places) > 1 or self._is_all(start, end))):
            found_at += [self._grammar.phrase_at(place) for place in places]
        whole = (one for one in found_at if one is not None and wording.is_whole(self._plain[one.end : end]))
        return next(whole, None)

    def _places(self, position: int) -> list[int]:
        """Where a statement may begin: at a position, or behind an "I will" that stands there."""
        intent = self._grammar.intent.match(self._plain, position)
        return [position, intent.end()] if intent else [position]

    def _is_all(self, start: int, end: int) -> bool:
        return not (self._plain[:start] + self._plain[end:]).strip(MARKS + SAID + "\n")

    # --- JSON and labels

    def _in_objects(self) -> list[Stated[T]]:
        """What the objects state that stand for themselves."""
        stated: list[Stated[T]] = []
        for start, end, value in self._page.objects:
            if self._stands_alone(start, end) and (found := self._grammar.in_object(value)) is not None:
                stated.append(Stated(start, end, *found))
        return [self._agreed(stated[::-1])] if stated else []

    def _stands_alone(self, start: int, end: int) -> bool:
        lead = wording.line_before(self._plain, start)
        # Not to the end of any line: each of many objects on it would look through all others.
        after = _AFTER_OBJECT.match(self._plain, end, end + _MOST_AFTER)
        if after is None or after.end() == end + _MOST_AFTER:
            return False
        if _BEFORE_OBJECT.fullmatch(lead):
            return not wording.is_misled(self._plain, start - len(lead))
        if OBJECT in lead:
            return False
        labels = (*self._grammar.label.finditer(lead), *self._grammar.intent.finditer(lead))
        behind = [one for one in labels if not lead[one.end() :].strip(MARKS)]
        return any(wording.opens_sentence(self._plain, start - len(lead) + one.start()) for one in behind)

    def _labelled(self, objects_end: int) -> list[Stated[T]]:
        """What the last label announces."""
        labels = self._grammar.label.finditer(self._plain)
        last = None
        for label in labels:
            if wording.opens_sentence(self._plain, label.start()):
                last = label
        if last is None:
            return []
        gap = _GAP.match(self._plain, last.end())
        places = self._places(gap.end() if gap else last.end())
        read = (self._grammar.form_at, self._grammar.phrase_at)
        stated = next((one for at in read for place in places if (one := at(place)) is not None), None)
        if stated is not None and self._goes_on_well(stated):
            return [stated]
        if last.end() > objects_end and not self._plain[places[0] :].startswith(OBJECT):
            unreadable(f"what it calls its {self._what} is none")
        return []

    def _goes_on_well(self, stated: Stated[T]) -> bool:
        """Whether what follows leaves a statement as it is, and is not another."""
        following = wording.next_in_list(self._plain, stated.end)
        if following is not None and self._grammar.form_at(following) is not None:
            return False
        if following is not None and self._grammar.bare and self._grammar.phrase_at(following) is not None:
            return False
        return wording.goes_on_well(self._plain, stated.end)

    # --- prose

    def _in_prose(self) -> Stated[T]:
        """What a sentence decides, or else the only form of all, if nothing puts it in doubt."""
        intended = [one for one in map(self._intended, self._grammar.intent.finditer(self._plain)) if one is not None]
        if intended:
            return self._agreed(intended[::-1])
        if not self._forms:
            unreadable(f"states no {self._what}")
        self._agreed(self._forms)
        meant = (*filter(self._is_meant, self._forms[::-1]), *filter(self._is_own, self._forms[::-1]))
        return next(iter(meant), None) or unreadable(f"does not state the {self._what} that it mentions")

    def _intended(self, intent: re.Match[str]) -> Stated[T] | None:
        stated = self._grammar.form_at(intent.end())
        if stated is None and self._grammar.bare:
            stated = self._grammar.phrase_at(intent.end())
        if stated is None or not self._goes_on_well(stated) or wording.stands_aside(self._plain, intent.start()):
            return None
        cited = wording.is_cited(self._plain, stated.start, stated.end)
        return stated if not cited and wording.opens_sentence(self._plain, intent.start()) else None

    def _is_meant(self, form: Stated[T]) -> bool:
        plain = self._plain
        if wording.stands_aside(plain, form.start) or wording.is_cited(plain, form.start, form.end):
            return False
        if not wording.ends_well(plain, form.end) or not wording.opens_sentence(plain, form.start):
            return False
        begins = not wording.line_before(plain, form.start).strip(MARKS)
        return (begins and self._last_doubt < form.end) or wording.is_last_sentence(plain, form.end)

    def _is_own(self, form: Stated[T]) -> bool:
        aside = wording.stands_aside(self._plain, form.start) or wording.is_cited(self._plain, form.start, form.end)
        return not aside and wording.is_own_sentence(self._plain, form.start, form.end)

    @cached_property
    def _last_doubt(self) -> int:
        return wording.last_doubt(self._plain)
