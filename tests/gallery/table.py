"""What the table rules against the rules, and the board put right: scenes for pictures."""

from typing import TYPE_CHECKING, Final

from companion.game.commands import Adjust, ClaimRoute, CorrectRoute, Finish, Overruled, Reveal
from companion.game.rulebook import Terrain
from companion.game.terrain import Payment
from tests.gallery.sample_game import new_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiosk.app import KioskApp

COAST: Final = "cape-town--port-elizabeth--1"
DOUBTFUL: Final = "bloemfontein--cape-town"
FERRY: Final = "madagascar-south--durban--1"
DOUBLED: Final = Overruled(ClaimRoute(DOUBTFUL, Payment(1, 0)), "agreed at the table")


def _begin(app: "KioskApp", players: int = 5) -> None:
    app.referee.submit(new_game(players))
    app.home()


def _exhaust(app: "KioskApp") -> None:
    state = app.referee.game.state
    app.referee.submit(Adjust("counted", discards={"jungle": state.unseen(Terrain.JUNGLE)}))


def reason(app: "KioskApp") -> None:
    """A doubling that the rules refuse, and why it is to count."""
    _begin(app)
    app.overrule(DOUBLED.play)


def own_words(app: "KioskApp") -> None:
    """A reason that is typed."""
    reason(app)
    app.root.sheet._write()
    page = app.root.sheet.ids.page.children[0]
    for letter in "we have always played it so here":
        page.type(letter)


def route_ruled(app: "KioskApp") -> None:
    """A taken route, claimed all the same."""
    _begin(app)
    app.referee.submit(ClaimRoute(COAST))
    app.claim("cape-town")
    app.rule_on(COAST, overruled=True)


def card_ruled(app: "KioskApp") -> None:
    """A first card that no longer can be left, with a reason."""
    _begin(app)
    _exhaust(app)
    app.home()
    app.desk.ruled_card("jungle", "cards were miscounted", app.desk.moment())


def card_refused(app: "KioskApp") -> None:
    """All that can be done about it."""
    _begin(app)
    _exhaust(app)
    app.home()
    app.desk.card("jungle", app.desk.moment())


def table_ruled(app: "KioskApp") -> None:
    """The announcement of a table ruling."""
    _begin(app)
    app.referee.submit(DOUBLED)


def no_tickets(app: "KioskApp") -> None:
    """Tickets, when none are left."""
    _begin(app)
    state = app.referee.game.state
    held = state.seats[0].tickets + state.tickets_left
    app.referee.submit(Adjust("counted", player=state.seats[0].name, tickets=held))
    app.draw_tickets(app.desk.moment(), overruled=True)


def values(app: "KioskApp") -> None:
    """A player's numbers put right."""
    _begin(app)
    app.ask_about(0)
    app.lay_sheet("values", "ValuesSheet", number=0)
    for name, by in (("trains", -3), ("score", 12), ("desert", 1)):
        app.root.sheet._step(name, by)


def in_doubt(route: str) -> "Callable[[KioskApp], None]":
    """A route that nobody has looked at on the board."""

    def show(app: "KioskApp") -> None:
        _begin(app)
        app.claim("cape-town")
        app.rule_on(route)

    return show


def route_card(app: "KioskApp") -> None:
    """Its card, with another length than we have."""
    in_doubt(FERRY)(app)
    app.root.sheet.differ()
    app.root.sheet._pick_length(4)


def board_corrected(app: "KioskApp") -> None:
    """The settings list what was corrected."""
    _begin(app)
    app.referee.submit(CorrectRoute(DOUBTFUL, length=4))
    app.referee.submit(CorrectRoute(FERRY, ferry_locomotives=3))
    app.scrolled["settings"] = 10_000  # where it ends
    app.go("settings")


def final_ruled(app: "KioskApp") -> None:
    """The end counts the rulings of the table."""
    _begin(app, 2)
    app.referee.submit(DOUBLED)
    app.referee.submit(Adjust("counted", player=app.referee.game.state.seats[1].name, score=3))
    for seat in app.referee.game.state.seats:
        app.referee.submit(Adjust("counted", player=seat.name, tickets=0))
    app.referee.submit(Finish())
    for seat in app.referee.game.state.seats:
        app.referee.submit(Reveal(seat.name, ()))
    app.home()


SHOWN: Final = (
    ("reason", reason),
    ("reason-own-words", own_words),
    ("ruling-taken-route", route_ruled),
    ("table-card-ruled", card_ruled),
    ("table-card-refused", card_refused),
    ("table-ruled", table_ruled),
    ("tickets-none-left", no_tickets),
    ("values", values),
    ("ruling-length-in-doubt", in_doubt(DOUBTFUL)),
    ("ruling-ferry-in-doubt", in_doubt(FERRY)),
    ("route-card", route_card),
    ("settings-board", board_corrected),
    ("final-table-rulings", final_ruled),
)
