"""The standing entries of a game, each knowing the state after it and the step before it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from companion.game.commands import Move, Turn
from companion.game.entries import Entry
from companion.game.events import Event, RouteClaimed
from companion.game.requests import Request, parse
from companion.game.state import State, apply

PLAYS: Final = ("draw", "claim", "tickets", "pass")


@dataclass(frozen=True)
class Step:
    """A standing entry: what it does, and the state after it."""

    seq: int
    request: Request
    seat: int | None
    events: tuple[Event, ...]
    state: State
    before: "Step | None"
    conflict: str | None = None
    set_aside: str | None = None  # why the rules refuse what the table let count
    revised_by: int | None = None  # the entry that amended or voided it last
    voided: bool = False

    @property
    def verb(self) -> str:
        """What was asked for."""
        return str(self.request["do"])

    @property
    def is_play(self) -> bool:
        """Whether it is a player's turn, and can be amended."""
        return self.verb in PLAYS

    @property
    def is_table_ruling(self) -> bool:
        """Whether the table decided here against or beside the rules (R20)."""
        return self.verb == "adjust" or self.set_aside is not None

    @cached_property
    def move(self) -> Move:
        """What was asked for, read once: a revision judges every later step."""
        move: Move = parse(self.request)  # type: ignore[assignment]
        return move

    @property
    def turn(self) -> Turn:
        """The play as it would be entered anew."""
        assert self.is_play
        turn: Turn = self.move  # type: ignore[assignment]
        return turn

    @property
    def turn_number(self) -> int | None:
        """Which turn it is as the game stands now; None where it is none."""
        return self.before.state.turn if self.is_play and self.before else None

    def back(self) -> Iterator["Step"]:
        """This step and those before it, newest first."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before

    def since(self, seq: int) -> list["Step"]:
        """The step of this number and all after it, oldest first; empty where it is not here."""
        steps = []
        for step in self.back():
            steps.append(step)
            if step.seq == seq:
                return steps[::-1]
        return []


def claims_among(steps: Iterable[Step]) -> Iterator[tuple[Step, RouteClaimed]]:
    """Every claim, with the step it was made in."""
    for step in steps:
        for event in step.events:
            if isinstance(event, RouteClaimed):
                yield step, event


def next_step(head: Step, entry: Entry, state: State | None) -> Step:
    """The step that an entry adds; `state` after it, where that is known."""
    if state is None:
        state = _apply_all(head.state, entry.events)
    return Step(
        entry.seq,
        entry.request,
        entry.seat,
        entry.events,
        state,
        head,
        set_aside=entry.set_aside,
    )


def rebuilt(head: Step, entry: Entry) -> Step:
    """The steps with what a revision recorded; the old ones stay for undo."""
    if not entry.revised:
        return head
    steps = _place(head, entry)
    changes = {revised.entry: revised for revised in entry.revised}
    new = steps[0].before
    assert new is not None
    for old in steps:
        step = replace(old, before=new)
        if old.seq in changes:
            change = changes[old.seq]
            step = replace(
                step,
                seat=getattr(change.events[0], "seat", None),
                events=change.events,
                conflict=change.conflict,
                set_aside=change.set_aside,
            )
        new = replace(step, state=_apply_all(new.state, step.events))
    return new


def _place(head: Step, entry: Entry) -> list[Step]:
    """The steps from a revision's place on, with what it was asked to put there."""
    request = entry.request
    if entry.verb == "insert":
        before, *later = head.since(request["after"])
        inserted = Step(entry.seq, request["with"], None, (), before.state, before)
        return [inserted, *later]
    steps = head.since(entry.revised[0].entry)
    if entry.verb in ("amend", "void"):
        voided = entry.verb == "void"
        asked = {"do": "pass"} if voided else request.get("with", steps[0].request)
        steps[0] = replace(steps[0], request=asked, revised_by=entry.seq, voided=voided)
    return steps


def _apply_all(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = apply(state, event)
    return state
