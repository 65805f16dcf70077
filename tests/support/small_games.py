"""Games with claims, written to a folder."""

from __future__ import annotations

import json
from pathlib import Path

from quack.audit.discover import Game
from tests.support.games import GameBuilder
from tests.support.judging import Claims, _messages, accuses, route
from tests.support.sample_game import claims as sample_claims
from tests.support.sample_game import told


def write_game(folder: Path, game: GameBuilder, claims: Claims) -> Game:
    """Writes a game and the claims of its messages, by position; the builder has said the messages already."""
    log = game.write(folder)
    path = folder / "claims.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for index, (meeting, speaker) in enumerate(_messages(game)):
            line = {"message": index, "meeting": meeting, "speaker": speaker, "claims": claims.get(index, [])}
            file.write(json.dumps(line) + "\n")
    return Game(".", log, path)


def every_outcome(folder: Path) -> Game:
    """The sample game with more claims, so that every verdict, ground, support and outcome occurs in both rulebooks."""
    game = told()
    claims = {line["message"]: list(line["claims"]) for line in sample_claims()}
    claims[3].append(route("Charlie", "electrical", "storage", "medbay"))
    claims[5].append({"type": "defense", "defender": "Charlie", "defended": "Bob", "basis": "stood with me"})
    claims[4] += [accuses("Eve", "Charlie"), accuses("Eve", "Diana") | {"polarity": "denied"}, accuses("Bob", "Alice")]
    return write_game(folder, game, claims)
