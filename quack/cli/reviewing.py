"""The dialogue of a review: shows a claim, asks, writes down the answer."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from quack.claims.reviews import ClaimItem, ClaimReview, Key, UtteranceItem, UtteranceReview, add_reviews
from quack.cli.output import tell
from quack.errors import amount, printable

if TYPE_CHECKING:
    from quack.audit.reviewing import Judged, ReviewedGame, Sheet
    from quack.kb.rulebook import Rulebook

_ANSWERS: dict[str, Literal["yes", "no", "unsure"]] = {
    **dict.fromkeys(("y", "yes"), "yes"),
    **dict.fromkeys(("n", "no"), "no"),
    **dict.fromkeys(("u", "unsure"), "unsure"),
}
_COMMANDS = {word: word[0] for word in ("b", "back", "s", "skip", "q", "quit", "w", "why")}
_HELP = "y yes, n no, u unsure; w: the whole proof, b: back to the claim before, s: leave it for later, q: quit"
"""What can be answered; `quack extractor review --help` says it at more length."""
_HELP_MISSED = "what else it says, one thing on a line; Enter: no more; b: back, s: leave it for later, q: quit"

_MOST_FACTS = 5
"""So many facts that a verdict rests on are shown at once."""

Step = Literal["on", "back"]

_Mark = tuple[str, ClaimItem]
"""A claim of a game, by the game's name."""

Picked = Callable[[Key, str], bool]
"""Whether a claim of an utterance is wanted, by its content."""


class Quit(Exception):
    """The reviewer wants no more, or nobody answers any more."""


