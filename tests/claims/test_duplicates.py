"""Which claims of one utterance say the same."""

import pytest

from quack.claims.duplicates import collapse_duplicates
from quack.claims.models import parse_claim
from quack.claims.time_phrases import parse_time
from tests.claims.names import names_of

NAMES = names_of()
LAB = {"type": "location", "subject": "Mia", "room": "lab"}
SAW = {"type": "sighting", "subject": "Mia", "target": "Otto", "room": "lab"}
ACCUSED = {"type": "accusation", "accuser": "Mia", "target": "Otto", "confidence": "weak"}
VOUCHED = {"type": "defense", "defender": "Mia", "defended": "Otto", "basis": "together"}


def kept(*raw):
    claims = [parse_claim(claim) for claim in raw]
    collapsed = collapse_duplicates(claims, lambda claim: parse_time(claim.temporal, NAMES, claim.ticks))
    return [next(index for index, one in enumerate(claims) if one is claim) for claim in collapsed]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (LAB, LAB),
        (LAB | {"temporal": "tick 3"}, LAB | {"temporal": "tick 9"}),
        (LAB | {"temporal": "the whole time"}, LAB | {"temporal": "Never left it"}),
        (LAB | {"temporal": "at the start"}, LAB | {"temporal": "when we SPAWNED"}),
        (ACCUSED, ACCUSED | {"accuser": "Nora", "confidence": "strong"}),
        (VOUCHED, VOUCHED | {"defender": "Nora", "basis": "her story fits"}),
    ],
)
def test_published_claims_repeat_each_other_by_the_published_key(first, again):
    assert [0] == kept(first, again)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (LAB, LAB | {"room": "bridge"}),
        (LAB, LAB | {"subject": "mia"}),
        (LAB | {"temporal": "tick 3"}, LAB | {"temporal": "the whole time"}),
        (LAB | {"temporal": "mostly"}, LAB | {"temporal": "all round"}),
        (LAB | {"temporal": "when I found her"}, LAB),
        (SAW, SAW | {"target": "Nora"}),
        (
            {"type": "location", "subject": "Mia", "route": ["a", "b"]},
            {"type": "location", "subject": "Mia", "route": ["b", "a"]},
        ),
        ({"type": "defense", "subject": ""}, {"type": "defense", "subject": ""}),
    ],
)
def test_published_claims_that_differ_in_the_published_key_are_both_kept(first, other):
    assert [0, 1] == kept(first, other)


OWN = {"polarity": "asserted"}


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (SAW | OWN, SAW | OWN),
        (SAW | OWN | {"temporal": "at tick 3"}, SAW | OWN | {"temporal": "tick 3", "quote": "there"}),
        (SAW | OWN | {"temporal": "tick 3"}, SAW | {"ticks": [3, 3]}),
        (ACCUSED | OWN, ACCUSED | OWN | {"confidence": "strong"}),
    ],
)
def test_extended_claims_repeat_each_other_if_they_assert_the_same(first, again):
    assert [0] == kept(first, again)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (SAW | OWN, SAW | {"polarity": "denied"}),
        (SAW | OWN, SAW | OWN | {"attribution": "reported:Nora"}),
        (SAW | OWN, SAW | OWN | {"state": "body"}),
        (SAW | OWN | {"temporal": "tick 3"}, SAW | OWN | {"temporal": "around tick 3"}),
        (SAW | OWN | {"except": ["Nora"]}, SAW | OWN | {"except": ["P1"]}),
        (ACCUSED | OWN, ACCUSED | OWN | {"accuser": "Nora"}),
        (
            {"type": "activity", "subject": "Mia", "activity": "traveling", "from": "lab"},
            {"type": "activity", "subject": "Mia", "activity": "traveling", "to": "lab"},
        ),
        ({"type": "intent", "vote": "Otto"}, {"type": "intent", "vote": "skip"}),
        (SAW, SAW | OWN),
    ],
)
def test_extended_claims_that_differ_in_anything_asserted_are_both_kept(first, other):
    assert [0, 1] == kept(first, other)


def test_the_first_of_several_is_kept_and_the_numbers_have_no_gaps():
    assert [0, 2] == kept(LAB, LAB, SAW, LAB)
