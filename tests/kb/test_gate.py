"""What the gate knows: the predicates that no rule may define, the names that are reserved, the files that are ours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quack.errors import RulebookError
from quack.kb import atoms, facts, gate, shipped
from quack.kb.gate import scan
from quack.kb.inputs import INPUTS
from quack.kb.messages import SourceFile
from quack.kb.program import check_syntax
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.kb.shipped import is_shipped
from tests.conftest import ROOT
from tests.support.rulebooks import LOCATION, write_rulebook

RULES = ROOT / "rules"
_DECLARED = re.compile(r"^#defined (\w+)/", re.MULTILINE)


def _shipped(name: str) -> Rulebook:
    return load_rulebook(name, rules_in=RULES)


def _written(module: object) -> set[str]:
    """The names of predicates in a module's templates of facts."""
    text = Path(str(module.__file__)).read_text("utf-8")  # type: ignore[attr-defined]
    return set(re.findall(r"[\"'](\w+)\(\{", text))


def test_inputs_are_what_the_shipped_schema_files_declare() -> None:
    declared = {name for path in RULES.rglob("schema.lp") for name in _DECLARED.findall(path.read_text("utf-8"))}
    derived = {name for book in ("observed", "paper") for name, _ in _shipped(book).heads}
    assert declared - derived == INPUTS


def test_inputs_hold_every_predicate_that_the_program_writes() -> None:
    written = _written(facts) | _written(atoms) | set(facts.FACTS) | set(facts.RECONSTRUCTED)
    assert len(written) > 30
    assert written - {"r", "w", "m", "chat"} <= INPUTS


def test_what_a_shipped_rulebook_reads_is_an_input_or_derived_by_the_other() -> None:
    books = [_shipped("observed"), _shipped("paper")]
    derived = {name for book in books for name, _ in book.heads}
    for book in books:
        assert {name for name, _ in book.reads} <= INPUTS | derived


# --- ours or a stranger's -------------------------------------------------------------------------------------------


def test_the_list_of_shipped_files_is_that_of_the_rules() -> None:
    """After a change of rules/: python -m quack.kb.shipped"""
    fresh = shipped.listing(RULES) == shipped.LIST.read_text("ascii")

    assert fresh, "rules/ has changed: run python -m quack.kb.shipped once the rules are as they are to be"


@pytest.mark.parametrize("name", ["observed", "paper"])
def test_a_shipped_rulebook_is_trusted_wherever_it_lies(name: str, tmp_path: Path) -> None:
    for path in RULES.rglob("*.lp"):
        copy = tmp_path / path.relative_to(RULES)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes())
    assert load_rulebook(name, rules_in=tmp_path).trusted
    (tmp_path / "policy.lp").write_text((tmp_path / "policy.lp").read_text("utf-8") + "% mine\n", "utf-8")
    assert not load_rulebook(name, rules_in=tmp_path).trusted


def test_a_constant_that_makes_large_ranges_costs_the_trust() -> None:
    constant = next(name for name, value in _shipped("observed").consts.items() if isinstance(value, int))
    assert load_rulebook("observed", {constant: 7}, rules_in=RULES).trusted
    assert not load_rulebook("observed", {constant: 500_000}, rules_in=RULES).trusted


def test_the_shipped_files_pass_what_a_strangers_have_to_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [SourceFile(path.name, path, path.read_text("utf-8"), 0) for path in sorted(RULES.rglob("*.lp"))]
    assert len(files) > 50
    ours = [scan(file) for file in files]
    monkeypatch.setattr(gate, "is_shipped", lambda _: False)
    assert ours == [scan(file) for file in files]
    check_syntax(list(zip(files, ours, strict=True)))


def test_a_strangers_text_is_not_ours() -> None:
    assert not is_shipped("p(1).")


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("saw(a, b).", "location.lp:12:1: a rule defines saw/2, which only the log and the claims give; derive a"),
        ("duration(w, most) :- stood(_).", "location.lp:12:1: a rule defines duration/2"),
        ("fired_by(1).", "location.lp:12:1: fired_by is reserved; choose another name"),
        ("_p(1).", "location.lp:12:1: _p is reserved"),
        ("p :- _p(1).", "location.lp:12:6: _p is reserved"),
        ("#defined _p/1.", "location.lp:12:10: _p is reserved"),
    ],
)
def test_a_name_that_is_not_the_rulebooks_is_refused(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load_rulebook(write_rulebook(tmp_path, location=f"{LOCATION}\n{line}\n"))
    assert str(caught.value).removeprefix(f"{tmp_path}/").startswith(said)


def test_recursion_without_negation_is_fine(tmp_path: Path) -> None:
    rules = f"{LOCATION}\nwith(S, Q) :- at(S, R, _, _), at(Q, R, _, _).\nwith(S, Q) :- with(S, P), with(P, Q).\n"
    assert 7 + 1 == len(load_rulebook(write_rulebook(tmp_path, location=rules)).rules)
