"""Rows next to the log that can't be derived from its entries, each protected by a seal.

They are the ticket book, merged players and hidden games. Rows are never removed, only replaced, so
a damaged file can also contain older versions of a row.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.game.commands import TicketFace
from companion.game.ticket_book import BookEntry, Pair, TicketBook, pair_of
from companion.journal.chain import seal


class BookRow(NamedTuple):
    """A ticket; its points are None if it was removed from the book.

    `edition` rises with every change: of two versions of a row, the higher one is newer.
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
        """The two places, which identify the ticket."""
        return self.place_1, self.place_2

    @property
    def seal_is_valid(self) -> bool:
        return self.seal == _seal(self)


def book_of(rows: Iterable[BookRow]) -> TicketBook:
    """Build the ticket book from its rows."""
    return TicketBook(
        tuple(
            BookEntry(TicketFace(*row.pair, row.points), row.game, row.seat)
            for row in rows
            if row.points is not None
        )
    )


def changes(rows: Mapping[Pair, BookRow], book: TicketBook) -> Iterator[BookRow]:
    """Yield the rows to write so that the stored rows match `book`."""
    wanted = {pair_of(noted.face): noted for noted in book.notes}
    for pair in (*wanted, *(pair for pair in rows if pair not in wanted)):
        old, noted = rows.get(pair), wanted.get(pair)
        points = None if noted is None else noted.face.points
        game, seat = (None, None) if noted is None else (noted.game, noted.seat)
        if old is None or (old.points, old.game, old.seat) != (points, game, seat):
            edition = 1 if old is None else old.edition + 1
            yield _sealed(BookRow(*pair, points, game, seat, edition))


def newest(rows: Iterable[BookRow]) -> dict[Pair, BookRow]:
    """Return the row with the highest edition for each pair."""
    found: dict[Pair, BookRow] = {}
    for row in rows:
        if row.pair not in found or row.edition > found[row.pair].edition:
            found[row.pair] = row
    return found


def _sealed(row: BookRow) -> BookRow:
    return row._replace(seal=_seal(row))


def _seal(row: BookRow) -> str:
    return seal("ticket", json.dumps(row[:-1]))  # never equal to a player's seal


# --- merged players and hidden games -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Merge:
    """A player who counts as another."""

    player: str
    into: str  # the player's own id if the merge was undone

    @property
    def row(self) -> tuple[str, str, str]:
        """The row to store."""
        mark = seal("merge", f"{self.player} {self.into}")  # never equal to a player's seal
        return self.player, self.into, mark


@dataclass(frozen=True, slots=True)
class HiddenGame:
    """A deleted game, excluded from everything and purged after some starts of the program."""

    game: str
    since: str | None  # None if the game was restored
    starts: int  # starts of the program since then
    copy: str  # the file that the game was exported to

    @property
    def row(self) -> tuple[str, str | None, int, str, str]:
        """The row to store."""
        mark = seal("hidden", f"{self.game} {self.since} {self.starts} {self.copy}")
        return self.game, self.since, self.starts, self.copy, mark
