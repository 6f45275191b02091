"""Each entry is chained to the one before it: what was forged or taken out is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from damage import LOG, STATE
from program import run
from scripts import PLAYERS, finished_game, random_game, shown, told

from companion.journal import Journal
from companion.journal.store import Enrol, Store

GAME = random_game(30)
LAST = len(GAME)
FORGED = next(n for n in range(12, LAST) if GAME.requests[n - 1]["do"] == "claim")


@pytest.fixture
def played(db: Path) -> Path:
    run(db, *GAME.requests)
    return db


def forge(db: Path, *statements: str) -> bytes:
    """What somebody with a database tool and bad intentions leaves behind."""
    with closing(sqlite3.connect(db)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return db.read_bytes()


FORGERIES = {
    "points": "UPDATE entries SET did = replace(did, 'points\":', 'points\":1') WHERE seq = {n}",
    "request": 'UPDATE entries SET request = \'{{"do":"pass"}}\' WHERE seq = {n}',
    "time": "UPDATE entries SET at = '1999-12-31' WHERE seq = {n}",
    "hash": "UPDATE entries SET hash = upper(hash) WHERE seq = {n}",
    "gap": "DELETE FROM entries WHERE seq = {n}",
    "order": "UPDATE entries SET seq = CASE seq WHEN {n} THEN 99 ELSE {n} END WHERE seq >= {n}"
    " AND seq <= {n} + 1",
    "tail": "DELETE FROM entries WHERE seq >= {n}",
}


ONE_BYTE = {
    "playing time": "UPDATE entries SET played_ms = played_ms + 1 WHERE seq = {n}",
    "turn": "UPDATE entries SET turn = turn + 1 WHERE seq = {n}",
    "type": "UPDATE entries SET did = CAST(did AS BLOB) WHERE seq = {n}",
}


def check_kept(db: Path, forged: bytes, kept: int) -> None:
    opened = run(db, STATE, LOG)
    state, log = opened.answers
    assert shown(state) == GAME.states[kept]
    assert told(log) == GAME.logs[kept]
    assert f"entries 1 to {kept} kept, {kept + 1} to" in opened.err
    assert Path(f"{db}.damaged-1").read_bytes() == forged
    assert run(db, STATE).err == ""


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_log_is_found_and_everything_before_it_kept(played: Path, forgery: str):
    forged = forge(played, FORGERIES[forgery].format(n=FORGED))
    check_kept(played, forged, FORGED - 1)


@pytest.mark.parametrize("forgery", ONE_BYTE)
def test_what_is_forged_in_a_single_byte_is_put_right(played: Path, forgery: str):
    forged = forge(played, ONE_BYTE[forgery].format(n=FORGED))
    opened = run(played, STATE, LOG)
    assert shown(opened.answers[0]) == GAME.states[-1]
    assert told(opened.answers[1]) == GAME.logs[-1]
    assert f"all {LAST} entries are kept" in opened.err
    assert Path(f"{played}.damaged-1").read_bytes() == forged


def test_an_entry_taken_from_the_end_is_missed(played: Path):
    forged = forge(played, f"DELETE FROM entries WHERE seq = {LAST}")
    check_kept(played, forged, LAST - 1)


def test_an_entry_added_behind_the_log_is_left_out(played: Path):
    forge(
        played,
        "INSERT INTO entries SELECT game, seq + 1, turn, seat, verb, request, rule, phase, did,"
        f" at, played_ms, hash FROM entries WHERE seq = {LAST}",
    )
    opened = run(played, STATE)
    assert shown(opened.answers[0]) == GAME.states[-1]
    assert "The log was damaged" in opened.err


def test_a_forged_game_before_is_found_on_demand_and_when_it_is_resumed(played: Path):
    game = run(played, STATE).answers[0]["game"]
    run(played, *random_game(8, 3).requests)
    forge(played, f"UPDATE entries SET did = '{{}}' WHERE seq = {FORGED}")
    with closing(Journal.open(played)) as journal:
        assert journal.faulty() == [game]
        assert not journal.reports
    opened = run(played, {"do": "resume", "game": game}, STATE)
    assert shown(opened.answers[1]) == GAME.states[FORGED - 1]
    assert f"{FORGED - 1} of {LAST} entries" in opened.err


def test_a_forged_name_is_called_lost_and_its_game_kept(played: Path):
    forge(played, "UPDATE players SET name = 'Mallory' WHERE name = 'Bo'")
    opened = run(played, STATE)
    players = opened.answers[0]["players"]
    assert [player["name"] for player in players] == ["Ana", "? 1", "Cy", "Dörte"]
    assert [p["score"] for p in players] == [p["score"] for p in GAME.states[-1]["players"]]
    assert "The name of 1 player is lost." in opened.err


def rename(db: Path, old: str, new: str) -> None:
    """As a roster would."""
    store = Store(db)
    with closing(store):
        players = store.open().roster()
        (player,) = (player for player, name in players.items() if name == old)
        store.write([Enrol(player, new)])


def test_renaming_a_player_breaks_nothing_and_shows_in_every_game(played: Path):
    done = run(played, *finished_game().requests)
    rename(played, "Bo", "Beatrice; DROP TABLE")
    again = run(played, STATE, LOG, {"do": "result"}, {"do": "games"})
    assert again.err == ""
    state, log, result, games = again.answers
    names = ["Beatrice; DROP TABLE" if name == "Bo" else name for name in PLAYERS]
    assert [player["name"] for player in state["players"]] == names
    assert {line["player"] for line in log["entries"]} == {None, *names}
    assert [player["name"] for player in log["entries"][0]["request"]["players"]] == names
    assert {player["name"] for player in result["players"]} == {*names}
    assert [game["players"] for game in games["games"]] == [names, names]
    assert len(done.answers) == state["seq"]
    with closing(Journal.open(played)) as journal:
        assert journal.faulty() == []
