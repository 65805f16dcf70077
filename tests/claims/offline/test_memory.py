"""What the messages of a meeting claimed before an utterance."""

import pytest

from quack.claims.extractor import Occasion, Said
from quack.claims.offline.memory import Memory
from tests.claims.offline.games import extractor

MIA, OTTO, NORA = range(3)
TEXTS = (
    "I saw Otto in hydroponics at tick 5, then I went from hydroponics to the bridge.",
    "Otto",
    "Mia was with me in hydroponics. Nora is lying, I am voting Nora.",
    "",
    "I was in the airlock. Otto and Mia were in hydroponics.",
)
SAID = tuple(Said(number, None, f"player_{number % 3}", text) for number, text in enumerate(TEXTS))


def occasion(number: int, meeting: int = 0) -> Occasion:
    return Occasion(meeting, "player_0", "button", earlier=SAID[:number])


def test_nothing_is_known_before_anything_was_claimed():
    assert [] == list(Memory([(MIA, ())]).traits("at", (MIA, "bridge"), OTTO))


def test_who_placed_a_player_is_told_apart():
    memory = Memory([(MIA, [("sight", (MIA, OTTO, "bridge"))]), (NORA, [("move", (NORA, "bridge", "airlock"))])])
    assert {"same p000", "there p0101"} == set(memory.traits("at", (MIA, "bridge"), NORA))
    assert "there p0010" in set(memory.traits("at", (OTTO, "bridge"), NORA))
    assert "there i1001" in set(memory.traits("at", (NORA, "airlock"), NORA))


def test_a_meeting_that_two_told_of_is_known_from_either_side():
    memory = Memory([(MIA, [("sight", (MIA, OTTO, "bridge"))])])
    assert "seen back p010" in set(memory.traits("sight", (OTTO, MIA, "bridge"), NORA))
    assert "met p010" in set(memory.traits("defend", (MIA,), OTTO))


def test_the_player_that_most_have_accused_is_known():
    memory = Memory([(MIA, [("accuse", (OTTO,))]), (NORA, [("accuse", (OTTO,)), ("accuse", (MIA,))])])
    assert "accused most p1" in set(memory.traits("accuse", (OTTO,), MIA))
    assert "accuses back p1" in set(memory.traits("accuse", (NORA,), MIA))
    assert "accused most i0" in set(memory.traits("defend", (MIA,), MIA))


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (4,), (2, 4, 0)])
def test_an_utterance_is_read_alike_whichever_are_read_before(order):
    alone = {number: extractor().read(SAID[number], occasion(number)) for number in order}
    reader = extractor()
    assert alone == {number: reader.read(SAID[number], occasion(number)) for number in order}


def test_each_message_is_read_once():
    reader, read = extractor(), []
    reader._meetings._read = lambda said, then: read.append((said.message, len(then.earlier))) or ()
    reader._meetings.before(occasion(5))
    reader._meetings.before(occasion(3))
    assert [(number, number) for number in range(5)] == read
    reader._meetings.before(occasion(2, meeting=1))
    assert 7 == len(read)