class Dialogue:
    """A reviewer at a terminal; what it says is added to the file of reviews at once.

    Attributes:
        claims, utterances: how many were judged.
        skipped: how many were left for later.
    """

    def __init__(self, reviewer: str, rulebook: Rulebook) -> None:
        self.reviewer = reviewer
        self.claims = self.utterances = self.skipped = 0
        self._rulebook = rulebook
        self._helped = False
        self._seen: set[str] = set()
        self._done: set[_Mark] = set()
        self._passed: set[_Mark] = set()

    def review(self, game: ReviewedGame, picked: Picked | None = None) -> None:
        """Goes through what a reviewer has not judged yet of a game.

        Args:
            picked: which claims are wanted, and with them their utterances; None for all.

        Raises:
            Quit: the reviewer quits.
            OSError: the file can't be written.
        """
        if picked is not None and not any(picked(key, content) for key, _, content in game.claims):
            return
        self._seen.add(game.game.name)
        for sheet in game.sheets:
            wanted = [claim for claim in sheet.claims if picked is None or picked(sheet.key, claim.content)]
            if wanted or picked is None:
                self._sheet(game, sheet, wanted)

    def _sheet(self, game: ReviewedGame, sheet: Sheet, wanted: list[Judged]) -> None:
        steps: list[Judged | None] = [*wanted, None]
        if all(self._answered(game, sheet, step) for step in steps):
            return
        tell("\n".join(_opening(game, sheet)))
        place, forward = 0, True
        while place < len(steps):
            step = steps[place]
            again = not forward
            if self._answered(game, sheet, step) and not again:
                place += 1
                continue
            if step is None and any(self._mark(game, sheet, claim) in self._passed for claim in wanted):
                return
            number = f"{place + 1} of {len(wanted)}"
            go = self._missed(game, sheet) if step is None else self._claim(game, sheet, step, number, again=again)
            forward = go == "on" or place == 0
            place = place + 1 if go == "on" else max(place - 1, 0)

    def left(self, game: ReviewedGame, picked: Picked | None = None) -> int:
        """How many claims of a game the reviewer has still to judge."""
        wanted = [one for one in game.claims if picked is None or picked(one.key, one.content)]
        if not wanted or (game.untouched and game.game.name not in self._seen):
            return len(wanted)
        return sum(
            self._mark(game, sheet, claim) in self._passed or not self._answered(game, sheet, claim)
            for sheet in game.sheets
            for claim in sheet.claims
            if picked is None or picked(sheet.key, claim.content)
        )

    def _mark(self, game: ReviewedGame, sheet: Sheet, claim: Judged) -> _Mark:
        return game.game.name, ClaimItem(self.reviewer, sheet.key, claim.content)

    def _answered(self, game: ReviewedGame, sheet: Sheet, step: Judged | None) -> bool:
        if step is None:
            said = game.file.utterances.get(UtteranceItem(self.reviewer, sheet.key))
            return said is not None and said.contents == sheet.contents
        mark = self._mark(game, sheet, step)
        old = game.file.claims.get(mark[1])
        return mark in self._done | self._passed or (old is not None and _whole(old, step))

    # --- a claim ------------------------------------------------------------------------------------------------------

    def _claim(self, game: ReviewedGame, sheet: Sheet, claim: Judged, number: str, *, again: bool) -> Step:
        mark = self._mark(game, sheet, claim)
        old = game.file.claims.get(mark[1])
        tell("\n" + _folded(f"{claim.id} ({number})  {claim.words}", 2))
        if claim.quote:
            tell(_folded(f"rests on “{claim.quote}”", 6))
        half = old is not None and not again and mark not in self._done
        faithful = old.faithful if half and old else self._ask("  faithful? [y/n/u/w/b/s/q] ", game, claim)
        if faithful in ("back", "skip"):
            return self._left(mark, faithful)
        values = self._values(game, sheet, claim, faithful)
        if claim.verdict is not None:
            self._ask_verdict(game, claim, values)
            if values["verdict_right"] in ("back", "skip"):
                return self._left(mark, values["verdict_right"])
        add_reviews(game.file.path, [ClaimReview(**values)])
        self._passed.discard(mark)
        self.claims += mark not in self._done
        self._done.add(mark)
        return "on"

    def _ask_verdict(self, game: ReviewedGame, claim: Judged, values: dict[str, Any]) -> None:
        tell(_folded(f"audit: {claim.verdict}: {claim.reason or 'no reason given'}", 6))
        for fact in claim.evidence[:_MOST_FACTS]:
            tell(_folded(fact, 8))
        if len(claim.evidence) > _MOST_FACTS:
            tell(f"        … and {len(claim.evidence) - _MOST_FACTS:,} more facts; w shows them all")
        try:
            values["verdict_right"] = self._ask("  verdict right? [y/n/u/w/b/s/q] ", game, claim)
        except (Quit, KeyboardInterrupt):
            add_reviews(game.file.path, [ClaimReview(**values)])
            raise

    def _values(self, game: ReviewedGame, sheet: Sheet, claim: Judged, faithful: str) -> dict[str, Any]:
        return self._about(sheet) | {
            "id": claim.id,
            "claim": claim.claim.to_json(),
            "extractor": game.extractor,
            "faithful": faithful,
            "rulebook": self._rulebook.name,
            "verdict": claim.verdict,
            "verdict_right": None,
        }

    def _about(self, sheet: Sheet) -> dict[str, Any]:
        channel, index = sheet.key
        return {"reviewer": self.reviewer, channel: index, "meeting": sheet.meeting, "speaker": sheet.speaker}

    def _left(self, mark: _Mark, how: str) -> Step:
        if how == "back":
            return "back"
        self.skipped += mark not in self._passed
        self._passed.add(mark)
        return "on"

    # --- an utterance -------------------------------------------------------------------------------------------------

    def _missed(self, game: ReviewedGame, sheet: Sheet) -> Step:
        missed: list[str] = []
        try:
            go = self._ask_missed(missed)
        except (Quit, KeyboardInterrupt):
            if missed:
                self._add_missed(game, sheet, missed)
            raise
        if go == "skip":
            self.skipped += 1
        elif go == "on":
            self._add_missed(game, sheet, missed)
        return "back" if go == "back" else "on"

    def _ask_missed(self, missed: list[str]) -> str:
        """Adds what was missed, as long as somebody names anything, and returns "on", "back" or "skip"."""
        prompt = "\n  anything missed? [Enter: no, ?: help] "
        while True:
            text = _input(prompt).strip()
            command, prompt = _COMMANDS.get(text.casefold()), "  anything else? [Enter: no] "
            if command == "q":
                raise Quit
            if command in ("b", "s"):
                return "back" if command == "b" else "skip"
            if text == "?":
                tell(_folded(_HELP_MISSED, 2))
            elif not text or text.casefold() in ("n", "no"):
                return "on"
            elif text.casefold() in ("y", "yes"):
                prompt = "  what? [one thing on a line] "
            else:
                missed.append(text)

    def _add_missed(self, game: ReviewedGame, sheet: Sheet, missed: list[str]) -> None:
        claims = [claim.claim.to_json() for claim in sheet.claims]
        add_reviews(game.file.path, [UtteranceReview(**self._about(sheet), claims=claims, missed=missed)])
        self.utterances += 1

    # --- questions ----------------------------------------------------------------------------------------------------

    def _ask(self, prompt: str, game: ReviewedGame, claim: Judged) -> str:
        """An answer, "back" or "skip"; asked until it is understood. Before the first the keys are told."""
        if not self._helped:
            tell(_folded(_HELP, 2))
            self._helped = True
        while True:
            word = _input(prompt).strip().casefold()
            command = _COMMANDS.get(word)
            if word in _ANSWERS:
                return _ANSWERS[word]
            if command == "q":
                raise Quit
            if command == "w":
                _show_proof(game, claim, self._rulebook)
            elif command is not None:
                return "back" if command == "b" else "skip"
            else:
                tell(_folded(_HELP, 2))


