"""Events, as frozen data: what each entry of the log did.

Players are stored as seats (0 is the first listed), so renaming one does not change the log.
"""

from dataclasses import dataclass

from companion.game.rulebook import Terrain


@dataclass(frozen=True, slots=True)
class Starter:
    """A player at the start of a game; `player` is the stable id in the roster."""

    player: str
    color: str
    terrain: Terrain
    tickets: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game's id, players, board and rule settings."""

    game: str
    starters: tuple[Starter, ...]
    first: int
    tickets_drawn: int
    board: str


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Cards drawn in a turn, in order."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A claimed route, the points it scored, and the cards played to double it."""

    seat: int
    route: str
    length: int
    points: int
    doubling: int
    terrain: Terrain
    terrain_played: int
    locomotives_played: int


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """Tickets drawn and kept in a turn."""

    seat: int
    kept: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A turn without a play, or whose play was voided."""

    seat: int


@dataclass(frozen=True, slots=True)
class Holding:
    """A number of terrain cards of one type."""

    terrain: Terrain
    count: int


@dataclass(frozen=True, slots=True)
class TableRuled:
    """Values set by table ruling (R20); None and missing types are unchanged."""

    seat: int | None
    front: tuple[Holding, ...]
    trains: int | None
    tickets: int | None
    score: int
    discards: tuple[Holding, ...]


@dataclass(frozen=True, slots=True)
class PlayFinished:
    """Play ended early by the table."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A revealed ticket, and whether it was completed."""

    start: str
    end: str
    points: int
    completed: bool


@dataclass(frozen=True, slots=True)
class TicketsRevealed:
    """A player's revealed tickets, checked."""

    seat: int
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class TicketsChecked:
    """Tickets revealed earlier, checked again because the routes have changed."""

    seat: int
    completed: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A player's final points by source."""

    seat: int
    routes: int
    doubling: int
    adjustments: int
    tickets: int
    completed: int
    globetrotter: int

    @property
    def total(self) -> int:
        return self.routes + self.doubling + self.adjustments + self.tickets + self.globetrotter


@dataclass(frozen=True, slots=True)
class GameScored:
    """The final score, recorded so that a later version can't compute it differently."""

    cards: tuple[ScoreCard, ...]


Played = CardsDrawn | RouteClaimed | TicketsKept | TurnPassed  # ends a turn
Moved = Played | TableRuled | PlayFinished | TicketsRevealed
Consequence = TicketsChecked | GameScored  # follows from a move once play has ended
Event = Moved | Consequence
