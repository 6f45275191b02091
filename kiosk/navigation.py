"""The way through the screens: what is shown, what lies over it, the way back, what comes next."""

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

REFUSAL_TIMEOUT: Final = 8.0  # seconds that a refusal stays where it has no buttons
HOMES: Final = {"play": "table", "tickets": "reveal", "over": "final"}  # by the game's phase
BEHIND_PIN: Final = ("settings", "devices", "backups", "doctor")
PHASES: Final = {"table": ("play",), "reveal": ("tickets", "over"), "final": ("over",)}


class Navigation:
    """The part of the app that shows screens and lays sheets over them."""

    root: Root
    referee: Referee
    desk: Desk
    settings: Settings
    gate: Gate
    unit: float  # a unit in pixels
    upright: bool
    show_soon: Callable[[], None]  # what is so now, in the next frame
    unreadable: NoGamesError | None = None  # why there is no way to the games

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.screen_name = ""  # the screen's name
        self._rebuild_screen: Callable[[], None] = self.home  # the same screen once more
        self._cached_table: tuple[object, Any] | None = (
            None  # the table screen, and what it was made for
        )
        self._screen_game: str | None = None
        self._opened_at: tuple[str, int] | None = None  # the game and its change before a sheet
        self._refusal_timer: ClockEvent | None = None  # when a refusal will have been read
        self.last_close: RecentClose | None = None  # the last that was closed by a tap
        self._reported = 0  # reports of damage that have been shown

    @property
    def screen(self) -> Any:
        """The screen that is shown."""
        return self.root.screen

    @property
    def sheet(self) -> Any:
        """The sheet that lies over it."""
        return self.root.sheet

    # --- screens ---

    def go(self, to: Callable[P, Widget], *args: P.args, **given: P.kwargs) -> None:
        """Show a screen; what is given goes to it. A PIN may have to be given before."""
        if to.__name__ in BEHIND_PIN and self.gate.is_shut:
            self.behind_pin(partial(self.go, to, *args, **given))
            return
        if to is not screens.rules and to.__name__ != self.screen_name:
            self.desk.dismiss_refusal()  # whoever goes elsewhere does something else
        if to not in (screens.claim, screens.rules):  # an earlier turn is told there, or looked up
            self.desk.revise(None)
        screen = self._table() if to is screens.table else to(*args, **given)
        self.screen_name, self._rebuild_screen = to.__name__, partial(self.go, to, *args, **given)
        self._screen_game = self.referee.game.uuid if self.referee.has_game else None
        self.root.show(screen)
        self._forget_refusal_later()

    def _table(self) -> Widget:
        """The table, made once a game: who comes back from a claim has no time to wait."""
        game = self.referee.game
        look = (game.uuid, game.board.fingerprint, self.unit, self.upright, self.settings)
        if self._cached_table is None or self._cached_table[0] != look:
            self._cached_table = look, screens.table()
        else:
            self.show_soon()  # once, for what is new since it was seen and for what comes along
        return self._cached_table[1]

    def home(self, *args: object) -> None:
        """Show what the game is at: the table, the tickets, the end, or the welcome."""
        self.gate.shut()
        if self.unreadable is not None:
            self.go(screens.unreadable, trouble=self.unreadable)
            return
        name = HOMES[self.referee.game.state.phase] if self.referee.has_game else "welcome"
        if self.desk.shows_last_claim:
            name = "table"
        self.go(getattr(screens, name))

    def show_tickets(self) -> None:
        """On from the last claim of the game."""
        self.desk.go_on()
        self.home()

    def rebuild_later(self) -> Callable[[], None]:
        """The way back to the screen that is shown now, as it will be then."""
        return self._rebuild_screen

    def set_rebuild(self, to: Callable[P, Widget], *args: P.args, **given: P.kwargs) -> None:
        """How the screen that is shown is to be built anew, should it be."""
        self._rebuild_screen = partial(self.go, to, *args, **given)

    def show_rule(self, key: str) -> None:
        """Show a rule, with the way back to what is on screen now."""
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
        """Whatever was kept may be faulty."""
        self._cached_table = None

    # --- the PIN: never before the game itself ---

    def behind_pin(self, then: Callable[[], None]) -> None:
        """Do something that the PIN keeps: at once, or when it has been given."""
        if self.gate.is_shut:
            self.open_sheet(sheets.ask_pin, then=then)
        else:
            then()

    def shut_gate(self) -> None:
        """Nobody is there any more: what the PIN keeps is left."""
        if self.gate.has_pin and self.screen_name in BEHIND_PIN:
            self.home()
        self.gate.shut()

    # --- sheets ---

    def open_sheet(self, sheet: Callable[P, Widget], *args: P.args, **given: P.kwargs) -> None:
        """Lay a sheet over the screen; what is given goes to it."""
        self.reopen_sheet(sheet(*args, **given))

    def reopen_sheet(self, sheet: Widget) -> None:
        """Lay a sheet over the screen that was made before."""
        self.desk.dismiss_refusal()
        self._opened_at = self._last_change()
        self.root.open_sheet(sheet)

    def close_sheet(self, *args: object) -> None:
        """Take the sheet away."""
        self.root.close_sheet()

    def step_back(self) -> None:
        """One step towards home: off with the sheet, or else home."""
        if self.sheet is not None:
            self.close_sheet()
        else:
            self.home()

    # --- what the desk answers: turns are entered on whatever screen ---

    def follow(self, answer: DeskResponse) -> None:
        """Open what the desk's answer asks for; a refusal shows by itself."""
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
        """Ask for the reason of a table ruling; `then` is called with it."""
        self.open_sheet(sheets.reason, title=title, then=then)

    def claim(self, city: str | None = None) -> None:
        """Begin a claim; a waiting card goes on waiting until it is made."""
        if not self.desk.shows_last_claim:  # the map on the table is still there
            self.go(screens.claim, city=city)

    def enter(self, turn: Turn, moment: Moment) -> None:
        """A turn was told."""
        self.follow(self.desk.enter(turn, moment))

    def consider(self, change: Revision, then: Callable[[], None] | None = None) -> None:
        """A change of what was played is wanted; `then` leads on where the table has no task."""
        if self.desk.consider(change) is not None:
            self.open_sheet(sheets.consequences, then=then)

    def rule_on(self, route: str, *, anyway: bool = False) -> None:
        """A route is wanted, by the rules or by a table ruling."""
        self.follow(self.desk.claim(route, anyway=anyway))

    def let_count(self, play: Play) -> None:
        """A play is to count that the rules refuse."""
        self.follow(self.desk.let_count(play))

    def record_anyway(self) -> None:
        """What was refused last is to count."""
        self.follow(self.desk.anyway())

    def draw_tickets(self, moment: Moment, *, anyway: bool = False) -> None:
        """Tickets are drawn."""
        self.follow(self.desk.draw_tickets(moment, anyway=anyway))

    # --- what the game does ---

    def follow_game(self) -> None:
        """Show what is so now; on another screen, where the game has gone on to that."""
        self._forget_refusal_later()
        if self.sheet is not None and self._opened_at != self._last_change():
            self.close_sheet()  # it was about a turn that a button has ended meanwhile
        if self._is_elsewhere():
            self.home()
        else:
            self.refresh()
        self.tell_reports()

    def _last_change(self) -> tuple[str, int] | None:
        """Of the game; a remark, a phone's perhaps, leaves what a sheet is about as it is."""
        if not self.referee.has_game:
            return None
        return self.referee.game.uuid, self.referee.game.last_change.seq

    def tell_reports(self) -> None:
        """What had to be recovered from a damaged log is said once, whenever that was."""
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
        """Settings that cannot be read are said, and are as usual."""
        if why:
            gettext = self.desk.words.gettext
            text = gettext("{file} can't be read: {why}. All settings are at their defaults.")
            texts = [text.format(file=file, why=sanitized(why))]
            self.open_sheet(
                sheets.report, title=gettext("The settings couldn't be read"), texts=texts
            )

    def _forget_refusal_later(self) -> None:
        """Not while a rule is read: who comes back from it finds the refusal that led there."""
        if self._refusal_timer is not None:
            self._refusal_timer.cancel()
            self._refusal_timer = None
        if self.desk.refusal is not None and self.screen_name != screens.rules.__name__:
            self._refusal_timer = Clock.schedule_once(self._forget_refusal, REFUSAL_TIMEOUT)

    def _forget_refusal(self, *args: object) -> None:
        """Where it has buttons a finger may be on its way to them: it stays until it is used."""
        from kiosk.widgets.band import RefusedLine

        front = self.root.front
        if front is None or not any(isinstance(part, RefusedLine) for part in front.walk()):
            self.desk.dismiss_refusal()

    def _is_elsewhere(self) -> bool:
        """Whether the game has gone on to another phase, or is another, than the screen shows."""
        if self.screen_name not in PHASES:
            return False
        game = self.referee.game
        phase = "play" if self.desk.shows_last_claim else game.state.phase
        return phase not in PHASES[self.screen_name] or self._screen_game != game.uuid

    def refresh(self) -> None:
        """Have what is on screen show what is so now."""
        for layer in (self.screen, self.sheet):
            refresh = getattr(layer, "refresh", None)
            if refresh is not None:
                refresh()
