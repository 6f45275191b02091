"""The table: where the game is lived. A draw takes two taps, and no navigation."""

import time
from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rulebook import LOCOMOTIVE, TERRAINS, TRAIN
from kiosk.naming import shortened
from kiosk.viewmodels import TableView, table_view
from kiosk.widgets.player_panel import PlayerPanel

CARDS: Final = (TRAIN, *TERRAINS, LOCOMOTIVE)


class TableScreen(BoxLayout):
    """Shows the table as it stands; every change comes through refresh()."""

    view = ObjectProperty(None, rebind=True)
    clock = StringProperty("")

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        self.app = App.get_running_app()
        super().__init__(**given)
        self.panels: list[PlayerPanel] = []
        self.view = self._look()
        self._seat()
        self.refresh()
        self._tick()

    def _look(self) -> TableView:
        hidden = self.app.settings.hidden_scores
        return table_view(self.app.referee, self.app.words, hidden=hidden)

    def _seat(self) -> None:
        for player in self.view.players:
            panel = PlayerPanel(view=player)
            panel.bind(
                on_tap=lambda panel, moment: self.app.ask_about(panel.view.seat, moment),
                on_hold=lambda panel, moment: self._peek(panel),
                width=self._name_panels,
            )
            self.panels.append(panel)
            self.ids.players.add_widget(panel)

    def refresh(self) -> None:
        """Show what is so now."""
        self.view = self._look()
        for panel, player in zip(self.panels, self.view.players, strict=True):
            panel.show(player)
        self.ids.band.show(self.app.desk, self.view)
        self.ids.tray.show(self.app.desk)

    def _name_panels(self, *args: object) -> None:
        """Names as they fit, no two alike."""
        panel, unit = self.panels[0], self.app.u
        room = panel.width - (38 if panel.narrow else 50) * unit
        label = CoreLabel(font_size=18 * unit * 0.8, bold=True)
        names = [panel.view.name for panel in self.panels]
        fitting = shortened(names, room, lambda text: label.get_extents(text)[0])
        for panel, name in zip(self.panels, fitting, strict=True):
            panel.name = name

    def _peek(self, panel: PlayerPanel) -> None:
        panel.peeking = not panel.view.score_shown and not panel.peeking
        if panel.peeking:
            Clock.schedule_once(lambda *args: setattr(panel, "peeking", False), 3)

    def _tick(self, *args: object) -> None:
        """The clock on the wall; it draws when its minute changes."""
        if args and self.parent is None:  # another screen is shown
            return
        self.clock = time.strftime("%H:%M")
        Clock.schedule_once(self._tick, 60 - time.time() % 60)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
