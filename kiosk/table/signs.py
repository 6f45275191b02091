"""What does not work, as icons in the table's heading."""

from kivy.properties import ListProperty

from kiosk import kv
from kiosk.look.icons import Icon
from kiosk.running import running_app
from kiosk.widgets.basics import Pad


class Signs(Pad):
    """An icon for each kind of trouble; a tap leads to what it is and what helps."""

    icons = ListProperty()

    def on_icons(self, signs: "Signs", icons: list[str]) -> None:
        """Others than before."""
        app = running_app()
        self.ids.grid.clear_widgets()
        for name in icons:
            self.ids.grid.add_widget(
                Icon(name=name, tint=app.theme.bad, ground=app.theme.ground, size_hint=(1, 1))
            )


kv.load(__file__)
