"""Backups of the games file: made after each game, can be restored here."""

from collections.abc import Callable
from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.past_games.view import BackupRow, backup_rows
from kiosk.running import running_app
from kiosk.widgets.basics import Surface


class BackupLine(Surface):
    """A backup; fires on_wanted after a long press."""

    row = ObjectProperty(None, rebind=True)

    __events__ = ("on_wanted",)

    def on_wanted(self) -> None:
        """Fired to restore it."""


class BackupsScreen(BoxLayout):
    """Backups, newest first; restoring one keeps the current file under another name."""

    hint = StringProperty("")

    def __init__(self, back: Callable[[], None] | None = None, **given: Any) -> None:
        self.app = running_app()
        self._back = back or self.app.home
        super().__init__(**given)
        rows = backup_rows(self.app.backups, self.app.words)
        if not rows:
            self.hint = self.app._("No backups yet: one is made after each game.")
        for row in rows:
            line = BackupLine(row=row)
            line.bind(on_wanted=lambda line: self._put_back(line.row))
            self.ids.backups.add_widget(line)

    def close(self) -> None:
        self._back()

    def _put_back(self, row: BackupRow) -> None:
        self.app.restore_backup(row.file)


kv.load(__file__)
