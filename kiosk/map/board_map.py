"""The interactive map: drag, zoom, pick a place or a track."""

import math
from typing import Any, Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.stencilview import StencilView

from companion.desk.responses import Moment
from companion.game.board.board import Board
from companion.game.state import State
from kiosk.appearance.theme import UNIT_PER_MM
from kiosk.map.canvas import MapCanvas
from kiosk.map.geometry import Point, picture_of
from kiosk.map.labels import name_size, placed_names
from kiosk.map.painting import Stroke, strokes
from kiosk.map.touch import Along, Closer, Pick, meaning_anywhere, meaning_from
from kiosk.map.viewport import MapView, Pane
from kiosk.running import running_app
from kiosk.widgets.tap import DRAGGED, Touchable

_SLOP: Final = 10  # units that a finger can move and still tap
_SAME: Final = 14  # units: a second finger closer than this is the first one, reported twice
_WHEEL: Final = 1.25  # zoom factor per step of a mouse wheel


class Movable(Touchable, StencilView):
    """Recognizes dragging, pinching and taps.

    Subclasses implement move(), zoom(), tap() and double_tap(). Dragging and pinching never tap.
    """

    def __init__(self, **given: Any) -> None:
        self._fingers: dict[int, MotionEvent] = {}
        self._moment: Moment | None = None  # the moment when the first finger came down
        super().__init__(**given)

    def move(self, dx: float, dy: float) -> None:
        """Handle dragging."""
        raise NotImplementedError

    def zoom(self, factor: float, at: Point) -> None:
        """Zoom around a point."""
        raise NotImplementedError

    def tap(self, at: Point, moment: object) -> None:
        raise NotImplementedError

    def double_tap(self, at: Point) -> None:
        """Handle the second tap of a double tap; tap() was already called for the first."""
        raise NotImplementedError

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Track the finger; its meaning depends on later moves."""
        if not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            self.zoom(1 / _WHEEL if touch.button == "scrollup" else _WHEEL, touch.pos)
        elif len(self._fingers) < 2 and not self._is_there(touch):
            if not self._fingers:
                self._moment = running_app().desk.moment()
            self._fingers[touch.uid] = touch
            touch.grab(self)
        return True

    def _is_there(self, touch: MotionEvent) -> bool:
        """Whether this finger is already down."""
        near = _SAME * running_app().unit
        return any(math.dist(touch.pos, other.pos) < near for other in self._fingers.values())

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Drag with one finger, pinch with two."""
        if touch.grab_current is not self:
            return False
        if len(self._fingers) == 2:
            self._pinch(touch)
        else:
            self._drag(touch)
        return True

    def _drag(self, touch: MotionEvent) -> None:
        if math.dist(touch.pos, touch.opos) > _SLOP * running_app().unit:
            touch.ud[DRAGGED] = True
        if DRAGGED in touch.ud:
            last = touch.ud.get(self, touch.opos)
            touch.ud[self] = touch.pos
            self.move(touch.x - last[0], touch.y - last[1])

    def _pinch(self, touch: MotionEvent) -> None:
        (other,) = (finger for finger in self._fingers.values() if finger is not touch)
        for finger in (touch, other):
            finger.ud[DRAGGED] = True
            finger.ud[self] = finger.pos
        before, now = math.dist(touch.ppos, other.pos), math.dist(touch.pos, other.pos)
        if min(before, now) > 1:
            self.move((touch.x - touch.px) / 2, (touch.y - touch.py) / 2)
            self.zoom(now / before, ((touch.x + other.x) / 2, (touch.y + other.y) / 2))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Tap, unless the finger dragged or pinched."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        if DRAGGED not in touch.ud and not self._fingers:
            if touch.is_double_tap:
                self.double_tap(touch.pos)
            else:
                self.tap(touch.pos, self._moment)
        return True


_LEAST_SIDE: Final = 60  # units; smaller boxes show nothing
_DOUBLE_TAP: Final = 2.2  # zoom factor


