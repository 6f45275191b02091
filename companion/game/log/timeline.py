"""The standing entries of a game, linked backwards, each with the state after it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from companion.game.commands import Move, Turn
from companion.game.events import Event, Moved, Played, RouteClaimed, TicketsRevealed
from companion.game.log.entries import Entry, Revised
from companion.game.requests.requests import Request, parse
from companion.game.state import State, apply

PLAYS: Final = ("draw", "claim", "tickets", "pass")
REMARKS: Final = ("object", "settle")  # on rulings: they don't change the state
WITHDRAWABLE: Final = ("adjust", "finish")  # not plays: if voided, they count as never made


@dataclass(frozen=True)
class Step:
    """A standing entry: its effect, and the state after it."""

    seq: int
    request: Request
    seat: int | None
    events: tuple[Event, ...]
    state: State
    before: "Step | None"
    recorded: Moved | None = None  # when accepted or last amended; stands if refused since
    conflict: str | None = None
    set_aside: str | None = None  # code of the refusal that the table overruled
    revised_by: int | None = None  # the last entry that amended or voided it
    was: Request | None = None  # the request before it was voided

    @property
    def verb(self) -> str:
        return str(self.request["do"])

    @property
    def is_play(self) -> bool:
        """Whether it is a player's turn and can be amended."""
        return self.verb in PLAYS

    @property
    def is_table_ruling(self) -> bool:
        """Whether the table decided against or outside the rules (R20)."""
        return (self.verb == "adjust" and not self.voided) or self.set_aside is not None

    @property
    def effective_request(self) -> Request:
        """The request, without the table's overruling if the rules allow it by now."""
        if self.set_aside is not None:
            return self.request
        return {name: value for name, value in self.request.items() if name != "overrule"}

    @property
    def voided(self) -> bool:
        return self.was is not None

    @property
    def is_out(self) -> bool:
        """Whether it counts as never made: voided as entered twice, or not a play."""
        return self.voided and not self.events

    @property
    def can_be_voided(self) -> bool:
        """Whether it can be voided and is not yet."""
        return not self.is_out and (self.is_play or self.verb in WITHDRAWABLE)

    @property
    def moment(self) -> State:
        """The state before it."""
        assert self.before is not None
        return self.before.state

    @cached_property
    def move(self) -> Move:
        """The parsed request, cached because a revision judges every later step."""
        move: Move = parse(self.request)  # type: ignore[assignment]
        return move

    @property
    def turn(self) -> Turn:
        """The play as it would be entered again; for a voided entry, the original one."""
        assert self.is_play
        turn: Turn = parse(self.was) if self.was else self.move  # type: ignore[assignment]
        return turn

    @property
    def turn_number(self) -> int | None:
        """Its turn number after all revisions, or None if it is no turn."""
        is_turn = self.is_play and not self.is_out
        return self.before.state.turn if is_turn and self.before else None

    @cached_property
    def is_smooth(self) -> bool:
        """Whether there are no objections, conflicts or revealed tickets up to here."""
        for step in self.back():
            known = step.__dict__.get("is_smooth")
            if known is not None:
                return bool(known)
            shown = bool(step.events) and isinstance(step.events[0], TicketsRevealed)
            if shown or step.conflict is not None or step.verb in REMARKS:
                return False
        return True

    def back(self) -> Iterator["Step"]:
        """Yield this step and those before it, newest first."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before

    def since(self, seq: int) -> list["Step"]:
        """Return the step with this number and all after it, oldest first; [] if there is none."""
        steps = []
        for step in self.back():
            steps.append(step)
            if step.seq == seq:
                return steps[::-1]
        return []


def claims_among(steps: Iterable[Step]) -> Iterator[tuple[Step, RouteClaimed]]:
    """Yield every claim, with its step."""
    for step in steps:
        for event in step.events:
            if isinstance(event, RouteClaimed):
                yield step, event


def next_step(head: Step, entry: Entry, state: State | None) -> Step:
    """Return the step that an entry adds; pass the `state` after it if it is known."""
    if state is None:
        state = _apply_all(head.state, entry.events)
    return Step(
        entry.seq,
        entry.request,
        entry.seat,
        entry.events,
        state,
        head,
        recorded=_move_of(entry.events),
        set_aside=entry.set_aside,
    )


def rebuilt(head: Step, entry: Entry) -> Step:
    """Return new steps with a revision applied; the old ones are kept for undo."""
    if not entry.revised:
        return head
    steps, shift = _place(head, entry)
    changes = {revised.entry: revised for revised in entry.revised}
    new = steps[0].before
    assert new is not None
    for old in steps:
        step = replace(old, before=new)
        if old.is_out and shift and old is not steps[0]:
            step = _of_seat(step, shift, len(new.state.seats))
        if old.seq in changes:
            step = _as_revised(step, changes[old.seq])
        new = replace(step, state=_apply_all(new.state, step.events))
    return new


def _as_revised(step: Step, change: Revised) -> Step:
    """Return a step with its new effect, and its recorded play moved to its player."""
    move, recorded = _move_of(change.events), step.recorded
    if recorded is None:
        recorded = move
    elif isinstance(recorded, Played) and isinstance(move, Played):
        recorded = replace(recorded, seat=move.seat)
    return replace(
        step,
        seat=step.seat if move is None else getattr(move, "seat", None),
        events=change.events,
        recorded=recorded,
        conflict=change.conflict,
        set_aside=change.set_aside,
    )


def _place(head: Step, entry: Entry) -> tuple[list[Step], int]:
    """Return the steps from a revision on, and by how many seats later plays shift."""
    request = entry.request
    if entry.verb == "insert":
        before, *later = head.since(request["after"])
        inserted = Step(entry.seq, request["with"], None, (), before.state, before)
        return [inserted, *later], 1 if request.get("shift") else 0
    target, *later = head.since(entry.revised[0].entry)
    if entry.verb == "amend":
        asked = request.get("with", target.was or target.request)
        shift = 1 if target.is_out else 0
        target = replace(target, request=asked, revised_by=entry.seq, was=None, recorded=None)
    elif entry.verb == "void":
        shift = -1 if request.get("shift") else 0
        target = _without(target, entry.seq)
    else:
        shift = 0
    return [target, *later], shift


def _without(target: Step, voided_by: int) -> Step:
    """Return a voided step: a play becomes a pass, anything else keeps its request."""
    return replace(
        target,
        request={"do": "pass"} if target.is_play else target.request,
        revised_by=voided_by,
        was=target.was or target.request,
        recorded=None,
    )


def _of_seat(step: Step, shift: int, seats: int) -> Step:
    """Return a play that is out, moved to the seat that would get it back."""
    return step if step.seat is None else replace(step, seat=(step.seat + shift) % seats)


def _move_of(events: tuple[Event, ...]) -> Moved | None:
    """Return the main event of an entry, without its consequences."""
    move: Moved | None = events[0] if events else None  # type: ignore[assignment]
    return move


def _apply_all(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = apply(state, event)
    return state
