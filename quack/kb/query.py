"""What is asked? A query in the rules' own language, checked like a rulebook and joined to one.

A query is the conditions of a rule (`saw(P, Q, R, T), team(Q, goose)`) or rules, of which the last one is shown. It
may use what logs and claims give, what the rulebook derives, and the short forms of `short_forms.lp`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import chain
from pathlib import Path

from quack.errors import RulebookError
from quack.kb.bodies import read_body
from quack.kb.cycles import check_stratified
from quack.kb.gate import scan
from quack.kb.inputs import INPUTS, reserved
from quack.kb.known_names import unknown_predicate
from quack.kb.limits import bounded
from quack.kb.messages import SourceFile
from quack.kb.predicates import spelled_forms
from quack.kb.program import RuleFile, RuleInfo, check_syntax, parse_file, spell
from quack.kb.query_names import Reading, Vocabulary, join_words, read_names, vocabulary_of
from quack.kb.query_text import Piece, split_rules
from quack.kb.rulebook import Rulebook
from quack.kb.solve import solve
from quack.kb.syntax import Atom, DirectiveCode, Signature

NAME = "query"
ANSWER = "_ask"
CALLED: Signature = ("_called", 2)
"""What a name of the query, by its number, stands for in a game."""

_FORMS = Path(__file__).with_name("short_forms.lp")
_PLACE = Path(NAME)
_UNSAFE = re.compile(r"variables? ([\w']+).* unsafe")
_INSIDE = re.compile(rf"\b{NAME}:(\d+)")


@dataclass(frozen=True, slots=True, eq=False)
class Inquiry(Rulebook):
    """A rulebook with a query: it derives the answers, and what they rest on.

    Attributes:
        answer: the predicate of the answers.
        columns: what its arguments are called.
        called: the names in the query.
        hints: what was read otherwise than it is written.
        needed: the rules that the answers rest on, by id.
    """

    answer: Signature = ("", 0)
    columns: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    needed: frozenset[int] = field(repr=False, default=frozenset())

    @property
    def heads(self) -> frozenset[Signature]:
        return frozenset(rule.head for rule in self.rules if rule.id in self.needed)

    def text(
        self,
        deciding: Collection[Signature] | None = None,
        without: Collection[int] = (),
        empty: Collection[Signature] = (),
    ) -> str:
        """The rules that the answers rest on."""
        idle = {rule.id for rule in self.rules if rule.id not in self.needed}
        return Rulebook.text(self, deciding, {*without, *idle}, empty)


def read_query(text: str, rulebook: Rulebook, players: Iterable[str] = (), rooms: Iterable[str] = ()) -> Inquiry:
    """Reads and checks a query.

    Args:
        players, rooms: names in the games that will be asked.

    Raises:
        RulebookError: at the line and column of the query.
    """
    vocabulary = vocabulary_of(rulebook, players, rooms)
    try:
        inquiry = _Asker(rulebook, vocabulary).read(text)
    except RulebookError as error:
        raise in_query(error) from None
    try:
        with closing(solve(inquiry)):  # clingo's own word on it: variables that nothing binds
            return inquiry
    except RulebookError as error:
        raise in_query(_in_conditions(error, inquiry.files[-1].source)) from None


def _in_conditions(error: RulebookError, source: SourceFile) -> RulebookError:
    """An error of the head that we have put before conditions, at the variable in these that it is about."""
    variable = _UNSAFE.match(error.what)
    if error.path == _PLACE and error.line == 1 and variable:
        conditions = source.text.index("\n")
        found = re.compile(rf"(?<![\w']){re.escape(variable[1])}(?![\w'])").search(source.text, conditions)
        if found:
            error.line, error.column = source.place(found.start())
    return error


def in_query(error: RulebookError) -> RulebookError:
    """An error at the place where the query stands, before which a line of our own was put."""
    if error.path == _PLACE and error.line is not None:
        error.line = max(error.line - 1, 1)
        error.what = _INSIDE.sub(lambda line: f"{NAME}:{max(int(line[1]) - 1, 1)}", error.what)
    return error


@cache
def short_forms(offset: int, first_id: int) -> RuleFile:
    """The rules of the short forms, after those of a rulebook."""
    source = SourceFile(_FORMS.name, _FORMS, _FORMS.read_text("utf-8"), offset)
    return parse_file(source, scan(source), first_id)


def with_short_forms(rulebook: Rulebook) -> Rulebook:
    """A rulebook as a query sees it."""
    forms = short_forms(rulebook.next_offset, len(rulebook.rules))
    rules = (statement.rule for statement in forms.statements if statement.rule is not None)
    return replace(
        rulebook,
        files=(*rulebook.files, forms),
        rules=(*rulebook.rules, *rules),
        defined=rulebook.defined | forms.defined | {CALLED},
    )


class _Asker:
    def __init__(self, rulebook: Rulebook, vocabulary: Vocabulary) -> None:
        self.base = rulebook
        self.vocabulary = vocabulary
        self.forms = short_forms(rulebook.next_offset, len(rulebook.rules))
        last = self.forms.source
        self.offset = last.offset + last.line_count + 1
        self.given = tuple(statement.rule for statement in self.forms.statements if statement.rule is not None)

    def read(self, text: str) -> Inquiry:
        joined = join_words(text.strip().replace("\r\n", "\n"), self.vocabulary)
        scanned = scan(self.source(f"\n{joined}"))
        if scanned.includes:
            raise self.error("an #include in a query", 1, "leave it out: a query sees the whole rulebook")
        reading = read_names(scanned.code, self.vocabulary)
        pieces = split_rules(reading.code)
        if not pieces:
            raise self.error("an empty query", 1, 'ask such as "team(P, duck)"; --schema lists what there is')
        rules = any(piece.neck is not None for piece in pieces)
        if not rules and len(pieces) > 1:
            place = self.source(reading.code).place(pieces[0].end)
            raise RulebookError("a dot in the middle of a query", path=_PLACE, line=place[0], column=place[1],
                                remedy="write a comma between conditions")  # fmt: skip
        code, columns = _as_rules(reading, pieces) if rules else self.as_rule(reading, pieces[0])
        return self.join(code, reading, columns)

    def source(self, text: str) -> SourceFile:
        return SourceFile(NAME, _PLACE, text, self.offset)

    def error(self, what: str, line: int, remedy: str) -> RulebookError:
        return RulebookError(what, path=_PLACE, line=line + 1, column=1, remedy=remedy)

    def as_rule(self, reading: Reading, piece: Piece) -> tuple[str, tuple[str, ...]]:
        """The rule whose conditions a query is, with its variables in the order of appearance."""
        conditions = f"{reading.code[: piece.end].rstrip()}{_bindings(reading, reading.code[piece.start : piece.end])}."
        bounded(check_syntax, [(each := self.source(f"x :-{conditions}"), scan(each))], rulebook=None, path=_PLACE)
        body = read_body(f"x :-{conditions}", self.base.consts)
        names = tuple(name for name in body.variables[: body.shared] if not name.startswith("_"))
        head = f"{ANSWER}({','.join(names)})" if names else ANSWER
        return f"{head} :-{conditions}", names

    def join(self, code: str, reading: Reading, columns: tuple[str, ...]) -> Inquiry:
        source = self.source(code)
        scanned = scan(source)
        bounded(check_syntax, [(source, scanned)], rulebook=None, path=_PLACE)
        base = self.base
        file = parse_file(source, scanned, len(base.rules) + len(self.given))
        own = tuple(statement.rule for statement in file.statements if statement.rule is not None)
        defined = base.defined | self.forms.defined | {CALLED}
        rules = (*base.rules, *self.given, *own)
        self.check(source, file, own, {rule.head for rule in rules} | defined)
        files = (*base.files, self.forms, file)
        check_stratified(rules, {each.source.name: each.source for each in files})
        answer = own[-1].head
        needed = _needed(rules, answer)
        reads = {use.signature for rule in rules if rule.id in needed for use in rule.uses}
        dialect = {signature for signature in base.reads if signature[0] == "says"}
        return Inquiry(
            **{each.name: getattr(base, each.name) for each in fields(Rulebook)}
            | {
                "entry": _PLACE,
                "files": files,
                "sha256": hashlib.sha256(f"{base.sha256}\0{code}".encode()).hexdigest(),
                "rules": rules,
                "reads": frozenset((reads | dialect) - {rule.head for rule in rules}) | {CALLED},
                "defined": defined,
                "deciding": frozenset(),
                "trusted": False,
            },
            answer=answer,
            columns=columns,
            called=tuple(reading.called),
            hints=tuple(dict.fromkeys(reading.hints)),
            needed=needed,
        )

    def check(self, source: SourceFile, file: RuleFile, own: tuple[RuleInfo, ...], known: set[Signature]) -> None:
        """Refuses directives, heads that are taken, and predicates that nothing knows."""
        taken = {rule.head[0] for rule in self.base.rules}
        for statement in file.statements:
            if isinstance(statement.code, DirectiveCode):
                place = source.place(statement.code.start)
                raise source.error(f"{statement.code.word} in a query", *place, "ask with conditions and rules only")
        for rule in own:
            name = rule.head[0]
            if (reserved(name) and name != ANSWER) or name in INPUTS or name in taken:
                what = f"{name} is {'reserved' if reserved(name) else 'taken'}"
                raise source.error(what, rule.line, rule.column, "choose another name for what the query derives")
            for use in rule.uses:
                if use.signature not in known:
                    raise self.unknown(source, use, known)

    def unknown(self, source: SourceFile, use: Atom, known: set[Signature]) -> RulebookError:
        """The error for a predicate that there is not, with what its namesakes hold."""
        error = unknown_predicate(source, use, {signature for signature in known if not reserved(signature[0])})
        same = sorted(signature for signature in known if signature[0] == use.signature[0])
        if same:
            forms = spelled_forms(with_short_forms(self.base))
            error.remedy = f"did you mean {' or '.join(forms.get(each, spell(each)) for each in same)}?"
        elif error.remedy and not error.remedy.startswith("did you mean"):
            error.remedy = "--schema lists what can be asked"
        return error


def _as_rules(reading: Reading, pieces: list[Piece]) -> tuple[str, tuple[str, ...]]:
    """The rules of a query, each with its names bound and a dot at its end."""
    code, done = "", 0
    for piece in pieces:
        text = reading.code[piece.start : piece.end]
        bindings = _bindings(reading, text)
        if piece.neck is None and bindings:
            bindings = f" :-{bindings[1:]}"
        code += f"{reading.code[done : piece.start]}{text}{bindings}."
        done = piece.end + (reading.code[piece.end : piece.end + 1] in (".", ";"))  # the dot has taken its place
    last = reading.code[pieces[-1].start : pieces[-1].neck or pieces[-1].end]
    return code, tuple(_arguments(last, {variable: name for name, variable in reading.called.items()}))


def _bindings(reading: Reading, text: str) -> str:
    """The conditions that bind the names in a rule."""
    bound = (
        f", {CALLED[0]}({number},{variable})"
        for number, variable in enumerate(reading.called.values())
        if variable in text
    )
    return "".join(bound)


def _arguments(head: str, names: Mapping[str, str]) -> Iterator[str]:
    """What the arguments of a head are called: as they are written."""
    inside = head.strip().partition("(")[2].rpartition(")")[0]
    depth, word = 0, ""
    for sign in chain(inside, "," if inside else ""):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            yield names.get(word.strip(), word.strip())
            word = ""
        else:
            word += sign


def _needed(rules: Iterable[RuleInfo], answer: Signature) -> frozenset[int]:
    """The rules that a predicate rests on, by id."""
    by_head: dict[Signature, list[RuleInfo]] = {}
    for rule in rules:
        by_head.setdefault(rule.head, []).append(rule)
    found: set[int] = set()
    waiting, seen = [answer], {answer}
    while waiting:
        for rule in by_head.get(waiting.pop(), ()):
            found.add(rule.id)
            fresh = {use.signature for use in rule.uses} - seen
            seen |= fresh
            waiting += fresh
    return frozenset(found)
