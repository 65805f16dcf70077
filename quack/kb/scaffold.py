"""The first draft of a rule and of its test: a verdict or a ground that works, to be narrowed by its author."""

from __future__ import annotations

from pathlib import Path

from quack.errors import RulebookError
from quack.kb.at_hand import beside, for_grounds
from quack.kb.authoring import Draft, check_name, own_entry, own_text, with_include, with_policy_line, write_drafts
from quack.kb.checks.book import Book, Rule, read_book
from quack.kb.checks.claim_types import claim_carriers
from quack.kb.checks.reading import Condition
from quack.kb.checks.schema import CLAIM_TYPES
from quack.kb.checks.verdicts import BUCKETS
from quack.kb.known_names import EXPECTATIONS
from quack.kb.messages import SourceFile, suggest
from quack.kb.program import spell
from quack.kb.rule_tests import RuleTest, collect_rule_tests
from quack.kb.rulebook import load_rulebook
from quack.kb.syntax import DirectiveCode

_STEP = 10

_VERDICT = """\
% When is a claim of the type {type} {name}?
% in: {reads}
% out: {out}
{line}
% So far it is every claim that would be {before}, so that tests of the base which expect {before} fail: narrow it by
% further conditions, and list above what they read.
%!trace_rule {{"the claim is {name}"}}.
candidate(C, {name}) :- {body}.

% At hand, from {file} and what it builds on, each with what it says:
{at_hand}"""

_VERDICT_TEST = """\
% A claim that is {name}, and one that is not.
{shared}
#program test_such_a_claim_is_{name}.
{facts}
expect(verdict(c1, {name})).
expect(bucket(c1, {bucket})).

% #program test_another_claim_is_not.
% (facts)
% expect_not(verdict(c1, {name})).
"""

_GROUND = """\
% Has the accuser the ground {name}?
% in: accusation/3, claim/5, occasion/3, saw/9
% out: {out}
{line}
%!trace_rule {{"the accuser has the ground {name}"}}.
grounds(C, {name}) :- ground_evidence(C, {name}, _, _).

% So far: the accuser saw the target before the call. Change the conditions, the words and the line above.
%!trace_rule {{"% saw % in % from tick % to %", P, Q, R, F, L}}.
ground_evidence(C, {name}, saw(P, Q, R, F, L, How, Look), Line) :- accusation(C, P, Q), P != Q, claim(C, _, _, M, _),
    occasion(M, Rd, Now), saw(P, Q, R, Rd, F, L, How, Look, Line), F <= Now, How != body, Look != call.

% At hand, as other grounds ask it:
{at_hand}"""

_GROUND_TEST = """\
% An accusation that has the ground {name}, and one that has not.
round(r1, 0, 0, 20). meeting(m1, r1, 20, carol, report, 90).
claim(c1, accusation, alice, m1, 1). accusation(c1, alice, bob). team(bob, duck).

#program test_such_an_accusation_has_the_ground_{name}.
saw(alice, bob, medbay, r1, 8, 8, present, sure, 40).
expect(grounds(c1, {name})).
expect(ground_evidence(c1, {name}, saw(alice, bob, medbay, 8, 8, present, sure), 40)).

#program test_another_accusation_has_not.
expect_not(grounds(c1, {name})).
"""


