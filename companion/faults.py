"""Unexpected faults: written down in a file, never over the table."""

import logging
import logging.handlers
import time
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from companion.permissions import create_private_file, create_private_folder

_LARGEST: Final = 1_000_000
REPEAT_INTERVAL: Final = 60.0  # seconds until a fault of the same kind is written down again
_MOST_KINDS: Final = 200  # that are remembered

_Kind = tuple[object, ...]


class RepeatLimit(logging.Filter):
    """Lets one fault of a kind through in a while, with the number of those left out before it.

    Whoever can cause a fault could otherwise fill the file, and with it push out all others.
    """

    def __init__(self) -> None:
        super().__init__()
        self._written_at: dict[_Kind, float] = {}  # when each was written down, the oldest first
        self._left_out: dict[_Kind, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this one is written down."""
        kind, now = _kind(record), time.monotonic()
        if kind in self._written_at and now - self._written_at[kind] < REPEAT_INTERVAL:
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        self._written_at.pop(kind, None)
        self._written_at[kind] = now
        if len(self._written_at) > _MOST_KINDS:
            oldest = next(iter(self._written_at))
            del self._written_at[oldest]
            self._left_out.pop(oldest, None)
        if left_out := self._left_out.pop(kind, 0):
            record.msg = f"{record.msg} (and {left_out} like it before)"
        return True


def _kind(record: logging.LogRecord) -> _Kind:
    """What says it, and where what was raised comes from; whatever is filled in differs."""
    raised, _, trace = record.exc_info or (None, None, None)
    place: tuple[object, ...] = ()
    while trace is not None:
        place, trace = (trace.tb_frame.f_code, trace.tb_lineno), trace.tb_next
    return record.name, str(record.msg), raised, *place


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """Each of its files is for this user alone: what went wrong may name people."""

    def _open(self) -> TextIOWrapper:
        create_private_file(Path(self.baseFilename))
        return super()._open()


def log_to_file(file: Path) -> None:
    """Send what programs have to say to each other into a file; nowhere if it cannot be written."""
    logging.raiseExceptions = False
    handler: logging.Handler = logging.NullHandler()
    try:
        create_private_folder(file.parent)
        handler = _PrivateFile(file, maxBytes=_LARGEST, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        pass
    handler.addFilter(RepeatLimit())
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=form, handlers=[handler], force=True)
