"""The sheet to dispute a ruling, or to resolve a dispute."""

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.desk.responses import Moment
from companion.game.commands import Settle
from kiosk import kv
from kiosk.appearance.text import keep_named
from kiosk.log.edit_turn import SeatChip
from kiosk.log.editor import amend
from kiosk.log.view import entry_view
from kiosk.running import running_app
from kiosk.widgets.basics import Tile
from kiosk.widgets.sheet import OverSheet


class ObjectionSheet(OverSheet):
    """One tap on a name disputes the entry; if it is disputed, one tap resolves that."""

    view = ObjectProperty(None, rebind=True)
    question = StringProperty("")
    least = NumericProperty(200)  # minimum width of a choice in units

    def __init__(self, entry: int, **given: Any) -> None:
        self._entry = entry
        app = running_app()
        super().__init__(view=entry_view(app.referee.game, app.words, entry), **given)
        if self.view.disputed:
            self._ask_outcome()
        else:
            self._ask_who()

    def _ask_who(self) -> None:
        self.question = self.app._("Who disputes it? You can keep playing.")
        self.least = 200
        for seat in self.app.referee.game.state.seats:
            chip = SeatChip(name=seat.name, color=seat.color, size_units=24, tall=True)
            chip.bind(on_tap=lambda chip, moment: self._object(chip.name, moment))
            self.ids.choices.add_widget(chip)
        chips = self.ids.choices.children
        keep_named(chips, [chip.name for chip in chips])

    def _ask_outcome(self) -> None:
        gettext = self.app._
        # Translators: about a disputed ruling; the players are asked
        self.question = gettext("What did you decide?")
        self.least = 240
        # Translators: under "The ruling was wrong"
        following = gettext("then edit the entry") if self.view.can_revise else ""
        for icon, outcome, word, note in (
            ("check", "upheld", gettext("The ruling stands"), ""),
            ("pencil", "overruled", gettext("The ruling was wrong"), following),
            ("close", "dropped", gettext("Dispute withdrawn"), ""),
        ):
            tile = Tile(icon=icon, word=word, note=note, size_units=20)
            tile.bind(on_tap=lambda tile, moment, outcome=outcome: self._settle(outcome, moment))
            self.ids.choices.add_widget(tile)

    def _object(self, player: str, moment: Moment) -> None:
        if self.app.desk.dispute(self._entry, player, moment):
            self.close()

    def _settle(self, outcome: str, moment: Moment) -> None:
        to_amend = outcome == "overruled" and self.view.can_revise
        if not self.app.desk.submit(Settle(self._entry, outcome), moment):
            return
        if to_amend:
            amend(self.app, self._entry)
        else:
            self.close()


kv.load(__file__)
