"""What players of a game are told: at its beginning, at their turn and in meetings."""

from quack.game.config import GameSetup
from tests.support.cells import PAIR, events, setup
from tests.support.players import Puppet, first, play_out


def test_a_player_knows_its_part_and_no_more():
    played = play_out(GameSetup(players=9, ducks=3, ticks=1), make=Puppet)
    briefings = [agent.briefing for agent in played.agents.values()]
    ducks = {briefing.player for briefing in briefings if briefing.team == "duck"}
    assert 3 == len(ducks)
    for briefing in briefings:
        partners = ducks - {briefing.player} if briefing.team == "duck" else set()
        assert partners == set(briefing.partners)
        assert list(played.setup.seats.items()) == list(briefing.names.items())


def test_only_a_duck_has_a_cooldown():
    played = play_out(setup(ticks=3), make=Puppet)
    for agent in played.agents.values():
        told = [view.cooldown for view in agent.views["act"]]
        assert ([4, 3, 2] if agent.briefing.team == "duck" else [None] * 3) == told


def test_an_observation_tells_tasks_neighbours_and_legal_actions():
    played = play_out(setup(map=PAIR, tasks=2, ticks=1, meetings=1), seed=1, make=Puppet)
    view = next(view for agent in played.agents.values() for view in agent.views["act"] if view.room == "left")
    assert (("right", 3),) == view.neighbours
    assert {("Push", "left", 0, 3, 0), ("Pull", "right", 0, 3, 3)} == set(view.tasks)
    assert ["wait()", "move(right)", "do_task()", "call_meeting()"] == [str(action) for action in view.actions]


def test_chat_reaches_those_who_have_had_their_turn_with_their_next_look():
    def make(briefing):
        return Puppet(briefing, act=lambda view: "wait() | say(one)" if view.tick == 1 else "wait()")

    played = play_out(setup(ticks=3), make=make)
    heard = {player: [len(view.heard) for view in agent.views["act"]] for player, agent in played.agents.items()}
    assert [[0, 2, 0], [1, 1, 0], [2, 0, 0]] == sorted(heard.values())
    chat = next(view for agent in played.agents.values() for view in agent.views["act"] if view.heard).heard[0]
    assert ("cell", 1, "one") == (chat.room, chat.tick, chat.text)


def test_only_the_reporter_is_told_where_the_bodies_lie():
    def make(briefing):
        return Puppet(briefing, act=first("kill") if briefing.team == "duck" else first("report"))

    played = play_out(setup(players=6), make=make)
    kill, report = events(played, "player_killed", "body_reported")[:2]
    for player, agent in played.agents.items():
        for view in agent.views["speak"][:2] + agent.views["vote"][:1]:
            assert (((kill.target_id, "cell"),) if player == report.caller else ()) == view.bodies
            assert (kill.target_id,) == view.dead
            assert view.order[0] == report.caller == view.caller
            assert "report" == view.how


def test_a_discussion_is_heard_as_it_goes_and_reported_when_it_is_over():
    played = play_out(setup(meetings=1, ticks=3), make=lambda briefing: Puppet(briefing, act=first("call_meeting")))
    order = played.agents["player_0"].views["speak"][0].order
    for position, player in enumerate(order):
        views = played.agents[player].views
        assert [position, position + 3] == [len(view.said) for view in views["speak"]]
        assert [0, 1] == [view.round for view in views["speak"]]
        assert 6 == len(views["vote"][0].said)
        report = views["act"][-1].meetings[0]
        assert (0, 1, "button", order[0], None, None) == (
            report.index,
            report.tick,
            report.how,
            report.caller,
            report.ejected,
            report.team,
        )
        assert dict.fromkeys(played.setup.seats) == dict(report.votes)
        assert [(each, number, "Hm.") for number in (0, 1) for each in order] == list(report.said)


def test_speeches_reach_the_recorder_with_the_numbers_that_they_have_in_the_log():
    played = play_out(GameSetup(players=8, ducks=2, meetings=5, ticks=40), seed=5)
    for kind, event_type in (("message", "discussion_message"), ("chat", "free_roam_chat")):
        said = [speech for speech in played.lines.speeches if speech[0] == kind]
        logged = [(event.player_id, event.message) for event in events(played, event_type)]
        assert list(range(len(said))) == [index for _, index, _, _, _ in said]
        assert logged == [(speaker, speech.text) for _, _, _, speaker, speech in said]
    assert len(said) and {None} == {meeting for _, _, meeting, _, _ in said}
