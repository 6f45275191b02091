"""Objections to rulings: who disputes what, how it was settled, and what is still to settle."""

from dataclasses import dataclass

from companion.game.game import Game
from companion.game.log.revisions import dropped_reveals
from companion.game.log.steps import REMARKS


@dataclass(frozen=True, slots=True)
class Dispute:
    """An objection to an entry; `outcome` is None while it is open."""

    entry: int
    by: str
    at: str
    outcome: str | None = None


def disputes(game: Game) -> dict[int, Dispute]:
    """The last objection to each entry that was disputed."""
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


def open_disputes(game: Game) -> dict[int, Dispute]:
    """Those that nobody has settled."""
    return {entry: found for entry, found in disputes(game).items() if found.outcome is None}


def unsettled(game: Game) -> dict[int, str]:
    """The entries that wait for the table: against the rules now ("conflict"), or "disputed"."""
    if game.head.is_smooth:  # everyone is shown this after every change: mostly without a search
        return {}
    conflicts = [step.seq for step in game.head.back() if step.conflict is not None]
    conflicts += dropped_reveals(game.head)
    return dict.fromkeys(open_disputes(game), "disputed") | dict.fromkeys(conflicts, "conflict")
