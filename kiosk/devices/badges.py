"""Badges of buttons and lights that show their state."""

from collections.abc import Collection, Iterable

from kivy.properties import BooleanProperty, StringProperty

from kiosk import kv
from kiosk.widgets.basics import Surface
from kiosk.widgets.tiles import Tiles


class DeviceBadge(Surface):
    """A button, lit while held; or a light, lit while on."""

    name = StringProperty("")
    word = StringProperty("")
    lit = BooleanProperty(False)


class Badges(Tiles):
    def show(self, words: Iterable[tuple[str, str]]) -> None:
        """Show a badge for each name with its label."""
        self.clear_widgets()
        for name, word in words:
            self.add_widget(DeviceBadge(name=name, word=word))

    def light(self, names: Collection[str]) -> None:
        """Light these badges and no others."""
        for badge in self.children:
            badge.lit = badge.name in names


kv.load(__file__)
