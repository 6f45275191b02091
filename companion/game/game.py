"""A game as the fold of its log: the standing entries, undo, and proposed changes.

Undo returns to an earlier step and keeps everything; a revision (log/revisions.py) rebuilds the
steps after it and keeps the old ones.
"""

from bisect import bisect_left
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from companion.game.board.board import Board
from companion.game.board.corrections import corrected
from companion.game.commands import (
    Amend,
    Change,
    CorrectRoute,
    Insert,
    Note,
    Object,
    Redo,
    Revision,
    RuledPlay,
    Settle,
    Turn,
    Undo,
    Void,
)
from companion.game.events import Event
from companion.game.log.disputes import check_objection
from companion.game.log.entries import Entry, Revised
from companion.game.log.revisions import (
    Conflict,
    Course,
    amended,
    dropped_reveals,
    inserted,
    on_corrected_board,
    voided,
)
from companion.game.log.timeline import PLAYS, REMARKS, WITHDRAWABLE, Step, next_step, rebuilt
from companion.game.refusal import Refusal, bad_request
from companion.game.requests.requests import parse, request_of
from companion.game.rules.draws import check_cards_exist
from companion.game.rules.judging import check_form, judge
from companion.game.rules.turns import find_seat
from companion.game.state import State, start

REVISIONS: Final = ("amend", "void", "insert", "correct_route")


