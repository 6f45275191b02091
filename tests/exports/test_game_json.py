"""A game goes out as JSON and comes back the same, or is refused as a whole."""

import contextlib
import copy
import json
import random
import sqlite3
from typing import Any

import pytest
from exported import RECORDED, Evening, hostile_evening
from json_changes import MISSING, changed, places

from companion.exports.formats.game_json import (
    InvalidGamesFileError,
    NewerGamesFileError,
    _chained,
    _read_entry,
    read_games,
    to_filed_game,
    write_games,
)


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_comes_back_as_it_was(name: str):
    stored = Evening().record(name).stored
    (filed,) = read_games(write_games([to_filed_game(stored)]))
    assert filed.stored == stored
    assert filed == to_filed_game(stored)


def test_names_that_fit_nowhere_come_back_as_they_were():
    stored = hostile_evening().stored
    (filed,) = read_games(write_games([to_filed_game(stored)]))
    assert filed.stored == stored


def test_a_corrected_board_comes_back_as_it_was_before():
    evening = Evening()
    evening.begin(["Anna", "Ben"])
    evening.ask("correct_route", route="douala--bangui", length=5)
    (filed,) = read_games(write_games([to_filed_game(evening.stored)]))
    assert filed.stored == evening.stored
    assert filed.stored.board.routes["douala--bangui"].length == 4


def test_the_file_says_what_it_is_and_is_read_by_any_program():
    stored = Evening().record("two-players").stored
    content = json.loads(write_games([to_filed_game(stored)]))
    assert (content["format"], content["version"]) == ("stationmaster games", 1)
    (game,) = content["games"]
    assert (game["game"], game["started"]) == (stored.uuid, stored.entries[0].at)
    assert [player["name"] for player in game["players"]] == ["Ana", "Bo"]
    assert list(game["entries"][1]) == [
        *("entry", "turn", "seat", "request", "rule", "phase", "did", "at", "played_ms"),
    ]
    assert list(content["boards"]) == [game["board"]]


def test_the_hash_is_the_one_in_the_log(tmp_path):
    evening = Evening(tmp_path / "games.db").record("two-players")
    filed = to_filed_game(evening.stored)
    evening.journal.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as db:
        (head,) = db.execute("SELECT hash FROM games").fetchone()
    assert filed.hash == head


def test_many_games_share_a_board():
    evenings = [Evening().record(name) for name in RECORDED]
    all_filed = [to_filed_game(evening.stored) for evening in evenings]
    text = write_games(all_filed)
    assert len(json.loads(text)["boards"]) == 1
    assert read_games(text) == all_filed
    with pytest.raises(InvalidGamesFileError, match="twice"):
        read_games(write_games([all_filed[0], all_filed[0]]))


def test_a_newer_file_is_told_apart():
    content = json.loads(write_games([]))
    content["version"] = 2
    with pytest.raises(NewerGamesFileError):
        read_games(json.dumps(content))
    assert read_games(write_games([])) == []


def test_whatever_is_changed_in_it_is_noticed():
    """A damaged file is never read as something else, and never another exception."""
    all_filed = [to_filed_game(Evening().record("amendments").stored)]
    content = json.loads(write_games(all_filed))
    dice = random.Random(6)
    everywhere = [path for path in places(content) if path[0] != "boards" or dice.random() < 0.01]
    everywhere = dice.sample(everywhere, 400)
    values = [MISSING, None, -1, 10**30, "x", "", [], {}, True, 1.5, ["x"], {"a": 1}]
    refused = 0
    for path in everywhere:
        try:
            read = read_games(json.dumps(changed(content, path, dice.choice(values))))
        except InvalidGamesFileError:
            refused += 1
        else:
            assert read in (all_filed, []), path  # it says the same without it, or nothing
    assert refused > 300
    assert refused > 0.9 * len(everywhere)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "1", '"x"', "{}", "[" * 100_000, '{"format": "stationmaster games"}']
    + ['{"format": "stationmaster games", "version": true, "boards": {}, "games": []}']
    + ['{"format": "stationmaster games", "version": 1, "boards": [], "games": []}']
    + ['{"format": "stationmaster games", "version": 1, "boards": {}, "games": {}}']
    + ['{"format": "stationmaster games", "version": 1, "boards": {}, "games": [[]]}'],
)
def test_what_is_no_file_of_games_is_refused(text: str):
    with pytest.raises(InvalidGamesFileError):
        read_games(text)


def test_a_file_cut_short_is_refused():
    text = write_games([to_filed_game(Evening().record("two-players").stored)])
    for end in range(0, len(text) - 2, 997):
        with pytest.raises(InvalidGamesFileError):
            read_games(text[:end])


def test_a_forger_who_knows_the_hash_still_has_to_play_by_the_log():
    """Entries that do not fold are refused even when they are chained correctly."""
    stored = Evening().record("two-players").stored
    content = json.loads(write_games([to_filed_game(stored)]))
    for entries in (
        lambda rows: [*rows, {**rows[-1], "entry": len(rows) + 1, "request": {"do": "redo"}}],
        lambda rows: [{**row, "phase": "over"} for row in rows],
        lambda rows: rows[1:],
    ):
        other = copy.deepcopy(content)
        other["games"][0]["entries"] = entries(other["games"][0]["entries"])
        other["games"][0]["hash"] = _hash(other)
        with pytest.raises(InvalidGamesFileError):
            read_games(json.dumps(other))


def _hash(content: dict[str, Any]) -> str:
    (game,) = content["games"]
    ids, names = ([row[key] for row in game["players"]] for key in ("id", "name"))
    return _chained(ids, names, [_read_entry(row) for row in game["entries"]])
