"""CSV that a spreadsheet opens as it is meant, and that can be read back."""

import csv
import io

import pytest
from exported import HOSTILE, RECORDED, WORDS, Evening, hostile_evening

from companion.exports.formats.csv_tables import (
    BOM,
    entries_table,
    escape_formula,
    players_table,
    unescape_formula,
)
from companion.game.commands import Void
from companion.game.log.lines import log_lines


def rows_of(text: str) -> list[dict[str, str]]:
    assert text.startswith(BOM)
    assert text.count(BOM) == 1
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM), newline="")))


@pytest.mark.parametrize("name", RECORDED)
def test_every_player_is_a_row_with_all_that_he_scored(name: str):
    game = Evening().record(name).breakdown
    rows = rows_of(players_table([game]))
    assert len(rows) == len(game.players)
    for row, line in zip(rows, game.players, strict=True):
        card = line.card
        assert row == {
            "game": game.uuid,
            "started": game.started,
            "ended": game.ended,
            "minutes": str(game.minutes),
            "turns": str(game.turns),
            "phase": "over",
            "table_rulings": str(game.rulings),
            "board_corrections": "0",
            "seat": str(line.seat + 1),
            "player_id": line.id,
            "player": line.name,
            "color": line.color,
            "first": str(int(line.first)),
            "place": str(line.place),
            "winner": str(int(line.winner)),
            "total": str(card.total),
            "routes": str(card.routes),
            "doubling": str(card.doubling),
            "adjustments": str(card.adjustments),
            "tickets": str(card.tickets),
            "completed": str(card.completed),
            "globetrotter": str(card.globetrotter),
        }
        parts = ("routes", "doubling", "adjustments", "tickets", "globetrotter")
        assert int(row["total"]) == sum(int(row[part]) for part in parts)


def test_every_entry_is_a_row_and_a_sentence():
    evening = Evening().record("amendments")
    rows = rows_of(entries_table([(evening.game, WORDS)]))
    lines = log_lines(evening.game)
    assert [int(row["entry"]) for row in rows] == [line["entry"] for line in lines]
    assert [row["do"] for row in rows] == [line["do"] for line in lines]
    assert [row["points"] for row in rows] == [str(line["points"]) for line in lines]
    assert all(row["what"] and row["game"] == evening.game.uuid for row in rows)
    assert {bool(row["flags"]) for row in rows} == {True, False}
    assert [bool(row["now"]) for row in rows] == ["now" in line for line in lines]


def test_a_turn_entered_twice_is_told_as_taken_out():
    evening = Evening().record("two-players")
    evening.referee.submit(Void(3, shift=True))
    row = rows_of(entries_table([(evening.game, WORDS)]))[2]
    assert (row["entry"], row["now"]) == ("3", "")
    assert "removed later" in row["flags"]


def test_games_stand_one_below_the_other():
    evenings = [Evening().record("two-players"), Evening().record("three-players")]
    players = rows_of(players_table(evening.breakdown for evening in evenings))
    entries = rows_of(entries_table((evening.game, WORDS) for evening in evenings))
    uuids = [evening.game.uuid for evening in evenings]
    assert [row["game"] for row in players] == [uuids[0]] * 2 + [uuids[1]] * 3
    assert list(dict.fromkeys(row["game"] for row in entries)) == uuids


def test_no_cell_is_a_formula_and_every_name_can_be_read_back():
    evening = hostile_evening()
    for text in (players_table([evening.breakdown]), entries_table([(evening.game, WORDS)])):
        for row in csv.reader(io.StringIO(text.removeprefix(BOM), newline="")):
            for cell in row:
                assert cell.lstrip("-").isdecimal() or not cell.startswith(tuple("=+-@\t\r"))
    names = [row["player"] for row in rows_of(players_table([evening.breakdown]))]
    assert [unescape_formula(name) for name in names] == list(HOSTILE)
    assert names[0] == "'=cmd|' /C calc'!A0"


@pytest.mark.parametrize(
    "text", ["=1", "+1", "-1", "@x", "\t=1", "'=1", "''=1", "'t Hooft", "'", "", "a=1", "＝1"]
)
def test_defusing_can_be_taken_back(text: str):
    assert unescape_formula(escape_formula(text)) == text
    assert (escape_formula(text) == text) == (text in ("'t Hooft", "'", "", "a=1"))
