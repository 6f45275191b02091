"""Sheets to pick a pin, to add a display and to change its settings."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from hardware.displays import KINDS, SPEEDS, DisplaySetting
from hardware.ports.discovery import found_ports
from hardware.ports.status import in_words
from hardware.wiring import edit as wiring_edit
from hardware.wiring.model import SHOWS, Display, Wiring, can_show
from hardware.wiring.ports import free_ports
from kiosk import kv
from kiosk.appearance.text import Text
from kiosk.devices import view as device_words
from kiosk.running import running_app
from kiosk.widgets.basics import Tile
from kiosk.widgets.sheet import Sheet
from kiosk.widgets.tiles import Tiles


class PinSheet(Sheet):
    """Offers all free pins, and none."""

    title = StringProperty("")
    note = StringProperty("")
    advice = StringProperty("")

    def __init__(
        self,
        slot: wiring_edit.Slot,
        wiring: Wiring,
        change: Callable[[Wiring], None],
        **given: Any,
    ) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._slot, self._wiring, self._change = slot, wiring, change
        words, self._present = self.app.words, wiring_edit.pin_of(wiring, slot)
        self.title = device_words.slot_name(slot, words)
        self.note = device_words.pin_name(self._present, words)
        self.advice = device_words.slot_advice(slot, words)
        self._offer(None, words.gettext("not wired"), "")
        for pin in wiring_edit.choices(wiring, slot):
            place = device_words.pin_place(pin, words)
            self._offer(pin, words.gettext("BCM {bcm}").format(bcm=pin), place)

    def _offer(self, pin: int | None, word: str, note: str) -> None:
        look = "accent" if pin == self._present else "raised"
        tile = Tile(word=word, note=note, look=look, size_units=17)
        tile.bind(on_tap=lambda *args: self._pick(pin))
        self.ids.pins.add_widget(tile)

    def _pick(self, pin: int | None) -> None:
        self.app.close_sheet()
        if pin != self._present:
            self._change(wiring_edit.with_pin(self._wiring, self._slot, pin))


class PickTile(Tile):
    """A value to choose."""

    value = StringProperty("")


class DisplaySheet(Sheet):
    """Adds a display, with likely values preselected."""

    has_ports = BooleanProperty(False)

    def __init__(
        self,
        wiring: Wiring,
        change: Callable[[Wiring], None],
        find: Callable[[], Iterable[str]] = found_ports,
        **given: Any,
    ) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._wiring, self._change, self._find = wiring, change, find
        self._draft = Display(kind="serlcd-20x4", where="")
        for kind in KINDS:
            maker, size = device_words.kind_name(kind)
            self._offer("kinds", kind, self._is_of_kind, word=maker, note=size)
        for shows in SHOWS:
            word = device_words.shows_name(shows, self.app.words)
            self._offer("shows", shows, self._shows, word=word)
        for baud in (None, *sorted(SPEEDS)):
            self._offer("speeds", str(baud), self._listens)
        self.look_again()

    def look_again(self) -> None:
        """List the available ports."""
        ports = free_ports(self._wiring, self._find())
        self.has_ports = bool(ports)
        if self._draft.where not in ports:
            self._draft = replace(self._draft, where=ports[0] if ports else "")
        self.ids.ports.clear_widgets()
        for port in ports:
            self._offer("ports", port, self._is_at, word=port)
        self._show()

    def add(self) -> None:
        """Save the display."""
        if self._draft.where:
            self.app.close_sheet()
            self._change(wiring_edit.with_display(self._wiring, self._draft))

    def _offer(self, box: str, value: str, pick: Callable[[str], None], **given: str) -> None:
        tile = PickTile(value=value, **given)
        tile.bind(on_tap=lambda tile, moment: pick(value))
        self.ids[box].add_widget(tile)

    def _is_of_kind(self, kind: str) -> None:
        self._draft = wiring_edit.of_kind(self._draft, kind)
        self._show()

    def _is_at(self, port: str) -> None:
        self._draft = replace(self._draft, where=port)
        self._show()

    def _shows(self, shows: str) -> None:
        if shows in can_show(self._draft.kind):
            self._draft = replace(self._draft, shows=shows)
            self._show()

    def _listens(self, baud: str) -> None:
        self._draft = replace(self._draft, baud=_speed(baud))
        self._show()

    def _show(self) -> None:
        """Highlight the chosen values, and dim what this kind of display cannot show."""
        draft = self._draft
        chosen = {"kinds": draft.kind, "ports": draft.where, "shows": draft.shows}
        for box, value in {**chosen, "speeds": str(draft.baud)}.items():
            for tile in self.ids[box].children:
                tile.look = "accent" if tile.value == value else "raised"
        for tile in self.ids.speeds.children:
            tile.word = device_words.speed_name(_speed(tile.value), draft.kind, self.app.words)
        for tile in self.ids.shows.children:
            tile.dimmed = tile.value not in can_show(self._draft.kind)


def _speed(value: str) -> int | None:
    """Return a tile's value as a baud rate; None for the factory default."""
    return int(value) if value.isdigit() else None


