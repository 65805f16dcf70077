"""The rows of exported data, and what describes them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quack.audit.discover import Game
from quack.audit.reading import read_case
from quack.audit.results import FailedGame
from quack.errors import SettingsError
from quack.metrics import METRICS
from quack.report.data_games import ExportedGame, Said, setting_of
from quack.report.data_listing import schema_lines
from quack.report.data_schema import TABLES, schema_json
from quack.report.data_source import Exported, GameRows, open_source
from quack.report.frames import Frames
from tests.conftest import ROOT
from tests.samples import record


def test_columns_have_names_and_meanings_of_their_own() -> None:
    for table in TABLES.values():
        assert len(table.columns) == len(set(table.names))
        assert [] == [column.name for column in table.columns if not column.meaning]


def test_the_schema_tells_every_column_as_json() -> None:
    told = json.loads(json.dumps(schema_json()))["tables"]
    assert {name: len(table.columns) for name, table in TABLES.items()} == {
        name: len(table["columns"]) for name, table in told.items()
    }


@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_schema_fits_the_terminal(width: int) -> None:
    lines = list(schema_lines(TABLES.values(), width))
    assert width >= max(len(line) for line in lines)
    assert all(any(line.startswith(column.name) for line in lines) for column in TABLES["claims"].columns)


def test_a_claim_has_a_row_as_its_record_says(frames: Frames) -> None:
    said = frames.claims.set_index(["game", "id"]).loc[("sample", "0.0.0")]
    assert ("player_5", "Frank") == (said["speaker"], said["speaker_name"])
    assert ("goose", "0.0.0", "true") == (said["team"], said.name[1], said["verdict"])


def test_players_and_rooms_are_found_behind_raw_text(frames: Frames) -> None:
    located = frames.claims[frames.claims["room"].notna() & (frames.claims["game"] == "sample")]
    assert {"reactor"} == set(located["room"]) - set(located["room_id"].dropna())
    assert {"player_"} == set(located["subject_id"].dropna().str.slice(0, 7))


def test_a_claim_stands_with_its_utterance_and_the_words_at_its_span(frames: Frames) -> None:
    spanned = frames.claims[frames.claims["span_first"].notna()]
    assert 100 < len(spanned)
    assert frames.claims["text"].notna().all()
    assert all(row.text[row.span_first : row.span_end] == row.quote for row in spanned.itertuples())


def test_claims_of_scripted_players_tell_how_they_were_made(frames: Frames) -> None:
    made = frames.claims.groupby("game", observed=True)["made"].count()
    assert 0 == made["sample"]
    assert len(frames.claims) - len(frames.claims[frames.claims["game"] == "sample"]) == made.sum()
    assert {"recalled", "invented"} <= set(frames.claims["made"].dropna())


def test_what_was_made_of_other_claims_is_not_told(tmp_path: Path) -> None:
    game = shutil.copytree(ROOT / "logs" / "chance", tmp_path / "chance") / "seed14"
    case = read_case(Game("chance", game / "game.jsonl", game / "claims.gold.jsonl"))
    told = next(each for each in case.claims.extractions if each.made)
    other = record(message=told.message, chat=told.chat, ordinal=0)
    assert Said(ExportedGame("chance", (), None, setting_of(case)), other).made is None


def test_what_was_said_is_later_than_the_middle_of_its_past_window(frames: Frames) -> None:
    assert 0 <= frames.claims["distance"].min()


def test_each_figure_of_each_game_has_a_row_and_is_missing_without_a_denominator(frames: Frames) -> None:
    whole = frames.metrics[frames.metrics["level"] == "game"]
    assert len(METRICS) * len(frames.games) == len(whole)
    assert 0 < whole["value"].isna().sum()
    assert (whole["value"].isna() == (whole["denominator"] == 0)).all()


def test_players_add_up_to_the_claims_of_their_game(frames: Frames) -> None:
    by_game = frames.players.groupby("game", observed=True)["claims"].sum()
    assert dict(by_game) == dict(frames.games.set_index("game")["claims"])


def test_the_actual_room_of_what_is_false_is_another_one(frames: Frames) -> None:
    placed = frames.claims[frames.claims["type"].isin(["location", "sighting"]) & ~frames.claims["denied"]]
    wrong = placed[(placed["bucket"] == "refuted") & placed["actual_room"].notna() & placed["room_id"].notna()]
    assert 3 < len(wrong)
    assert [] == [row.id for row in wrong.itertuples() if row.room_id == row.actual_room and row.type == "location"]


def test_without_a_log_a_claim_has_no_room_and_no_distance() -> None:
    said = Said(ExportedGame("run/seed01", (), None, None), record("false", claim={"room": "medbay"}))
    assert (None, None, None, None) == (said.room, said.said_tick, said.distance, said.actual_room)
    assert (None, None, None) == (said.utterance, said.quote, said.made)
    assert ("run", "medbay") == (said.game.condition, said.text("room"))


def test_a_field_that_should_hold_text_and_does_not_is_missing() -> None:
    assert Said(ExportedGame("run", (), None, None), record(claim={"room": ["medbay"]})).text("room") is None


def test_a_written_audit_gives_the_rows_that_its_games_give(written: Path) -> None:
    games = list(open_source([ROOT / "logs" / "sample", ROOT / "logs" / "chance"]).each)
    assert games == list(open_source([written]).each)


def test_one_game_of_a_written_audit_can_be_named(written: Path) -> None:
    assert ["sample"] == [each.game for each in open_source([written / "sample"]).each]


def _moved(written: Path, place: Path) -> Path:
    """A copy from which no log can be found."""
    copy = place / "deep" / "down"
    shutil.copytree(written, copy)
    return copy


def test_records_without_logs_give_claims_and_nothing_else(written: Path, tmp_path: Path) -> None:
    copy = _moved(written, tmp_path)
    claims = list(open_source([copy], tables=["claims"]).each)
    assert all(isinstance(game, GameRows) and game.rows["claims"] for game in claims)
    failed = list(open_source([copy]).each)
    assert all(isinstance(game, FailedGame) and "--table claims" in str(game.error) for game in failed)


def test_a_line_that_is_no_record_is_told_with_its_place(written: Path, tmp_path: Path) -> None:
    copy = _moved(written, tmp_path)
    (copy / "sample" / "audit.jsonl").write_text('{"game": 1}\n')
    bad = [game for game in open_source([copy], tables=["claims"]).each if isinstance(game, FailedGame)]
    assert ["sample"] == [game.game for game in bad]
    assert "audit.jsonl:1: no record of an audit" in str(bad[0].error)


def test_several_written_audits_keep_their_games_apart(written: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        shutil.copytree(written, tmp_path / name)
    names = [game.game for game in open_source([tmp_path / "a", tmp_path / "b"], tables=["claims"]).each]
    assert ["a/chance/seed14", "a/sample", "b/chance/seed14", "b/sample"] == names


def test_games_and_written_audits_do_not_mix(written: Path) -> None:
    with pytest.raises(SettingsError, match="games and written audits together"):
        open_source([written, ROOT / "logs"])


def test_a_table_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsError, match="there is no table 'x'; choose from claims, games, players, metrics"):
        open_source([ROOT / "logs"], tables=["x"])


def test_processes_do_not_change_the_rows(exported: list[Exported]) -> None:
    assert exported == list(open_source([ROOT / "logs"], jobs=2).each)