class Head(NamedTuple):
    """The last standing step after a change, and the entry that made that change."""

    made_by: int
    step: Step
    board: Board  # from then on


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change judged but not applied: the entry it would add, and the resulting state."""

    entry: Entry
    state: State
    board: Board
    conflicts: tuple[Conflict, ...] | None = None
    switched: int | None = None  # the entry that is undone or redone


class Game:
    """One game: judges changes against the standing entries, and folds accepted ones."""

    def __init__(self, uuid: str, board: Board, names: Sequence[str], first: Entry) -> None:
        if first.started is None:
            raise ValueError("a game's log begins with its start")
        state = start(first.started, names)
        self.uuid = uuid
        self.entries: list[Entry] = [first]
        step = Step(first.seq, first.request, None, (), state, None)
        self._standing = [Head(first.seq, step, board)]
        self._undone: list[Head] = []

    @property
    def seq(self) -> int:
        """Number of entries in the log."""
        return len(self.entries)

    @property
    def board(self) -> Board:
        """The board with this table's corrections."""
        return self._standing[-1].board

    @property
    def first_board(self) -> Board:
        """The board as it was when the game started."""
        return self._standing[0].board

    @property
    def head(self) -> Step:
        return self._standing[-1].step

    @property
    def state(self) -> State:
        """The current state."""
        return self.head.state

    def as_of_now(self) -> "Game":
        """Return a snapshot that another thread can read while this game changes."""
        same = copy(self)
        same.entries = list(self.entries)
        same._standing, same._undone = list(self._standing), list(self._undone)
        return same

    @property
    def last_change(self) -> Entry:
        """The last entry that is not a remark, such as an objection."""
        return next(entry for entry in reversed(self.entries) if entry.verb not in REMARKS)

    @property
    def last_play(self) -> Step | None:
        """The last standing turn, whatever was ruled, revealed or remarked since.

        A turn voided as entered twice is skipped; any other voided turn is a pass.
        """
        turns = (step for step in self.head.back() if step.is_play and not step.is_out)
        return next(turns, None)

    def stands(self, seq: int) -> bool:
        """Whether an entry of the log is in force; undo and redo themselves always are."""
        if not 1 <= seq <= self.seq:
            return False
        if self.entries[seq - 1].verb in ("undo", "redo"):
            return True
        place = bisect_left(self._standing, seq, key=lambda head: head.made_by)
        return place < len(self._standing) and self._standing[place].made_by == seq

    def undos_to(self, seat: int) -> int | None:
        """Return how many undos lead back to this player's turn, or None."""
        for count, head in enumerate(reversed(self._standing)):
            if count and head.step.state.player == seat:
                return count
        return None

    def table_rulings(self) -> list[Step]:
        """Return the standing table rulings (R20), oldest first."""
        return [step for step in self.head.back() if step.is_table_ruling][::-1]

    # --- judging, without side effects ---

    def propose(self, change: Change) -> Proposal:
        """Judge a change without applying it.

        Raises:
            Refusal: If it is not allowed.
        """
        match change:
            case Undo():
                return self._propose_undo(change)
            case Redo():
                return self._propose_redo(change)
            case Amend() | Void() | Insert() | CorrectRoute():
                return self._propose_revision(change)
            case Object() | Settle():
                return self._propose_note(change)
        ruling = judge(self.board, self.state, change)
        entry = self._entry(
            change,
            ruling.state,
            rule=ruling.rule,
            events=ruling.events,
            set_aside=ruling.set_aside,
        )
        dropped = self._dropped_by(entry, ruling.state)
        return Proposal(entry, ruling.state, self.board, dropped or None)

    def _entry(
        self,
        change: Change,
        after: State,
        *,
        rule: str | None = None,
        events: tuple[Event, ...] = (),
        revised: tuple[Revised, ...] = (),
        set_aside: str | None = None,
    ) -> Entry:
        did = events
        if isinstance(change, Insert):  # the inserted play is its first revision
            did, set_aside = revised[0].events, revised[0].set_aside
        return Entry(
            seq=self.seq + 1,
            turn=self.state.turn,
            seat=getattr(did[0], "seat", None) if did else None,
            request=request_of(change),
            rule=rule,
            phase=after.phase,
            events=events,
            revised=revised,
            set_aside=set_aside,
        )

    def _propose_undo(self, change: Undo) -> Proposal:
        if len(self._standing) == 1:
            raise Refusal("nothing_to_undo")
        _, step, board = self._standing[-2]
        undone = self._standing[-1].made_by
        return Proposal(self._entry(change, step.state), step.state, board, switched=undone)

    def _propose_redo(self, change: Redo) -> Proposal:
        if not self._undone:
            raise Refusal("nothing_to_redo")
        redone, step, board = self._undone[-1]
        return Proposal(self._entry(change, step.state), step.state, board, switched=redone)

    def _propose_note(self, note: Note) -> Proposal:
        if isinstance(note, Object):
            find_seat(self.state, note.by)
        if not self.stands(note.entry):
            raise Refusal("unknown_entry", entry=note.entry)
        if isinstance(note, Object):
            check_objection(self.head, self.entries[note.entry - 1], note)
        return Proposal(self._entry(note, self.state), self.state, self.board)

    def _propose_revision(self, change: Revision) -> Proposal:
        course = self._course(change)
        entry = self._entry(change, course.state, revised=course.revised)
        return Proposal(entry, course.state, course.board, self._new_conflicts(course, entry))

    def _new_conflicts(self, course: Course, entry: Entry) -> tuple[Conflict, ...]:
        """Return the conflicts that a revision adds; a reveal dropped earlier is not new."""
        known = dropped_reveals(self.head)
        judged = tuple(conflict for conflict in course.conflicts if conflict.entry not in known)
        listed = {conflict.entry for conflict in judged}
        dropped = self._dropped_by(entry, course.state)
        return judged + tuple(conflict for conflict in dropped if conflict.entry not in listed)

    def _dropped_by(self, entry: Entry, after: State) -> tuple[Conflict, ...]:
        """Return the reveals that no longer match the number of tickets held after a change."""
        if all(seat.revealed is None for seat in self.state.seats):
            return ()
        known = {step.seq for step in self.head.back() if step.conflict is not None}
        known.update(dropped_reveals(self.head))
        dropped = dropped_reveals(self._with(entry, after).step)
        return tuple(Conflict(seq, dropped[seq]) for seq in sorted(dropped.keys() - known))

    def _course(self, change: Revision) -> Course:
        """Replay the game with the change."""
        match change:
            case Insert():
                before, *later = self._since(change.after, change.play, change.player)
                by = self._seat_at(before.state, change.play, change.player)
                return inserted(self.board, before, later, change, self.seq + 1, by)
            case Amend():
                target, *later = self._play(change.entry, change.play, change.player)
                turn, seat = change.play or target.turn, target.seat
                if change.player is not None:
                    seat = self._seat_at(target.moment, turn, change.player)
                return amended(self.board, target, later, turn, seat)
            case Void():
                target, *later = self._withdrawable(change.entry, change.shift)
                return voided(self.board, target, later, shift=change.shift)
        return on_corrected_board(self.board, self.head, change)

    def _seat_at(self, moment: State, turn: Turn, player: str) -> int:
        """Return the seat of a named player; refuse first if play had ended by then."""
        if isinstance(turn, RuledPlay):
            check_cards_exist(moment, turn.play)
        elif moment.ended:
            raise Refusal("wrong_phase", phase=moment.phase)
        return find_seat(self.state, player)

    def _play(self, seq: int, turn: Turn | None = None, player: str | None = None) -> list[Step]:
        """Return the standing play with this number, and all steps after it."""
        steps = self._since(seq, turn, player)
        if not steps[0].is_play:
            self._refuse_revision(seq, turn, player)
        return steps

    def _withdrawable(self, seq: int, shift: bool) -> list[Step]:
        """Return the voidable standing entry with this number, and all steps after it."""
        if shift and self.stands(seq) and self.entries[seq - 1].verb not in (*PLAYS, "insert"):
            raise bad_request("shift", "works only on a turn")
        steps = self._since(seq, None, None)
        if not (steps[0].is_play or steps[0].verb in WITHDRAWABLE):
            self._refuse_revision(seq, None, None)
        return steps

    def _since(self, seq: int, turn: Turn | None, player: str | None) -> list[Step]:
        """Return the standing step with this number and all after it, oldest first."""
        steps = self.head.since(seq)
        if not steps:
            self._refuse_revision(seq, turn, player)
        return steps

    def _refuse_revision(self, seq: int, turn: Turn | None, player: str | None) -> NoReturn:
        if player is not None:
            find_seat(self.state, player)
        if turn is not None:
            # Faults that don't depend on the moment take precedence.
            check_form(self.board, self.state.tickets_drawn, turn)
        if not self.stands(seq):
            raise Refusal("unknown_entry", entry=seq)
        raise Refusal("not_amendable", entry=seq, verb=self.entries[seq - 1].verb)

    # --- folding, without judging ---

    def fold(self, entry: Entry, state: State | None = None) -> None:
        """Append an accepted entry to the game; pass the `state` after it if it is known."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} after {self.seq}")
        if entry.verb == "undo":
            self._undone.append(self._standing.pop())
        elif entry.verb == "redo":
            self._standing.append(self._undone.pop())
        else:
            self._undone.clear()
            self._standing.append(self._with(entry, state))
        self.entries.append(entry)

    def _with(self, entry: Entry, state: State | None) -> Head:
        """Return the head after a play, a remark or a revision."""
        if entry.verb not in REVISIONS:
            return Head(entry.seq, next_step(self.head, entry, state), self.board)
        board = self.board
        if entry.verb == "correct_route":
            change = parse(entry.request)
            assert isinstance(change, CorrectRoute)
            board = corrected(board, change)
        return Head(entry.seq, rebuilt(self.head, entry), board)
