"""The vote that an answer states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from quack.agents.model.lexicon import Lexicon, folded, players_of
from quack.agents.model.replies import negated, objects, simple_signs
from quack.game.answers import SKIP
from quack.game.observation import Briefing

_FORM = re.compile(r"(?:(?<![A-Za-z0-9_])vote|投票|投)\(((?:[^()\n]|\([^()\n]{0,100}\)){0,200})\)", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:my |the )?(?:final |)(?:vote|answer|decision|choice)(?: is| goes to)?\s*:"
    r"|(?:我的)?(?:最终)?(?:投票|选择|决定|答案)(?:是|为)?\s*:",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"(?<!\w)(?P<verb>vot(?:e|es|ing)|eject(?:ing)?)(?: (?:for|to eject|out|against|to|is))*[ :]+"
    r"(?P<target>[^.,;:!?\n]{1,60})"
    r"|(?:投票?给|投票放逐|放逐)\s*(?P<zh_target>[^.,;:!?。\n]{1,40})",
    re.IGNORECASE,
)
_SKIP = re.compile(
    r"(?:i(?:'ll| will|'m going to| choose to| want to)? )?(?:vote (?:to |for )?)?"
    r"(?:skip|abstain|no ?one|nobody|none|pass|no vote)(?: (?:the |this |my )?vote)?|弃权|跳过|弃票|不投(?:票)?",
    re.IGNORECASE,
)
_SKIPPING = re.compile(r"(?<!\w)(?:skip|abstain)(?!\w)|弃权|跳过|弃票", re.IGNORECASE)
_LINE = re.compile(r"[^\n]+")
_MARKS = " \t`*_#>\"'[]{}."
_PLACEHOLDERS = frozenset("name player player_id target 名字 玩家 ... …".split())
_KEYS = ("vote", "target", "player", "choice", "decision", "answer", "response", "投票", "选择")
_MOST_TARGET = 60
_DEEP = 3


def stated_vote(text: str, briefing: Briefing) -> list[str]:
    """Whom a text votes for, by id, or `skip`; several if it doesn't decide, none if it says nothing of a vote.

    The last line decides if it is a vote and nothing else, then what is called the answer or stands in JSON; else all
    votes that are stated have to agree.
    """
    return _votes(text, players_of(briefing), _DEEP)


def _votes(text: str, players: Lexicon, depth: int) -> list[str]:
    for value in reversed([found.value for found in objects(text)] if depth else []):
        stated = _in_object(value, players, depth - 1)
        if stated:
            return stated
    plain = simple_signs(text)
    lines = [line for line in _LINE.findall(plain) if line.strip(_MARKS)]
    decided = _alone(lines[-1], players) if lines else None
    if decided is not None:
        return [decided]
    labelled = [choice for line in lines if _LABEL.search(line) and (choice := _alone(line, players)) is not None]
    if labelled:
        return [labelled[-1]]
    forms = [_named(target, players) for target in _FORM.findall(plain) if not _is_placeholder(target, players)]
    return list(dict.fromkeys(forms or _in_prose(plain, players)))


def _alone(line: str, players: Lexicon) -> str | None:
    """The vote that a line is, a label before it aside."""
    label = _LABEL.search(line)
    words = line[label.end() if label else 0 :].strip(_MARKS + "-!。 ")
    form = _FORM.fullmatch(words)
    if form is not None:
        return None if _is_placeholder(form[1], players) else _named(form[1], players)
    if len(words) > 2 * _MOST_TARGET:
        return None
    owner = players.whole(words)
    if owner is None and _SKIP.fullmatch(words):
        return SKIP
    if owner is None:
        said = _FOR.fullmatch(words)
        owner = players.whole(said["target"] or said["zh_target"]) if said else None
    return owner


def _named(target: str, players: Lexicon) -> str:
    """Whom a vote names: a player's id, `skip`, or as it stands whom nobody is called."""
    target = target.strip().strip("\"'`*").strip()
    owner = players.whole(target)
    if owner is not None:
        return owner
    if _SKIP.fullmatch(target):
        return SKIP
    return players.one(target) or target[:_MOST_TARGET] or "?"


def _in_prose(plain: str, players: Lexicon) -> list[str]:
    """Whom the sentences vote for."""
    votes = []
    for line in _LINE.findall(plain):
        for found in _FOR.finditer(line):
            if negated(line, found.start()):
                continue
            target = found["target"] or found["zh_target"]
            named = players.within(target)
            if named:
                votes += named[:1]
            elif _SKIPPING.match(target.strip()):
                votes.append(SKIP)
    if votes:
        return votes
    skipping = [line for line in _LINE.findall(plain) if _SKIPPING.search(line)]
    return [SKIP] if any(_SKIP.fullmatch(line.strip(_MARKS + "!。 ")) for line in skipping) else []


def _is_placeholder(target: str, players: Lexicon) -> bool:
    return folded(target.strip("<>[]{}$\"' ")) in _PLACEHOLDERS and players.whole(target) is None


def _in_object(value: Mapping[str, Any], players: Lexicon, depth: int) -> list[str]:
    fields = {key.casefold(): item for key, item in value.items()}
    for key in _KEYS:
        item = fields.get(key)
        if isinstance(item, dict) and depth:
            found = _in_object(item, players, depth - 1)
            if found:
                return found
        if isinstance(item, str) and item.strip():
            owner = players.whole(item)
            return [owner] if owner else _votes(item, players, depth) or [_named(item, players)]
        if item is None and key in fields and key in ("vote", "target"):
            return [SKIP]
    return []
