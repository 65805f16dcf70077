"""Logs that say what everyone saw are taken at their word, and caught where they contradict themselves."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.audit.reading import check_game
from quack.errors import LogError
from quack.events.log import read_log
from quack.events.state import GameState, apply
from quack.game.config import GameSetup
from quack.game.progress import Progress
from quack.game.watch import watch_game
from tests.support.players import play_out

TEXTS = play_out(GameSetup(players=9, ducks=2, ticks=25, meetings=4), seed=4).lines.texts
LOOKS = [index for index, text in enumerate(TEXTS) if '"event_type":"observation"' in text]
PLAYERS = [f"player_{index}" for index in range(9)]
CHATS = sum('"free_roam_chat"' in text for text in TEXTS)


@pytest.fixture
def checked(tmp_path):
    """Checks a log of these lines; the lines and words of what is wrong."""

    def check(texts):
        path = tmp_path / "game.jsonl"
        path.write_text("".join(f"{text}\n" for text in texts))
        return [(problem.line, problem.what) for problem in check_game(path) if problem.severity == "error"]

    return check


def changed(index, **data):
    """The log with other data in one line."""
    record = json.loads(TEXTS[index])
    record["data"].update(data)
    return [*TEXTS[:index], json.dumps(record), *TEXTS[index + 1 :]]


def data_of(index):
    return json.loads(TEXTS[index])["data"]


def test_the_log_as_it_is_has_no_fault(checked):
    assert [] == checked(TEXTS)
    assert '"body_reported"' in "".join(TEXTS) or '"meeting_called"' in "".join(TEXTS)


@pytest.mark.parametrize("moment", ["turn", "call"])
@pytest.mark.parametrize("field", ["present", "bodies"])
def test_somebody_put_into_a_look_or_taken_out_of_it_is_noticed(checked, moment, field):
    index = next(index for index in LOOKS if data_of(index)["moment"] == moment and data_of(index)["present"])
    data = data_of(index)
    stranger = next(player for player in PLAYERS if player not in (*data[field], data["player_id"]))
    (line, what), *_ = checked(changed(index, **{field: [*data[field], stranger]}))
    assert index + 1 == line
    assert "is said to have seen" in what
    if data[field]:
        assert index + 1 == checked(changed(index, **{field: data[field][1:]}))[0][0]


@pytest.mark.parametrize("field", ["present", "departing", "arriving", "bodies"])
def test_what_a_look_shows_twice_is_noticed(checked, field):
    index = next(index for index in LOOKS if data_of(index)[field])
    assert index + 1 == checked(changed(index, **{field: data_of(index)[field] * 2}))[0][0]


def test_who_is_said_to_see_itself_is_noticed(checked):
    index = LOOKS[0]
    assert index + 1 == checked(changed(index, present=[data_of(index)["player_id"]] * 2))[0][0]


@pytest.mark.parametrize(("field", "key"), [("departing", "to"), ("arriving", "from")])
def test_a_movement_put_into_a_look_or_taken_out_of_it_is_noticed(checked, field, key):
    index = next(index for index in LOOKS if data_of(index)[field])
    assert index + 1 == checked(changed(index, **{field: []}))[0][0]
    seen = {"player_id": data_of(index)[field][0]["player_id"], key: data_of(index)["room"]}
    assert index + 1 == checked(changed(index, **{field: [seen]}))[0][0]


def test_chat_that_did_not_reach_a_player_or_did_and_is_left_out_is_noticed(checked):
    index = next(index for index in LOOKS if data_of(index)["heard"])
    (line, what), *_ = checked(changed(index, heard=[]))
    assert (index + 1, True) == (line, "is said to have heard chat none" in what)
    assert index + 1 == checked(changed(index, heard=[*data_of(index)["heard"], CHATS + 7]))[0][0]


def test_a_look_in_another_room_is_noticed(checked):
    index = LOOKS[0]
    other = next(room for room in ("storage", "medbay") if room != data_of(index)["room"])
    assert index + 1 == checked(changed(index, room=other))[0][0]


def test_a_second_turn_in_a_tick_is_noticed(checked):
    texts = [*TEXTS[: LOOKS[0] + 1], TEXTS[LOOKS[0]], *TEXTS[LOOKS[0] + 1 :]]
    assert LOOKS[0] + 2 == checked(texts)[0][0]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_whatever_is_changed_in_an_observation_is_noticed_or_changes_nothing(data, tmp_path_factory):
    index = data.draw(st.sampled_from(LOOKS))
    field = data.draw(st.sampled_from(["present", "bodies", "heard"]))
    values = st.integers(0, CHATS) if field == "heard" else st.sampled_from(PLAYERS)
    value = data.draw(st.lists(values, max_size=3, unique=True))
    path = tmp_path_factory.mktemp("changed") / "game.jsonl"
    path.write_text("\n".join(changed(index, **{field: value})))
    misfits = watch_game(read_log(path))[0].misfits
    same = value == data_of(index)[field] if field == "heard" else set(value) == set(data_of(index)[field])
    assert same == (not misfits)


def test_the_look_that_is_told_counts_more_than_the_one_that_is_derived(tmp_path):
    index = next(index for index in LOOKS if data_of(index)["present"])
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(changed(index, present=[])))
    log = read_log(path)
    tick = log.events[index].tick
    viewer = data_of(index)["player_id"]
    seen = [row for row in watch_game(log)[1].sightings if row.viewer == viewer and row.how == "present"]
    assert not any(row.first <= tick <= row.last and row.room == data_of(index)["room"] for row in seen)


def test_where_everyone_looked_is_known_nobody_looked_at_an_unknown_moment(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(TEXTS))
    timeline, found = watch_game(read_log(path))
    assert {"own", "call"} == {look.how for look in timeline.looks}
    assert [index + 1 for index in LOOKS] == [look.line for look in timeline.looks]
    assert {"sure", "call"} == {row.look for row in found.sightings}
    lines = {look.line for look in timeline.looks}
    assert all(row.line in lines for row in (*found.sightings, *found.hearings))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_log_that_can_be_read_breaks_the_replay(data, tmp_path_factory):
    texts = list(TEXTS)
    for _ in range(data.draw(st.integers(1, 6))):
        index = data.draw(st.integers(1, len(texts) - 1))
        # Near enough that time seldom runs backwards, for such logs are refused.
        other = data.draw(st.integers(max(1, index - 8), min(len(texts) - 1, index + 8)))
        how = data.draw(st.sampled_from(["drop", "double", "swap", "borrow"]))
        if how == "drop":
            del texts[index]
        elif how == "double":
            texts.insert(index, texts[index])
        elif how == "swap":
            texts[index], texts[other] = texts[other], texts[index]
        else:
            record, lent = json.loads(texts[index]), json.loads(texts[other])
            record["data"] |= {key: value for key, value in lent["data"].items() if key in record["data"]}
            record["tick"] = lent["tick"]
            texts[index] = json.dumps(record)
    path = tmp_path_factory.mktemp("broken") / "game.jsonl"
    path.write_text("\n".join(texts))
    try:
        log = read_log(path)
    except LogError:
        return
    timeline, found = watch_game(log)
    assert (timeline, found) == watch_game(log)
    state, progress = GameState(), Progress()
    for event in log.events:
        apply(state, event)
        progress.apply(event)
