"""Rulebooks that nothing is wrong with but what they would take, and what is said of each."""

from __future__ import annotations

from tests.hostile.cases import evil

_COLUMNS = [f"X{number}" for number in range(40)]
WIDE = f"d(0..1).\nq({','.join(_COLUMNS)}) :- {', '.join(f'd({name})' for name in _COLUMNS)}."

TURNS = "p(a).\nq(f(X, g(X))) :- p(X).\np(h(X)) :- q(X)."
WORDS = "s(0, e).\ns(N+1, z(X)) :- s(N, X), N < 30.\ns(N+1, o(X)) :- s(N, X), N < 30."
JOINS = "d(1..90). e(1..56).\nok.\nq(A,B,C) :- d(A), d(B), d(C).\n" + "\n".join(
    f"q{number}(A,B,C) :- e(A), e(B), e(C)." for number in range(100)
)
DIVISION = "p(X) :- Y = -2147483647-1, X = Y / (-1)."

BOMBS = [
    evil("numbers without end", "2:1", "p/1 depends on itself through X+1", "p(0).\np(X+1) :- p(X)."),
    evil(
        "numbers without end in two rules",
        "3:1",
        "p/1 depends on itself through Y = X+1",
        "p(0).\nq(Y) :- p(X), Y = X+1.\np(X) :- q(X).",
    ),
    evil("terms without end", "2:1", "p/1 depends on itself through f(X)", "p(a).\np(f(X)) :- p(X)."),
    evil("terms that double", "2:1", "p/1 depends on itself through (X,X)", "p(a).\np((X,X)) :- p(X)."),
    evil("words without end", "2:1", "p/1 depends on itself through f", 'p("a").\np(f("b", X)) :- p(X).'),
    evil("a large range", "1:1", "1..100000000 are 100000000 numbers", "p(1..100000000)."),
    evil("a large range in a body", "1:1", "1..2000000000 are 2000000000 numbers", "p(X) :- X = 1..2000000000."),
    evil(
        "a large range by a constant",
        "2:1",
        "1..n are 1000000 numbers",
        "#const n = 1000000.\np(X, Y) :- X = 1..n, Y = 1..n.",
    ),
    evil(
        "a join without shared variables",
        "2:1",
        "it joins d(A), d(B), d(C), d(D)",
        "d(1..200).\nq(A,B,C,D) :- d(A), d(B), d(C), d(D).",
    ),
    evil(
        "a join that yields nothing",
        "2:1",
        "it joins d(A), d(B), d(C)",
        "d(1..3000).\nq(A) :- d(A), d(B), d(C), A+B+C = 0.",
    ),
    evil(
        "a count over a join",
        "2:1",
        "it joins d(A), d(B), d(C)",
        "d(1..2000).\nq(N) :- N = #count { A,B,C : d(A), d(B), d(C) }.",
    ),
    evil("a huge tuple", "2:1", "it joins d(", WIDE),
    evil("a pool of ranges", "1:1", "1..10000 and 1..10000 are 100000000", "p((1..10000, 1..10000))."),
    evil(
        "small ranges in one head",
        "1:1",
        "1..100 and 1..99 and 1..98 are 970200 combinations",
        "p(f(1..100), g(1..99), h(1..98)).\nq(A, B, C, D) :- p(A, B, _), p(C, _, D).",
    ),
    evil(
        "a range over all numbers",
        "1:1",
        "-2147483647..2147483647 are 4294967295 numbers",
        "p(X) :- X = -2147483647..2147483647.",
    ),
    evil("a range that a rule has computed", "2:1", "grounding takes too", "p(2147483647).\nq(X) :- p(Y), X = 1..Y."),
    evil("two terms that grow in turns", "3:1", "p/1 depends on itself through h(X)", TURNS),
    evil("all words of thirty letters", "3:1", "s/2 depends on itself through N+1", WORDS),
    evil("pools that multiply", "1:1", "grounding takes too much memory", f"p({', '.join(['((a;b;c))'] * 25)})."),
    evil(
        "pools that multiply in a body",
        "1:1",
        "grounding takes too much memory",
        f"p :- q({','.join(['(1;2)'] * 24)}).\n#defined q/24.",
    ),
    evil("a sum over a range", "1:1", "1..100000000 are 100000000", "q(N) :- N = #sum+ { X : X = 1..100000000 }."),
    evil(
        "a largest number over a join",
        "2:1",
        "it joins d(X), d(Y), d(Z)",
        "d(1..3000).\nq(M) :- M = #max { X*Y*Z : d(X), d(Y), d(Z) }.",
    ),
    evil("many rules that each join a little", "3:1", "it joins d(A), d(B), d(C)", JOINS),
    evil("the smallest number divided", "1:1", "grounding breaks down", DIVISION),
    evil(
        "a verdict of each of many kinds",
        "1:1",
        "grounding takes too",
        "candidate(C, V) :- claim(C,_,_,_,_), V = 1..900000.",
    ),
    evil(
        "a verdict for each of many numbers",
        "1:1",
        "1..50000000 are 50000000 numbers",
        "candidate(C, X) :- claim(C,_,_,_,_), X = 1..50000000.",
    ),
]

ANSWERS = [
    evil(
        "a term that is small and long to write",
        "3",
        "evidence/3 holds terms of more than 10000 parts",
        "s(0, a).\ns(I+1, f(X, X)) :- s(I, X), I < 60.\nevidence(C, X, 1) :- s(60, X), claim(C,_,_,_,_).",
    ),
    evil(
        "a term that is deep",
        "3",
        "or nested more than 100 deep",
        "s(0, a).\ns(I+1, f(X)) :- s(I, X), I < 4000.\nevidence(C, X, 1) :- s(4000, X), claim(C,_,_,_,_).",
    ),
]
