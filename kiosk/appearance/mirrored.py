"""Mirrors layouts for left-handers."""

from typing import Any

from kivy.properties import NumericProperty

from kiosk.running import running_app


class MirroredBox:
    """A box whose last `reach` children are at the side of the player's dominant hand.

    The other children keep their order; the outermost of the last stays outermost.
    """

    reach = NumericProperty(0)

    def do_layout(self, *args: object) -> None:
        """Mirror the normal layout if the left hand is set."""
        super().do_layout(*args)  # type: ignore[misc]
        box: Any = self
        if box.reach and box.orientation == "horizontal" and running_app().settings.hand == "left":
            _turn(box, int(box.reach))


def _turn(box: Any, reach: int) -> None:
    parts = box.children[::-1]  # from left to right
    x = box.x + box.padding[2]
    for part in parts[: -reach - 1 : -1]:
        x = _put(part, x) + box.spacing
    x += max(0, box.padding[0] - box.spacing)  # keeps the padding between the two groups
    for part in parts[:-reach]:
        x = _put(part, x) + box.spacing


def _put(part: Any, x: float) -> float:
    part.x = x
    return float(x + part.width)
