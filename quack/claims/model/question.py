"""What a model is told about an utterance: the game's names, the occasion, what was said before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quack.claims.extractor import Occasion, Said

if TYPE_CHECKING:
    from quack.events.log import GameLog

MOST_EARLIER = 40
"""Earlier utterances; of a longer meeting the last are told."""


def game_words(log: GameLog) -> dict[str, Any]:
    """The names of a game: players, rooms with what else they are called, tasks with their rooms."""
    rooms = [{"name": room.name} | ({"also": list(room.aliases)} if room.aliases else {}) for room in log.map.rooms]
    tasks = {(room.task, room.name) for room in log.map.rooms if room.task}
    tasks |= {(task.name, task.room) for player in log.players for task in player.tasks}
    return {
        "players": [player.name for player in log.players],
        "rooms": rooms,
        "tasks": [{"name": name, "room": room} for name, room in sorted(tasks)],
    }


def question(log: GameLog, words: dict[str, Any], said: Said, occasion: Occasion) -> dict[str, Any]:
    """The inputs of `ClaimReader` for an utterance; `words` are the names of its game."""
    names = {player.id: player.name for player in log.players}
    known: dict[str, Any] = {"speaker": names[said.speaker], "said in": "a meeting" if said.chat is None else "chat"}
    if occasion.caller is not None:
        known["called by"] = names.get(occasion.caller, occasion.caller)
        known["because of"] = "a body" if occasion.how == "report" else "the emergency button"
    if occasion.bodies:
        known["bodies"] = [{"victim": names.get(victim, victim), "room": room} for victim, room in occasion.bodies]
    if occasion.dead:
        known["out of the game"] = [player.name for player in log.players if player.id in occasion.dead]
    earlier = [{"speaker": names[one.speaker], "text": one.text} for one in occasion.earlier[-MOST_EARLIER:]]
    return {"game": words, "occasion": known, "earlier": earlier, "utterance": said.text}
