"""Hostile and broken rulebooks: the files of each, and what is said of it.

Each is a small rulebook of sound files and one of its own, `evil.lp`, unless it says otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

SOUND = {
    "observed.lp": '#include "schema.lp".\n#include "rules.lp".\n#include "evil.lp".\n',
    "schema.lp": "#defined claim/5.\n#defined at/6.\n#defined player/1.\n",
    "rules.lp": "candidate(C, true) :- claim(C, _, _, _, _).\nverdict(C, V) :- candidate(C, V).\n",
    "evil.lp": "% harmless\n",
}


class Case(NamedTuple):
    """A rulebook to be refused.

    Attributes:
        place: file:line:column where it is refused, relative to the rulebook; or file, or file:line.
        words: what is said there.
        files: the files that differ from the sound ones, and more.
        prepare: does to the folder what a text can't.
        entry: what to give for the rulebook, instead of its folder.
    """

    name: str
    place: str
    words: str
    files: dict[str, str | bytes] = {}  # noqa: RUF012  # read only
    prepare: Callable[[Path], object] | None = None
    entry: str = "."

    def write(self, folder: Path) -> Path:
        """Writes it; returns what to give for `--rules`."""
        for name, text in (SOUND | self.files).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        if self.prepare:
            self.prepare(folder)
        return folder / self.entry


def evil(name: str, place: str, words: str, text: str | bytes) -> Case:
    return Case(name, f"evil.lp:{place}" if place else "evil.lp", words, {"evil.lp": text})


def _including(name: str, target: str, words: str, prepare: Callable[[Path], object] | None = None) -> Case:
    return Case(name, "evil.lp:2:1", words, {"evil.lp": f'ok.\n#include "{target}".\n'}, prepare)


def _link(target: str) -> Callable[[Path], object]:
    return lambda folder: (folder / "more.lp").symlink_to(target)


ALL = " :- claim(C, _, _, _, _)."
GROUNDS = "strength(seen, strong).\ngrounds(C, seen) :- claim(C,_,_,_,_).\ngrounds(C, told) :- claim(C,_,_,_,_)."


def _many(folder: Path) -> None:
    for number in range(600):
        (folder / f"f{number}.lp").write_text(f'#include "f{number + 1}.lp".\n')


SCRIPTS = [
    evil("a lua script", "1:1", "#script is not allowed", "#script (lua)\nos.execute('id')\n#end."),
    evil("a python script", "2:1", "#script is not allowed", "ok.\n#script(python)\nimport os\n#end."),
    evil("a script split by a comment", "1:1", "#sc is not allowed", "#sc%* *%ript (lua) #end."),
    evil("a script behind a blank", "1:1", "# is not allowed", "# script (lua) #end."),
    evil("a script after a closed comment", "1:13", "#script is not allowed", "%* %* *% *% #script (lua) #end."),
    evil(
        "a script after a string that opens a comment", "1:14", "#script is not allowed", 'ok("%* \\""). #script (lua)'
    ),
    evil("a function of a script", "1:4", "external functions (@) are not allowed", "ok(@run(1))."),
    evil("a theory", "1:1", "#theory is not allowed", "#theory t { }."),
    evil("a theory atom", "1:7", "theory atoms and bit operations (&) are not allowed", "ok :- &sum { 1 } > 0."),
]

STATEMENTS = [
    evil("an external", "1:1", "#external is not allowed", "#external at(a,b,c,1,2,3)."),
    evil("an optimisation", "1:1", "#minimize is not allowed", "#minimize { 1,C : claim(C,_,_,_,_) }."),
    evil("another optimisation", "1:1", "#maximise is not allowed", "#maximise { 1 }."),
    evil("a weak constraint", "1:1", "a weak constraint (:~) is not allowed", ":~ claim(C,_,_,_,_). [1,C]"),
    evil("an edge", "1:1", "#edge is not allowed", "#edge (a,b) : ok."),
    evil("a heuristic", "1:1", "#heuristic is not allowed", "#heuristic ok. [1,true]"),
    evil("a projection", "1:1", "#project is not allowed", "#project ok/1."),
    evil("a constraint", "1:1", "a constraint (:-) is not allowed", ":- verdict(_, false)."),
    evil("a constraint in other words", "1:1", "a constraint (:-) is not allowed", "#false :- verdict(_, false)."),
    evil("a choice", "1:1", "a choice in the head is not allowed", "{ verdict(C, true) } :- claim(C,_,_,_,_)."),
    evil("a disjunction", "1:1", "a disjunction in the head is not allowed", "a ; b."),
    evil("another disjunction", "1:1", "a disjunction in the head is not allowed", "a | b."),
    evil("classical negation", "1:1", "classical negation (-p) is not allowed", "-ok."),
    evil("a program of another name", "1:1", "#program check is not allowed", "#program check."),
    evil("a constant twice", "1:15", "#const n is defined twice", "#const n = 1. #const n = 2."),
    evil("a constant that is computed", "1:1", "#const n is neither an integer nor a constant", "#const n = 2**30."),
]

FORGERIES = [
    evil("a forged stay", "1:1", "a rule defines at/6, which only the log and the claims give", "at(a,b,c,1,2,3)."),
    evil(
        "a forged sighting",
        "2:1",
        "a rule defines saw/9",
        "p(1..9).\nsaw(P,Q,R,D,1,9,present,sure,1) :- p(P),p(Q),p(R),p(D).",
    ),
    evil("a forged stay of another arity", "1:1", "a rule defines at/2", "at(S, R) :- at(S, R, _, _, _, _)."),
    evil("a forged claim", "1:1", "a rule defines claim/5", "claim(c0,location,p,m,0)."),
    evil("a forged window of the published kind", "1:1", "a rule defines spot/6", "spot(a,b,standing,0,9,1)."),
    Case(
        "a schema of its own",
        "evil.lp:1:1",
        "a rule defines team/2",
        {"schema.lp": "#defined claim/5.\n", "evil.lp": "team(P, duck) :- claim(_,_,P,_,_)."},
    ),
    evil("a forged trace", "1:1", "fired is reserved", "fired(0, C, true) :- claim(C,_,_,_,_)."),
    evil("a trace that is read", "2:20", "fired is reserved", "\ncandidate(C, x) :- fired(0, C, true)."),
    evil("a declared trace", "1:10", "fired is reserved", "#defined fired/3."),
    evil("an expectation", "1:1", "expect is reserved", "expect(verdict(c0, true))."),
]

CYCLES = [
    evil(
        "a cycle through negation",
        "1:13",
        "p/1 depends on not q/1 (evil.lp:1), q/1 depends on p/1 (evil.lp:2)",
        "p(X) :- not q(X), player(X).\nq(X) :- p(X).",
    ),
    evil("a predicate that denies itself", "1:10", "p/0 depends on not p/0 (evil.lp:1)", "p :- not p."),
    evil("a cycle of double negation", "1:14", "p/0 depends on its own negation", "p :- not not p."),
    evil("a cycle through an aggregate", "1:24", "through an aggregate", "p(N) :- N = #sum { X : p(X) }."),
    evil("a cycle through a condition", "1:6", "through an aggregate or a condition", "p :- q : player(_).\nq :- p."),
    evil("a long cycle", "3:10", "a/0 depends on b/0 (evil.lp:1), b/0", "a :- b.\nb :- c.\nc :- not a."),
]

INCLUDES = [
    _including("the passwords", "/etc/passwd", '#include "/etc/passwd" leaves the rulebook\'s folder'),
    _including("the passwords from here", "../../../../../../../../etc/passwd", "leaves the rulebook's folder"),
    _including("the passwords by way of a process", "/proc/self/root/etc/passwd", "leaves the rulebook's folder"),
    _including("a process's words", "/proc/self/environ", "leaves the rulebook's folder"),
    _including("an endless device", "/dev/zero", "leaves the rulebook's folder"),
    _including("a link to the passwords", "more.lp", "leaves the rulebook's folder", _link("/etc/passwd")),
    _including("a link to itself", "more.lp", "an #include that can't be followed", _link("more.lp")),
    _including("a link to nothing", "more.lp", "can't be read", _link("none.lp")),
    _including(
        "a pipe that nobody writes to", "more.lp", "can't be read", lambda folder: os.mkfifo(folder / "more.lp")
    ),
    _including("a folder", ".", "can't be read"),
    _including("a name that is too long", "a" * 6000, "can't be"),
    _including("a web page", "https://example.org/rules.lp", "can't be read"),
    evil("the words of clingo's own library", "1:1", "an #include that names no file", "#include <incmode>."),
    evil("an include without quotes", "1:1", "an #include that names no file", "#include /etc/passwd."),
    evil("an include without an end", "1:1", "an #include that names no file", '#include "/etc/passwd"'),
    evil("an include over two lines", "1:1", "an #include that names no file", '#include "/etc/\npasswd".'),
    Case(
        "a chain of files", "f495.lp:1:1", "a rulebook of more than 500 files", {"evil.lp": '#include "f0.lp".'}, _many
    ),
    Case(
        "a pipe for a rulebook",
        "pipe.lp",
        "not a regular file",
        {},
        lambda folder: os.mkfifo(folder / "pipe.lp"),
        "pipe.lp",
    ),
    Case(
        "a link out of its folder",
        "out.lp",
        "a link that leaves its folder",
        {},
        lambda f: (f / "out.lp").symlink_to("/etc/passwd"),
        "out.lp",
    ),
    Case(
        "a link that ends nowhere",
        "loop.lp",
        "can't be followed",
        {},
        lambda f: (f / "loop.lp").symlink_to("loop.lp"),
        "loop.lp",
    ),
    Case("a file that is not there", "none.lp", "can't be read", {}, None, "none.lp"),
    Case("a folder without an entry file", "empty", "no entry file", {"empty/a.lp": "a."}, None, "empty"),
]

TEXTS = [
    evil("a syntax error", "2:11", "syntax error", "ok.\np(X) :- X X."),
    evil("a rule without its full stop", "1", "syntax error", "p(1)"),
    evil("an unsafe variable", "1:3", "variable X is unsafe", "p(X) :- not player(X)."),
    evil("an unknown predicate", "1:9", "unknown predicate clam/5; did you mean claim/5?", "p(C) :- clam(C,_,_,_,_)."),
    evil("a constant beyond ASCII", "1:3", "U+00E9 outside of a string", "p(é)."),
    evil("letters that look like others", "1:1", "U+0441 outside of a string", "сandidate(c0, false)."),
    evil(
        "a comment without an end",
        "2:1",
        "a comment without an end",
        "ok.\n%* so\ncandidate(C, true) :- claim(C,_,_,_,_).",
    ),
    evil("a comment whose end is hidden in a comment", "1:1", "a comment without an end", "%* % *%\nok."),
    evil(
        "a statement that a comment hides by a line separator", "1:8", "U+2028, which can't be seen", "% below\u2028ok."
    ),
    evil("a comment that is shown turned round", "1:4", "U+202E, which can't be seen", "% a\u202e.lla ta elbissop"),
    evil("carriage returns alone", "1:9", "a carriage return alone", b"% before\rok.\r"),
    evil("a NUL", "1:4", "a NUL character", b"ok(\0)."),
    evil("an escape for the terminal", "1:4", "U+001B, which can't be seen", "% a\x1b[2J\n"),
    evil("what is not UTF-8", "2", "not UTF-8", b"ok.\n\xff\xfe"),
    evil("UTF-16", "1", "not UTF-8", "ok.".encode("utf-16")),
    evil("a string without an end", "1:4", "a string without an end", 'ok("a).\n'),
    evil("a string with an unknown escape", "1:4", "a string without an end", 'ok("\\x41").'),
    evil("a number that is too large", "1:4", "9999999999 is too large", "ok(9999999999)."),
    evil("a number of ten thousand digits", "1:4", "is too large", f"ok({'9' * 9000})."),
    evil("a number in other digits", "1:4", "is too large", f"ok(0b{'1' * 33})."),
    evil("deep brackets", "1:203", "brackets nested more than 200 deep", f"ok({'(' * 900}1{')' * 900})."),
    evil("a long row of signs", "1:4", "200 signs in a row", f"ok({'-' * 9000}1)."),
    evil("a long sum", "1:1", "a statement of more than 10000 characters", "ok(" + "1+\n" * 50_000 + "1)."),
    evil("a long line", "1:1", "a line of more than 20000 characters", "ok. " * 9000),
    evil("a long name", "1:1", "a name of more than 200 characters", "o" * 9000 + "."),
    evil("a long file", "", "longer than 1000000 bytes", "ok.\n" * 3_000_000),
    evil("too many rules", "1", "a rulebook of more than 20000 rules", "ok.\n" * 30_000),
    evil("a label that tells of nothing", "1", "label with 1 % for 0 terms", '%!trace_rule {"%"}.\nok.'),
    evil("a long label", "1", "a label of more than 1000 characters", f'%!trace_rule {{"{"," * 9000}"}}.\nok.'),
]

MORE = [
    evil("a python script in capitals", "1:1", "#Script is not allowed", "#Script (python) print(1) #end."),
    evil("an include in capitals", "1:1", "#INCLUDE is not allowed", '#INCLUDE "/etc/passwd".'),
    evil("an include in brackets and quotes", "1:1", "an #include that names no file", '#include <"/etc/passwd">.'),
    evil("an include behind a comment", "1:1", "an #include that names no file", '#include %* *% "/etc/passwd".'),
    evil("an include in a program with parameters", "2:1", "leaves the", '#program base(t).\n#include "/etc/passwd".'),
    evil("an include of standard input", "1:1", "leaves the rulebook's folder", '#include "/dev/stdin".'),
    evil("an include of nothing", "1:1", "can't be read", '#include "".'),
    evil("an include of a home folder", "1:1", "can't be read", '#include "~/rules.lp".'),
    _including("a link to a folder", "sub/passwd", "leaves the", lambda folder: (folder / "sub").symlink_to("/etc")),
    Case(
        "a circle of includes that leaves its folder",
        "a.lp:2:1",
        "leaves the rulebook's folder",
        {"evil.lp": '#include "./a.lp".', "a.lp": '#include "evil.lp".\n#include "../evil.lp".'},
    ),
    evil("a program with parameters", "1:1", "a #program with parameters is not allowed", "#program base(t).\nok(t)."),
    evil("a constant that may be overridden", "1:15", "an annotation [ ] is not allowed", "#const n = 1. [override]"),
    evil(
        "constants in a circle",
        "1:1",
        "#const a goes round in a circle: a, b, a",
        "#const a = b.\n#const b = a.\nok(a).",
    ),
    evil("a negative number of ticks", "2:1", "a number of ticks is never negative", "\n#const tick_slack = -1."),
    evil("a word for a number of ticks", "1:1", "a number of ticks is an integer", "#const off_by = far."),
    evil("a shown constraint", "1:7", "unexpected “$”", "#show $x."),
    evil("a declared negation", "1:1", "a #defined that names no predicate", "#defined -ok/1."),
    evil("an arity beyond all", "1:12", "99999999999 is too large", "#defined p/99999999999."),
    evil("negation in a body", "1:7", "classical negation (-p) is not allowed", "ok :- -at(a,b,c,1,2,3)."),
    evil("a head that is denied", "1:1", "a head that is no atom", "not not at(a,b,c,1,2,3)."),
    evil("a pool of arguments", "1:5", "alternatives of its arguments (;) is not allowed", "ok(1;2)."),
    evil("a pool of forged facts", "1:21", "syntax error", "(at(a,b,c,1,2,3);ok)."),
    evil("a head under a condition", "1:1", "a disjunction in the head is not allowed", "at(P,b,c,1,2,3) : player(P)."),
    evil("a choice with bounds", "1:1", "a choice in the head is not allowed", "1 { ok(X) : player(X) } 2."),
    evil("a counted head", "1:1", "a choice in the head is not allowed", "#count { X : ok(X) : player(X) } = 1."),
    evil("a head of several atoms", "1:1", "a disjunction in the head is not allowed", "ok(1), at(a,b,c,1,2,3)."),
    evil("a head that compares", "1:1", "a head that is no atom", "1 = 2."),
    evil(
        "a guard that is open",
        "2:3",
        "variables A, B, C are unsafe",
        "d(1..20).\nq(A,B,C) :- A #count { X : d(X) } B, C = A.",
    ),
    evil("division by nothing", "1:13", "undefined arithmetic (1/0)", "p(X) :- X = 1/0."),
    evil("nothing to a negative power", "1:13", "undefined arithmetic", "p(X) :- X = 0 ** (-1)."),
    evil("a letter of no width", "1:5", "U+200B outside of a string", "cand\u200bidate(c0, false)."),
    evil("a word turned round in a string", "1:5", "U+202E, which can't be seen", 'ok("\u202e").'),
    evil("a second byte order mark", "2:1", "U+FEFF outside of a string", "ok.\n\ufeffok."),
    evil("a blank beyond ASCII", "1:4", "U+00A0 outside of a string", "ok.\u00a0ok."),
    evil("a form feed", "1:4", "U+000C, which can't be seen", "ok.\x0cok."),
    evil("UTF-16 without a mark", "1:1", "a NUL character", "ok.".encode("utf-16-be")),
    evil("half of a pair of surrogates", "1", "not UTF-8", b"% \xed\xa0\x80\n"),
    evil("a letter that is longer than it has to be", "1", "not UTF-8", b"% \xc0\xaf\n"),
    evil("comments in comments, one left open", "1:1", "a comment without an end", "%*" * 300 + "*%" * 299 + "\nok."),
    evil("a comment that ends in a string", "1:11", "a string without an end", 'ok. %* "*%" at(a). *%'),
    evil("absolute values in each other", "1:4", "200 signs in a row", f"ok({'|' * 2000}1{'|' * 2000})."),
    evil("braces in each other", "1:7", "syntax error", f"p :- {'{' * 400}{'}' * 400}."),
    evil("a rule that is far down", "900001:3", "syntax error", "\n" * 900_000 + "p(."),
    evil("a label with too many signs", "1", "label with 2 % for 0 terms", '%!trace_rule {"100%% sure"}.\nok.'),
    evil("a label that takes a variable from nowhere", "1", "without variable Y", '%!trace_rule {"%", f(Y)}.\nok.'),
    evil("a name of the proofs' own", "1:1", "_because_1 is reserved", "_because_1(1)."),
    evil("a ground without a strength", "3:1", "the ground told has no strength", GROUNDS),
]

OUTPUTS = [
    evil("a line that is a word", "1:1", "evidence/3 can't be read: foo is no line", f"evidence(C, f(C), foo){ALL}"),
    evil("a line beyond the log", "1:1", "none with the number 9999", f"evidence(C, f(C), 9999){ALL}"),
    evil("a verdict that is a number", "1:1", "verdict/2 can't be read: 3 is no plain", f"verdict(C, 3){ALL}"),
    evil("a verdict that steers a screen", "1:1", "is no plain constant", f'verdict(C, "\\n\\n"){ALL}'),
    evil("a verdict on a player", "1:1", "alice(0) is no claim", "verdict(P, true) :- player(P)."),
    evil(
        "a window of words", "1:1", "claim_window/3 can't be read: early is no tick", f"claim_window(C, early, 5){ALL}"
    ),
    evil("a defect of nothing", "1:1", "defect/2 can't be read: 3 is no claim", "defect(odd, 3)."),
    evil(
        "a flood of defects",
        "1:1",
        "defect/2 can't be read: 1 is no plain constant",
        "defect(X, C) :- claim(C, _, _, _, _), X = 1..500.",
    ),
]

CASES = [*SCRIPTS, *STATEMENTS, *FORGERIES, *CYCLES, *INCLUDES, *TEXTS, *MORE]
