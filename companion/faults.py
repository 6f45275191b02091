"""Unexpected errors: logged to a file, never shown over the table."""

import logging
import logging.handlers
import time
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from companion.permissions import create_private_file, create_private_folder

_LARGEST: Final = 1_000_000
REPEAT_INTERVAL: Final = 60.0  # seconds between logged errors of the same kind
_MOST_KINDS: Final = 200  # remembered at once

_Kind = tuple[object, ...]


class RepeatLimit(logging.Filter):
    """Rate limit: passes one record of each kind per interval, with the number suppressed.

    Without it, one repeating error could fill the file and push out all others.
    """

    def __init__(self) -> None:
        super().__init__()
        self._written_at: dict[_Kind, float] = {}  # oldest first
        self._left_out: dict[_Kind, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log this record."""
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
    """Return a key of logger, message template and raising line; arguments are ignored."""
    raised, _, trace = record.exc_info or (None, None, None)
    place: tuple[object, ...] = ()
    while trace is not None:
        place, trace = (trace.tb_frame.f_code, trace.tb_lineno), trace.tb_next
    return record.name, str(record.msg), raised, *place


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """A rotating log readable by this user only, since errors can contain names."""

    def _open(self) -> TextIOWrapper:
        create_private_file(Path(self.baseFilename))
        return super()._open()


def log_to_file(file: Path) -> None:
    """Send all logging to a file, or nowhere if it can't be written."""
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
