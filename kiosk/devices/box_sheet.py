"""The sheet for the USB button box: picks its port and tests it."""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from hardware.buttons.debounce import NAMES
from hardware.buttons.words import button_name
from hardware.ports.discovery import found_ports
from hardware.ports.status import in_words
from hardware.wiring import edit as wiring_edit
from hardware.wiring.model import Wiring
from hardware.wiring.ports import box_ports
from kiosk import kv
from kiosk.devices import view as device_words
from kiosk.devices.device_watcher import DeviceWatcher
from kiosk.devices.wiring_sheets import PickTile
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class BoxSheet(DeviceWatcher, Sheet):
    """Saves a port when tapped; buttons and lights show if it is the right one."""

    advice = StringProperty("")
    glowing = StringProperty("")  # the light being tested
    has_box = BooleanProperty(False)

    def __init__(
        self,
        change: Callable[[Wiring], None],
        find: Callable[[], Iterable[str]] = found_ports,
        **given: Any,
    ) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._change, self._find = change, find
        self.ids.buttons.show((name, button_name(name, self.app.words)) for name in NAMES)
        self.look_again()

    def look_again(self) -> None:
        """List the available ports."""
        self.ids.ports.clear_widgets()
        for port in box_ports(self.app.devices.wiring, self._find()):
            tile = PickTile(value=port, word=port)
            tile.bind(on_tap=lambda tile, moment: self._plug_in(tile.value))
            self.ids.ports.add_widget(tile)
        self.devices_changed()

    def devices_changed(self) -> None:
        """Show port, status, pressed buttons and the light being tested."""
        devices, where = self.app.devices, self.app.devices.wiring.panel
        self.has_box, self.advice = where is not None, self._advice()
        self.glowing = device_words.light_name(devices.trials.glowing, self.app.words)
        for tile in self.ids.ports.children:
            tile.look = "accent" if tile.value == where else "raised"
        self.ids.buttons.light(devices.down)

    def _plug_in(self, where: str) -> None:
        """Save the port; if that fails, close, as the screen below shows why."""
        if where != self.app.devices.wiring.panel:
            self._change(wiring_edit.with_box(self.app.devices.wiring, where))
        if where != self.app.devices.wiring.panel:
            self.app.close_sheet()

    def _advice(self) -> str:
        box = self.app.devices.box
        if box is not None:
            return in_words(self.app.words, box.status)
        if self.ids.ports.children:
            return self.app._("Tap a port to try it. Not the right one? Tap another.")
        return self.app._("No free serial port found. Plug in the box and scan again.")


kv.load(__file__)
