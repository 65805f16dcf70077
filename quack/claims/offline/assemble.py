"""From accepted candidates, denials and deeds to the claims of an utterance."""

from __future__ import annotations

import re
from collections.abc import Iterable

from quack.claims.offline.candidates import Candidate, Key, Setting
from quack.claims.offline.collect import Raw, tokens_of
from quack.claims.offline.deeds import Deed, Find, Intent, find_deaths, find_deeds, find_finds, find_intents
from quack.claims.offline.denials import Denial, find_denials
from quack.claims.offline.lines import Line
from quack.claims.offline.movements import Accepted, Movements, best
from quack.claims.offline.reference import Reading
from quack.claims.offline.sources import is_body, is_seen_dead
from quack.claims.offline.stances import confidence, ground

_WORK = re.compile(
    r"(?<!\S)(?:t|tasks?|work(?:s|ed|ing)?|do|does|did|didn't|doing|done|busy|finish(?:ed|es|ing)?"
    r"|complet(?:e|ed|es|ing)|progress(?:ed|ing)?"
    r"|(?:fix|repair|clean|fuel|upload|download|align)(?:s|es|ed|ing)?|swip(?:e|ed|es|ing)|scan(?:s|ned|ning)?"
    r"|calibrat(?:e|ed|es|ing)|empt(?:y|ied|ies|ying)|wir(?:es|ed|ing))(?!\S)"
)
"""Of which an utterance has one where it tells of a task."""


