"""The rules of play, pure: judge(board, state, move) returns a ruling or raises a refusal."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game.board.board import Board
from companion.game.commands import (
    Adjust,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    Finish,
    Move,
    Pass,
    Play,
    Reveal,
    RuledPlay,
    Turn,
)
from companion.game.events import (
    CardsDrawn,
    Event,
    GameScored,
    Moved,
    Played,
    TicketsChecked,
    TicketsKept,
    TurnPassed,
)
from companion.game.refusal import Refusal
from companion.game.rules.claims import find_route, judge_claim, route_claimed
from companion.game.rules.draws import check_cards_exist, check_known, check_number, judge_draw
from companion.game.rules.scoring import score_cards
from companion.game.rules.table_rulings import judge_adjust
from companion.game.rules.tickets import check_kept, check_tickets, judge_reveal, judge_tickets
from companion.game.rules.turns import judge_finish, judge_pass
from companion.game.state import State, apply


@dataclass(frozen=True, slots=True)
class Ruling:
    """The effect of a move: the rule applied, its events, and the state after them."""

    rule: str | None
    events: tuple[Event, ...]
    state: State
    set_aside: str | None = None  # code of the refusal that the table overruled


def judge(board: Board, state: State, move: Move, seat: int | None = None) -> Ruling:
    """Rule on a move. A play is made by `seat`, by default the player to move.

    Raises:
        Refusal: With the first code that applies.
    """
    if seat is not None and seat != state.to_move:
        state = state._replace(to_move=seat)
    if isinstance(move, RuledPlay):
        return _count_anyway(board, state, move)
    rule, event = _JUDGES[type(move)](board, state, move)
    return rule_as(board, state, event, rule)


def _count_anyway(board: Board, state: State, move: RuledPlay) -> Ruling:
    """Accept a play even if the rules refuse it (R20); a legal one is judged normally."""
    check_cards_exist(state, move.play)
    event = _as_played(board, state, move.play)
    try:
        return judge(board, state, move.play)
    except Refusal as refusal:
        return rule_as(board, state, event, "R20", refusal.code)


def _as_played(board: Board, state: State, play: Play) -> Played:
    """Return the event of a play without judging it.

    Raises:
        Refusal: If there is no such card or route.
    """
    seat = state.to_move
    match play:
        case DrawCards():
            check_known(play)
            return CardsDrawn(seat, play.cards)
        case ClaimRoute():
            return route_claimed(seat, find_route(board, play.route), play)
        case DrawTickets():
            return TicketsKept(seat, play.kept)
    return TurnPassed(seat)


def rule_as(
    board: Board, state: State, event: Moved, rule: str | None, set_aside: str | None = None
) -> Ruling:
    """Apply an event as recorded, without judging it, and add its consequences."""
    events: list[Event] = [event]
    state = apply(state, event)
    if state.ended:
        for checked in _check_again(board, state):
            events.append(checked)
            state = apply(state, checked)
    if state.phase == "over":
        events.append(GameScored(score_cards(state)))
        state = apply(state, events[-1])
    return Ruling(rule, tuple(events), state, set_aside)


def check_form(board: Board, tickets_drawn: int, turn: Turn) -> None:
    """Refuse a play that would be wrong at any point of a game."""
    play = turn.play if isinstance(turn, RuledPlay) else turn
    if isinstance(play, DrawCards):
        check_known(play)
        if play is turn:
            check_number(play)
    elif isinstance(play, ClaimRoute):
        find_route(board, play.route)
    elif isinstance(turn, DrawTickets):
        check_kept(turn, tickets_drawn)


def _check_again(board: Board, state: State) -> Iterator[TicketsChecked]:
    """Yield new results for tickets that were revealed before the routes changed."""
    for number, seat in enumerate(state.seats):
        tickets = seat.revealed or ()
        completed = check_tickets(board, seat, tickets)
        if completed != tuple(ticket.completed for ticket in tickets):
            yield TicketsChecked(number, completed)


_JUDGES: Mapping[type, Callable[[Board, State, Any], tuple[str | None, Moved]]] = {
    DrawCards: judge_draw,
    ClaimRoute: judge_claim,
    DrawTickets: judge_tickets,
    Pass: judge_pass,
    Adjust: judge_adjust,
    Finish: judge_finish,
    Reveal: judge_reveal,
}
