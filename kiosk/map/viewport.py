"""The visible part of the board, as a scale and an offset; independent of Kivy."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from kiosk.map.geometry import Picture, Point

_RIM: Final = 20.0  # units around the outermost places
_ROOM: Final = (64.0, 42.0)  # units around a city's places, for names
_CITY_CLOSEST: Final = 0.42  # maximum zoom to a city, in units per board unit
_CLOSEST: Final = 0.9
_APART: Final = 70.0  # units between two places after zooming in


@dataclass(frozen=True, slots=True)
class MapView:
    """Shows a point of the board at `scale` times itself plus (x, y), from the lower left."""

    scale: float
    x: float
    y: float

    def on_screen(self, point: Point) -> Point:
        """Convert a point of the board to the screen."""
        return point[0] * self.scale + self.x, point[1] * self.scale + self.y

    def point(self, seen: Point) -> Point:
        """Convert a point of the screen to the board."""
        return (seen[0] - self.x) / self.scale, (seen[1] - self.y) / self.scale

    def moved(self, dx: float, dy: float) -> "MapView":
        """Return a shifted view."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Pane:
    """The map's box in pixels, with the size of a unit."""

    picture: Picture
    width: float
    height: float
    unit: float

    @property
    def _span(self) -> tuple[float, float, float, float]:
        return _around(self.picture.points.values())

    @property
    def whole(self) -> MapView:
        """The view of the whole board."""
        return self._centred(self._span, self._scale_for(self._span, (_RIM, _RIM)))

    @property
    def across(self) -> MapView:
        """The view in full width, with space for names; the upper part if not all fits."""
        span = self._span
        left, _, right, _ = span
        scale = max(1.0, self.width - 2 * _ROOM[0] * self.unit) / (right - left)
        scale = max(scale, self.whole.scale)
        return self.bounded(replace(self._centred(span, scale), y=-math.inf))

    def _scale_for(self, span: tuple[float, ...], room: Point) -> float:
        left, bottom, right, top = span
        across = max(1.0, self.width - 2 * room[0] * self.unit) / max(1.0, right - left)
        along = max(1.0, self.height - 2 * room[1] * self.unit) / max(1.0, top - bottom)
        return min(across, along)

    def _centred(self, span: tuple[float, ...], scale: float) -> MapView:
        left, bottom, right, top = span
        x = self.width / 2 - (left + right) / 2 * scale
        y = self.height / 2 - (bottom + top) / 2 * scale
        return MapView(scale, x, y)

    def around(self, places: Iterable[str]) -> MapView:
        """Return a view that contains all these places."""
        span = _around(self.picture.points[place] for place in places)
        scale = min(self._scale_for(span, _ROOM), _CITY_CLOSEST * self.unit)
        return self.bounded(self._centred(span, max(scale, self.whole.scale)))

    def closer(self, places: Iterable[str]) -> MapView:
        """Return a view in which the closest of these places can be told apart."""
        points = [self.picture.points[place] for place in places]
        span = _around(points)
        gap = min(
            max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in points for b in points if a is not b
        )
        scale = min(_APART * self.unit / gap, self._scale_for(span, _ROOM))
        return self.bounded(self._centred(span, max(scale, self.whole.scale)))

    def zoomed(self, view: MapView, factor: float, at: Point) -> MapView:
        """Return a view zoomed around a point."""
        scale = min(max(view.scale * factor, self.whole.scale), _CLOSEST * self.unit)
        held = view.point(at)
        return self.bounded(MapView(scale, at[0] - held[0] * scale, at[1] - held[1] * scale))

    def bounded(self, view: MapView) -> MapView:
        """Return the view, limited to the board and its rim."""
        left, bottom, right, top = self._span
        rim = _RIM * 2.2 * self.unit
        return MapView(
            view.scale,
            _bounded(view.x, left * view.scale, right * view.scale, self.width, rim),
            _bounded(view.y, bottom * view.scale, top * view.scale, self.height, rim),
        )


def _bounded(shift: float, low: float, high: float, room: float, rim: float) -> float:
    """Limit a shift to keep low..high inside `room`, or `room` inside low..high if larger."""
    least, most = room - high - rim, rim - low
    if least > most:  # more space than needed: centre it
        return (least + most) / 2
    return min(max(shift, least), most)


def _around(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
