"""A flipped byte on any page: nothing is shown otherwise without a word, and it can be mended."""

from __future__ import annotations

import io
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from counts import count
from evenings import Group, person

from companion.game.board.board import standard_board
from companion.history.command import HistoryCommands
from companion.journal import LogDamagedError, LogRefusedError
from companion.terminal.archive import check_games
from companion.terminal.screen import Screen
from companion.words.language import translations

FLIPS = count("FLIPS", 2, 60)
PARTS = 8  # of the kinds of pages: a long run takes its time
PAGE = 4096
# What is in no entry of the log, and proves itself: a flip in it is said, and costs what it hits.
SEALED = {"players", "merges", "hidden", "corrections", "ticket_book", "entries"}


@dataclass(frozen=True)
class Whole:
    """A file of games, all of them summarised, and what it shows."""

    data: bytes
    pages: dict[str, list[int]]  # by table and index
    shown: Any


def look(file: Path) -> Any:
    """All that lists, statistics and logs show."""
    group = Group(file)
    history = group.history
    games = history.games(most=100).games
    shown = {
        "games": [(game.uuid, game.started, game.phase, game.players) for game in games],
        "people": [history.player(row.person.id) for row in history.players()],
        "rows": history.players(),
        "records": history.records(),
        "names": history.latest_names(),
        "lines": sorted(history._journal.games(), key=lambda line: line.uuid),
        "on table": group.referee.game.uuid if group.referee.has_game else None,
        "entries": [game and game.entries for game in (group.referee.look(g.uuid) for g in games)],
    }
    group.close()
    return shown


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    file = tmp_path_factory.mktemp("whole") / "games.db"
    group = Group(file, seed=5)
    for _ in range(5):
        group.random_game(turns=10)
    deleted = group.play(("Zoe", "Yve"), turns=4)
    group.play(("Max", "Ben"), turns=4)
    group.history.merge(person(group, "Max"), person(group, "Zoe"))
    group.sit_down(("Anna", "Ben", "Cleo"))
    group._take_turns(5)
    group.history.delete(deleted)
    group.history.catch_up()
    group.close()
    shown = look(file)
    pages: dict[str, list[int]] = {}
    with closing(sqlite3.connect(file)) as db:
        for name, page in db.execute("SELECT name, pageno FROM dbstat"):
            pages.setdefault(name, []).append(page)
    return Whole(file.read_bytes(), pages, shown)


def run_check(file: Path) -> bool:
    """Whether it says that all is well."""
    screen = Screen(io.StringIO())
    try:
        return check_games(file, standard_board(), translations("en"), screen) == 0
    except (LogDamagedError, LogRefusedError):
        return False


def run_rebuild(file: Path) -> None:
    screen = Screen(io.StringIO())
    assert HistoryCommands(file, standard_board(), translations("en"), screen).rebuild() == 0


def flipped(data: bytes, page: int, dice: random.Random) -> bytes:
    """Another byte somewhere on a page, most often where there is something."""
    start = (page - 1) * PAGE
    used = [at for at in range(start, start + PAGE) if data[at]]
    at = dice.choice(used)
    return data[:at] + bytes([data[at] ^ dice.choice((1, 2, 4, 8, 16, 64, 255))]) + data[at + 1 :]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_flip_of_any_kind_of_page_is_silent_and_what_is_derived_is_mended(
    whole: Whole, folder: Path, part: int
):
    dice = random.Random(part)
    file = folder / "games.db"
    for kind in sorted(whole.pages)[part::PARTS]:
        for number in range(FLIPS):
            for left in folder.iterdir():
                left.unlink()
            data = flipped(whole.data, dice.choice(whole.pages[kind]), dice)
            file.write_bytes(data)
            if run_check(file):
                assert look(file) == whole.shown, (kind, number)
                continue
            run_rebuild(file)
            assert run_check(file), (kind, number)
            if kind not in SEALED and kind.removeprefix("sqlite_autoindex_")[:-2] not in SEALED:
                assert look(file) == whole.shown, (kind, number)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE games SET started = '1999-01-01T00:00:00+00:00'",
        "UPDATE games SET phase = 'tickets' WHERE phase = 'play'",
        "UPDATE games SET rules = '{\"tickets_drawn\": 3}'",
        "UPDATE results SET minutes = minutes + 1",
        "UPDATE scores SET total = total + 1 WHERE seat = 0",
        "UPDATE scores SET player = (SELECT MAX(id) FROM players)",
        "DELETE FROM scores WHERE seat = 0",
        "DROP TRIGGER seats_no_update; UPDATE seats SET color = 'black' WHERE seat = 0",
        "DROP TRIGGER seats_no_update; UPDATE seats SET player = (SELECT MAX(id) FROM players)",
        "DROP TRIGGER entries_no_delete",
        "DROP INDEX games_by_date",
    ],
)
def test_what_can_be_derived_is_compared_by_check_and_mended_by_rebuild(
    whole: Whole, folder: Path, harm: str
):
    file = folder / "games.db"
    file.write_bytes(whole.data)
    assert run_check(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.executescript(harm)
    assert not run_check(file)
    run_rebuild(file)
    assert run_check(file)
    assert look(file) == whole.shown


def test_wrong_seats_of_the_unfinished_game_are_put_right_at_opening(whole: Whole, folder: Path):
    file = folder / "games.db"
    file.write_bytes(whole.data)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.executescript(
            "DROP TRIGGER seats_no_update; UPDATE seats SET color = 'black' WHERE seat = 0"
        )
    group = Group(file)
    assert len(group.journal.reports) == 1
    group.close()
    assert look(file) == whole.shown
