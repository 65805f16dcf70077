"""Finds a claim that somebody asks about, in logs or in a written audit, and has its verdict proved."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from quack.audit.discover import Game, discover_games, with_claims
from quack.audit.manifest import WrittenAudit, find_written
from quack.audit.reading import read_case
from quack.claims.extraction import Extraction, claim_id
from quack.claims.models import BaseClaim
from quack.errors import AuditError, QuackError, SettingsError
from quack.kb.claim_words import describe_claim
from quack.kb.judge import Case
from quack.kb.rulebook import Rulebook, load_rulebook
from quack.kb.utterances import utterance
from quack.kb.why import Explainer, Proof
from quack.settings import DEFAULT_RULEBOOK
from quack.world.map import GameMap, load_map

_MOST_NEAR = 5


class Found(NamedTuple):
    """A claim of a game, and its verdict if that is known."""

    game: str
    id: str
    speaker: str
    words: str
    verdict: str | None = None


@dataclass(frozen=True)
class Explanation:
    """A claim's proof, in which game, and what has changed since the audit that was asked about."""

    game: str
    proof: Proof
    notices: tuple[str, ...] = ()


def explain(
    path: str | Path,
    claim: str,
    *,
    rulebook: Rulebook | str | Path | None = None,
    claims: str | Path | None = None,
    map: GameMap | None = None,
) -> Explanation:
    """Proves the verdict of one claim.

        from quack import explain

        proof = explain("logs/sample", "0.0.0").proof
        print(proof.speaker, proof.words, proof.verdict)
        print(proof.to_json()["proof"])

    Args:
        path: a log, a run folder, a tree of them, or an audit written with `--out`.
        claim: its id (`1.4.2`, `c3.0`), with the game's name before it where the id is not unique (`seed01:1.4.2`).
        rulebook: a rulebook, or the name or folder of one; otherwise the audit's own, or the default one.
        claims: where the claims are, if not beside the logs; see `with_claims`.
        map: the map of all games, instead of the one that each log names.

    Raises:
        SettingsError: there is no such path or claim.
        LogError, ClaimsError, RulebookError, AuditError: the game, the rules or the audit can't be read.
    """
    return Library(path, rulebook=rulebook, claims=claims, map=map).explain(claim)


