"""Whose turn it is, passing, and ending play."""

from companion.game.board.board import Board
from companion.game.commands import Finish, Pass
from companion.game.events import PlayFinished, TurnPassed
from companion.game.refusal import Refusal
from companion.game.state import State


def require_play(state: State) -> int:
    """Return the seat to move.

    Raises:
        Refusal: If play has ended.
    """
    if state.ended:
        raise Refusal("wrong_phase", phase=state.phase)
    return state.to_move


def find_seat(state: State, name: str) -> int:
    """Return the seat of a player.

    Raises:
        Refusal: If nobody has that name.
    """
    seat = state.seat_of(name)
    if seat is None:
        raise Refusal("unknown_player", player=name)
    return seat


def judge_pass(board: Board, state: State, command: Pass) -> tuple[None, TurnPassed]:
    """Return the event of passing."""
    return None, TurnPassed(require_play(state))


def judge_finish(board: Board, state: State, command: Finish) -> tuple[None, PlayFinished]:
    """Return the event of ending play early."""
    require_play(state)
    return None, PlayFinished()
