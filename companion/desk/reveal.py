"""Entering a player's tickets at the end: tap by tap, then the whole set."""

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
    """The tickets entered so far, and the one being entered or corrected."""

    held: int
    faces: tuple[TicketFace, ...] = ()
    shown: tuple[TicketFace, ...] | None = None  # as recorded by the referee
    row: int | None = None  # the ticket being corrected; None: a new one
    start: str | None = None
    end: str | None = None
    value: int = 0  # on the stepper
    counting: bool = False  # asking how many tickets there are
    last: int | None = field(default=None, compare=False)  # the row entered last

    @property
    def asks(self) -> str:
        """The next input: start, end, points, count; or done, check, surplus."""
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
        """Whether there are as many tickets as the player holds."""
        return len(self.faces) == self.held

    @property
    def looked_at(self) -> TicketFace | None:
        """The ticket to show on the map: the one being entered, or the last one."""
        if self.start is not None and self.end is not None:
            return TicketFace(self.start, self.end, self.value)
        if not self.faces or self.start is not None:
            return None
        at = len(self.faces) - 1 if self.last is None else self.last
        return self.faces[at]

    def place(self, place: str, board: Board, book: TicketBook) -> "TicketDraft":
        """Return the draft after a tap on a place; a second tap removes it.

        The value defaults to the ticket book's, or to the shortest distance.
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
        """Return the draft with the value changed by `by`."""
        least, most = TICKET_POINTS
        return replace(self, value=min(max(self.value + by, least), most))

    def accept(self) -> "TicketDraft":
        """Return the draft with the ticket completed at this value."""
        if self.asks != "points":
            return self
        assert self.start is not None
        assert self.end is not None
        return self.pick(TicketFace(self.start, self.end, self.value))

    def pick(self, face: TicketFace) -> "TicketDraft":
        """Return the draft with a whole ticket added, or replacing the one being corrected."""
        if self.asks not in ("start", "end", "points"):
            return self
        at = len(self.faces) if self.row is None else self.row
        whole = self._with((*self.faces[:at], face, *self.faces[at + 1 :]))
        return replace(whole, last=at)

    def with_more(self, faces: Iterable[TicketFace]) -> "TicketDraft":
        """Return the draft with these tickets added, even if there are too many."""
        return self._with((*self.faces, *faces))

    def correct(self, row: int) -> "TicketDraft":
        """Show a ticket and edit its value; a second call leaves it unchanged."""
        if row == self.row:
            return self.whole()
        face = self.faces[row]
        return replace(
            self.whole(), row=row, start=face.start, end=face.end, value=face.points, last=row
        )

    def anew(self) -> "TicketDraft":
        """Enter another ticket in place of the one being corrected."""
        return replace(self, start=None, end=None)

    def without(self, row: int) -> "TicketDraft":
        """Return the draft without this ticket."""
        return self._with(self.faces[:row] + self.faces[row + 1 :])

    def count(self) -> "TicketDraft":
        """Ask how many tickets there are; a second call cancels that."""
        return replace(self.whole(), counting=not self.counting)

    def back(self) -> "TicketDraft | None":
        """Return the draft with the last tap undone, or None if there is none."""
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
        """Return the draft without the incomplete ticket."""
        return replace(self._with(self.faces), last=self.last)

    def _with(self, faces: tuple[TicketFace, ...]) -> "TicketDraft":
        """Return a draft of these tickets, none incomplete."""
        return TicketDraft(self.held, faces, self.shown)


def ticket_draft(game: Game, seat: int, drafts: Drafts) -> TicketDraft:
    """Return the draft of a player's tickets, or the revealed ones if there is none."""
    player = game.state.seats[seat]
    shown = faces_shown(player)
    return TicketDraft(player.tickets, drafts.get((game.uuid, seat), shown or ()), shown)


def all_entered(game: Game, drafts: Drafts) -> list[tuple[TicketFace, ...]]:
    """Return the tickets entered so far, by seat."""
    return [ticket_draft(game, seat, drafts).faces for seat in range(len(game.state.seats))]


def faces_shown(player: Seat) -> tuple[TicketFace, ...] | None:
    """Return a player's revealed tickets, or None before they are revealed."""
    if player.revealed is None:
        return None
    return tuple(TicketFace(t.start, t.end, t.points) for t in player.revealed)


def reveal_order(state: State) -> list[int]:
    """Return the seats by points, fewest first, so that the winner tends to come last."""
    return sorted(range(len(state.seats)), key=lambda seat: state.seats[seat].points)


def next_seat(state: State) -> int | None:
    """Return the next seat whose tickets are not revealed, or None."""
    order = reveal_order(state)
    return next((seat for seat in order if state.seats[seat].revealed is None), None)


def own_places(game: Game, seat: int) -> frozenset[str]:
    """Return the ticket places that a player's own routes reach."""
    board = game.board
    reached = 0
    for route in game.state.seats[seat].routes:
        reached |= board.route_ends[route]
    return frozenset(place for place, ends in board.place_ends.items() if ends & reached)


