"""The app: wires the desk to the screens, and decides nothing."""

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

MAX_LAYOUT_ROUNDS: Final = 60  # rounds before a frame: texts wait for boxes, and these for texts
SAVE_RETRY_INTERVAL: Final = 3.0  # seconds until what is not saved is tried again


class KioskApp(Navigation, App):
    """The kiosk; `unit` is one in pixels, `text_unit` one of text, `upright` whether it stands."""

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
        self._language_override: str | None = None  # a language, at the start
        self.desk = self._new_desk()
        self._wiring = wiring_file, pin_factory
        self.backup_to_restore: Path | None = None  # a copy of all games, when the app has ended
        self.starts_anew: tuple[str, ...] | None = None  # when it has ended, with these arguments
        self.opening = Clock.create_trigger(self.open_devices, 0.5)  # of what is wired
        self.demo: Demo | None = None  # a game that plays itself
        self._heartbeat = Heartbeat()
        referee.journal.before_recovery(lambda: tell_busy("Recovering the games"))
        self.has_news = settings.seen != companion.__version__  # an update was installed
        self.unread_settings = ""  # why the file of settings could not be read
        self.show_soon = Clock.create_trigger(self._show, -1)
        self._save_later = Clock.create_trigger(self._save, SAVE_RETRY_INTERVAL)
        self._is_warned = False  # of entries that end with the app
        self._measure()

    def _new_desk(self) -> Desk:
        hidden = self.settings.hidden_scores
        self.referee.hide_scores(hidden=hidden)
        desk = Desk(self.referee, translations(self.language), hidden_scores=hidden)
        desk.subscribe(self._changed)
        return desk

    # Buttons and displays take a while to load, and nobody waits for them.

    @cached_property
    def actions(self) -> "ButtonActions":
        """What presses do."""
        from hardware.buttons.actions import ButtonActions

        return ButtonActions(self.desk)

    @cached_property
    def devices(self) -> "Devices":
        """What is wired beside the screen."""
        from kiosk.devices.devices import Devices

        return Devices(self, *self._wiring)

    @cached_property
    def exports(self) -> "Writer":
        """What writes games to a stick; it goes on while another screen is shown."""
        from kiosk.export.writer import Writer

        return Writer()

    @cached_property
    def history(self) -> "History":
        """What was played before."""
        from companion.history import History

        return History(self.referee.journal, self.referee.board)

    @cached_property
    def loudspeaker(self) -> "Loudspeaker":
        """What is heard of the game; made when somebody wants to hear anything."""
        from kiosk.sound.loudspeaker import Loudspeaker

        return Loudspeaker(self)

    @cached_property
    def phones(self) -> "KioskPhones":
        """The phones at the table; made when they are to be let in."""
        from kiosk.phones.phones import KioskPhones

        return KioskPhones(self, self._games_file)

    @cached_property
    def stopwatch(self) -> "Stopwatch":
        """How long a turn takes."""
        from kiosk.table.view import Stopwatch

        return Stopwatch(time.monotonic)

    @property
    def backups(self) -> "Backups | None":
        """The copies of the games, also of those that cannot be read; None: in memory only."""
        if self.unreadable is None:
            return self.history.backups
        from companion.history.backups import Backups

        return Backups(self.unreadable.path)

    def check_target(self) -> "CheckTarget":
        """What a check-up looks at."""
        from kiosk.doctor.checkup import this_machine

        return this_machine(self.referee.file or self._games_file, is_open=True)

    @property
    def _has_devices(self) -> bool:
        return "devices" in self.__dict__

    def open_devices(self, *args: object) -> None:
        """Open what is wired, and what is heard."""
        self.devices.open()
        if self.settings.is_heard:
            self.loudspeaker.open()
        if self.settings.phones:
            self.phones.open()

    @property
    def has_phones(self) -> bool:
        """Whether phones are let in."""
        return "phones" in self.__dict__ and self.phones.is_wanted

    def phone_troubles(self) -> list[str]:
        """Why no phone can come in that should, in words."""
        return self.phones.troubles() if self.has_phones else []

    @property
    def _has_loudspeaker(self) -> bool:
        return "loudspeaker" in self.__dict__

    def unveil(self) -> None:
        """The result of the game is seen: now it may be heard."""
        if self._has_loudspeaker:
            self.loudspeaker.unveil()

    def sound_troubles(self) -> list[str]:
        """Why something that should be heard is not, in words."""
        if not self._has_loudspeaker:
            return []
        from kiosk.sound.view import trouble_in_words

        return [trouble_in_words(code, self.words) for code in self.loudspeaker.troubles()]

    # --- what screens ask for ---

    @property
    def language(self) -> str:
        """Its code: as asked for at the start, as chosen, or else the system's."""
        return self._language_override or self.settings.language or guess_language(os.environ)

    def speak(self, language: str | None) -> None:
        """Speak a language from now on, whatever was chosen; None: what was chosen."""
        self._language_override = language
        self.desk.speak(translations(self.language))

    @property
    def words(self) -> DeskWords:
        """The words of the language."""
        return self.desk.words

    def _(self, text: str) -> str:
        """A label in the language."""
        return self.desk.words.gettext(text)

    def pgettext(self, context: str, text: str) -> str:
        """A label that says elsewhere something else."""
        return self.desk.words.pgettext(context, text)

    @property
    def games_place(self) -> str:
        """Where the games are kept, for people to know."""
        # Translators: after "Where games are kept:" and "Wiring file:"
        return str(self._games_file or self._("in memory only"))

    def restore_backup(self, backup: Path) -> None:
        """Leave, so that a copy of all games can take their place; then it starts anew."""
        self.backup_to_restore = backup
        self.start_anew()

    def start_anew(self, *arguments: str) -> None:
        """Leave, and start once more, with these arguments beside the earlier ones."""
        self.starts_anew = arguments
        self.stop()

    def save_settings(self, **changes: Any) -> None:
        """Change settings that nothing on screen depends on, and keep them."""
        self.settings = change(self.settings, self._file, **changes)

    def set(self, **changes: Any) -> None:
        """Change settings, keep them, and show the screen anew."""
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
        """Build the screen anew, and what is seen over it, for another size, theme or language."""
        self._measure()
        if self.root is not None:
            self.root.show_overlay(None)
            self._rebuild_screen()
            self.show_soon()

    # --- Kivy's side ---

    def build(self) -> Root:
        """Make the window's content; the first screen follows."""
        ExceptionManager.add_handler(Faults(self))
        Clock.max_iteration = MAX_LAYOUT_ROUNDS
        Window.bind(on_resize=self.rebuild)
        self._keys = WindowKeys(self)
        root = Root()
        self._tell_guard(root)
        self.watch = IdleWatch(self, root)
        return root

    def on_start(self) -> None:
        """Show the first screen; the rest can wait."""
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
        """What can wait, counted from the first frame: Kivy's time began before we were loaded."""
        if self.has_news:  # offered until the kiosk ends, and not again
            self.save_settings(seen=companion.__version__)
        Clock.schedule_once(background.warm_up, 1)
        self.opening()
        Clock.schedule_once(lambda *args: background.start_jobs(self), 1.5)

    def leave(self) -> None:
        """End the app, for who may; every entry is on disk already, or there is a warning."""
        self.behind_pin(lambda: self._end(self.stop))

    def shut_down(self) -> None:
        """Switch the machine off, for who may."""
        self.behind_pin(lambda: self._end(lambda: self._ask_machine(power.shut_down)))

    def restart(self) -> None:
        """Switch the machine off and on again, for who may."""
        self.behind_pin(lambda: self._end(lambda: self._ask_machine(power.restart)))

    def _end(self, act: Callable[[], None]) -> None:
        """Do what ends the game in memory; where that has turns of its own, only when asked twice.

        Whoever does not read the warning can still switch the machine off.
        """
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
            " anyway, do the same again.",
            "Can't write to the disk: {n} entries are only in memory and will be lost. To quit"
            " anyway, do the same again.",
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
        """Kivy has a panel of its own, on F1: not here."""
        return False

    def on_stop(self) -> None:
        """Let go of the window and the devices; nothing else depends on this being called."""
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
        """The desk tells of a change: devices show it at once, the screen in its next frame.

        Not while the referee still announces: a fault in a screen must come to our own handler.
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
        """Let them in, or no longer, and show them what is to be shown."""
        if self.settings.phones or self.has_phones:
            self.phones.settings_changed()

    def _save_later_if_needed(self) -> None:
        if not self.desk.saved and self.referee.file is not None:
            self._save_later()

    def _save(self, *args: object) -> None:
        """What the disk has refused, as soon as it takes it."""
        self.desk.save()
        self._save_later_if_needed()

    def _tell_guard(self, root: Root) -> None:
        """Of what every button means; a remark, a phone's perhaps, changes nothing of that."""
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
        """A button or the dial: it wakes the screen, and does what it means there."""
        from kiosk.devices.pressing import press

        self.watch.touched()
        press(self, meaning)

    def key(self, key: str, down: bool) -> None:
        """A key of a keyboard that stands for a button, perhaps."""
        if self._has_devices:
            self.devices.key(key, down)

    def fail(self) -> None:
        """After a fault of our own: nothing is lost, the log has it all, or memory."""
        self.drop_cached_table()
        self.desk.leave()
        self.desk = self._new_desk()
        self.__dict__.pop("actions", None)
        self.go(screens.fault, saved=self.desk.saved)


class Faults(ExceptionHandler):
    """Any exception in a screen is written down and shown in words, and the game goes on."""

    def __init__(self, app: KioskApp) -> None:
        super().__init__()
        self._app = app

    def handle_exception(self, exception: BaseException) -> int:
        """Log it, and show the way back."""
        if not isinstance(exception, Exception):
            return int(ExceptionManager.RAISE)
        log.error("in %s", self._app.screen_name, exc_info=exception)
        if self._app.screen_name == "fault":  # not even that can be shown
            return int(ExceptionManager.RAISE)
        self._app.fail()
        return int(ExceptionManager.PASS)
