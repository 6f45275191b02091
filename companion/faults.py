"""Unexpected faults: written down in a file, never over the table."""

import logging
import logging.handlers
from pathlib import Path
from typing import Final

_LARGEST: Final = 1_000_000


def write_faults_down(file: Path) -> None:
    """Send what programs have to say to each other into a file; nowhere if it cannot be written."""
    logging.raiseExceptions = False
    handler: logging.Handler = logging.NullHandler()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            file, maxBytes=_LARGEST, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        pass
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=form, handlers=[handler], force=True)