class PickHeading(Text):
    pass


class Picks(Tiles):
    pass


class DisplaySettingsSheet(Sheet):
    """A display's baud rate, and the settings stored in its memory."""

    title = StringProperty("")
    status = StringProperty("")
    is_trying = BooleanProperty(False)

    def __init__(self, display: Display, change: Callable[[Wiring], None], **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._display, self._change = display, change
        self.title = device_words.display_title(display, self.app.words)
        for baud in (None, *SPEEDS):
            tile = PickTile(value=str(baud))
            tile.word = device_words.speed_name(baud, display.kind, self.app.words)
            tile.bind(on_tap=lambda tile, moment: self._listens(_speed(tile.value)))
            self.ids.speeds.add_widget(tile)
        for setting in KINDS[display.kind].settings:
            self._offer(setting)
        self._mark(display.baud)

    def on_parent(self, widget: Widget, parent: Widget | None) -> None:
        """If closed during a test, show the game on the display again."""
        if parent is None and self.is_trying:
            self.is_trying = False
            self.app.devices.trials.stop()
            self.app.devices.reopen()

    def try_speeds(self) -> None:
        """Try all common baud rates in turn, each with a number."""
        if not self.is_trying:
            self.is_trying = True
            for tile in self.ids.speeds.children:
                if (baud := _speed(tile.value)) is not None:
                    number = SPEEDS.index(baud) + 1
                    tile.note = self.app._("Number {number}").format(number=number)
            self.app.devices.trials.speeds(self._display, self._tried)

    def _tried(self, place: int | None) -> None:
        self.is_trying = place is not None
        self._mark(self._display.baud if place is None else SPEEDS[place])

    def _mark(self, baud: int | None) -> None:
        for tile in self.ids.speeds.children:
            tile.look = "accent" if tile.value == str(baud) else "raised"

    def _listens(self, baud: int | None) -> None:
        """Save the chosen baud rate."""
        self.is_trying = False
        self.app.devices.trials.stop()
        changed = replace(self._display, baud=baud)
        wiring = self.app.devices.wiring
        self._change(wiring_edit.changed_display(wiring, self._display, changed))
        self._display = changed
        self._mark(baud)

    def _offer(self, setting: DisplaySetting) -> None:
        words = self.app.words
        self.ids.kept.add_widget(
            PickHeading(content=device_words.setting_name(setting.name, words))
        )
        picks = Picks(least=70)
        for number, value in enumerate(setting.values, 1):
            word = str(number) if len(setting.values) > 1 else KINDS[self._display.kind].size
            tile = PickTile(value=str(value), word=word)
            tile.bind(on_tap=lambda tile, moment: self._set(setting, tile))
            picks.add_widget(tile)
        self.ids.kept.add_widget(picks)

    def _set(self, setting: DisplaySetting, chosen: PickTile) -> None:
        """Send a setting to the display once, if it is connected."""
        for link in self.app.devices.links:
            if link.device == self._display:
                self.status = in_words(self.app.words, link.status)
                if link.status.ok:
                    link.order(setting.order(int(chosen.value)))
                    for tile in chosen.parent.children:
                        tile.look = "accent" if tile is chosen else "raised"


kv.load(__file__)
