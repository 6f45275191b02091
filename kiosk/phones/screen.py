"""The Phones screen: the code to connect, and the connected phones."""

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.exports.extras import MissingExtraError
from companion.exports.formats.qr import QrMatrix, code_of
from companion.web.hub import Guests
from kiosk import kv, sheets
from kiosk.devices.device_watcher import DeviceWatcher
from kiosk.phones.view import PhoneRow, PhonesView, phones_view
from kiosk.running import running_app
from kiosk.widgets.basics import Surface


class PhoneLine(Surface):
    """A connected phone; a long press removes it. A tap answers its request for a seat."""

    row = ObjectProperty(None, rebind=True)


class OfferLine(Surface):
    """An advantage of phones."""

    offer = ObjectProperty(None, rebind=True)


class PhonesScreen(DeviceWatcher, BoxLayout):
    """Shows that phones are off, a problem, or the code and the connected phones."""

    view = ObjectProperty(None, rebind=True)
    code = ObjectProperty(None, allownone=True)

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(view=self._load_view(), **given)
        self._shown: tuple[PhoneRow, ...] | None = None
        self.refresh()

    def _load_view(self) -> PhonesView:
        app, on = self.app, self.app.has_phones
        return phones_view(
            app.words,
            app.referee.game if app.referee.has_game else None,
            app.phones.guests if on else Guests(),
            address=app.phones.address if on else "",
            trouble=" ".join(app.phone_troubles()),
            on=on,
        )

    def devices_changed(self) -> None:
        if hasattr(self, "_shown"):
            self.refresh()

    def refresh(self) -> None:
        self.view = self._load_view()
        self.code = _code(self.view.address)
        if not self.ids.offers.children:
            for offer in self.view.offers:
                self.ids.offers.add_widget(OfferLine(offer=offer))
        if self.view.rows == self._shown:
            return
        self._shown = self.view.rows
        self.ids.rows.clear()
        for row in self.view.rows:
            self.ids.rows.add_widget(PhoneLine(row=row))

    def switch(self) -> None:
        """Turn phones on or off."""
        self.app.set(phones=not self.app.settings.phones)

    def switch_turns(self) -> None:
        """Allow or forbid phones to enter turns."""
        self.app.set(phone_turns=not self.app.settings.phone_turns)

    def tap(self, row: PhoneRow) -> None:
        """Answer a phone's request for a seat."""
        if row.asks is not None:
            self.app.open_sheet(sheets.phone_asks, number=row.number, seat=row.asks)


def _code(address: str) -> QrMatrix | None:
    try:
        return code_of(address) if address else None
    except MissingExtraError:  # the address can still be typed
        return None


kv.load(__file__)
