"""Buttons, lights and displays: each can be missing, and the game never waits for them."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from kivy.clock import Clock, ClockEvent
from kivy.uix.widget import Widget

from companion.desk.desk import RefusalNotice
from companion.referee import Announcement
from companion.words import Words
from hardware.buttons.debounce import SEATS
from hardware.buttons.gpio import trouble_in_words
from hardware.buttons.meanings import Meaning
from hardware.displays import KINDS, Digits, Grid, Picture
from hardware.displays.pictures import seat_picture, table_picture
from hardware.ports.status import Status, in_words
from hardware.wiring import model as wirings
from hardware.wiring.file import load
from hardware.wiring.file import save as write_wiring
from hardware.wiring.words import edited_in_words, problem_in_words
from kiosk.bridge import Bridge
from kiosk.devices.trials import Trials
from kiosk.devices.view import DeviceSign
from kiosk.touch.root import Root

if TYPE_CHECKING:
    from hardware.buttons.box import ButtonBox
    from hardware.buttons.keyboards.key_presses import KeyPresses
    from hardware.buttons.keyboards.keyboard import UsbKeyboard
    from hardware.buttons.panel import ButtonPanel, GpioButtons
    from hardware.displays.link import Link
    from hardware.lights.lights import Lights
    from kiosk.app import KioskApp

log = logging.getLogger(__name__)

DIAL_TIMEOUT: Final = 12.0  # seconds after the last turn of the dial
CARD_SECONDS: Final = 5.0  # seconds that a message on a press is shown


class Closable(Protocol):
    """A device that can be closed."""

    def close(self) -> None:
        pass


Part = TypeVar("Part", bound=Closable)


class Devices:
    """Opens the wired devices; those that fail are reported by signs()."""

    def __init__(self, app: "KioskApp", file: Path | None, pin_factory: Any = None) -> None:
        self._app = app
        self._file = file
        self._pin_factory = pin_factory
        self._bridge = Bridge()
        self._accepted: object = app.desk.last_announcement  # the last one shown by lights
        self._refused: object = None
        self._dial_timer: ClockEvent | None = None
        self._word = ""
        self._word_timer: ClockEvent | None = None
        self._watchers: list[Callable[[], None]] = []
        self._parts: list[Closable] = []
        self._signature: tuple[int, ...] | None = None  # the file's, when it was read
        self.key_wanted: Callable[[str], None] | None = None  # waits for a key to assign
        self.trials = Trials(self, lambda: app.words)
        self._nothing()

    def _nothing(self) -> None:
        self.reading = wirings.Reading()
        self.down: frozenset[str] = frozenset()
        self.buttons: GpioButtons | None = None
        self.lights: Lights | None = None
        self.box: ButtonBox | None = None
        self.keyboard: UsbKeyboard | None = None
        self._window_keys: KeyPresses | None = None
        self.links: list[Link] = []

    # --- opening and closing ---

    def open(self, *args: object) -> None:
        """Open all wired devices, closing the previous ones."""
        self._signature = self._look_at_file()
        self._use(self.reading if self._file is None else load(self._file))

    def save(self, wiring: wirings.Wiring) -> bool:
        """Save a new wiring and open its devices; False if the disk refuses."""
        if self._file is not None and not write_wiring(wiring, self._file):
            return False
        self._signature = self._look_at_file()
        self._use(wirings.Reading(wiring))
        return True

    def let_go(self, display: wirings.Display) -> None:
        """Release a display's port for a test, until reopen()."""
        for link in [link for link in self.links if link.device == display]:
            link.close()
            self.links.remove(link)
            self._parts.remove(link)

    def reopen(self) -> None:
        """Close and reopen all wired devices."""
        self._use(self.reading)

    def is_edited(self) -> bool:
        """Whether somebody has edited the wiring file since it was read."""
        seen = self._look_at_file()
        if self._file is None or self._signature is None or seen == self._signature:
            return False
        there = load(self._file)
        if there == self.reading:  # only comments have changed
            self._signature = seen
        return there != self.reading and all(p.code != "unreadable" for p in there.problems)

    def _look_at_file(self) -> tuple[int, ...]:
        """Return a value that changes with the file."""
        try:
            found = self._file.stat() if self._file is not None else None
        except OSError:
            found = None
        return (found.st_ino, found.st_mtime_ns, found.st_size) if found is not None else ()

    @property
    def wiring(self) -> wirings.Wiring:
        return self.reading.wiring

    @property
    def place(self) -> str:
        """Path of the wiring file, for display."""
        return str(self._file or self._app._("in memory only"))

    def _use(self, reading: wirings.Reading) -> None:
        self.close()
        self.reading = reading
        wiring = reading.wiring
        if wiring.has_inputs:
            self._open_inputs(wiring)
        if wiring.has_lights:
            from hardware.lights.lights import Lights

            self.lights = self._keep(Lights(wiring, self._pin_factory, box=self.box))
        for display in wiring.displays:
            from hardware.displays.link import Link

            self.links.append(self._keep(Link(display, listener=self._status_changed)))
        self.follow()
        self.tell()

    def _open_inputs(self, wiring: wirings.Wiring) -> None:
        from hardware.buttons.box import ButtonBox
        from hardware.buttons.panel import ButtonPanel, GpioButtons

        panel = ButtonPanel(
            self._deliver, moment=lambda: self._app.desk.moment(), watch=self._watched
        )
        self.buttons = GpioButtons(wiring, panel, self._pin_factory)
        self._parts += [panel, self.buttons]
        if wiring.panel is not None:
            self.box = self._keep(ButtonBox(wiring.panel, panel, self._status_changed))
        if wiring.keys:
            self._open_keys(wiring, panel)

    def _open_keys(self, wiring: wirings.Wiring, panel: "ButtonPanel") -> None:
        from hardware.buttons.keyboards.key_presses import KeyPresses

        keys = KeyPresses(wiring.keys, panel, self._overhear)
        if wiring.keyboard is None:
            self._window_keys = keys
            return
        from hardware.buttons.keyboards.keyboard import UsbKeyboard

        self.keyboard = self._keep(UsbKeyboard(wiring.keyboard, keys, self._status_changed))

    def _keep(self, part: Part) -> Part:
        self._parts.append(part)
        return part

    def close(self) -> None:
        """Close all devices."""
        self.trials.stop()
        for part in reversed(self._parts):
            try:
                part.close()
            except Exception:  # any error: the game goes on without the device
                log.exception("cannot close %s", part)
        self._parts = []
        self._nothing()
        self._app.actions.forget_stuck()

    # --- keys ---

    def key(self, key: str, down: bool) -> None:
        """Handle a key pressed or released in the window."""
        if self._window_keys is not None:
            self._window_keys.feed(key, down)
        else:
            self._overhear(key, down)

    def _overhear(self, key: str, down: bool) -> bool:
        """Pass a key to `key_wanted` if set, but on release, as a key that is down can repeat."""
        if self.key_wanted is None:
            return False
        if not down:
            self._bridge.post(lambda: self._tell_key(key))
        return True

    def _tell_key(self, key: str) -> None:
        if self.key_wanted is not None:
            self.key_wanted(key)

    # --- from device threads to the main thread ---

    def _deliver(self, meaning: Meaning) -> None:
        self._bridge.post(lambda: self._app.pressed(meaning))

    def _watched(self, down: frozenset[str]) -> None:
        self._bridge.post(lambda: self._now_down(down))

    def _now_down(self, down: frozenset[str]) -> None:
        self.down = down
        self.tell()

    def _status_changed(self, status: Status) -> None:
        self._bridge.post(self.tell)

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` whenever a button or a status changes; return a function that ends it."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def tell(self) -> None:
        """Notify all watchers."""
        for watcher in tuple(self._watchers):
            watcher()

    # --- from the game to devices ---

    def follow(self) -> None:
        """Show the game's current state on all devices, without waiting for them."""
        desk = self._app.desk
        if self.lights is not None:
            if desk.last_announcement is not None and desk.last_announcement is not self._accepted:
                self._blink(self.lights, desk.last_announcement)
            if desk.refusal is not None and desk.refusal is not self._refused:
                self.lights.refused()
            self.lights.turn(self._player())
        self._accepted, self._refused = desk.last_announcement, desk.refusal
        self._show_pictures()

    def _blink(self, lights: "Lights", announcement: Announcement) -> None:
        if announcement.state.last_round is None:
            lights.last_round_off()
        lights.accepted()
        codes = [prompt.code for prompt in announcement.say]
        if "last_round" in codes and announcement.entry is not None:
            lights.last_round()

    def say(self, word: str) -> None:
        """Show a message over the screen for a while."""
        if self._word_timer is not None:
            self._word_timer.cancel()
        self._word = word
        self._word_timer = Clock.schedule_once(self._said, CARD_SECONDS) if word else None
        self._app.show_soon()

    def _said(self, *args: object) -> None:
        self.say("")

    def show_over(self, root: Root) -> None:
        """Show the dial's menu over the screen while it is in use, or a message."""
        if self._dial_timer is not None:
            self._dial_timer.cancel()
            self._dial_timer = None
        actions = self._app.actions
        if actions.dial is None:
            root.show_overlay(self._word_card(root))
            return
        self._dial_timer = Clock.schedule_once(lambda *args: actions.rest(), DIAL_TIMEOUT)
        from kiosk.devices.cards import DialCard

        if not isinstance(root.overlay, DialCard):
            root.show_overlay(DialCard())
        root.overlay.lines = actions.dial.lines

    def _word_card(self, root: Root) -> Widget | None:
        if not self._word:
            return None
        from kiosk.devices.cards import WordCard

        card = root.overlay if isinstance(root.overlay, WordCard) else WordCard()
        card.text = self._word
        return card

    def _show_pictures(self) -> None:
        for link in self.links:
            try:
                link.show(self._picture(link.device))
            except Exception:  # a display must never stop the game
                log.exception("nothing to show on %s", link.device)

    def _player(self) -> int | None:
        referee = self._app.referee
        return referee.game.state.player if referee.has_game else None

    def _picture(self, display: wirings.Display) -> Picture:
        referee, hidden = self._app.referee, self._app.desk.hides_scores()
        blank = KINDS[display.kind].blank
        if isinstance(blank, Digits):
            if display.shows not in SEATS or not referee.has_game:
                return blank
            return seat_picture(referee.game.state, SEATS.index(display.shows), hidden=hidden)
        dial = self._app.actions.dial
        if dial is not None:
            return Grid.of(_dial_lines(*dial.lines, rows=blank.size[1]), *blank.size)
        desk = self._app.desk
        return table_picture(
            referee,
            self._app.words,
            desk.last_announcement,
            *blank.size,
            hidden=hidden,
            waiting=desk.half.first,
            refused=_wordings(self._app.words, desk.refusal),
        )

    # --- status ---

    def signs(self) -> list[DeviceSign]:
        """Return everything that does not work, in words."""
        return list(self._signs())

    def _signs(self) -> Iterator[DeviceSign]:
        words = self._app.words
        if self.is_edited():
            yield DeviceSign("warning", edited_in_words(words))
        for problem in self.reading.problems:
            yield DeviceSign("warning", problem_in_words(problem, words))
        for part, icon in ((self.buttons, "button"), (self.lights, "light")):
            for trouble in part.troubles if part is not None else ():
                yield DeviceSign(icon, trouble_in_words(trouble, words))
        for notice in self._app.actions.notices:
            yield DeviceSign("button", notice)
        yield from (DeviceSign("sound", text) for text in self._app.sound_troubles())
        yield from (DeviceSign("phone", text) for text in self._app.phone_troubles())
        inputs = ((part, "button") for part in (self.box, self.keyboard))
        on_ports = (*inputs, *((link, "display") for link in self.links))
        for port, icon in on_ports:
            if port is not None and port.status.code not in ("ok", "starting"):
                yield DeviceSign(icon, in_words(words, port.status))


def _wordings(words: Words, refused: RefusalNotice | None) -> tuple[str, ...]:
    """Return why something was refused: in full and, if there is a rule, in brief."""
    if refused is None:
        return ()
    if refused.refusal is None:
        return (refused.why,)
    return refused.why, words.why_in_brief(refused.code)


def _dial_lines(title: str, before: str, present: str, after: str, *, rows: int) -> list[str]:
    """Return the dial's menu for a display; with two rows, only the current item."""
    marked = f">{present}"
    return [title, marked] if rows < 4 else [title, f" {before}", marked, f" {after}"]
