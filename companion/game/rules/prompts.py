"""What the table has to do after a change, in order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game.events import RouteClaimed
from companion.game.log.entries import Entry
from companion.game.rulebook import marker
from companion.game.state import State


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing to do at the table; the catalogues have its wording."""

    code: str
    facts: Mapping[str, Any]


def prompts(before: State | None, after: State, entry: Entry) -> tuple[Prompt, ...]:
    """Return everything the table has to do because of an entry."""
    return (
        *(_claim(before, entry) if before else ()),
        *(_markers(before, after) if before and entry.verb != "reveal" else ()),
        *_reshuffle(before, after, entry),
        *_course(before, after),
    )


def _prompt(code: str, **facts: Any) -> Prompt:  # noqa: ANN401
    return Prompt(code, facts)


def _claim(before: State, entry: Entry) -> Iterator[Prompt]:
    """Prompt for trains and discards; after a table ruling, no more than the player has."""
    for event in entry.events:
        if isinstance(event, RouteClaimed):
            seat = before.seats[event.seat]
            if laid := min(seat.trains, event.length):
                yield _prompt("lay_trains", player=seat.name, count=laid)
            if played := min(seat.front.of(event.terrain), event.terrain_played):
                yield _prompt("discard_terrain", type=event.terrain, count=played)
            if event.locomotives_played:
                yield _prompt("discard_locomotives", count=event.locomotives_played)


def _markers(before: State, after: State) -> Iterator[Prompt]:
    for number, seat in enumerate(after.seats):
        if seat is before.seats[number] and before.result is after.result:
            continue
        old, new = before.score(number), after.score(number)
        if old != new:
            space, lap = marker(new)
            move = {"from": old, "to": new, "points": new - old, "space": space, "lap": lap}
            yield _prompt("move_marker", player=seat.name, **move)


def _reshuffle(before: State | None, after: State, entry: Entry) -> Iterator[Prompt]:
    """Prompt for cards shuffled into the deck; after a revision, only the additional ones."""
    cards = after.reshuffled if entry.events else 0
    if before is not None and entry.revised:
        cards = after.reshuffled_so_far - before.reshuffled_so_far
    if cards > 0:
        yield _prompt("reshuffle_terrain", cards=cards)


def _course(before: State | None, after: State) -> Iterator[Prompt]:
    """Prompt for the last round, the next turn and the end of play, if they changed."""
    if after.last_round and (before is None or _is_called_anew(before, after)):
        yield _prompt("last_round", player=after.seats[after.last_round.by].name)
    if after.player is not None and (before is None or before.player != after.player):
        yield _prompt("turn", player=after.seats[after.player].name)
    if after.phase == "tickets" and (before is None or not before.ended):
        yield _prompt("show_tickets")


def _is_called_anew(before: State, after: State) -> bool:
    """Whether the last round has just been triggered, or by a different player."""
    assert after.last_round is not None
    caller = before.last_round.by if before.last_round else None
    return not after.ended and after.last_round.by != caller
