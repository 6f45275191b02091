"""Games that cannot be read: the kiosk says so, and begins without them only when asked to."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from fingers import Kiosk, seats
from kivy.core.window import Window

from companion.history.backups import Backups
from companion.journal import Journal, LogUnreadableError, NewerLogError
from companion.journal.schema import VERSION
from companion.referee import Referee
from kiosk.start import open_games, restore_backup
from kiosk.widgets.hold_tile import HoldTile

ESC = 27
Open = Callable[..., Kiosk]


@pytest.fixture
def kiosk(open_kiosk: Open, games_file: Path, monkeypatch: pytest.MonkeyPatch) -> Kiosk:
    journal = Journal.open(games_file)
    Referee(journal).submit(seats(2))
    journal.close()
    Backups(games_file).make()
    kiosk = open_kiosk()
    monkeypatch.setattr(kiosk.app, "stop", lambda: None)
    remedy = f"sudo chown pi {games_file}"
    kiosk.app.unreadable = LogUnreadableError(games_file, games_file, "no right", "root", remedy)
    kiosk.app.on_start()
    kiosk.frames()
    return kiosk


def test_it_says_which_file_whose_and_what_helps(kiosk: Kiosk, games_file: Path):
    assert kiosk.sees("The games can't be read")
    assert kiosk.sees(f"{games_file} belongs to root: no right.")
    assert kiosk.sees(f"To fix it, run this in a terminal: sudo chown pi {games_file}")


def test_no_way_leads_to_a_new_game_without_being_asked_for(kiosk: Kiosk):
    esc = partial(Window.dispatch, "on_keyboard", ESC, 0, "", [])
    for way in (esc, kiosk.app.home, kiosk.app.rebuild):
        way()
        kiosk.frames()
        assert kiosk.app.screen_name == "unreadable"
        assert not kiosk.sees("New game")
    kiosk.app.fail()
    kiosk.frames()
    kiosk.tap("Back to the table")
    assert kiosk.app.screen_name == "unreadable"


def test_it_can_be_tried_again(kiosk: Kiosk):
    kiosk.tap("Try again")
    assert kiosk.app.starts_anew == ()


def test_an_earlier_backup_can_be_restored(kiosk: Kiosk, games_file: Path):
    kiosk.tap("Backups")
    assert kiosk.sees("1 game")
    kiosk.app.screen.close()
    kiosk.frames()
    assert kiosk.app.screen_name == "unreadable"
    kiosk.tap("Backups")
    (hold,) = kiosk.widgets(HoldTile)
    kiosk.hold(hold)
    assert kiosk.app.backup_to_restore == Backups(games_file).all()[0].file
    assert kiosk.app.starts_anew == ()


def test_a_new_file_beside_it_is_begun_only_by_holding(kiosk: Kiosk, games_file: Path):
    assert kiosk.sees("games-2.db is a separate file next to it")
    tile = kiosk.button("Use games-2.db")
    kiosk.tap(tile)
    assert kiosk.app.starts_anew is None
    kiosk.hold(tile)
    assert kiosk.app.starts_anew == ("--db", str(games_file.with_name("games-2.db")))


def test_where_nothing_can_be_written_beside_it_no_new_file_is_offered(kiosk: Kiosk):
    gone = Path("/nowhere/games.db")
    kiosk.app.unreadable = LogUnreadableError(gone, gone.parent, "no right")
    kiosk.app.home()
    kiosk.frames()
    assert not kiosk.sees("Use games")
    assert not kiosk.sees("Backups")
    assert kiosk.sees("Try again")


def test_games_of_a_newer_program_are_left_alone_and_it_is_said_on_the_screen(
    open_kiosk: Open, games_file: Path, monkeypatch: pytest.MonkeyPatch
):
    journal = Journal.open(games_file)
    Referee(journal).submit(seats(2))
    journal.close()
    Backups(games_file).make()
    with closing(sqlite3.connect(games_file)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = games_file.read_bytes()
    journal, trouble = open_games(games_file)
    assert isinstance(trouble, NewerLogError)
    assert journal.games() == []
    kiosk = open_kiosk()
    monkeypatch.setattr(kiosk.app, "stop", lambda: None)
    kiosk.app.unreadable = trouble
    kiosk.app.on_start()
    kiosk.frames()
    assert kiosk.sees("The games are from a newer version")
    assert kiosk.sees("Install the newer version again, or restore a backup")
    assert kiosk.sees("Backups")
    kiosk.tap("Try again")
    assert kiosk.app.starts_anew == ()
    assert games_file.read_bytes() == before


@pytest.fixture
def without_games(
    open_kiosk: Open, games_file: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Kiosk, Path]:
    """A kiosk whose file of games was removed beside its backup."""
    games = games_file.with_name("evening.db")
    journal = Journal.open(games)
    Referee(journal).submit(seats(2))
    journal.close()
    Backups(games).make()
    games.unlink()
    journal, trouble = open_games(games)
    assert journal.path is None
    kiosk = open_kiosk()
    monkeypatch.setattr(kiosk.app, "stop", lambda: None)
    kiosk.app.unreadable = trouble
    kiosk.app.on_start()
    kiosk.frames()
    return kiosk, games


def test_games_that_are_missing_are_said_and_can_be_restored(without_games: tuple[Kiosk, Path]):
    kiosk, games = without_games
    assert kiosk.sees("The games are missing")
    assert kiosk.sees(f"{games} is gone, but there are backups of it.")
    kiosk.tap("Backups")
    (hold,) = kiosk.widgets(HoldTile)
    kiosk.hold(hold)
    assert kiosk.app.backup_to_restore == Backups(games).all()[0].file
    restore_backup(games, kiosk.app.backup_to_restore)
    journal, trouble = open_games(games)
    assert trouble is None
    assert len(journal.games()) == 1
    journal.close()


def test_without_the_missing_games_is_begun_only_by_holding(without_games: tuple[Kiosk, Path]):
    kiosk, games = without_games
    tile = kiosk.button("Start without them")
    kiosk.tap(tile)
    assert kiosk.app.starts_anew is None
    assert not games.exists()
    kiosk.hold(tile)
    assert kiosk.app.starts_anew == ()
    journal, trouble = open_games(games)
    assert trouble is None
    assert journal.games() == []
    journal.close()


def test_a_stick_that_is_not_plugged_in_is_asked_for(
    open_kiosk: Open, games_file: Path, tmp_path: Path
):
    link = games_file.with_name("evening.db")
    link.symlink_to(tmp_path / "stick" / "games.db")
    kiosk = open_kiosk()
    _, kiosk.app.unreadable = open_games(link)
    kiosk.app.on_start()
    kiosk.frames()
    assert kiosk.sees("Plug the stick or disk back in.")
    assert kiosk.sees("Use evening-2.db")
    assert not kiosk.sees("Backups")
