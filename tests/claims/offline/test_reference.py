"""How well the shipped weights do on released speech that they were not trained on."""

import gzip
import importlib.util
import json
import sys
from collections import defaultdict

import pytest

from quack.claims.extractor import discussion
from quack.claims.offline.extractor import OfflineExtractor
from quack.claims.offline.model import WEIGHTS
from quack.events.log import read_log
from quack.events.timeline import replay


@pytest.fixture(scope="module")
def yardstick(reference):
    path = reference.parent / "tools" / "score_claims.py"
    if not path.is_file():
        pytest.skip("the yardstick is not here")
    spec = importlib.util.spec_from_file_location("score_claims", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["score_claims"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def read(reference):
    """(annotated lines, extractions) of the annotated speech, by game."""
    gold = defaultdict(dict)
    for line in (reference / "speech.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        gold[f"{one['condition']}/{one['seed']}"][one["message"]] = one
    found = defaultdict(dict)
    for game, lines in gold.items():
        log = read_log(reference / game / "game.jsonl")
        extractor = OfflineExtractor(log)
        batch = [(said, occasion) for said, occasion in discussion(log, replay(log)) if said.message in lines]
        for extraction in extractor.extract(batch):
            found[game][extraction.message] = extraction
    return gold, found


@pytest.fixture(scope="module")
def scores(yardstick, read):
    gold, found = read

    def lines(games):
        return {
            game: {
                number: one | {"claims": [yardstick.read_claim(claim) for claim in one["claims"]]}
                for number, one in messages.items()
            }
            for game, messages in games.items()
        }

    predicted = {
        game: {
            number: {"status": one.status, "claims": [claim.to_json() for claim in one.claims]}
            for number, one in messages.items()
        }
        for game, messages in found.items()
    }
    return yardstick.score(lines(predicted), lines(gold))


def test_every_status_is_the_annotated_one(read):
    gold, found = read
    wrong = [
        (game, number, one.status)
        for game, messages in found.items()
        for number, one in messages.items()
        if one.status != gold[game][number]["status"]
    ]
    assert [] == wrong


@pytest.mark.parametrize(
    ("table", "row", "floor"),
    [
        ("canonical", "overall", 0.72),
        ("canonical", "denied", 0.5),
        ("canonical", "body", 0.75),
        ("canonical", "intent", 0.75),
        ("attributes", "reported", 0.7),
        ("attributes", "denied", 0.9),
        ("attributes", "time", 0.7),
        ("presence", "pairs", 0.87),
    ],
)
def test_the_annotated_speech_is_read_well_enough(scores, table, row, floor):
    assert floor <= scores[table][row]["f1"]


def test_the_weights_are_small_and_readable_and_hold_no_name():
    data = WEIGHTS.read_bytes()
    assert 200_000 > len(data)
    text = gzip.decompress(data).decode()
    records = [json.loads(line) for line in text.splitlines()]
    patterns = [pattern for record in records[1:] for found in record.get("patterns", {}).values() for pattern in found]
    assert 10_000 < len(patterns)
    words = {word for pattern in patterns for word in pattern.lower().split()}
    names = {"alice", "bob", "charlie", "diana", "eve", "frank", "medbay", "electrical", "cafeteria", "navigation"}
    assert set() == words & names
