"""The app: wires the desk to the screens, and decides nothing."""

import logging
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.referee import Referee
from kiosk import settings as settings_file
from kiosk.desk import Desk
from kiosk.root import Root
from kiosk.scale import unit
from kiosk.settings import Settings
from kiosk.theme import THEMES
from kiosk.words import KioskWords

log = logging.getLogger(__name__)

HEARD_AFTER: Final = 8.0  # seconds that a refusal stays on screen

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
    "fault": "FaultScreen",
}


class KioskApp(App):
    """The kiosk; `u` is a unit in pixels, `upright` whether the screen stands."""

    title = "Stationmaster"

    def __init__(self, referee: Referee, settings: Settings, file: Path | None = None) -> None:
        super().__init__()
        self.referee = referee
        self.settings = settings
        self._file = file
        self.desk = Desk(referee, settings.language, hidden_scores=settings.hidden_scores)
        self.shown = ""
        self._given: dict[str, Any] = {}
        self._read: Any = None
        self._measure()

    # --- what screens ask for ---

    @property
    def words(self) -> KioskWords:
        """The words of the language."""
        return self.desk.words

    def _(self, text: str) -> str:
        """A label in the language."""
        return self.desk.words.gettext(text)

    @property
    def screen(self) -> Any:  # noqa: ANN401
        """The screen that is shown."""
        return self.root.screen

    def go(self, name: str, **given: Any) -> None:  # noqa: ANN401
        """Show a screen; what is given goes to it."""
        screen = make(name, **given)
        self.shown, self._given = name, given
        self.root.show(screen)

    def home(self, *args: object) -> None:
        """Show what the game is at: the table, the tickets, the end, or the welcome."""
        if not self.referee.has_game:
            self.go("welcome")
            return
        phase = self.referee.game.state.phase
        self.go({"play": "table", "tickets": "reveal", "over": "final"}[phase])

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
        self.root.lay(sheet)

    def lift(self, *args: object) -> None:
        """Take the sheet away."""
        self.root.lift()

    def set(self, **changes: Any) -> None:  # noqa: ANN401
        """Change settings, keep them, and show the screen anew."""
        self.settings = replace(self.settings, **changes)
        if self._file is not None:
            settings_file.save(self.settings, self._file)
        self.desk.hidden_scores = self.settings.hidden_scores
        if "language" in changes:
            self.desk.speak(self.settings.language)
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
        return Root()

    def on_start(self) -> None:
        """Show the first screen."""
        self.go("welcome")

    def on_stop(self) -> None:
        """Let go of the window; nothing else depends on this being called."""
        Window.unbind(on_resize=self.again, on_keyboard=self._key)

    def _measure(self) -> None:
        width, height = Window.size
        self.u = unit(width, height)
        self.upright = height > width
        self.theme = THEMES[self.settings.theme]
        Window.clearcolor = self.theme.ground

    def _changed(self) -> None:
        """Something else is to be shown."""
        if self._read is not None:
            self._read.cancel()
            self._read = None
        if self.desk.refused is not None:
            self._read = Clock.schedule_once(lambda *args: self.desk.heard(), HEARD_AFTER)
        refresh = getattr(self.screen, "refresh", None)
        if refresh is not None:
            refresh()

    def _key(self, window: object, key: int, *args: object) -> bool:
        """Esc goes home, and never out."""
        if key == 27:
            self.lift() if self.root.sheet else self.home()
            return True
        return False

    def fail(self) -> None:
        """After a fault of our own: nothing is lost, the log has it all."""
        self.desk.leave()
        self.desk = Desk(
            self.referee, self.settings.language, hidden_scores=self.settings.hidden_scores
        )
        self.desk.listen(self._changed)
        self.go("fault")


def make(name: str, **given: Any) -> Widget:  # noqa: ANN401
    """A screen by its name."""
    module = import_module(f"kiosk.screens.{name}")
    screen: Widget = getattr(module, SCREENS[name])(**given)
    return screen


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
