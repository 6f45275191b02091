"""The kiosk's Kivy app: connects the desk to the screens and contains no game logic."""

import logging
import os
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

import companion
from companion.desk.desk import Desk
from companion.referee import Referee
from companion.words import translations
from companion.words.language import guess_language
from companion.words.table.desk import DeskWords
from kiosk import background, screens, sheets
from kiosk.appearance.theme import TEXT_SIZES, THEMES, unit
from kiosk.idle.idle_watch import IdleWatch
from kiosk.machine import power
from kiosk.machine.watchdog import Heartbeat, tell_busy
from kiosk.navigation import Navigation
from kiosk.pin import secret
from kiosk.pin.gate import Gate
from kiosk.settings.file import Settings, change
from kiosk.touch.root import Root
from kiosk.touch.window_keys import WindowKeys

if TYPE_CHECKING:
    from companion.history import History
    from companion.history.backups import Backups
    from hardware.buttons.actions import ButtonActions
    from hardware.buttons.meanings import Meaning
    from kiosk.demo import Demo
    from kiosk.devices.devices import Devices
    from kiosk.doctor.checkup import CheckTarget
    from kiosk.export.writer import Writer
    from kiosk.phones.phones import KioskPhones
    from kiosk.sound.loudspeaker import Loudspeaker
    from kiosk.table.view import Stopwatch

log = logging.getLogger(__name__)

MAX_LAYOUT_ROUNDS: Final = 60  # layout passes per frame: text and box sizes depend on each other
SAVE_RETRY_INTERVAL: Final = 3.0  # seconds until unsaved entries are written again


