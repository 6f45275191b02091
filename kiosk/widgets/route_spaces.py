"""A route as its row of coloured spaces, with locomotive signs where it is a ferry."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget


class RouteSpace(Widget):
    """One space."""

    color = StringProperty("grey")
    ferry = BooleanProperty(False)


class RouteSpaces(BoxLayout):
    """All spaces of a route, ferry signs first."""

    route = ObjectProperty(None, allownone=True)

    def on_route(self, *args: object) -> None:
        """Show another route."""
        self.clear_widgets()
        if self.route is not None:
            for number in range(self.route.length):
                ferry = number < self.route.ferry_locomotives
                self.add_widget(RouteSpace(color=self.route.color, ferry=ferry))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
