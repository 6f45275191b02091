"""Tickets: keeping them, and showing them at the end (R10, R12-R14, R16)."""

from collections.abc import Sequence

from companion.game.board.board import Board
from companion.game.board.paths import Network
from companion.game.commands import DrawTickets, Reveal, TicketFace
from companion.game.events import Ticket, TicketsKept, TicketsRevealed
from companion.game.refusal import Refusal
from companion.game.rules.turns import find_seat, require_play
from companion.game.state import Seat, State


def check_kept(draw: DrawTickets, drawn: int) -> None:
    """Refuse more tickets than were drawn, and none (R10)."""
    if not 1 <= draw.kept <= drawn:
        raise Refusal("tickets_kept", kept=draw.kept, least=1, most=drawn)


def judge_tickets(board: Board, state: State, draw: DrawTickets) -> tuple[str, TicketsKept]:
    """Whether so many can be kept, and that they are (R10)."""
    seat = require_play(state)
    drawn = min(state.tickets_drawn, state.tickets_left)
    if not drawn:
        raise Refusal("no_tickets_left")
    check_kept(draw, drawn)
    return "R10", TicketsKept(seat, draw.kept)


def judge_reveal(board: Board, state: State, reveal: Reveal) -> tuple[str, TicketsRevealed]:
    """Whether these can be a player's tickets, and which of them are completed (R16)."""
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
    """More or fewer tickets were shown than the player holds."""
    return Refusal("ticket_count", player=seat.name, shown=shown, held=seat.tickets)


def check_tickets(
    board: Board, seat: Seat, tickets: Sequence[TicketFace | Ticket]
) -> tuple[bool, ...]:
    """Which of these tickets the player's own routes complete."""
    if not tickets:
        return ()
    network = Network(board, seat.routes)
    return tuple([network.joins(ticket.start, ticket.end) for ticket in tickets])
