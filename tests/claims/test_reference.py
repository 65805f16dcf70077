"""The released games: their claims numbered as published, their time phrases understood."""

import json
from collections import Counter

import pytest

from quack.claims.entities import Names
from quack.claims.store import find_claims, read_claims
from quack.claims.time_phrases import parse_time, share_understood
from quack.events.log import read_log
from quack.events.timeline import replay

NOT_RELEASED = ("accuser", "defender", "defended", "basis")


def lines_of(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def games(reference):
    """(folder, log, timeline, file of claims) of every released game."""
    found = []
    for path in sorted(reference.glob("*/*/game.jsonl")):
        log = read_log(path)
        timeline = replay(log)
        found.append((path.parent, log, timeline, read_claims(find_claims(path), log, timeline)))
    return found


def published_view(claim):
    """A claim as the published audit shows it."""
    raw = {key: value for key, value in claim.to_json().items() if key not in (*NOT_RELEASED, "accuser_id")}
    return raw | {"subject": ""} if claim.kind in ("accusation", "defense") else raw


def test_the_claims_of_every_audited_game_are_those_of_the_published_audit_in_its_order(games):
    compared = 0
    for folder, log, _, file in games:
        names = Names(log)
        published = lines_of(folder / "verdicts.jsonl")
        if not published:
            continue
        ours = []
        for extraction in file.extractions:
            for claim in extraction.claims:
                view = published_view(claim)
                if claim.kind == "accusation":
                    view["accuser_id"] = names.accuser(claim, extraction.speaker).id
                ours.append((extraction.message, extraction.meeting, extraction.speaker, view))
        theirs = [(one["message"], one["meeting"], one["speaker"], one["claim"]) for one in published]
        assert theirs == ours, folder
        compared += len(ours)
    assert 11_688 == compared


def test_every_released_claim_is_read_and_none_dropped(games):
    assert {((), (), ())} == {(file.dropped, file.notices, tuple(file.extra_keys)) for *_, file in games}
    assert 1_528 == sum(one.line is not None for *_, file in games for one in file.extractions)


def test_most_time_phrases_are_understood(games):
    refs = []
    for _, log, timeline, file in games:
        names = Names(log)
        for one in file.extractions:
            how = None if one.meeting is None else timeline.meetings[one.meeting].how
            refs += [parse_time(claim.temporal, names, claim.ticks, how=how) for claim in one.claims]
    shares = share_understood(refs)
    total = sum(shares.values())
    assert shares["fully"] / total > 0.95, shares
    assert shares["not"] / total < 0.005, shares


def test_the_ticks_that_annotators_read_are_read_out_of_the_phrase(reference, games):
    by_place = {(folder.parent.name, folder.name): (timeline, Names(log)) for folder, log, timeline, _ in games}
    outcomes = Counter()
    differing = []
    for spoken in lines_of(reference / "speech.jsonl"):
        timeline, names = by_place[spoken["condition"], spoken["seed"]]
        how = timeline.meetings[timeline.utterances[spoken["message"]].meeting].how
        for claim in spoken["claims"]:
            phrase = claim.get("temporal", "")
            if claim["ticks"] is None or not any(sign.isdigit() for sign in phrase):
                continue
            ref = parse_time(phrase, names, how=how)
            same = claim["ticks"] == [ref.first, ref.last]
            outcomes[same] += 1
            differing += [] if same else [(phrase, claim["ticks"], str(ref))]
    # A length, and two that only the rest of the utterance narrows.
    assert [
        ("for 17 ticks", [6, 23], "round"),
        ("through tick 7", [5, 7], "until(7)"),
        ("just before tick 7", [None, 7], "just_before(7)"),
    ] == differing
    assert 150 == outcomes.total()
