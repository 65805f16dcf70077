"""The vote that an answer states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quack.agents.model.lexicon import Lexicon, folded, players_of
from quack.agents.model.replies import Page, page_of
from quack.agents.model.statements import Stated, Statements, unreadable
from quack.game.answers import SKIP
from quack.game.observation import Briefing

_FORM = re.compile(
    r"(?:(?<![A-Za-z0-9_])vote|投票|投)\((?P<target>(?:[^()\n]|\([^()\n]{0,100}\)){0,200})\)", re.IGNORECASE
)
_LABEL = re.compile(
    r"(?<!\w)(?:(?:(?:my|the|this|so|here is|here's|I) ){0,3}(?:(?:final|chosen) ){0,2}(?:vote|answer|decision|choice)"
    r"(?: (?:is|goes to))?|final)[*_`]{0,3}[ ]?:"
    r"|(?:我的|最终|最后){0,3}(?:投票|选择|决定|答案)(?:是|为)?[*_`]{0,3}[ ]?:"
    r"|<(?:answer|vote|decision|final|final_answer)>",
    re.IGNORECASE,
)
_INTENT = re.compile(
    r"(?<!\w)(?:I(?: have decided (?:on|to)| am going (?:to|with)|'m going (?:to|with)|'ll (?:go with|choose)"
    r"| will (?:go with|choose)|'ll| will| shall| choose(?: to)?| pick| select| decide (?:on|to)| go with"
    r"|(?:'m| am)(?= voting))?"
    r"|my(?: final)? (?:vote|choice|decision|answer) (?:is(?: for| to)?|goes to)|let me|let's)(?: now)?:?[ *_`\"']{1,8}"
    r"|我(?:的(?:最终)?(?:投票|选择|决定)是)?(?:选择|决定|将|会|要|就)?:?[ *_`\"']{0,8}",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"(?:(?:vote|voting)(?: for| to eject| to vote out| out)?|eject|vote to eject)[ :*_`\"']{1,5}"
    r"|(?:投票?给|投票放逐|放逐|投)[ ]?",
    re.IGNORECASE,
)
_SKIP = re.compile(
    r"(?:(?:(?:vote|voting) (?:to |for )?)?(?:skip(?:ping)?(?!\()|abstain|no ?one|nobody|none|pass)|no vote)"
    r"(?: (?:the |this |my )?vote)?(?!\w)|弃权|跳过(?:投票)?|弃票|不投(?:票)?",
    re.IGNORECASE,
)
_SKIP_FORM = re.compile(r"(?:skip|abstain)(?![\w(])|弃权", re.IGNORECASE)
_SAME = re.compile(r"[ ]?[(\[](?P<again>[^()\[\]\n]{1,60})[)\]]")
_OUT = re.compile(r"[*_`]{0,3} out(?!\w)", re.IGNORECASE)
_PLACEHOLDERS = frozenset("name player player_id target 名字 玩家 ... …".split())
_KEYS = (
    ("vote", "vote_for", "votes_for", "target", "choice", "decision", "投票", "选择"),
    ("answer", "response", "output"),
)
"""Keys of a vote; later ones are only looked at where an object has none of the earlier."""
_VERBS = frozenset("vote eject vote_out vote_for 投票".split())
_REASONS = frozenset("reason reasoning thought thoughts why explanation analysis".split())
_NAMES = ("target", "player", "player_id", "name", "vote", "vote_for", "choice")
_ARGUMENTS = ("args", "arguments", "parameters", "params", "input")
_MOST_TARGET = 60
_DEEP = 3


def stated_vote(text: str, briefing: Briefing) -> str:
    """Whom a text votes for: a player's id, `skip`, or as it stands whom it names that nobody is called.

    Raises:
        NoAnswer: nobody, or nobody that can be read.
    """
    return _vote(text, players_of(briefing), _DEEP)


def _vote(text: str, players: Lexicon, depth: int) -> str:
    page = page_of(text)
    choice = Statements(page, _Votes(page, players, depth), "vote").decided().value
    if choice != SKIP and not players.is_owner(choice) and (players.within(choice) or len(choice) > _MOST_TARGET):
        unreadable(f"votes for what is no player's name: {choice[:_MOST_TARGET]}")
    return choice


def _is_verb(item: Any) -> bool:
    return isinstance(item, str) and item.strip().casefold() in _VERBS


class _Votes:
    """How votes are written in one reply."""

    label, intent, bare = _LABEL, _INTENT, True

    def __init__(self, page: Page, players: Lexicon, depth: int) -> None:
        self._page = page
        self._players = players
        self._depth = depth

    def forms(self) -> Iterator[Stated[str]]:
        for found in _FORM.finditer(self._page.plain):
            if (form := self._form(found)) is not None:
                yield form

    def form_at(self, position: int) -> Stated[str] | None:
        found = _FORM.match(self._page.plain, position)
        if found is not None:
            return self._form(found)
        skip = _SKIP_FORM.match(self._page.plain, position)
        return Stated(*skip.span(), SKIP) if skip and self._named_at(position) is None else None

    def _form(self, found: re.Match[str]) -> Stated[str] | None:
        # As it was written: a name may have signs that are made simple.
        target = self._page.text[slice(*found.span("target"))].strip()
        owner = self._players.whole(target)
        if owner is None and (not target or folded(target.strip("<>[]{}$\"' ")) in _PLACEHOLDERS):
            return None
        if owner is None and _SKIP.fullmatch(target.strip("\"'`* ")):
            owner = SKIP
        return Stated(*found.span(), owner or target)

    def phrase_at(self, position: int) -> Stated[str] | None:
        """A name, or a word for none, with "vote for" or without."""
        verb = _FOR.match(self._page.plain, position)
        for begin in (position, *([verb.end()] if verb else ())):
            named = self._named_at(begin)
            if named is not None:
                out = _OUT.match(self._page.plain, named[1]) if verb else None
                return Stated(position, out.end() if out else named[1], named[0])
        found = _SKIP.match(self._page.plain, position)
        return Stated(*found.span(), SKIP) if found else None

    def _named_at(self, position: int) -> tuple[str, int] | None:
        named = self._players.at(self._page.text, position) or self._players.at(self._page.plain, position)
        again = _SAME.match(self._page.plain, named[1]) if named else None
        if named and again and self._players.whole(again["again"]) == named[0]:
            return named[0], again.end()
        return named

    def in_object(self, value: Mapping[str, Any]) -> tuple[str, str | None] | None:
        fields = {key.casefold(): item for key, item in value.items()}
        choices: list[str] = []
        for keys in _KEYS:
            given = [key for key in keys if key in fields]
            choices += [choice for key in given for choice in self._of(fields[key], fields, key)]
            if choices:
                break
        if not choices:
            choices = [*self._as_call(fields), *self._in_call(fields), *self._only_player(fields)]
        if len(set(choices)) > 1:
            unreadable("states several votes in one object")
        return (choices[0], None) if choices else None

    def _deeper(self) -> _Votes:
        return _Votes(self._page, self._players, self._depth - 1)

    def _of(self, item: Any, fields: Mapping[str, Any], key: str) -> list[str]:
        """Whom the value of a key votes for."""
        if isinstance(item, list) and len(item) == 1:
            item = item[0]
        if item is None:
            return [SKIP] if key in ("vote", "vote_for", "投票") else []
        if isinstance(item, dict):
            names = {name.casefold(): one for name, one in item.items()}
            if not self._depth:
                return unreadable("has a vote that is no name")
            deeper = self._deeper()
            return [choice for name in _NAMES if name in names for choice in deeper._of(names[name], names, "")]
        if not isinstance(item, str) or not item.strip():
            return unreadable("has a vote that is no name")
        if (owner := self._players.whole(item)) is not None:
            return [owner]
        if _is_verb(item):
            return self._as_call({**fields, "name": item})
        if not self._depth:
            return unreadable("has a vote that is no name")
        return [_vote(item, self._players, self._depth - 1)]

    def _as_call(self, fields: Mapping[str, Any]) -> list[str]:
        """Whom a call of a tool votes for, such as `{"name": "vote", "arguments": {"player": "Bob"}}`."""
        called = (fields.get(key) for key in ("name", "action", "tool", "type", "decision"))
        if not any(map(_is_verb, called)):
            return []
        inner = next((fields[key] for key in _ARGUMENTS if key in fields), None)
        return [] if inner is None else self._of(inner, {}, "")

    def _in_call(self, fields: Mapping[str, Any]) -> Iterator[str]:
        for key in ("tool_calls", "tool_call", "function"):
            item = fields.get(key)
            item = item[0] if isinstance(item, list) and len(item) == 1 else item
            if isinstance(item, dict) and self._depth and (found := self._deeper().in_object(item)) is not None:
                yield found[0]

    def _only_player(self, fields: Mapping[str, Any]) -> list[str]:
        """Whom an object names as a player that names no other and says no more than why."""
        rest = {key: item for key, item in fields.items() if key != "player" and not _is_verb(item)}
        player = fields.get("player")
        owner = self._players.whole(player) if isinstance(player, str) else None
        if owner is None or not rest.keys() <= _REASONS or not all(isinstance(item, str) for item in rest.values()):
            return []
        return [owner] if {*self._players.within(" ".join(rest.values()))} <= {owner} else []
