"""Phone data on disk, separate from the log: codes, token hashes and secret tickets.

The file is readable only by this user and written atomically. Exports and backups don't contain
it, because they copy the database. A game's data is deleted with the game.
"""

import contextlib
import errno
import json
import logging
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion.atomic_files import read_regular_file, write_atomically
from companion.game.commands import TicketFace
from companion.web.access.guests import Guest

log = logging.getLogger(__name__)

LARGEST: Final = 4_000_000
_NOT_OURS: Final = (errno.EINVAL, errno.EFBIG)  # a fifo, for example, or larger than we ever write

Faces = tuple[TicketFace, ...]


@dataclass(frozen=True, slots=True)
class PhoneData:
    """The data of one game: code, guests by token hash, tickets by seat, last phone's number."""

    code: str
    guests: Mapping[str, Guest] = field(default_factory=dict)
    tickets: Mapping[int, Faces] = field(default_factory=dict)
    last: int = 0


class PhoneStore:
    """The phone data of all games; without a file it is in memory only.

    While the file can't be read, it is not overwritten; reading is retried at the next access.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._games: dict[str, PhoneData] = {}
        self._last = 0  # highest phone number, including deleted games
        self._is_read = file is None
        self._try_to_read()

    def of(self, game: str) -> PhoneData | None:
        """Return the data of a game."""
        self._try_to_read()
        return self._games.get(game)

    def last_number(self) -> int:
        """Return the highest number that any phone has had, in any game."""
        self._try_to_read()
        return max(self._last, *(kept.last for kept in self._games.values()), 0)

    def _try_to_read(self) -> None:
        if self._file is not None and not self._is_read:
            with contextlib.suppress(OSError):
                self._games, self._last = _read(self._file)
                self._is_read = True

    def put(self, game: str, kept: PhoneData) -> None:
        """Save the data of a game; it is on disk when this returns.

        Raises:
            OSError: if writing fails; the previous data is then kept.
        """
        self._write({**self._games, game: kept})

    def forget(self, game: str) -> None:
        """Delete the data of a game.

        Raises:
            OSError: if writing fails.
        """
        if game in self._games:
            self._write({key: kept for key, kept in self._games.items() if key != game})

    def forget_tickets(self, game: str) -> None:
        """Delete a game's secret tickets once all are revealed.

        Raises:
            OSError: if writing fails.
        """
        kept = self.of(game)
        if kept is not None and kept.tickets:
            self.put(game, replace(kept, tickets={}))

    def forget_others(self, games: Collection[str]) -> None:
        """Delete the data of all games but these.

        Raises:
            OSError: if writing fails.
        """
        known = {key: kept for key, kept in self._games.items() if key in games}
        if len(known) < len(self._games):
            self._write(known)

    def _write(self, games: dict[str, PhoneData]) -> None:
        if not self._is_read:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(self._file))
        last = max(self.last_number(), *(kept.last for kept in games.values()), 0)
        if self._file is not None:
            kept = {game: _as_data(kept) for game, kept in games.items()}
            write_atomically(self._file, json.dumps({"last": last, "games": kept}).encode())
        self._games, self._last = games, last


def _as_data(kept: PhoneData) -> dict[str, Any]:
    return {
        "code": kept.code,
        "last": kept.last,
        "guests": {
            mark: {
                "number": guest.number,
                "seat": guest.seat,
                "address": guest.address,
                "refused": guest.refused,
            }
            for mark, guest in kept.guests.items()
        },
        "tickets": {
            str(seat): [[face.start, face.end, face.points] for face in faces]
            for seat, faces in kept.tickets.items()
        },
    }


def _read(file: Path) -> tuple[dict[str, PhoneData], int]:
    """Return the games in a file and the last phone's number; nothing if the file is not ours.

    Raises:
        OSError: if the file can't be read at the moment.
    """
    try:
        found = json.loads(read_regular_file(file, LARGEST))
        games = {str(game): _kept(data) for game, data in found["games"].items()}
        return games, int(found.get("last", 0))
    except FileNotFoundError:
        return {}, 0
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        # The content is private: log only the type of the error.
        log.warning("%s cannot be read: %s", file, type(error).__name__)
        if isinstance(error, OSError) and error.errno not in _NOT_OURS:
            raise
        return {}, 0


def _kept(data: Mapping[str, Any]) -> PhoneData:
    guests = {
        str(mark): Guest(
            int(guest["number"]),
            _seat(guest["seat"]),
            address=str(guest.get("address", "")),
            refused=guest.get("refused") is True,
        )
        for mark, guest in data["guests"].items()
    }
    return PhoneData(
        code=str(data["code"]),
        guests=guests,
        # Files of earlier versions don't have it.
        last=int(data.get("last", max((guest.number for guest in guests.values()), default=0))),
        tickets={
            int(seat): tuple(
                TicketFace(str(start), str(end), int(points)) for start, end, points in faces
            )
            for seat, faces in data["tickets"].items()
        },
    )


def _seat(found: object) -> int | None:
    return None if found is None else int(str(found))
