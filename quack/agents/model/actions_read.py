"""The action that an answer states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quack.agents.model.action_words import BARE, FORM, KINDS, MEANT, VERB
from quack.agents.model.lexicon import Lexicon, folded, players_of, rooms_of
from quack.agents.model.replies import Words, negated, objects, said_in, simple_signs
from quack.game.actions import Action, Kind
from quack.game.agent import Decision, Speech
from quack.game.observation import Briefing, Observation

_MEANT: tuple[Kind, ...] = ("move", "kill", "wait", "do_task")
_LABEL = re.compile(
    r"(?:my |the )?(?:final |chosen |next )?(?:action|answer|decision|choice|move|output)(?: is)?\s*:"
    r"|(?:最终|我的)?(?:行动|动作|答案|决定|选择)(?:是|为)?\s*:",
    re.IGNORECASE,
)
_SAYS = re.compile(r"\W{0,4}(?:say|speech|chat|说|发言)\W{0,3}:[ \t*_]*(\S.*)", re.IGNORECASE)
_MOST_TARGET = 60
_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?!\*)")
_MARKS = " \t`*_#>\"'[]{}"
_GAP = re.compile(r"[ \t|,;&`*\"']{0,10}(?:and |then |并|同时)?[ \t|,;`*\"']{0,5}", re.IGNORECASE)
_BLANKED = "\0"
_PLACEHOLDERS = frozenset("room player name target player_id room_name player_name 房间 玩家 名字 ... …".split())

_DEEP = 3
_ACTION_KEYS = (
    "action",
    "decision",
    "move",
    "choice",
    "answer",
    "response",
    "output",
    "command",
    "行动",
    "动作",
    "决定",
)
_KIND_KEYS = ("type", "kind", "name", "action", "tool", "function")
_TARGET_KEYS = (
    "target",
    "room",
    "to",
    "destination",
    "player",
    "player_id",
    "victim",
    "args",
    "arguments",
    "parameters",
)
_SAY_KEYS = ("say", "speech", "message", "chat", "words", "说", "发言")


class _Stated(NamedTuple):
    """An action that a text states.

    Attributes:
        weight: the heaviest counts, and of several the last: 3 the last line, 2 a line or an object that is one,
            1 a mention, 0 a phrase that may mean one.
    """

    weight: int
    start: int
    end: int
    action: Action
    say: str | None = None


class _Names(NamedTuple):
    """What the targets of actions can name."""

    rooms: Lexicon
    players: Lexicon
    tasks: frozenset[str]


def stated_action(text: str, briefing: Briefing, observation: Observation) -> Decision | None:
    """What a text decides; None if it states no action."""
    here = (name for task in observation.tasks if task.room == observation.room for name in (task.name, task.room))
    names = _Names(rooms_of(briefing), players_of(briefing), frozenset(map(folded, here)))
    return _decision(text, names, _DEEP)


def _decision(text: str, names: _Names, depth: int) -> Decision | None:
    plain = simple_signs(text)
    stated, spans = _in_objects(text, names, depth)
    plain = _blanked(plain, spans)
    said = said_in(plain)
    plain = _blanked(plain, [(words.start, words.end) for words in said])
    stated += _in_lines(plain, names)
    if not stated:
        return None
    chosen = max(stated, key=lambda one: (one.weight, one.start))
    say = chosen.say if chosen.say is not None else _said_with(chosen, said, text, plain)
    return Decision(chosen.action, None if say is None or not say.strip() else Speech(say))


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """A text of the same length with nothing to be read in some places."""
    parts, end = [], 0
    for start, until in spans:
        parts += [text[end:start], _BLANKED * (until - start)]
        end = until
    return "".join((*parts, text[end:]))


# --- in lines ---------------------------------------------------------------------------------------------------------


def _in_lines(plain: str, names: _Names) -> list[_Stated]:
    stated: list[_Stated] = []
    last = len(plain.rstrip(_MARKS + _BLANKED + "\n|"))
    for line in _LINE.finditer(plain):
        if VERB.search(line.group()):
            _in_line(line.group(), line.start(), line.start() < last <= line.end(), names, stated)
    return stated


def _in_line(line: str, start: int, last: bool, names: _Names, stated: list[_Stated]) -> None:
    forms = [form for form in FORM.finditer(line) if not _is_placeholder(form["target"], names)]
    label = _LABEL.search(line)
    bullet = _BULLET.match(line) if label is None else None
    rest = line[label.end() if label else bullet.end() if bullet else 0 :]
    bare = rest.replace(_BLANKED, " ").strip(_MARKS + "|").rstrip(".!。 ")
    alone = len(forms) == 1 and bare == forms[0].group().strip()
    for form in forms:
        weight = 3 if alone and last else 2 if (alone and not bullet) or label else 1
        if weight < 2 and negated(line, form.start()):
            continue
        if weight < 2 and line.count('"', max(form.start() - 1_000, 0), form.start()) % 2:
            weight = 0  # What somebody else said, most likely.
        stated.append(_Stated(weight, start + form.start(), start + form.end(), _action_of(form, names)))
    action = _bare_action(bare.split("|")[0].strip(_MARKS), names) if not forms and len(bare) <= 200 else None
    if action is not None:
        weight = 3 if last else 2 if label else 0
        stated.append(_Stated(weight, start, start + len(line.split(_BLANKED)[0].rstrip(_MARKS + "|")), action))
    else:
        stated += [_Stated(0, start + one, start + two, action) for one, two, action in _meant(line, names)]


def _meant(line: str, names: _Names) -> Iterator[tuple[int, int, Action]]:
    """What a line says that its writer will do, and where."""
    for meant in MEANT.finditer(line):
        target = meant["target"] or meant["zh_target"]
        kind = next(kind for kind in _MEANT if meant[kind] or meant[f"zh_{kind}"])
        if target is None:
            yield *meant.span(), Action(kind)
        elif (owner := (names.rooms if kind == "move" else names.players).one(target)) is not None:
            yield *meant.span(), Action(kind, owner)


def _action_of(form: re.Match[str], names: _Names) -> Action:
    kind: Kind = next(kind for kind in KINDS if form[kind] is not None)
    return _targeted(kind, form["target"], names)


def _targeted(kind: Kind, target: str, names: _Names) -> Action:
    """An action with what its target names; with the target as it stands where that is nobody and nowhere."""
    target = target.strip().strip("\"'`*").strip()
    if kind in ("move", "kill"):
        owner = (names.rooms if kind == "move" else names.players).one(target)
        return Action(kind, owner or target[:_MOST_TARGET] or None)
    if kind == "do_task" and target and folded(target) not in names.tasks:
        # Another task than the one here is meant, which can't be worked on.
        return Action(kind, target[:_MOST_TARGET])
    return Action(kind)


def _bare_action(words: str, names: _Names) -> Action | None:
    """The action that words without parentheses are, such as "move to medbay"."""
    for kind, pattern in BARE.items():
        found = pattern.fullmatch(words.removesuffix("()").rstrip())
        if found is None:
            continue
        if kind not in ("move", "kill"):
            return Action(kind)
        target = (found["target"] or found["other"]).strip(_MARKS + "()")
        owner = (names.rooms if kind == "move" else names.players).whole(target)
        return None if owner is None else Action(kind, owner)
    return None


def _is_placeholder(target: str, names: _Names) -> bool:
    """Whether a target only repeats how an action is to be written."""
    word = folded(target.strip("<>[]{}$\"' "))
    return word in _PLACEHOLDERS and names.rooms.whole(target) is None and names.players.whole(target) is None


def _said_with(chosen: _Stated, said: list[Words], text: str, plain: str) -> str | None:
    """The words that go with an action: those beside it, or else the last that go with none."""
    free = None
    for words in said:
        before, after = plain[max(words.start - 200, 0) : words.start], plain[words.end : words.end + 200]
        told = text[words.first : words.last]
        if chosen.end <= words.start <= chosen.end + 20 and _GAP.fullmatch(plain[chosen.end : words.start]):
            return told
        if words.end <= chosen.start <= words.end + 20 and _GAP.fullmatch(plain[words.end : chosen.start]):
            return told
        if not before.rpartition("\n")[2].strip(_MARKS + "-|") and not after.partition("\n")[0].strip(_MARKS + "|."):
            free = told
    if free is None:
        for line in _LINE.finditer(plain):
            found = _SAYS.fullmatch(line.group())
            if found is not None and _BLANKED not in found[1]:
                free = text[line.start() + found.start(1) : line.end()].rstrip()
    return free


# --- in JSON ----------------------------------------------------------------------------------------------------------


def _in_objects(text: str, names: _Names, depth: int) -> tuple[list[_Stated], list[tuple[int, int]]]:
    """The actions that JSON objects state, and where those stand."""
    stated: list[_Stated] = []
    spans: list[tuple[int, int]] = []
    for start, end, value in objects(text) if depth else ():
        decision = _in_object(value, names, depth - 1)
        if decision is not None:
            say = decision.say.text if decision.say else None
            stated.append(_Stated(2, start, end, decision.action, say))
            spans.append((start, end))
    return stated, spans


def _in_object(value: Mapping[str, Any], names: _Names, depth: int) -> Decision | None:
    fields = {key.casefold(): item for key, item in value.items()}
    say = next((fields[key] for key in _SAY_KEYS if isinstance(fields.get(key), str)), None)
    decision = _in_fields(fields, names, depth)
    if decision is None or decision.say is not None or say is None or not say.strip():
        return decision
    return Decision(decision.action, Speech(say))


def _in_fields(fields: Mapping[str, Any], names: _Names, depth: int) -> Decision | None:
    for key in _ACTION_KEYS:
        item = fields.get(key)
        if isinstance(item, dict) and depth:
            decision = _in_object(item, names, depth - 1)
            if decision is not None:
                return decision
        if isinstance(item, str):
            kind = _kind(item)
            if kind is not None:
                return Decision(_targeted(kind, _target(fields, key), names))
            decision = _decision(item, names, depth)
            if decision is not None:
                return decision
    for key in _KIND_KEYS:
        kind = _kind(fields.get(key))
        if kind is not None:
            return Decision(_targeted(kind, _target(fields, key), names))
    return None


def _kind(item: Any) -> Kind | None:
    """The kind of action that an item of an object names, without a target."""
    if not isinstance(item, str) or len(item) > 40:
        return None
    word = item.strip().removesuffix("()")
    return next((kind for kind, pattern in KINDS.items() if pattern.fullmatch(word)), None)


def _target(fields: Mapping[str, Any], but: str) -> str:
    """The target in an object, under any of its names."""
    for key in _TARGET_KEYS:
        item = fields.get(key)
        if key != but and isinstance(item, str):
            return item
        if isinstance(item, dict):
            return next((value for value in item.values() if isinstance(value, str)), "")
        if isinstance(item, list) and item and isinstance(item[0], str):
            return item[0]
    return ""
