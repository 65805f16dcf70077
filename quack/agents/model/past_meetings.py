"""Meetings that are over, in words: the latest with all that was said, older ones in short."""

from __future__ import annotations

from collections.abc import Sequence

from quack.agents.model.naming import Naming, Space
from quack.events.models import PlayerId
from quack.game.observation import MeetingReport

MOST_MEETINGS = 24_000
"""Characters of meetings that are told in detail."""

_TALK = Space(lines=100, least=200, most=2_000, total=20_000)


class PastMeetings:
    """Puts meetings into words, each once."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self._told: list[tuple[str, str, str]] = []

    def texts(self, meetings: Sequence[MeetingReport]) -> list[str]:
        """All meetings, oldest first: of the latest everything, of those before what there is room for."""
        for report in meetings[len(self._told) :]:
            before = [one.ejected for one in meetings[: report.index] if one.ejected is not None]
            self._told.append(self._forms(report, before))
        texts: list[str] = []
        left, form = MOST_MEETINGS, 0
        for forms in reversed(self._told):
            while texts and form < 2 and len(forms[form]) > left:
                form += 1
            left -= len(forms[form])
            texts.append(forms[form])
        return texts[::-1]

    def _forms(self, report: MeetingReport, out: list[PlayerId]) -> tuple[str, str, str]:
        """A meeting in full, without what was said, and without the votes too."""
        naming, words = self.naming, self.naming.phrases
        called = "reported" if report.how == "report" else "pressed"
        head = [words(called, tick=report.tick, caller=naming.who(report.caller), number=report.index + 1)]
        dead = [player for player in report.dead if player not in out]
        head.append(words("dead_then", players=naming.all(dead)) if dead else words("nobody_dead_then"))
        votes = self._votes(report)
        if report.ejected is None:
            end = words("nobody_ejected")
        else:
            end = words("ejected", player=naming.who(report.ejected), team=words(report.team or "goose"))
        return (
            "\n".join((*head, *naming.discussion(report.said, _TALK), votes, end)),
            "\n".join((*head, words("words_left_out"), votes, end)),
            "\n".join((*head, words("votes_left_out"), end)),
        )

    def _votes(self, report: MeetingReport) -> str:
        naming, words = self.naming, self.naming.phrases
        targets: dict[PlayerId | None, list[PlayerId]] = {}
        for voter, target in report.votes.items():
            targets.setdefault(target, []).append(voter)
        if not targets:
            return words("no_votes")
        items = (
            words("votes_for", target=naming.who(target) if target else words("skip"), players=naming.all(voters))
            for target, voters in targets.items()
        )
        return words("votes", list=words.semicolon.join(items))
