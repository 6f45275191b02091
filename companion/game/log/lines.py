"""A game's log as data for front ends: every entry as accepted, with its flags."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.game.events import CardsDrawn, RouteClaimed, TicketsKept
from companion.game.game import Game
from companion.game.log.entries import Entry, points_of
from companion.game.log.revisions import dropped_reveals
from companion.game.log.timeline import Step
from companion.game.rules.draws import terrain_drawn
from companion.game.state import Seat


def log_lines(game: Game) -> list[dict[str, Any]]:
    """Return a line for every entry ever accepted, oldest first."""
    steps = {step.seq: step for step in game.head.back()}
    remarks = _remarks(steps)
    dropped = dropped_reveals(game.head)
    seats = game.state.seats
    lines = []
    for entry in game.entries:
        step = steps.get(entry.seq)
        line: dict[str, Any] = {
            "entry": entry.seq,
            "turn": entry.turn,
            "player": None if entry.seat is None else seats[entry.seat].name,
            "do": entry.verb,
            "request": dict(entry.request),
            "points": entry.points,
            "rule": entry.rule,
            "flags": [] if game.stands(entry.seq) else ["undone"],
            "at": entry.at,
        }
        set_aside = entry.set_aside if step is None else step.set_aside
        if set_aside is not None:
            line["flags"].append("overruled")
            line["code"] = set_aside
        if step is not None:
            line["flags"] += _flags(step)
            if entry.seq in dropped and step.conflict is None:
                line["flags"].append("conflict:ticket_count")
            if _is_otherwise(step, entry):
                line["now"] = _now(step, seats)
            if shortfall := _shortfall(step):
                line["shortfall"] = shortfall
        line["flags"] += remarks.get(entry.seq, [])
        lines.append(line)
    return lines


def is_table_ruling(line: Mapping[str, Any]) -> bool:
    """Whether the table decided against or outside the rules in this line (R20)."""
    return line["do"] == "adjust" or "code" in line


def _is_otherwise(step: Step, entry: Entry) -> bool:
    """Whether an entry's effect has changed since it was accepted."""
    now, then = (step.seat, points_of(step.events)), (entry.seat, entry.points)
    return step.revised_by is not None or now != then


def _now(step: Step, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return an entry's request, player and points after revisions; empty if it is out."""
    if step.is_out:
        return {"request": None, "player": None, "points": 0}
    return {
        "request": dict(step.request),
        "player": None if step.seat is None else seats[step.seat].name,
        "points": points_of(step.events),
    }


def targets_of_undos(entries: Iterable[Entry]) -> dict[int, int]:
    """Return for every undo and redo the entry that it undid or redid."""
    standing: list[int] = []
    undone: list[int] = []
    targets = {}
    for entry in entries:
        if entry.verb == "undo":
            undone.append(standing.pop())
            targets[entry.seq] = undone[-1]
        elif entry.verb == "redo":
            standing.append(undone.pop())
            targets[entry.seq] = standing[-1]
        else:
            undone.clear()
            standing.append(entry.seq)
    return targets


def _flags(step: Step) -> list[str]:
    flags = []
    if step.revised_by is not None:
        flags.append("voided" if step.voided else "amended")
    if step.conflict is not None:
        flags.append(f"conflict:{step.conflict}")
    return flags


def _remarks(steps: dict[int, Step]) -> dict[int, list[str]]:
    """Return the objections to each entry, and their outcomes."""
    remarks: dict[int, list[str]] = {}
    for step in sorted(steps.values(), key=lambda step: step.seq):
        if step.verb in ("object", "settle"):
            flag = "disputed" if step.verb == "object" else step.request["outcome"]
            remarks.setdefault(step.request["entry"], []).append(flag)
    return remarks


def _shortfall(step: Step) -> dict[str, int]:
    """Return the parts that a standing entry used but that were not there."""
    by_the_rules = step.conflict is None and step.set_aside is None
    if by_the_rules or step.before is None:
        return {}
    before = step.before.state
    missing: Counter[str] = Counter()
    for event in step.events:
        if isinstance(event, RouteClaimed):
            seat = before.seats[event.seat]
            missing["trains"] = event.length - seat.trains
            missing[event.terrain] = event.terrain_played - seat.front.of(event.terrain)
        elif isinstance(event, CardsDrawn):
            drawn = terrain_drawn(before, event)
            missing.update(terrain for terrain, at in drawn if not at.unseen(terrain))
        elif isinstance(event, TicketsKept):
            missing["tickets"] = event.kept - before.tickets_left
    return {str(what): count for what, count in missing.items() if count > 0}
