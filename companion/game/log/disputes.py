"""Objections to rulings: who disputes what, outcomes, and unsettled entries."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.game.commands import Object
from companion.game.log.entries import Entry
from companion.game.log.revisions import dropped_reveals
from companion.game.log.timeline import REMARKS, Step
from companion.game.refusal import Refusal

if TYPE_CHECKING:
    from companion.game.game import Game

_NO_RULINGS: Final = ("new", "undo", "redo", *REMARKS)


@dataclass(frozen=True, slots=True)
class Dispute:
    """An objection to an entry; `outcome` is None while it is open."""

    entry: int
    by: str
    at: str
    outcome: str | None = None


def is_disputable(entry: Entry) -> bool:
    """Whether an entry is a ruling, which a player can object to."""
    return entry.verb not in _NO_RULINGS


def check_objection(head: Step, entry: Entry, objection: Object) -> None:
    """Check that a player can object to a standing entry; `head` is the last standing step.

    Raises:
        Refusal: If the entry is no ruling, or they have an unsettled objection to it.
    """
    if not is_disputable(entry):
        raise Refusal("not_amendable", entry=entry.seq, verb=entry.verb, by=objection.by)
    if objection.by in _open_objectors(head, entry.seq):
        raise Refusal("already_objected", entry=entry.seq, player=objection.by)


def _open_objectors(head: Step, entry: int) -> set[str]:
    """Return who has objected to an entry since it was last settled."""
    by = set()
    for step in head.back():
        if step.verb not in REMARKS or step.request["entry"] != entry:
            continue
        if step.verb == "settle":
            break
        by.add(step.request["by"])
    return by


def disputes(game: "Game") -> dict[int, Dispute]:
    """Return the latest objection to each disputed entry."""
    remarks = [step for step in game.head.back() if step.verb in REMARKS]
    found: dict[int, Dispute] = {}
    for step in reversed(remarks):
        entry = int(step.request["entry"])
        if step.verb == "object":
            at = game.entries[step.seq - 1].at
            found[entry] = Dispute(entry, step.request["by"], at)
        elif entry in found:
            last = found[entry]
            found[entry] = Dispute(entry, last.by, last.at, step.request["outcome"])
    return found


def open_disputes(game: "Game") -> dict[int, Dispute]:
    """Return the disputes that are not settled."""
    return {entry: found for entry, found in disputes(game).items() if found.outcome is None}


def unsettled(game: "Game") -> dict[int, str]:
    """Return the entries that the table has to resolve, each as "conflict" or "disputed"."""
    if game.head.is_smooth:  # fast path: this runs after every change
        return {}
    conflicts = [step.seq for step in game.head.back() if step.conflict is not None]
    conflicts += dropped_reveals(game.head)
    return dict.fromkeys(open_disputes(game), "disputed") | dict.fromkeys(conflicts, "conflict")
