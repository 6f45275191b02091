"""The app: wires the desk to the screens, and decides nothing."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.desk.desk import Desk
from companion.referee import Referee
from companion.words import translations
from companion.words.desk import DeskWords
from kiosk import machine
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
HOMES: Final = {"play": "table", "tickets": "reveal", "over": "final"}  # by the game's phase
PHASES: Final = {"table": ("play",), "reveal": ("tickets", "over"), "final": ("over",)}

# Screens by name: module and class. A module is imported when its screen is first shown.
SCREENS: Final = {
    "welcome": "Welcome",
    "new_game": "NewGameScreen",
    "table": "TableScreen",
    "claim": "ClaimScreen",
    "menu": "MenuScreen",
    "settings": "SettingsScreen",
    "rules": "RulesScreen",
    "reveal": "RevealScreen",
    "final": "FinalScreen",
    "players": "PlayersScreen",
    "devices": "DevicesScreen",
    "games": "GamesScreen",
    "past_game": "PastGameScreen",
    "past_log": "PastLogScreen",
    "replay": "ReplayScreen",
    "deleted": "DeletedScreen",
    "person": "PersonScreen",
    "records": "RecordsScreen",
    "log": "LogScreen",
    "charts": "ChartsScreen",
    "export": "ExportScreen",
    "stocktake": "StocktakeScreen",
    "backups": "BackupsScreen",
    "fault": "FaultScreen",
}


# Where a screen or a sheet is found, by its name.
ROOMS: Final = {
    "table": "table.screen",
    "menu": "table.menu",
    "player": "table.player",
    "tickets_drawn": "table.tickets_drawn",
    "values": "table.values",
    "claim": "claim.screen",
    "ruling": "claim.ruling",
    "route_card": "claim.route_card",
    "log": "log.screen",
    "entry": "log.entry",
    "consequences": "log.consequences",
    "turn_again": "log.turn_again",
    "objection": "log.objection",
    "reason": "log.reason",
    "reveal": "reveal.screen",
    "book_ticket": "reveal.book_ticket",
    "final": "final.screen",
    "charts": "final.charts.screen",
    "games": "past.games",
    "past_game": "past.game",
    "past_log": "past.log",
    "replay": "past.replay",
    "deleted": "past.deleted",
    "delete_game": "past.delete_game",
    "person": "past.person",
    "players": "past.players",
    "records": "past.records",
    "merge": "past.merge",
    "rename": "past.rename",
    "welcome": "setup.welcome",
    "new_game": "setup.new_game",
    "settings": "settings.screen",
    "backups": "settings.backups",
    "devices": "devices.screen",
    "display_sheet": "devices.display_sheet",
    "pin_sheet": "devices.pin_sheet",
    "export": "export.screen",
    "qr_code": "export.qr_code",
    "rules": "rules.screen",
    "stocktake": "stocktake.screen",
    "fault": "trouble.fault",
    "report": "trouble.report",
}


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
        self.shown = ""
        self._kept: tuple[object, Any] | None = None  # the table screen, and what it was made for
        self._turn: tuple[str, int] | None = None
        self._given: dict[str, Any] = {}
        self._read: Any = None
        self._dial_timer: Any = None
        self.demo: Any = None  # a game that plays itself
        self._game_shown: str | None = None
        self._reported = 0  # reports of damage that have been shown
        self._laid_at = 0  # the seq that a sheet was laid at
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

    @property
    def screen(self) -> Any:
        """The screen that is shown."""
        return self.root.screen

    def go(self, name: str, **given: Any) -> None:
        """Show a screen; what is given goes to it."""
        if name not in ("claim", "rules"):  # an earlier turn is told there, or looked up
            self.desk.revise(None)
        screen = self._table() if name == "table" else make(name, SCREENS[name], **given)
        self.shown, self._given = name, given
        self._game_shown = self.referee.game.uuid if self.referee.has_game else None
        self.root.show(screen)

    def _table(self) -> Widget:
        """The table, made once a game: who comes back from a claim has no time to wait."""
        game = self.referee.game
        look = (game.uuid, game.board.fingerprint, self.u, self.upright, self.settings)
        if self._kept is None or self._kept[0] != look:
            self._kept = look, make("table", SCREENS["table"])
        else:
            self._kept[1].refresh()
        return self._kept[1]

    def home(self, *args: object) -> None:
        """Show what the game is at: the table, the tickets, the end, or the welcome."""
        if not self.referee.has_game:
            self.go("welcome")
            return
        self.go(HOMES[self.referee.game.state.phase])

    def again_later(self) -> Callable[[], None]:
        """The way back to the screen that is shown now, as it will be then."""
        shown, given = self.shown, self._given
        return lambda: self.go(shown, **given)

    def card_word(self, card: str) -> str:
        """A card's name on its button."""
        return {
            "train": self._("Train"),
            "desert": self._("Desert"),
            "jungle": self._("Jungle"),
            "mountain": self._("Mountain"),
            "locomotive": self._("Loco, open"),
        }.get(card, card)

    def lay(self, sheet: Widget) -> None:
        """Lay a sheet over the screen."""
        self.desk.heard()
        self._laid_at = self.referee.seq
        self.root.lay(sheet)

    def lay_sheet(self, module: str, name: str, **given: Any) -> None:
        """Lay a sheet over the screen, by its module and class."""
        self.lay(make(module, name, **given))

    def ask_about(self, seat: int) -> None:
        """Tell all of a player; offer to put the turn right."""
        self.lay(make("player", "PlayerSheet", number=seat))

    def show_rule(self, key: str) -> None:
        """Show a rule, with the way back to what is on screen now."""
        screen, sheet = self.root.screen, self.root.sheet
        shown, given = self.shown, self._given
        self.go("rules", key=key, back=lambda: self._return_to(screen, sheet, shown, given))

    def _return_to(
        self, screen: Widget, sheet: Widget | None, shown: str, given: dict[str, Any]
    ) -> None:
        self.shown, self._given = shown, given
        self.root.show(screen)
        if sheet is not None:
            self.root.lay(sheet)
        self._refresh()

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

    def lift(self, *args: object) -> None:
        """Take the sheet away."""
        self.root.lift()

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
            self.go(self.shown, **self._given)

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
        self.go("welcome")
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
        if self.root.sheet is not None and self._laid_at != self.referee.seq:
            self.lift()  # it was about a turn that a button has ended meanwhile
        if self._is_elsewhere():
            self.home()
        else:
            self._refresh()
        self._tell_reports()

    def _tell_reports(self) -> None:
        """What had to be recovered from a damaged log is said once, whenever that was."""
        reports = len(self.referee.reports)
        if reports > self._reported:
            self._reported = reports
            self.lay(make("report", "ReportSheet"))

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

    def _is_elsewhere(self) -> bool:
        """Whether the game has gone on to another phase, or is another, than the screen shows."""
        if self.shown not in PHASES:
            return False
        game = self.referee.game
        return game.state.phase not in PHASES[self.shown] or self._game_shown != game.uuid

    def _refresh(self) -> None:
        for layer in (self.root.screen, self.root.sheet):
            refresh = getattr(layer, "refresh", None)
            if refresh is not None:
                refresh()

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
            self.lift() if self.root.sheet else self.home()
            return True
        return False

    def fail(self) -> None:
        """After a fault of our own: nothing is lost, the log has it all."""
        self._kept = None
        self.desk.leave()
        self.desk = Desk(
            self.referee,
            translations(self.settings.language),
            hidden_scores=self.settings.hidden_scores,
        )
        self.__dict__.pop("actions", None)
        self.desk.listen(self._changed)
        self.go("fault")


def make(module: str, name: str, **given: Any) -> Widget:
    """A screen or a sheet, by its module and class."""
    made: Widget = getattr(import_module(f"kiosk.{ROOMS[module]}"), name)(**given)
    return made


def make_widget(module: str, name: str) -> Any:
    """A widget that is seldom needed, by its module and class."""
    return getattr(import_module(f"kiosk.{module}"), name)()


def warm_up(*args: object) -> None:
    """Load what takes long to load while nobody waits for it."""
    for screen in ("table", "claim", "ruling", "final"):
        import_module(f"kiosk.{ROOMS[screen]}")
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
