"""A game that lies in the write-ahead log alone, as a process that was killed leaves it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from program import Process, run
from scripts import random_game

GAME = random_game(16)


@dataclass(frozen=True)
class Pulled:
    """The file and its write-ahead log."""

    db: bytes
    wal: bytes
    sizes: list[int]  # of the write-ahead log after each entry
    earlier: int = 0  # entries that are not in it

    @classmethod
    def after_play(cls, db: Path, earlier: int = 0) -> Pulled:
        """Play, and pull the plug; so many entries were in the file before."""
        wal = Path(f"{db}-wal")
        sizes = []
        run(db, *GAME.requests[:earlier])
        with Process(db) as process:
            for request in GAME.requests[earlier:]:
                assert process.ask(request)["saved"]
                sizes.append(wal.stat().st_size)
        return cls(db.read_bytes(), wal.read_bytes(), sizes, earlier)

    def entries_before(self, offset: int) -> int:
        """How many entries are whole in so many bytes."""
        return self.earlier + sum(size <= offset for size in self.sizes)

    def put(self, folder: Path, wal: bytes) -> Path:
        """A copy with this write-ahead log instead."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        db = folder / "log.db"
        db.write_bytes(self.db)
        Path(f"{db}-wal").write_bytes(wal)
        return db
