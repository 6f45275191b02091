"""The band above the tray: what was said, what was refused, or the card that waits."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk.desk import Desk
from kiosk.viewmodels import TableView
from kiosk.widgets import basics  # noqa: F401

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Announced(basics.Surface):
    """What the table has to do now, with Undo."""

    said = ObjectProperty(None, rebind=True)


class RefusedLine(basics.Surface):
    """Why not, with the key of the rule."""

    refused = ObjectProperty(None, rebind=True)


class Waiting(basics.Surface):
    """The first card of a half-drawn turn."""

    card = StringProperty("")


class LastRound(basics.Surface):
    """The standing banner, with who still plays."""

    view = ObjectProperty(None, rebind=True)


class Unsaved(basics.Surface):
    """The disk refuses; the game goes on."""


class Band(BoxLayout):
    """Shows the most urgent of them, and standing banners above it."""

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        super().__init__(**given)
        self._shown: tuple[object, ...] = ()

    def show(self, desk: Desk, view: TableView) -> None:
        """Show what is so now."""
        banners = (desk.saved, view.last_round, view.still_to_play)
        wanted = (desk.refused, desk.half.first, desk.said, *banners)
        if wanted == self._shown:
            return
        self._shown = wanted
        self.clear_widgets()
        if not desk.saved:
            self.add_widget(Unsaved())
        if view.last_round:
            self.add_widget(LastRound(view=view))
        if desk.refused is not None:
            self.add_widget(RefusedLine(refused=desk.refused))
        elif desk.half.first is not None:
            self.add_widget(Waiting(card=desk.half.first))
        elif desk.said is not None:
            self.add_widget(Announced(said=desk.said))
        unit = App.get_running_app().u
        self.height = sum(part.height for part in self.children) + 6 * unit * (
            len(self.children) - 1
        )
