"""What the offline extractor reads out of a sentence, on a ship that it was not trained on."""

import json

import pytest

from tests.claims.offline.games import claims, has, read


def test_a_sighting_has_viewer_target_room_state_and_ticks():
    wanted = {"type": "sighting", "subject": "Mia", "target": "Otto", "room": "hydroponics", "state": "alive"}
    assert has(
        "I saw Otto in hydroponics at tick 5.", **wanted, ticks=[5, 5], polarity="asserted", attribution="speaker"
    )


def test_a_route_keeps_its_order():
    text = "My route was bridge -> engine room -> hydroponics -> airlock."
    assert has(text, type="location", subject="Mia", route=["bridge", "engine_room", "hydroponics", "airlock"])


def test_a_movement_from_one_room_to_another_that_was_seen_is_perceived():
    text = "I saw Nora leave bridge toward airlock at tick 7."
    assert has(text, type="activity", subject="Nora", from_="bridge", to="airlock", perceived=True)


def test_a_movement_to_a_room_needs_no_origin():
    found = [one for one in claims("I started in the bridge around tick 2. Nora went to hydroponics.") if "to" in one]
    assert [("Nora", "hydroponics", None)] == [(one["subject"], one["to"], one.get("from")) for one in found]


def test_names_in_other_scripts_are_read():
    assert has("I saw 李明 in 厨房 at tick 5.", type="sighting", target="李明", room="厨房")


def test_not_having_seen_a_player_is_denied():
    assert has("I didn't see Otto in airlock.", type="sighting", target="Otto", room="airlock", polarity="denied")


def test_not_having_seen_several_players_is_one_denial_each():
    text = "I never saw Otto, Nora, or Zoe this round."
    assert all(has(text, target=name, polarity="denied") for name in ("Otto", "Nora", "Zoe"))


@pytest.mark.parametrize(
    "text",
    [
        "I saw nobody in bridge.",
        "I didn't see anyone in bridge.",
        "Nobody was in bridge.",
        "The bridge was empty when I was there.",
        "I was alone in bridge.",
    ],
)
def test_nobody_is_a_denied_sighting_of_anyone(text):
    assert has(text, type="sighting", target="anyone", room="bridge", polarity="denied")


def test_whom_a_denial_excepts_is_named():
    assert has("I didn't see anyone except Otto.", target="anyone", except_=["Otto"], polarity="denied")


def test_no_body_is_a_denied_sighting_of_a_body():
    assert has("I didn't see a body in airlock.", target="anyone", room="airlock", state="body", polarity="denied")


@pytest.mark.parametrize(
    "text", ["I was never in airlock.", "I never went into airlock.", "I was nowhere near airlock."]
)
def test_not_having_been_in_a_room_is_a_denied_location(text):
    assert has(text, type="location", subject="Mia", room="airlock", polarity="denied")


def test_a_question_denies_nothing():
    assert not any(one["polarity"] == "denied" for one in claims("Otto, didn't you see Nora in airlock?"))


def test_a_found_body_is_a_sighting_of_it():
    text = "I found Zoe's body in airlock."
    options = {"dead": (3,), "bodies": ((3, "airlock"),)}
    assert has(text, type="sighting", subject="Mia", target="Zoe", room="airlock", state="body", **options)


def test_a_body_is_in_its_room_once():
    text = "I found Otto's body in the airlock. Otto is dead in the airlock."
    found = claims(text, dead=(1,), bodies=((1, "airlock"),))
    assert [("sighting", "body")] == [(one["type"], one.get("state")) for one in found if one.get("room") == "airlock"]


def test_the_body_means_the_only_one():
    options = {"dead": (3,), "bodies": ((3, "airlock"),)}
    assert has("I found the body in airlock.", type="sighting", target="Zoe", state="body", **options)


def test_another_players_perceptions_are_reported_by_it():
    assert has("Nora saw Otto in bridge at tick 3.", subject="Nora", target="Otto", attribution="reported:Nora")


def test_what_another_says_is_reported():
    assert has("Nora says Otto was in bridge.", subject="Otto", room="bridge", attribution="reported:Nora")


@pytest.mark.parametrize(
    ("text", "vote"),
    [
        ("I'm voting Otto.", "Otto"),
        ("My vote is on Nora.", "Nora"),
        ("I'm leaning skip.", "skip"),
        ("I'll vote for Zoe.", "Zoe"),
    ],
)
def test_an_intent_is_how_the_speaker_will_vote(text, vote):
    assert has(text, type="intent", subject="Mia", vote=vote)


@pytest.mark.parametrize("text", ["Vote Otto!", "I'm not voting Otto.", "If you want, vote Otto."])
def test_an_order_or_a_refusal_is_no_intent(text):
    assert not has(text, type="intent")


def test_a_vote_against_somebody_accuses_it():
    assert has("Otto is lying, he is the Duck. I'm voting Otto.", type="accusation", target="Otto", confidence="strong")


def test_calling_the_meeting_is_an_activity():
    assert has(
        "I called this meeting because we are only three.", type="activity", activity="calling meeting", subject="Mia"
    )


def test_spans_hold_the_words_of_their_quotes():
    text = "I started in bridge. Later I saw Otto in hydroponics at tick 5, and I never saw Nora."
    found = read(text).claims
    assert found
    for claim in found:
        first, last = claim.span
        assert claim.quote == text[first:last]


def test_the_same_utterance_gives_the_same_claims():
    text = "I saw Otto in bridge, then he left to airlock. Nora was with me in hydroponics."
    assert json.dumps(claims(text)) == json.dumps(claims(text))


@pytest.mark.parametrize(
    "text", ["Otto " * 400, "(((" * 200, "→" * 300, "in in in " * 200 + ".", "\u0000\ud7ff bridge 李明" * 20]
)
def test_no_text_raises(text):
    assert read(text).status in ("extracted", "empty", "failed")


def test_nobody_was_looked_for_where_one_never_was():
    text = "I never went near the airlock and didn't see Otto or Nora."
    rooms = {one.get("target"): one.get("room") for one in claims(text) if one["type"] == "sighting"}
    assert {"Otto": None, "Nora": None} == rooms


def test_who_found_a_body_that_was_not_seen_is_not_denied():
    found = claims("I didn't see the body that Nora found in the bridge.")
    assert not [one for one in found if one.get("polarity") == "denied" and one.get("target") == "Nora"]


@pytest.mark.parametrize("denial", ["it wasn't me", "wasn't me", "it's not me", "it is not me", "not me"])
def test_that_it_was_not_oneself_is_no_claim_about_a_place(denial):
    assert [] == claims(f"{denial.capitalize()}.")
    assert claims("Otto was in airlock.") == claims(f"Otto was in airlock, {denial}.")


def test_beside_it_wasnt_me_only_what_is_said_of_a_place_is_claimed():
    found = claims("It wasn't me. I was in bridge.")
    assert [("location", "bridge", "asserted")] == [(one["type"], one["room"], one["polarity"]) for one in found]


@pytest.mark.parametrize("text", ["It wasn't Otto.", "It was not Otto in airlock.", "That's not Otto."])
def test_a_player_that_it_was_not_is_neither_accused_nor_placed(text):
    assert [] == claims(text)


def test_a_task_needs_a_word_for_work():
    assert has("I was in bridge and did my task.", type="activity", activity="task", room="bridge")
    assert not has("Not me. I was in bridge.", type="activity")


def test_the_work_of_a_task_is_a_word_for_work():
    assert has("I was cleaning filters in bridge", type="activity", activity="task", room="bridge")