class Assembly(Movements):
    """Puts together the claims of one utterance, as raw objects of the extended schema."""

    def __init__(self, reading: Reading, setting: Setting, names: list[str]) -> None:
        super().__init__(reading, names)
        self.setting = setting
        scene = frozenset(room for _, room in setting.bodies)
        last = len(self.lines) - 1
        victims = {victim for victim, _ in setting.bodies}
        alone = next(iter(victims)) if len(victims) == 1 else None
        self.denials: list[tuple[Line, Denial]] = [
            (line, one) for line in self.lines for one in find_denials(line, scene)
        ]
        self.finds: list[tuple[Line, Find]] = [
            (line, one) for line in self.lines for one in find_finds(line, setting.dead, alone)
        ]
        self.deeds: list[tuple[Line, Deed]] = [(line, one) for line in self.lines for one in find_deeds(line)]
        self.intents: list[tuple[Line, Intent]] = [
            (line, one)
            for line in self.lines
            for one in find_intents(line, self.speaker, alone=line.number == last and last > 0)
        ]

    def claims(self, accepted: Iterable[Accepted]) -> list[Raw]:
        """All claims, from the model's candidates and from grammar."""
        by_kind: dict[str, list[Accepted]] = {}
        for one in accepted:
            if not self._denied(one.candidate):
                by_kind.setdefault(one.candidate.kind, []).append(one)
        moved = self._moves(by_kind.get("move", []))
        covered = moved | self._finds()
        deaths = self._deaths(covered)
        covered |= deaths
        corpses = deaths | {(find.victim.player, find.spot.room) for _, find in self.finds if find.spot}
        covered |= self._sights(best(by_kind.get("sight", [])))
        covered |= self._steps(by_kind.get("step", []), moved, covered)
        covered |= self._tasks(best(by_kind.get("task", [])))
        stated = {one.candidate.key for one in by_kind.get("at", [])}
        for key, found in best(by_kind.get("here", []) + by_kind.get("at", [])).items():
            if key not in covered or (key in stated and key not in corpses):
                self._at(found, bare=key in covered)
        self._denials()
        self._deeds()
        self._stances(best(by_kind.get("accuse", [])), best(by_kind.get("defend", [])))
        return self.in_order()

    def _denied(self, candidate: Candidate) -> bool:
        """Whether the words of a candidate are those of a denial of the same."""
        if not candidate.spots:
            return False
        who, spot = candidate.anchors[-1], candidate.spots[-1]
        for _, denial in self.denials:
            inside = range(denial.first, denial.last + 1)
            if denial.kind == "sight" and candidate.kind == "sight":
                if denial.target is not None and who.token in inside and who.player == denial.target.player:
                    return True
            elif (
                denial.kind == "sight"
                and denial.target is not None
                and who.token in inside
                and denial.target.player == who.player
            ) or (denial.kind != "sight" and spot.token in inside and spot in denial.spots):
                return True
        return False

    def _finds(self) -> set[Key]:
        covered: set[Key] = set()
        for line, find in self.finds:
            raw: Raw = {
                "type": "sighting",
                "subject": self.names[find.finder.player],
                "target": self.names[find.victim.player],
                "state": "body",
            }
            if find.spot is not None:
                raw["room"] = find.spot.room
                covered |= {(find.finder.player, find.spot.room), (find.victim.player, find.spot.room)}
            source = None if find.finder.player == self.speaker else find.finder.player
            last = max(find.last, find.spot.token if find.spot and find.spot.token < line.high else 0)
            self.put(line, find.first, last, raw, source)
        return covered

    def _deaths(self, covered: set[Key]) -> set[Key]:
        found: set[Key] = set()
        for line in self.lines:
            for victim, spot in find_deaths(line, self.setting.dead):
                key = (victim.player, spot.room)
                if key not in covered | found:
                    found.add(key)
                    first, last = sorted((victim.token, spot.token))
                    raw = {"type": "location", "subject": self.names[victim.player], "room": spot.room, "state": "body"}
                    self.put(line, first, last, raw)
        return found

    def _sights(self, sights: dict[Key, Candidate]) -> set[Key]:
        covered: set[Key] = set()
        found = {(find.finder.player, find.victim.player, find.spot.room) for _, find in self.finds if find.spot}
        for key, one in sights.items():
            viewer, target = one.anchors
            room = one.spots[0].room
            covered |= {(viewer.player, room), (target.player, room)}
            if key in found:
                continue
            raw: Raw = {
                "type": "sighting",
                "subject": self.names[viewer.player],
                "target": self.names[target.player],
                "room": room,
                "state": "alive",
            }
            line, _, _ = self.place([target.token])
            if target.player in self.setting.dead and is_seen_dead(line, target.token):
                raw["state"] = "body"
            if viewer.player != self.speaker:
                raw["by"] = viewer.player
            self._sight(one, raw)
        return covered

    def _sight(self, one: Candidate, raw: Raw) -> None:
        viewer = raw.pop("by", None)
        line, first, last = self.place(tokens_of(one))
        self.put(line, first, last, raw, viewer)

    def _tasks(self, tasks: dict[Key, Candidate]) -> set[Key]:
        if not any(_WORK.search(line.text) for line in self.lines):
            return set()
        for one in tasks.values():
            who, spot = one.anchors[0], one.spots[0]
            raw: Raw = {"type": "activity", "subject": self.names[who.player], "activity": "task", "room": spot.room}
            token = self.reading.speech.tokens[spot.token]
            if spot.how == "task":
                raw["task"] = self.reading.speech.text[token.start : token.end]
            self.add(one, raw)
        return set(tasks)

    def _at(self, one: Candidate, *, bare: bool) -> None:
        who, spot = one.anchors[0], one.spots[0]
        raw: Raw = {"type": "location", "subject": self.names[who.player], "room": spot.room}
        if who.player in self.setting.dead and not bare:
            line, _, _ = self.place([spot.token] + ([who.token] if who.how != "left out" else []))
            if is_body(
                line,
                who.token if line.low <= who.token < line.high else spot.token,
                spot.token if line.low <= spot.token < line.high else who.token,
            ):
                raw["state"] = "body"
        self.add(one, raw)

    def _denials(self) -> None:
        for line, denial in self.denials:
            who = self.names[denial.who.player]
            source = denial.who.player if denial.kind == "sight" or denial.who.how == "i" else None
            for spot in denial.spots or (None,):
                raw: Raw
                if denial.kind == "sight":
                    target = "anyone" if denial.target is None else self.names[denial.target.player]
                    raw = {"type": "sighting", "subject": who, "target": target, "state": denial.state}
                    if denial.excepted:
                        raw["except"] = [self.names[player] for player in denial.excepted]
                    if spot is not None:
                        raw["room"] = spot.room
                        if denial.origin:
                            raw["from"] = spot.room
                elif spot is not None and denial.kind == "at":
                    raw = {"type": "location", "subject": who, "room": spot.room}
                elif spot is not None:
                    raw = {"type": "activity", "subject": who, "activity": "traveling", "to": spot.room}
                else:
                    continue
                raw["polarity"] = "denied"
                self.put(line, denial.first, denial.last, raw, source)

    def _deeds(self) -> None:
        finders = {find.finder.player for _, find in self.finds}
        for line, deed in self.deeds:
            if deed.activity == "reporting body" and deed.who.player in finders:
                continue
            self.put(
                line,
                deed.first,
                deed.last,
                {"type": "activity", "subject": self.names[deed.who.player], "activity": deed.activity},
            )

    def _stances(self, accused: dict[Key, Candidate], defended: dict[Key, Candidate]) -> None:
        speaker = self.names[self.speaker]
        intended: dict[int, tuple[Line, Intent]] = {}
        for line, intent in self.intents:
            whom = "skip" if intent.whom is None else self.names[intent.whom.player]
            raw = {"type": "intent", "subject": speaker, "vote": whom, "confidence": intent.confidence}
            self.put(line, intent.first, intent.last, raw, self.speaker)
            if intent.whom is not None:
                intended.setdefault(intent.whom.player, (line, intent))
        for (player,), one in accused.items():
            sure = intended.get(int(player))
            degree = confidence(self.lines, one, len(accused)) if sure is None else sure[1].confidence
            self._stance(
                one, {"type": "accusation", "accuser": speaker, "target": self.names[int(player)], "confidence": degree}
            )
        for player, (line, intent) in intended.items():
            if (player,) not in accused:
                raw = {
                    "type": "accusation",
                    "accuser": speaker,
                    "target": self.names[player],
                    "confidence": intent.confidence,
                }
                self.put(line, intent.first, intent.last, raw, self.speaker)
        for (player,), one in defended.items():
            self._stance(one, {"type": "defense", "defender": speaker, "defended": self.names[int(player)]})

    def _stance(self, one: Candidate, raw: Raw) -> None:
        """Adds a stance, which is the speaker's own; its sentence is what it rests on."""
        line, token = ground(self.lines, one)
        last = line.high - 1
        while last > token and self.reading.speech.tokens[last].kind == "mark":
            last -= 1
        self.put(line, line.low, last, raw, self.speaker)
        if raw["type"] == "defense":
            raw["basis"] = raw["quote"]
