"""Writes a file as an export does, as a program of its own: python pulled_stick.py FOLDER SIZE."""

import sys
from pathlib import Path

from companion.exports.files import ExportError, write_atomically

folder, size = Path(sys.argv[1]), int(sys.argv[2])
try:
    write_atomically(folder, "game.json", b"n" * size)
except ExportError as error:
    print("failed", error.problem, error.gone, error.full)
    sys.exit(3)
