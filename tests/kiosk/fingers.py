"""The real app on a real window (SDL offscreen), and fingers on it.

What it would draw is worked out and thrown away: nobody sees it. In a long run it is drawn.
"""

import logging
import math
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isfunction
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="stationmaster-kivy-"))

from counts import LONG  # noqa: E402

from kiosk.machine.environment import configure, prepare  # noqa: E402

if not LONG:
    os.environ["KIVY_GL_BACKEND"] = "mock"
    # It has no version, and cannot compile what it is given.
    logging.getLogger("kivy").addFilter(
        lambda told: not told.msg.startswith(("OpenGL:", "Shader:"))
    )
prepare()
configure((800, 480), fullscreen=False)

from kivy.animation import Animation  # noqa: E402
from kivy.base import EventLoop, ExceptionManager, runTouchApp  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from companion.game.board.board import standard_board  # noqa: E402
from companion.game.commands import Newcomer, NewGame  # noqa: E402
from companion.journal import Journal  # noqa: E402
from companion.referee import Referee  # noqa: E402
from kiosk import screens  # noqa: E402
from kiosk.app import KioskApp  # noqa: E402
from kiosk.settings.file import Settings  # noqa: E402
from kiosk.table.view import Stopwatch  # noqa: E402
from kiosk.touch.guard import SETTLE_SECONDS  # noqa: E402
from tests.gallery.pictures import ahead  # noqa: E402

if not LONG:  # programs that a test starts do draw
    del os.environ["KIVY_GL_BACKEND"]

# A copy of this process has slept since Kivy was imported: an app would be dark from the start.
os.register_at_fork(after_in_child=lambda: Clock.tick())

BOARD = standard_board()
FRAME = 0.02  # seconds from one to the next while time passes
SIZES = ((800, 480), (1280, 720), (720, 1280))
COLORS = ("blue", "red", "green", "yellow", "black")
NAMES = ("Anna", "Ben", "Maximiliane-Charlotte", "Łukasz", "Дима")


def seats(count: int, terrain: str = "desert", tickets: int = 3) -> NewGame:
    pairs = zip(NAMES[:count], COLORS, strict=False)
    return NewGame(tuple(Newcomer(name, color, terrain, tickets) for name, color in pairs))


SCREENS = {name: screen for name, screen in vars(screens).items() if isfunction(screen)}


