"""A player's tickets while they are entered at the end: a tap at a time, then the whole set."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.desk.responses import Moment
from companion.game.board.board import Board
from companion.game.board.paths import distance
from companion.game.commands import Adjust, Reveal, TicketFace
from companion.game.events import Ticket
from companion.game.game import Game
from companion.game.rulebook import TICKET_POINTS
from companion.game.state import Seat, State
from companion.game.ticket_book import TicketBook

if TYPE_CHECKING:
    from companion.desk.desk import Desk

Drafts = Mapping[tuple[str, int], tuple[TicketFace, ...]]  # by game and seat


@dataclass(frozen=True, slots=True)
class TicketDraft:
    """The tickets so far, and the one that is being entered or corrected."""

    held: int
    faces: tuple[TicketFace, ...] = ()
    shown: tuple[TicketFace, ...] | None = None  # as the referee has them
    row: int | None = None  # the ticket that is corrected; None: the next one
    start: str | None = None
    end: str | None = None
    value: int = 0  # on the stepper
    counting: bool = False  # how many tickets there are is asked first
    last: int | None = field(default=None, compare=False)  # the row that was entered last

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

    @property
    def looked_at(self) -> TicketFace | None:
        """The ticket to be seen on the map: the one under the fingers, or the last entered."""
        if self.start is not None and self.end is not None:
            return TicketFace(self.start, self.end, self.value)
        if not self.faces or self.start is not None:
            return None
        at = len(self.faces) - 1 if self.last is None else self.last
        return self.faces[at]

    def place(self, place: str, board: Board, book: TicketBook) -> "TicketDraft":
        """A place was tapped; tapped again, it is taken back.

        The value starts at what the book says of these two, else at their shortest distance.
        """
        if self.asks == "start":
            return replace(self, start=place)
        if self.asks != "end":
            return self
        if place == self.start:
            return replace(self, start=None)
        assert self.start is not None
        known = book.find(self.start, place)
        if known is not None:
            return replace(self, end=place, value=known.points)
        value = distance(board, self.start, place) or TICKET_POINTS[0]
        return replace(self, end=place, value=value)

    def step(self, by: int) -> "TicketDraft":
        """Minus or plus was tapped."""
        least, most = TICKET_POINTS
        return replace(self, value=min(max(self.value + by, least), most))

    def accept(self) -> "TicketDraft":
        """The value is right: the ticket is whole."""
        if self.asks != "points":
            return self
        assert self.start is not None
        assert self.end is not None
        return self.pick(TicketFace(self.start, self.end, self.value))

    def pick(self, face: TicketFace) -> "TicketDraft":
        """A whole ticket: the next one, or in the place of the one that is corrected."""
        if self.asks not in ("start", "end", "points"):
            return self
        at = len(self.faces) if self.row is None else self.row
        whole = self._with((*self.faces[:at], face, *self.faces[at + 1 :]))
        return replace(whole, last=at)

    def with_more(self, faces: Iterable[TicketFace]) -> "TicketDraft":
        """These tickets too, even if they are more than the player holds."""
        return self._with((*self.faces, *faces))

    def correct(self, row: int) -> "TicketDraft":
        """Look at this ticket, and change its value; tapped again, leave it as it is."""
        if row == self.row:
            return self.whole()
        face = self.faces[row]
        return replace(
            self.whole(), row=row, start=face.start, end=face.end, value=face.points, last=row
        )

    def anew(self) -> "TicketDraft":
        """Enter another ticket in its place."""
        return replace(self, start=None, end=None)

    def without(self, row: int) -> "TicketDraft":
        """Take this ticket out."""
        return self._with(self.faces[:row] + self.faces[row + 1 :])

    def count(self) -> "TicketDraft":
        """Ask how many tickets there are; tapped again, leave it as it is."""
        return replace(self.whole(), counting=not self.counting)

    def back(self) -> "TicketDraft | None":
        """One tap less; None where there is nothing to take back here."""
        if self.end is not None and self.row is None:
            return replace(self, end=None)
        if self.start is not None and self.end is None:
            return replace(self, start=None)
        if self.row is not None or self.counting:
            return self.whole()
        if self.faces and self.faces != self.shown:
            return self._with(self.faces[:-1])
        return None

    def whole(self) -> "TicketDraft":
        """Without what is half entered."""
        return replace(self._with(self.faces), last=self.last)

    def _with(self, faces: tuple[TicketFace, ...]) -> "TicketDraft":
        """These tickets, and none half entered."""
        return TicketDraft(self.held, faces, self.shown)


def ticket_draft(game: Game, seat: int, drafts: Drafts) -> TicketDraft:
    """What is entered of a player's tickets: what waits to be whole, or what was shown."""
    player = game.state.seats[seat]
    shown = faces_shown(player)
    return TicketDraft(player.tickets, drafts.get((game.uuid, seat), shown or ()), shown)


def all_entered(game: Game, drafts: Drafts) -> list[tuple[TicketFace, ...]]:
    """What is entered of everybody's tickets, by seat."""
    return [ticket_draft(game, seat, drafts).faces for seat in range(len(game.state.seats))]


def faces_shown(player: Seat) -> tuple[TicketFace, ...] | None:
    """The tickets that the referee has of a player; None before they are shown."""
    if player.revealed is None:
        return None
    return tuple(TicketFace(t.start, t.end, t.points) for t in player.revealed)


def reveal_order(state: State) -> list[int]:
    """Seats by their points in play, fewest first: so the winner tends to come last."""
    return sorted(range(len(state.seats)), key=lambda seat: state.seats[seat].points)


