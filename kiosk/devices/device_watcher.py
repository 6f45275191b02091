"""Widgets that follow the devices' state while they are shown."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from kiosk.running import running_app


class DeviceWatcher(Widget):
    """Calls devices_changed() whenever a button or a status changes."""

    def __init__(self, **given: Any) -> None:
        self._stop_watching: Callable[[], None] | None = None
        super().__init__(**given)

    def devices_changed(self) -> None:
        """Update the widget."""

    def on_parent(self, widget: Widget, parent: Widget | None) -> None:
        """Subscribe and update when shown; unsubscribe when removed."""
        if self._stop_watching is not None:
            self._stop_watching()
            self._stop_watching = None
        if parent is not None:
            self._stop_watching = running_app().devices.watch(self.devices_changed)
            self.devices_changed()
