"""Answers are read however they are wrapped, the longest name counts, and what can't be read is never guessed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quack.agents.model.naming import Naming
from quack.agents.model.prompts import load_prompts
from quack.agents.model.reading import LONGEST, read_action, read_choice, read_words
from quack.game.actions import Action
from quack.game.agent import Decision, NoAnswer
from tests.agents.model.replies import seated

BRIEFING, LOOK, MEETING = seated("Alice", "P1", "P10", "Bob Lee", "bob", "Eve", "Frank", "May", "T7", "O'Neil", "李明")


def act(reply: str) -> tuple[str, str | None]:
    decision = read_action(reply, BRIEFING, LOOK)
    return str(decision.action), decision.say.text if decision.say else None


@pytest.mark.parametrize(
    ("reply", "action", "say"),
    [
        ("move(storage)", "move(storage)", None),
        ("Hm.\n\nmove(Upper Engine) | say(hi :) see (you) )", "move(upper_engine)", "hi :) see (you) "),
        ("(I choose wait() | say(hello))", "wait()", "hello"),
        ("```\nkill(P10)\n```", "kill(player_2)", None),
        ("kill(P1)", "kill(player_1)", None),
        ("kill(player_10)", "kill(player_10)", None),
        ("kill(player_1)", "kill(player_1)", None),
        ("kill(Bob Lee)", "kill(player_3)", None),
        ("kill(BOB)", "kill(player_4)", None),
        ("kill(o'neil)", "kill(player_9)", None),
        ("kill(李明)", "kill(player_10)", None),
        ("move(nav)", "move(navigation)", None),
        ("move(upper-engine)", "move(upper_engine)", None),
        ('move("the Lower Engine room")', "move(lower_engine)", None),
        ("MOVE(Storage)", "move(storage)", None),
        ("do_task(Submit Scan)", "do_task()", None),
        ("report(body of P1)", "report()", None),
        ('{"action":"move","target":"nav","say":"off \\"I\\" go"}', "move(navigation)", 'off "I" go'),
        ('```json\n{"why":"kill(P1)?","action":"wait() | say(x (y))"}\n```', "wait()", "x (y)"),
        ('{"action":{"type":"kill","player":"Bob Lee"}}', "kill(player_3)", None),
        ('{"name":"move","arguments":{"room":"weapons"}}', "move(weapons)", None),
        ('{"decision":{"action":"wait"}}', "wait()", None),
        ("<think>kill(P1)</think>wait()", "wait()", None),
        ("<THINKING>a <think>b</think> kill(P1)</THINKING>wait()", "wait()", None),
        ("let me kill(P1)</think>\nwait()", "wait()", None),
        ("Action: move upper-engine", "move(upper_engine)", None),
        ("**Final answer:** `move(storage)`.", "move(storage)", None),
        ("**move(storage)** | say(“ok”)", "move(storage)", "“ok”"),
        ("`move(storage)` | `say(ok)`", "move(storage)", "ok"),
        ("ｍｏｖｅ（storage）｜say（你好（李明））", "move(storage)", "你好（李明）"),
        ("I'll move to upper engine.", "move(upper_engine)", None),
        ("我决定前往storage。", "move(storage)", None),
        ("I think I'll go with move(storage) because it's safe.", "move(storage)", None),
        ("After looking around, I will move(storage) now.", "move(storage)", None),
        ("Let me do my task here: do_task()", "do_task()", None),
        ("I'm going to report() this body right away!", "report()", None),
        ("Since nobody is here, my move is move(storage) | say(bye)", "move(storage)", "bye"),
        ("So, given the above, move(storage) it is.", "move(storage)", None),
        ("我要去storage：move(storage)", "move(storage)", None),
        ("我选择move(storage)并say(你好)", "move(storage)", "你好"),
        ("I'll continue my task.", "do_task()", None),
        ("移动(storage)", "move(storage)", None),
        ("等待", "wait()", None),
        ("- move(storage)\n- wait()\nI pick move(storage).", "move(storage)", None),
        ("say(hello)\nmove(storage)", "move(storage)", "hello"),
        ("say(hi) | move(storage)", "move(storage)", "hi"),
        ('move(storage) and say("hi")', "move(storage)", '"hi"'),
        ("Say: hello there\nAction: wait()", "wait()", "hello there"),
        ("wait() | say(I saw Bob do kill(P1)!)", "wait()", "I saw Bob do kill(P1)!"),
        ("wait() | say(sad :( )", "wait()", "sad :( "),
        ("wait() | say(one\ntwo)", "wait()", "one\ntwo"),
        ("wait() | say(cut off here", "wait()", "cut off here"),
        ("wait () | say(hi)", "wait()", "hi"),
        ("move(storage) | say( )", "move(storage)", None),
        ('I choose "move(storage)".', "move(storage)", None),
        ("Choose move(room) or wait().\nmove(storage)", "move(storage)", None),
    ],
)
def test_an_action_is_read(reply, action, say):
    assert (action, say) == act(reply)


@pytest.mark.parametrize(
    "reply", ["move(mars)", "kill(Zed)", "move()", "do_task(Fuel Engines)", "move(nav or storage)"]
)
def test_an_action_that_is_not_possible_is_passed_on_as_it_is(reply):
    assert (reply, None) == act(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "nothing",
        "say(only words)",
        "move(room)",
        "Wait, who was that?",
        "I won't kill P1.",
        "I should not kill(P1).",
        "{}",
        "<think>wait()",
        "I could kill(P1) but wait() is better",
        "wait()\n\nBecause I then can do_task() in peace.",
        "wait() | say(no)\nmove(storage)",
        'Bob said "kill(P1)". I will wait.',
        "I should not kill(P1) now, so move(storage) is best.",
    ],
)
def test_what_states_no_action_is_not_read(reply):
    with pytest.raises(NoAnswer) as caught:
        act(reply)
    assert "unreadable" == caught.value.cause


@pytest.mark.parametrize(
    ("reply", "choice"),
    [
        ("vote(P10)", "player_2"),
        ("vote(P1)", "player_1"),
        ("vote(player_10)", "player_10"),
        ("vote(bob)", "player_4"),
        ("vote(bob lee)", "player_3"),
        ("vote(skip)", "skip"),
        ("skip", "skip"),
        ("I'll abstain.", "skip"),
        ("弃权", "skip"),
        ("投票给李明", "player_10"),
        ("我想好了，vote(李明)", "player_10"),
        ("投票（李明）", "player_10"),
        ("I vote for P10.", "player_2"),
        ("My vote: **Eve**", "player_5"),
        ("P10!", "player_2"),
        ("vote(P1) or vote(P10)?\nvote(P10)", "player_2"),
        ("vote(Eve) because of this:\nshe lied. So vote(Eve).", "player_5"),
        ("I won't vote for P1. I vote for Eve", "player_5"),
        ('{"vote":"player_10"}', "player_10"),
        ('```json\n{"reason":"vote(P1)?","vote":"vote(Eve)"}\n```', "player_5"),
        ('{"vote":null}', "skip"),
        ("<think>vote(P1)</think>vote(Eve)", "player_5"),
        ("vote(Zed)", "Zed"),
    ],
)
def test_a_vote_is_read(reply, choice):
    assert choice == read_choice(reply, BRIEFING, MEETING)


@pytest.mark.parametrize(
    "reply", ["", "Eve is bad", "vote(name)", "vote(P1) or vote(P10)?", "I vote for Eve. I vote for P1.", "{}"]
)
def test_a_vote_that_is_not_stated_or_not_decided_is_not_read(reply):
    with pytest.raises(NoAnswer) as caught:
        read_choice(reply, BRIEFING, MEETING)
    assert "unreadable" == caught.value.cause


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("I was in medbay.", "I was in medbay."),
        ("Alice: I was", "I was"),
        ("**Alice:** I *was*", "I *was*"),
        ("**Alice**: I *was*", "I *was*"),
        ("Alice：你好", "你好"),
        ("player_0: x", "x"),
        ("P1: says", "P1: says"),
        ("Note: (a) and {b}", "Note: (a) and {b}"),
        ("```\nhi\n```", "hi"),
        ("```\na\n```\nand\n```\nb\n```", "```\na\n```\nand\n```\nb\n```"),
        ('{"message":"hi (a)"}', "hi (a)"),
        ('```json\n{"thought":"x","say":"Alice: hi"}\n```', "hi"),
        ("say(hi (you))", "hi (you)"),
        ("say（你好）", "你好"),
        ('"quoted"', "quoted"),
        ('"a" and "b"', '"a" and "b"'),
        ("<think>x</think>\n hello ", "hello"),
        ("I am the duck.</think>hello", "hello"),
        ("<reflection>duck</reflection>hello", "hello"),
        ("<think why='x'>duck</think>hello", "hello"),
        ("◁think▷duck◁/think▷hello", "hello"),
        ("[THINK]duck[/THINK]hello", "hello"),
        ("<|channel|>analysis<|message|>duck<|end|><|start|>a<|channel|>final<|message|>hello<|return|>", "hello"),
        ('{"thought":"duck","speech":"hello"}', "hello"),
        ('{"thought":"duck","text":"hidden","public_statement":"hello"}', "hello"),
        ('{"reasoning":"duck","response":{"say":"hello"}}', "hello"),
        ('Thoughts: I am the duck.\n```json\n{"say":"hello"}\n```', "hello"),
        ('[{"say":"hello"}]', "hello"),
        ("I need to hide that I am the duck.\n\nsay(I was in medbay)", "I was in medbay"),
        ("wait() | say(hello)", "hello"),
        ("say(a)\nsay(b)", "a\nb"),
        ("say(a) say(b)", "say(a) say(b)"),
        ("say(hello) and I vote Bob", "say(hello) and I vote Bob"),
        ("Say: hello", "Say: hello"),
        ("x" * 30_000, "x" * 30_000),
    ],
)
def test_words_are_read_without_what_they_are_wrapped_in(reply, words):
    assert words == read_words(reply, BRIEFING)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " \n",
        "<think>hm</think>",
        "```\n\n```",
        "Alice:",
        '""',
        '{"thought":"duck"}',
        "<|channel|>analysis<|message|>duck",
    ],
)
def test_silence_is_not_read(reply):
    with pytest.raises(NoAnswer) as caught:
        read_words(reply, BRIEFING)
    assert ("unreadable", "says nothing") == (caught.value.cause, caught.value.detail)


_ODD = (
    '"Q"', "'", "[Z]", "`", "```", "~~~", "<think>", "</think>", "◁think▷", "[THINK]", "{now}", "{}", "$you",
    "A|B", "X)", "say(hi)", "wait()", "- kill(Bob)", "# Your turn", "“Bob”", "Bob.", "Bob", "Bob Lee",
    "Bob_Lee", "P1", "Ｐ1", "（x）", "Vote: Bob", "Bob: I", "Not Bob", "no one", "pass", "say", "I", "me",
    "wait", "meeting", "report", "...", "name", "player", "İ", "ß", "李", "李明", "a, b",
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_offered_is_read_as_it_was_written_whatever_players_are_called(language):
    for names in (_ODD[at : at + 11] for at in range(0, len(_ODD), 11)):
        briefing, look, meeting = seated("Zero", *names)
        naming = Naming(briefing, load_prompts(language).phrases)
        for player in briefing.names:
            kill = Action("kill", player)
            for wrapping in ("{}", "Hm.\n\n{}", "**{}**", "`{}`", "Action: {}", "I choose {}."):
                reply = wrapping.replace("{}", naming.action(kill), 1)
                assert Decision(kill) == read_action(reply, briefing, look)
                reply = wrapping.replace("{}", naming.vote(player), 1).replace("Action", "Vote")
                assert player == read_choice(reply, briefing, meeting)


# --- any text ---------------------------------------------------------------------------------------------------------

_PIECES = st.sampled_from(
    ["say(", "|", ")", "(", "move(", "vote(", "kill(P1", "wait()", "{", "}", '"', "```", "\n", "<think>", "</think>",
     ":", "action", "Alice", "P10", "storage", "（", "｜", " ", "\0", "\ud800", '{"action":', "不", "投票", "-", "not "]
)  # fmt: skip
_ANYTHING = st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=25).map("".join))
_PROSE = st.text(
    st.characters(whitelist_categories=("L", "N", "P", "Zs"), blacklist_characters="{}<>()（）`~"), max_size=60
)
# A line that ends in a colon says what the next one is.
_PROSE = _PROSE.filter(lambda prose: not prose.rstrip(" *_`").endswith((":", "：")))
_REJECTED = st.sampled_from(
    [
        '```json\n{"action":"kill","target":"P1","vote":"P1"}\n```',
        "Action: kill(P1)\nVote: P1\nReally?",
        "My options:\n- wait()\n- kill(P1)\n- vote(P1)",
        "| kill(P1) | vote(P1) |\n|---|---|\n| no | no |",
        "I choose kill(P1). I vote for P1. But no.",
        "wait() | say(I vote for P1.\nkill(P1)\nno)\nIs that all?",
    ]
)
_BEFORE = st.one_of(_PROSE, st.tuples(_PROSE, _REJECTED).map("\n".join))
_OPTIONS = st.sampled_from(LOOK.actions)
_SPOKEN = st.text(
    st.characters(whitelist_categories=("L", "N", "Zs"), whitelist_characters=".,!?'\"|"), min_size=1, max_size=40
)


@settings(deadline=None)
@given(_ANYTHING)
def test_any_answer_is_read_or_is_none(reply):
    for read in (
        lambda: read_action(reply, BRIEFING, LOOK),
        lambda: read_choice(reply, BRIEFING, MEETING),
        lambda: read_words(reply, BRIEFING),
    ):
        try:
            assert isinstance(read(), Decision | str)
        except NoAnswer as error:
            assert "unreadable" == error.cause


@given(
    _BEFORE,
    _OPTIONS,
    st.one_of(st.none(), _SPOKEN),
    st.sampled_from(["{}", "```\n{}\n```", "**{}**", "> {}", "Action: {}"]),
)
def test_an_action_on_the_last_line_is_found_after_any_prose(prose, action, say, wrapping):
    spoken = "" if say is None else f" | say({say})"
    reply = f"{prose}\n{wrapping.replace('{}', f'{action}{spoken}')}"
    expected = None if say is None or not say.strip() else say
    assert (str(action), expected) == act(reply)


@given(_PROSE, _PROSE, _OPTIONS, _SPOKEN)
def test_an_action_in_json_is_found_in_any_prose(before, after, action, say):
    fields = {"thought": before, "action": str(action), "say": say}
    assert (str(action), say if say.strip() else None) == act(f"{before}\n```json\n{json.dumps(fields)}\n```\n{after}")


@given(_BEFORE, st.sampled_from([*BRIEFING.names.items(), ("skip", "skip")]))
def test_a_vote_on_the_last_line_is_found_after_any_prose(prose, choice):
    player, name = choice
    assert player == read_choice(f"{prose}\nvote({name})", BRIEFING, MEETING)


@given(_SPOKEN.filter(lambda words: words.strip()[:1] not in ("", '"')))
def test_words_are_never_shortened(words):
    assert words.strip() == read_words(words, BRIEFING)


@pytest.mark.parametrize(
    "piece",
    [
        "say(", "(", "wait() | say(x) ", "<think>", '{"a":', "move(", "say(\n", "```\n", "vote for ", "- ", "my ",
        "wait().\nno ", "wait() because ", "I will ", "so, ", "* ", '{"action":"wait"}', '{"vote":[', "Action: ",
        "Action: wait() * ", "\n", ">", "，所以", '{"action":"wait"}.', "do_task() no. ", '"', "Say: x\n",
    ],
)  # fmt: skip
def test_an_answer_of_a_million_signs_is_read_or_is_none(piece):
    reply = piece * (LONGEST // len(piece))
    for read, view in ((read_action, LOOK), (read_choice, MEETING)):
        try:
            read(reply, BRIEFING, view)
        except NoAnswer as error:
            assert "unreadable" == error.cause


def test_a_reply_is_read_up_to_a_length():
    filling = "a " * (LONGEST // 2 - 4)
    assert ("wait()", None) == act(f"{filling}\nwait()")
    with pytest.raises(NoAnswer, match="more than 200,000 characters"):
        act(f"{filling}aaaa\nwait()")