class BoardMap(Movable):
    """Shows the board; `city` is the picked place, or empty.

    on_pick(location, moment): a place was tapped. on_tracks(routes, moment): a track was tapped; if
    a city is picked, one of its tracks or the far end of one; several if they are too close to tell
    apart. on_miss(moment): nothing was tapped.
    """

    city = StringProperty("")
    view = ObjectProperty(None, allownone=True)

    __events__ = ("on_pick", "on_tracks", "on_miss")

    def __init__(self, **given: Any) -> None:
        self._app = running_app()
        self.picture = picture_of(self._app.desk.board)
        self.strokes: list[Stroke] = []
        self._scale = 0.0  # that places and names were last drawn for
        self._drawing = MapCanvas(self._app.theme, self._app.unit)
        super().__init__(**given)
        self.canvas.add(self._drawing)
        settle = Clock.create_trigger(self._settle, -1)
        self.bind(size=settle, pos=settle, city=self._city_changed, view=self._update_drawing)
        self.refresh()
        settle()

    def on_pick(self, location: str, moment: object) -> None:
        """Fired when a place is tapped."""

    def on_tracks(self, routes: tuple[str, ...], moment: object) -> None:
        """Fired when tracks are tapped."""

    def on_miss(self, moment: object) -> None:
        """Fired when nothing is tapped."""

    # --- display ---

    @property
    def pane(self) -> Pane:
        """The map's box, in which it is shown."""
        return Pane(self.picture, self.width, self.height, self._app.unit)

    @property
    def aimed(self) -> MapView:
        """The initial view: the whole board, or the picked city with the far ends of its routes."""
        pane = self.pane
        return pane.around(self._lit()) if self.city else pane.whole

    def refresh(self) -> None:
        """Show the current owners."""
        board, state = self._subject()
        if board.fingerprint != self.picture.board.fingerprint:  # a route was corrected
            self.picture = picture_of(board)
        painted = self._strokes(state)
        if painted != self.strokes:
            self.strokes = painted
            self._drawing.paint_tracks(painted)
            self._scale = 0.0
            self._update_drawing()

    def _subject(self) -> tuple[Board, State | None]:
        """Return the board and the game state to show."""
        desk = self._app.desk
        return desk.board, desk.turn_context.state if desk.referee.has_game else None

    def _strokes(self, state: State | None) -> list[Stroke]:
        return strokes(self.picture, state, self.city or None)

    def seen_at(self, location: str) -> Point:
        """Return a place's position in the window."""
        return self._in_window(self.picture.points[location])

    def track_seen_at(self, route: str) -> Point:
        """Return the position of a track's middle in the window."""
        track = self.picture.tracks[route]
        (ax, ay), (bx, by) = track.start, track.end
        return self._in_window(((ax + bx) / 2, (ay + by) / 2))

    def _in_window(self, point: Point) -> Point:
        x, y = self.view.on_screen(point)
        seen: Point = self.to_window(self.x + x, self.y + y)
        return seen

    def _settle(self, *args: object) -> None:
        """Choose a new view if the box has a new size."""
        if min(self.size) >= _LEAST_SIDE * self._app.unit:
            self._scale = 0.0
            self.view = self._settled()
            self._update_drawing()

    def _settled(self) -> MapView:
        return self.aimed

    def _city_changed(self, *args: object) -> None:
        self.refresh()
        self._settle()

    def _update_drawing(self, *args: object) -> None:
        """Move the drawing, and redraw places and names if the scale has changed."""
        if self.view is None:
            return
        self._drawing.move_to(self.pos, self.view)
        if self.view.scale != self._scale:
            self._scale = self.view.scale
            lit = self._lit()
            self._drawing.paint_patterns(self.strokes, self._scale)
            self._paint_places(lit)
            self._write_names(lit)

    def _paint_places(self, lit: tuple[str, ...]) -> None:
        self._drawing.paint_places(self.picture, self.strokes, self.city, lit, self._scale)

    def _lit(self) -> tuple[str, ...]:
        """Return the places to highlight: the picked city and its far ends, or all."""
        if self.city:
            return (self.city, *self.picture.far_ends(self.city))
        return tuple(self.picture.points)

    def _write_names(self, lit: tuple[str, ...]) -> None:
        locations, pane = self.picture.board.locations, self.pane
        order = (*lit, *locations)  # the others only if they fit
        names = {place: name for place in order if (name := locations[place].name)}
        radius = self._drawing.radius(self._scale)
        boxes = placed_names(pane, self._scale, self.aimed, names, radius)
        self._drawing.write_names(names, boxes, self._scale, name_size(pane), lit)

    # --- touches ---

    def move(self, dx: float, dy: float) -> None:
        """Drag, but not away from the board."""
        self.view = self.pane.bounded(self.view.moved(dx, dy))

    def zoom(self, factor: float, at: Point) -> None:
        self.view = self.pane.zoomed(self.view, factor, (at[0] - self.x, at[1] - self.y))

    def double_tap(self, at: Point) -> None:
        """Zoom in up to twice, then back to the whole board."""
        whole = self.pane.whole
        if self.view.scale < 0.9 * _DOUBLE_TAP**2 * whole.scale:
            self.zoom(_DOUBLE_TAP, at)
        else:
            self.view = whole

    def tap(self, at: Point, moment: object) -> None:
        """Fire the event for a tap, or zoom in if places are too close to tell apart."""
        meant = self._meaning(at)
        if isinstance(meant, Closer):
            self.view = self.pane.closer(meant.locations)
        elif isinstance(meant, Pick):
            self.dispatch("on_pick", meant.location, moment)
        elif isinstance(meant, Along):
            self.dispatch("on_tracks", meant.routes, moment)
        else:
            self.dispatch("on_miss", moment)

    def is_clear(self, location: str) -> bool:
        """Whether a tap on this place picks it without zooming first."""
        return self._meaning(self.seen_at(location)) == Pick(location)

    def _meaning(self, at: Point) -> Pick | Closer | Along | None:
        point = self.view.point((at[0] - self.x, at[1] - self.y))
        millimetre = UNIT_PER_MM * self._app.unit / self.view.scale
        return self._meant(point, millimetre)

    def _meant(self, point: Point, millimetre: float) -> Pick | Closer | Along | None:
        """Return the meaning of a touch at a point of the board."""
        if self.city:
            return meaning_from(self.picture, self.city, point, millimetre)
        return meaning_anywhere(self.picture, point, millimetre)
