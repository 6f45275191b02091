"""The app: wires the desk to the screens, and decides nothing."""

import logging
import time
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

from companion.desk.desk import Desk
from companion.referee import Referee
from companion.words import translations
from companion.words.desk import DeskWords
from kiosk import machine, screens, sheets
from kiosk.entering import Entering
from kiosk.look.scale import unit
from kiosk.look.theme import THEMES
from kiosk.root import Root
from kiosk.settings import file as settings_file
from kiosk.settings.file import Settings
from kiosk.table.stopwatch import Stopwatch
from kiosk.watch import Watch

if TYPE_CHECKING:
    from companion.history import History
    from hardware.buttons.actions import ButtonActions
    from hardware.buttons.meanings import Meaning
    from kiosk.devices.devices import Devices
    from kiosk.export.writing import Writer

log = logging.getLogger(__name__)

DIAL_RESTS: Final = 12.0  # seconds after it was last turned
BACKUP_TAKES: Final = 30.0  # seconds at most that leaving waits for one
SUM_UP_FOR, SUM_UP_EVERY = 0.02, 0.5  # seconds, for games of before there were statistics
HEARD_AFTER: Final = 8.0  # seconds that a refusal stays on screen


class KioskApp(Entering, App):
    """The kiosk; `u` is a unit in pixels, `upright` whether the screen stands."""

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
        self._games_file = games_file
        self.desk = Desk(
            referee, translations(settings.language), hidden_scores=settings.hidden_scores
        )
        self._wiring = wiring_file, pin_factory
        self.wanted_back: Path | None = None  # a copy of all games, when the app has ended
        self.opening: Any = None  # of the devices, soon after the start
        self.stopwatch = Stopwatch(time.monotonic)
        self.unveiled: object = None  # the result that was last built up
        self.scrolled: dict[str, float] = {}  # by screen: where it was left
        self._turn: tuple[str, int] | None = None
        self._read: Any = None
        self._dial_timer: Any = None
        self.demo: Any = None  # a game that plays itself
        self._reported = 0  # reports of damage that have been shown
        self._show_anew = Clock.create_trigger(self._show, -1)
        self._measure()

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
        from kiosk.export.writing import Writer

        return Writer()

    @cached_property
    def history(self) -> "History":
        """What was played before."""
        from companion.history import History

        return History(self.referee.journal, self.referee.board)

    @property
    def _has_devices(self) -> bool:
        return "devices" in self.__dict__

    def open_devices(self, *args: object) -> None:
        """Open what is wired."""
        self.devices.open()

    # --- what screens ask for ---

    @property
    def words(self) -> DeskWords:
        """The words of the language."""
        return self.desk.words

    def _(self, text: str) -> str:
        """A label in the language."""
        return self.desk.words.gettext(text)

    def card_word(self, card: str) -> str:
        """A card's name on its button."""
        return {
            "train": self._("Train"),
            "desert": self._("Desert"),
            "jungle": self._("Jungle"),
            "mountain": self._("Mountain"),
            "locomotive": self._("Loco, open"),
        }.get(card, card)

    def pause_clock(self) -> None:
        """Pause the turn clock, or let it go on."""
        self.stopwatch.toggle()

    def lock(self) -> None:
        """Keep touches away until the lock is held."""
        self.watch.lock()

    @property
    def games_place(self) -> str:
        """Where the games are kept, for people to know."""
        return str(self._games_file or self._("in memory only"))

    @property
    def may_shut_down(self) -> bool:
        """Whether this machine is the kiosk's alone."""
        return machine.may_shut_down()

    def shut_down(self) -> None:
        """Switch the machine off; every entry is on disk already."""
        machine.shut_down()

    def leave(self) -> None:
        """End the app; every entry is on disk already."""
        self.stop()

    def put_back(self, backup: Path) -> None:
        """Leave, so that a copy of all games can take their place; then it starts anew."""
        self.wanted_back = backup
        self.stop()

    def set(self, **changes: Any) -> None:
        """Change settings, keep them, and show the screen anew."""
        self.settings = replace(self.settings, **changes)
        if self._file is not None:
            settings_file.save(self.settings, self._file)
        self.desk.hidden_scores = self.settings.hidden_scores
        self.watch.settings_changed()
        if "language" in changes:
            self.desk.speak(translations(self.settings.language))
        self._follow()
        self.again()

    def again(self, *args: object) -> None:
        """Build the screen anew, for another size, theme or language."""
        self._measure()
        if self.root is not None:
            self._anew()

    # --- Kivy's side ---

    def build(self) -> Root:
        """Make the window's content; the first screen follows."""
        ExceptionManager.add_handler(Faults(self))
        Window.bind(on_resize=self.again, on_keyboard=self._key)
        self.desk.listen(self._changed)
        root = Root()
        self.watch = Watch(self, root)
        return root

    def on_start(self) -> None:
        """Show the first screen, and then get ready what the first claim will need."""
        self.go(screens.welcome)
        self._tell_reports()
        Clock.schedule_once(warm_up, 1)
        self.opening = Clock.schedule_once(self.open_devices, 0.5)
        Clock.schedule_once(self._remember, 1.5)

    def _remember(self, *args: object) -> None:
        """Count this start, copy the file after each game, and sum up old games meanwhile."""
        history = self.history
        history.count_start()
        if history.backups is not None:
            history.backups.follow(self.referee)
        self._sum_up()

    def _sum_up(self, *args: object) -> None:
        """A little now and then, until every old game is in the statistics."""
        if self.history.pending and self.history.catch_up(SUM_UP_FOR):
            Clock.schedule_once(self._sum_up, SUM_UP_EVERY)

    def on_stop(self) -> None:
        """Let go of the window and the devices; nothing else depends on this being called."""
        if "history" in self.__dict__ and self.history.backups is not None:
            self.history.backups.wait(BACKUP_TAKES)
        if self._has_devices:
            self.devices.close()
        if "exports" in self.__dict__:
            self.exports.close()
        Window.unbind(on_resize=self.again, on_keyboard=self._key)

    def _measure(self) -> None:
        width, height = Window.size
        self.u = unit(width, height)
        self.upright = height > width
        self.theme = THEMES[self.settings.theme]
        Window.clearcolor = self.theme.ground

    def _changed(self, *args: object) -> None:
        """Something else is to be shown.

        Not while the referee still announces: a fault in a screen must come to our own handler.
        """
        self._show_anew()

    def _show(self, *args: object) -> None:
        self._forget_refusal_later()
        self._time_turn()
        self._follow()
        self.follow_game()
        self._tell_reports()

    def _tell_reports(self) -> None:
        """What had to be recovered from a damaged log is said once, whenever that was."""
        reports = len(self.referee.reports)
        if reports > self._reported:
            self._reported = reports
            self.lay(sheets.report)

    def pressed(self, meaning: "Meaning") -> None:
        """A button or the dial: it wakes the screen, and does what it always does."""
        self.watch.touched()
        self.actions.act(meaning)

    def _follow(self) -> None:
        """Let the devices show what is so now."""
        if self._has_devices:
            self._show_dial()
            self.devices.follow()

    def _show_dial(self) -> None:
        """The dial's menu over the screen, while somebody turns it."""
        if self._dial_timer is not None:
            self._dial_timer.cancel()
            self._dial_timer = None
        dial = self.actions.dial
        if dial is not None:
            self._dial_timer = Clock.schedule_once(lambda *args: self.actions.rest(), DIAL_RESTS)
        if dial is not None and self.root.overlay is None:
            self.root.show_overlay(make_widget("devices.dial_card", "DialCard"))
        if dial is None:
            self.root.show_overlay(None)
        elif self.root.overlay is not None:
            self.root.overlay.lines = dial.lines

    def _forget_refusal_later(self) -> None:
        if self._read is not None:
            self._read.cancel()
            self._read = None
        if self.desk.refused is not None:
            self._read = Clock.schedule_once(lambda *args: self.desk.heard(), HEARD_AFTER)

    def _time_turn(self) -> None:
        """A new turn starts the turn clock anew."""
        turn = None
        if self.referee.has_game:
            turn = self.referee.game.uuid, self.referee.game.state.turn
        if turn != self._turn:
            self._turn = turn
            self.stopwatch.restart()

    def _key(self, window: object, key: int, *args: object) -> bool:
        """Esc goes home, and never out."""
        if key == 27:
            self.step_back()
            return True
        return False

    def fail(self) -> None:
        """After a fault of our own: nothing is lost, the log has it all."""
        self.forget_kept()
        self.desk.leave()
        self.desk = Desk(
            self.referee,
            translations(self.settings.language),
            hidden_scores=self.settings.hidden_scores,
        )
        self.__dict__.pop("actions", None)
        self.desk.listen(self._changed)
        self.go(screens.fault)


def make_widget(module: str, name: str) -> Any:
    """A widget that is seldom needed, by its module and class."""
    return getattr(import_module(f"kiosk.{module}"), name)()


def warm_up(*args: object) -> None:
    """Load what takes long to load while nobody waits for it."""
    for module in ("table.screen", "claim.screen", "claim.ruling", "final.screen"):
        import_module(f"kiosk.{module}")
    import_module("kiosk.map.canvas").prepare()
    machine.give_back_memory()


class Faults(ExceptionHandler):
    """Any exception in a screen is written down and shown in words, and the game goes on."""

    def __init__(self, app: KioskApp) -> None:
        super().__init__()
        self._app = app

    def handle_exception(self, exception: BaseException) -> int:
        """Log it, and show the way back."""
        if not isinstance(exception, Exception):
            return int(ExceptionManager.RAISE)
        log.error("in %s", self._app.shown, exc_info=exception)
        if self._app.shown == "fault":  # not even that can be shown
            return int(ExceptionManager.RAISE)
        self._app.fail()
        return int(ExceptionManager.PASS)
