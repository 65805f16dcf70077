"""What is said, sentence by sentence, with the verdict of each beside it; in a vote, who voted for whom."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quack.events.models import PlayerId
from quack.render.draw import Canvas, token, verdict_sign
from quack.render.labels import Labels
from quack.render.plan import Box, Point
from quack.render.scene import Judged, Scene, Speech
from quack.render.text import Typeface
from quack.render.theme import LOOK, SIGNS

_SENTENCE = re.compile(r".+?(?:[.!?…]+[\"”’')\]]*(?=\s|$)|[。！？]+[”」』）]*|\n|$)\s*", re.DOTALL)
_LONGEST = 6_000
"""Signs of an utterance that are looked at; a picture holds fewer."""
_SHORT, _LARGER = 240, 1.4
"""Up to so many signs, text may be so many times as large as usual."""


class Row(NamedTuple):
    """A sentence, and the claims in it."""

    text: str
    judged: tuple[Judged, ...]


def rows_of(speech: Speech) -> list[Row]:
    """The sentences of a speech with their claims; those without any in a row stay together.

    One row holds all where it is not known which claim stands in which sentence.
    """
    text = speech.text
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} … (in all {len(text):,} signs)"
    if speech.judged and any(each.span is None for each in speech.judged):
        return [Row(text, speech.judged)]
    rows: list[Row] = []
    for found in _SENTENCE.finditer(text):
        # The last takes what begins behind the end, if a span is wrong.
        last = found.end() >= len(text)
        here = tuple(
            each
            for each in speech.judged
            if each.span is not None and found.start() <= max(each.span[0], 0) and (last or each.span[0] < found.end())
        )
        if rows and not here and not rows[-1].judged:
            rows[-1] = Row(rows[-1].text + found.group(), ())
        elif found.group().strip():
            rows.append(Row(found.group(), here))
    return rows or [Row(text, speech.judged)]


def draw_speech(canvas: Canvas, scene: Scene, labels: Labels, box: Box, text: int) -> None:
    """Draws the part of a frame for what is said."""
    inner = box.inset(text // 2)
    if scene.speech is not None:
        draw_bubble(canvas, scene.speech, labels, inner, text)
    elif scene.phase == "vote" and scene.votes is not None:
        _ballots(canvas, scene.votes, labels, inner, text)
    else:
        _legend(canvas, inner, text)


# --- speech -----------------------------------------------------------------------------------------------------------


def _recoded(row: Row, labels: Labels) -> Row:
    """The row with codes in the words of its claims; what was said stays as it is."""
    return Row(row.text, tuple(each._replace(words=labels.recoded(each.words)) for each in row.judged))


class SetRow(NamedTuple):
    """A row, set: its lines, the claims' lines (the first of each with its claim), and its height (pixels)."""

    lines: list[str]
    claims: list[tuple[Judged | None, str]]
    height: int


