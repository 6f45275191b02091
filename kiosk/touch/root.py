"""The root widget: a screen, a sheet over it, and covers that block touches."""

from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from kiosk.touch.fingers import SWALLOWED, Fingers
from kiosk.touch.guard import TapGuard


class Root(FloatLayout):
    """Shows one screen at a time; only the top layer receives touches."""

    __events__ = ("on_touched",)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.screen: Widget | None = None
        self.sheet: Widget | None = None
        self.overlay: Any = None  # shown over the screen, ignores touches
        self.covers: list[Widget] = []
        self.guard = TapGuard()
        self.fingers = Fingers()
        self._reached: Widget | None = None  # the last front layer

    def on_touched(self) -> None:
        """Fired for every touch."""

    @property
    def front(self) -> Widget | None:
        """The layer that receives touches."""
        return self.covers[-1] if self.covers else self.sheet or self.screen

    def show(self, screen: Widget) -> None:
        """Replace the screen."""
        self.sheet, self.screen = None, screen
        self._stack()

    def open_sheet(self, sheet: Widget) -> None:
        """Open a sheet over the screen, replacing another one."""
        self.sheet = sheet
        self._stack()

    def close_sheet(self) -> None:
        self.sheet = None
        self._stack()

    def show_overlay(self, overlay: Widget | None) -> None:
        """Show a widget over the screen, or None."""
        if overlay is not self.overlay:
            self.overlay = overlay
            self._stack()

    def cover(self, cover: Widget) -> None:
        """Put a widget on top of everything."""
        self.covers.append(cover)
        self._stack()

    def uncover(self, cover: Widget) -> None:
        if cover in self.covers:
            self.covers.remove(cover)
            self._stack()

    def _stack(self) -> None:
        # A sheet hides the screen, so the screen need not be drawn.
        base = self.sheet or self.screen
        wanted = [layer for layer in (base, self.overlay, *self.covers) if layer is not None]
        for child in list(self.children):
            if child not in wanted:
                self.remove_widget(child)
        for layer in wanted:
            if layer not in self.children:
                self._lay_out(layer)
                self.add_widget(layer)
        if self.children[::-1] != wanted:
            self.clear_widgets()
            for layer in wanted:
                self.add_widget(layer)
        if self.front is not self._reached:
            self.guard.follow_screen(self._reached)
            self._reached = self.front

    def _lay_out(self, layer: Widget) -> None:
        """Set a layer's size and position, and lay out its children if the size has changed.

        Kivy would lay out children before their parents have a size: everything twice, including
        the rendering of texts.
        """
        is_new = layer.size != self.size
        layer.size, layer.pos = self.size, self.pos
        if is_new:
            _lay_out_from_outside(layer)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pass the touch to the top layer, unless the guard stops it."""
        front = self.front
        self.dispatch("on_touched")
        if not touch.is_mouse_scrolling:
            self.fingers.came_down(touch)
        if front is None or SWALLOWED in touch.ud:
            return True
        if not (self.covers or touch.is_mouse_scrolling) and self.guard.stops(front, *touch.pos):
            touch.ud[SWALLOWED] = True
        else:
            if not touch.is_mouse_scrolling:
                self.guard.pressed(touch, front)
            front.dispatch("on_touch_down", touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Pass the touch to the top layer."""
        self.fingers.moved(touch)
        if self.front is not None and SWALLOWED not in touch.ud:
            self.front.dispatch("on_touch_move", touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Pass the touch to the top layer."""
        self.fingers.lifted(touch)
        self.guard.lifted(touch)
        if self.front is not None and SWALLOWED not in touch.ud:
            self.front.dispatch("on_touch_up", touch)
        return True


def _lay_out_from_outside(part: Widget) -> None:
    if isinstance(part, Layout):
        part._trigger_layout.cancel()
        part.do_layout()
    for child in part.children:
        _lay_out_from_outside(child)
