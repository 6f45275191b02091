"""What a change of an earlier entry would do: every later one judged anew, on paper only. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.game.board.board import Board
from companion.game.board.corrections import changed_routes, corrected
from companion.game.commands import CorrectRoute, Insert, RuledPlay, Turn
from companion.game.events import Played, TicketsRevealed, TurnPassed
from companion.game.log.entries import Revised
from companion.game.log.steps import Step
from companion.game.refusal import Refusal
from companion.game.rules.judging import Ruling, judge, rule_as
from companion.game.rules.tickets import ticket_count
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
    """With this play of this player in an entry's place; one that was out moves the later ones on.

    Raises:
        Refusal: it is illegal at its own moment.
    """
    course = _Replay(board, target.moment)
    course.put(target.seq, judge(board, course.state, turn, seat))
    return course.go_on(later, shift=1 if target.is_out else 0)


def voided(board: Board, target: Step, later: list[Step], *, shift: bool) -> Course:
    """With an entry's turn passed; with `shift`, or of no play, as if it had never been made."""
    if target.is_out:
        return Course(board, [target, *later][-1].state)
    course = _Replay(board, target.moment)
    if target.is_play and not shift:
        assert target.seat is not None
        course.put(target.seq, rule_as(board, course.state, TurnPassed(target.seat), None))
    else:
        course.put(target.seq, Ruling(None, (), course.state))
    return course.go_on(later, shift=-1 if shift else 0)


def inserted(
    board: Board, before: Step, later: list[Step], change: Insert, seq: int, seat: int
) -> Course:
    """With a forgotten turn after an entry.

    Raises:
        Refusal: it is illegal at its own moment.
    """
    course = _Replay(board, before.state)
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
    return _Replay(new, first.moment).go_on([first, *later], always=first.seq)


class _Replay:
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
    if not step.events:  # a remark, or out
        return Ruling(None, (), state), None
    recorded, seat = step.recorded, None
    assert recorded is not None
    if isinstance(recorded, Played):
        seat = (recorded.seat + shift) % len(state.seats)
        recorded = replace(recorded, seat=seat)
    if isinstance(recorded, TicketsRevealed) and not state.ended:
        return rule_as(board, state, recorded, None), _miscounted(state, recorded)
    if step.voided:
        return rule_as(board, state, recorded, None), None
    move = step.move
    try:
        return judge(board, state, move.play if isinstance(move, RuledPlay) else move, seat), None
    except Refusal as refusal:
        if isinstance(move, RuledPlay):
            return rule_as(board, state, recorded, "R20", refusal.code), None
        return rule_as(board, state, recorded, None), refusal.to_keep()


def _miscounted(state: State, reveal: TicketsRevealed) -> Refusal | None:
    """Why tickets that wait for the end of play are dropped; None: they wait."""
    seat = state.seats[reveal.seat]
    return None if len(reveal.tickets) == seat.tickets else ticket_count(seat, len(reveal.tickets))


def dropped_reveals(head: Step) -> dict[int, Refusal]:
    """The tickets that were shown and do not count, for their number is wrong now; by entry."""
    dropped: dict[int, Refusal] = {}
    corrected_since: set[int] = set()
    for step in head.back():
        event = step.events[0] if step.events else None
        if isinstance(event, TicketsRevealed) and event.seat not in corrected_since:
            corrected_since.add(event.seat)
            seat = head.state.seats[event.seat]
            if seat.revealed is None:
                dropped[step.seq] = ticket_count(seat, len(event.tickets))
    return dropped
