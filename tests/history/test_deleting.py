"""A deleted game is hidden, copied, taken back or gone for good; every other one is untouched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from evenings import Group

from companion.exports.formats.game_json import read_games
from companion.history import HistoryError
from companion.history.deleting import KEEP_DAYS, KEEP_STARTS
from companion.journal import Journal, LogUnavailableError
from companion.journal.rescue.salvage import salvage
from companion.journal.sealed_rows import HiddenGame


@pytest.fixture
def games(group: Group) -> list[str]:
    return [group.play(names) for names in (("Anna", "Ben"), ("Cleo", "Dan"), ("Anna", "Eve"))]


def rows(file: Path, *, but: str = "") -> list[tuple[object, ...]]:
    """Every row of the log itself, but for one game's."""
    with closing(sqlite3.connect(file)) as db:
        kept = [
            row
            for table in ("entries", "seats", "games")
            for row in db.execute(
                f"SELECT * FROM {table} WHERE {'number' if table == 'games' else 'game'}"
                " NOT IN (SELECT number FROM games WHERE uuid = ?)",
                [but],
            )
        ]
        return [*kept, *db.execute("SELECT * FROM players"), *db.execute("SELECT * FROM boards")]


def test_a_copy_is_written_that_can_be_imported(group: Group, games: list[str]):
    stored = group.journal.load_readonly(games[0], group.referee.board)
    copy = group.history.delete(games[0])
    assert copy.parent == group.file.parent / "deleted"
    (record,) = read_games(copy.read_text("utf-8"))
    assert record.stored == stored
    (deleted,) = group.history.deleted()
    assert (deleted.uuid, deleted.names, deleted.copy) == (games[0], ("Anna", "Ben"), copy)
    assert (deleted.days_left, deleted.starts_left) == (KEEP_DAYS, KEEP_STARTS)


def test_without_its_copy_nothing_is_deleted(group: Group, games: list[str]):
    (group.file.parent / "deleted").write_text("in the way")
    with pytest.raises(HistoryError, match="no_copy"):
        group.history.delete(games[0])
    assert group.history.count() == 3
    assert group.history.deleted() == ()


def test_the_game_on_the_table_cannot_be_deleted(group: Group, games: list[str]):
    with pytest.raises(HistoryError, match="on_table"):
        group.history.delete(games[-1])
    for game in ("no-such-game", "../../etc/passwd"):
        with pytest.raises(HistoryError, match="unknown_game"):
            group.history.delete(game)
    group.history.delete(games[0])
    with pytest.raises(HistoryError, match="unknown_game"):
        group.history.delete(games[0])


def test_it_takes_both_the_days_and_the_starts(group: Group, games: list[str]):
    group.history.delete(games[0])
    group.calendar.pass_days(400)  # the clock has jumped
    for _ in range(KEEP_STARTS - 1):
        assert group.restart() == []
    assert group.restart() == [games[0]]
    group.history.delete(games[1])
    for _ in range(KEEP_STARTS + 5):
        assert group.restart() == []
    group.calendar.pass_days(-1000)  # and back again
    assert group.restart() == []
    group.calendar.pass_days(1000 + KEEP_DAYS - 1)
    assert group.restart() == []
    group.calendar.pass_days(1)
    assert group.restart() == [games[1]]
    assert [line.uuid for line in group.history.games().games] == [games[2]]


def purge(group: Group, game: str) -> None:
    group.history.delete(game)
    group.calendar.pass_days(KEEP_DAYS)
    gone = [gone for _ in range(KEEP_STARTS) for gone in group.restart()]
    assert gone == [game]


