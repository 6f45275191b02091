"""Buttons and lights by their names: each badge is lit while its own is."""

from collections.abc import Collection, Iterable

from kivy.properties import BooleanProperty, StringProperty

from kiosk import kv
from kiosk.widgets.basics import Surface
from kiosk.widgets.tiles import Tiles


class DeviceBadge(Surface):
    """A button, lit while it is held; or a light, while it shines."""

    name = StringProperty("")
    word = StringProperty("")
    lit = BooleanProperty(False)


class Badges(Tiles):
    """Several of them side by side."""

    def show(self, words: Iterable[tuple[str, str]]) -> None:
        """One for each name, with its word, in the place of those before."""
        self.clear_widgets()
        for name, word in words:
            self.add_widget(DeviceBadge(name=name, word=word))

    def light(self, names: Collection[str]) -> None:
        """These are lit, and no others."""
        for badge in self.children:
            badge.lit = badge.name in names


kv.load(__file__)
