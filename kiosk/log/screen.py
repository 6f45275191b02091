"""The log: every entry of the game as a sentence, with the rule it rests on."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.desk.log_rows import LogRow
from kiosk import kv, screens, sheets
from kiosk.log.editor import amend
from kiosk.log.view import log_page
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Tile
from kiosk.widgets.paging import Page


class LogLine(Pad):
    """An entry, which a tap looks at closely; or several that were undone, which it unfolds."""

    row = ObjectProperty(None, rebind=True)
    opened = BooleanProperty(False)  # those that it stands for are below it

    def add_key(self, key: Pad) -> None:
        """Something else to tap in the same line."""
        self.ids.side.add_widget(key)


class RuleKey(Pad):
    """The key of a rule, which leads to it."""

    key = StringProperty("")


class AmendTile(Tile):
    """Amends an entry that is against the rules now."""


class LogScreen(BoxLayout):
    """A page of the log, newest first; it follows the game.

    Of what is `unsettled` alone, as long as something is; then the table lies there again.
    """

    unsettled = BooleanProperty(False)

    def __init__(self, page: int = 0, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._number, self._seq = page, -1
        self._had_unsettled = False
        self._opened: frozenset[int] = frozenset()  # what was undone and is looked at
        self.refresh()

    def refresh(self) -> None:
        """Show the log as it is now."""
        if not self.app.referee.has_game or self._seq == self.app.referee.seq:
            return
        self._seq = self.app.referee.seq
        if self.unsettled and not self._page().rows:
            if self._had_unsettled:  # the last is settled: back to the table, which led here
                self.app.home()
                return
            self.unsettled = False
        self._had_unsettled = self.unsettled
        self._fill()

    def _fill(self) -> None:
        self.ids.entries.clear()
        page = self._page()
        self._number = page.number
        for row in page.rows:
            self.ids.entries.add_widget(self._line(row))
        self.ids.pager.newer, self.ids.pager.older = page.newer, page.older
        self.ids.pager.note = page.note(self.app.words)

    def _page(self) -> Page[LogRow]:
        game, words = self.app.referee.game, self.app.words
        return log_page(
            game, words, self._number, only_unsettled=self.unsettled, opened=self._opened
        )

    def _toggle(self, entry: int) -> None:
        """Show what was undone there, or no longer; the list stays where it is."""
        self._opened ^= {entry}
        down = self.ids.entries.down
        self._fill()
        Clock.schedule_once(lambda *args: setattr(self.ids.entries, "down", down), 0)

    def turn(self, step: int) -> None:
        """Show another page."""
        self.app.go(screens.log, page=self._number + step, unsettled=self.unsettled)

    def _line(self, row: LogRow) -> LogLine:
        line = LogLine(row=row, opened=row.entry in self._opened)
        if row.span is not None:
            line.bind(on_tap=lambda line, moment: self._toggle(line.row.entry))
            return line
        line.bind(on_tap=lambda line, moment: self._open(line.row.entry))
        if self.app.upright:  # too narrow: the entry's own sheet has these
            return line
        if row.conflicts:
            tile = AmendTile()
            tile.bind(on_tap=lambda tile, moment: amend(self.app, row.entry))
            line.add_key(tile)
        elif row.rule:
            tile = RuleKey(key=row.rule)
            tile.bind(on_tap=lambda tile, moment: self.app.show_rule(tile.key))
            line.add_key(tile)
        return line

    def _open(self, entry: int) -> None:
        self.app.open_sheet(sheets.entry, entry=entry)


kv.load(__file__)
