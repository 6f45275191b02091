"""The log: every entry of the game as a sentence, with its rule."""

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
    """An entry, opened by a tap; or several undone entries, expanded by a tap."""

    row = ObjectProperty(None, rebind=True)
    opened = BooleanProperty(False)  # expanded

    def add_key(self, key: Pad) -> None:
        """Add a button at the side."""
        self.ids.side.add_widget(key)


class RuleKey(Pad):
    """A rule's number; a tap shows the rule."""

    key = StringProperty("")


class AmendTile(Tile):
    """Edits an entry that now conflicts with the rules."""


class LogScreen(BoxLayout):
    """A page of the log, newest first; follows the game.

    If `unsettled`, shows only unresolved entries, and returns to the table when none is left.
    """

    unsettled = BooleanProperty(False)

    def __init__(self, page: int = 0, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._number, self._seq = page, -1
        self._had_unsettled = False
        self._opened: frozenset[int] = frozenset()  # expanded groups of undone entries
        self.refresh()

    def refresh(self) -> None:
        """Reload if the game has changed."""
        if not self.app.referee.has_game or self._seq == self.app.referee.seq:
            return
        self._seq = self.app.referee.seq
        if self.unsettled and not self._page().rows:
            if self._had_unsettled:  # all resolved: back to the table
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
        """Expand or collapse undone entries, keeping the scroll position."""
        self._opened ^= {entry}
        down = self.ids.entries.down
        self._fill()
        Clock.schedule_once(lambda *args: setattr(self.ids.entries, "down", down), 0)

    def turn(self, step: int) -> None:
        self.app.go(screens.log, page=self._number + step, unsettled=self.unsettled)

    def _line(self, row: LogRow) -> LogLine:
        line = LogLine(row=row, opened=row.entry in self._opened)
        if row.span is not None:
            line.bind(on_tap=lambda line, moment: self._toggle(line.row.entry))
            return line
        line.bind(on_tap=lambda line, moment: self._open(line.row.entry))
        if self.app.upright:  # too narrow: the entry's sheet has these buttons
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
