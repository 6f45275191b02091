"""Copies of all games, by touch: one is held, and takes the place of the file."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fingers import Kiosk, seats

from companion.game.commands import Pass
from companion.history.backups import Backups
from companion.journal import Journal
from companion.referee import Referee
from kiosk import screens
from kiosk.settings.backups import BackupLine
from kiosk.start import restore_backup
from kiosk.widgets.hold_tile import HoldTile


def play(games: Path, turns: int) -> int:
    """Some turns of the game on the table, or of a new one; how many entries there are then."""
    with closing(Journal.open(games)) as journal:
        referee = Referee(journal)
        if not referee.has_game:
            referee.submit(seats(2))
        for _ in range(turns):
            referee.submit(Pass())
        return referee.seq


def test_a_copy_is_wanted_only_when_it_is_held(
    open_kiosk: Callable[..., Kiosk], games_file: Path, monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(players=2, file=games_file)
    copy = kiosk.app.history.backups.make()
    kiosk.app.go(screens.settings)
    kiosk.frames()
    kiosk.app.go(screens.backups)
    kiosk.frames()
    (line,) = kiosk.widgets(BackupLine)
    assert line.row.file == copy.file
    ended: list[Any] = []
    monkeypatch.setattr("kiosk.app.KioskApp.stop", lambda app: ended.append(app.backup_to_restore))
    (tile,) = kiosk.widgets(HoldTile)
    kiosk.tap(tile)
    assert ended == []
    kiosk.hold(tile)
    assert ended == [copy.file]
    monkeypatch.undo()


def test_without_copies_it_says_when_there_will_be_one(open_kiosk: Callable[..., Kiosk]):
    kiosk = open_kiosk(players=2)
    kiosk.app.go(screens.backups)
    kiosk.frames()
    assert kiosk.sees("one is made after each game")


def test_the_games_are_as_they_were_when_the_copy_was_made(games_file: Path):
    before = play(games_file, 3)
    copy = Backups(games_file).make()
    assert play(games_file, 4) == before + 4
    restore_backup(games_file, copy.file)
    assert play(games_file, 0) == before


def test_a_copy_that_is_damaged_changes_nothing(games_file: Path):
    now = play(games_file, 3)
    copy = Backups(games_file).make()
    copy.file.write_bytes(b"no games" * 1000)
    restore_backup(games_file, copy.file)
    assert play(games_file, 0) == now


def test_the_way_there_is_in_the_settings(open_kiosk: Callable[..., Kiosk]):
    kiosk = open_kiosk(players=2)
    kiosk.app.go(screens.settings)
    kiosk.frames()
    row = kiosk.button("Restore")
    kiosk.app.screen.ids.rows.reveal(row.parent)
    kiosk.frames()
    kiosk.tap(row)
    assert kiosk.app.screen_name == "backups"
