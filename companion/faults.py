"""Unexpected faults: written down in a file, never over the table."""

import logging
import logging.handlers
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from companion.private import make_our_folder, make_private

_LARGEST: Final = 1_000_000


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """Each of its files is for this user alone: what went wrong may name people."""

    def _open(self) -> TextIOWrapper:
        make_private(Path(self.baseFilename))
        return super()._open()


def write_faults_down(file: Path) -> None:
    """Send what programs have to say to each other into a file; nowhere if it cannot be written."""
    logging.raiseExceptions = False
    handler: logging.Handler = logging.NullHandler()
    try:
        make_our_folder(file.parent)
        handler = _PrivateFile(file, maxBytes=_LARGEST, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        pass
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=form, handlers=[handler], force=True)
