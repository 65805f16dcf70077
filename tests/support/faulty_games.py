"""Games of six model players whose provider fails, and what has to hold of each."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from quack.agents.batch import Played
from quack.agents.model.table import ModelTable
from quack.agents.together import Run, play_together
from quack.providers.client import Client, ModelSpec
from tests.support.model_server import Asked, Faulty, ModelServer, Reply, answer
from tests.support.stand_ins import planned, small_order, wander

SEEDS = (1, 2)


def respond(asked: Asked) -> Reply:
    """A model that plays."""
    chance = Random(hashlib.sha256(json.dumps(asked.body["messages"]).encode()).hexdigest())
    return answer(wander(asked.last, chance))


async def _no_wait(seconds: float) -> None:
    """Time is not what is tried here."""


def play_faulty(provider: ModelServer, out: Path, faulty: Faulty, *, timeout: float = 60, at_once: int = 2) -> None:
    """Plays short games to their ends, through the real client."""
    provider.respond = faulty
    usual = ModelSpec("", api_base=provider.url, temperature=1.0, timeout=timeout)
    table = ModelTable(usual=usual, views="local", image_size=256)
    order = small_order(crew="openai/one", impostor="openai/two", players=6, ticks=24, first_kill=12, table=table)
    games = play_together(planned(out, SEEDS, order), Run(Client(sleep=_no_wait)), at_once=at_once)
    assert [Played, Played] == [type(game) for game in games], games


def faults_of(out: Path) -> Counter[str]:
    """The faults in the transcripts, against which the logs are held: what they say, and that nobody acts at random."""
    faults: Counter[str] = Counter()
    for seed in SEEDS:
        asked = [line for line in map(json.loads, (out / f"seed{seed}/transcript.jsonl").open()) if "n" in line]
        log = [json.loads(line) for line in (out / f"seed{seed}/game.jsonl").open()]
        causes = Counter(line["fault"]["cause"] for line in asked if line["fault"])
        lost = [event["data"] for event in log if event["event_type"] == "agent_failed"]
        assert causes == Counter(event["detail"] for event in lost if event["cause"] == "unanswered")
        replies = {(line["player"], line["tick"]): line["reply"] for line in asked if line["call"] == "act"}
        turns = [event for event in log if "action" in event["data"] and event["event_type"] == "observation"]
        acted = {(turn["data"]["player_id"], turn["tick"]): turn["data"]["action"] for turn in turns}
        assert {turn: _chosen(reply, log[0]["data"]) for turn, reply in replies.items()} == acted
        faults += causes
    return faults


def _chosen(reply: str | None, started: dict[str, Any]) -> str:
    """The action in the last line of a reply; to wait where there is none."""
    if reply is None:
        return "wait()"
    action = reply.splitlines()[-1].partition(" | ")[0]
    for player, seat in started["initial_state"].items():
        action = action.replace(f"kill({seat['name']})", f"kill({player})")
    return action
