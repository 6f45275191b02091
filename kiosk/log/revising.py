"""From an entry of the log to the screen it was entered on: what Amend and Insert open."""

from typing import TYPE_CHECKING

from companion.desk.occasion import Occasion
from companion.game.commands import ClaimRoute, DrawTickets

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def amend(app: "KioskApp", entry: int) -> None:
    """Open an entry's own input screen, filled in."""
    occasion = Occasion.again(app.referee.game, entry)
    app.go("log")
    app.desk.revise(occasion)
    match occasion.entered:
        case ClaimRoute(route=route):
            app.go("claim", city=occasion.board.routes[route].a)
            app.rule_on(route)
        case DrawTickets():
            app.lay_sheet("tickets_drawn", "TicketsDrawnSheet")
        case _:
            tell(app)


def insert(app: "KioskApp", after: int) -> None:
    """Ask for a turn that was forgotten; of the next player, unless another is picked."""
    game = app.referee.game
    seat = game.head.since(after)[0].state.to_move
    app.go("log")
    app.desk.revise(Occasion.forgotten(game, after, seat))
    tell(app)


def tell(app: "KioskApp") -> None:
    """Ask what the turn was, and whose."""
    occasion = app.desk.occasion
    if app.shown == "claim":
        app.go("log")
        app.desk.revise(occasion)
    app.lay_sheet("turn_again", "TurnAgainSheet")
