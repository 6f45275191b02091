"""Navigation: the current screen, the sheet over it, the way back, and the next screen."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec

from kivy.clock import Clock, ClockEvent
from kivy.uix.widget import Widget

from companion.desk.consequences import ChangePreview
from companion.desk.desk import Desk
from companion.desk.responses import (
    Accepted,
    AskPayment,
    AskReason,
    AskTicketCount,
    DeskResponse,
    DifferencesLeft,
    Moment,
    NoAction,
)
from companion.game.commands import Play, Revision, Turn
from companion.journal import NoGamesError
from companion.referee import Referee
from companion.text import sanitized
from kiosk import screens, sheets
from kiosk.pin.gate import Gate
from kiosk.settings.file import Settings
from kiosk.touch.root import Root

if TYPE_CHECKING:
    from kiosk.touch.recent_close import RecentClose

P = ParamSpec("P")

REFUSAL_TIMEOUT: Final = 8.0  # seconds until a refusal without buttons disappears
HOMES: Final = {"play": "table", "tickets": "reveal", "over": "final"}  # by the game's phase
BEHIND_PIN: Final = ("settings", "devices", "backups", "doctor")
PHASES: Final = {"table": ("play",), "reveal": ("tickets", "over"), "final": ("over",)}


class Navigation:
    """The part of the app that shows screens and opens sheets over them."""

    root: Root
    referee: Referee
    desk: Desk
    settings: Settings
    gate: Gate
    unit: float  # pixels per unit
    upright: bool
    show_soon: Callable[[], None]  # refreshes the screen in the next frame
    unreadable: NoGamesError | None = None  # why the games cannot be opened

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.screen_name = ""
        self._rebuild_screen: Callable[[], None] = self.home  # shows the current screen again
        self._cached_table: tuple[object, Any] | None = None  # the table screen, with its cache key
        self._screen_game: str | None = None
        self._opened_at: tuple[str, int] | None = None  # the game's last change before the sheet
        self._refusal_timer: ClockEvent | None = None  # hides the refusal
        self.last_close: RecentClose | None = None  # the last close by a tap
        self._reported = 0  # number of damage reports already shown

    @property
    def screen(self) -> Any:
        return self.root.screen

    @property
    def sheet(self) -> Any:
        """The sheet over the screen, if there is one."""
        return self.root.sheet

    # --- screens ---

    def go(self, to: Callable[P, Widget], *args: P.args, **given: P.kwargs) -> None:
        """Show a screen with the given arguments; ask for the PIN first if it needs one."""
        if to.__name__ in BEHIND_PIN and self.gate.is_shut:
            self.behind_pin(partial(self.go, to, *args, **given))
            return
        if to is not screens.rules and to.__name__ != self.screen_name:
            self.desk.dismiss_refusal()  # the player is doing something new
        if to not in (screens.claim, screens.rules):  # these two can be part of editing a turn
            self.desk.revise(None)
        screen = self._table() if to is screens.table else to(*args, **given)
        self.screen_name, self._rebuild_screen = to.__name__, partial(self.go, to, *args, **given)
        self._screen_game = self.referee.game.uuid if self.referee.has_game else None
        self.root.show(screen)
        self._forget_refusal_later()

    def _table(self) -> Widget:
        """Return the table screen, cached per game so that returning from a claim is fast."""
        game = self.referee.game
        look = (game.uuid, game.board.fingerprint, self.unit, self.upright, self.settings)
        if self._cached_table is None or self._cached_table[0] != look:
            self._cached_table = look, screens.table()
        else:
            self.show_soon()  # it could be out of date
        return self._cached_table[1]

    def home(self, *args: object) -> None:
        """Show the screen for the game's phase, or the welcome screen if there is no game."""
        self.gate.shut()
        if self.unreadable is not None:
            self.go(screens.unreadable, trouble=self.unreadable)
            return
        name = HOMES[self.referee.game.state.phase] if self.referee.has_game else "welcome"
        if self.desk.shows_last_claim:
            name = "table"
        self.go(getattr(screens, name))

    def show_tickets(self) -> None:
        """Continue from the game's last claim."""
        self.desk.go_on()
        self.home()

    def rebuild_later(self) -> Callable[[], None]:
        """Return a callable that shows the current screen again."""
        return self._rebuild_screen

    def set_rebuild(self, to: Callable[P, Widget], *args: P.args, **given: P.kwargs) -> None:
        """Set how the current screen is rebuilt."""
        self._rebuild_screen = partial(self.go, to, *args, **given)

    def show_rule(self, key: str) -> None:
        """Show a rule; closing it leads back to the current screen."""
        back = partial(
            self._return_to, self.screen, self.sheet, self.screen_name, self._rebuild_screen
        )
        self.go(screens.rules, key=key, back=back)

    def _return_to(
        self, screen: Widget, sheet: Widget | None, shown: str, anew: Callable[[], None]
    ) -> None:
        self.screen_name, self._rebuild_screen = shown, anew
        self.root.show(screen)
        if sheet is not None:
            self.root.open_sheet(sheet)
        self._forget_refusal_later()
        self.refresh()

    def drop_cached_table(self) -> None:
        """Discard the cached table screen, which could be faulty."""
        self._cached_table = None

    # --- the PIN: never needed to play ---

    def behind_pin(self, then: Callable[[], None]) -> None:
        """Call `then`, after asking for the PIN if necessary."""
        if self.gate.is_shut:
            self.open_sheet(sheets.ask_pin, then=then)
        else:
            then()

    def shut_gate(self) -> None:
        """Lock again after inactivity, leaving a screen that needs the PIN."""
        if self.gate.has_pin and self.screen_name in BEHIND_PIN:
            self.home()
        self.gate.shut()

    # --- sheets ---

    def open_sheet(self, sheet: Callable[P, Widget], *args: P.args, **given: P.kwargs) -> None:
        """Open a sheet over the screen, created with the given arguments."""
        self.reopen_sheet(sheet(*args, **given))

    def reopen_sheet(self, sheet: Widget) -> None:
        """Open an existing sheet over the screen."""
        self.desk.dismiss_refusal()
        self._opened_at = self._last_change()
        self.root.open_sheet(sheet)

    def close_sheet(self, *args: object) -> None:
        self.root.close_sheet()

    def step_back(self) -> None:
        """Close the sheet if there is one, or go home."""
        if self.sheet is not None:
            self.close_sheet()
        else:
            self.home()

    # --- the desk's responses: turns can be entered on any screen ---

    def follow(self, answer: DeskResponse) -> None:
        """Show the screen or sheet for a response; a refusal shows up by itself."""
        match answer:
            case Accepted():
                self.home()
            case NoAction():
                self.close_sheet()
            case DifferencesLeft():
                self.go(screens.stocktake)
            case AskPayment(route):
                self.open_sheet(sheets.ruling, route=route)
            case AskTicketCount():
                self.open_sheet(sheets.tickets_drawn)
            case AskReason(title, rule):
                self.ask_why(title, lambda why, moment: self.follow(rule(why, moment)))
            case ChangePreview():
                self.open_sheet(sheets.consequences)

    def ask_why(self, title: str, then: Callable[[str, Moment], None]) -> None:
        """Ask for the reason of a table ruling and call `then` with it."""
        self.open_sheet(sheets.reason, title=title, then=then)

    def claim(self, city: str | None = None) -> None:
        """Start a claim; a first card already drawn is kept until the claim is made."""
        if not self.desk.shows_last_claim:  # in that case the table's map is still shown
            self.go(screens.claim, city=city)

    def enter(self, turn: Turn, moment: Moment) -> None:
        self.follow(self.desk.enter(turn, moment))

    def consider(self, change: Revision, then: Callable[[], None] | None = None) -> None:
        """Preview a change of an earlier entry.

        `then` is called after it if nothing has to be moved on the table.
        """
        if self.desk.consider(change) is not None:
            self.open_sheet(sheets.consequences, then=then)

    def rule_on(self, route: str, *, anyway: bool = False) -> None:
        """Open the ruling on a route; `anyway` allows one that the rules refuse."""
        self.follow(self.desk.claim(route, anyway=anyway))

    def let_count(self, play: Play) -> None:
        """Record a play that the rules refuse."""
        self.follow(self.desk.let_count(play))

    def record_anyway(self) -> None:
        """Record the play that was last refused."""
        self.follow(self.desk.anyway())

    def draw_tickets(self, moment: Moment, *, anyway: bool = False) -> None:
        self.follow(self.desk.draw_tickets(moment, anyway=anyway))

    # --- following the game ---

    def follow_game(self) -> None:
        """Refresh the screen, or show another one if the game is in another phase."""
        self._forget_refusal_later()
        if self.sheet is not None and self._opened_at != self._last_change():
            self.close_sheet()  # a button has ended the turn that it was about
        if self._is_elsewhere():
            self.home()
        else:
            self.refresh()
        self.tell_reports()

    def _last_change(self) -> tuple[str, int] | None:
        """Return the game and its last change; notes, such as a phone's, do not close sheets."""
        if not self.referee.has_game:
            return None
        return self.referee.game.uuid, self.referee.game.last_change.seq

    def tell_reports(self) -> None:
        """Show reports of repaired damage in the log, each once."""
        reports = len(self.referee.reports)
        if reports > self._reported:
            self._reported = reports
            words = self.desk.words
            texts = [words.report(report) for report in self.referee.reports]
            if all(report.wal_gone for report in self.referee.reports):
                title = words.gettext("The last turns may be missing")
            else:
                title = words.gettext("The log was damaged")
            self.open_sheet(sheets.report, title=title, texts=texts)

    def tell_unread_settings(self, file: Path | None, why: str) -> None:
        """Show that the settings could not be read and the defaults are used."""
        if why:
            gettext = self.desk.words.gettext
            text = gettext("{file} can't be read: {why}. All settings are at their defaults.")
            texts = [text.format(file=file, why=sanitized(why))]
            self.open_sheet(
                sheets.report, title=gettext("The settings couldn't be read"), texts=texts
            )

    def _forget_refusal_later(self) -> None:
        """Start the timer that hides a refusal; not on the rules screen, which leads back to it."""
        if self._refusal_timer is not None:
            self._refusal_timer.cancel()
            self._refusal_timer = None
        if self.desk.refusal is not None and self.screen_name != screens.rules.__name__:
            self._refusal_timer = Clock.schedule_once(self._forget_refusal, REFUSAL_TIMEOUT)

    def _forget_refusal(self, *args: object) -> None:
        """Hide the refusal, unless it has buttons that somebody could be about to tap."""
        from kiosk.widgets.band import RefusedLine

        front = self.root.front
        if front is None or not any(isinstance(part, RefusedLine) for part in front.walk()):
            self.desk.dismiss_refusal()

    def _is_elsewhere(self) -> bool:
        """Whether the screen shows another game, or a phase that has ended."""
        if self.screen_name not in PHASES:
            return False
        game = self.referee.game
        phase = "play" if self.desk.shows_last_claim else game.state.phase
        return phase not in PHASES[self.screen_name] or self._screen_game != game.uuid

    def refresh(self) -> None:
        """Refresh the screen and the sheet."""
        for layer in (self.screen, self.sheet):
            refresh = getattr(layer, "refresh", None)
            if refresh is not None:
                refresh()
