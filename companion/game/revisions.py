"""What a change of an earlier entry would do: every later one judged anew, on paper only. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.game.board import Board
from companion.game.board_corrections import changed_routes, corrected
from companion.game.commands import CorrectRoute, Insert, Turn
from companion.game.entries import Revised
from companion.game.events import Moved, Played, TurnPassed
from companion.game.refusal import Refusal
from companion.game.rules import Ruling, judge, rule_as
from companion.game.standing import Step
from companion.game.state import State


@dataclass(frozen=True, slots=True)
class Conflict:
    """A later entry that the rules would now refuse, and why."""

    entry: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Course:
    """The game as it would have gone: what entries do now, and which of them conflict."""

    board: Board
    state: State
    revised: tuple[Revised, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


def amended(board: Board, target: Step, later: list[Step], turn: Turn, seat: int | None) -> Course:
    """With this play of this player in an entry's place.

    Raises:
        Refusal: it is illegal at its own moment.
    """
    assert target.before is not None
    course = _Judging(board, target.before.state)
    course.put(target.seq, judge(board, course.state, turn, seat))
    return course.go_on(later)


def voided(board: Board, target: Step, later: list[Step]) -> Course:
    """With an entry's turn passed."""
    assert target.before is not None
    assert target.seat is not None
    course = _Judging(board, target.before.state)
    course.put(target.seq, rule_as(board, course.state, TurnPassed(target.seat), None))
    return course.go_on(later)


def inserted(
    board: Board, before: Step, later: list[Step], change: Insert, seq: int, seat: int
) -> Course:
    """With a forgotten turn after an entry.

    Raises:
        Refusal: it is illegal at its own moment.
    """
    course = _Judging(board, before.state)
    course.put(seq, judge(board, course.state, change.play, seat))
    return course.go_on(later, shift=1 if change.shift else 0)


def on_corrected_board(board: Board, head: Step, change: CorrectRoute) -> Course:
    """With a route as it is printed: its claims count by that.

    Raises:
        Refusal: there is no such route, or none can be like this.
    """
    new = corrected(board, change)
    changed = {route.id for route in changed_routes(board, new)}
    claims = [step for step in head.back() if step.request.get("route") in changed]
    if not claims:  # what came before the first claim on it does not depend on it
        return Course(new, head.state)
    first, *later = head.since(claims[-1].seq)
    assert first.before is not None
    return _Judging(new, first.before.state).go_on([first, *later], always=first.seq)


class _Judging:
    """Judges a changed course of entries in order, each on the state left by those before."""

    def __init__(self, board: Board, state: State) -> None:
        self.board, self.state = board, state
        self._revised: list[Revised] = []
        self._conflicts: list[Conflict] = []

    def put(self, seq: int, ruling: Ruling, code: str | None = None) -> None:
        """An entry that does something else now."""
        self._revised.append(Revised(seq, ruling.events, code, ruling.set_aside))
        self.state = ruling.state

    def go_on(self, later: Iterable[Step], shift: int = 0, always: int | None = None) -> Course:
        """Judge what came after; `always` notes this entry even where nothing has changed."""
        for step in later:
            ruling, refusal = _judge_again(self.board, self.state, step, shift)
            code = None if refusal is None else refusal.code
            if refusal is not None and step.conflict is None:
                self._conflicts.append(Conflict(step.seq, refusal))
            was = (step.events, step.conflict, step.set_aside)
            if (ruling.events, code, ruling.set_aside) != was or step.seq == always:
                self.put(step.seq, ruling, code)
            self.state = ruling.state
        return Course(self.board, self.state, tuple(self._revised), tuple(self._conflicts))


def _judge_again(
    board: Board, state: State, step: Step, shift: int
) -> tuple[Ruling, Refusal | None]:
    """What a later step does after a revision; refused, it stands as it was recorded."""
    if not step.events:  # a remark
        return Ruling(None, (), state), None
    recorded: Moved = step.events[0]  # type: ignore[assignment]
    seat = recorded.seat if isinstance(recorded, Played) else None
    if shift and isinstance(recorded, Played):
        seat = (recorded.seat + shift) % len(state.seats)
        recorded = replace(recorded, seat=seat)
    waits = step.verb == "reveal" and not state.ended
    if step.voided or waits:
        return rule_as(board, state, recorded, None), None
    try:
        return judge(board, state, step.move, seat), None
    except Refusal as refusal:
        return rule_as(board, state, recorded, None), refusal
