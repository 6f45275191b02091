"""Table rulings: values set by the table (R20)."""

from collections.abc import Mapping

from companion.game.board.board import Board
from companion.game.commands import Adjust
from companion.game.events import Holding, TableRuled
from companion.game.refusal import Refusal, bad_request
from companion.game.rulebook import CARDS_OF_TERRAIN, TERRAINS, TICKETS
from companion.game.rules.turns import find_seat
from companion.game.state import State


def check_parts(state: State, adjust: Adjust) -> None:
    """Check that a table ruling needs no more parts than the box has.

    Raises:
        Refusal: bad_request.
    """
    seat = None if adjust.player is None else state.seat_of(adjust.player)
    others = [other for number, other in enumerate(state.seats) if number != seat]
    terrain = {} if seat is None else adjust.terrain  # an unknown player gets a different refusal
    if seat is not None and adjust.tickets is not None:
        held = adjust.tickets + sum(other.tickets for other in others)
        if held > TICKETS:
            raise bad_request(
                "tickets", "would make {n} in all, but there are only {most}", n=held, most=TICKETS
            )
    for kind in TERRAINS:
        if kind in terrain or kind in adjust.discards:
            cards = sum(other.front.of(kind) for other in others)
            cards += terrain.get(kind, 0 if seat is None else state.seats[seat].front.of(kind))
            cards += adjust.discards.get(kind, state.discards.of(kind))
            if cards > CARDS_OF_TERRAIN:
                raise bad_request(
                    kind,
                    "would make {n} in all, but there are only {most}",
                    n=cards,
                    most=CARDS_OF_TERRAIN,
                )


def judge_adjust(board: Board, state: State, adjust: Adjust) -> tuple[str, TableRuled]:
    """Return the rule and event of a table ruling on values (R20).

    Raises:
        Refusal: If the player or terrain is unknown, or the box has too few parts.
    """
    check_parts(state, adjust)
    seat = None if adjust.player is None else find_seat(state, adjust.player)
    for terrain in (*adjust.terrain, *adjust.discards):
        if terrain not in TERRAINS:
            raise Refusal("unknown_terrain", terrain=terrain)
    event = TableRuled(
        seat=seat,
        front=_holdings(adjust.terrain),
        trains=adjust.trains,
        tickets=adjust.tickets,
        score=adjust.score or 0,
        discards=_holdings(adjust.discards),
    )
    return "R20", event


def _holdings(counts: Mapping[str, int]) -> tuple[Holding, ...]:
    return tuple(Holding(t, counts[t]) for t in TERRAINS if t in counts)
