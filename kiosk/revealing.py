"""A player's tickets while they are entered at the end: pure, nothing here changes the game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.commands import TicketFace
from companion.game import Game
from companion.state import Seat

Drafts = Mapping[tuple[str, int], tuple[TicketFace, ...]]  # by game and seat


@dataclass(frozen=True, slots=True)
class Entering:
    """The tickets so far, and the one that is being entered or corrected."""

    held: int
    faces: tuple[TicketFace, ...] = ()
    shown: tuple[TicketFace, ...] | None = None  # as the referee has them
    row: int | None = None  # the ticket that is corrected; None: the next one
    start: str | None = None
    end: str | None = None
    counting: bool = False  # how many tickets there are is asked first

    @property
    def asks(self) -> str:
        """What is to be tapped next: start, end, points, count; or done, check, surplus."""
        if self.counting:
            return "count"
        if self.row is None and len(self.faces) >= self.held:
            if len(self.faces) > self.held:
                return "surplus"
            return "done" if self.faces == self.shown else "check"
        if self.start is None:
            return "start"
        return "end" if self.end is None else "points"

    @property
    def complete(self) -> bool:
        """As many tickets as the player holds."""
        return len(self.faces) == self.held

    def place(self, place: str) -> "Entering":
        """A place was tapped; a ticket never joins a place with itself."""
        if self.asks == "start":
            return replace(self, start=place)
        if self.asks == "end" and place != self.start:
            return replace(self, end=place)
        return self

    def points(self, points: int) -> "Entering":
        """The value was tapped: the ticket is whole."""
        if self.asks != "points":
            return self
        assert self.start is not None
        assert self.end is not None
        face = TicketFace(self.start, self.end, points)
        at = len(self.faces) if self.row is None else self.row
        return self._with((*self.faces[:at], face, *self.faces[at + 1 :]))

    def correct(self, row: int) -> "Entering":
        """Enter this ticket anew; tapped again, leave it as it is."""
        chosen = None if row == self.row else row
        return replace(self.whole(), row=chosen)

    def without(self, row: int) -> "Entering":
        """Take this ticket out."""
        return self._with(self.faces[:row] + self.faces[row + 1 :])

    def count(self) -> "Entering":
        """Ask how many tickets there are; tapped again, leave it as it is."""
        return replace(self.whole(), counting=not self.counting)

    def back(self) -> "Entering | None":
        """One tap less; None where there is nothing to take back here."""
        if self.end is not None:
            return replace(self, end=None)
        if self.start is not None:
            return replace(self, start=None)
        if self.row is not None or self.counting:
            return self.whole()
        if self.faces and self.faces != self.shown:
            return self._with(self.faces[:-1])
        return None

    def whole(self) -> "Entering":
        """Without what is half entered."""
        return self._with(self.faces)

    def _with(self, faces: tuple[TicketFace, ...]) -> "Entering":
        """These tickets, and none half entered."""
        return Entering(self.held, faces, self.shown)


def entering(game: Game, seat: int, drafts: Drafts) -> Entering:
    """What is entered of a player's tickets: what waits to be whole, or what was shown."""
    player = game.state.seats[seat]
    shown = faces_shown(player)
    return Entering(player.tickets, drafts.get((game.uuid, seat), shown or ()), shown)


def faces_shown(player: Seat) -> tuple[TicketFace, ...] | None:
    """The tickets that the referee has of a player; None before they are shown."""
    if player.revealed is None:
        return None
    return tuple(TicketFace(t.start, t.end, t.points) for t in player.revealed)


def next_seat(game: Game, after: int) -> int | None:
    """The next player around the table whose tickets are still to be shown."""
    seats = game.state.seats
    around = [(after + step) % len(seats) for step in range(1, len(seats) + 1)]
    return next((seat for seat in around if seats[seat].revealed is None), None)


def own_places(game: Game, seat: int) -> frozenset[str]:
    """The places of tickets that a player's own routes reach."""
    board = game.board
    reached = 0
    for route in game.state.seats[seat].routes:
        reached |= board.route_ends[route]
    return frozenset(place for place, ends in board.place_ends.items() if ends & reached)
