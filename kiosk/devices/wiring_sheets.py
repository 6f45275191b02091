"""What is asked about the wiring: which pin something is on, and which display is added."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from hardware.displays import KINDS
from hardware.displays.finding import found_ports
from hardware.wiring import edit as wiring_edit
from hardware.wiring.model import SHOWS, Display, Wiring, can_show
from kiosk import kv
from kiosk.devices import view as device_words
from kiosk.running import running_app
from kiosk.widgets.basics import Tile
from kiosk.widgets.sheet import Sheet


class PinSheet(Sheet):
    """Offers every pin that is free, and none at all."""

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
        tile = Tile(word=word, note=note, look=look, units=17)
        tile.bind(on_tap=lambda *args: self._pick(pin))
        self.ids.pins.add_widget(tile)

    def _pick(self, pin: int | None) -> None:
        self.app.lift()
        if pin != self._present:
            self._change(wiring_edit.with_pin(self._wiring, self._slot, pin))


class PickTile(Tile):
    """A value that can be chosen."""

    value = StringProperty("")


class DisplaySheet(Sheet):
    """All is chosen by taps; something likely is chosen already."""

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
        self.look_again()

    def look_again(self) -> None:
        """See which ports there are now."""
        ports = wiring_edit.free_ports(self._wiring, self._find())
        self.has_ports = bool(ports)
        if self._draft.where not in ports:
            self._draft = replace(self._draft, where=ports[0] if ports else "")
        self.ids.ports.clear_widgets()
        for port in ports:
            self._offer("ports", port, self._is_at, word=port)
        self._show()

    def add(self) -> None:
        """Wire it as it was chosen."""
        if self._draft.where:
            self.app.lift()
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

    def _show(self) -> None:
        """Mark what is chosen, and what this kind of display cannot show."""
        chosen = {"kinds": self._draft.kind, "ports": self._draft.where, "shows": self._draft.shows}
        for box, value in chosen.items():
            for tile in self.ids[box].children:
                tile.look = "accent" if tile.value == value else "raised"
        for tile in self.ids.shows.children:
            tile.dimmed = tile.value not in can_show(self._draft.kind)


kv.load(__file__)
