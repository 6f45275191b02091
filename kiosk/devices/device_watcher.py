"""Widgets that show how devices are, as long as they are shown themselves."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from kiosk.running import running_app


class DeviceWatcher(Widget):
    """Has devices_changed() called whenever a button or a status changes."""

    def __init__(self, **given: Any) -> None:
        self._stop_watching: Callable[[], None] | None = None
        super().__init__(**given)

    def devices_changed(self) -> None:
        """Something is pressed, found or lost."""

    def on_parent(self, widget: Widget, parent: Widget | None) -> None:
        """Shown, it catches up and follows; hidden, it is forgotten."""
        if self._stop_watching is not None:
            self._stop_watching()
            self._stop_watching = None
        if parent is not None:
            self._stop_watching = running_app().devices.watch(self.devices_changed)
            self.devices_changed()
