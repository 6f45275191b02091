"""What lies on the window: a screen, a sheet over it, and what keeps touches away."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

SWALLOWED = "swallowed"  # noted with a touch that did something else: it presses nothing


class Root(FloatLayout):
    """Shows one screen at a time; `guard` may take a touch before anything else sees it."""

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        super().__init__(**given)
        self.screen: Widget | None = None
        self.sheet: Widget | None = None
        self.guard: Any = None

    def show(self, screen: Widget) -> None:
        """Put a screen in the place of the one before."""
        self.clear_widgets()
        self.sheet, self.screen = None, screen
        self.add_widget(screen)

    def lay(self, sheet: Widget) -> None:
        """Lay a sheet over the screen, in the place of another."""
        self.lift()
        self.sheet = sheet
        self.add_widget(sheet)

    def lift(self) -> None:
        """Take the sheet away."""
        if self.sheet is not None:
            self.remove_widget(self.sheet)
            self.sheet = None

    def on_touch_down(self, touch: Any) -> bool:  # noqa: ANN401
        """The guard first, then the sheet or else the screen."""
        if self.guard is not None and self.guard.takes(touch):
            touch.ud[SWALLOWED] = True
            return True
        top = self.sheet or self.screen
        if top is None:
            return False
        top.dispatch("on_touch_down", touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:  # noqa: ANN401
        """As it came down."""
        if SWALLOWED in touch.ud:
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:  # noqa: ANN401
        """As it came down."""
        if SWALLOWED in touch.ud:
            return True
        return bool(super().on_touch_up(touch))
