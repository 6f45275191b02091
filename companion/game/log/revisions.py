"""The effects of changing an earlier entry: all later ones are judged again. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.game.board.board import Board
from companion.game.board.corrections import changed_routes, corrected
from companion.game.commands import CorrectRoute, Insert, RuledPlay, Turn
from companion.game.events import Played, TicketsRevealed, TurnPassed
from companion.game.log.entries import Revised
from companion.game.log.timeline import Step
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
    """A replayed game: the changed entries, and which of them conflict."""

    board: Board
    state: State
    revised: tuple[Revised, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


def amended(board: Board, target: Step, later: list[Step], turn: Turn, seat: int | None) -> Course:
    """Replay with this play and player in an entry; reviving one that is out shifts later turns.

    Raises:
        Refusal: If the play is illegal at that point.
    """
    course = _Replay(board, target.moment)
    course.put(target.seq, judge(board, course.state, turn, seat))
    return course.go_on(later, shift=1 if target.is_out else 0)


def voided(board: Board, target: Step, later: list[Step], *, shift: bool) -> Course:
    """Replay with an entry as a pass; with `shift`, or if it is no play, without it."""
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
    """Replay with a missed turn after an entry.

    Raises:
        Refusal: If the play is illegal at that point.
    """
    course = _Replay(board, before.state)
    course.put(seq, judge(board, course.state, change.play, seat))
    return course.go_on(later, shift=1 if change.shift else 0)


def on_corrected_board(board: Board, head: Step, change: CorrectRoute) -> Course:
    """Replay on a corrected board, which changes the score of claims on that route.

    Raises:
        Refusal: If there is no such route, or the values are impossible.
    """
    new = corrected(board, change)
    changed = {route.id for route in changed_routes(board, new)}
    claims = [step for step in head.back() if step.request.get("route") in changed]
    if not claims:  # nothing before the first claim on it depends on it
        return Course(new, head.state)
    first, *later = head.since(claims[-1].seq)
    return _Replay(new, first.moment).go_on([first, *later], always=first.seq)


class _Replay:
    """Judges entries in order, each on the state left by the one before."""

    def __init__(self, board: Board, state: State) -> None:
        self.board, self.state = board, state
        self._revised: list[Revised] = []
        self._conflicts: list[Conflict] = []

    def put(self, seq: int, ruling: Ruling, code: str | None = None) -> None:
        """Record an entry whose effect has changed."""
        self._revised.append(Revised(seq, ruling.events, code, ruling.set_aside))
        self.state = ruling.state

    def go_on(self, later: Iterable[Step], shift: int = 0, always: int | None = None) -> Course:
        """Judge all later entries; `always` records this one even if nothing has changed."""
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
    """Judge a later step again; if it is refused, it stands as recorded."""
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
    """Return why tickets revealed before the end of play are dropped; None if they are not."""
    seat = state.seats[reveal.seat]
    return None if len(reveal.tickets) == seat.tickets else ticket_count(seat, len(reveal.tickets))


def dropped_reveals(head: Step) -> dict[int, Refusal]:
    """Return the reveals that don't count because their number is wrong now, by entry."""
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
