"""A proof laid out: its steps as lines below each other, without those that show nothing new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quack.kb.narration import Narrator
from quack.kb.proof import Fact, Failed, Justification, Number, RuleApplication, children

_QUIET = frozenset(
    {
        *("room", "adjacent", "player", "game_player", "game_round", "claim", "route_length"),
        *("verdict_label", "strength"),
    }
)
"""Facts that the short form leaves out: they say what the game and the policy are, not what happened."""

_MOST_SOURCES = 3
"""How many log lines stand beside a step whose own steps are not shown."""


@dataclass(slots=True)
class Line:
    """A line of the tree with those below it."""

    text: str
    place: str = ""
    kind: str = "heading"
    below: Sequence[Line] = ()


def _holding(node: Justification) -> Iterator[Justification]:
    """What a step rests on that holds, down to the leaves; not what does not hold."""
    seen, waiting = {id(node)}, [node]
    while waiting:
        step = waiting.pop()
        yield step
        below = step.children if isinstance(step, RuleApplication) else ()
        fresh = [child for child in reversed(below) if id(child) not in seen]
        seen.update(map(id, fresh))
        waiting += fresh


class Tree:
    """Lays a proof out; remembers what has been shown."""

    def __init__(self, narrator: Narrator, full: bool) -> None:
        self._tell = narrator
        self._full = full
        self._seen: set[int] = set()
        self._shown: set[tuple] = set()

    def part(self, proofs: Sequence[Justification], *, brief: bool, keep: bool) -> list[Line]:
        """The lines of what stands under one heading, each told once.

        Args:
            brief: a line each, with the facts that it rests on; the rest has been told under another heading.
            keep: the steps themselves are told, not drawn together with those below them.
        """
        lines: dict[tuple[str, str], Line] = {}
        for node in proofs:
            line = None if brief and not self._full else self._line(node)
            if line is not None and keep and line.text != self._tell.text(node):
                line, below = self._single(node), line
                line.below = [below]
            if line is None:
                line = self._single(node)
                line.place = " <- ".join([line.place, *self._sources(node)])
                line.text += "".join(self._tell.arrival(fact) for fact in self._facts(children(node)))
            lines.setdefault((line.text, line.place), line)
        return list(lines.values())

    def _facts(self, nodes: Iterable[Justification]) -> list[Fact]:
        return [node for node in nodes if isinstance(node, Fact) and self._tell.is_log_fact(node)]

    def _sources(self, node: Justification) -> list[str]:
        """Where in the log a step comes from whose own steps are not shown: a few lines are enough to look there."""
        facts = self._facts(children(node))
        if not facts and (cited := self._tell.cited(node)):
            return [str(cited)]
        places = [str(self._tell.place(fact)) for fact in facts or self._facts(_holding(node))]
        return list(dict.fromkeys(places))[:_MOST_SOURCES]

    def _single(self, node: Justification, text: str | None = None) -> Line:
        _, own, place, kind = self._tell.told(node)
        return Line(text or own, place, kind)

    def _line(self, node: Justification) -> Line | None:
        """A step with those below it; None if it shows nothing new."""
        seen, full, kind = self._seen, self._full, type(node)
        if kind is Fact or kind is Number:
            return self._leaf(node)  # type: ignore[arg-type]
        if id(node) in seen:
            return self._single(node, f"{self._tell.text(node)} (above)") if full else None
        seen.add(id(node))
        if isinstance(node, Failed):
            return None if not full and self._tell.is_bare(node) else self._failed(node)
        assert isinstance(node, RuleApplication), "what is no leaf, and doesn't fail, is a rule that was applied"
        below = []
        for child in node.children:
            # What has been told is not told again.
            if (full or id(child) not in seen) and (line := self._line(child)) is not None:
                below.append(line)
        return self._applied(node, below)

    def _leaf(self, node: Fact | Number) -> Line | None:
        own = False
        if not self._full:
            # Most are met many times, as the very same.
            self._seen.add(id(node))
        if type(node) is Fact:
            own = node.rule is not None and self._tell.is_own(node)
            quiet = node.name in _QUIET or (node.rule is not None and not own)
            key: tuple = (node.name, node.row)
        else:
            quiet, key = False, (node.name,)
        if not self._full and (quiet or key in self._shown):
            return None
        self._shown.add(key)
        line = self._single(node)
        # The label of a fact is not to give way to its place.
        line.kind = "rule" if own else line.kind
        return line

    def _applied(self, node: RuleApplication, below: list[Line]) -> Line | None:
        if self._full:
            return self._step(node, below)
        if not below:
            return self._step(node, below) if self._tell.is_own(node) else None
        only = below[0] if len(below) == 1 else None
        if only is None:
            return self._step(node, below)
        if only.kind == "fact" and not only.below:
            line = self._step(node, [])
            line.place = f"{line.place} <- {only.place}"
            line.text += "".join(self._tell.arrival(fact) for fact in self._facts(node.children))
            return line
        if only.kind == "constant" or self._tell.is_own(node) or self._tell.is_telling(node):
            return self._step(node, below)
        return only

    def _step(self, node: RuleApplication, below: list[Line]) -> Line:
        line = self._single(node)
        if node.more:
            line.text += f" (and {node.more} more)"
        line.below = below
        return line

    def _failed(self, node: Failed) -> Line | None:
        """A step that fails."""
        why, full, tell = node.why, self._full, self._tell
        below: list[Line] = []
        shown: set[int] = set()
        for child in why.children:
            if (full or id(child) not in self._seen) and (line := self._line(child)) is not None:
                below.append(line)
                shown.add(id(child))
        if why.more:
            below.append(Line(f"and {why.more} more facts", kind="fact"))
        # What words cost is spent only on what is shown.
        only = below[0] if len(below) == 1 else None
        spare = not full and (not below or (only is not None and only.kind == "failed"))
        if spare and (why.rule is None or not tell.is_own(node)):
            return only
        said = not full and bool(shown) and any(id(each) in shown for each in tell.failing(node))
        line = self._single(node)
        if reason := tell.reason(node, brief=said):
            line.text += f" [{reason}]"
        if full and why.others:
            below.append(Line(f"{why.others} other rules are about other things", kind="fact"))
        line.below = below
        return line