def new_verdict(name: str, where: str | Path, of: str, before: str, bucket: str) -> list[Path]:
    """Writes a verdict into a rulebook: its line, a rule, a test, and the include.

    Args:
        of: the type of claims that it is for.
        before: the verdict that it comes before; the rule begins with the cases of that one.

    Returns:
        The files that were written, the rule first.

    Raises:
        RulebookError: a name can't be used, or is taken.
        OSError: a file can't be written.
    """
    check_name(name, "a verdict")
    _, entry = own_entry(where)
    book = read_book(where)
    if of == "activity":
        remedy = "give --of task, traveling, waiting, reporting or calling"
        raise RulebookError("claims of activities are of several types", remedy=remedy)
    _known("type of claims", of, CLAIM_TYPES)
    _known("bucket", bucket, BUCKETS)
    precedence = _free_number(book, name, before)
    model = _model(book, of, before)
    file = f"verdicts/{name}.lp"
    fact = f'%!trace_rule {{"{name} is a verdict"}}.\nverdict_label({name}, {precedence}, {bucket}).\n'
    head = f"% label, precedence (the lowest wins: {before} has {precedence_of(book, before)}), bucket\n"
    line, policy = _placed(book, "verdict_label", fact, head)
    body, reads = _body(book, model, of)
    text = _VERDICT.format(
        type=of,
        name=name,
        reads=reads,
        out="verdict_label/3, candidate/2" if line else "candidate/2",
        line=line,
        before=before,
        body=body,
        file=model.info.file,
        at_hand=beside(book, model, of),
    )
    test = _scenario(where, model, of, before, {"name": name, "bucket": bucket})
    return _write(entry, file, text, test, policy)


def new_ground(name: str, where: str | Path, strength: str) -> list[Path]:
    """Writes a ground into a rulebook: its strength, rules, a test, and the include.

    Returns:
        The files that were written, the rules first.

    Raises:
        RulebookError: a name can't be used, or is taken.
        OSError: a file can't be written.
    """
    check_name(name, "a ground")
    _known("strength", strength, ("strong", "weak", "none"))
    _, entry = own_entry(where)
    book = read_book(where)
    if any(rule.head.arguments[1].name == name for rule in book.by_head.get(("grounds", 2), ())):
        raise RulebookError(f"there is a ground {name} already", path=entry, remedy="choose another name")
    line, policy = _placed(book, "strength", f"strength({name}, {strength}).\n", "")
    out = "strength/2, grounds/2, ground_evidence/4" if line else "grounds/2, ground_evidence/4"
    text = _GROUND.format(name=name, out=out, line=line, at_hand=for_grounds(book))
    return _write(entry, f"grounds/{name}.lp", text, _GROUND_TEST.format(name=name), policy)


def _known(what: str, word: str, words: tuple[str, ...] | list[str]) -> None:
    if word not in words:
        raise RulebookError(f"no {what} {word}", remedy=suggest(word, words, "there is "))


def _write(entry: Path, file: str, text: str, test: str, policy: Draft | None) -> list[Path]:
    place = entry.parent / file
    beside = place.with_name(f"{place.stem}_test.lp")
    for path in (place, beside):
        if path.exists():
            raise RulebookError("is there already", path=path, remedy="choose another name, or edit it")
    drafts = [Draft(place, text), Draft(beside, test), Draft(entry, with_include(own_text(entry), file))]
    return write_drafts([*drafts, *([policy] if policy else [])])


def _placed(book: Book, predicate: str, fact: str, head: str) -> tuple[str, Draft | None]:
    """The line of the policy: for the rule's own file, or in the rulebook's policy.lp if it holds one itself."""
    policy = next((file for file in book.files if file.source.name == "policy.lp" and not file.source.layer), None)
    if policy is None:
        return f"\n{head}{fact}", None
    text = with_policy_line(policy.source, policy.scanned, predicate, fact)
    return "", Draft(policy.source.path, text)


def _ranks(book: Book) -> dict[str, int]:
    return {
        rule.head.arguments[0].name: int(rule.head.arguments[1].name)
        for rule in book.by_head.get(("verdict_label", 3), ())
        if rule.head.arguments[1].name.isdigit()
    }


def precedence_of(book: Book, verdict: str) -> int:
    """The number of a verdict in the policy."""
    return _ranks(book)[verdict]


