"""What seldom changes is drawn once, and its picture shown until it does."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kivy.clock import Clock
from kivy.graphics import (
    Callback,
    Canvas,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Translate,
)
from kivy.graphics.opengl import (
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_SRC_ALPHA,
    glBlendFunc,
    glBlendFuncSeparate,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kiosk.running import running_app


class CachedBox(BoxLayout):
    """A box on the screen's plain ground that draws only its picture while nothing in it changes.

    The table takes 4 ms a frame so, and 8 ms with every part of five panels drawn (by the
    processor). A picture takes about half a megabyte.
    """

    def __init__(self, **given: Any) -> None:
        self.canvas = Canvas()
        self._picture = Fbo(size=(1, 1))
        self._away = Translate()
        for begin in (
            ClearColor(*running_app().theme.ground),
            ClearBuffers(),
            Callback(_stay_opaque),
            PushMatrix(),
            self._away,
        ):
            self._picture.before.add(begin)
        for end in (PopMatrix(), Callback(_blend_as_usual)):
            self._picture.after.add(end)
        self._shown = Rectangle()
        for shown in (self._picture, Color(1, 1, 1, 1), self._shown):
            self.canvas.add(shown)
        super().__init__(**given)
        place = Clock.create_trigger(self._place, -1)
        self.fbind("pos", place)
        self.fbind("size", place)
        place()

    def add_widget(self, widget: Widget, *args: Any, **given: Any) -> None:
        """Into the picture."""
        with self._inside():
            super().add_widget(widget, *args, **given)

    def remove_widget(self, widget: Widget, *args: Any, **given: Any) -> None:
        """Out of the picture."""
        with self._inside():
            super().remove_widget(widget, *args, **given)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        outside, self.canvas = self.canvas, self._picture
        try:
            yield
        finally:
            self.canvas = outside

    def _place(self, *args: object) -> None:
        """In whole pixels, so that the picture is as sharp as what it is of."""
        left, bottom = math.floor(self.x), math.floor(self.y)
        size = math.ceil(self.right) - left, math.ceil(self.top) - bottom
        if min(size) <= 0:
            return
        self._away.xy = -left, -bottom
        if tuple(self._picture.size) != size:
            self._picture.size = size
        picture = self._picture.texture
        picture.mag_filter = picture.min_filter = "nearest"  # pixel for pixel: a filter is slow
        self._shown.texture = picture
        self._shown.pos, self._shown.size = (left, bottom), size


def _stay_opaque(*args: object) -> None:
    """What is half covered at an edge lets nothing shine through from under the picture."""
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)


def _blend_as_usual(*args: object) -> None:
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
