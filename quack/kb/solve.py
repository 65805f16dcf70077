"""What follows from facts and rules? One control, one grounding, exactly one stable model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import clingo

from quack.errors import RulebookError
from quack.kb import handles
from quack.kb.fired import fired_by, head_of
from quack.kb.inputs import INPUTS
from quack.kb.limits import apart, bounded
from quack.kb.messages import Messages, Places
from quack.kb.program import RuleInfo, spell
from quack.kb.rulebook import Rulebook, unknown_fact
from quack.kb.symbols import (
    Facts,
    FactSource,
    Row,
    Spelling,
    Value,
    Values,
    as_tuples,
    by_arity,
    fact_rule,
    parse_facts,
    read_rows,
)
from quack.kb.syntax import Signature
from quack.pause import interrupts_held


class Answer:
    """What holds: the one stable model of a rulebook and facts."""

    def __init__(self, control: clingo.Control, rulebook: Rulebook, false: frozenset[clingo.Symbol]) -> None:
        self._control = control
        self._rulebook = rulebook
        self._values = Values()
        self._false = false

    def expect(self, constants: Sequence[str]) -> None:
        """Prepares for many rows in which these stand."""
        self._values.expect(constants)

    def rows(self, name: str, arity: int, *, ordered: bool = True) -> list[Row]:
        """The arguments of each true atom of a predicate.

        Integers come as `int`, constants as `str`, `f(a, 1)` as `("f", "a", 1)`.

        Args:
            ordered: sort them; otherwise they come in the order of grounding, which depends on the order of facts.
        """
        rows = self._read(name, arity)
        return sort_rows(rows) if ordered else rows

    def cited(self, name: str, arity: int, position: int) -> list[Row]:
        """Rows in no order, with what `spelling` spells in one column."""
        return self._read(name, arity, position)

    def spelling(self, words: Mapping[Value, str]) -> Mapping[Any, str]:
        """What stands in that column, in words.

        Args:
            words: what values say.
        """
        return Spelling(self._values, words)

    def _read(self, name: str, arity: int, raw: int | None = None) -> list[Row]:
        rows = read_rows(self._control, self._values, name, arity, raw)
        if self._false:
            false = {symbol for symbol in self._false if symbol.match(name, arity)}
            rows = [row for row, symbol in zip(rows, self._all(name, arity), strict=True) if symbol not in false]
        return rows

    def symbols(self, name: str, arity: int) -> list[clingo.Symbol]:
        """Each true atom of a predicate as clingo has it, sorted."""
        return sorted(symbol for symbol in self._all(name, arity) if symbol not in self._false)

    def holds(self, atom: clingo.Symbol) -> bool:
        return atom in self._control.symbolic_atoms and atom not in self._false

    def _all(self, name: str, arity: int) -> Iterator[clingo.Symbol]:
        return (atom.symbol for atom in self._control.symbolic_atoms.by_signature(name, arity))

    def signatures(self) -> list[Signature]:
        """Predicates that occur, sorted."""
        return sorted((name, arity) for name, arity, _ in self._control.symbolic_atoms.signatures)

    def close(self) -> None:
        """Lets go of what holds it; nothing can be read any more."""

    def fired(self, name: str, arity: int, *, ordered: bool = True) -> list[tuple[RuleInfo, Row]]:
        """The rules that derived atoms of a deciding predicate, each with the atom's arguments.

        Args:
            ordered: sort them, by rule first.
        """
        rules = self._rulebook.rules
        rows = self.rows(*fired_by((name, arity)), ordered=ordered)
        return [(rules[row[0]], row[1:]) for row in rows]


def sort_rows(rows: list[Row]) -> list[Row]:
    """Rows in an order that depends on nothing but their values."""
    try:
        return sorted(rows)
    except TypeError:
        # Names and terms in one column: many rows, but few different values, so these are put in order once.
        values = sorted({value for row in rows for value in row}, key=_order)
        rank = {value: position for position, value in enumerate(values)}
        return sorted(rows, key=lambda row: [rank[value] for value in row])


def _order(value: Value) -> tuple:
    if isinstance(value, int):
        return 0, value
    if isinstance(value, str):
        return 1, value
    return 2, tuple(map(_order, value))


def solve(rulebook: Rulebook, facts: str | Iterable[str] = ()) -> Answer:
    """Derives everything that follows from facts; in a child process with limits, unless the rulebook is a shipped one.

    Args:
        facts: ground atoms of integers and constants, one to a line or string. Those that no rule reads are left out.

    Raises:
        RulebookError: clingo has something to say, a fact's predicate is unknown, there is not exactly one answer, or a
            limit is reached.
    """
    if not apart(rulebook.trusted):
        return solve_here(rulebook, facts)
    from quack.kb.distant import solve_apart

    return solve_apart(rulebook, facts if isinstance(facts, str | Facts) else list(facts))


def solve_here(rulebook: Rulebook, facts: str | Iterable[str] = (), without: Collection[int] = ()) -> Answer:
    """Does so in this process, whatever it takes.

    Args:
        without: rules to leave out, by id.
    """
    tuples = _read_facts(rulebook, facts)
    try:
        return Grounder(rulebook, settled=rulebook.trusted).run(rulebook.text(without=without), tuples)
    except RulebookError as error:
        in_two_steps = error
    # Rules in two steps have lost their columns; what is wrong with them is wrong with the written ones too.
    Grounder(rulebook).run(rulebook.text(deciding=(), without=without), tuples)
    raise in_two_steps


def run_program(rulebook: Rulebook, places: Places, program: str, *, trusted: bool) -> Answer:
    """Grounds a program made of a rulebook's rules and others; apart, unless all of them are trusted.

    Raises:
        Died: it took too long or too much memory.
        RulebookError: as `solve`.
    """
    if not apart(trusted):
        return run_here(rulebook, places, program)
    from quack.kb.distant import run_apart

    return run_apart(rulebook, places, program)


def run_here(rulebook: Rulebook, places: Places, program: str) -> Answer:
    """Does so in this process, whatever it takes."""
    return Grounder(rulebook, places).run(program)


def written_facts(rulebook: Rulebook, name: str, arity: int) -> list[Row]:
    """The facts of a predicate that the rulebook itself states, sorted; no rule with a body is grounded.

    Raises:
        RulebookError: as `solve`.
    """
    return bounded(_written_facts, rulebook, name, arity, rulebook=rulebook)


def _written_facts(rulebook: Rulebook, name: str, arity: int) -> list[Row]:
    derived = {rule.id for rule in rulebook.rules if not rule.is_fact}
    return Grounder(rulebook).run(rulebook.text(deciding=(), without=derived)).rows(name, arity)


def _read_facts(rulebook: Rulebook, facts: str | Iterable[str]) -> dict[Signature, list[clingo.Symbol]]:
    """The facts that rules read, as tuples of many, by predicate."""
    read = {name for name, _ in rulebook.reads | rulebook.heads}
    known = rulebook.known
    names = {name for name, _ in known}
    alike = isinstance(facts, Facts)
    tuples: dict[Signature, list[clingo.Symbol]] = {}
    for name, terms in parse_facts(facts).items():
        if name not in names and name not in INPUTS:
            raise unknown_fact(rulebook, terms[0], name)
        if name not in read:
            continue
        for arity, found in by_arity(as_tuples(terms), alike=alike).items():
            if (name, arity) not in known:
                raise unknown_fact(rulebook, str(found[0].arguments[0]), name)
            tuples[name, arity] = found
    return tuples


def _bodies(control: clingo.Control) -> float:
    """How many conditions grounding has left open."""
    if handles.AVAILABLE:
        return handles.statistic(control, "problem", "lp", "bodies")
    return float(control.statistics["problem"]["lp"]["bodies"])


class Grounder:
    """One grounding of a rulebook.

    Args:
        places: where the lines of its program stand, if not where the rulebook's do.
        settled: whether grounding is known to decide everything, as it does where no rule depends on its own negation:
            the solver is told nothing then, which would take it a sixth of the time.
    """

    def __init__(self, rulebook: Rulebook, places: Places | None = None, *, settled: bool = False) -> None:
        self._rulebook = rulebook
        self._settled = settled
        self._messages = Messages(places or rulebook.places)
        # A bound from outside in `#max { F; L-2 }` is meant; what clingo warns of there is a slip in counting only.
        arguments = ["--models=2", "--warn=no-global-variable"]
        arguments += [part for name, value in rulebook.overrides.items() for part in ("-c", f"{name}={value}")]
        self._control = clingo.Control(arguments, self._messages, Messages.LIMIT)
        if settled:
            self._control.register_observer(clingo.Observer(), replace=True)

    def run(self, program: str, tuples: dict[Signature, list[clingo.Symbol]] | None = None) -> Answer:
        tuples = tuples or {}
        source = " ".join(["#show.", *(fact_rule(*signature) for signature in tuples)])
        with interrupts_held():
            self._ground(f"{program}\n\n{source}", FactSource(tuples))
            false = frozenset() if self._settled else self._only_model()
        return Answer(self._control, self._rulebook, false)

    def _ground(self, program: str, facts: FactSource) -> None:
        try:
            self._control.add("base", [], program)
            facts.ground(self._control)
        except RuntimeError as error:
            raise self._messages.failure(error) from None
        if heard := self._messages.first_error():
            raise heard

    def _only_model(self) -> frozenset[clingo.Symbol]:
        """The atoms that are false in the one stable model: none, if grounding has decided everything.

        Raises:
            RulebookError: there is no stable model, or more than one.
        """
        control = self._control
        models: list[None] = []
        control.solve(on_model=lambda _: models.append(None))
        if len(models) == 1 and not _bodies(control):
            return frozenset()
        undecided = [(atom.symbol, atom.literal) for atom in control.symbolic_atoms if not atom.is_fact]
        if len(models) != 1:
            raise self._not_stratified(len(models), [symbol for symbol, _ in undecided])
        false: set[clingo.Symbol] = set()
        control.solve(
            on_model=lambda model: false.update(symbol for symbol, literal in undecided if not model.is_true(literal))
        )
        return frozenset(false)

    def _not_stratified(self, models: int, undecided: list[clingo.Symbol]) -> RulebookError:
        named = {(symbol.name, len(symbol.arguments)) for symbol in undecided}
        heads = {signature for signature in named if head_of(signature) is None}
        count = "no stable model" if models == 0 else "more than one stable model"
        for rule in self._rulebook.rules:
            if rule.head in heads and any(use.signature in heads and not use.strict for use in rule.uses):
                file = self._rulebook.source(rule.file)
                what = f"{count}: {spell(rule.head)} depends on its own negation"
                return file.error(what, rule.line, rule.column, "take the `not` out of the cycle")
        return RulebookError(f"{count}: {', '.join(sorted(map(spell, heads)))}", path=self._rulebook.entry)
