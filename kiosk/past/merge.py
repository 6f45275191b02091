"""A sheet to say that another name is the same player."""

from collections.abc import Callable
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from kiosk import kv
from kiosk.past.people import PersonRow, PersonView, people_page
from kiosk.running import running_app
from kiosk.widgets.hold_tile import HoldTile
from kiosk.widgets.sheet import Sheet


class OtherName(HoldTile):
    """Another player; held, he is the same."""

    row = ObjectProperty(None, rebind=True)


class MergeSheet(Sheet):
    """Everyone else, page by page; `on_done` is called with the one who is held."""

    title = StringProperty("")
    note = StringProperty("")
    number = NumericProperty(0)

    def __init__(
        self,
        person: PersonView,
        on_done: Callable[[str], None],
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._person, self._done = person, on_done
        name = person.name
        super().__init__(
            title=self.app._("Who else is {player}?").format(player=name),
            note=self.app._("Hold a name to count its games as {player}'s.").format(player=name),
            **given,
        )
        self.turn(0)

    def turn(self, step: int) -> None:
        """Show a page."""
        everyone = self.app.history.players()
        others = [row for row in everyone if row.person.id != self._person.id]
        page = people_page(others, self.app.words, (), int(self.number) + step)
        self.number = page.number
        self.ids.names.clear()
        for row in page.rows:
            self.ids.names.add_widget(self._tile(row))
        self.ids.pager.newer, self.ids.pager.older = page.newer, page.older
        self.ids.pager.note = page.note(self.app.words)

    def _tile(self, row: PersonRow) -> OtherName:
        tile = OtherName(row=row)
        tile.bind(on_held=lambda tile, moment: self._merge(tile.row.id))
        return tile

    def _merge(self, other: str) -> None:
        self.app.lift()
        self._done(other)


kv.load(__file__)
