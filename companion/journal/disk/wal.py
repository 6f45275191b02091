"""SQLite's write-ahead log, frame by frame.

SQLite reads it up to the first invalid frame and silently drops the rest. After a power cut that is
right: only the last transaction can be unfinished, because each is on disk before the next begins.
If more transactions follow, the file was damaged later.
"""

import struct
from pathlib import Path
from typing import Final, NamedTuple

from companion.journal.schema import PAGE_SIZE

_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_FRAME: Final = _FRAME_HEADER + PAGE_SIZE
_SHM_VERSION: Final = 3007000  # of SQLite's index of it, the -shm file


class WalFrame(NamedTuple):
    """The new image of a page; the last frame of a transaction commits it."""

    page: int
    commits: bool
    image: bytes


def beside(path: Path) -> bytes:
    """Return the write-ahead log of a file; empty if there is none."""
    wal = path.with_name(f"{path.name}-wal")
    return wal.read_bytes() if wal.exists() else b""


def frames(wal: bytes) -> list[WalFrame | None]:
    """Return all frames in order, with None for those left from before the last reset."""
    salt = wal[16:24] if _header_is_sound(wal) else wal[_HEADER + 8 : _HEADER + 16]
    found: list[WalFrame | None] = []
    for start in range(_HEADER, len(wal) - _FRAME + 1, _FRAME):
        page, commit = struct.unpack_from(">II", wal, start)
        image = wal[start + _FRAME_HEADER : start + _FRAME]
        ours = wal[start + 8 : start + 16] == salt
        found.append(WalFrame(page, commit > 0, image) if ours else None)
    return found


def is_damaged(path: Path) -> bool:
    """Whether SQLite has dropped complete transactions; we must be the only user of the file."""
    found = frames(beside(path))
    dropped = found[_taken(path, len(found)) :] if found else []
    return sum(frame is not None and frame.commits for frame in dropped) > 1


def _taken(path: Path, otherwise: int) -> int:
    """Return how many frames SQLite accepts, by its index, or `otherwise` if that can't be read."""
    shm = path.with_name(f"{path.name}-shm")
    head = shm.read_bytes()[:20] if shm.exists() else b""
    if len(head) < 20:
        return otherwise
    version, *_, taken = struct.unpack("=5I", head)
    return int(taken) if version == _SHM_VERSION else otherwise


def _header_is_sound(wal: bytes) -> bool:
    if len(wal) < _HEADER:
        return False
    order = ">" if wal[3] & 1 else "<"
    one = two = 0
    for first, second in struct.iter_unpack(f"{order}II", wal[:24]):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return struct.unpack_from(">II", wal, 24) == (one, two)