class RevealSession:
    """Whose tickets are being entered, with the incomplete sets of all players.

    Listeners are not notified before a set is complete: the editing front end shows it itself.
    """

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._faces: dict[tuple[str, int], tuple[TicketFace, ...]] = {}  # by game and seat
        self._undoing: list[tuple[Ticket, ...] | None] | None = None  # the tickets before an undo
        self.seat = 0
        self.now = TicketDraft(0)

    @property
    def drafts(self) -> Drafts:
        """Incomplete sets, by game and seat."""
        return self._faces

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been entered for the current player."""
        now = self.now
        half = now.start is not None or now.row is not None or now.counting
        return not half and now.faces in ((), now.shown)

    @property
    def _game(self) -> Game:
        return self._desk.referee.game

    def turn_to(self, seat: int | None) -> None:
        """Select a player's tickets; None selects the next to be revealed."""
        self.seat = (next_seat(self._game.state) or 0) if seat is None else seat
        self.now = ticket_draft(self._game, self.seat, self._faces)

    def begin_anew(self, seat: int) -> None:
        """Select a player's tickets, with none of them entered."""
        self.seat = seat
        player = self._game.state.seats[seat]
        self.keep(TicketDraft(player.tickets, shown=faces_shown(player)))

    def forget(self) -> None:
        """Discard the draft; the referee's tickets stay."""
        self._faces.pop((self._game.uuid, self.seat), None)
        self.turn_to(self.seat)

    def renew(self) -> None:
        """Update the draft after a change; an incomplete ticket is kept if it still fits."""
        now = ticket_draft(self._game, self.seat, self._faces)
        if now != self.now.whole():
            self.now = now

    # --- taps ---

    def place(self, place: str, moment: Moment) -> bool:
        """Enter a place. Returns whether that completed a ticket."""
        now = self.now.place(place, self._game.board, self._desk.referee.book)
        return self._whole(now, moment)

    def pick(self, face: TicketFace, moment: Moment) -> bool:
        """Enter a ticket from the book. Returns whether it was added."""
        return self._whole(self.now.pick(face), moment)

    def accept(self, moment: Moment) -> bool:
        """Accept the value. Returns whether that completed a ticket."""
        return self._whole(self.now.accept(), moment)

    def _whole(self, now: TicketDraft, moment: Moment) -> bool:
        """Keep the draft, and submit the set if it is complete."""
        is_whole = now.faces != self.now.faces
        self.keep(now)
        if is_whole and now.asks == "check":
            self.check(moment)
        return is_whole

    def take(self, seat: int, faces: tuple[TicketFace, ...], moment: Moment) -> None:
        """Take a player's tickets from their phone, unless some were entered by hand."""
        if seat == self.seat and faces and self.is_untouched and self.now.shown is None:
            self._whole(self.now.with_more(faces), moment)

    def add(self, faces: Iterable[TicketFace]) -> None:
        """Add whole tickets; the referee refuses too many."""
        self.keep(self.now.with_more(faces))

    @property
    def command(self) -> Reveal:
        """The command that checks all tickets entered."""
        return Reveal(self._game.state.seats[self.seat].name, self.now.faces)

    def check(self, moment: Moment) -> None:
        """Submit the whole set."""
        self._desk.submit(self.command, moment)

    def hold(self, count: int, moment: Moment) -> None:
        """Set the number of tickets by table ruling (R20)."""
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
        """Remove a ticket that was never there, and submit the rest if complete."""
        self.keep(self.now.without(row))
        self._check_whole()

    def _check_whole(self) -> None:
        """Submit the set if the corrected number makes it complete."""
        self.renew()
        if self.now.asks == "check":
            self.check(self._desk.moment())

    def keep(self, now: TicketDraft) -> None:
        """Continue with this draft."""
        self.now = now
        self._faces[self._game.uuid, self.seat] = now.faces

    def keep_faces(self, seat: int, faces: tuple[TicketFace, ...]) -> None:
        """Store some whole tickets of a player as a draft."""
        self._faces[self._game.uuid, seat] = faces

    def undo(self, moment: Moment) -> None:
        """Undo the last tap of the draft, or the last change if there is none."""
        before = self.now.back()
        if before is not None:
            self.keep(before)
            return
        self._undoing = [seat.revealed for seat in self._game.state.seats]
        self._desk.undo(moment)
        self._undoing = None

    def on_change(self) -> None:
        """Update after a change: after an undo, select the player whose tickets changed.

        The referee's tickets replace the draft.
        """
        if self._undoing is None:
            return
        game = self._game
        for number, seat in enumerate(game.state.seats):
            if seat.revealed != self._undoing[number]:
                if seat.revealed is not None:
                    self._faces.pop((game.uuid, number), None)
                self.turn_to(number)
