"""Files that are damaged: a log that ends anywhere, wrong bytes in any page, and worse."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from counts import spread
from damage import HARMS, PAGE, TwoGames, harmed, judge, keep_two_games
from pulled import GAME, Pulled

from companion.game.board.board import standard_board
from companion.game.state import State
from companion.journal import Journal
from tests.faults.harness import Stopwatch, Tally, fault

EARLIER = 12  # entries that are in the file itself when the plug is pulled


@fault(
    "Power cut: truncated write-ahead log",
    sees="Nothing: the game is as it was after the last turn that was complete on the disk, which"
    " includes every turn that was on the screen.",
    few=60,
    all_of_it=50_000,
)
def wal_cut(tally: Tally, folder: Path, times: int) -> None:
    """The write-ahead log of a killed game is truncated at every single byte."""
    pulled = Pulled.after_play(folder / "pulled.db", EARLIER)
    for offset in spread(range(len(pulled.wal) + 1), times):
        tally.cycles += 1
        db = pulled.put(folder / "cut", pulled.wal[:offset])
        watch = Stopwatch()
        with closing(Journal.open(db)) as journal:
            stored = journal.read(str(journal.on_table()), standard_board())
            tally.crashes += bool(journal.reports)
        tally.back.append(watch.seconds)
        assert stored is not None
        found = len(stored.entries)
        tally.checked(pulled.entries_before(offset), found)
        tally.wrong += scores(stored.shown().state) != told_scores(found)


def scores(state: State) -> list[int]:
    return [state.score(seat) for seat in range(len(state.seats))]


def told_scores(entries: int) -> list[int]:
    return [player["score"] for player in GAME.states[entries]["players"]]


# --- wrong bytes ---


@fault(
    "One wrong byte, in every kind of page",
    sees="Usually nothing. If it matters, *The log was damaged* appears at the start: the kiosk"
    " copied the file, repaired and checked it, and the report says that no entries are missing.",
    few=6,
    all_of_it=1000,
)
def byte_flipped(tally: Tally, folder: Path, times: int) -> None:
    """One byte changes, in pages of the schema, entries, the tree above them, boards, other tables
    and indexes, equally often in each kind; then two starts and a turn.
    """
    dice = random.Random("bytes")
    kept = keep_two_games(folder, entries=100)
    kinds = pages_by_kind(folder / "whole.db")
    for _ in range(times):
        for pages in kinds.values():
            data = bytearray(kept.data)
            at = (dice.choice(pages) - 1) * PAGE + dice.randrange(PAGE)
            data[at] ^= dice.randrange(1, 256)
            open_damaged(folder / "flipped", bytes(data), kept, tally)


def pages_by_kind(db: Path) -> dict[str, list[int]]:
    """The numbers of a file's pages, by what is in them."""
    kinds: dict[str, list[int]] = {}
    with closing(sqlite3.connect(db)) as connection:
        indexes = {name for (name,) in connection.execute(_INDEXES)}
        for number, name, form in connection.execute("SELECT pageno, name, pagetype FROM dbstat"):
            if name in indexes:
                name = "indexes"
            elif name == "entries" and form != "leaf":
                name = "the tree over entries"
            elif name not in ("sqlite_schema", "entries", "boards"):
                name = "other tables"
            kinds.setdefault(name, []).append(number)
    assert len(kinds) == 6, kinds
    return kinds


_INDEXES = "SELECT name FROM sqlite_schema WHERE type = 'index'"


def open_damaged(folder: Path, data: bytes, kept: TwoGames, tally: Tally) -> None:
    """Open it twice and play on: never a wrong score, a traceback or a silent loss."""
    folder.mkdir()
    file = folder / "log.db"
    file.write_bytes(data)
    tally.cycles += 1
    tally.acknowledged += sum(map(len, kept.games.values()))
    watch = Stopwatch()
    if judge(file, kept) != "refused":
        tally.reported += sum(missing(file, kept))
    tally.back.append(watch.seconds)
    for part in folder.iterdir():
        part.unlink()
    folder.rmdir()


_COUNTED = (
    "SELECT uuid, count(*) FROM entries JOIN games ON number = game"
    " WHERE request NOT LIKE '%one more%' GROUP BY uuid"
)


def missing(file: Path, kept: TwoGames) -> Iterator[int]:
    """How many entries each game lacks; that it was reported has been seen to."""
    with closing(Journal.view(file)) as journal:
        found = dict(journal.select(_COUNTED))
    for game, script in kept.games.items():
        yield len(script) - found.get(game, 0)


@fault(
    "Large-scale file damage",
    sees="*The log was damaged* appears at the start: the kiosk copied the file and recovered"
    " everything readable, and the report says which entries of which game are missing.",
    few=3,
    all_of_it=250,
)
def file_damaged(tally: Tally, folder: Path, times: int) -> None:
    """The file is truncated, between pages too, parts of it are zeroed, pages swap places, bits
    flip.
    """
    kept = keep_two_games(folder, entries=100)
    for number in range(times):
        for harm in HARMS:
            open_damaged(folder / "damaged", harmed(kept.data, harm, number), kept, tally)