class KioskApp(Navigation, App):
    """The Kivy app; `unit` and `text_unit` are in pixels, `upright` is True in portrait format."""

    def __init__(
        self,
        referee: Referee,
        settings: Settings,
        file: Path | None = None,
        games_file: Path | None = None,
        wiring_file: Path | None = None,
        pin_factory: Any = None,
    ) -> None:
        super().__init__(title="Stationmaster")
        self.referee = referee
        self.settings = settings
        self._file = file
        self.gate = Gate(None if file is None else secret.file_of(file))
        self.is_appliance = power.is_appliance()
        self._games_file = games_file
        self._language_override: str | None = None  # language given on the command line
        self.desk = self._new_desk()
        self._wiring = wiring_file, pin_factory
        self.backup_to_restore: Path | None = None  # backup to restore after the app has ended
        self.starts_anew: tuple[str, ...] | None = None  # arguments for a restart after ending
        self.opening = Clock.create_trigger(self.open_devices, 0.5)  # buttons and displays
        self.demo: Demo | None = None  # demo mode
        self._heartbeat = Heartbeat()
        referee.journal.before_recovery(lambda: tell_busy("Recovering the games"))
        self.has_news = settings.seen != companion.__version__  # an update was installed
        self.unread_settings = ""  # why the settings file could not be read
        self.show_soon = Clock.create_trigger(self._show, -1)
        self._save_later = Clock.create_trigger(self._save, SAVE_RETRY_INTERVAL)
        self._is_warned = False  # that unsaved entries would be lost
        self._measure()

    def _new_desk(self) -> Desk:
        hidden = self.settings.hidden_scores
        self.referee.hide_scores(hidden=hidden)
        desk = Desk(self.referee, translations(self.language), hidden_scores=hidden)
        desk.subscribe(self._changed)
        return desk

    # Buttons and displays load slowly and are not needed for the first frame, so they load later.

    @cached_property
    def actions(self) -> "ButtonActions":
        from hardware.buttons.actions import ButtonActions

        return ButtonActions(self.desk)

    @cached_property
    def devices(self) -> "Devices":
        """Buttons, displays and other devices."""
        from kiosk.devices.devices import Devices

        return Devices(self, *self._wiring)

    @cached_property
    def exports(self) -> "Writer":
        """Writes games to a USB stick, also while another screen is shown."""
        from kiosk.export.writer import Writer

        return Writer()

    @cached_property
    def history(self) -> "History":
        from companion.history import History

        return History(self.referee.journal, self.referee.board)

    @cached_property
    def loudspeaker(self) -> "Loudspeaker":
        """Plays sounds and speech; created when first needed."""
        from kiosk.sound.loudspeaker import Loudspeaker

        return Loudspeaker(self)

    @cached_property
    def phones(self) -> "KioskPhones":
        """Phones at the table; created when first needed."""
        from kiosk.phones.phones import KioskPhones

        return KioskPhones(self, self._games_file)

    @cached_property
    def stopwatch(self) -> "Stopwatch":
        from kiosk.table.view import Stopwatch

        return Stopwatch(time.monotonic)

    @property
    def backups(self) -> "Backups | None":
        """Backups of the games, even if these cannot be read; None if they are in memory only."""
        if self.unreadable is None:
            return self.history.backups
        from companion.history.backups import Backups

        return Backups(self.unreadable.path)

    def check_target(self) -> "CheckTarget":
        """Return the target for a system check."""
        from kiosk.doctor.checkup import this_machine

        return this_machine(self.referee.file or self._games_file, is_open=True)

    @property
    def _has_devices(self) -> bool:
        return "devices" in self.__dict__

    def open_devices(self, *args: object) -> None:
        """Open buttons and displays, and sound and phones if they are turned on."""
        self.devices.open()
        if self.settings.is_heard:
            self.loudspeaker.open()
        if self.settings.phones:
            self.phones.open()

    @property
    def has_phones(self) -> bool:
        """Whether phones are turned on."""
        return "phones" in self.__dict__ and self.phones.is_wanted

    def phone_troubles(self) -> list[str]:
        """Return messages on why phones cannot connect."""
        return self.phones.troubles() if self.has_phones else []

    @property
    def _has_loudspeaker(self) -> bool:
        return "loudspeaker" in self.__dict__

    def unveil(self) -> None:
        """Allow the loudspeaker to announce the result, now that it is on the screen."""
        if self._has_loudspeaker:
            self.loudspeaker.unveil()

    def sound_troubles(self) -> list[str]:
        """Return messages on why sound or speech does not work."""
        if not self._has_loudspeaker:
            return []
        from kiosk.sound.view import trouble_in_words

        return [trouble_in_words(code, self.words) for code in self.loudspeaker.troubles()]

    # --- for screens ---

    @property
    def language(self) -> str:
        """Language code: from the command line, from the settings, or the system's."""
        return self._language_override or self.settings.language or guess_language(os.environ)

    def speak(self, language: str | None) -> None:
        """Switch to a language, overriding the settings; None switches back to the settings."""
        self._language_override = language
        self.desk.speak(translations(self.language))

    @property
    def words(self) -> DeskWords:
        """Texts in the current language."""
        return self.desk.words

    def _(self, text: str) -> str:
        """Translate a label."""
        return self.desk.words.gettext(text)

    def pgettext(self, context: str, text: str) -> str:
        """Translate a label whose translation depends on the context."""
        return self.desk.words.pgettext(context, text)

    @property
    def games_place(self) -> str:
        """Path of the games file, for display."""
        # Translators: after "Where games are kept:" and "Wiring file:"
        return str(self._games_file or self._("in memory only"))

    def restore_backup(self, backup: Path) -> None:
        """Quit, restore a backup of all games, and restart."""
        self.backup_to_restore = backup
        self.start_anew()

    def start_anew(self, *arguments: str) -> None:
        """Quit and restart with these arguments added."""
        self.starts_anew = arguments
        self.stop()

    def save_settings(self, **changes: Any) -> None:
        """Change and save settings without rebuilding the screen."""
        self.settings = change(self.settings, self._file, **changes)

    def set(self, **changes: Any) -> None:
        """Change and save settings, and rebuild the screen."""
        self.save_settings(**changes)
        self.desk.hidden_scores = self.settings.hidden_scores
        self.referee.hide_scores(hidden=self.settings.hidden_scores)
        self.watch.settings_changed()
        if "language" in changes:
            self.speak(None)
        self._tell_devices()
        if changes.keys() & {"phones", "phone_turns", "hidden_scores", "language"}:
            self._tell_phones()
        for setting in ("sounds", "spoken"):
            if setting in changes:
                self.loudspeaker.try_out(setting)
        self.rebuild()

    def rebuild(self, *args: object) -> None:
        """Rebuild the screen and the overlay for a new size, theme or language."""
        self._measure()
        if self.root is not None:
            self.root.show_overlay(None)
            self._rebuild_screen()
            self.show_soon()

    # --- called by Kivy ---

    def build(self) -> Root:
        """Create the root widget, still without a screen."""
        ExceptionManager.add_handler(Faults(self))
        Clock.max_iteration = MAX_LAYOUT_ROUNDS
        Window.bind(on_resize=self.rebuild)
        self._keys = WindowKeys(self)
        root = Root()
        self._tell_guard(root)
        self.watch = IdleWatch(self, root)
        return root

    def on_start(self) -> None:
        """Show the first screen, and schedule everything that is less urgent."""
        if self.unreadable is not None:
            self.home()
        elif self._language_override or self.settings.language or self.unread_settings:
            self.go(screens.welcome)
        else:
            self.go(screens.language)
        self.tell_reports()
        self.tell_unread_settings(self._file, self.unread_settings)
        self._heartbeat.start()
        Clock.schedule_once(self._do_the_rest, 0)

    def _do_the_rest(self, *args: object) -> None:
        """Schedule slow work from the first frame on; Kivy's clock started before our imports."""
        if self.has_news:  # shown until the app ends, then never again
            self.save_settings(seen=companion.__version__)
        Clock.schedule_once(background.warm_up, 1)
        self.opening()
        Clock.schedule_once(lambda *args: background.start_jobs(self), 1.5)

    def leave(self) -> None:
        """Quit, after the PIN if there is one; warns if entries are not saved."""
        self.behind_pin(lambda: self._end(self.stop))

    def shut_down(self) -> None:
        """Switch the machine off, after the PIN if there is one."""
        self.behind_pin(lambda: self._end(lambda: self._ask_machine(power.shut_down)))

    def restart(self) -> None:
        """Restart the machine, after the PIN if there is one."""
        self.behind_pin(lambda: self._end(lambda: self._ask_machine(power.restart)))

    def _end(self, act: Callable[[], None]) -> None:
        """Call `act`, which quits; if entries are unsaved, warn first and call it next time."""
        self.desk.save()
        unsaved = self.referee.journal.unsaved
        if not unsaved or self._is_warned:
            act()
            return
        self._is_warned = True
        # Translators: after Quit, Shut down or Restart was pressed; pressing it a second time does
        # it
        text = self.desk.words.ngettext(
            "Can't write to the disk: {n} entry is only in memory and will be lost. To quit"
            " anyway, do it again.",
            "Can't write to the disk: {n} entries are only in memory and will be lost. To quit"
            " anyway, do it again.",
            unsaved,
        )
        title = self._("Not everything is saved")
        self.open_sheet(sheets.report, title=title, texts=[text.format(n=unsaved)])

    def _ask_machine(self, act: Callable[[], bool]) -> None:
        if not act():
            title = self._("The machine is still on")
            text = self._("The system refused. Every entry is saved: you can pull the plug.")
            if self.referee.journal.unsaved:
                text = self._("The system refused. Not every entry is saved: leave the plug in.")
            self.open_sheet(sheets.report, title=title, texts=[text])

    def open_settings(self, *args: object) -> bool:
        """Disable Kivy's own settings panel, which opens on F1."""
        return False

    def on_stop(self) -> None:
        """Close devices and key bindings; games are safe even if this is never called."""
        self._heartbeat.end(starts_anew=self.starts_anew is not None)
        if "history" in self.__dict__:
            background.wait_for_backup(self.history)
        if self._has_devices:
            self.devices.close()
        if self._has_loudspeaker:
            self.loudspeaker.close()
        if "phones" in self.__dict__:
            self.phones.close()
        if "exports" in self.__dict__:
            self.exports.close()
        Window.unbind(on_resize=self.rebuild)
        self._keys.close()

    def _measure(self) -> None:
        width, height = Window.size
        self.unit = unit(width, height)
        self.text_unit = self.unit * TEXT_SIZES[self.settings.text_size]
        self.upright = height > width
        self.theme = THEMES[self.settings.theme]
        Window.clearcolor = self.theme.ground

    def _changed(self) -> None:
        """Update devices at once and the screen in the next frame.

        The screen waits until the referee has notified everyone, so that our handler gets its
        exceptions.
        """
        if self.root is not None:
            self._tell_guard(self.root)
        self.show_soon()
        self.referee.hide_scores(hidden=self.settings.hidden_scores)
        self._tell_devices()
        self._save_later_if_needed()
        if self._has_loudspeaker:
            self.loudspeaker.follow()
        if self.has_phones:
            self.phones.follow()

    def _tell_phones(self) -> None:
        """Turn phones on or off and refresh them."""
        if self.settings.phones or self.has_phones:
            self.phones.settings_changed()

    def _save_later_if_needed(self) -> None:
        if not self.desk.saved and self.referee.file is not None:
            self._save_later()

    def _save(self, *args: object) -> None:
        """Retry saving until the disk accepts it."""
        self.desk.save()
        self._save_later_if_needed()

    def _tell_guard(self, root: Root) -> None:
        """Tell the tap guard which turn buttons refer to; notes from phones do not change it."""
        game = self.referee.game if self.referee.has_game else None
        root.guard.follow_turn(None if game is None else (game.uuid, game.last_change.seq))

    def _tell_devices(self) -> None:
        if self._has_devices:
            self.devices.follow()

    def _show(self, *args: object) -> None:
        self.stopwatch.follow(self.referee)
        if self._has_devices:
            self.devices.show_over(self.root)
        self.follow_game()

    def pressed(self, meaning: "Meaning") -> None:
        """Handle a hardware button or the dial: wake the screen and run the button's function."""
        from kiosk.devices.pressing import press

        self.watch.touched()
        press(self, meaning)

    def key(self, key: str, down: bool) -> None:
        """Handle a key that could be assigned to a button."""
        if self._has_devices:
            self.devices.key(key, down)

    def fail(self) -> None:
        """Recover from an exception in a screen: create a new desk and show the fault screen."""
        self.drop_cached_table()
        self.desk.leave()
        self.desk = self._new_desk()
        self.__dict__.pop("actions", None)
        self.go(screens.fault, saved=self.desk.saved)


class Faults(ExceptionHandler):
    """Logs any exception in a screen and shows the fault screen instead of crashing."""

    def __init__(self, app: KioskApp) -> None:
        super().__init__()
        self._app = app

    def handle_exception(self, exception: BaseException) -> int:
        if not isinstance(exception, Exception):
            return int(ExceptionManager.RAISE)
        log.error("in %s", self._app.screen_name, exc_info=exception)
        if self._app.screen_name == "fault":  # the fault screen itself is broken
            return int(ExceptionManager.RAISE)
        self._app.fail()
        return int(ExceptionManager.PASS)
