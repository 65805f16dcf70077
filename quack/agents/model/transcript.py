"""The file of what was asked in a game, and answered: `transcript.jsonl` beside its log, an object a line.

The first line says which game it belongs to:

    transcript    1, the format
    game          the SHA-256 of the first line of the game's log: its setup, seats, names, roles and rooms
    prompts       the digest of all prompts
    models        by the names in the log, the model, temperature and longest answer (`max_tokens`) that they stand for
    image_size    of the long side of the pictures (pixels)
    program       the version that began the file

A line `{"system": digest, "text": …}` holds standing instructions, before the first question that goes with them. Every
other line is a question with what came of it:

    n             counts the questions of the game from 0, in the order in which they were asked
    player, call, tick, model    whose turn it was, what was wanted (act, speak or vote), when, and who was asked
    asked         the SHA-256 of the above, of the instructions and of the text
    system, text  the digest of the instructions, and the text of the question
    images        what was sent along: the name of each picture and the SHA-256 of its PNG file
    reply         the raw words of the answer, or null
    fault         why there are none: `cause` in a word, `detail` as the provider put it; or null
    prompt_tokens, completion_tokens, cost (US dollars, null: unknown)    of all tries together
    seconds       that the last try took
    tries         how many there were
    left_out      options of the first line that the answered request went without, since the provider rejects them: of
                  `temperature` and `max_tokens`; only where something was left out

A line is on the disk before the game goes on. What a process left that was killed is good but for a line without an
end, which is not read. The questions without an answer that a suspended game ended with are taken out again: the next
run asks them anew. When the game is over the lines are put in the order of `n`; the files of two runs that got the same
answers differ in `seconds` and `tries` only (and in `left_out`, if the provider rejects an option now and then).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quack.agents.model.answered import Answered, answer_of, digest, dump, record_of, require_asked, text_of
from quack.agents.model.budget import NOTHING, Spent
from quack.agents.model.question import Picture, Question
from quack.drafts import draft_of
from quack.errors import SettingsError

if TYPE_CHECKING:
    from quack.providers.client import Reply

TRANSCRIPT_NAME = "transcript.jsonl"
FORMAT = 1

_OTHER = "play what it was begun with, name another folder, or remove this file"
_BROKEN = "remove the file to ask everything anew, or name another folder"
_DIFFERENT = {
    "transcript": "its format is another one",
    "game": "setup, seed or seats differ",
    "prompts": "its prompts differ",
    "image_size": "the size of its pictures differs",
}


@dataclass(slots=True)
class _Found:
    """What a file holds; `good` are the bytes of its whole lines, `first` is the first of them.

    `systems` are the lines of standing instructions, `texts` their words, both by their digests.
    """

    first: str
    head: dict[str, Any] | None
    systems: dict[str, str]
    answers: dict[int, Answered]
    good: int
    texts: dict[str, str] = field(default_factory=dict)


class Transcript:
    """The transcript of one game, to be looked up and added to.

    Args:
        path: where it is kept; None to keep it in memory only. Nothing is written before the first answer.
        head: what the first line says of the game.

    Raises:
        SettingsError: what lies there belongs to another game, or can't be read.
    """

    def __init__(self, path: Path | None, head: Mapping[str, Any]) -> None:
        self.path = path
        own = {"transcript": FORMAT, **head}
        self._first = dump(own)
        self._handle: int | None = None
        found = _Found("", None, {}, {}, 0) if path is None else _read(path, self._first)
        if path is not None and found.head is not None:
            _require_same(path, found.head, own)
            self._first = found.first
        self._systems, self._answers, self._good = found.systems, found.answers, found.good

    def __len__(self) -> int:
        return len(self._answers)

    def answered(self, n: int) -> Answered | None:
        """What came of the n-th question, if it was asked before."""
        return self._answers.get(n)

    @property
    def spent(self) -> Spent:
        """What all questions came to."""
        return _sum(self._answers)

    def add(self, n: int, question: Question, pictures: Sequence[Picture], reply: Reply) -> Spent:
        """Takes in what came of a question, and returns what that cost; a file has it when this returns.

        Raises:
            OSError: it can't be written.
        """
        system = digest(question.system)
        answer = answer_of(record_of(n, question, system, pictures, reply))
        lines = [answer.line]
        if system not in self._systems:
            lines.insert(0, dump({"system": system, "text": question.system}))
        if self.path is not None:
            self._write(self.path, lines)
        self._systems.setdefault(system, lines[0])
        self._answers[n] = answer
        return answer.spent

    def drop_unanswered(self) -> None:
        """Takes out the questions after the last answer, so that they are asked again.

        Raises:
            OSError: the file can't be written; it holds what it held.
        """
        last = max((n for n, answer in self._answers.items() if answer.reply is not None), default=-1)
        kept = {n: answer for n, answer in self._answers.items() if n <= last}
        whole, self._answers = self._answers, kept
        if self.path is None or len(kept) == len(whole):
            return
        try:
            with draft_of(self.path) as draft:
                draft.write_bytes(self.content())
        except OSError:
            self._answers = whole
            raise
        self.close()
        self._good = self.path.stat().st_size
        left = {answer.system for answer in kept.values()}
        self._systems = {system: line for system, line in self._systems.items() if system in left}

    def content(self) -> bytes:
        """The whole file, in the order of the questions."""
        return "".join(f"{line}\n" for line in self._lines()).encode()

    def close(self) -> None:
        """Lets go of the file; more can't be added."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _lines(self) -> Iterator[str]:
        yield self._first
        told: set[str] = set()
        for n in sorted(self._answers):
            answer = self._answers[n]
            if answer.system not in told and answer.system in self._systems:
                told.add(answer.system)
                yield self._systems[answer.system]
            yield answer.line

    def _write(self, path: Path, lines: list[str]) -> None:
        """In one piece, so that a kill cuts no line but the last."""
        if self._handle is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            os.ftruncate(self._handle, self._good)
            os.lseek(self._handle, 0, os.SEEK_END)
        if self._good == 0:
            lines = [self._first, *lines]
        data = "".join(f"{line}\n" for line in lines).encode()
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            os.fsync(self._handle)
        except OSError:
            # The half of a line would spoil the next one.
            os.ftruncate(self._handle, self._good)
            os.lseek(self._handle, 0, os.SEEK_END)
            raise
        self._good += len(data)


