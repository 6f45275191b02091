"""How fast the referee is, as ratios to well-known yardsticks measured in the same run.

From the root of the clone, with the `dev` extra installed: python -m tests.bench.referee

Every repetition measures both sides one after the other, so that a busy machine slows both; the
table shows medians. Rows without a target are there to explain the others. A run takes a few
minutes and a gigabyte of disk, mostly for the games of (f): --games 500 is quicker.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import chess
import networkx as nx

from companion.game.board.board import Board, Location, Route, standard_board
from companion.game.commands import ClaimRoute, Command, Resume, TicketFace, Undo
from companion.game.game import Game
from companion.game.log.entries import Entry
from companion.game.requests.requests import parse
from companion.game.rules.tickets import check_tickets
from companion.game.state import Seat
from companion.journal import Journal
from companion.journal.chain import EntryRow
from companion.journal.reader import COLUMNS
from companion.referee import Referee
from tests.bench.measuring import Line, Setting, medians, timed
from tests.bench.printed import show
from tests.bench.random_games import Table, long_game, whole_game
from tests.bench.revising import consequences
from tests.bench.stored_games import StoredGame, write_game, write_games

ROOT = Path(__file__).parents[2]
MEMORY = Path("/dev/shm")

# Kasparov - Topalov, Wijk aan Zee 1999.
CHESS_GAME = """
e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 Nc1
O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4
Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+
Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4 f5 Kc1 Rd2 Qa7
""".split()

LONG_GAME = 300
TICKETS_OF_EACH = 10
APPENDS = 16  # in one repetition
WARM_UP, SUBMITS = 2, 4  # in one repetition: few, so that entry 10 is still near
CHECKS = 4  # in one repetition


def commands_of(game: Game) -> list[Command]:
    """All that was asked for in a game."""
    return [parse(entry.request) for entry in game.entries]


def names_of(game: Game) -> list[str]:
    """Its players, by seat."""
    return [seat.name for seat in game.state.seats]


# --- (a) a claim in memory ---------------------------------------------------------------------


def claims(setting: Setting) -> Iterator[Line]:
    """Judged and applied, against parsed and pushed. Only the claims of a game count."""
    recorded = whole_game(setting.board, seed=3, players=5)
    commands, names = commands_of(recorded), names_of(recorded)

    def push_san() -> list[float]:
        position = chess.Board()
        return [timed(position.push_san, san) for san in CHESS_GAME]

    def propose_and_fold() -> list[float]:
        game = Game(recorded.uuid, setting.board, names, recorded.entries[0])

        def play(command: Command) -> None:
            proposal = game.propose(command)
            game.fold(proposal.entry, proposal.state)

        return _claims_timed(play, commands[1:])

    def submit() -> list[float]:
        return _claims_timed(Referee(board=setting.board).submit, commands)

    pushed, folded, submitted = medians(2 * setting.repeat, push_san, propose_and_fold, submit)
    yield Line("(a) claim judged and applied / SAN move by python-chess", pushed, folded, 2)
    yield Line("    the same by Referee.submit, no file", pushed, submitted)


def _claims_timed(play: Callable[[Command], object], commands: Sequence[Command]) -> list[float]:
    taken = [(isinstance(command, ClaimRoute), timed(play, command)) for command in commands]
    return [seconds for is_claim, seconds in taken if is_claim]


# --- (b) an entry on disk ----------------------------------------------------------------------


def appends(setting: Setting) -> Iterator[Line]:
    """On the disk; and where waiting for it costs nothing, so that only our own work shows."""
    what = "(b) entry appended to the log / raw sqlite3 insert, commit"
    yield Line(what, *_append_times(setting, setting.folder), target=2)
    if MEMORY.is_dir():
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            times = _append_times(setting, Path(folder))
        yield Line("    the same without a disk to wait for", *times)


def _append_times(setting: Setting, folder: Path) -> list[float]:
    """The same rows into the same table of two files, by hand and by the journal."""
    game = long_game(setting.board, 1 + (setting.repeat + 1) * APPENDS)
    stored = StoredGame(game)
    ours, raw = folder / "append.db", folder / "raw.db"
    for path in (ours, raw):
        write_game(path, stored, entries=1)
    journal = Journal.open(ours)
    journal.read(game.uuid, setting.board)
    entries = iter(game.entries[1:])
    connection = connect(raw)
    rows = iter([_values(row) for row in stored.rows[1:]])

    def by_hand(row: tuple[object, ...]) -> None:
        connection.execute(_INSERT, row)
        connection.commit()

    def by_journal(entry: Entry) -> None:
        assert journal.append(game.uuid, entry)

    times = medians(
        setting.repeat,
        lambda: [timed(by_hand, next(rows)) for _ in range(APPENDS)],
        lambda: [timed(by_journal, next(entries)) for _ in range(APPENDS)],
    )
    journal.close()
    connection.close()
    return times


_INSERT = f"INSERT INTO entries (game, {COLUMNS}) VALUES ({', '.join('?' * 12)})"


def _values(row: EntryRow) -> tuple[object, ...]:
    return (1, *row)  # of game number 1


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the pragmas of the log."""
    connection = sqlite3.connect(path)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


