"""Assigns keyboard keys to buttons by pressing them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from hardware.buttons.keyboards import key_map
from hardware.buttons.keyboards.keyboard import found_keyboards
from hardware.buttons.words import button_name
from hardware.wiring import edit as wiring_edit
from hardware.wiring.model import Wiring
from kiosk import kv
from kiosk.devices import view as device_words
from kiosk.devices.device_watcher import DeviceWatcher
from kiosk.running import running_app
from kiosk.widgets.basics import Tile
from kiosk.widgets.sheet import Sheet


class KeyTile(Tile):
    """A button with its keys; lit while one is held, or while it waits for a key."""

    button = StringProperty("")


class KeyboardTile(Tile):
    """A keyboard by name; empty for any that types into the window."""

    where = StringProperty("")


class KeysSheet(DeviceWatcher, Sheet):
    """All buttons with their keys, and the keyboard to use; changes are saved at once."""

    advice = StringProperty("")
    has_keys = BooleanProperty(False)
    has_several = BooleanProperty(False)  # keyboards to choose from

    def __init__(
        self,
        change: Callable[[Wiring], None],
        find: Callable[[], Iterable[str]] = found_keyboards,
        **given: Any,
    ) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._change = change
        self._asked = ""  # the button that waits for a key
        self._tiles = [self._tile(button) for button in key_map.BUTTONS]
        self._keyboards = self._offer_keyboards([*find()])
        self.has_several = bool(self._keyboards)
        self.devices_changed()

    def devices_changed(self) -> None:
        """Show the assigned keys, and those being held."""
        wiring, down = self.app.devices.wiring, self.app.devices.down
        self.has_keys = bool(wiring.keys)
        for tile in self._tiles:
            tile.note = self._note(tile.button, wiring)
            is_lit = tile.button == self._asked or tile.button in down
            tile.look = "accent" if is_lit else "raised"
        for keyboard in self._keyboards:
            chosen = keyboard.where == (wiring.keyboard or "")
            keyboard.look = "accent" if chosen and self.has_keys else "raised"
            keyboard.dimmed = not self.has_keys
        self.advice = self._advice()

    def on_parent(self, widget: Widget, parent: Widget | None) -> None:
        """Stop waiting for a key when the sheet is closed."""
        super().on_parent(widget, parent)
        if parent is None:
            self._ask("")

    # --- changes ---

    def as_usual(self) -> None:
        """Assign the default keys: the numpad, and arrows for the dial."""
        self._save(wiring_edit.with_keys(self.app.devices.wiring, key_map.USUAL))

    def none(self) -> None:
        """Remove all keys."""
        self._save(wiring_edit.with_keys(self.app.devices.wiring, {}))

    def ask(self, button: str) -> None:
        """Wait for a key to assign to a button; a second tap cancels."""
        self._ask("" if button == self._asked else button)
        self.devices_changed()

    def _ask(self, button: str) -> None:
        self._asked = button
        self.app.devices.key_wanted = self._told if button else None

    def _told(self, key: str) -> None:
        wiring = self.app.devices.wiring
        changed = key_map.with_key(wiring.keys, key, self._asked)
        self._save(wiring_edit.with_keys(wiring, changed))

    def _listen_to(self, where: str) -> None:
        if self.has_keys:
            self._save(replace(self.app.devices.wiring, keyboard=where or None))

    def _save(self, wiring: Wiring) -> None:
        self._ask("")
        self._change(wiring)
        self.devices_changed()

    # --- display ---

    def _tile(self, button: str) -> KeyTile:
        tile = KeyTile(button=button, word=button_name(button, self.app.words))
        tile.bind(on_tap=lambda *args: self.ask(button))
        self.ids.buttons.add_widget(tile)
        return tile

    def _offer_keyboards(self, found: list[str]) -> list[KeyboardTile]:
        """Offer any keyboard, those plugged in, and the chosen one even if it is not."""
        chosen = self.app.devices.wiring.keyboard
        if chosen is not None and chosen not in found:
            found = [*found, chosen]
        names = ["", *found] if found else []
        return [self._keyboard_tile(where) for where in names]

    def _keyboard_tile(self, where: str) -> KeyboardTile:
        tile = KeyboardTile(where=where, word=where or self.app._("Any keyboard"))
        tile.bind(on_tap=lambda *args: self._listen_to(where))
        self.ids.keyboards.add_widget(tile)
        return tile

    def _note(self, button: str, wiring: Wiring) -> str:
        if button == self._asked:
            return self.app._("press a key")
        # Translators: under the name of a button: no key is assigned to it
        return device_words.key_names(key_map.keys_of(button, wiring.keys)) or self.app._("no key")

    def _advice(self) -> str:
        if self._asked:
            return self.app._("Press the key to assign. Tap again to cancel.")
        return self.app._(
            "Tap a button, then press its key. While you type a name, keys work as usual."
        )


kv.load(__file__)
