"""The board under the fingers: move it, look closer, pick a place or a track."""

import math
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.stencilview import StencilView

from kiosk.map.geometry import Point, picture_of
from kiosk.map.labels import Box, place_labels
from kiosk.map.painting import Stroke, strokes
from kiosk.map.touch import REACH, TELL_APART, Along, Closer, Pick, meaning, meaning_from
from kiosk.map.viewport import Pane, View
from kiosk.theme import UNIT_PER_MM
from kiosk.widgets.map_canvas import NAME_UNITS, MapCanvas
from kiosk.widgets.tap import DRAGGED

_SLOP: Final = 10  # units that a finger may move and still tap
_SAME: Final = 14  # units: a second finger nearer than this is the first one, reported twice
_LEAST_SIDE: Final = 60  # units
_WHEEL: Final = 1.25  # a step of a mouse's wheel
_DOUBLE_TAP: Final = 2.2

_boxes: dict[tuple[object, ...], dict[str, Box]] = {}  # placed once for each look at a board
_MOST_LOOKS: Final = 64


class BoardMap(StencilView):
    """Shows the board; `city` is the place that is picked, or nothing.

    on_pick(location, moment): a place was tapped. on_tracks(routes, moment): with a city picked,
    one of its routes or their far end; several where a finger cannot tell which.
    on_miss(moment): a tap on nothing.
    """

    city = StringProperty("")
    view = ObjectProperty(None, allownone=True)

    __events__ = ("on_pick", "on_tracks", "on_miss")

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        app = App.get_running_app()
        self._app = app
        self.picture = picture_of(app.desk.board)
        self._fingers: dict[int, Any] = {}
        self._moment: Any = None
        self._strokes: list[Stroke] = []
        self._scale = 0.0  # that places and names are drawn for
        self._drawing = MapCanvas(app.theme, app.u)
        super().__init__(**given)
        self.canvas.add(self._drawing)
        self._settle = Clock.create_trigger(self._resized, -1)
        self.bind(size=self._settle, pos=self._settle)
        self.bind(city=self._city_changed, view=self._look)
        self.refresh()
        self._settle()

    def on_pick(self, location: str, moment: object) -> None:
        """A place was tapped."""

    def on_tracks(self, routes: tuple[str, ...], moment: object) -> None:
        """Tracks of the city were tapped."""

    def on_miss(self, moment: object) -> None:
        """Nothing was tapped."""

    # --- what is seen ---

    @property
    def pane(self) -> Pane:
        """The box that the board is seen through."""
        return Pane(self.picture, self.width, self.height, self._app.u)

    def refresh(self) -> None:
        """Show who has what now."""
        referee = self._app.referee
        state = referee.game.state if referee.has_game else None
        painted = strokes(self.picture, state, self.city or None)
        if painted != self._strokes:
            self._strokes = painted
            self._drawing.paint_tracks(painted)
            self._scale = 0.0
            self._look()

    def seen_at(self, location: str) -> Point:
        """Where a place is in the window."""
        return self._in_window(self.picture.points[location])

    def track_seen_at(self, route: str) -> Point:
        """Where the middle of a track is in the window."""
        track = self.picture.tracks[route]
        (ax, ay), (bx, by) = track.start, track.end
        return self._in_window(((ax + bx) / 2, (ay + by) / 2))

    def _in_window(self, point: Point) -> Point:
        x, y = self.view.shown(point)
        seen: Point = self.to_window(self.x + x, self.y + y)
        return seen

    def show_whole(self) -> None:
        """Show the whole board."""
        self.view = self.pane.whole

    def _resized(self, *args: object) -> None:
        """In a new box the view is chosen anew."""
        if min(self.size) < _LEAST_SIDE * self._app.u:  # not laid out yet
            return
        self._scale = 0.0
        self._aim()
        self._look()

    def _city_changed(self, *args: object) -> None:
        self.refresh()
        self._aim()

    def _aim(self) -> None:
        """At the city and where its routes lead, or else at the whole board."""
        self.view = self._aimed()

    def _aimed(self) -> View:
        pane = self.pane
        return pane.around(self._shown_places()) if self.city else pane.whole

    def _look(self, *args: object) -> None:
        if self.view is None:
            return
        self._drawing.look(self.pos, self.view)
        if self.view.scale != self._scale:
            self._scale = self.view.scale
            self._drawing.paint_places(
                self.picture, self._strokes, self.city, self._shown_places(), self._scale
            )
            self._write_names(self.view)

    def _shown_places(self) -> tuple[str, ...]:
        """With a city picked, that one and where its routes lead."""
        if self.city:
            return (self.city, *self.picture.far_ends(self.city))
        return tuple(self.picture.points)

    # --- names ---

    def _write_names(self, view: View) -> None:
        locations, shown = self.picture.board.locations, self._shown_places()
        order = (*shown, *locations)  # the others where there is room
        names = {place: name for place in order if (name := locations[place].name)}
        self._drawing.write_names(names, self._placed(names, view), view.scale, shown)

    def _placed(self, names: dict[str, str], view: View) -> dict[str, Box]:
        size = (self.width, self.height)
        key = (self.picture.board.fingerprint, view.scale, self._app.u, self.city, size)
        boxes = _boxes.get(key)
        if boxes is None:
            if len(_boxes) >= _MOST_LOOKS:
                _boxes.clear()
            boxes = _boxes[key] = self._place(names, view)
        return boxes

    def _place(self, names: dict[str, str], view: View) -> dict[str, Box]:
        scale, unit = view.scale, self._app.u
        label = CoreLabel(font_size=NAME_UNITS * unit, bold=True)
        return place_labels(
            self.picture,
            names,
            height=1.15 * NAME_UNITS * unit / scale,
            width_of=lambda name: (label.get_extents(name)[0] + 2 * unit) / scale,
            radius=self._drawing.radius(scale),
            bounds=self._bounds(view),
            sight=self._sight(),
        )

    def _bounds(self, view: View) -> Box:
        """What can be brought into sight: names stay inside."""
        pane = self.pane
        far = pane.bounded(View(view.scale, math.inf, math.inf))
        near = pane.bounded(View(view.scale, -math.inf, -math.inf))
        left, bottom = far.point((0, 0))
        right, top = near.point((self.width, self.height))
        return Box(left, bottom, right - left, top - bottom)

    def _sight(self) -> Box:
        """What is seen when nobody has moved the board."""
        view = self._aimed()
        left, bottom = view.point((0, 0))
        return Box(left, bottom, self.width / view.scale, self.height / view.scale)

    # --- fingers ---

    def on_touch_down(self, touch: Any) -> bool:  # noqa: ANN401
        """A finger comes down; what it means shows when it moves or is lifted."""
        if not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            self._zoom(1 / _WHEEL if touch.button == "scrollup" else _WHEEL, touch.pos)
            return True
        unit = self._app.u
        if any(math.dist(touch.pos, other.pos) < _SAME * unit for other in self._fingers.values()):
            return True
        if not self._fingers:
            self._moment = self._app.desk.moment()
        if len(self._fingers) < 2:
            self._fingers[touch.uid] = touch
            touch.grab(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:  # noqa: ANN401
        """One finger moves the board, two pinch it."""
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return False
        if len(self._fingers) == 2:
            self._pinch(touch)
        else:
            self._pan(touch)
        return True

    def _pan(self, touch: Any) -> None:  # noqa: ANN401
        if math.dist(touch.pos, touch.opos) > _SLOP * self._app.u:
            touch.ud[DRAGGED] = True
        if DRAGGED in touch.ud:
            last = touch.ud.get(self, touch.opos)
            dx, dy = touch.x - last[0], touch.y - last[1]
            self.view = self.pane.bounded(self.view.moved(dx, dy))
            touch.ud[self] = touch.pos

    def _pinch(self, touch: Any) -> None:  # noqa: ANN401
        (other,) = (finger for finger in self._fingers.values() if finger is not touch)
        before, now = math.dist(touch.ppos, other.pos), math.dist(touch.pos, other.pos)
        for finger in (touch, other):
            finger.ud[DRAGGED] = True
            finger.ud[self] = finger.pos
        if min(before, now) > 1:
            middle = ((touch.x + other.x) / 2, (touch.y + other.y) / 2)
            shift = ((touch.x - touch.px) / 2, (touch.y - touch.py) / 2)
            self.view = self.pane.bounded(self.view.moved(*shift))
            self._zoom(now / before, middle)

    def _zoom(self, factor: float, at: Point) -> None:
        self.view = self.pane.zoomed(self.view, factor, (at[0] - self.x, at[1] - self.y))

    def on_touch_up(self, touch: Any) -> bool:  # noqa: ANN401
        """A finger is lifted: a tap, where it moved nothing."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        if DRAGGED not in touch.ud and not self._fingers:
            self._tapped(touch)
        return True

    def _tapped(self, touch: Any) -> None:  # noqa: ANN401
        if touch.is_double_tap:
            self._zoom(_DOUBLE_TAP, touch.pos)
            return
        meant = self.meaning(touch.pos)
        if isinstance(meant, Closer):
            self.view = self.pane.closer(meant.locations)
        elif isinstance(meant, Pick):
            self.dispatch("on_pick", meant.location, self._moment)
        elif isinstance(meant, Along):
            self.dispatch("on_tracks", meant.routes, self._moment)
        else:
            self.dispatch("on_miss", self._moment)

    def meaning(self, at: Point) -> Pick | Closer | Along | None:
        """What a tap there means."""
        point = self.view.point((at[0] - self.x, at[1] - self.y))
        millimetre = UNIT_PER_MM * self._app.u / self.view.scale
        if self.city:
            return meaning_from(self.picture, self.city, point, millimetre)
        return meaning(self.picture, point, REACH * millimetre, TELL_APART * millimetre)
