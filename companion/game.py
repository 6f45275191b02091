"""A game as the fold of its log: what stands, what was undone, and what a change would do.

Every standing entry is a Step that knows the state after it and the step before it. Undo goes back
to an earlier step and forgets nothing; an amendment builds the steps after it anew beside the old.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from companion.board import Board
from companion.commands import Amend, Change, Move, Note, Object, Redo, Settle, Undo, Void
from companion.entries import Entry, Revised
from companion.events import Event, Moved, TurnPassed
from companion.refusal import Refusal
from companion.requests import Request, parse, request_of
from companion.rules import Ruling, check_form, find_seat, judge, rule_as
from companion.state import State, apply, start

PLAYS: Final = ("draw", "claim", "tickets", "pass")


@dataclass(frozen=True, slots=True)
class Step:
    """A standing entry: what it does, and the state after it."""

    seq: int
    request: Request
    seat: int | None
    events: tuple[Event, ...]
    state: State
    before: "Step | None"
    conflict: str | None = None
    revised_by: int | None = None  # the entry that amended or voided it last
    voided: bool = False

    @property
    def verb(self) -> str:
        """What was asked for."""
        return str(self.request["do"])

    def back(self) -> Iterator["Step"]:
        """This step and those before it, newest first."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before


class Head(NamedTuple):
    """The last step of what stood after a change, and the entry that made it so."""

    made_by: int
    step: Step


