"""Opens the input screen of a log entry, to edit it or to insert a turn."""

from functools import partial
from typing import TYPE_CHECKING

from companion.game.commands import ClaimRoute, DrawTickets
from kiosk import screens, sheets

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def amend(app: "KioskApp", entry: int) -> None:
    """Open the input screen of an entry, filled in, over its page of the log."""
    back = (
        app.rebuild_later()
        if app.screen_name == screens.log.__name__
        else partial(app.go, screens.log)
    )
    back()
    app.desk.amend(entry)
    turn_context = app.desk.turn_context
    match turn_context.entered:
        case ClaimRoute(route=route):
            app.go(screens.claim, city=turn_context.board.routes[route].a)
            app.rule_on(route)
        case DrawTickets():
            app.open_sheet(sheets.tickets_drawn)
        case _:
            open_editor(app)


def insert(app: "KioskApp", after: int) -> None:
    """Let the players enter a missed turn after this entry."""
    app.go(screens.log)
    app.desk.insert_after(after)
    open_editor(app)


def open_editor(app: "KioskApp") -> None:
    """Open the sheet for the turn's player and play."""
    turn_context = app.desk.turn_context
    if app.screen_name == "claim":
        app.go(screens.log)
        app.desk.revise(turn_context)
    app.open_sheet(sheets.edit_turn)
