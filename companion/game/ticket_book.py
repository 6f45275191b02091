"""The ticket book: the tickets of the group's own deck, as they were seen so far.

Nobody has told us the faces of the tickets, so they are learned: from every reveal, by hand, or
from a file. There is one ticket for two places, whichever of them it names first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.game.board.board import Board
from companion.game.commands import TicketFace
from companion.game.events import Ticket
from companion.game.rulebook import TICKETS

LEAST_POINTS: Final = 1  # of a ticket in the book; a reveal takes what is printed
MOST_POINTS: Final = 40

Pair = tuple[str, str]
Shown = TicketFace | Ticket


class TicketBookError(ValueError):
    """Why a ticket cannot be in the book: a code, and facts for a sentence."""

    def __init__(self, code: str, **facts: Any) -> None:  # noqa: ANN401
        super().__init__(f"{code}: {facts!r}")
        self.code = code
        self.facts: Mapping[str, Any] = facts


def pair_of(ticket: Shown) -> Pair:
    """The two places of a ticket, in one order."""
    return min(ticket.start, ticket.end), max(ticket.start, ticket.end)


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A ticket in the book; `game` and `seat` where it was first seen at a reveal."""

    face: TicketFace
    game: str | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TicketBook:
    """All tickets known."""

    notes: tuple[BookEntry, ...] = ()

    @property
    def faces(self) -> tuple[TicketFace, ...]:
        """The tickets themselves."""
        return tuple(entry.face for entry in self.notes)

    def find(self, start: str, end: str) -> TicketFace | None:
        """The ticket between two places."""
        wanted = {start, end}
        return next((face for face in self.faces if {face.start, face.end} == wanted), None)

    def check(self, board: Board, face: TicketFace) -> None:
        """Whether a ticket can be added.

        Raises:
            BookFault: it cannot.
        """
        check_face(board, face)
        known = self.find(face.start, face.end)
        if known is not None:
            raise TicketBookError("duplicate", ticket=known)
        if len(self.notes) >= TICKETS:
            raise TicketBookError("full", most=TICKETS)

    def added(self, board: Board, face: TicketFace) -> "TicketBook":
        """This book with one more ticket.

        Raises:
            BookFault: it cannot be.
        """
        self.check(board, face)
        return self._with(BookEntry(_in_order(face)))

    def without(self, start: str, end: str) -> "TicketBook":
        """This book without a ticket."""
        gone = {start, end}
        kept = (entry for entry in self.notes if {entry.face.start, entry.face.end} != gone)
        return TicketBook(tuple(kept))

    def corrected(self, board: Board, old: TicketFace, new: TicketFace) -> "TicketBook":
        """This book with another ticket in the place of one.

        Raises:
            BookFault: the other cannot be in it.
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
        """This book after a reveal: what was shown last is what is printed.

        What this player's tickets had taught before in this game, and are no longer, was a slip
        and goes, unless another player shows it. What cannot be in the book is left out.
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
        """This book with another value on a ticket."""
        changed = (
            BookEntry(face, entry.game, entry.seat)
            if pair_of(entry.face) == pair_of(face)
            else entry
            for entry in self.notes
        )
        return TicketBook(tuple(changed))


def check_face(board: Board, face: TicketFace) -> None:
    """Whether there can be such a ticket on a board.

    Raises:
        BookFault: there cannot.
    """
    for place in (face.start, face.end):
        if place not in board.places:
            raise TicketBookError("unknown_place", place=place)
    if face.start == face.end:
        raise TicketBookError("same_place", place=face.start)
    if not LEAST_POINTS <= face.points <= MOST_POINTS:
        raise TicketBookError("points", points=face.points, least=LEAST_POINTS, most=MOST_POINTS)


def is_sound(board: Board, face: TicketFace) -> bool:
    """Whether there can be such a ticket on a board."""
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
    """The tickets between places of this board, in the order that a language has for them."""
    faces = [face for face in book.faces if is_sound(board, face)]
    return sorted(faces, key=lambda face: (order_of(face.start), order_of(face.end)))


def filtered(
    faces: Iterable[TicketFace],
    name_of: Callable[[str], str],
    typed: str = "",
    place: str | None = None,
) -> list[TicketFace]:
    """Those with a place, and with a name of which a word begins as typed; names are folded."""
    return [
        face
        for face in faces
        if place in (None, face.start, face.end)
        and any(_begins(name_of(one), typed) for one in (face.start, face.end))
    ]


def next_letters(
    faces: Iterable[TicketFace], name_of: Callable[[str], str], typed: str
) -> Iterator[str]:
    """The letters that go on from what is typed and still find something."""
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
    """A name from each of its words on, without the gaps: what may be typed of it."""
    words = name.split()
    return ["".join(words[at:]) for at in range(len(words))]


# --- what cannot quite be --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DuplicateTicket:
    """A ticket of which there is one, and that is shown more than once: by these seats."""

    pair: Pair
    seats: tuple[int, ...]


def find_duplicates(shown: Sequence[Sequence[Shown]]) -> tuple[DuplicateTicket, ...]:
    """Tickets that are shown twice in a game; `shown` by seat."""
    holders: dict[Pair, list[int]] = {}
    for seat, tickets in enumerate(shown):
        for ticket in tickets:
            holders.setdefault(pair_of(ticket), []).append(seat)
    return tuple(
        DuplicateTicket(pair, tuple(seats)) for pair, seats in holders.items() if len(seats) > 1
    )
