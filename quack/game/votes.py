"""Votes: who is voted out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from quack.events.models import PlayerEjected, PlayerId, VoteSkipped
from quack.game.board import Board
from quack.game.record import Draft

Votes = Mapping[PlayerId, PlayerId | None]
"""Whom every voter named; None is a skip."""


def winner_of(votes: Votes) -> PlayerId | None:
    """Who has strictly more votes than everybody else and than the skips; None if nobody has."""
    ranked = Counter(votes.values()).most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def close(board: Board, votes: Votes) -> list[Draft]:
    """What the votes lead to."""
    player = winner_of(votes)
    if player is None:
        return [Draft(VoteSkipped, {"reason": "tie_or_skip"})]
    team = board.progress.teams[player]
    name = board.state.names[player]
    role = team.capitalize()
    out = {"player_id": player, "name": name, "role": role, "team": team, "votes": dict(votes)}
    return [Draft(PlayerEjected, out)]
