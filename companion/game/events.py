"""What happened, as frozen data: what every entry of the log did.

Players are seats (0 is the first listed): names are beside the log, and renaming breaks nothing.
"""

from dataclasses import dataclass

from companion.game.rulebook import Terrain


@dataclass(frozen=True, slots=True)
class Starter:
    """A player of a game as it began; `player` is the stable id in the roster."""

    player: str
    color: str
    terrain: Terrain
    tickets: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Which game it is, who plays, on which board, by which rule settings."""

    game: str
    starters: tuple[Starter, ...]
    first: int
    tickets_drawn: int
    board: str


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Cards drawn in a turn, in their order."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A route taken, with the points it scored and what was played to double it."""

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
    """A turn in which nothing was done, or whose play was taken out of the log."""

    seat: int


@dataclass(frozen=True, slots=True)
class Holding:
    """A number of terrain cards of one type."""

    terrain: Terrain
    count: int


@dataclass(frozen=True, slots=True)
class TableRuled:
    """Values set by the table (R20); None and absent types stay as they are."""

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
    """A revealed ticket, and whether its places were joined."""

    start: str
    end: str
    points: int
    completed: bool


@dataclass(frozen=True, slots=True)
class TicketsRevealed:
    """A player's tickets, shown and checked."""

    seat: int
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class TicketsChecked:
    """Tickets revealed earlier, checked again because the routes have changed since."""

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
        """All points together."""
        return self.routes + self.doubling + self.adjustments + self.tickets + self.globetrotter


@dataclass(frozen=True, slots=True)
class GameScored:
    """The final score, recorded so that no later program counts it otherwise."""

    cards: tuple[ScoreCard, ...]


Played = CardsDrawn | RouteClaimed | TicketsKept | TurnPassed  # ends a turn
Moved = Played | TableRuled | PlayFinished | TicketsRevealed
Consequence = TicketsChecked | GameScored  # of a move, when play has ended
Event = Moved | Consequence