# --- (c) a game folded anew --------------------------------------------------------------------


def folds(setting: Setting) -> Iterator[Line]:
    """A game from its entries, against all its commands one by one."""
    recorded = long_game(setting.board, LONG_GAME)
    commands, names = commands_of(recorded), names_of(recorded)
    keeper = Referee(board=setting.board)
    for command in (*commands, commands[0]):  # the last is another game, to come back from
        keeper.submit(command)
    long, other = [line.uuid for line in keeper.games()]

    def submit_all() -> list[float]:
        referee = Referee(board=setting.board)
        return [timed(lambda: [referee.submit(command) for command in commands])]

    def fold() -> None:
        game = Game(recorded.uuid, setting.board, names, recorded.entries[0])
        for entry in recorded.entries[1:]:
            game.fold(entry)

    def resume() -> list[float]:
        keeper.submit(Resume(other))
        return [timed(keeper.submit, Resume(long))]

    submitted, folded, resumed = medians(setting.repeat, submit_all, lambda: [timed(fold)], resume)
    what = f"(c) {LONG_GAME}-entry game folded anew / {LONG_GAME} submits in memory"
    yield Line(what, submitted, folded, 1)
    yield Line("    the same, its entries read back from their rows", submitted, resumed)


# --- (d) tickets -------------------------------------------------------------------------------


def tickets(setting: Setting) -> Iterator[Line]:
    """Half of them joined. Ours builds its graphs from the claims; those of networkx are ready."""
    board = setting.board
    seats = whole_game(board, seed=3, players=5).state.seats
    hands = [_hand(board, seat, number) for number, seat in enumerate(seats)]
    graphs = [_Graph(board, seat) for seat in seats]

    def ours() -> list[tuple[bool, ...]]:
        return [check_tickets(board, seat, hand) for seat, hand in zip(seats, hands, strict=True)]

    def ready() -> list[tuple[bool, ...]]:
        return [graph.has_paths(hand) for graph, hand in zip(graphs, hands, strict=True)]

    def built() -> list[tuple[bool, ...]]:
        return [
            _Graph(board, seat).has_paths(hand) for seat, hand in zip(seats, hands, strict=True)
        ]

    assert ours() == ready() == built()
    ready_time, built_time, ours_time = medians(
        setting.repeat,
        lambda: [timed(ready) for _ in range(CHECKS)],
        lambda: [timed(built) for _ in range(CHECKS)],
        lambda: [timed(ours) for _ in range(CHECKS)],
    )
    what = f"(d) {len(seats) * TICKETS_OF_EACH} tickets of five checked / networkx has_path"
    yield Line(f"{what}, graphs ready", ready_time, ours_time, 5, faster=True)
    yield Line("    the same, graphs built as ours are", built_time, ours_time, faster=True)


def _hand(board: Board, seat: Seat, seed: int) -> list[TicketFace]:
    """Tickets between any two places, as many joined as not."""
    pairs = list(combinations(sorted(board.places), 2))
    random.Random(seed).shuffle(pairs)
    faces = [TicketFace(start, end, points=7) for start, end in pairs]
    done = check_tickets(board, seat, faces)
    joined = [face for face, is_done in zip(faces, done, strict=True) if is_done]
    others = [face for face, is_done in zip(faces, done, strict=True) if not is_done]
    half = TICKETS_OF_EACH // 2
    return [*joined[:half], *others[:half]]


class _Graph:
    """A player's routes in networkx: one has_path for a ticket between two cities."""

    def __init__(self, board: Board, seat: Seat) -> None:
        self._graph = nx.Graph()
        self._nodes: dict[str, list[object]] = {place: [] for place in board.places}
        for location in board.locations.values():
            if not location.dead_end:
                self._add_node(location, location.id)
        for route in [board.routes[route] for route in seat.routes]:
            ends = [board.locations[end] for end in (route.a, route.b)]
            self._graph.add_edge(*[self._end(route, end) for end in ends])

    def _add_node(self, location: Location, node: object) -> None:
        self._graph.add_node(node)
        if location.place is not None:
            self._nodes[location.place].append(node)

    def _end(self, route: Route, location: Location) -> object:
        """Where a route ends: in a dead end that is a stub of its own (R13)."""
        if not location.dead_end:
            return location.id
        stub = (location.id, route.ends)
        if stub not in self._graph:
            self._add_node(location, stub)
        return stub

    def has_paths(self, hand: Sequence[TicketFace]) -> tuple[bool, ...]:
        return tuple([self._has_path(ticket.start, ticket.end) for ticket in hand])

    def _has_path(self, start: str, end: str) -> bool:
        for one in self._nodes[start]:
            for other in self._nodes[end]:
                if nx.has_path(self._graph, one, other):
                    return True
        return False


