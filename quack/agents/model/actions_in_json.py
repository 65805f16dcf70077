"""The action that a JSON object states: the one key for it, the one target under the keys of that action."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quack.agents.model.action_words import KINDS, TARGET_KEYS
from quack.agents.model.statements import unreadable
from quack.game.actions import Action, Kind
from quack.game.agent import Decision, Speech

if TYPE_CHECKING:
    from quack.agents.model.actions_read import Names

_KEYS = (
    tuple(
        "action actions decision choice chosen final final_answer command tool_call tool_calls 行动 动作 决定".split()
    ),
    ("answer", "response", "output", "result"),
    ("function", "type", "kind", "name", "tool"),
)
"""Keys of an action; later ones are only looked at where an object has none of the earlier."""
_ARGUMENTS = ("args", "arguments", "parameters", "params", "input")
_REFUSALS = ("allowed", "chosen", "feasible", "legal", "possible", "selected", "valid")
"""Keys that say with `false` that an object is none of what is done."""
_SAY_KEYS = ("say", "speech", "message", "chat", "words", "说", "发言")

Read = Callable[[str], Decision]


def stated_in(value: Mapping[str, Any], names: Names, read: Read, depth: int) -> Decision | None:
    """What an object decides, None if it is about something else.

    Args:
        read: what a text decides; raises NoAnswer.
        depth: so many objects within each other are looked at.

    Raises:
        NoAnswer: it states several actions or targets, or an action that can't be read.
    """
    fields = {key.casefold(): item for key, item in value.items()}
    if any(fields.get(key) is False for key in _REFUSALS):
        return None
    decision = _one(_stated(fields, names, read, depth))
    say = next((fields[key] for key in _SAY_KEYS if isinstance(fields.get(key), str) and fields[key].strip()), None)
    if decision is None or decision.say is not None or say is None:
        return decision
    return Decision(decision.action, Speech(say))


def _one(found: list[Decision]) -> Decision | None:
    if len({decision.action for decision in found}) > 1:
        unreadable("states several actions in one object")
    return found[0] if found else None


def _stated(fields: Mapping[str, Any], names: Names, read: Read, depth: int) -> list[Decision]:
    for keys in _KEYS:
        items = [(key, fields[key]) for key in keys if fields.get(key) not in (None, "")]
        found = [one for key, item in items for one in _of_item(item, key, fields, names, read, depth)]
        if found:
            return found
    kinds = [(kind, key) for key in fields if (kind := _kind(key)) and fields[key] not in (None, False)]
    if len(kinds) > 1:
        unreadable("states several actions in one object")
    return [_of_kind(kind, fields[key], names, read) for kind, key in kinds]


def _of_item(
    item: Any, key: str, fields: Mapping[str, Any], names: Names, read: Read, depth: int
) -> Iterator[Decision]:
    if isinstance(item, list):
        if len(item) > 1:
            unreadable("states several actions in one list")
        item = item[0] if item else None
    if isinstance(item, dict) and depth > 0:
        decision = stated_in(item, names, read, depth - 1)
        if decision is not None:
            yield decision
    elif isinstance(item, str) and (kind := _kind(item)) is not None:
        yield Decision(_with_target(kind, {name: one for name, one in fields.items() if name != key}, names))
    elif isinstance(item, str) and key not in _KEYS[-1]:
        yield read(item)


def _of_kind(kind: Kind, item: Any, names: Names, read: Read) -> Decision:
    """What `{"move": "storage"}` decides."""
    if isinstance(item, dict):
        return Decision(_with_target(kind, item, names))
    if not TARGET_KEYS[kind] or kind == "do_task":
        return Decision(Action(kind)) if item in (True, "", []) else unreadable("states no action in an object")
    if isinstance(item, str) and "(" in item:
        return read(item)
    return Decision(_with_target(kind, {"target": item}, names))


def _kind(word: Any) -> Kind | None:
    """The kind of action that a word names, without a target."""
    if not isinstance(word, str) or len(word) > 40:
        return None
    plain = word.strip().removesuffix("()")
    return next((kind for kind, pattern in KINDS.items() if pattern.fullmatch(plain)), None)


def _with_target(kind: Kind, fields: Mapping[str, Any], names: Names) -> Action:
    actions = {names.action(kind, target) for target in _targets(fields, kind, 2) if target.strip()}
    if len(actions) > 1:
        # One's own name says who acts.
        actions = {action for action in actions if kind != "kill" or action.target != names.own}
    if len(actions) > 1:
        unreadable("states several targets of one action")
    return next(iter(actions), Action(kind))


def _targets(item: Any, kind: Kind, depth: int) -> Iterator[str]:
    """The targets in the value of an argument, or under the keys of one."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, list) and depth >= 0:
        for one in item[:3]:
            yield from _targets(one, kind, depth - 1)
    elif isinstance(item, dict) and depth >= 0:
        fields = {key.casefold(): one for key, one in item.items()}
        for key in TARGET_KEYS[kind]:
            yield from _targets(fields.get(key), kind, depth - 1)
        for key in _ARGUMENTS:
            yield from _targets(_decoded(fields.get(key)), kind, depth - 1) if TARGET_KEYS[kind] else ()


def _decoded(item: Any) -> Any:
    """Arguments that are JSON in a string, as some providers send them."""
    if not isinstance(item, str) or not item.lstrip().startswith("{"):
        return item
    try:
        return json.loads(item)
    except (ValueError, RecursionError):
        unreadable("has arguments that can't be read")
