"""The group's records; a tap leads to the game that one was set in."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv, screens
from kiosk.look.text import Text
from kiosk.past.people import RecordRow, record_rows
from kiosk.running import running_app
from kiosk.widgets.basics import Pad


class RecordPad(Pad):
    """A record, who holds it and since when."""

    row = ObjectProperty(None, rebind=True)


class NoRecords(Text):
    """Before the first game is finished."""


class RecordsScreen(BoxLayout):
    """All records there are."""

    any = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        rows = record_rows(self.app.history, self.app.words)
        for row in rows:
            pad = RecordPad(row=row)
            pad.bind(on_tap=lambda pad, moment: self._open(pad.row))
            self.ids.records.add_widget(pad)
        self.any = bool(rows)
        if not rows:
            self.ids.records.add_widget(NoRecords())

    def _open(self, row: RecordRow) -> None:
        if row.game:
            self.app.go(screens.past_game, game=row.game, back=self.app.again_later())


kv.load(__file__)
