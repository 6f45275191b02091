"""Which pin something is wired to: one tap on a free one."""

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty

from hardware.buttons.pins import PHYSICAL
from hardware.wiring import edit as wiring_edit
from hardware.wiring.model import Wiring
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
            place = words.gettext("pin {pin}").format(pin=PHYSICAL[pin])
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


kv.load(__file__)
