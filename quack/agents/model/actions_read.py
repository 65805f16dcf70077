"""The action that an answer states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quack.agents.model.action_words import FIELDS, FORM, INTENT, KINDS, LABEL, PHRASES, TARGET_KEYS
from quack.agents.model.actions_in_json import stated_in
from quack.agents.model.lexicon import Lexicon, folded, players_of, rooms_of
from quack.agents.model.replies import SAID, Page, page_of, simple_signs
from quack.agents.model.statements import Stated, Statements, unreadable
from quack.agents.model.wording import MARKS
from quack.game.actions import Action, Kind
from quack.game.agent import Decision, Speech
from quack.game.observation import Briefing, Observation

_MOST_TARGET = 60
_DEEP = 3
_GAP = re.compile(r"[ \t|,;&`*\"']{0,10}(?:and |then |并|同时)?[ \t|,;`*\"']{0,5}", re.IGNORECASE)
_NAMED = re.compile(r"\s*(?P<key>\w{1,12})\s*[=:]\s*(?P<value>.*)", re.DOTALL)
_ROOM = re.compile(r"(?:(?:back )?(?:in)?to )?(?:the )?(?P<room>.*?)(?: room)?", re.IGNORECASE | re.DOTALL)
_PLACEHOLDERS = frozenset("room player name target player_id room_name player_name 房间 玩家 名字 ... …".split())


class Names(NamedTuple):
    """What the targets of actions can name, to the player that acts."""

    own: str
    rooms: Lexicon
    players: Lexicon
    tasks: frozenset[str]

    def action(self, kind: Kind, target: str) -> Action:
        """An action with what its target names; with the target as it stands where that is nobody and nowhere."""
        target = target.strip()
        if kind in ("move", "kill"):
            return Action(kind, self._owner(kind, target) or target[:_MOST_TARGET] or None)
        if kind == "do_task" and target and folded(target.strip("\"'`*")) not in self.tasks:
            # Another task than the one here is meant, which can't be worked on.
            return Action(kind, target[:_MOST_TARGET])
        return Action(kind)

    def _owner(self, kind: Kind, target: str) -> str | None:
        names = self.rooms if kind == "move" else self.players
        owner = names.whole(target)
        if owner is None and (named := _NAMED.fullmatch(target)) and named["key"].casefold() in TARGET_KEYS[kind]:
            owner = names.whole(named["value"])
        if owner is None and kind == "move" and (room := _ROOM.fullmatch(simple_signs(target).strip("\"'`* "))):
            owner = names.whole(room["room"])
        return owner


def stated_action(text: str, briefing: Briefing, observation: Observation) -> Decision:
    """What a text decides.

    Raises:
        NoAnswer: nothing, or nothing that can be read.
    """
    here = (name for task in observation.tasks if task.room == observation.room for name in (task.name, task.room))
    names = Names(briefing.player, rooms_of(briefing), players_of(briefing), frozenset(map(folded, here)))
    return _decision(text, names, _DEEP)


def _decision(text: str, names: Names, depth: int) -> Decision:
    page = page_of(text)
    chosen = Statements(page, _Actions(page, names, depth), "action").decided()
    say = chosen.say if chosen.say is not None else _said_with(chosen, page)
    return Decision(chosen.value, None if say is None or not say.strip() else Speech(say))


class _Actions:
    """How actions are written in one reply."""

    label, intent, bare = LABEL, INTENT, False

    def __init__(self, page: Page, names: Names, depth: int) -> None:
        self._page = page
        self._names = names
        self._depth = depth

    def forms(self) -> Iterator[Stated[Action]]:
        for found in FORM.finditer(self._page.plain):
            if (form := self._form(found)) is not None:
                yield form

    def form_at(self, position: int) -> Stated[Action] | None:
        found = FORM.match(self._page.plain, position)
        return self._form(found) if found else None

    def _form(self, found: re.Match[str]) -> Stated[Action] | None:
        kind: Kind = next(kind for kind in KINDS if found[kind] is not None)
        # As it was written: a name may have signs that are made simple.
        target = "" if found["target"] is None else self._page.text[slice(*found.span("target"))]
        action = self._names.action(kind, target)
        return None if action.target and _is_placeholder(target, self._names) else Stated(*found.span(), action)

    def phrase_at(self, position: int) -> Stated[Action] | None:
        if (fields := FIELDS.match(self._page.plain, position)) is not None:
            return self._fields(fields)
        for kind, phrase in PHRASES.items():
            found = phrase.match(self._page.plain, position)
            if found is None:
                continue
            if kind not in ("move", "kill"):
                return Stated(*found.span(), Action(kind))
            names = self._names.rooms if kind == "move" else self._names.players
            named = names.at(self._page.text, found.end()) or names.at(self._page.plain, found.end())
            return None if named is None else Stated(position, named[1], Action(kind, named[0]))
        return None

    def _fields(self, fields: re.Match[str]) -> Stated[Action] | None:
        kind = next((kind for kind, words in KINDS.items() if words.fullmatch(fields["kind"])), None)
        if kind is None or fields["key"].casefold() not in TARGET_KEYS[kind]:
            return None
        target = self._page.text[slice(*fields.span("target"))].strip(MARKS + ",")
        return Stated(*fields.span(), self._names.action(kind, target))

    def in_object(self, value: Mapping[str, Any]) -> tuple[Action, str | None] | None:
        def read(text: str) -> Decision:
            return _decision(text, self._names, self._depth - 1)

        decision = stated_in(value, self._names, read, self._depth) if self._depth else None
        return None if decision is None else (decision.action, decision.say.text if decision.say else None)


def _is_placeholder(target: str, names: Names) -> bool:
    """Whether a target only repeats how an action is to be written."""
    word = folded(target.strip("<>[]{}$\"' "))
    return word in _PLACEHOLDERS and names.rooms.whole(target) is None and names.players.whole(target) is None


def _said_with(chosen: Stated[Action], page: Page) -> str | None:
    """The words that go with an action: those beside it, or else those of the reply that go with none."""
    free: list[str] = []
    for words in page.said:
        told = page.text[words.first : words.last]
        for begin, end in ((chosen.end, words.start), (words.end, chosen.start)):
            if 0 <= end - begin <= 20 and _GAP.fullmatch(page.plain[begin:end]):
                return told
        before, after = page.plain[max(words.start - 200, 0) : words.start], page.plain[words.end : words.end + 200]
        if not before.rpartition("\n")[2].strip(MARKS + "-") and not after.partition("\n")[0].strip(MARKS + SAID + "."):
            free.append(told)
    if len(set(free)) > 1:
        unreadable("says several things, none of them beside its action")
    return free[0] if free else None
