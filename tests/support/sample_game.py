"""The sample in `logs/`: a small game with claims, told here so that it can be written again.

python -m tests.support.sample_game     writes logs/sample
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.games import GameBuilder

SAMPLE = Path(__file__).parents[2] / "logs" / "sample"

TASKS = {
    "Alice": [("Calibrate Distributor", "electrical"), ("Submit Scan", "medbay")],
    "Bob": [("Submit Scan", "medbay"), ("Sort Cargo", "storage")],
    "Charlie": [("Sort Cargo", "storage"), ("Check Cameras", "security")],
    "Diana": [("Submit Scan", "medbay"), ("Clean O2 Filter", "oxygen")],
    "Eve": [("Clear Asteroids", "weapons"), ("Check Cameras", "security"), ("Submit Scan", "medbay")],
    "Frank": [("Align Engine Output", "upper_engine"), ("Chart Course", "navigation")],
}
ROOMS = {
    "Alice": "electrical",
    "Bob": "cafeteria",
    "Charlie": "storage",
    "Diana": "medbay",
    "Eve": "weapons",
    "Frank": "oxygen",
}

Claims = list[dict[str, Any]]


def _own(type_: str, **fields: Any) -> dict[str, Any]:
    return {"type": type_, **{name.rstrip("_"): value for name, value in fields.items()}}


FIRST_MEETING: list[tuple[str, str, Claims]] = [
    (
        "Frank",
        "I found Alice's body in medbay. I did my task in upper engine at ticks 2 to 4 and got to medbay just now. "
        "Bob was leaving medbay for cafeteria when I came in. I'm voting Bob.",
        [
            _own("sighting", subject="Frank", target="Alice", room="medbay", state="body", temporal="just now"),
            _own("activity", subject="Frank", activity="task", room="upper_engine", temporal="at ticks 2 to 4"),
            _own("activity", subject="Frank", activity="traveling", to="medbay", temporal="just now"),
            _own(
                "activity",
                subject="Bob",
                activity="traveling",
                from_="medbay",
                to="cafeteria",
                perceived=True,
                temporal="just now",
            ),
            _own("accusation", accuser="Frank", target="Bob", confidence="strong"),
            _own("intent", subject="Frank", vote="Bob", confidence="strong"),
        ],
    ),
    (
        "Bob",
        "I was in electrical from tick 3 on, the whole time. I was never in medbay this round. "
        "I saw Alice in electrical at tick 3, alive. Frank reported it, so I suspect Frank.",
        [
            _own("location", subject="Bob", room="electrical", temporal="from tick 3 on, the whole time"),
            _own("location", subject="Bob", room="medbay", polarity="denied", temporal="this round"),
            _own("sighting", subject="Bob", target="Alice", room="electrical", state="alive", temporal="at tick 3"),
            _own("activity", subject="Frank", activity="reporting body", temporal="just now"),
            _own("accusation", accuser="Bob", target="Frank", confidence="moderate"),
        ],
    ),
    (
        "Charlie",
        "Storage, then medbay, then electrical. I saw Alice and Bob in medbay at tick 6.",
        [
            _own("location", subject="Charlie", route=["storage", "medbay", "electrical"], temporal="this round"),
            _own("sighting", subject="Charlie", target="Alice", room="medbay", state="alive", temporal="at tick 6"),
            _own("sighting", subject="Charlie", target="Bob", room="medbay", temporal="at tick 6"),
            _own("accusation", accuser="Charlie", target="Bob", confidence="strong"),
        ],
    ),
    (
        "Diana",
        "I did my scan in medbay around tick 7 and saw Bob in electrical at tick 2. I didn't see Alice in medbay. "
        "Frank says Bob left medbay for cafeteria. Bob could be right about Frank, so I trust Bob.",
        [
            _own("activity", subject="Diana", activity="task", room="medbay", temporal="around tick 7"),
            _own("sighting", subject="Diana", target="Bob", room="electrical", temporal="at tick 2"),
            _own("sighting", subject="Diana", target="Alice", room="medbay", polarity="denied"),
            _own(
                "activity",
                subject="Bob",
                activity="traveling",
                from_="medbay",
                to="cafeteria",
                attribution="reported:Frank",
            ),
            _own("defense", defender="Diana", defended="Bob", basis="his account fits"),
        ],
    ),
    (
        "Eve",
        "I was in weapons and security and saw nobody. Bob was in storage early on. I'll skip.",
        [
            _own("location", subject="Eve", room="weapons"),
            _own("location", subject="Eve", room="security"),
            _own("sighting", subject="Eve", target="anyone", polarity="denied"),
            _own("location", subject="Bob", room="storage", temporal="early on"),
            _own("intent", subject="Eve", vote="skip"),
        ],
    ),
]

SECOND_MEETING: list[tuple[str, str, Claims]] = [
    (
        "Charlie",
        "Eve's body is in medbay. Bob came into electrical from medbay at tick 12, I stood there. It's Bob.",
        [
            _own("sighting", subject="Charlie", target="Eve", room="medbay", state="body", temporal="just now"),
            _own(
                "activity",
                subject="Bob",
                activity="traveling",
                from_="medbay",
                to="electrical",
                perceived=True,
                temporal="at tick 12",
            ),
            _own("location", subject="Charlie", room="electrical", temporal="at tick 12"),
            _own("accusation", accuser="Charlie", target="Bob", confidence="strong"),
        ],
    ),
    (
        "Bob",
        "I was waiting in storage the whole round, nowhere near Eve, and I saw Frank there. Charlie did it.",
        [
            _own("location", subject="Bob", room="storage", temporal="the whole round"),
            _own("sighting", subject="Bob", target="Frank", room="storage", temporal="the whole round"),
            _own("accusation", accuser="Bob", target="Charlie", confidence="strong"),
        ],
    ),
    (
        "Frank",
        "I was charting in navigation, then on my way to security when the meeting was called. Last round Charlie was "
        "in storage. Was Grace in the reactor?",
        [
            _own("activity", subject="Frank", activity="task", room="navigation"),
            _own(
                "activity",
                subject="Frank",
                activity="traveling",
                from_="navigation",
                to="security",
                temporal="when the meeting was called",
            ),
            _own("location", subject="Charlie", room="storage", temporal="last round"),
            _own("location", subject="Grace", room="reactor", attribution="question"),
        ],
    ),
    ("Diana", "Bob.", []),
]


def told() -> GameBuilder:
    """The game, up to its end."""
    game = GameBuilder(("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank"), rooms=ROOMS, tasks=TASKS)
    _first_round(game)
    game.report("Frank")
    for name, text, _ in FIRST_MEETING:
        game.say(name, text)
    game.vote("Bob", "Frank").vote("Charlie", "Bob").vote("Diana", None).vote("Eve", "Frank").vote("Frank", "Bob")
    game.skip().respawn(
        {"Bob": "storage", "Charlie": "security", "Diana": "oxygen", "Eve": "cafeteria", "Frank": "navigation"}
    )
    _second_round(game)
    game.report("Charlie")
    for name, text, _ in SECOND_MEETING:
        game.say(name, text)
    game.vote("Bob", "Charlie").vote("Charlie", "Bob").vote("Diana", "Bob").vote("Frank", "Bob")
    return game.eject("Bob").over("goose", "All Ducks have been ejected")


def _first_round(game: GameBuilder) -> None:
    distributor, cargo, asteroids = "Calibrate Distributor", "Sort Cargo", "Clear Asteroids"
    engine, cameras = "Align Engine Output", "Check Cameras"
    game.tick(1).task("Diana").task("Alice", task=distributor).move("Bob", "medbay")
    game.task("Charlie", task=cargo).task("Eve", task=asteroids).move("Frank", "upper_engine")
    game.tick(2).task("Alice", "2/3", task=distributor).task("Diana", "2/3").task("Charlie", "2/3", task=cargo)
    game.task("Eve", "2/3", task=asteroids).task("Frank", task=engine)
    game.tick(3).task("Diana", "3/3").complete("Diana").move("Bob", "electrical")
    game.task("Alice", "3/3", task=distributor).complete("Alice", task=distributor)
    game.task("Charlie", "3/3", task=cargo).complete("Charlie", task=cargo)
    game.task("Eve", "3/3", task=asteroids).complete("Eve", task=asteroids).task("Frank", "2/3", task=engine)
    game.tick(4).move("Alice", "medbay").move("Diana", "cafeteria").move("Charlie", "medbay")
    game.task("Frank", "3/3", task=engine).complete("Frank", task=engine).move("Eve", "security")
    game.tick(5).task("Eve", task=cameras).task("Alice").move("Bob", "medbay").move("Frank", "medbay")
    game.move("Diana", "electrical")
    game.tick(6).move("Charlie", "electrical").kill("Bob", "Alice").task("Eve", "2/3", task=cameras)
    game.tick(7).task("Eve", "3/3", task=cameras).complete("Eve", task=cameras).move("Bob", "cafeteria")


def _second_round(game: GameBuilder) -> None:
    cameras, filter_, course = "Check Cameras", "Clean O2 Filter", "Chart Course"
    game.tick(8).move("Bob", "medbay").task("Charlie", task=cameras).task("Diana", task=filter_)
    game.task("Frank", task=course)
    game.tick(9).task("Frank", "2/3", task=course).move("Eve", "medbay").task("Charlie", "2/3", task=cameras)
    game.task("Diana", "2/3", task=filter_)
    game.tick(10).task("Eve").chat("Eve", "Are you scanning too, Bob?")
    game.task("Frank", "3/3", task=course).complete("Frank", task=course)
    game.task("Diana", "3/3", task=filter_).complete("Diana", task=filter_).move("Charlie", "electrical")
    game.tick(11).task("Eve", "2/3").kill("Bob", "Eve")
    game.tick(12).move("Bob", "electrical").move("Diana", "upper_engine")
    game.tick(13).move("Charlie", "medbay").move("Frank", "security")
    game.tick(14)


def claims() -> list[dict[str, Any]]:
    """The lines of claims.jsonl."""
    lines = []
    meetings = [(0, said) for said in FIRST_MEETING] + [(1, said) for said in SECOND_MEETING]
    for message, (meeting, (name, _, found)) in enumerate(meetings):
        spoken = {"message": message, "meeting": meeting, "speaker": f"player_{'ABCDEF'.index(name[0])}"}
        status = "extracted" if found else "vote_token"
        lines.append({**spoken, "status": status, "claims": found})
    return lines


def write(folder: Path = SAMPLE) -> None:
    """Writes game.jsonl and claims.jsonl."""
    folder.mkdir(parents=True, exist_ok=True)
    told().write(folder / "game.jsonl")
    text = "".join(json.dumps(line) + "\n" for line in claims())
    (folder / "claims.jsonl").write_text(text, encoding="utf-8", newline="")


if __name__ == "__main__":
    write()
