"""Which screen or sheet is opened for what the desk answers: entering turns, on whatever screen."""

from collections.abc import Callable

from companion.desk.consequences import Considered
from companion.desk.entering import (
    Answer,
    Counted,
    Moment,
    NothingMore,
    NumberWanted,
    ReasonWanted,
    StockLeft,
    WayWanted,
)
from companion.game.commands import Play, Revision, Turn
from kiosk import screens, sheets
from kiosk.navigation import Navigation


class Entering(Navigation):
    """The part of the app that turns come through: the desk decides, and this shows it."""

    def follow(self, answer: Answer) -> None:
        """Open what the desk's answer asks for; a refusal shows by itself."""
        match answer:
            case Counted():
                self.home()
            case NothingMore():
                self.lift()
            case StockLeft():
                self.go(screens.stocktake)
            case WayWanted(route):
                self.lay(sheets.ruling, route=route)
            case NumberWanted():
                self.lay(sheets.tickets_drawn)
            case ReasonWanted(title, rule):
                self.ask_why(title, lambda why, moment: self.follow(rule(why, moment)))
            case Considered():
                self.lay(sheets.consequences)

    def ask_why(self, title: str, then: Callable[[str, Moment], None]) -> None:
        """Ask for the reason of a table ruling; `then` is called with it."""
        self.lay(sheets.reason, title=title, then=then)

    def claim(self, city: str | None = None) -> None:
        """Begin a claim; a waiting card is dropped."""
        self.desk.take_back(self.desk.moment())
        self.go(screens.claim, city=city)

    def enter(self, turn: Turn, moment: Moment) -> None:
        """A turn was told."""
        self.follow(self.desk.enter(turn, moment))

    def consider(self, change: Revision) -> None:
        """A change of what was played is wanted."""
        self.follow(self.desk.consider(change))

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
