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


_Shown = Line | Fact
"""What a step shows: a fact stands for its line."""


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
        self._owns = narrator.has_own
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

    def _singles(self, below: list[_Shown]) -> list[Line]:
        return [self._single(each) if type(each) is Fact else each for each in below]  # type: ignore[misc]

    def _line(self, node: Justification) -> Line | None:
        """A step with those below it; None if it shows nothing new."""
        shown = self._shown_of(node)
        return self._single(shown) if type(shown) is Fact else shown  # type: ignore[return-value]

    def _shown_of(self, node: Justification) -> _Shown | None:
        """The same, of a fact without the words, for it may be drawn together with the step above it."""
        kind, seen, full = type(node), self._seen, self._full
        if kind is Fact or kind is Number:
            return self._leaf(node)  # type: ignore[arg-type]
        if id(node) in seen:
            return self._single(node, f"{self._tell.text(node)} (above)") if full else None
        seen.add(id(node))
        if kind is Failed:
            return None if not full and self._tell.is_bare(node) else self._failed(node)  # type: ignore[arg-type]
        assert kind is RuleApplication, "what is no leaf, and doesn't fail, is a rule that was applied"
        below: list[_Shown] = []
        for child in node.children:  # type: ignore[union-attr]
            # What has been told is not told again.
            if (id(child) not in seen or full) and (shown := self._shown_of(child)) is not None:
                below.append(shown)
        if below or full or (self._owns and self._tell.is_own(node)):  # type: ignore[arg-type]
            return self._applied(node, below)  # type: ignore[arg-type]
        return None

    def _leaf(self, node: Fact | Number) -> _Shown | None:
        if self._full:
            return self._fact(node)
        # Most are met many times, as the very same.
        self._seen.add(id(node))
        if type(node) is Fact:
            own = self._owns and self._tell.is_own(node)
            if node.name in _QUIET or (node.rule is not None and not own):
                return None
            key: tuple = (node.name, node.row)
        else:
            own, key = False, (node.name,)
        if key in self._shown:
            return None
        self._shown.add(key)
        return node if type(node) is Fact and not own else self._fact(node)

    def _fact(self, node: Fact | Number) -> Line:
        line = self._single(node)
        # The label of a fact is not to give way to its place.
        if type(node) is Fact and self._owns and self._tell.is_own(node):
            line.kind = "rule"
        return line

    def _applied(self, node: RuleApplication, below: list[_Shown]) -> Line:
        only = below[0] if len(below) == 1 else None
        if only is None or self._full:
            return self._step(node, below)
        if type(only) is Fact:
            line = self._step(node, [])
            line.place = f"{line.place} <- {self._tell.where(only)}"
            line.text += "".join([self._tell.arrival(fact) for fact in self._facts(node.children)])
            return line
        assert type(only) is Line, "what is no fact is a line"
        if only.kind == "constant" or self._tell.is_telling(node) or (self._owns and self._tell.is_own(node)):
            return self._step(node, below)
        return only

    def _step(self, node: RuleApplication, below: list[_Shown]) -> Line:
        line = self._single(node)
        if node.more:
            line.text += f" (and {node.more} more)"
        line.below = self._singles(below)
        return line

    def _failed(self, node: Failed) -> Line | None:
        """A step that fails."""
        why, full, seen = node.why, self._full, self._seen
        below: list[_Shown] = []
        met: list[Justification] = []
        for child in why.children:
            if id(child) not in seen or full:
                shown = self._shown_of(child)
                if shown is not None:
                    below.append(shown)
                    met.append(child)
        if why.more:
            below.append(Line(f"and {why.more} more facts", kind="fact"))
        # What words cost is spent only on what is shown.
        only = below[0] if len(below) == 1 else None
        spare = not full and (not below or (type(only) is Line and only.kind == "failed"))
        if spare and (why.rule is None or not self._owns or not self._tell.is_own(node)):
            return only  # type: ignore[return-value]
        return self._failure(node, below, met)

    def _failure(self, node: Failed, below: list[_Shown], shown: list[Justification]) -> Line:
        tell, others = self._tell, node.why.others
        said = not self._full and bool(shown) and not set(map(id, shown)).isdisjoint(map(id, tell.failing(node)))
        line = self._single(node)
        if reason := tell.reason(node, brief=said):
            line.text += f" [{reason}]"
        if self._full and others:
            below.append(Line(f"{others} other rules are about other things", kind="fact"))
        line.below = self._singles(below)
        return line
