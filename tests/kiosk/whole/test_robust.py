"""What may break or be missing, while the game goes on."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from fingers import SCREENS, Kiosk, seats
from kivy.config import Config
from kivy.core.window import Window

from companion.game.commands import DrawCards
from companion.journal import Journal
from companion.referee import Referee
from kiosk.__main__ import main
from kiosk.app import SAVE_RETRY_INTERVAL
from kiosk.error_screens.screen import ReportSheet
from kiosk.idle.dark_and_lock import DarkCover, LockCover
from kiosk.settings.file import Settings, load
from kiosk.start import EntriesLostError

Open = Callable[..., Kiosk]
ESC = 27


# --- faults of our own ---


def test_an_exception_in_a_screen_is_logged_said_and_leaves_the_game_as_it_was(
    open_kiosk: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    kiosk = open_kiosk(2)
    kiosk.tap("Train")
    kiosk.tap("Train")
    before = kiosk.referee.game.state

    def broken(*args: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(kiosk.app, "claim", broken)
    with caplog.at_level(logging.ERROR):
        kiosk.tap("CLAIM ROUTE")
    assert "on purpose" in caplog.text
    assert kiosk.sees("Something went wrong, but nothing is lost")
    kiosk.tap("Back to the table")
    assert kiosk.sees("Ben's turn")
    assert kiosk.referee.game.state == before
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert kiosk.referee.seq == 3


def test_a_fault_while_an_announcement_is_shown_does_not_lose_the_entry(
    open_kiosk: Open, monkeypatch: pytest.MonkeyPatch, games_file: Path
):
    kiosk = open_kiosk(2, file=games_file)

    def broken(*args: object) -> None:
        raise RuntimeError("on purpose")

    kiosk.tap("Train")
    monkeypatch.setattr("kiosk.widgets.band.Band.show", broken)
    kiosk.tap("Train")
    assert kiosk.app.screen_name == "fault"
    monkeypatch.undo()
    kiosk.tap("Back to the table")
    assert kiosk.sees("Ben's turn")
    assert kiosk.referee.seq == 2


# --- the plug is pulled ---


def test_killed_and_started_again_it_shows_the_same_table(open_kiosk: Open, games_file: Path):
    kiosk = open_kiosk(3, file=games_file)
    for card in ("Jungle", "Jungle", "Train", "Mountain"):
        kiosk.tap(card)
    before = kiosk.app.screen.view
    kiosk.close()  # no leave, no farewell: only the file's lock is given up
    again = open_kiosk(file=games_file)
    assert again.sees("Continue")
    assert again.sees("Ben draws 1 train card and 1 mountain card")
    again.tap("Continue")
    assert again.app.screen.view == before


def test_a_first_card_waits_on_when_it_was_killed(open_kiosk: Open, games_file: Path):
    kiosk = open_kiosk(3, file=games_file)
    kiosk.tap("Jungle")
    kiosk.tap("CLAIM ROUTE")
    kiosk.close()
    again = open_kiosk(file=games_file)
    again.tap("Continue")
    assert again.sees("Second card?")
    again.tap("Train")
    assert tuple(again.referee.game.state.seats[0].front) == (1, 1, 0)


def test_what_was_played_elsewhere_is_there_on_welcome(open_kiosk: Open, games_file: Path):
    journal = Journal.open(games_file)
    referee = Referee(journal)
    referee.submit(seats(2))
    referee.submit(DrawCards(("train", "train")))
    journal.close()
    kiosk = open_kiosk(file=games_file)
    assert kiosk.sees("Anna and Ben - turn 2, as you left it at")


# --- the disk ---


def test_a_failing_disk_shows_a_banner_and_the_game_goes_on(
    open_kiosk: Open, games_file: Path, monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(2, file=games_file)
    assert not kiosk.sees("Not saved")
    monkeypatch.setattr(kiosk.journal, "_save", lambda: False)
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert kiosk.sees("Not saved")
    assert kiosk.sees("Ben's turn")
    monkeypatch.undo()
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert not kiosk.sees("Not saved")
    kiosk.journal.close()
    with closing(Journal.open(games_file)) as journal:
        assert Referee(journal).seq == 3


def test_a_file_that_another_program_had_locked_is_saved_to_without_another_touch(
    open_kiosk: Open, games_file: Path
):
    kiosk = open_kiosk(2, file=games_file)
    with closing(sqlite3.connect(games_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        kiosk.tap("Train")
        kiosk.tap("Train")
        assert kiosk.sees("Not saved")
        kiosk.wait(SAVE_RETRY_INTERVAL * 2)
        assert kiosk.sees("Not saved")
        other.execute("ROLLBACK")
        kiosk.wait(SAVE_RETRY_INTERVAL + 1)
    assert not kiosk.sees("Not saved")
    with closing(Journal.view(games_file)) as journal:
        assert Referee(journal).seq == 2


def test_entries_that_are_lost_at_the_end_are_counted_with_an_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    def ends(options: object) -> int:
        raise EntriesLostError(4)

    for kind in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    monkeypatch.setattr("kiosk.__main__.log_to_file", lambda file: None)
    monkeypatch.setattr("kiosk.start.run", ends)
    assert main([]) == 1
    assert capsys.readouterr().err == "NOT SAVED: 4 entries couldn't be written and are lost.\n"


# --- Esc, closing the window ---


def test_esc_goes_home_and_never_out(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Jungle")
    for way in ("menu", "settings", "rules", "claim"):
        kiosk.app.go(SCREENS[way])
        kiosk.frames()
        assert Window.dispatch("on_keyboard", ESC, 0, "", [])
        assert kiosk.app.screen_name == "table"
    kiosk.tap("Tickets")
    Window.dispatch("on_keyboard", ESC, 0, "", [])
    assert kiosk.app.root.sheet is None
    assert kiosk.referee.seq == 1


# --- idle, lock ---


def test_the_touch_that_wakes_the_screen_presses_nothing(open_kiosk: Open):
    kiosk = open_kiosk(2)
    train = kiosk.button("Train")
    kiosk.app.watch.dim()
    assert isinstance(kiosk.app.root.front, DarkCover)
    kiosk.tap_at(*train.center)
    assert kiosk.app.root.front is kiosk.app.screen
    assert kiosk.app.desk.half.first is None
    kiosk.tap_at(*train.center)
    assert kiosk.app.desk.half.first == "train"


def test_it_dims_after_the_time_that_is_set(open_kiosk: Open, monkeypatch: pytest.MonkeyPatch):
    waits = []
    monkeypatch.setattr(
        "kiosk.idle.idle_watch.Clock.schedule_once", lambda act, wait: waits.append(wait) or Event()
    )
    kiosk = open_kiosk(2, settings=Settings(dim_after=5))
    assert 300 in waits
    monkeypatch.undo()
    kiosk.app.set(dim_after=0)
    assert kiosk.app.watch._timer is None


class Event:
    def cancel(self) -> None:
        pass


def test_a_locked_screen_is_unlocked_by_holding_only(open_kiosk: Open, tmp_path: Path):
    file = tmp_path / "settings.json"
    kiosk = open_kiosk(2, settings_file=file)
    train = kiosk.button("Train")
    kiosk.app.watch.lock()
    kiosk.frames()
    assert load(file).locked
    kiosk.tap_at(*train.center)
    assert kiosk.app.desk.half.first is None
    lock = kiosk.app.root.front
    assert isinstance(lock, LockCover)
    tile = lock.children[0]
    kiosk.tap(tile)
    assert kiosk.app.root.front is lock
    kiosk.hold(tile)
    assert kiosk.app.root.front is kiosk.app.screen
    assert not load(file).locked


def test_it_starts_locked_where_it_was_left_locked(open_kiosk: Open):
    kiosk = open_kiosk(settings=Settings(locked=True))
    assert isinstance(kiosk.app.root.front, LockCover)


def test_settings_that_cannot_be_read_are_said_at_the_start(open_kiosk: Open, tmp_path: Path):
    file = tmp_path / "settings.json"
    file.write_text("[" * 100_000)
    unread: list[str] = []
    kiosk = open_kiosk(settings=load(file, unread.append), settings_file=file)
    kiosk.app.unread_settings = "".join(unread)
    kiosk.app.on_start()
    kiosk.frames()
    assert isinstance(kiosk.app.sheet, ReportSheet)
    texts = [text.content for text in kiosk.app.sheet.ids.reports.children[0].children]
    assert len(texts) == 1
    assert texts[0].startswith(f"{file} can't be read")
    assert kiosk.app.settings == Settings(language="")


# --- a new game over an unfinished one ---


def test_a_new_game_archives_the_unfinished_one_and_offers_the_way_back(
    open_kiosk: Open, games_file: Path
):
    kiosk = open_kiosk(2, file=games_file)
    kiosk.tap("Train")
    kiosk.tap("Train")
    first = kiosk.referee.game.uuid
    kiosk.app.desk.submit(seats(3), kiosk.app.desk.moment())
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.sees("Anna and Ben's unfinished game is saved.")
    kiosk.tap("Resume game")
    assert kiosk.referee.game.uuid == first
    assert kiosk.sees("Ben's turn")
    assert kiosk.sees("As you left it")


# --- other sizes of window ---


def test_the_screen_is_laid_out_anew_for_another_size(open_kiosk: Open):
    kiosk = open_kiosk(2)
    assert not kiosk.app.upright
    Window.size = (720, 1280)
    kiosk.frames()
    assert kiosk.app.upright
    assert kiosk.app.screen_name == "table"
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert kiosk.referee.seq == 2


# --- input ---


def test_exactly_one_source_of_touches_is_configured(open_kiosk: Open):
    """Beside the fingers that SDL's window brings itself."""
    open_kiosk()
    assert Config.options("input") == ["mouse"]
    assert Config.get("kivy", "exit_on_escape") == "0"


def test_a_sheet_about_a_turn_that_has_ended_meanwhile_goes_away(open_kiosk: Open):
    """A button may end the turn while a sheet is open: a tap on it would count for the next."""
    kiosk = open_kiosk(3)
    kiosk.tap("Tickets")
    assert kiosk.app.root.sheet is not None
    kiosk.referee.submit(DrawCards(("train", "train")))
    kiosk.frames()
    assert kiosk.app.root.sheet is None
    assert kiosk.sees("Ben's turn")


# --- a damaged log ---


def test_what_became_of_a_damaged_log_is_said_on_the_screen(open_kiosk: Open, games_file: Path):
    games_file.write_bytes(b"no database at all" * 300)
    kiosk = open_kiosk(file=games_file)
    assert kiosk.sees("The log was damaged")
    kiosk.tap("Continue")
    assert kiosk.app.root.sheet is None
    assert kiosk.sees("New game")