@dataclass(frozen=True, slots=True)
class Conflict:
    """A later entry that the rules would now refuse, and why."""

    entry: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change judged but not yet made: the entry it would add, and the state it would leave."""

    entry: Entry
    state: State
    conflicts: tuple[Conflict, ...] | None = None


class Game:
    """One game: judges changes against what stands, and folds accepted entries."""

    def __init__(self, uuid: str, board: Board, names: Sequence[str], first: Entry) -> None:
        if first.started is None:
            raise ValueError("a game's log begins with its start")
        state = start(first.started, names)
        self.uuid = uuid
        self.board = board
        self.entries: list[Entry] = [first]
        self._standing = [Head(first.seq, Step(first.seq, first.request, None, (), state, None))]
        self._undone: list[Head] = []

    @property
    def seq(self) -> int:
        """Number of entries in its log."""
        return len(self.entries)

    @property
    def head(self) -> Step:
        """The last standing step."""
        return self._standing[-1].step

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.head.state

    def stands(self, seq: int) -> bool:
        """Whether an entry of the log is in force; undo and redo themselves always are."""
        if not 1 <= seq <= self.seq:
            return False
        if self.entries[seq - 1].verb in ("undo", "redo"):
            return True
        return any(head.made_by == seq for head in self._standing)

    def undos_to(self, seat: int) -> int | None:
        """How many undos lead back to this player's turn; None where none do."""
        for count, head in enumerate(reversed(self._standing)):
            if count and head.step.state.player == seat:
                return count
        return None

    # --- judging: nothing changes ---

    def propose(self, change: Change) -> Proposal:
        """Judge a change.

        Raises:
            Refusal: it cannot be made.
        """
        match change:
            case Undo():
                return self._propose_undo(change)
            case Redo():
                return self._propose_redo(change)
            case Amend() | Void():
                return self._propose_revision(change)
            case Object() | Settle():
                return self._propose_note(change)
        ruling = judge(self.board, self.state, change)
        entry = self._entry(change, ruling.state, rule=ruling.rule, events=ruling.events)
        return Proposal(entry, ruling.state)

    def _entry(
        self,
        change: Change,
        after: State,
        *,
        rule: str | None = None,
        events: tuple[Event, ...] = (),
        revised: tuple[Revised, ...] = (),
    ) -> Entry:
        return Entry(
            seq=self.seq + 1,
            turn=self.state.turn,
            seat=getattr(events[0], "seat", None) if events else None,
            request=request_of(change),
            rule=rule,
            phase=after.phase,
            events=events,
            revised=revised,
        )

    def _propose_undo(self, change: Undo) -> Proposal:
        if len(self._standing) == 1:
            raise Refusal("nothing_to_undo")
        after = self._standing[-2].step.state
        return Proposal(self._entry(change, after), after)

    def _propose_redo(self, change: Redo) -> Proposal:
        if not self._undone:
            raise Refusal("nothing_to_redo")
        after = self._undone[-1].step.state
        return Proposal(self._entry(change, after), after)

    def _propose_note(self, note: Note) -> Proposal:
        if isinstance(note, Object):
            find_seat(self.state, note.by)
        if not self.stands(note.entry):
            raise Refusal("unknown_entry", entry=note.entry)
        return Proposal(self._entry(note, self.state), self.state)

    def _propose_revision(self, change: Amend | Void) -> Proposal:
        later = self._from_entry(change)
        target = later[0]
        assert target.before is not None
        state = target.before.state
        if isinstance(change, Amend):
            ruling = judge(self.board, state, change.play)
        else:
            assert target.seat is not None
            ruling = rule_as(self.board, state, TurnPassed(target.seat), None)
        revised = [Revised(target.seq, ruling.events, None)]
        conflicts: list[Conflict] = []
        for step in later[1:]:
            ruling, refusal = _judge_again(self.board, ruling.state, step)
            code = None if refusal is None else refusal.code
            if refusal is not None and step.conflict is None:
                conflicts.append(Conflict(step.seq, refusal))
            if (ruling.events, code) != (step.events, step.conflict):
                revised.append(Revised(step.seq, ruling.events, code))
        entry = self._entry(change, ruling.state, revised=tuple(revised))
        return Proposal(entry, ruling.state, conflicts=tuple(conflicts))

    def _from_entry(self, change: Amend | Void) -> list[Step]:
        """The standing play to be revised and all steps after it, oldest first."""
        seq = change.entry
        stands = self.stands(seq)
        if stands and self.entries[seq - 1].verb in PLAYS:
            return _chain(self.head, seq)
        if isinstance(change, Amend):
            check_form(self.board, change.play)  # what is wrong at any moment is said first
        if not stands:
            raise Refusal("unknown_entry", entry=seq)
        raise Refusal("not_amendable", entry=seq, verb=self.entries[seq - 1].verb)

    # --- folding: what the log says is so ---

    def fold(self, entry: Entry, state: State | None = None) -> None:
        """Take an accepted entry into the game; `state` after it, where that is known."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} after {self.seq}")
        if entry.verb == "undo":
            self._undone.append(self._standing.pop())
        elif entry.verb == "redo":
            self._standing.append(self._undone.pop())
        else:
            self._undone.clear()
            self._standing.append(Head(entry.seq, _next_step(self.head, entry, state)))
        self.entries.append(entry)


def _next_step(head: Step, entry: Entry, state: State | None) -> Step:
    if entry.verb in ("amend", "void"):
        return _revise(head, entry)
    if state is None:
        state = _apply_all(head.state, entry.events)
    return Step(entry.seq, entry.request, entry.seat, entry.events, state, head)


def _apply_all(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = apply(state, event)
    return state


def _chain(head: Step, seq: int) -> list[Step]:
    """The step of this number and all after it, oldest first."""
    steps = []
    for step in head.back():
        steps.append(step)
        if step.seq == seq:
            break
    return steps[::-1]


def _revise(head: Step, entry: Entry) -> Step:
    """The steps rebuilt with what an amendment recorded; the old ones stay for undo."""
    target = entry.request["entry"]
    changes = {revised.entry: revised for revised in entry.revised}
    steps = _chain(head, target)
    new = steps[0].before
    assert new is not None
    for old in steps:
        step = replace(old, before=new)
        if old.seq == target:
            voided = entry.verb == "void"
            request = {"do": "pass"} if voided else entry.request["with"]
            step = replace(step, request=request, revised_by=entry.seq, voided=voided)
        if old.seq in changes:
            change = changes[old.seq]
            step = replace(step, events=change.events, conflict=change.conflict)
        new = replace(step, state=_apply_all(new.state, step.events))
    return new


def _judge_again(board: Board, state: State, step: Step) -> tuple[Ruling, Refusal | None]:
    """What a later step does after an amendment; refused, it stands as it was recorded."""
    if not step.events:  # a remark
        return Ruling(None, (), state), None
    recorded: Moved = step.events[0]  # type: ignore[assignment]
    waits = step.verb == "reveal" and not state.ended
    if step.voided or waits:
        return rule_as(board, state, recorded, None), None
    try:
        move: Move = parse(step.request)  # type: ignore[assignment]
        return judge(board, state, move), None
    except Refusal as refusal:
        return rule_as(board, state, recorded, None), refusal
