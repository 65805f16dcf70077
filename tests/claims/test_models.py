"""Which claims there are, and what of a file's claim is kept."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from quack.claims.models import CLAIM_TYPES, Accusation, Claim, Defense, Intent, Location, Route, Sighting, parse_claim

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
SPAN = st.tuples(st.integers(0, 99) | st.none(), st.integers(0, 99) | st.none()).map(list)
COMMON = {
    "subject": TEXT,
    "temporal": TEXT,
    "ticks": SPAN,
    "polarity": st.sampled_from(["asserted", "denied"]),
    "attribution": st.sampled_from(["speaker", "reported", "hypothetical", "question"])
    | TEXT.map("reported:{}".format),
    "span": st.tuples(st.integers(0, 99), st.integers(0, 99)).map(list),
    "quote": TEXT,
    "unheard_of": st.integers() | TEXT | st.lists(TEXT, max_size=2),
}
STATE = st.sampled_from(["alive", "body", "any"])
ENDS = {"room": TEXT, "from": TEXT, "to": TEXT}
OWN = {
    "location": {"room": TEXT, "state": STATE, "route": st.lists(TEXT, max_size=4)},
    "sighting": {"target": TEXT, "except": st.lists(TEXT, max_size=3), "state": STATE, **ENDS},
    "activity": {"activity": TEXT, "task": TEXT, "perceived": st.booleans(), **ENDS},
    "accusation": {"accuser": TEXT, "accuser_id": TEXT, "target": TEXT, "confidence": TEXT},
    "defense": {"defender": TEXT, "defended": TEXT, "basis": TEXT},
    "intent": {"vote": TEXT, "confidence": TEXT},
}
RAW = st.sampled_from(sorted(OWN)).flatmap(
    lambda kind: st.fixed_dictionaries({"type": st.just(kind)}, optional=COMMON | OWN[kind])
)


@given(RAW)
def test_a_claim_survives_json_unchanged(raw):
    claim = parse_claim(raw)
    assert raw == json.loads(json.dumps(claim.to_json()))
    assert claim == parse_claim(claim.to_json())


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        (Location, {"type": "location", "subject": "Mia", "room": "lab"}),
        (Location, {"type": "location", "subject": "Mia", "room": "lab", "route": []}),
        (Route, {"type": "location", "subject": "Mia", "route": ["lab"]}),
        (Sighting, {"type": "sighting", "subject": "Mia", "target": "Otto", "room": "lab", "temporal": "tick 3"}),
        (Accusation, {"type": "accusation", "subject": "", "target": "Otto", "accuser_id": "player_1"}),
        (Defense, {"type": "defense", "subject": ""}),
        (Intent, {"type": "intent", "vote": "skip"}),
    ],
)
def test_every_shape_of_the_published_file_has_its_class(kind, raw):
    assert kind is type(parse_claim(raw))


@pytest.mark.parametrize(
    "raw",
    [
        None,
        5,
        "Mia was in the lab",
        ["location"],
        {},
        {"subject": "Mia"},
        {"type": "route", "route": ["lab"]},
        {"type": ["location"]},
        {"type": "location", "subject": 3},
        {"type": "location", "room": ["lab", "bridge"]},
        {"type": "location", "route": ["lab", None]},
        {"type": "location", "polarity": "perhaps"},
        {"type": "location", "attribution": "hearsay"},
        {"type": "location", "ticks": [1, 2, 3]},
        {"type": "location", "ticks": [True, 4]},
        {"type": "location", "ticks": 2.5},
        {"type": "sighting", "state": "undead"},
        {"type": "activity", "perceived": "yes"},
    ],
)
def test_what_is_no_claim_is_refused(raw):
    with pytest.raises(ValidationError):
        parse_claim(raw)


def test_null_counts_as_absent():
    assert {"type": "location", "subject": "Mia"} == parse_claim(
        {"type": "location", "subject": "Mia", "polarity": None, "route": None}
    ).to_json()


def test_one_tick_stands_for_both_ends():
    assert (7, 7) == parse_claim({"type": "location", "ticks": 7}).ticks


@pytest.mark.parametrize(
    ("reporter", "own", "attribution"),
    [
        (None, True, "speaker"),
        (None, False, "reported"),
        ("Otto", False, "reported:Otto"),
        ("a:b", False, "reported: a:b"),
        (None, False, "reported:unknown"),
        (None, False, "question"),
    ],
)
def test_an_attribution_says_whose_words_they_are(reporter, own, attribution):
    claim = parse_claim({"type": "location", "attribution": attribution})
    assert (reporter, own) == (claim.reporter, claim.own)


@pytest.mark.parametrize(
    ("extended", "more"),
    [
        (False, {}),
        (False, {"confidence": "strong", "basis": "x"}),
        (True, {"polarity": "asserted"}),
        (True, {"ticks": [3, None]}),
        (True, {"quote": "there"}),
        (True, {"state": "any"}),
    ],
)
def test_a_claim_is_extended_by_any_field_that_the_published_schema_lacks(extended, more):
    assert extended == parse_claim({"type": "location", "subject": "Mia", "room": "lab", **more}).extended


def test_unknown_keys_are_kept():
    assert {"mood": "calm"} == parse_claim({"type": "intent", "vote": "Otto", "mood": "calm"}).model_extra


@pytest.mark.parametrize("kind", CLAIM_TYPES)
def test_every_type_of_claim_says_what_it_asserts(kind):
    assert kind.__doc__ and kind.__doc__ != CLAIM_TYPES[0].__mro__[1].__doc__


def test_a_claim_does_not_change():
    with pytest.raises(ValidationError):
        parse_claim({"type": "location", "room": "lab"}).room = "bridge"


FIELDS = sorted({field.alias or name for kind in CLAIM_TYPES for name, field in kind.model_fields.items()} - {"type"})
UNION = TypeAdapter(Claim)
VALUES = (
    st.none() | st.booleans() | st.integers(-1, 9) | st.text(max_size=3) | st.lists(st.text(max_size=2), max_size=2)
)


@given(
    kind=st.sampled_from(["location", "sighting", "activity", "accusation", "defense", "intent", "route", "x"]),
    fields=st.dictionaries(st.sampled_from([*FIELDS, "mood"]), VALUES, max_size=4),
)
def test_a_claim_is_read_as_the_union_of_all_types_reads_it(kind, fields):
    raw = {"type": kind, **{key: value for key, value in fields.items() if value is not None}}
    try:
        expected = UNION.validate_python(raw)
    except ValidationError as error:
        with pytest.raises(ValidationError) as refused:
            parse_claim(raw)
        assert error.errors() == refused.value.errors()
    else:
        claim = parse_claim({"type": kind, **fields})
        assert (expected, expected.model_fields_set) == (claim, claim.model_fields_set)
