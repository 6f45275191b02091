"""How fast past games are looked up, as ratios to the bare SQL that it takes.

From the root of the clone, with the `dev` extra installed: python -m tests.bench.history

Both sides are measured in turns on the same file; the table shows medians. Making 10,000 games and
their summaries takes a few minutes and half a gigabyte of disk: --games 500 is quicker.
"""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from companion.game.board.board import standard_board
from companion.history import History
from companion.history.past_games import page_query
from companion.history.records import QUERIES
from companion.history.statistics import (
    EVERYONE,
    best_query,
    others_query,
    sums_query,
    unfinished_query,
)
from companion.journal import Journal
from tests.bench.measuring import Line, Setting, medians, timed
from tests.bench.printed import show
from tests.bench.stored_games import write_games

ROOT = Path(__file__).parents[2]
FEW = 100  # games of a group that has only begun
PAGE = 10  # lines of the list
CALLS = 8  # in one repetition
HEADINGS = ("ours / yardstick", "yardstick us", "ours us", "ratio", "target", "met")

Statement = tuple[str, Sequence[object]]


class Shelf:
    """A file of games, asked through the history and by hand."""

    def __init__(self, path: Path, games: int) -> None:
        write_games(path, standard_board(), games)
        self.journal = Journal.open(path)
        self.history = History(self.journal)
        start = time.perf_counter()
        self.history.catch_up()
        self.summary = (time.perf_counter() - start) / games
        self.bare = sqlite3.connect(path)
        self.busiest = self.history.players()[0].person.id

    def close(self) -> None:
        self.bare.close()
        self.journal.close()

    def by_hand(self, statements: Sequence[Statement]) -> Callable[[], list[float]]:
        def ask() -> None:
            for statement, parameters in statements:
                self.bare.execute(statement, parameters).fetchall()

        return lambda: [timed(ask) for _ in range(CALLS)]


def asked(question: Callable[[], object]) -> Callable[[], list[float]]:
    """The same through the history."""
    return lambda: [timed(question) for _ in range(CALLS)]


def questions(setting: Setting, shelf: Shelf) -> Iterator[Line]:
    """Each beside the statements it comes to."""
    history, one = shelf.history, [shelf.busiest]
    page = [(page_query(), [PAGE + 1])]
    his = [(page_query(of_players=1), [*one, PAGE + 1])]
    about = [
        (query(one), one) for query in (sums_query, unfinished_query, best_query, others_query)
    ]
    records = [(query, ()) for query in (*QUERIES.values(), EVERYONE)]
    for what, statements, question, target in (
        ("(a) first page of the list", page, lambda: history.games(most=PAGE), 2),
        ("    of one player's games", his, lambda: history.games(player=one[0], most=PAGE), None),
        ("(b) a player's page", about, lambda: history.player(one[0]), 2),
        ("(c) the group's records", records, history.records, 2),
        ("    everyone in a list", [(EVERYONE, ())], history.players, None),
    ):
        times = medians(setting.repeat, shelf.by_hand(statements), asked(question))
        yield Line(f"{what} / its bare SQL", *times, target=target)


def growth(setting: Setting, few: Shelf, many: Shelf) -> Iterator[Line]:
    """The first page does not wait for all the others."""
    times = medians(
        setting.repeat,
        asked(lambda: few.history.games(most=PAGE)),
        asked(lambda: many.history.games(most=PAGE)),
    )
    yield Line(f"(d) first page of {setting.games:,} games / of {FEW}", *times, target=1.5)
    yield Line("    a game summarised, once / the same", few.summary, many.summary)


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=61, help="repetitions of every measurement")
    parser.add_argument("--games", type=int, default=10_000, help="games in the large database")
    parser.add_argument("--dir", type=Path, default=ROOT, help="a folder on a real disk")
    options = parser.parse_args()
    python, load = platform.python_version(), os.getloadavg()[0]
    print(f"Python {python}, SQLite {sqlite3.sqlite_version}, load {load:.1f}")
    show(HEADINGS)
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.dir.resolve()) as folder:
        setting = Setting(standard_board(), Path(folder), options.repeat, options.games)
        with (
            closing(Shelf(setting.folder / "few.db", min(FEW, options.games))) as few,
            closing(Shelf(setting.folder / "many.db", options.games)) as many,
        ):
            for line in (*questions(setting, many), *growth(setting, few, many)):
                show(line.cells)


if __name__ == "__main__":
    main()