def test_gone_for_good_leaves_every_other_game_untouched(group: Group, games: list[str]):
    stored = [group.journal.load_readonly(game, group.referee.board) for game in games]
    before = rows(group.file, but=games[0])
    purge(group, games[0])
    assert rows(group.file) == before
    assert group.journal.faulty() == []
    assert group.journal.load_readonly(games[0], group.referee.board) is None
    assert [group.journal.load_readonly(game, group.referee.board) for game in games[1:]] == stored[
        1:
    ]
    assert not group.journal.reports
    with closing(sqlite3.connect(group.file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    with pytest.raises(HistoryError, match="unknown_game"):
        group.history.take_back(games[0])


def test_nothing_of_it_is_left_in_the_file_for_a_recovery_to_find(group: Group):
    """Where it had pages of its own, these are not just put aside."""
    long_one = group.play(turns=80)
    group.play()
    assert sorted(salvage(group.file).rows) == [1, 2]
    purge(group, long_one)
    found = salvage(group.file)
    assert sorted(found.rows) == sorted(found.lengths) == [2]
    assert found.hidden == {}


def test_the_log_itself_refuses_to_lose_any_other_game(group: Group, games: list[str]):
    """The triggers let go of one game only, and only when it was hidden for long."""
    group.history.delete(games[0])
    with closing(sqlite3.connect(group.file, isolation_level=None)) as db:
        for starts in (0, KEEP_STARTS - 1):
            db.execute("UPDATE hidden SET starts = ?", [starts])
            for table in ("entries", "seats"):
                with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                    db.execute(f"DELETE FROM {table} WHERE game = 1")
        db.execute("UPDATE hidden SET starts = ?", [KEEP_STARTS])
        for game in (2, 3):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute("DELETE FROM entries WHERE game IN (1, ?)", [game])
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute("UPDATE entries SET at = '' WHERE game = 1")
        ((left,),) = db.execute("SELECT COUNT(*) FROM entries WHERE game = 1")
        assert left > 0


def test_a_purge_that_fails_is_undone_as_a_whole(group: Group, games: list[str]):
    group.history.delete(games[0])
    before = rows(group.file)
    with pytest.raises(LogUnavailableError):
        group.journal.purge(games[0])  # too early: the log refuses in the midst of it
    assert rows(group.file) == before
    assert group.journal.faulty() == []


def test_a_game_resumed_is_no_longer_deleted(group: Group, games: list[str]):
    group.history.delete(games[0])
    group.resume(games[0])
    assert group.history.deleted() == ()
    assert group.history.count() == 3
    group.history.catch_up()
    assert len(group.history.games().games[-1].winners) >= 1


def test_a_deleted_game_of_this_session_does_not_come_back_by_a_recovery(
    group: Group, games: list[str]
):
    group.journal.read(games[0], group.referee.board)  # someone has looked at it
    group.history.delete(games[0])
    group.journal.write([HiddenGame(games[0], "2020-01-01T00:00:00+00:00", KEEP_STARTS, "x.json")])
    assert group.history.count_start() == [games[0]]
    group.journal.close()
    damaged = bytearray(group.file.read_bytes())
    damaged[4096 * 3 : 4096 * 5] = bytes(4096 * 2)
    group.file.write_bytes(damaged)
    group.play(("Ben", "Eve"))
    assert games[0] not in [line.uuid for line in group.journal.games()]


def test_what_is_hidden_and_merged_survives_a_damaged_file(group: Group, games: list[str]):
    anna, cleo = (group.history.person(name) for name in ("Anna", "Cleo"))
    assert anna is not None
    assert cleo is not None
    group.history.merge(cleo.id, anna.id)
    group.history.delete(games[0])
    group.restart()
    group.close()
    with closing(sqlite3.connect(group.file)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'desk'").fetchone()
    damaged = bytearray(group.file.read_bytes())
    damaged[4096 * (page - 1) : 4096 * page] = bytes(4096)
    group.file.write_bytes(damaged)
    group.journal = Journal.open(group.file)
    group.journal.close()
    group.open()
    assert [one.game for one in group.journal.hidden()] == [games[0]]
    assert group.journal.hidden()[0].starts == 1
    assert group.history.player(cleo.id).person.name == "Anna"
    assert group.history.count() == 2
    assert group.journal.on_table() == games[2]
    assert [copy.name for copy in group.file.parent.glob("*.damaged-1")] == ["games.db.damaged-1"]


@pytest.mark.parametrize("table", ["merges", "hidden"])
def test_a_forged_row_beside_the_log_is_noticed(group: Group, games: list[str], table: str):
    group.history.merge(*(group.history.person(name).id for name in ("Cleo", "Anna")))
    group.history.delete(games[0])
    with closing(sqlite3.connect(group.file, isolation_level=None)) as db:
        db.execute(f"UPDATE {table} SET seal = 'x'")
    assert {"merges": group.journal.merges, "hidden": group.journal.hidden}[table]() == []
    (report,) = group.journal.reports
    assert report.games
    assert all(game.whole for game in report.games)


def test_the_days_begin_when_the_clock_is_one_that_can_be_right(group: Group):
    game = group.play()
    group.play()
    right, group.calendar.time = group.calendar.time, datetime(1970, 1, 1, tzinfo=UTC)
    group.history.delete(game)
    group.calendar.time = right
    for _ in range(KEEP_STARTS + 5):
        assert group.restart() == []
    assert [one.days_left for one in group.history.deleted()] == [KEEP_DAYS]
    group.calendar.pass_days(KEEP_DAYS + 1)
    assert group.restart() == [game]
