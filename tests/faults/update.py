"""A newer program on an older file, killed while it brings the file up to date."""

from __future__ import annotations

from pathlib import Path

from counts import spread
from older import GAME, OLDER, check_updated, make_older, steps_of, update_until, version_of
from program import run

from companion.game.board.board import standard_board
from companion.journal import schema
from tests.faults.harness import Stopwatch, Tally, fault


@fault(
    "Update killed: a newer program, an older file",
    sees="Nothing: the next start copies the older file and converts it, and the game is as it"
    " was.",
    few=60,
    all_of_it=1000,
)
def update_killed(tally: Tally, folder: Path, times: int) -> None:
    """A program opens a file of every schema version there ever was, and is killed at each SQL
    statement and at each file that it opens, renames or removes.
    """
    standard_board()  # loaded once, and not by every child
    played = folder / "played.db"
    run(played, *GAME.requests)
    moments = [
        (version, step)
        for version in OLDER
        for step in range(1, 1 + steps_of(_older(folder / f"whole-{version}", version, played)))
    ]
    for version, step in spread(moments, times):
        file = _older(folder / f"killed-{version}-{step}", version, played)
        tally.crashes += not update_until(step, file)  # it has ended by itself
        tally.crashes += version_of(file) not in (version, schema.VERSION)  # none in between
        watch = Stopwatch()
        check_updated(file, version)
        tally.back.append(watch.seconds)
        tally.cycles += 1
        tally.acknowledged += len(GAME.requests)


def _older(folder: Path, version: int, played: Path) -> Path:
    folder.mkdir()
    return make_older(version, played, folder / "log.db")
