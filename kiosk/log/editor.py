"""From an entry of the log to the screen it was entered on: what Amend and Insert open."""

from functools import partial
from typing import TYPE_CHECKING

from companion.game.commands import ClaimRoute, DrawTickets
from kiosk import screens, sheets

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def amend(app: "KioskApp", entry: int) -> None:
    """Open an entry's own input screen, filled in, over the page of the log that it is from."""
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
    """Ask for a turn that was forgotten."""
    app.go(screens.log)
    app.desk.insert_after(after)
    open_editor(app)


def open_editor(app: "KioskApp") -> None:
    """Ask what the turn was, and whose."""
    turn_context = app.desk.turn_context
    if app.screen_name == "claim":
        app.go(screens.log)
        app.desk.revise(turn_context)
    app.open_sheet(sheets.edit_turn)