def next_seat(state: State) -> int | None:
    """The next player whose tickets are still to be shown."""
    order = reveal_order(state)
    return next((seat for seat in order if state.seats[seat].revealed is None), None)


def own_places(game: Game, seat: int) -> frozenset[str]:
    """The places of tickets that a player's own routes reach."""
    board = game.board
    reached = 0
    for route in game.state.seats[seat].routes:
        reached |= board.route_ends[route]
    return frozenset(place for place, ends in board.place_ends.items() if ends & reached)


class RevealSession:
    """Whose tickets are entered, and how far; what is not whole yet waits here, for each player.

    Whoever enters shows it: nobody else is told before the referee has the whole set.
    """

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._faces: dict[tuple[str, int], tuple[TicketFace, ...]] = {}  # by game and seat
        self._undoing: list[tuple[Ticket, ...] | None] | None = None  # what was shown before it
        self.seat = 0
        self.now = TicketDraft(0)

    @property
    def drafts(self) -> Drafts:
        """What waits to be whole, by game and seat."""
        return self._faces

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is entered of the tickets that are to be shown next."""
        now = self.now
        half = now.start is not None or now.row is not None or now.counting
        return not half and now.faces in ((), now.shown)

    @property
    def _game(self) -> Game:
        return self._desk.referee.game

    def turn_to(self, seat: int | None) -> None:
        """Turn to a player's tickets; None: to the next ones that are to be shown."""
        self.seat = (next_seat(self._game.state) or 0) if seat is None else seat
        self.now = ticket_draft(self._game, self.seat, self._faces)

    def begin_anew(self, seat: int) -> None:
        """Turn to a player's tickets, with none of them entered."""
        self.seat = seat
        player = self._game.state.seats[seat]
        self.keep(TicketDraft(player.tickets, shown=faces_shown(player)))

    def forget(self) -> None:
        """Drop what is entered of these tickets: they stay as the referee has them."""
        self._faces.pop((self._game.uuid, self.seat), None)
        self.turn_to(self.seat)

    def renew(self) -> None:
        """The game may have gone on; a ticket that is half entered stays so where it fits."""
        now = ticket_draft(self._game, self.seat, self._faces)
        if now != self.now.whole():
            self.now = now

    # --- taps ---

    def place(self, place: str, moment: Moment) -> bool:
        """A place of the ticket; whether a ticket is whole with it."""
        now = self.now.place(place, self._game.board, self._desk.referee.book)
        return self._whole(now, moment)

    def pick(self, face: TicketFace, moment: Moment) -> bool:
        """A ticket of the book; whether it was taken."""
        return self._whole(self.now.pick(face), moment)

    def accept(self, moment: Moment) -> bool:
        """The value is right; whether a ticket is whole with it."""
        return self._whole(self.now.accept(), moment)

    def _whole(self, now: TicketDraft, moment: Moment) -> bool:
        """With the last ticket the referee gets them all."""
        is_whole = now.faces != self.now.faces
        self.keep(now)
        if is_whole and now.asks == "check":
            self.check(moment)
        return is_whole

    def take(self, seat: int, faces: tuple[TicketFace, ...], moment: Moment) -> None:
        """A player's tickets from their phone, where nobody has entered any meanwhile."""
        if seat == self.seat and faces and self.is_untouched and self.now.shown is None:
            self._whole(self.now.with_more(faces), moment)

    def add(self, faces: Iterable[TicketFace]) -> None:
        """Some whole tickets at once; of too many the referee says so."""
        self.keep(self.now.with_more(faces))

    @property
    def command(self) -> Reveal:
        """What has all that is entered checked."""
        return Reveal(self._game.state.seats[self.seat].name, self.now.faces)

    def check(self, moment: Moment) -> None:
        """Have the whole set checked."""
        self._desk.submit(self.command, moment)

    def hold(self, count: int, moment: Moment) -> None:
        """The table counts other tickets than we do (R20)."""
        player = self._game.state.seats[self.seat]
        self.now = self.now.whole()
        if count == player.tickets:
            return
        # Translators: a reason kept with a table ruling: the tickets were counted at the end of the
        # game.
        why = self._desk.words.gettext("counted at the end")
        if self._desk.submit(Adjust(why, player=player.name, tickets=count), moment):
            self._check_whole()

    def take_out(self, row: int) -> None:
        """A ticket was never there; the referee gets the others, where they are all."""
        self.keep(self.now.without(row))
        self._check_whole()

    def _check_whole(self) -> None:
        """As many as the player holds, since somebody has put that right."""
        self.renew()
        if self.now.asks == "check":
            self.check(self._desk.moment())

    def keep(self, now: TicketDraft) -> None:
        """Go on from what is entered so far."""
        self.now = now
        self._faces[self._game.uuid, self.seat] = now.faces

    def keep_faces(self, seat: int, faces: tuple[TicketFace, ...]) -> None:
        """Some whole tickets of a player, before all are there."""
        self._faces[self._game.uuid, seat] = faces

    def undo(self, moment: Moment) -> None:
        """Take back what is not whole yet, or else the last change."""
        before = self.now.back()
        if before is not None:
            self.keep(before)
            return
        self._undoing = [seat.revealed for seat in self._game.state.seats]
        self._desk.undo(moment)
        self._undoing = None

    def on_change(self) -> None:
        """The game has gone on: after an undo, turn to whose tickets are no longer as they were.

        What the referee has is what counts.
        """
        if self._undoing is None:
            return
        game = self._game
        for number, seat in enumerate(game.state.seats):
            if seat.revealed != self._undoing[number]:
                if seat.revealed is not None:
                    self._faces.pop((game.uuid, number), None)
                self.turn_to(number)