def require_asked_alike(path: Path, head: Mapping[str, Any]) -> None:
    """Holds that the answers of a finished game are to what would be asked now, as far as its transcript says.

    Args:
        head: as for a `Transcript`.

    Raises:
        SettingsError: they are not.
    """
    try:
        with path.open("rb") as file:
            found = json.loads(file.readline())
    except (OSError, ValueError, RecursionError):
        return  # nobody needs it any more
    if isinstance(found, dict):
        _require_same(path, found, {"transcript": FORMAT, **head})


def spent_in(path: Path) -> Spent:
    """What the questions in a transcript came to; nothing if there is no such file.

    Raises:
        SettingsError: it can't be read.
    """
    return _sum(_read(path, "").answers)


def _sum(answers: Mapping[int, Answered]) -> Spent:
    total = NOTHING
    for n in sorted(answers):  # sums of fractions depend on their order
        total = total.plus(answers[n].spent)
    return total


def _read(path: Path, own_head: str) -> _Found:
    """The whole lines of a file.

    Args:
        own_head: the first line that a file of this game would have; without it only what was spent is wanted, and it
            is not looked at whether the questions are what was asked.
    """
    try:
        if path.is_symlink():
            raise SettingsError("leads elsewhere: transcripts are files, not links", path=path, remedy=_BROKEN)
        data = path.read_bytes()
    except FileNotFoundError:
        data = b""
    except OSError as error:
        raise SettingsError(f"can't be read: {error.strerror}", path=path, remedy=_BROKEN) from None
    good = data.rfind(b"\n") + 1
    found = _Found("", None, {}, {}, good)
    if not good:
        if not own_head.encode().startswith(data):
            raise SettingsError("this is no transcript of a game", path=path, remedy=_BROKEN)
        return found
    for number, line in enumerate(data[:good].split(b"\n")[:-1], 1):
        try:
            _take(found, line.decode("ascii"), first=number == 1, compared=bool(own_head))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            changed = "this is no line of a transcript, or one that was changed"
            what = "this is no transcript of a game" if number == 1 else changed
            raise SettingsError(what, path=path, line=number, remedy=_BROKEN) from None
    return found


def _take(found: _Found, line: str, *, first: bool, compared: bool) -> None:
    record = json.loads(line)
    if first:
        text_of(record["game"])
        found.first, found.head = line, record
    elif "n" not in record:
        system, text = text_of(record["system"]), text_of(record["text"])
        if system != digest(text):
            raise ValueError("not what was asked")
        found.systems[system], found.texts[system] = line, text
    elif int(record["n"]) in found.answers:
        raise ValueError("stands there twice")
    else:
        if compared:
            require_asked(record, found.texts[text_of(record["system"])])
        found.answers[int(record["n"])] = answer_of(record, line)


def _require_same(path: Path, found: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    for key, value in asked.items():
        if key != "program" and found.get(key) != value:
            what = f"answers of another game lie here: {_DIFFERENT.get(key) or _models(found.get(key), value)}"
            raise SettingsError(what, path=path, remedy=_OTHER)


def _models(found: object, asked: Mapping[str, Mapping[str, Any]]) -> str:
    """Which model was asked in another way."""
    theirs = found if isinstance(found, dict) else {}
    for name, spec in asked.items():
        other = theirs.get(name)
        for key, value in spec.items():
            if not isinstance(other, dict) or other.get(key) != value:
                was = other.get(key) if isinstance(other, dict) else None
                return f"{name} was asked with {key} {was}, not {value}"
    return "its models differ"
