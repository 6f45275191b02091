"""All sheets by name, as in app.open_sheet(sheets.entry, entry=12).

There is one function per sheet. It imports the sheet's module on first use.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.desk.responses import Moment
    from companion.game.commands import TicketFace
    from kiosk.past_games.people import PersonView
    from kiosk.past_games.view import GameView


def player(number: int) -> "Widget":
    from kiosk.table.player import PlayerSheet

    return PlayerSheet(number=number)


def values(number: int) -> "Widget":
    from kiosk.table.player import ValuesSheet

    return ValuesSheet(number=number)


def end_early() -> "Widget":
    from kiosk.table.ending import EndEarlySheet

    return EndEarlySheet()


def tickets_drawn() -> "Widget":
    from kiosk.table.tickets_drawn import TicketsDrawnSheet

    return TicketsDrawnSheet()


def ruling(route: str) -> "Widget":
    from kiosk.claim.ruling import RulingSheet

    return RulingSheet(route=route)


def route_card(route: str, then: "Callable[[], None] | None" = None) -> "Widget":
    from kiosk.claim.route_card import RouteCard

    return RouteCard(route=route, then=then)


def reason(title: str, then: "Callable[[str, Moment], None]") -> "Widget":
    from kiosk.log.reason import ReasonSheet

    return ReasonSheet(title=title, then=then)


def entry(entry: int) -> "Widget":
    from kiosk.log.entry import EntrySheet

    return EntrySheet(entry=entry)


def objection(entry: int) -> "Widget":
    from kiosk.log.objection import ObjectionSheet

    return ObjectionSheet(entry=entry)


def edit_turn() -> "Widget":
    from kiosk.log.edit_turn import EditTurnSheet

    return EditTurnSheet()


def consequences(then: "Callable[[], None] | None" = None) -> "Widget":
    from kiosk.log.consequences import ConsequencesSheet

    return ConsequencesSheet(then=then)


def book_ticket(face: "TicketFace") -> "Widget":
    from kiosk.reveal.book_ticket import BookTicketSheet

    return BookTicketSheet(face=face)


def merge(person: "PersonView", on_done: Callable[[str], None]) -> "Widget":
    from kiosk.past_games.person import MergeSheet

    return MergeSheet(person=person, on_done=on_done)


def delete_game(game: str, view: "GameView") -> "Widget":
    from kiosk.past_games.deleting import DeleteSheet

    return DeleteSheet(game=game, view=view)


def qr_code(game: str | None = None) -> "Widget":
    from kiosk.export.qr_code import QrCodeSheet

    return QrCodeSheet(game=game)


def score_link(game: str | None = None) -> "Widget":
    from kiosk.phones.score_link import ScoreLinkSheet

    return ScoreLinkSheet(game=game)


def phone_asks(number: int, seat: int) -> "Widget":
    from kiosk.phones.asking import PhoneAsksSheet

    return PhoneAsksSheet(number=number, seat=seat)


def edition() -> "Widget":
    from kiosk.settings.edition import EditionSheet

    return EditionSheet()


def ask_pin(then: Callable[[], None]) -> "Widget":
    from kiosk.pin.sheets import AskPinSheet

    return AskPinSheet(then=then)


def new_pin(then: Callable[[], None]) -> "Widget":
    from kiosk.pin.sheets import NewPinSheet

    return NewPinSheet(then=then)


def report(title: str, texts: Sequence[str]) -> "Widget":
    from kiosk.error_screens.screen import ReportSheet

    return ReportSheet(title=title, texts=texts)