class Kiosk:
    """An app that runs, and what a person does in front of it."""

    def __init__(
        self,
        size: tuple[int, int] = (800, 480),
        file: Path | None = None,
        settings: Settings | None = None,
        settings_file: Path | None = None,
        wiring_file: Path | None = None,
        pin_factory: Any = None,
    ) -> None:
        self.journal = Journal.open(file) if file else Journal()
        self.referee = Referee(self.journal, BOARD)
        self.taps = 0
        self.pause = 4  # frames after a touch
        self._in_haste = False
        self._faults: list[BaseException] = []
        Window.size = size
        Clock._max_fps = 0
        self.app = KioskApp(
            self.referee,
            settings or Settings(),
            settings_file,
            wiring_file=wiring_file,
            pin_factory=pin_factory,
        )
        self.app.stopwatch = Stopwatch(lambda: Clock.time())
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self.frames()

    def close(self) -> None:
        """Stop the app and leave the window empty for the next one."""
        self.app.stop()
        for child in list(Window.children):
            Window.remove_widget(child)
        EventLoop.touches.clear()
        for event in Clock.get_events():
            event.cancel()
        Animation._instances.clear()  # one that was under way would keep its app for ever
        ExceptionManager.handlers.clear()
        self.journal.close()

    def frames(self, count: int | None = None) -> None:
        """Let the app run; an exception goes where it goes in a real run."""
        for _ in range(count or self.pause):
            try:
                EventLoop.idle()
            except Exception as fault:  # noqa: BLE001
                self._hand_over(fault)

    def _hand_over(self, fault: Exception) -> None:
        if ExceptionManager.handle_exception(fault) == ExceptionManager.RAISE:
            raise fault

    def wait(self, seconds: float) -> None:
        """Let time pass: the app's, and in a long run everybody's."""
        if LONG:
            self.really_wait(seconds)
            return
        for _ in range(math.ceil(seconds / FRAME)):
            ahead.skip(FRAME)
            self.frames(1)

    def really_wait(self, seconds: float) -> None:
        """Let time pass for what has a thread of its own too."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.frames(1)
            time.sleep(0.005)

    # --- fingers ---

    def down(self, x: float, y: float) -> UnitTestTouch:
        """A finger comes down; a person's does when it can mean what is there now."""
        while not self._in_haste and self._is_stopped(x, y):
            ahead.skip(SETTLE_SECONDS)
            self.frames(1)
        touch = UnitTestTouch(x, y)
        self._guarded(touch.touch_down)
        return touch

    def _is_stopped(self, x: float, y: float) -> bool:
        root = self.app.root
        return not root.covers and root.front is not None and root.guard.stops(root.front, x, y)

    def up(self, touch: UnitTestTouch) -> None:
        """A finger is lifted."""
        self._guarded(touch.touch_up)
        self.frames()

    def _guarded(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as fault:  # noqa: BLE001
            self._hand_over(fault)

    def tap_at(self, x: float, y: float) -> None:
        """Down and up."""
        self.taps += 1
        self.up(self.down(x, y))

    @contextmanager
    def in_haste(self) -> Iterator[None]:
        """No time passes for the app: nobody can have seen what one tap did before the next."""
        passing, now = Clock.time, Clock.time()
        Clock.time, self._in_haste = lambda: now, True
        try:
            yield
        finally:
            Clock.time, self._in_haste = passing, False

    def tap_twice(self, wanted: "str | Widget") -> None:
        """A tap, and another at the same place at once."""
        widget = wanted if isinstance(wanted, Widget) else self.button(wanted)
        place = widget.to_window(*widget.center)
        first = self.down(*place)
        with self.in_haste():
            self.up(first)
            self.tap_at(*place)

    def tap(self, wanted: "str | Widget") -> None:
        """A tap in the middle of a widget, or of what can be tapped and says this."""
        widget = wanted if isinstance(wanted, Widget) else self.button(wanted)
        self.tap_at(*widget.to_window(*widget.center))

    def hold(self, widget: Widget) -> None:
        """A finger stays until the widget has noticed."""
        self.taps += 1
        touch = self.down(*widget.to_window(*widget.center))
        self.wait(widget.hold_for + 0.1)
        self.up(touch)

    def scroll_to(self, widget: Widget) -> None:
        """Until it can be touched, in the list that it stands in."""
        from kiosk.widgets.scroller import Scroller

        rows = widget.parent
        while not isinstance(rows, Scroller):
            rows = rows.parent
        rows.down += rows.center_y - widget.to_window(*widget.center)[1]
        self.frames()

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
        """A finger moves over the screen."""
        touch = self.down(*start)
        for step in range(1, steps + 1):
            share = step / steps
            x = start[0] + (end[0] - start[0]) * share
            y = start[1] + (end[1] - start[1]) * share
            self._guarded(lambda x=x, y=y: touch.touch_move(x, y))
            self.frames(1)
        self.up(touch)

    # --- eyes ---

    def widgets(self, kind: type | None = None) -> Iterator[Any]:
        """What is on the top layer: the sheet, or else the screen."""
        top = self.app.root.sheet or self.app.root.screen
        for widget in top.walk(restrict=True):
            if (kind is None or isinstance(widget, kind)) and is_visible(widget):
                yield widget

    def texts(self) -> list[str]:
        """All that can be read."""
        from kiosk.appearance.text import Text

        return [label.content for label in self.widgets(Text) if label.content]

    def sees(self, text: str) -> bool:
        """Whether something on screen says this."""
        return any(text in said for said in self.texts())

    def button(self, text: str) -> Any:
        """The smallest thing that can be tapped and says this."""
        from kiosk.appearance.text import Text
        from kiosk.widgets.tap import Tappable

        exact, partial = [], []
        for pad in self.widgets(Tappable):
            said = [label.content for label in pad.walk(restrict=True) if isinstance(label, Text)]
            if text in said:
                exact.append(pad)
            elif any(text in one for one in said):
                partial.append(pad)
        found = exact or partial
        assert found, f"nothing to tap says {text!r}; on screen: {self.texts()}"
        return min(found, key=lambda pad: pad.width * pad.height)


def is_visible(widget: Widget) -> bool:
    """Whether it is there for eyes and fingers."""
    while widget is not None and widget is not Window:
        if widget.opacity == 0 or widget.disabled:
            return False
        widget = widget.parent
    return True
