"""A route in a list, as its spaces and what it is worth."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.desk.claim_choices import RouteRow
from kiosk import kv
from kiosk.look import icons
from kiosk.map.painting import vanishes
from kiosk.running import running_app
from kiosk.widgets import basics
from kiosk.widgets.hold_tile import Overrulable

BLANK = RouteRow("", "", "grey", 0, 0, 0, 0, 0, "", None)


class Spaces(Widget):
    """The spaces of a route as small boxes, a ferry's with a locomotive."""

    color = StringProperty("grey")
    count = NumericProperty(0)
    ferry = NumericProperty(0)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("color", "count", "ferry", "pos", "size"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *args: object) -> None:
        self.canvas.clear()
        app = running_app()
        theme, unit = app.theme, app.u
        ink = theme.routes[self.color]
        rim = theme.outline if vanishes(ink, theme.raised) else None
        width, height = 20 * unit, min(self.height, 13 * unit)
        middle = self.y + self.height / 2  # center_y may still be the one before
        for number in range(int(self.count)):
            box = (self.x + number * (width + 3 * unit), middle - height / 2, width, height)
            self.canvas.add(_space(box, ink, rim, unit))
            if number < self.ferry:
                side = 12 * unit
                corner = (box[0] + (width - side) / 2, middle - side / 2, side)
                self.canvas.add(icons.draw("locomotive", corner, theme.ground, ink))


def _space(
    box: tuple[float, ...], ink: Sequence[float], rim: Sequence[float] | None, unit: float
) -> InstructionGroup:
    group = InstructionGroup()
    x, y, width, height = box
    group.add(Color(*ink))
    group.add(SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[3 * unit]))
    if rim is not None:
        group.add(Color(*rim))
        edge = (x + 0.5, y + 0.5, width - 1, height - 1, 3 * unit)
        group.add(SmoothLine(rounded_rectangle=edge, width=1))
    return group


class Doubling(basics.Surface):
    """What the route is worth doubled, and the locomotives that are short for it."""

    row = ObjectProperty(BLANK, rebind=True)
    filled = BooleanProperty(False)
    short = BooleanProperty(False)


class RouteItem(Overrulable, basics.Pad):
    """A row of the list; greyed with a reason where the route is not to be had.

    Held then, the table claims it all the same.
    """

    row = ObjectProperty(BLANK, rebind=True)


kv.load(__file__)