# --- (e) one submit early and late -------------------------------------------------------------


def submits(setting: Setting) -> Iterator[Line]:
    """The same claims at entry 10 and from entry 1,000 on, when most routes are taken."""
    path = setting.folder / "late.db"
    write_game(path, StoredGame(long_game(setting.board, 1000)))
    on_disk = Journal.open(setting.folder / "early.db"), Journal.open(path)
    for where, journals in (("with a file", on_disk), ("in memory", (None, None))):
        young, old = (_Claimer(setting.board, journal) for journal in journals)
        old.table.play_to(1000)
        at_10, at_1000 = medians(2 * setting.repeat, young.claim_at_10, old.claim)
        yield Line(f"(e) submit at entry 1,000 / at entry 10, {where}", at_10, at_1000, 1.5)
        young.table.referee.close()
        old.table.referee.close()


class _Claimer:
    def __init__(self, board: Board, journal: Journal | None) -> None:
        self.table = Table(Referee(journal, board), seed=1, players=5, eager=0.25, spare=9)

    def claim_at_10(self) -> list[float]:
        self.table.begin()
        self.table.play_to(9 - 2 * WARM_UP)
        return self.claim()

    def claim(self) -> list[float]:
        """Claim and take back, or there would soon be nothing left to claim."""
        found = self.table.claim(spare=0)
        assert found is not None
        plain = ClaimRoute(found.route)
        taken = []
        for _ in range(WARM_UP + SUBMITS):
            taken.append(timed(self.table.referee.submit, plain))
            self.table.referee.submit(Undo())
        return taken[WARM_UP:]


# --- (f) opening a database --------------------------------------------------------------------


def openings(setting: Setting) -> Iterator[Line]:
    """The game on the table is equally long in both, and so is reading the board."""
    small, large = setting.folder / "small.db", setting.folder / "large.db"
    write_games(small, setting.board, 1)
    write_games(large, setting.board, setting.games)

    def opening(path: Path) -> list[float]:
        start = time.perf_counter()
        referee = Referee(Journal.open(path), setting.board)
        taken = time.perf_counter() - start
        assert referee.has_game
        assert not referee.reports
        referee.close()
        return [taken]

    def forgotten(path: Path) -> list[float]:
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return opening(path)

    one, many, cold_one, cold_many = medians(
        setting.repeat,
        lambda: opening(small),
        lambda: opening(large),
        lambda: forgotten(small),
        lambda: forgotten(large),
    )
    yield Line(f"(f) opening a file of {setting.games:,} games / of one", one, many, 2)
    yield Line("    the same, from a disk that is not cached", cold_one, cold_many)


# --- the table ---------------------------------------------------------------------------------

MEASUREMENTS = {
    "a": claims,
    "b": appends,
    "c": folds,
    "d": tickets,
    "e": submits,
    "f": openings,
    "g": consequences,
}
HEADINGS = ("ours / yardstick", "yardstick us", "ours us", "ratio", "target", "met")


def file_system(folder: Path) -> str:
    """The type of the file system that a folder is on."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    types = {Path(mount[1]): mount[2] for mount in mounts}
    places = (folder, *folder.parents)
    return next((types[place] for place in places if place in types), "unknown disk")


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=61, help="repetitions of every measurement")
    parser.add_argument("--games", type=int, default=10_000, help="games in the large database")
    parser.add_argument("--only", default="".join(MEASUREMENTS), help="letters, such as bd")
    parser.add_argument("--dir", type=Path, default=ROOT, help="a folder on a real disk")
    options = parser.parse_args()
    folder = options.dir.resolve()
    disk = file_system(folder)
    python, load = platform.python_version(), os.getloadavg()[0]
    print(f"Python {python}, SQLite {sqlite3.sqlite_version}, {disk}, load {load:.1f}")
    if disk == "tmpfs":
        print("NOT A REAL DISK: what (b) and (e) say about files means nothing; see --dir")
    show(HEADINGS)
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=folder) as scratch:
        setting = Setting(standard_board(), Path(scratch), options.repeat, options.games)
        for letter in options.only:
            for line in MEASUREMENTS[letter](setting):
                show(line.cells)


if __name__ == "__main__":
    main()
