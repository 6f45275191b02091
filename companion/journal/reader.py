"""Read-only queries on a log's file."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.game.board.board import Board, board_from_data
from companion.game.board.corrections import BoardCorrection
from companion.journal.chain import EntryRow, read_correction, read_outcome, seal, unbroken
from companion.journal.errors import LogDamagedError
from companion.journal.schema import schema_matches
from companion.journal.sealed_rows import BookRow, HiddenGame, Merge

COLUMNS = ", ".join(EntryRow._fields)


@dataclass(frozen=True, slots=True)
class GameLine:
    uuid: str
    players: tuple[str, ...]
    phase: str
    seq: int
    started: str


class Reader:
    """Reads an open log and verifies everything that it returns.

    Methods raise LogDamagedError if the data is not as it was written.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    @contextmanager
    def at_one_moment(self) -> Iterator["Reader"]:
        """Run several queries on one snapshot, whatever is written in the meantime."""
        if self._db.conn.in_transaction:
            yield self
            return
        self._db.conn.execute("BEGIN")
        try:
            yield self
        finally:
            with suppress(sqlite3.Error):  # the connection may be closed by now
                self._db.conn.rollback()

    def on_table(self) -> str | None:
        """Return the id of the current game."""
        found = self._db.execute("SELECT game FROM desk").fetchone()
        if found is None and self._db.execute("SELECT 1 FROM games LIMIT 1").fetchone():
            raise LogDamagedError("no game is on the table, though there are games")
        if found is not None and not self.has_game(found[0]):
            raise LogDamagedError("the game on the table is missing")
        return None if found is None else str(found[0])

    def rows(self, game: str) -> list[EntryRow]:
        """Return a game's entries, their hash chain verified; empty if there is no such game."""
        head = self._db.execute(
            "SELECT number, seq, hash FROM games WHERE uuid = ?", [game]
        ).fetchone()
        if head is None:
            if self._db.execute("SELECT 1 FROM games WHERE +uuid = ?", [game]).fetchone():
                raise LogDamagedError(f"game {game} is there, and not in the index of games")
            return []
        number, seq, last = head
        found = self._db.execute(
            f"SELECT {COLUMNS} FROM entries WHERE game = ? ORDER BY seq", [number]
        )
        rows = [EntryRow(*row) for row in found]
        if not rows or unbroken(rows) != rows or (rows[-1].seq, rows[-1].hash) != (seq, last):
            raise LogDamagedError(f"the entries of game {game} are not as they were written")
        return rows

    def beside(self, game: str) -> tuple[str, str, object, str, tuple[tuple[str, str], ...]]:
        """Return a game's start, board, rules, phase and seats from the other tables."""
        (number,) = self._db.execute("SELECT number FROM games WHERE uuid = ?", [game]).fetchone()
        uuid, started, board, rules, phase = self._db.execute(
            "SELECT uuid, started, board, rules, phase FROM games WHERE number = ?", [number]
        ).fetchone()
        found = self._db.execute(
            "SELECT seat, player, color FROM seats WHERE game = ? ORDER BY seat", [number]
        ).fetchall()
        if uuid != game or [seat for seat, _, _ in found] != list(range(len(found))):
            raise LogDamagedError(f"game {game} or its seats are not as they were written")
        seats = tuple((player, color) for _, player, color in found)
        return started, board, json.loads(rules), phase, seats

    def faults(self) -> list[str]:
        """Return the problems of the file as a whole: pages, schema, tables other than games."""
        found = [text for (text,) in self._db.execute("PRAGMA integrity_check(3)")]
        problems = [] if found == ["ok"] else found
        if problems or not schema_matches(self._db.conn):
            return problems or ["its tables are not as they were made"]
        for question in (
            *(self.on_table, self.roster, self.corrections, self.tickets),
            *(self.merges, self.hidden),
        ):
            try:
                question()
            except LogDamagedError as damage:
                problems.append(str(damage))
        return problems

    def roster(self) -> dict[str, str]:
        """Return every player's name by id."""
        return self._sealed(self._db.execute("SELECT id, name, seal FROM players"))

    def merges(self) -> list[Merge]:
        """Return the merged players; none in files of versions without merges."""
        if "merges" not in self._db.table_names():
            return []
        found = self._db.execute("SELECT player, into_player, seal FROM merges").fetchall()
        merges = [Merge(player, into) for player, into, _ in found]
        if [merge.row for merge in merges] != found:
            raise LogDamagedError("who counts as whom is not as it was written")
        return [merge for merge in merges if merge.player != merge.into]

    def hidden(self) -> list[HiddenGame]:
        """Return the games that were deleted but not purged; none in files of older versions."""
        if "hidden" not in self._db.table_names():
            return []
        found = self._db.execute("SELECT game, since, starts, copy, seal FROM hidden").fetchall()
        games = [HiddenGame(*row[:-1]) for row in found]
        if [game.row for game in games] != found:
            raise LogDamagedError("which games are hidden is not as it was written")
        return [game for game in games if game.since is not None]

    def pending_card(self, game: str, seq: int) -> str | None:
        """Return the first card of the turn after entry `seq`; None in files of older versions."""
        if "waiting_cards" not in self._db.table_names():
            return None
        found = self._db.execute(
            "SELECT card FROM waiting_cards WHERE game = ? AND seq = ?", [game, seq]
        ).fetchone()
        return None if found is None or found[0] is None else str(found[0])

    def hides_scores(self, game: str) -> bool:
        """Whether a game's scores are secret until it is over; False in files of older versions."""
        if "hidden_scores" not in self._db.table_names():
            return False
        query = "SELECT 1 FROM hidden_scores WHERE game = ? AND hidden"
        return self._db.execute(query, [game]).fetchone() is not None

    def select(self, query: str, parameters: Sequence[object] = ()) -> list[Any]:
        """Run a query and return its rows."""
        return self._db.conn.execute(query, parameters).fetchall()

    def names(self, players: Iterable[str]) -> list[str]:
        """Return the names of these players, in the same order."""
        wanted = list(players)
        marks = ", ".join("?" * len(wanted))
        found = self._sealed(
            self._db.execute(f"SELECT id, name, seal FROM players WHERE id IN ({marks})", wanted)
        )
        if missing := set(wanted) - set(found):
            raise LogDamagedError(f"{len(missing)} players are missing from the roster")
        return [found[player] for player in wanted]

    def board(self, fingerprint: str) -> Board:
        found = self._db.execute(
            "SELECT data FROM boards WHERE fingerprint = ?", [fingerprint]
        ).fetchone()
        board = None if found is None else board_of(found[0])
        if board is None or board.fingerprint != fingerprint:
            raise LogDamagedError("the board of a game is not as it was written")
        return board

    def games(self) -> list[GameLine]:
        """Return all games, including deleted ones, oldest first."""
        players: dict[int, list[str]] = {}
        for number, name in self._db.execute(
            "SELECT game, name FROM seats JOIN players ON id = player ORDER BY game, seat"
        ):
            players.setdefault(number, []).append(name)
        found = self._db.execute(
            "SELECT number, uuid, phase, seq, started FROM games ORDER BY number"
        )
        return [
            GameLine(uuid, tuple(players.get(number, ())), phase, seq, started)
            for number, uuid, phase, seq, started in found
        ]

    def corrections(self) -> list[BoardCorrection]:
        """Return the board corrections; none in files of versions without them."""
        found: list[BoardCorrection | None] = []
        tables = self._db.table_names()
        if "corrections" in tables:
            rows = self._db.execute("SELECT route, data, seal FROM corrections")
            found += [read_outcome(*row) for row in rows]
        if "board_corrections" in tables:
            rows = self._db.execute("SELECT data, seal FROM board_corrections")
            found += [read_correction(*row) for row in rows]
        as_written = [one for one in found if one is not None]
        if len(as_written) < len(found):
            raise LogDamagedError("a corrected route is not as it was written")
        return as_written

    def tickets(self) -> list[BookRow]:
        """Return the ticket book; empty in files of versions without one."""
        if "ticket_book" not in self._db.table_names():
            return []
        found = self._db.execute(f"SELECT {', '.join(BookRow._fields)} FROM ticket_book")
        rows = [BookRow(*row) for row in found]
        if not all(row.seal_is_valid for row in rows):
            raise LogDamagedError("a ticket in the book is not as it was written")
        return rows

    def has(self, game: str, row: EntryRow) -> bool:
        """Whether exactly this row is in a game's log."""
        found = self._db.execute(
            "SELECT hash FROM entries WHERE seq = ?"
            " AND game = (SELECT number FROM games WHERE uuid = ?)",
            [row.seq, game],
        ).fetchone()
        return found is not None and found[0] == row.hash

    def has_game(self, game: str) -> bool:
        found = self._db.execute("SELECT 1 FROM games WHERE uuid = ?", [game]).fetchone()
        return found is not None

    @staticmethod
    def _sealed(found: Iterable[tuple[str, str, str]]) -> dict[str, str]:
        names = {}
        for player, name, mark in found:
            if mark != seal(player, name):
                raise LogDamagedError("a name in the roster is not as it was written")
            names[player] = name
        return names


def board_of(data: str) -> Board:
    """Parse a board from the log.

    Raises:
        ValueError: If it isn't a board.
    """
    content = json.loads(data)
    if not isinstance(content, dict):
        raise ValueError("not a board")
    return board_from_data(content, {"locations": "log", "routes": "log"})
