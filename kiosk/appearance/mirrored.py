"""On which side things stand that are pressed again and again: that of the hand."""

from typing import Any

from kivy.properties import NumericProperty

from kiosk.running import running_app


class MirroredBox:
    """A box whose last parts are for the hand that presses: at its right end, or at its left.

    `reach` is how many. The others keep their order; the outermost stays the outermost.
    """

    reach = NumericProperty(0)

    def do_layout(self, *args: object) -> None:
        """As always, and then the other way round for a left hand."""
        super().do_layout(*args)  # type: ignore[misc]
        box: Any = self
        if box.reach and box.orientation == "horizontal" and running_app().settings.hand == "left":
            _turn(box, int(box.reach))


def _turn(box: Any, reach: int) -> None:
    parts = box.children[::-1]  # from left to right
    x = box.x + box.padding[2]
    for part in parts[: -reach - 1 : -1]:
        x = _put(part, x) + box.spacing
    x += max(0, box.padding[0] - box.spacing)  # the others keep their distance
    for part in parts[:-reach]:
        x = _put(part, x) + box.spacing


def _put(part: Any, x: float) -> float:
    part.x = x
    return float(x + part.width)
