"""What lies on the window: a screen, a sheet over it, and covers that keep touches away."""

from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from kiosk.touch.fingers import SWALLOWED, Fingers
from kiosk.touch.guard import TapGuard


class Root(FloatLayout):
    """Shows one screen at a time. Only the topmost layer is touched."""

    __events__ = ("on_touched",)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.screen: Widget | None = None
        self.sheet: Widget | None = None
        self.overlay: Any = None  # seen over the screen, and never touched
        self.covers: list[Widget] = []
        self.guard = TapGuard()
        self.fingers = Fingers()
        self._reached: Widget | None = None  # by the last finger that could

    def on_touched(self) -> None:
        """A finger came down, wherever."""

    @property
    def front(self) -> Widget | None:
        """What fingers reach."""
        return self.covers[-1] if self.covers else self.sheet or self.screen

    def show(self, screen: Widget) -> None:
        """Put a screen in the place of the one before."""
        self.sheet, self.screen = None, screen
        self._stack()

    def open_sheet(self, sheet: Widget) -> None:
        """Lay a sheet over the screen, in the place of another."""
        self.sheet = sheet
        self._stack()

    def close_sheet(self) -> None:
        """Take the sheet away."""
        self.sheet = None
        self._stack()

    def show_overlay(self, overlay: Widget | None) -> None:
        """Show something over the screen, or nothing."""
        if overlay is not self.overlay:
            self.overlay = overlay
            self._stack()

    def cover(self, cover: Widget) -> None:
        """Put something over everything."""
        self.covers.append(cover)
        self._stack()

    def uncover(self, cover: Widget) -> None:
        """Take a cover away."""
        if cover in self.covers:
            self.covers.remove(cover)
            self._stack()

    def _stack(self) -> None:
        # A sheet hides the screen: what is not seen is not drawn either.
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
        """Give a layer its size and place, with all that is in it, unless it had that size before.

        By themselves those inside begin, before they have theirs: all would be laid out twice, and
        every text drawn.
        """
        is_new = layer.size != self.size
        layer.size, layer.pos = self.size, self.pos
        if is_new:
            _lay_out_from_outside(layer)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """To the topmost layer alone, unless that has come between a finger and what it meant."""
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
        """To the topmost layer alone."""
        self.fingers.moved(touch)
        if self.front is not None and SWALLOWED not in touch.ud:
            self.front.dispatch("on_touch_move", touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """To the topmost layer alone."""
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
