"""What is kept beside the log, in rows of its file: each proves itself by its seal.

Nothing of it can be found in a game's entries: the ticket book, who counts as whom, and which games
are hidden. Rows are never removed, only written anew: an older image of one, found in a damaged
file, is not the last.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.game.commands import TicketFace
from companion.game.ticket_book import BookEntry, Pair, TicketBook, pair_of
from companion.journal.chain import seal


class BookRow(NamedTuple):
    """A ticket; without points where it was taken out of the book again.

    `edition` rises with every change: of two images of a row, the higher one is the newer.
    """

    place_1: str
    place_2: str
    points: int | None
    game: str | None
    seat: int | None
    edition: int
    seal: str = ""

    @property
    def pair(self) -> Pair:
        """What it is known by."""
        return self.place_1, self.place_2

    @property
    def seal_is_valid(self) -> bool:
        """Whether it proves itself."""
        return self.seal == _seal(self)


def book_of(rows: Iterable[BookRow]) -> TicketBook:
    """The book that these rows make up."""
    return TicketBook(
        tuple(
            BookEntry(TicketFace(*row.pair, row.points), row.game, row.seat)
            for row in rows
            if row.points is not None
        )
    )


def changes(rows: Mapping[Pair, BookRow], book: TicketBook) -> Iterator[BookRow]:
    """The rows that turn what is stored into this book."""
    wanted = {pair_of(noted.face): noted for noted in book.notes}
    for pair in (*wanted, *(pair for pair in rows if pair not in wanted)):
        old, noted = rows.get(pair), wanted.get(pair)
        points = None if noted is None else noted.face.points
        game, seat = (None, None) if noted is None else (noted.game, noted.seat)
        if old is None or (old.points, old.game, old.seat) != (points, game, seat):
            edition = 1 if old is None else old.edition + 1
            yield _sealed(BookRow(*pair, points, game, seat, edition))


def newest(rows: Iterable[BookRow]) -> dict[Pair, BookRow]:
    """By pair the row of the highest edition."""
    found: dict[Pair, BookRow] = {}
    for row in rows:
        if row.pair not in found or row.edition > found[row.pair].edition:
            found[row.pair] = row
    return found


def _sealed(row: BookRow) -> BookRow:
    return row._replace(seal=_seal(row))


def _seal(row: BookRow) -> str:
    return seal("ticket", json.dumps(row[:-1]))  # never to be taken for a player's


# --- who counts as whom, and which games are hidden ----------------------------------------------


@dataclass(frozen=True, slots=True)
class Merge:
    """A player who counts as another."""

    player: str
    into: str  # his own id: he counts for himself again

    @property
    def row(self) -> tuple[str, str, str]:
        """As it is stored."""
        mark = seal("merge", f"{self.player} {self.into}")  # never to be taken for a player's
        return self.player, self.into, mark


@dataclass(frozen=True, slots=True)
class HiddenGame:
    """A game that counts nowhere, to be gone for good after so many starts of the program."""

    game: str
    since: str | None  # None: it counts again
    starts: int  # of the program since then
    copy: str  # the file that it was written to

    @property
    def row(self) -> tuple[str, str | None, int, str, str]:
        """As it is stored."""
        mark = seal("hidden", f"{self.game} {self.since} {self.starts} {self.copy}")
        return self.game, self.since, self.starts, self.copy, mark
