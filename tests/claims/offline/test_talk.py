"""What was said before an utterance, of whom and by whom."""

from types import SimpleNamespace
from typing import Any

import pytest

from quack.claims.extractor import Occasion
from quack.claims.offline.talk import Talk, is_vote, judged
from tests.claims.offline.games import extractor

MIA, OTTO, NORA = range(3)


def talk_of(*texts: str) -> Talk:
    earlier: Any = tuple(SimpleNamespace(speaker=f"player_{index}", text=text) for index, text in enumerate(texts))
    occasion = Occasion(0, None, "button", frozenset(), (), earlier=earlier)
    return extractor().setting(occasion).talk


def test_blame_holds_for_the_players_of_its_own_sentence():
    talk = talk_of("Otto is lying. Nora went to the bridge.")
    assert {(MIA, OTTO), (MIA, NORA)} == talk.named
    assert {(MIA, OTTO)} == talk.blamed
    assert not talk.cleared


def test_words_that_clear_are_kept_apart_from_blame():
    talk = talk_of("I can vouch for Nora this time.", "Mia is suspicious.")
    assert ({(MIA, NORA)}, {(OTTO, MIA)}, 2) == (talk.cleared, talk.blamed, talk.turns)


def test_a_vote_blames():
    assert {(MIA, OTTO)} == talk_of("Otto").blamed
    assert is_vote(" Vote Otto ")
    assert not is_vote("I was in the bridge with Otto all round.")


@pytest.mark.parametrize(
    "sentence, against, for_", [("Otto is the DUCK", True, False), ("Otto checks out", False, True), ("Otto", 0, 0)]
)
def test_a_sentence_is_judged_by_its_words(sentence, against, for_):
    assert (bool(against), bool(for_)) == judged(sentence)


def test_what_others_said_of_a_player_is_told_apart_from_ones_own_words():
    talk = talk_of("Otto is lying.")
    own, other = set(talk.traits(MIA, OTTO)), set(talk.traits(NORA, OTTO))
    assert "mine 110" in own and "mine 000" in other
    assert "back 110" in set(talk.traits(OTTO, MIA))
    assert "blamed 0 0" in own and "blamed 1 0" in other


def test_rooms_know_how_far_apart_they_are():
    steps = extractor().setting(Occasion(0, None, "button", frozenset(), ())).steps
    assert (1, 2) == (steps["bridge", "engine_room"], steps["bridge", "hydroponics"])
    assert ("bridge", "airlock") not in steps
