"""Names on a screen, each as it fits into its place, and no two alike."""

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.uix.widget import Widget

from companion.text import shortened
from kiosk.running import running_app


def keep_named(places: Sequence[Widget], names: Sequence[str]) -> None:
    """Name the places now, and anew whenever they change their width."""
    name_them = Clock.create_trigger(lambda *args: show_names(places, names), -1)
    for place in places:
        place.ids.name.bind(width=name_them)
    name_them()


def show_names(places: Sequence[Widget], names: Sequence[str]) -> None:
    """Set `shown` of every place to its name as it fits into the Text with the id `name`."""
    if not places:
        return
    texts = [place.ids.name for place in places]
    smallest = texts[0].units * texts[0].least * running_app().u
    label = CoreLabel(font_size=smallest, bold=True)
    room = min(text.width for text in texts)
    fitting = shortened(names, room, lambda text: float(label.get_extents(text)[0]))
    for place, name in zip(places, fitting, strict=True):
        place.shown = name
