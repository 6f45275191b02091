"""Counts of the real table compared with our state: differences and impossible numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game.commands import Adjust
from companion.game.refusal import Refusal
from companion.game.rulebook import CARDS_OF_TERRAIN, TERRAINS, Terrain
from companion.game.state import State


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """Counts in front of a player; None or absent if not counted."""

    trains: int | None = None
    terrain: Mapping[str, int] = field(default_factory=dict)
    score: int | None = None


@dataclass(frozen=True, slots=True)
class TableCount:
    """A stock-take: players by name, and the terrain discards."""

    players: Mapping[str, PlayerCount] = field(default_factory=dict)
    discards: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """A count that differs from our state; `player` is None for the discards."""

    player: str | None
    what: str  # trains, score or a type of terrain
    kiosk: int
    table: int


@dataclass(frozen=True, slots=True)
class Impossible:
    """More cards of a type than the box has (R3): some counts must be wrong."""

    terrain: Terrain
    cards: int


def check_counted(state: State, counted: TableCount) -> None:
    """Check that all players and terrains of a stock-take exist.

    Raises:
        Refusal: unknown_player or unknown_terrain.
    """
    for name in counted.players:
        if state.seat_of(name) is None:
            raise Refusal("unknown_player", player=name)
    for counts in (*(player.terrain for player in counted.players.values()), counted.discards):
        for terrain in counts:
            if terrain not in TERRAINS:
                raise Refusal("unknown_terrain", terrain=terrain)


def differences(state: State, counted: TableCount) -> tuple[Difference, ...]:
    """Return all differences, by player in seat order, then the discards."""
    return tuple(_differences(state, counted))


def _differences(state: State, counted: TableCount) -> Iterator[Difference]:
    for number, seat in enumerate(state.seats):
        found = counted.players.get(seat.name)
        if found is None:
            continue
        for terrain in TERRAINS:
            table = found.terrain.get(terrain)
            if table is not None and table != seat.front.of(terrain):
                yield Difference(seat.name, terrain, seat.front.of(terrain), table)
        if found.trains is not None and found.trains != seat.trains:
            yield Difference(seat.name, "trains", seat.trains, found.trains)
        if found.score is not None and found.score != state.score(number):
            yield Difference(seat.name, "score", state.score(number), found.score)
    for terrain in TERRAINS:
        table = counted.discards.get(terrain)
        if table is not None and table != state.discards.of(terrain):
            yield Difference(None, terrain, state.discards.of(terrain), table)


def impossible(state: State, counted: TableCount) -> tuple[Impossible, ...]:
    """Return the terrains with more cards than exist; our state fills in missing counts."""
    found = []
    for terrain in TERRAINS:
        cards = counted.discards.get(terrain, state.discards.of(terrain))
        for seat in state.seats:
            player = counted.players.get(seat.name, PlayerCount())
            cards += player.terrain.get(terrain, seat.front.of(terrain))
        if cards > CARDS_OF_TERRAIN:
            found.append(Impossible(terrain, cards))
    return tuple(found)


def set_as_counted(party: str | None, found: Sequence[Difference], why: str) -> Adjust:
    """Return the table ruling that sets these values of one party; a score as a difference."""
    cards = {d.what: d.table for d in found if d.what in TERRAINS}
    if party is None:
        return Adjust(why, discards=cards)
    trains = next((d.table for d in found if d.what == "trains"), None)
    score = next((d.table - d.kiosk for d in found if d.what == "score"), None)
    return Adjust(why, player=party, terrain=cards, trains=trains, score=score)