@dataclass
class Library:
    """The games under a path, read when they are first needed; arguments as for `explain`."""

    path: str | Path
    rulebook: Rulebook | str | Path | None = None
    consts: Mapping[str, str | int] | None = None
    claims: str | Path | None = None
    map: GameMap | None = None
    _cases: dict[str, Case] = field(default_factory=dict, repr=False)

    @cached_property
    def written(self) -> WrittenAudit | None:
        """The written audit that the path means."""
        return find_written(Path(self.path))

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The games under the path."""
        if self.written is None:
            return with_claims(discover_games([self.path]), self.claims)
        games = self.written.games
        return games if self.claims is None else with_claims(games, self.claims)

    @cached_property
    def rules(self) -> Rulebook:
        """The rulebook: what was asked for, the audit's own, or the default one."""
        if isinstance(self.rulebook, Rulebook):
            return self.rulebook
        if self.rulebook is None and self.written is not None:
            consts = self.written.manifest.consts if self.consts is None else self.consts
            return load_rulebook(self.written.rulebook, consts)
        return load_rulebook(DEFAULT_RULEBOOK if self.rulebook is None else self.rulebook, self.consts)

    def case(self, game: Game) -> Case:
        """A game, read and replayed."""
        case = self._cases.get(game.name)
        if case is None:
            own = self.written.map if self.written and self.map is None else None
            case = self._cases[game.name] = read_case(game, load_map(own) if own else self.map)
        return case

    def explain(self, claim: str) -> Explanation:
        """The proof of a claim by its id, as for `explain`."""
        game, id = self.locate(claim)
        case = self.case(game)
        notices = tuple(self._changes(game, case))
        return Explanation(game.name, Explainer([case], self.rules).explain(id), notices)

    # --- by id --------------------------------------------------------------------------------------------------------

    def locate(self, claim: str) -> tuple[Game, str]:
        """The game and the id within it that an id means.

        Raises:
            SettingsError: there is no such claim, or more than one.
        """
        name, colon, id = claim.rpartition(":")
        games = self._named(name) if colon else self.games
        known: list[str] = []
        found: list[Game] = []
        for game in games:
            ids = self._ids(game, alone=len(games) == 1)
            known += ids
            if id in ids:
                found.append(game)
        if len(found) > 1:
            what = f"claim {id} is in {len(found)} games: {_some([game.title for game in found])}"
            raise SettingsError(what, path=self.path, remedy=f"name the game: {found[0].title}:{id}")
        if not found:
            remedy = _near(id, known)
            raise SettingsError(f"no claim {id}", path=self.path, remedy=remedy)
        return found[0], id

    def _named(self, name: str) -> tuple[Game, ...]:
        called = [(game.name, game.title, Path(game.name).name) for game in self.games]
        place = next((place for place in range(3) if name in {each[place] for each in called}), 0)
        games = tuple(game for game, each in zip(self.games, called, strict=True) if each[place] == name)
        if len(games) != 1:
            what = f"{len(games)} games are called {name}" if games else f"no game {name}"
            names = _some([game.title for game in games or self.games])
            raise SettingsError(what, path=self.path, remedy=f"there is {names}")
        return games

    def _ids(self, game: Game, *, alone: bool) -> list[str]:
        """The ids of a game's claims; of many games the ones that can't be read have none."""
        if self.written is not None and self.claims is None:
            return [_record_id(record) for record in self._records(game)]
        try:
            return [id for id, _, _ in _claims(self.case(game))]
        except QuackError:
            if alone:
                raise
            return []

    def _records(self, game: Game) -> Iterator[dict[str, Any]]:
        assert self.written is not None, "only a written audit has records"
        path = self.written.records(game.name)
        try:
            lines = path.read_text("utf-8").splitlines()
        except OSError as error:
            raise AuditError(f"can't be read: {error.strerror}", path=path, remedy="audit again with --out") from None
        except UnicodeDecodeError:
            raise AuditError("not UTF-8", path=path, remedy="audit again with --out") from None
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
                _record_id(record)
            except (ValueError, KeyError, TypeError, RecursionError):
                raise AuditError("no record", path=path, line=number, remedy="audit again with --out") from None
            yield record

    def _changes(self, game: Game, case: Case) -> Iterator[str]:
        """What is not as it was when the audit was written."""
        if self.written is None:
            return
        record = next(self._records(game), None)
        versions = record.get("versions") if record else None
        if not isinstance(versions, dict):
            return
        now = {"log": case.log.sha256, "claims": case.claims.sha256, "rulebook": self.rules.sha256}
        if self.rulebook is not None or self.consts is not None:
            other = versions.get("rulebook") != now.pop("rulebook")
            if other:
                yield "the proof is by the rules that were asked for, which are not those of this audit"
        for what, hash_ in now.items():
            if versions.get(what) != hash_:
                what = {"claims": "claims have", "log": "log has", "rulebook": "rulebook has"}[what]
                yield f"the {what} changed since this audit; the proof is of how it is now"

    # --- by words -----------------------------------------------------------------------------------------------------

    def search(self, speaker: str | None = None, says: str | None = None) -> list[Found]:
        """The claims of a speaker that hold some words: as they are listed, in their own fields, or in what was said.

        What is only in the utterance counts where no claim holds the words itself.

        Raises:
            SettingsError: nobody in the games has that name.
        """
        exact: list[Found] = []
        loose: list[Found] = []
        players: dict[str, str] = {}
        for game in self.games:
            case = self.case(game)
            players |= {_plain(called): each.name for each in case.log.players for called in (each.id, each.name)}
            for id, said, claim in _claims(case):
                name = case.log.by_id[said.speaker].name
                if speaker is not None and _plain(speaker) not in (_plain(name), _plain(said.speaker)):
                    continue
                found = Found(game.name, id, name, describe_claim(claim))
                if says is None or _plain(says) in _plain(f"{found.words}\n{_own_words(claim)}"):
                    exact.append(found)
                elif _plain(says) in _plain(utterance(case, said.message, said.chat)):
                    loose.append(found)
        if speaker is not None and _plain(speaker) not in players:
            close = difflib.get_close_matches(_plain(speaker), players, 1)
            remedy = f"did you mean {players[close[0]]}?" if close else f"there is {_some(sorted({*players.values()}))}"
            raise SettingsError(f"nobody is called {speaker}", path=self.path, remedy=remedy)
        return exact or loose

    def verdicts(self, found: list[Found]) -> list[Found]:
        """The same claims with their verdicts."""
        verdicts: dict[tuple[str, str], str | None] = {}
        for game in self.games:
            if not any(each.game == game.name for each in found):
                continue
            if self.written is not None:
                judged = {_record_id(record): record.get("verdict") for record in self._records(game)}
            else:
                explainer = Explainer([self.case(game)], self.rules)
                judged = {id: explainer.verdict(id) for id in explainer.claims()}
            verdicts |= {(game.name, id): verdict for id, verdict in judged.items()}
        return [each._replace(verdict=verdicts.get((each.game, each.id))) for each in found]


def _claims(case: Case) -> Iterator[tuple[str, Extraction, BaseClaim]]:
    for said in case.claims.extractions:
        for ordinal, claim in enumerate(said.claims):
            yield claim_id(said.meeting, said.message, said.chat, ordinal), said, claim


def _record_id(record: Mapping[str, Any]) -> str:
    return claim_id(record["meeting"], record["message"], record["chat"], record["ordinal"])


def _own_words(claim: BaseClaim) -> str:
    """The words of a claim: its quote, rooms, names and the like."""
    words: list[str] = []
    waiting: list[Any] = list(claim.to_json().values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            words.append(value)
        elif isinstance(value, list):
            waiting += value
    return "\n".join([*words, *(word.replace("_", " ") for word in words)])


def _plain(text: str) -> str:
    """Words for comparing: letter case and blanks aside."""
    return " ".join(text.casefold().split())


def _near(id: str, known: list[str]) -> str:
    """Which ids there are near one that does not exist: of the same utterance or meeting, or else the first ones."""
    ids = list(dict.fromkeys(known))
    if not ids:
        return "no claim was made there"
    parts = id.split(".")
    for length in range(len(parts) - 1, 0, -1):
        near = [each for each in ids if each.split(".")[:length] == parts[:length]]
        if near:
            return f"near it are {', '.join(near[:_MOST_NEAR])}"
    return f"there is {_some(ids)}"


def _some(names: list[str]) -> str:
    return ", ".join(names[:_MOST_NEAR]) + (", …" if len(names) > _MOST_NEAR else "")
