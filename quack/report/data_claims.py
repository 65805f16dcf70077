"""The columns of the table of claims. Raw text is as the file of claims has it; lists stand as JSON text."""

from __future__ import annotations

from quack.report.data_columns import DataTable, column, maybe
from quack.report.data_games import as_json

_SUBJECTS = ("subject", "accuser", "defender")
_TARGETS = ("target", "defended", "vote")
_RAW = "raw text"
_PLAYER = "player id"
_LIST = "JSON list"


def _first(pair: tuple[int, int] | None) -> int | None:
    return None if pair is None else pair[0]


def _last(pair: tuple[int, int] | None) -> int | None:
    return None if pair is None else pair[1]


_WHERE = (
    column("game", "category", "the game's run folder, relative to the path", lambda s: s.game.name),
    column("condition", "category", "what the game was played under", lambda s: s.game.condition),
    maybe("meeting", "Int64", "which meeting; missing in chat", lambda s: s.record.meeting, unit="from 0"),
    maybe("message", "Int64", "which discussion message of the game", lambda s: s.record.message, unit="from 0"),
    maybe("chat", "Int64", "which chat line of the game", lambda s: s.record.chat, unit="from 0"),
    column("ordinal", "Int64", "place within the utterance", lambda s: s.record.ordinal, unit="from 0"),
    column("id", "string", "its id within the game, as quack why takes it", lambda s: s.record.id),
    column("speaker", "category", "who said it", lambda s: s.record.speaker, unit=_PLAYER),
    maybe("speaker_name", "category", "the speaker's name", lambda s: s.speaker and s.speaker.name),
    column("team", "category", "the speaker's team", lambda s: s.record.team, unit="goose or duck"),
    maybe("model", "category", "who played the speaker", lambda s: s.speaker and s.speaker.model),
    maybe(
        "text",
        "string",
        "the whole utterance, again with each of its claims; missing without the log",
        lambda s: s.utterance,
        unit=_RAW,
    ),
)

_WHAT = (
    column("type", "category", "the type of claim; a location with a route is a route", lambda s: s.record.kind),
    column("own", "boolean", "whether the speaker itself asserts it", lambda s: s.record.own),
    column("denied", "boolean", "whether it says that it was not so", lambda s: s.record.denied),
    maybe(
        "attribution", "category", "whose words they are, if not simply the speaker's", lambda s: s.text("attribution")
    ),
    maybe(
        "subject", "string", "who was, saw or did it, or accuses, or defends", lambda s: s.text(*_SUBJECTS), unit=_RAW
    ),
    maybe("subject_id", "category", "the player that it means", lambda s: s.player(*_SUBJECTS), unit=_PLAYER),
    maybe(
        "target", "string", "who is seen, accused, defended, to be voted for", lambda s: s.text(*_TARGETS), unit=_RAW
    ),
    maybe("target_id", "category", "the player that it means", lambda s: s.player(*_TARGETS), unit=_PLAYER),
    maybe("room", "string", "the room", lambda s: s.text("room"), unit=_RAW),
    maybe("room_id", "category", "the map's name of that room", lambda s: s.room),
    maybe("route", "string", "the rooms of a route", lambda s: s.joined("route"), unit=_LIST),
    maybe("origin", "string", "the room come from", lambda s: s.text("from"), unit=_RAW),
    maybe("destination", "string", "the room left for", lambda s: s.text("to"), unit=_RAW),
    maybe("state", "category", "whether seen alive or as a body", lambda s: s.text("state")),
    maybe("activity", "string", "what was done", lambda s: s.text("activity"), unit=_RAW),
    maybe("task", "string", "which task", lambda s: s.text("task"), unit=_RAW),
    maybe("confidence", "string", "how sure an accusation or intent is", lambda s: s.text("confidence"), unit=_RAW),
    maybe("basis", "string", "why a defense is made", lambda s: s.text("basis"), unit=_RAW),
    maybe("quote", "string", "the words that it rests on, quoted or cut out by the span", lambda s: s.quote, unit=_RAW),
    maybe("span_first", "Int64", "where these begin in text", lambda s: _first(s.span), unit="character from 0"),
    maybe("span_end", "Int64", "where they have ended", lambda s: _last(s.span), unit="character from 0"),
    maybe(
        "made",
        "category",
        "how a scripted player came to say it (recalled, invented, …), where its labels tell that",
        lambda s: s.made,
    ),
)

_WHEN = (
    maybe("time_phrase", "string", "the words that say when", lambda s: s.record.time and s.record.time.phrase),
    maybe("time_reference", "string", "what they were taken for", lambda s: s.record.time and s.record.time.reference),
    maybe(
        "time_understood",
        "category",
        "how far they were understood: fully, partly, not",
        lambda s: s.record.time and s.record.time.understood,
    ),
    maybe("window_first", "Int64", "first tick that it speaks of", lambda s: _first(s.record.window), unit="tick"),
    maybe("window_last", "Int64", "last tick that it speaks of", lambda s: _last(s.record.window), unit="tick"),
    maybe("said_tick", "Int64", "tick of the meeting's call, or of the chat line", lambda s: s.said_tick, unit="tick"),
    maybe(
        "distance", "Float64", "from the middle of its past window until said_tick", lambda s: s.distance, unit="ticks"
    ),
)

_JUDGED = (
    maybe("verdict", "category", "the rulebook's verdict; missing by its fault only", lambda s: s.record.verdict),
    maybe("bucket", "category", "supported, partial, refuted or undecided", lambda s: s.record.bucket),
    maybe("support", "category", "observed, hearsay or unsupported", lambda s: s.record.support),
    maybe(
        "perspective", "category", "about the speaker itself or another: self, other", lambda s: s.record.perspective
    ),
    maybe("outcome", "category", "hit or miss, of accusations and defenses", lambda s: s.record.outcome),
    maybe("grounded", "boolean", "whether one of these stands on something seen", lambda s: s.record.grounded),
    column("grounds", "string", "on what it stands", lambda s: as_json(s.record.grounds), unit=_LIST),
    maybe("footing", "category", "strong or weak, by its best ground", lambda s: s.record.footing),
    maybe(
        "actual_room", "category", "where the evidence has the placed player, for most of it", lambda s: s.actual_room
    ),
    column(
        "evidence",
        "string",
        "the facts that decided",
        lambda s: as_json(each.fact for each in s.record.evidence),
        unit=_LIST,
    ),
    column(
        "evidence_lines",
        "string",
        "the log lines that they come from, null for the log as a whole",
        lambda s: as_json(each.line for each in s.record.evidence),
        unit=_LIST,
    ),
    column("rules", "string", "the labels of the rules that decided", lambda s: as_json(s.record.rules), unit=_LIST),
)

_SOURCES = (
    maybe(
        "extractor", "category", "who extracted it, where known", lambda s: s.game.extractor, unit="name and version"
    ),
    column("log", "category", "the log that it was judged by", lambda s: s.record.versions.log, unit="SHA-256"),
    maybe("claims_file", "category", "the file of claims", lambda s: s.record.versions.claims, unit="SHA-256"),
    column("rulebook", "category", "the rulebook", lambda s: s.record.versions.rulebook, unit="SHA-256"),
    column("program", "category", "the version of the program", lambda s: s.record.versions.program),
)

CLAIMS = DataTable("claims", "a judged claim", (*_WHERE, *_WHAT, *_WHEN, *_JUDGED, *_SOURCES))
