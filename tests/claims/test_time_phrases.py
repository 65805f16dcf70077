"""What time phrases refer to. The phrases are the test's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.claims.models import TimeRef
from quack.claims.time_phrases import MAX_PHRASE, parse_time, read_phrases, share_understood
from quack.events.models import MAX_TICK
from tests.claims.names import CREW, names_of

NAMES = names_of()

TICKS = [
    ("between(3,6)", "ticks 3-6"),
    ("between(3,6)", "ticks 3–6"),
    ("between(3,6)", "from tick 3 to tick 6"),
    ("between(3,6)", "tick 3 until tick 6"),
    ("between(3,6)", "somewhere between tick 3 and around tick 6"),
    ("between(3,6)", "t3 through t6"),
    ("between(5,6)", "ticks 5 and 6"),
    ("between(5,6)", "around tick 5/6"),
    ("between(5,6)", "tick 5 or 6"),
    ("between(2,9)", "at ticks 2, 4, and 9"),
    ("between(18,19)", "around 18-19"),
    ("between(4,6)", "early on, ticks 4 through 6"),
    (
        "between(7,21)",
        "from tick 7, waited in the lab until tick 9, then after tick 9 reached the bridge around tick 21",
    ),
    ("between(4,8)", "after tick 4 and before tick 8"),
    ("between(14,15)", "by ticks 14-15"),
    ("between(2,3)", "last round, ticks 2-3"),
    ("near(7)", "at tick 7"),
    ("near(7)", "T7"),
    ("near(7)", "tick #7"),
    ("near(12)", "at 12"),
    ("near(7)", "Otto left the bridge at tick 7"),
    ("near(7)", "when Otto walked in at tick 7"),
    ("near(7)", "at tick 7, leaving the lab toward the bridge"),
    ("near(3)", "tick 3, according to Mia's story"),
    ("near(2)", "at the start, tick 2"),
    ("about(7)", "around tick 7"),
    ("about(7)", "~tick 7"),
    ("about(7)", "roughly tick 7"),
    ("about(7)", "tick 7-ish"),
    ("about(7)", "T7ish"),
    ("about(7)", "tick 7 or so"),
    ("about(7)", "right around tick 7"),
    ("about(30)", "around 30"),
    ("about(8)", "about tick 8 this round"),
    ("just_before(7)", "right before tick 7"),
    ("just_before(7)", "a second before around tick 7"),
    ("just_after(7)", "just after tick 7"),
    ("just_after(7)", "shortly after tick 7, when Nora was dead"),
    ("just_after(7)", "at tick 7 and right after"),
    ("just_after(7)", "right after Mia left at tick 7"),
    ("since(13)", "after tick 13"),
    ("since(13)", "since around tick 13"),
    ("since(13)", "from tick 13 on"),
    ("since(13)", "tick 13 onward"),
    ("since(13)", "from tick 13 until the meeting was called"),
    ("since(13)", "tick 13 until the report"),
    ("since(13)", "around tick 13 and after"),
    ("since(13)", "after Otto went down at tick 13"),
    ("since(13)", "after seeing Nora around tick 13"),
    ("since(9)", "after around ticks 7-9"),
    ("since(7)", "from ticks 7-9 onward"),
    ("until(8)", "until tick 8"),
    ("until(8)", "by tick 8"),
    ("until(8)", "before tick 8"),
    ("until(8)", "through tick 8"),
    ("until(8)", "from the start to around tick 8"),
    ("until(8)", "before Mia came in at tick 8"),
    ("until(8)", "earlier than tick 8"),
    ("until(6)", "at least until around tick 6"),
    ("near(2)", "when I passed through at tick 2"),
]
ROUNDS = [
    ("previous", "last round"),
    ("previous", "before the last meeting"),
    ("previous", "in the previous round"),
    ("first_round", "in round one"),
    ("first_round", "round 1"),
    ("first_round", "before the first report"),
    ("first_round", "in the first round"),
    ("first_round", "1st round"),
    ("nth_round(1)", "round 2"),
    ("nth_round(2)", "during the third round"),
    ("before_vote(player_1)", "before Otto was ejected"),
    ("before_vote(player_1)", "before we voted Otto out"),
    ("round", "this round"),
    ("round", "since the last meeting"),
    ("round", "earlier"),
    ("round", "a while ago"),
    ("round", "at any point"),
    ("round", "on two occasions this round"),
    ("round", "briefly"),
    ("round", "for a few ticks"),
    ("round", "according to Nora"),
    ("round", "Nora's claimed route this round"),
    ("round", "until the report"),
    ("round", "this round before the meeting was called"),
    ("round", "before finding the body"),
    ("round", "before reporting Mia's body"),
    ("round", "up to now"),
    ("round", "from the start until the meeting"),
    ("round", "this round, from the beginning"),
    ("round", "started on the bridge, then went down"),
    ("round", "this round; started on the bridge, went to the lab and is there now"),
    ("round", "this round, ending when Nora found the body"),
    ("round", "for the rest of the round"),
]
CALLS = [
    ("call", "when I found the body"),
    ("call", "when the body was discovered"),
    ("call", "right before Nora found Mia dead"),
    ("call", "when Otto says he found P10's body"),
    ("call", "when the meeting got called"),
    ("call", "as the report happened"),
    ("call", "right before the report"),
    ("call", "just now"),
    ("call", "currently"),
    ("call", "seconds before hitting the button"),
    ("call", "at the end, when Nora came in and reported"),
]
PARTS = [
    ("ending", "at the end"),
    ("ending", "in the last few ticks"),
    ("ending", "at the very end of the round"),
    ("late", "late"),
    ("late", "later this round"),
    ("late", "in the second half"),
    ("late", "from about halfway through the round"),
    ("middle", "around the middle of the round"),
    ("middle", "mid-round"),
    ("opening", "at the start"),
    ("opening", "when we spawned"),
    ("opening", "early on"),
    ("opening", "very early this round"),
    ("opening", "at the beginning of the round"),
    ("opening", "initially"),
    ("opening", "first"),
]
KILLS = [
    ("kill(player_0)", "when Mia died"),
    ("kill(player_0)", "right before Mia was killed"),
    ("kill(player_3)", "at the exact moment P1 was killed"),
    ("kill(player_4)", "when P10 died"),
    ("kill(player_0)", "around Mia's death"),
    ("kill_any", "during the kill window"),
    ("kill_any", "when the murder happened"),
    ("kill_any", "when she died"),
    ("before_kill(player_0)", "while Mia was alive"),
    ("before_kill(player_0)", "when Mia was last seen alive"),
    ("before_kill(player_0)", "before Mia died"),
    ("before_kill(player_5)", "before 李明 was killed"),
]
EVENTS = [
    ("event", "after Otto left"),
    ("event", "when Nora entered the engine room"),
    ("event", "before going to the bridge"),
    ("event", "while Mia was in lab 2"),
    ("event", "while doing task"),
    ("event", "when Otto left him alive"),
    ("event", "leaving the lab"),
    ("event", "right after Mia"),
    ("event", "after that"),
    ("event", "then"),
    ("event", "a second later"),
    ("event", "while I was there"),
    ("event", "the whole time I was there"),
    ("event", "where Mia died"),
    ("unresolved", "when the stars were right"),
    ("unresolved", "kurz vor Mitternacht"),
    ("unresolved", "昨天晚上"),
]


@pytest.mark.parametrize(("expected", "phrase"), TICKS + ROUNDS + CALLS + PARTS + KILLS + EVENTS)
def test_a_phrase_refers_to_what_the_table_says(expected, phrase):
    assert expected == str(parse_time(phrase, NAMES, how="report"))


@pytest.mark.parametrize(
    ("kind", "duration", "phrase"),
    [
        ("round", "throughout", "the whole time"),
        ("round", "throughout", "never left the bridge"),
        ("round", "throughout", "all round"),
        ("round", "throughout", "this entire round until the meeting was called"),
        ("round", "most", "mostly"),
        ("round", "most", "most of the round"),
        ("round", "most", "almost the entire round"),
        ("between", "throughout", "the whole time from tick 3 to 9"),
        ("between", "most", "mostly ticks 3-9"),
        ("since", "throughout", "the entire time after Otto left at tick 4"),
        ("previous", "throughout", "all of last round, the whole round"),
        ("round", None, "for part of the round"),
    ],
)
def test_a_duration_goes_with_the_round_or_with_the_ticks_stated(kind, duration, phrase):
    ref = parse_time(phrase, NAMES)
    assert (kind, duration) == (ref.kind, ref.duration)


def test_a_duration_that_an_event_limits_is_not_held_against_the_round():
    ref = parse_time("the whole time before Otto arrived", NAMES)
    assert ("event", None, "partly") == (ref.kind, ref.duration, ref.understood)


@pytest.mark.parametrize("how", ["button", None])
@pytest.mark.parametrize("phrase", ["when I found the body", "right before finding the body", "when Otto reported Mia"])
def test_finding_a_body_is_an_event_unless_the_meeting_is_about_a_report(how, phrase):
    assert "event" == parse_time(phrase, NAMES, how=how).kind


@pytest.mark.parametrize("phrase", ["when the meeting was called", "just now", "right before the report"])
def test_the_call_is_the_call_at_any_meeting(phrase):
    assert {"call"} == {parse_time(phrase, NAMES, how=how).kind for how in ("report", "button", None)}


@pytest.mark.parametrize("phrase", [None, "", "  \t"])
def test_no_phrase_is_this_round(phrase):
    assert TimeRef("round") == parse_time(phrase, NAMES)


@pytest.mark.parametrize(
    ("alive", "phrase"),
    [
        (True, "when Otto left him alive"),
        (True, "while Mia was still alive"),
        (True, "tick 9, alive"),
        (False, "when Mia was no longer alive"),
        (False, "at tick 9"),
    ],
)
def test_a_phrase_may_say_that_somebody_was_alive(alive, phrase):
    assert alive == parse_time(phrase, NAMES).alive


@pytest.mark.parametrize(
    ("expected", "phrase"),
    [
        ("fully", "around tick 7, leaving toward the bridge"),
        ("fully", "early on, around tick 3"),
        ("fully", "after Otto left the lab"),
        ("partly", "tick 7, right before Mia died"),
        ("partly", "this round during the blorf incident"),
        ("not", "when the stars were right"),
    ],
)
def test_how_far_a_phrase_is_understood_depends_on_the_words_left_over(expected, phrase):
    assert expected == parse_time(phrase, NAMES).understood


def test_the_share_understood_counts_phrases_only():
    refs = [
        parse_time(phrase, NAMES) for phrase in (None, "tick 3", "tick 4", "tick 7, right before Mia died", "blorf")
    ]
    assert {"fully": 2, "partly": 1, "not": 1} == share_understood(refs)


@pytest.mark.parametrize(
    ("expected", "phrase", "ticks"),
    [
        ("near(4)", None, (4, 4)),
        ("between(4,9)", "during that window", (4, 9)),
        ("since(4)", "after that", (4, None)),
        ("until(9)", "through tick 11", (None, 9)),
        ("about(4)", "around tick 7", (4, 4)),
        ("between(4,9)", "tick 7", (9, 4)),
        ("near(7)", "tick 7", (None, None)),
        ("between(0,1000000)", "tick 7", (-5, 10**13)),
    ],
)
def test_stated_ticks_override_the_numbers_of_the_words(expected, phrase, ticks):
    assert expected == str(parse_time(phrase, NAMES, ticks))


def test_stated_ticks_keep_the_duration_of_the_words():
    ref = parse_time("the whole time", NAMES, (3, 6))
    assert ("between(3,6)", "throughout") == (str(ref), ref.duration)


@pytest.mark.parametrize("number", ["1234567890123", "9" * 5000, "1000001"])
def test_a_huge_number_is_the_last_tick_there_can_be(number):
    assert MAX_TICK == parse_time(f"tick {number}", NAMES).tick


@pytest.mark.parametrize("phrase", ["for 17 ticks", "over 8 ticks", "the last 5 ticks", "with 3 players", "tick 3.5"])
def test_a_number_of_something_is_no_tick(phrase):
    assert parse_time(phrase, NAMES).tick is None


def test_the_phrase_is_kept_in_lower_case():
    assert "when otto left" == parse_time("When Otto LEFT", NAMES).phrase


def test_a_name_that_is_a_word_about_time_counts_in_its_own_spelling_only():
    names = names_of("When", "May", "Otto")
    assert "round" == parse_time("earlier, may be", names).kind
    assert "kill(player_1)" == str(parse_time("when May died", names))


def test_names_in_a_script_without_blanks_are_found_within_other_characters():
    assert "before_kill(player_5)" == str(parse_time("before李明died", NAMES))


def test_games_with_other_names_share_nothing():
    swapped = names_of("Otto", "Mia")
    assert ["kill(player_0)", "kill(player_1)"] == [str(parse_time("when Mia died", n)) for n in (NAMES, swapped)]


def test_a_phrase_beyond_the_limit_is_read_up_to_it():
    ref = parse_time("tick 7 " + "x" * MAX_PHRASE, NAMES)
    assert ("near(7)", "partly") == (str(ref), ref.understood)


WORDS = """
tick ticks t5 5 7-9 12 1234567890123 2 around about ~ right before after since until from to through by at the when
while as I Mia Otto P10 李明 bridge lab engine room body found report meeting last round this first second start end
early later whole time mostly never left entered was killed died alive window ejected , ; . - / and or then during
between @0 # & $ \x00 ' é ٣ ² İ ß ﬁ
""".split()
PHRASES = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))


@given(PHRASES, st.sampled_from(["report", "button", None]))
def test_any_text_has_a_reference_with_ticks_in_range(phrase, how):
    ref = parse_time(phrase, NAMES, how=how)
    assert all(tick is None or 0 <= tick <= MAX_TICK for tick in (ref.first, ref.last))
    assert ref.player is None or ref.player in {f"player_{index}" for index in range(len(CREW))}
    shape = {"between": (True, True), "since": (True, False), "until": (False, True)}
    single = ref.kind in ("near", "about", "just_before", "just_after")
    assert shape.get(ref.kind, (single, single)) == (ref.first is not None, ref.last is not None)
    assert (ref.kind in ("kill", "before_kill", "before_vote")) == (ref.player is not None)
    assert (ref.kind == "nth_round") == (ref.index is not None)
    assert (ref.kind == "unresolved") == (ref.understood == "not")


@given(PHRASES, st.lists(st.text(max_size=6), max_size=4, unique=True))
def test_any_names_can_be_looked_for(phrase, people):
    assert parse_time(phrase, names_of("Mia", *people)).kind


def test_phrases_that_were_read_ahead_say_the_same():
    phrases = [
        "when Mia left engine_room at tick 7",
        "ticks 3-5",
        "the whole round",
        " ",
        "before Otto was killed",
        "xyzzy",
    ]
    one_by_one = [parse_time(phrase, names_of(*CREW), how="report") for phrase in phrases]
    names = names_of(*CREW)
    names.memo.clear()
    read_phrases([(phrase, names, "report") for phrase in [*phrases, *phrases]])
    assert {(phrase, "report") for phrase in phrases if phrase.strip()} == set(names.memo)
    assert one_by_one == [parse_time(phrase, names, how="report") for phrase in phrases]