def draw_bubble(canvas: Canvas, speech: Speech, labels: Labels, box: Box, text: int) -> None:
    """Who says what, with the verdicts."""
    canvas.panel(box, LOOK.bubble, LOOK.ink, 2)
    face = canvas.face
    sign = round(text * 1.6)
    canvas.put(token(labels.seat(speech.speaker), sign), box.left + sign * 0.8, box.top + sign * 0.7)
    where = "in the meeting" if speech.room is None else f"in {labels.room(speech.room)}"
    who = f"{labels.player(speech.speaker)}, {where}:"
    if not face.shows(speech.text[:_LONGEST]):
        who += "   (an empty box: a sign that the font lacks)"
    canvas.text(box.left + sign * 1.6, box.top + text // 3, who, text, LOOK.soft)
    inner = Box(box.left + text // 2, box.top + round(sign * 1.45), box.right - text // 2, box.bottom - text // 3)
    rows = [_recoded(row, labels) for row in rows_of(speech)]
    split = round(inner.width * 0.56) if speech.judged else inner.width
    size, done = set_rows(face, rows, split - text // 2, inner.width - split - round(text * 1.6), inner.height, text)
    y = inner.top
    for row in done:
        _row(canvas, row, Point(inner.left, y), inner.left + split, size)
        y += row.height


def set_rows(
    face: Typeface, rows: Sequence[Row], left: int, right: int, height: int, text: int
) -> tuple[int, list[SetRow]]:
    """Rows in the largest text at which all find room; what finds none in the smallest is counted in a last line."""
    largest = round(text * _LARGER) if sum(len(row.text) for row in rows) <= _SHORT else text
    sizes = [*range(largest, min(text, 11) - 1, -2)]
    for size in sizes:
        done = [_set_row(face, row, left, right, size) for row in rows]
        if sum(row.height for row in done) <= height:
            return size, done
    return sizes[-1], _cut_short(done, height, face.height(sizes[-1]))


def _cut_short(rows: Sequence[SetRow], height: int, line: int) -> list[SetRow]:
    """As much of set rows as finds room, and a last line that says how much that leaves out."""
    kept: list[SetRow] = []
    free = height - line
    signs = verdicts = 0
    for row in rows:
        most = max(free // line, 0)
        if row.height <= free:
            kept.append(row)
        else:
            lines, claims = row.lines[:most], row.claims[:most]
            signs += sum(map(len, row.lines[len(lines) :]))
            verdicts += sum(judged is not None for judged, _ in row.claims[len(claims) :])
            kept += [SetRow(lines, claims, most * line)] if lines or claims else []
        free -= row.height
    more = [f"{signs:,} more signs"] * (signs > 0) + [f"{verdicts} more verdicts"] * (verdicts > 0)
    return [*kept, SetRow([f"… and {' and '.join(more)}"], [], line)]


def _set_row(face: Typeface, row: Row, left: int, right: int, size: int) -> SetRow:
    lines = face.wrapped(row.text, left, size)
    claims: list[tuple[Judged | None, str]] = []
    for each in row.judged:
        told = face.few_lines(f"{each.verdict.replace('_', ' ')}: {each.words}", right, size, 2)
        claims += [(each if place == 0 else None, line) for place, line in enumerate(told)]
    return SetRow(lines, claims, max(len(lines), len(claims)) * face.height(size) + size // 3)


def _row(canvas: Canvas, row: SetRow, at: Point, middle: int, size: int) -> None:
    line = canvas.face.height(size)
    for place, text in enumerate(row.lines):
        canvas.text(at.x, at.y + place * line, text, size)
    colour = LOOK.ink
    for place, (judged, text) in enumerate(row.claims):
        y = at.y + place * line
        if judged is not None:
            colour = SIGNS.get(judged.bucket, SIGNS[None])[1]
            canvas.put(verdict_sign(judged.bucket, max(line - 3, 6)), middle + line * 0.5, y + line / 2)
        canvas.text(middle + line * 1.2, y, text, size, colour)


# --- votes, and what the signs mean -----------------------------------------------------------------------------------


def _ballots(canvas: Canvas, votes: Mapping[PlayerId, PlayerId | None], labels: Labels, box: Box, text: int) -> None:
    """A line for each who got votes, most first, then those who skipped."""
    got: dict[PlayerId | None, list[PlayerId]] = {}
    for voter, target in votes.items():
        got.setdefault(target, []).append(voter)
    order = sorted(got, key=lambda target: (target is None, -len(got[target]), target and labels.seat(target)))
    face = canvas.face
    sign, size, most = round(text * 1.5), text, max(box.height // (face.height(text) + 4), 1)
    y = box.top
    for target in order[:most]:
        if target is not None:
            canvas.put(token(labels.seat(target), sign), box.left + sign / 2, y + sign / 2)
        who = "skip" if target is None else labels.player(target)
        names = ", ".join(labels.player(voter) for voter in got[target])
        line = f"{who}: {len(got[target])} of {len(votes)} ({names})"
        for part in face.few_lines(line, box.width - 2 * sign, size, 4):
            if y + face.height(size) <= box.bottom:
                canvas.text(box.left + sign * 1.4, y + 2, part, size)
            y += face.height(size)
        y += size // 2


def _legend(canvas: Canvas, box: Box, text: int) -> None:
    for place, words in enumerate(_MEANINGS):
        line = canvas.face.shortened(words, box.width, max(text * 4 // 5, 8))
        canvas.text(box.left, box.top + place * text * 1.4, line, max(text * 4 // 5, 8), LOOK.soft)


_MEANINGS = (
    "Sign and number: a player. Crossed out in a ring: a body. Arrow: went there in this tick.",
    "Box at a corridor: under way. Yellow square: works on a task. Red ring: kills. Red dot: emergency button.",
    "Numbers in corridors: ticks to cross.",
)
