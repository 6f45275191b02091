"""The screen for buttons, lights and displays: their wiring, status and tests."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock, ClockEvent
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from hardware.buttons.words import button_name
from hardware.wiring import edit as wiring_edit
from hardware.wiring.model import Display, Wiring
from kiosk import kv
from kiosk.appearance.icons import Icon
from kiosk.appearance.text import Text
from kiosk.devices import view as device_words
from kiosk.devices.box_sheet import BoxSheet
from kiosk.devices.device_watcher import DeviceWatcher
from kiosk.devices.keys_sheet import KeysSheet
from kiosk.devices.wiring_sheets import DisplaySettingsSheet, DisplaySheet, PinSheet
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Surface

if TYPE_CHECKING:
    from hardware.buttons.plugged_device import PluggedDevice
    from hardware.displays.link import Link


class SectionTitle(Text):
    pass


class NoticeRow(Surface):
    """A message with icons of the devices it is about; quiet if nothing is wrong."""

    icons = ListProperty()
    text = StringProperty("")
    is_bad = BooleanProperty(True)

    def on_kv_post(self, base: object) -> None:
        super().on_kv_post(base)
        for name in self.icons:
            self.ids.icons.add_widget(SignIcon(name=name, is_bad=self.is_bad))


class SignIcon(Icon):
    """A status icon."""

    is_bad = BooleanProperty(True)


class SlotRow(Pad):
    """A button or light with its pin; a tap changes the pin."""

    slot = ObjectProperty(None)
    word = StringProperty("")
    pin = StringProperty("")
    is_wired = BooleanProperty(False)


class PortRow(Surface):
    """A device on a port: name, status, settings and a button to remove it."""

    __events__ = ("on_remove", "on_set")

    icon = StringProperty("button")
    title = StringProperty("")
    status = StringProperty("")
    is_bad = BooleanProperty(False)

    def on_set(self) -> None:
        """Fired to open its settings."""

    def on_remove(self) -> None:
        """Fired to remove it."""


class TrialTiles(BoxLayout):
    """Buttons to test lights and displays."""

    has_lights = BooleanProperty(False)
    has_displays = BooleanProperty(False)
    glowing = StringProperty("")  # the light being tested


class DevicesScreen(DeviceWatcher, BoxLayout):
    """Shows buttons and statuses live; changes are saved and take effect at once."""

    has_inputs = BooleanProperty(False)
    has_lights = BooleanProperty(False)
    has_displays = BooleanProperty(False)
    has_box = BooleanProperty(False)
    is_edited = BooleanProperty(False)
    glowing = StringProperty("")  # the light being tested
    keys = StringProperty("")  # how many keys are assigned

    def __init__(self, back: Callable[[], None] | None = None, **given: Any) -> None:
        self.app = running_app()
        self._back = back or self.app.home
        super().__init__(**given)
        self._is_saved = True
        self._ports: list[tuple[PortRow, PluggedDevice | Link]] = []  # each with its device
        self._told: list[device_words.Notice] = []  # the notices shown
        self._built_for: Wiring | None = None
        self._slots = [
            *self._fill(self.ids.inputs, wiring_edit.INPUTS),
            *self._fill(self.ids.outputs, wiring_edit.OUTPUTS),
        ]
        self._looking: ClockEvent | None = None
        self.devices_changed()

    def on_parent(self, widget: Widget, parent: Widget | None) -> None:
        """Poll every second while shown, as the displays' age changes."""
        super().on_parent(widget, parent)
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None if parent is None else Clock.schedule_interval(self._poll_devices, 1)

    def _poll_devices(self, *args: object) -> None:
        self.devices_changed()

    def devices_changed(self) -> None:
        """Show pressed buttons and statuses, and the wiring if it has changed."""
        devices = self.app.devices
        if self._built_for is not devices.wiring:
            self._build(devices.wiring)
        self.ids.badges.light(devices.down)
        self.glowing = device_words.light_name(devices.trials.glowing, self.app.words)
        for row, part in self._ports:
            row.status = device_words.status_in_words(part, self.app.words)
            row.is_bad = part.status.code not in ("ok", "starting")
        self.is_edited = devices.is_edited()
        self._show_notices()

    def refresh(self) -> None:
        """Refresh notices, as the desk knows about stuck buttons."""
        self._show_notices()

    # --- changes ---

    def change(self, wiring: Wiring) -> None:
        """Save and apply a new wiring, unless the file has been edited in the meantime."""
        if self.app.devices.is_edited():
            self.ids.rows.down = 0
            self.devices_changed()
            return
        self._is_saved = self.app.devices.save(wiring)
        self._show_notices()

    def take_file(self) -> None:
        """Use the wiring file as edited."""
        self._is_saved = True
        self.app.devices.open()

    def wire_as_usual(self) -> None:
        """Wire all pins as in the example."""
        self.change(wiring_edit.as_in_the_example(self.app.devices.wiring))

    def unwire(self) -> None:
        """Remove all wiring."""
        self.change(Wiring())

    def add_display(self) -> None:
        self.app.open_sheet(DisplaySheet, self.app.devices.wiring, self.change)

    def set_box(self) -> None:
        """Open the sheet to pick the box's port and test it."""
        self.app.open_sheet(BoxSheet, self.change)

    def _set_display(self, display: Display) -> None:
        self.app.open_sheet(DisplaySettingsSheet, display, self.change)

    def set_keys(self) -> None:
        self.app.open_sheet(KeysSheet, self.change)

    def _ask_pin(self, row: SlotRow, moment: object) -> None:
        self.app.open_sheet(PinSheet, row.slot, self.app.devices.wiring, self.change)

    # --- display ---

    def _fill(self, grid: Widget, slots: Iterable[wiring_edit.Slot]) -> list[SlotRow]:
        rows = [
            SlotRow(slot=slot, word=device_words.slot_name(slot, self.app.words)) for slot in slots
        ]
        for row in rows:
            row.bind(on_tap=self._ask_pin)
            grid.add_widget(row)
        return rows

    def _build(self, wiring: Wiring) -> None:
        """Show everything that depends only on the wiring."""
        self._built_for = wiring
        self.has_inputs, self.has_lights = wiring.has_inputs, wiring.has_lights
        self.has_displays, self.has_box = bool(wiring.displays), wiring.panel is not None
        self.keys = device_words.keys_note(wiring, self.app.words)
        for row in self._slots:
            pin = wiring_edit.pin_of(wiring, row.slot)
            row.pin, row.is_wired = device_words.pin_name(pin, self.app.words), pin is not None
        self._lay_badges(wiring)
        self._list_ports(wiring)

    def _lay_badges(self, wiring: Wiring) -> None:
        words = self.app.words
        buttons = wiring_edit.buttons(wiring)
        self.ids.badges.show((name, button_name(name, words)) for name in buttons)

    def _list_ports(self, wiring: Wiring) -> None:
        devices, words, ids = self.app.devices, self.app.words, self.ids
        self._ports = []
        for column in (ids.displays, ids.box, ids.keyboard):
            column.clear_widgets()
        for link in devices.links:
            title = device_words.display_title(link.device, words)
            without = wiring_edit.without_display(wiring, link.device)
            row = PortRow(icon="display", title=title)
            self._list_port(
                ids.displays, row, link, without, partial(self._set_display, link.device)
            )
        if devices.box is not None:
            # Translators: heading: a device
            row = PortRow(title=words.gettext("Button box"))
            without = wiring_edit.with_box(wiring, None)
            self._list_port(ids.box, row, devices.box, without, self.set_box)
        if devices.keyboard is not None:
            row = PortRow(title=words.pgettext("heading: a device", "Keyboard"))
            without = wiring_edit.with_keys(wiring, {})
            self._list_port(ids.keyboard, row, devices.keyboard, without, self.set_keys)

    def _list_port(
        self,
        column: Widget,
        row: PortRow,
        part: "PluggedDevice | Link",
        without: Wiring,
        set_it: Callable[[], None],
    ) -> None:
        row.bind(on_set=lambda row: set_it(), on_remove=lambda row: self.change(without))
        column.add_widget(row)
        self._ports.append((row, part))

    def close(self) -> None:
        self._back()

    def _show_notices(self) -> None:
        notices = device_words.notices(
            self.app.devices.signs(),
            self.app.words,
            is_wired=self.app.devices.wiring != Wiring(),
            is_saved=self._is_saved,
        )
        if notices != self._told:
            self._told = notices
            rows = (NoticeRow(icons=n.icons, text=n.text, is_bad=n.is_bad) for n in notices)
            _replace(self.ids.notices, rows)


def _replace(box: Widget, widgets: Iterable[Widget]) -> None:
    box.clear_widgets()
    for widget in widgets:
        box.add_widget(widget)


kv.load(__file__)