def _input(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        tell("")
        raise Quit from None


def _whole(old: ClaimReview, claim: Judged) -> bool:
    """Whether a review says all that can be asked of a claim as it is now."""
    return claim.verdict is None or (old.verdict_right is not None and old.verdict == claim.verdict)


def _opening(game: ReviewedGame, sheet: Sheet) -> Iterator[str]:
    yield f"\n{'─' * 80}"
    yield printable(f"{game.game.title}, {sheet.where} ({game.game.log.name}:{sheet.said_at})")
    for name, text in sheet.before:
        yield from _spoken(f"before, {name}: “{text}”")
    yield from _spoken(f"{sheet.name}: “{sheet.text}”")
    if not sheet.claims:
        yield "  no claims"


def _spoken(words: str) -> Iterator[str]:
    """Words as they were set in lines, blank ones left out."""
    return (_folded(line, 2) for line in words.splitlines() if line.strip())


def _folded(text: str, indent: int) -> str:
    """A line as it may be shown, indented; on a terminal that is too narrow for it, broken between words."""
    lines, margin = [printable(text)], " " * indent
    if (width := _width()) is not None:
        lines = textwrap.wrap(lines[0], max(width - indent, 20), break_on_hyphens=False)
    return "\n".join(margin + line for line in lines)


def _width() -> int | None:
    """The width of the terminal; None where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _show_proof(game: ReviewedGame, claim: Judged, rulebook: Rulebook) -> None:
    from quack.audit.reading import read_case
    from quack.kb.why import Explainer
    from quack.report.proof import print_proof

    print_proof(Explainer([read_case(game.game, game.map)], rulebook).explain(claim.id))


def closing_line(dialogue: Dialogue, left: int) -> str:
    """What was done, and what is left."""
    done = f"{amount(dialogue.claims, 'claim')} and {amount(dialogue.utterances, 'utterance')}"
    more = f"; {amount(left, 'claim')} left: the same command goes on" if left else "; no claim is left"
    return f"{done} reviewed by {printable(dialogue.reviewer)}{more}."
