"""A seat's secret tickets, and how close each is to completion. Pure."""

from collections.abc import Sequence
from typing import Any, Final

from companion.game.board.board import Board
from companion.game.board.paths import Network, missing_routes
from companion.game.commands import TicketFace
from companion.game.game import Game
from companion.game.rulebook import TICKET_POINTS, TICKETS
from companion.game.rules.claims import worth
from companion.game.ticket_book import TicketBook, offered, pair_of
from companion.text import typeset
from companion.words.table.desk import DeskWords

_TOO_FEW: Final = "not_enough_trains"  # such a route is still free


class InvalidTicketsError(ValueError):
    """Tickets that can't exist."""


def faces_of(board: Board, data: object) -> tuple[TicketFace, ...]:
    """Parse the tickets that a phone sends.

    Raises:
        InvalidTicketsError: if such tickets can't exist.
    """
    if not isinstance(data, list) or len(data) > TICKETS:
        raise InvalidTicketsError("no list of tickets")
    faces = tuple(_face(board, one) for one in data)
    if len({pair_of(face) for face in faces}) < len(faces):
        raise InvalidTicketsError("the same ticket twice")
    return faces


def _face(board: Board, data: object) -> TicketFace:
    if not isinstance(data, dict) or set(data) != {"from", "to", "points"}:
        raise InvalidTicketsError("no ticket")
    start, end, points = data["from"], data["to"], data["points"]
    if not (isinstance(start, str) and isinstance(end, str) and start != end):
        raise InvalidTicketsError("no two places")
    if start not in board.places or end not in board.places:
        raise InvalidTicketsError("no such place")
    least, most = TICKET_POINTS
    if type(points) is not int or not least <= points <= most:
        raise InvalidTicketsError("no such points")
    return TicketFace(start, end, points)


def tickets_data(
    game: Game, book: TicketBook, words: DeskWords, seat: int, faces: Sequence[TicketFace]
) -> dict[str, Any]:
    """Return the page data of a seat's own tickets, which nobody else may see."""
    player, order_of = game.state.seats[seat], words.names.order
    return {
        "tickets": _rows(game, words, seat, faces),
        "book": [_as_data(words, face) for face in offered(game.board, book, order_of)],
        "held": player.tickets,
        "note": _difference(words, len(faces), player.tickets),
        "shown": player.revealed is not None,
        "may_show": game.state.phase == "tickets" and player.revealed is None,
    }


def _as_data(words: DeskWords, face: TicketFace) -> dict[str, Any]:
    return {
        "from": face.start,
        "to": face.end,
        "points": face.points,
        "says": typeset(words.ticket(face.start, face.end, face.points)),
    }


def _rows(
    game: Game, words: DeskWords, seat: int, faces: Sequence[TicketFace]
) -> list[dict[str, Any]]:
    """Return the progress of each ticket; every route is evaluated once for all of them."""
    player = game.state.seats[seat]
    network = Network(game.board, player.routes)
    done = [network.joins(face.start, face.end) for face in faces]
    free = [] if all(done) or game.state.ended else free_routes(game, seat)
    # Translators: of a ticket: its two places are joined, though the game goes on.
    connected = {"state": "done", "trains": 0, "note": words.gettext("connected")}
    return [
        _as_data(words, face) | (connected if joined else _missing(game, words, seat, face, free))
        for face, joined in zip(faces, done, strict=True)
    ]


def _missing(
    game: Game, words: DeskWords, seat: int, face: TicketFace, free: Sequence[str]
) -> dict[str, Any]:
    """Return the trains still missing for a ticket, by the shortest path through free routes."""
    player, path = game.state.seats[seat], None
    if not game.state.ended:
        path = missing_routes(game.board, player.routes, free, face.start, face.end)
    if path is None:
        return {
            "state": "lost",
            "trains": None,
            # Translators: of a ticket.
            "note": words.gettext("can't be connected any more"),
        }
    trains = sum(game.board.routes[route].length for route in path)
    state = "open" if trains <= player.trains else "short"
    note = _trains_more(words, trains, player.trains)
    return {"state": state, "trains": trains, "note": note, "path": list(path)}


def free_routes(game: Game, seat: int) -> list[str]:
    """Return the routes that a player can still claim, ignoring the number of trains left."""
    values = (worth(game.board, game.state, seat, route) for route in game.board.routes)
    return [
        value.route.id
        for value in values
        if value.refusal is None or value.refusal.code == _TOO_FEW
    ]


def _trains_more(words: DeskWords, trains: int, left: int) -> str:
    if trains > left:
        # Translators: of a ticket: trains needed to complete it; {left} is how many the player
        # still has.
        text = words.ngettext(
            "shortest path: {n} more train, you have {left}",
            "shortest path: {n} more trains, you have {left}",
            trains,
        )
    else:
        # Translators: of a ticket: trains needed to complete it.
        text = words.ngettext(
            "shortest path: {n} more train",
            "shortest path: {n} more trains",
            trains,
        )
    return text.format(n=trains, left=left)


def _difference(words: DeskWords, entered: int, counted: int) -> str:
    """Return a note if the number of tickets differs from the kiosk's, else ''."""
    if entered == counted:
        return ""
    # Translators: numbers of tickets.
    text = words.gettext("Entered here: {entered}. On the kiosk: {counted}.")
    return text.format(entered=entered, counted=counted)
