"""Tickets: keeping them, and revealing them at the end (R10, R12-R14, R16)."""

from collections.abc import Sequence

from companion.game.board.board import Board
from companion.game.board.paths import Network
from companion.game.commands import DrawTickets, Reveal, TicketFace
from companion.game.events import Ticket, TicketsKept, TicketsRevealed
from companion.game.refusal import Refusal
from companion.game.rules.turns import find_seat, require_play
from companion.game.state import Seat, State


def check_kept(draw: DrawTickets, drawn: int) -> None:
    """Refuse to keep no ticket, or more than were drawn (R10)."""
    if not 1 <= draw.kept <= drawn:
        raise Refusal("tickets_kept", kept=draw.kept, least=1, most=drawn)


def judge_tickets(board: Board, state: State, draw: DrawTickets) -> tuple[str, TicketsKept]:
    """Return the rule and event of keeping tickets (R10).

    Raises:
        Refusal: If the deck is empty or the number is wrong.
    """
    seat = require_play(state)
    drawn = min(state.tickets_drawn, state.tickets_left)
    if not drawn:
        raise Refusal("no_tickets_left")
    check_kept(draw, drawn)
    return "R10", TicketsKept(seat, draw.kept)


def judge_reveal(board: Board, state: State, reveal: Reveal) -> tuple[str, TicketsRevealed]:
    """Return the rule and event of a reveal, with the completed tickets marked (R16).

    Raises:
        Refusal: If these can't be the player's tickets, or play has not ended.
    """
    if not state.ended:
        raise Refusal("wrong_phase", phase=state.phase)
    number = find_seat(state, reveal.player)
    for ticket in reveal.tickets:
        for place in (ticket.start, ticket.end):
            if place not in board.places:
                raise Refusal("unknown_place", place=place)
    seat = state.seats[number]
    if len(reveal.tickets) != seat.tickets:
        raise ticket_count(seat, len(reveal.tickets))
    completed = check_tickets(board, seat, reveal.tickets)
    tickets = tuple(
        Ticket(face.start, face.end, face.points, done)
        for face, done in zip(reveal.tickets, completed, strict=True)
    )
    return "R16", TicketsRevealed(number, tickets)


def ticket_count(seat: Seat, shown: int) -> Refusal:
    """Return the refusal of a reveal with the wrong number of tickets."""
    return Refusal("ticket_count", player=seat.name, shown=shown, held=seat.tickets)


def check_tickets(
    board: Board, seat: Seat, tickets: Sequence[TicketFace | Ticket]
) -> tuple[bool, ...]:
    """Return for each ticket whether the player's own routes complete it."""
    if not tickets:
        return ()
    network = Network(board, seat.routes)
    return tuple([network.joins(ticket.start, ticket.end) for ticket in tickets])
