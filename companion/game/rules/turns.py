"""Whose turn it is, passing it on, and the end of play."""

from companion.game.board.board import Board
from companion.game.commands import Finish, Pass
from companion.game.events import PlayFinished, TurnPassed
from companion.game.refusal import Refusal
from companion.game.state import State


def require_play(state: State) -> int:
    """Whose turn it is.

    Raises:
        Refusal: play has ended.
    """
    if state.ended:
        raise Refusal("wrong_phase", phase=state.phase)
    return state.to_move


def find_seat(state: State, name: str) -> int:
    """The seat of a player.

    Raises:
        Refusal: nobody of that name plays.
    """
    seat = state.seat_of(name)
    if seat is None:
        raise Refusal("unknown_player", player=name)
    return seat


def judge_pass(board: Board, state: State, command: Pass) -> tuple[None, TurnPassed]:
    """A turn without a play."""
    return None, TurnPassed(require_play(state))


def judge_finish(board: Board, state: State, command: Finish) -> tuple[None, PlayFinished]:
    """The table ends play before the count of trains does."""
    require_play(state)
    return None, PlayFinished()
