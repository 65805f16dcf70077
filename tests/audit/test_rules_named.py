"""Records name the rules that decided a claim's content, whatever a layer makes of that content."""

from quack import audit_games
from quack.kb.authoring import new_rulebook, take_file
from quack.kb.rulebook import load_rulebook
from tests.conftest import ROOT


def test_a_layer_that_judges_a_content_otherwise_still_names_the_rule_of_the_content(tmp_path):
    new_rulebook("mine", "observed", tmp_path)
    path = take_file(tmp_path / "mine", "resolve.lp").path
    text = path.read_text("utf-8")
    usual = "verdict(C, V) :- content(C, V), not denied(C)."
    assert usual in text
    other = "verdict(C, unverifiable) :- content(C, false), not denied(C)."
    path.write_text(text.replace(usual, f"{usual[:-1]}, V != false.\n{other}"), "utf-8")
    games = [ROOT / "logs" / "perfect"]
    before = {(each.game, each.id): each for each in audit_games(games, rulebook="observed").records}
    after = {
        (each.game, each.id): each for each in audit_games(games, rulebook=load_rulebook(tmp_path / "mine")).records
    }
    changed = [key for key, record in before.items() if record.verdict == "false" and not record.denied]
    assert changed
    assert {"unverifiable"} == {after[key].verdict for key in changed}
    assert [before[key].rules for key in changed] == [after[key].rules for key in changed]
