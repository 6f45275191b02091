"""The ticket book: the tickets of this group's deck seen so far.

The program does not ship the ticket list: it learns tickets from reveals, manual entry or a file.
There is one ticket for each pair of places, in either order.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.game.board.board import Board
from companion.game.commands import TicketFace
from companion.game.events import Ticket
from companion.game.rulebook import TICKETS

LEAST_POINTS: Final = 1  # of a ticket in the book; a reveal accepts higher values
MOST_POINTS: Final = 40

Pair = tuple[str, str]
Shown = TicketFace | Ticket


class TicketBookError(ValueError):
    """A ticket can't be in the book: a code, and facts for a message."""

    def __init__(self, code: str, **facts: Any) -> None:  # noqa: ANN401
        super().__init__(f"{code}: {facts!r}")
        self.code = code
        self.facts: Mapping[str, Any] = facts


def pair_of(ticket: Shown) -> Pair:
    """Return a ticket's two places, sorted."""
    return min(ticket.start, ticket.end), max(ticket.start, ticket.end)


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A ticket in the book; `game` and `seat` if it was first seen at a reveal."""

    face: TicketFace
    game: str | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TicketBook:
    """All known tickets."""

    notes: tuple[BookEntry, ...] = ()

    @property
    def faces(self) -> tuple[TicketFace, ...]:
        return tuple(entry.face for entry in self.notes)

    def find(self, start: str, end: str) -> TicketFace | None:
        """Return the ticket between two places, or None."""
        wanted = {start, end}
        return next((face for face in self.faces if {face.start, face.end} == wanted), None)

    def check(self, board: Board, face: TicketFace) -> None:
        """Check that a ticket can be added.

        Raises:
            TicketBookError: If it can't.
        """
        check_face(board, face)
        known = self.find(face.start, face.end)
        if known is not None:
            raise TicketBookError("duplicate", ticket=known)
        if len(self.notes) >= TICKETS:
            raise TicketBookError("full", most=TICKETS)

    def added(self, board: Board, face: TicketFace) -> "TicketBook":
        """Return the book with one more ticket.

        Raises:
            TicketBookError: If it can't be added.
        """
        self.check(board, face)
        return self._with(BookEntry(_in_order(face)))

    def without(self, start: str, end: str) -> "TicketBook":
        """Return the book without a ticket."""
        gone = {start, end}
        kept = (entry for entry in self.notes if {entry.face.start, entry.face.end} != gone)
        return TicketBook(tuple(kept))

    def corrected(self, board: Board, old: TicketFace, new: TicketFace) -> "TicketBook":
        """Return the book with `old` replaced by `new`.

        Raises:
            TicketBookError: If `new` can't be in the book.
        """
        return self.without(old.start, old.end).added(board, new)

    def learned(
        self,
        board: Board,
        game: str,
        seat: int,
        shown: Sequence[Shown],
        others: Iterable[Shown] = (),
    ) -> "TicketBook":
        """Return the book after a reveal, whose values replace older ones.

        Tickets learned earlier from this player in this game but no longer shown were entered by
        mistake and are removed, unless another player shows them. Invalid tickets are left out.
        """
        stands = {pair_of(ticket) for ticket in (*shown, *others)}
        slips = {
            pair_of(entry.face)
            for entry in self.notes
            if (entry.game, entry.seat) == (game, seat) and pair_of(entry.face) not in stands
        }
        book = TicketBook(tuple(one for one in self.notes if pair_of(one.face) not in slips))
        for ticket in shown:
            face = _in_order(ticket)
            if not is_sound(board, face) or book.find(face.start, face.end) == face:
                continue
            if book.find(face.start, face.end) is not None:
                book = book._with_points(face)
            elif len(book.notes) < TICKETS:
                book = book._with(BookEntry(face, game, seat))
        return book

    def _with(self, entry: BookEntry) -> "TicketBook":
        return TicketBook((*self.notes, entry))

    def _with_points(self, face: TicketFace) -> "TicketBook":
        """Return the book with a new value for a ticket."""
        changed = (
            BookEntry(face, entry.game, entry.seat)
            if pair_of(entry.face) == pair_of(face)
            else entry
            for entry in self.notes
        )
        return TicketBook(tuple(changed))


def check_face(board: Board, face: TicketFace) -> None:
    """Check that a ticket is possible on a board.

    Raises:
        TicketBookError: If it is not.
    """
    for place in (face.start, face.end):
        if place not in board.places:
            raise TicketBookError("unknown_place", place=place)
    if face.start == face.end:
        raise TicketBookError("same_place", place=face.start)
    if not LEAST_POINTS <= face.points <= MOST_POINTS:
        raise TicketBookError("points", points=face.points, least=LEAST_POINTS, most=MOST_POINTS)


def is_sound(board: Board, face: TicketFace) -> bool:
    """Whether a ticket is possible on a board."""
    try:
        check_face(board, face)
    except TicketBookError:
        return False
    return True


def _in_order(ticket: Shown) -> TicketFace:
    return TicketFace(*pair_of(ticket), ticket.points)


# --- finding a ticket ------------------------------------------------------------------------


def offered(
    board: Board, book: TicketBook, order_of: Callable[[str], tuple[str, str]]
) -> list[TicketFace]:
    """Return the tickets that are possible on this board, sorted by `order_of`."""
    faces = [face for face in book.faces if is_sound(board, face)]
    return sorted(faces, key=lambda face: (order_of(face.start), order_of(face.end)))


def filtered(
    faces: Iterable[TicketFace],
    name_of: Callable[[str], str],
    typed: str = "",
    place: str | None = None,
) -> list[TicketFace]:
    """Return the tickets with this place, and with a name of which a word starts as typed."""
    return [
        face
        for face in faces
        if place in (None, face.start, face.end)
        and any(_begins(name_of(one), typed) for one in (face.start, face.end))
    ]


def next_letters(
    faces: Iterable[TicketFace], name_of: Callable[[str], str], typed: str
) -> Iterator[str]:
    """Yield the letters that can follow the typed text and still match."""
    names = {name_of(place) for face in faces for place in (face.start, face.end)}
    found = {
        word[len(typed) : len(typed) + 1]
        for name in names
        for word in _endings(name)
        if word.startswith(typed)
    }
    yield from sorted(letter for letter in found if letter.strip())


def _begins(name: str, typed: str) -> bool:
    return any(word.startswith(typed) for word in _endings(name))


def _endings(name: str) -> list[str]:
    """Return a name from each of its words on, without spaces, to match typed text."""
    words = name.split()
    return ["".join(words[at:]) for at in range(len(words))]


# --- duplicates ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DuplicateTicket:
    """A ticket, of which there is only one, revealed several times: by these seats."""

    pair: Pair
    seats: tuple[int, ...]


def find_duplicates(shown: Sequence[Sequence[Shown]]) -> tuple[DuplicateTicket, ...]:
    """Return the tickets revealed more than once in a game; `shown` by seat."""
    holders: dict[Pair, list[int]] = {}
    for seat, tickets in enumerate(shown):
        for ticket in tickets:
            holders.setdefault(pair_of(ticket), []).append(seat)
    return tuple(
        DuplicateTicket(pair, tuple(seats)) for pair, seats in holders.items() if len(seats) > 1
    )