def _free_number(book: Book, name: str, before: str) -> int:
    """A number before that of a verdict and after the one before it."""
    ranks = _ranks(book)
    if name in ranks:
        raise RulebookError(f"there is a verdict {name} already", path=book.entry, remedy="choose another name")
    _known("verdict", before, list(ranks))
    lower = [rank for rank in ranks.values() if rank < ranks[before]]
    number = (max(lower) + ranks[before]) // 2 if lower else ranks[before] - _STEP
    if number in ranks.values() or number < 0:
        what = f"no number is free before that of {before}, {ranks[before]}"
        raise RulebookError(what, path=book.entry, remedy="renumber the lines verdict_label(…) in steps of ten")
    return number


def _model(book: Book, of: str, before: str) -> Rule:
    """A rule that gives a verdict to claims of a type, best one in a file of its own."""
    rules = [rule for rule in book.by_head.get(("candidate", 2), ()) if rule.head.arguments[1].name == before]
    fitting = [rule for rule in rules if any(name == of for (name, _), _ in claim_carriers(book, rule))]
    if not fitting:
        known = sorted({name for rule in rules for (name, _), _ in claim_carriers(book, rule) if name in CLAIM_TYPES})
        what = f"no rule gives claims of the type {of} the verdict {before}"
        raise RulebookError(what, path=book.entry, remedy=f"--of {' or '.join(known)}, or --before another verdict")
    return min(fitting, key=lambda rule: of not in rule.info.file)


def _body(book: Book, model: Rule, of: str) -> tuple[str, str]:
    """The conditions of a rule, the type of its claim first, and the predicates among them."""
    file = next(each for each in book.files if each.source is model.source)
    code = file.scanned.code
    end = next(each.code.end for each in file.statements if each.code.start == model.start)
    written = " ".join(code[model.head.end : end].strip().removeprefix(":-").rstrip(". \n").split())
    claim = model.head.arguments[0].name
    has_type = any(isinstance(each, Condition) and each.atom.name == of for each in model.body)
    arity = next(arity for name, arity in book.defined if name == of)
    atom = f"{of}({', '.join([claim, *['_'] * (arity - 1)])})"
    reads = dict.fromkeys(spell(use.atom.signature) for use in model.uses)
    if has_type:
        return written, ", ".join(reads)
    return f"{atom}, {written}", ", ".join([f"{of}/{arity}", *reads])


def _scenario(where: str | Path, model: Rule, of: str, before: str, words: dict[str, str]) -> str:
    """A test with the facts of one that gives the verdict before it."""
    tests = [test for test in collect_rule_tests(load_rulebook(where)) if test.subject == model.info.file]
    for test in tests:
        facts, expected = _facts(test), _expected(test)
        if f"{of}(c1," in facts and f"expect(verdict(c1,{before}))." in expected:
            return _VERDICT_TEST.format(**words, shared=_shared(test), facts=facts)
    facts = f"% Write facts here that make c1 such a claim, as the tests beside {model.info.file} do."
    return _VERDICT_TEST.format(**words, shared="", facts=facts)


def _lines(source: SourceFile, pieces: list[tuple[int, str]]) -> str:
    """Statements as they stand, those of one line on one line."""
    lines: dict[int, list[str]] = {}
    for start, text in pieces:
        lines.setdefault(source.place(start)[0], []).append(text)
    return "\n".join(" ".join(texts) for texts in lines.values())


def _facts(test: RuleTest) -> str:
    return _lines(test.source.source, _statements(test, test.section, False))


def _shared(test: RuleTest) -> str:
    text = _lines(test.source.source, _statements(test, "base", False))
    return f"{text}\n" if text else ""


def _expected(test: RuleTest) -> str:
    return "".join("".join(text.split()) for _, text in _statements(test, test.section, True))


def _statements(test: RuleTest, section: str, expectations: bool) -> list[tuple[int, str]]:
    code = test.source.scanned.code
    return [
        (each.code.start, code[each.code.start : each.code.end])
        for each in test.source.statements
        if each.section == section
        and not isinstance(each.code, DirectiveCode)
        and (each.code.head.signature in EXPECTATIONS) == expectations
    ]
