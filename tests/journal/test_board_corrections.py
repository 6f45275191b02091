"""A route printed otherwise: kept for later games, whatever becomes of the program and its file."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from damage import STATE
from mounts import SmallDisk
from program import Process, run, run_process
from scripts import Json, dumped, new_game
from sqlite_utils import Database

from companion.game.board.board import standard_board
from companion.game.log.entries import encode
from companion.journal import Journal, schema, store
from companion.journal.chain import seal
from companion.protocol import Conversation
from companion.referee import Referee

ALIKE = "cape-town--port-elizabeth--1", "cape-town--port-elizabeth--2"
SINGLE = "douala--bangui"
UNDO, REDO = {"do": "undo"}, {"do": "redo"}


def correct(route: str, **values: object) -> Json:
    return {"do": "correct_route", "route": route, **values}


def options(route: str) -> Json:
    return {"do": "options", "route": route}


def routes(db: Path) -> dict[str, tuple[str, int, int]]:
    """The board that a new game would have, read by somebody else."""
    with closing(Journal.view(db)) as journal:
        board = Referee(journal).board
    return {r.id: (r.color, r.length, r.ferry_locomotives) for r in board.routes.values()}


def ok(db: Path, *requests: Json, arguments: tuple[str, ...] = ()) -> list[Json]:
    done = run(db, *requests, arguments=arguments)
    assert done.err == ""
    assert all(answer["ok"] for answer in done.answers), done.answers
    return done.answers


PRINTED = {r.id: (r.color, r.length, r.ferry_locomotives) for r in standard_board().routes.values()}


def test_what_is_alike_on_both_tracks_is_corrected_on_both(db: Path):
    board = standard_board()
    doubles = [(one, board.routes[two]) for one, two in board.twins.items()]
    one, two = next((o, t) for o, t in doubles if board.routes[o].color != t.color)
    ok(db, new_game(), correct(one, length=6, color="black"))
    assert routes(db)[one][:2] == ("black", 6)
    assert routes(db)[two.id][:2] == (two.color, 6)
    same, other = next((o, t) for o, t in doubles if board.routes[o].color == t.color)
    ok(db, correct(same, color="black"))
    assert routes(db)[same][0] == routes(db)[other.id][0] == "black"


def test_a_correction_is_kept_by_a_new_process_for_its_next_game(db: Path):
    run_process(db, new_game(), correct(SINGLE, length=2))
    state, options_now, _, options_then = run_process(
        db, STATE, options(SINGLE), new_game(), options(SINGLE)
    ).answers
    assert state["seq"] == 2
    assert (options_now["points"], options_then["points"]) == (2, 2)


def test_undo_takes_it_back_for_later_games_too_and_redo_brings_it_again(db: Path):
    first = {"do": "claim", "route": SINGLE}
    ok(db, new_game(), first, correct(SINGLE, length=2))
    assert ok(db, UNDO, STATE)[1]["players"][0]["score"] == 7  # in a new process
    assert routes(db) == PRINTED
    assert ok(db, REDO, STATE)[1]["players"][0]["score"] == 2
    assert routes(db)[SINGLE][1] == 2
    assert ok(db, UNDO, new_game(), options(SINGLE))[-1]["points"] == 7


def test_an_older_game_keeps_its_board_and_does_not_take_back_what_was_found_since(db: Path):
    older = ok(db, new_game())[0]["game"]
    ok(db, new_game(), correct(SINGLE, length=2))
    resume = {"do": "resume", "game": older}
    assert ok(db, resume, options(SINGLE))[-1]["points"] == 7
    ok(db, correct(SINGLE, color="red"))  # in the older game
    assert routes(db)[SINGLE][:2] == ("red", 2)
    ok(db, UNDO)
    assert routes(db)[SINGLE] == (PRINTED[SINGLE][0], 2, 0)
    assert ok(db, new_game(), options(SINGLE))[-1]["points"] == 2


def test_what_counts_for_later_games_is_the_newest_correction_in_force_in_whatever_order_undone(
    db: Path,
):
    first = ok(db, new_game(), correct(SINGLE, length=2))[0]["game"]
    second = ok(db, new_game(), correct(SINGLE, length=3))[0]["game"]
    assert routes(db)[SINGLE][1] == 3
    ok(db, {"do": "resume", "game": first}, UNDO)
    assert routes(db)[SINGLE][1] == 3
    ok(db, {"do": "resume", "game": second}, UNDO)
    assert routes(db) == PRINTED
    ok(db, {"do": "resume", "game": first}, REDO)
    assert routes(db)[SINGLE][1] == 2
    ok(db, {"do": "resume", "game": second}, REDO)
    assert routes(db)[SINGLE][1] == 3
    ok(db, UNDO)
    assert routes(db)[SINGLE][1] == 2


def test_redone_it_keeps_its_age(db: Path):
    first = ok(db, new_game(), correct(SINGLE, length=2))[0]["game"]
    ok(db, new_game(), correct(SINGLE, length=3))
    ok(db, {"do": "resume", "game": first}, UNDO, REDO)
    assert routes(db)[SINGLE][1] == 3


def test_each_field_has_its_own_newest_correction(db: Path):
    ok(db, new_game(), correct(SINGLE, length=2, color="red"))
    ok(db, new_game(), correct(SINGLE, length=3, color="red"))
    assert routes(db)[SINGLE][:2] == ("red", 3)
    ok(db, UNDO)
    assert routes(db)[SINGLE][:2] == ("red", 2)


def test_a_value_as_it_was_is_no_correction_for_later_games(db: Path):
    older = ok(db, new_game())[0]["game"]
    ok(db, new_game(), correct(SINGLE, length=2))
    ok(db, {"do": "resume", "game": older}, correct(SINGLE, length=PRINTED[SINGLE][1]))
    assert routes(db)[SINGLE][1] == 2


@pytest.mark.parametrize("longer_first", [False, True])
def test_where_finds_of_two_games_do_not_fit_together_the_older_gives_way(
    db: Path, longer_first: bool
):
    older = ok(db, new_game())[0]["game"]
    finds = [correct(SINGLE, ferry_locomotives=3), correct(SINGLE, length=1)]
    finds = finds if longer_first else finds[::-1]
    newer = ok(db, new_game(), finds[0])[0]["game"]
    ok(db, {"do": "resume", "game": older}, finds[1])
    length = PRINTED[SINGLE][1]
    assert routes(db)[SINGLE][1:] == ((1, 0) if longer_first else (length, 3))
    ok(db, UNDO)
    assert routes(db)[SINGLE][1:] == ((length, 3) if longer_first else (1, 0))
    ok(db, {"do": "resume", "game": newer}, UNDO)
    assert routes(db) == PRINTED


def test_the_older_find_gives_way_on_both_tracks(db: Path):
    older = ok(db, new_game())[0]["game"]
    ok(db, new_game(), correct(ALIKE[0], length=1))
    ok(db, {"do": "resume", "game": older}, correct(ALIKE[1], ferry_locomotives=2))
    assert [routes(db)[track][1:] for track in ALIKE] == [(PRINTED[ALIKE[0]][1], 2)] * 2


def test_what_version_4_kept_counts_until_something_newer_is_found(db: Path):
    """It kept whole routes: an undo of what was made then is kept as a find of its own."""
    game = ok(db, new_game(), correct(SINGLE, length=2))[0]["game"]
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        route = replace(standard_board().routes[SINGLE], length=2, unverified=None)
        data = json.dumps(encode(route), separators=(",", ":"))
        row = SINGLE, data, seal("correction", f"{SINGLE} {data}")
        connection.execute("INSERT INTO corrections VALUES (?, ?, ?)", row)
        connection.execute("DROP TABLE board_corrections")
        connection.execute("PRAGMA user_version = 4")
        connection.execute("DELETE FROM _sqlite_migrations WHERE name LIKE '5 %'")
    assert routes(db)[SINGLE][1] == 2
    ok(db, new_game(), correct(SINGLE, length=3))
    assert routes(db)[SINGLE][1] == 3
    ok(db, UNDO)
    assert routes(db)[SINGLE][1] == 2
    db.write_bytes(bytes(4096) + db.read_bytes()[4096:])
    assert "The log was damaged" in run(db, STATE).err
    assert routes(db)[SINGLE][1] == 2
    ok(db, {"do": "resume", "game": game}, UNDO)
    assert routes(db) == PRINTED
    ok(db, REDO)
    assert routes(db)[SINGLE][1] == 2


def test_a_correction_the_disk_refused_is_saved_when_it_comes_back(tmp_path: Path):
    (tmp_path / "disk").mkdir()
    with SmallDisk.mounted(tmp_path / "disk") as disk:
        db = disk.folder / "log.db"
        with Process(db) as process:
            process.ask(new_game())
            disk.fill()
            assert not process.ask(correct(SINGLE, length=2))["saved"]
            assert not process.ask(correct(SINGLE, length=3))["saved"]
            assert process.ask(new_game())["ok"]
            assert process.ask(options(SINGLE))["points"] == 4  # the next game has it already
            assert not process.ask({"do": "pass"})["saved"]
            disk.free()
            assert process.ask({"do": "pass"})["saved"]
        assert routes(db)[SINGLE][1] == 3
        assert ok(db, STATE, options(SINGLE))[-1]["points"] == 4


def test_a_lost_first_page_does_not_cost_the_corrections(db: Path):
    ok(db, new_game(), correct(SINGLE, length=2), {"do": "claim", "route": SINGLE})
    ok(db, correct(ALIKE[0], color="black"), correct(SINGLE, length=3))
    before, state = routes(db), ok(db, STATE)
    db.write_bytes(bytes(4096) + db.read_bytes()[4096:])
    opened = run(db, STATE)
    assert "The log was damaged" in opened.err
    assert opened.answers == state
    assert routes(db) == before
    assert before[SINGLE][1] == 3


def test_damage_found_in_the_midst_of_a_game_does_not_cost_those_of_earlier_ones(
    db: Path, monkeypatch: pytest.MonkeyPatch
):
    ok(db, new_game(), correct(SINGLE, length=2))
    real = store.write_all

    def fail_once(*arguments: object) -> None:
        monkeypatch.setattr(store, "write_all", real)
        db.write_bytes(bytes(db.stat().st_size))
        Path(f"{db}-wal").write_bytes(b"")
        raise sqlite3.DatabaseError("database disk image is malformed")

    with closing(Journal.open(db)) as journal:
        conversation = Conversation(Referee(journal))
        monkeypatch.setattr(store, "write_all", fail_once)
        assert conversation.answer(dumped(correct(ALIKE[0], color="red")))["saved"]
    assert (routes(db)[SINGLE][1], routes(db)[ALIKE[1]][0]) == (2, "red")


def test_a_forged_correction_is_left_out_and_the_games_stay(db: Path):
    ok(db, new_game(), correct(SINGLE, length=2))
    state = ok(db, STATE)
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute(
            """UPDATE board_corrections SET data = replace(data, '"length":2', '"length":6')"""
        )
    opened = run(db, STATE)
    assert "The log was damaged" in opened.err
    assert opened.answers == state
    assert routes(db) == PRINTED
    assert run(db, STATE).err == ""


@pytest.fixture
def first_version(db: Path) -> Path:
    """A log with a game in it, as it was before routes could be corrected."""
    ok(db, new_game(), {"do": "claim", "route": SINGLE})
    with closing(Database(memory=True)) as empty:
        name = schema.migrations.pending(empty)[1].name
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute("DROP TABLE corrections")
        connection.execute("PRAGMA user_version = 1")
        connection.execute("DELETE FROM _sqlite_migrations WHERE name = ?", [name])
    return db


def test_a_log_of_the_first_version_is_viewed_as_it_is(first_version: Path):
    before = first_version.read_bytes()
    assert routes(first_version) == PRINTED
    with closing(Journal.view(first_version)) as journal:
        referee = Referee(journal)
        assert referee.game.state.seats[0].routes == [SINGLE]
        assert journal.faulty() == []
    assert first_version.read_bytes() == before


def test_a_log_of_the_first_version_takes_corrections_once_opened(first_version: Path):
    *_, state = ok(first_version, correct(SINGLE, length=2), STATE)
    assert state["players"][0]["score"] == 2
    assert routes(first_version)[SINGLE][1] == 2


@pytest.fixture
def own_board(tmp_path: Path) -> str:
    """Another print: everything is grey."""
    data = standard_board().as_data()
    data["routes"] = [{**route, "color": "grey"} for route in data["routes"]]
    file = tmp_path / "board.json"
    file.write_text(json.dumps(data))
    return str(file)


def test_a_board_of_ones_own_is_corrected_too(db: Path, own_board: str):
    own = ("--board", own_board)
    ok(db, new_game(), correct(SINGLE, length=2), arguments=own)
    again, length, _, later = ok(
        *(db, STATE, options(SINGLE), new_game(), options(SINGLE)), arguments=own
    )
    assert again["seq"] == 2
    assert (length["points"], length["terrain"]) == (2, "mountain")
    assert (later["points"], later["terrain"]) == (2, "mountain")


def test_corrections_that_do_not_fit_a_board_leave_it_playable(db: Path, tmp_path: Path):
    """A double of one print is a single track of another."""
    ok(db, new_game(), correct(ALIKE[0], length=1))
    data = standard_board().as_data()
    data["routes"] = [r for r in data["routes"] if r["id"] != ALIKE[1]]
    for route in data["routes"]:
        if route["id"] == ALIKE[0]:
            route["double"] = False
    file = tmp_path / "board.json"
    file.write_text(json.dumps(data))
    _, found = ok(db, new_game(), options(ALIKE[0]), arguments=("--board", str(file)))
    assert found["points"] == 1


def test_the_log_shows_what_a_corrected_claim_counts_now(db: Path):
    *_, log = ok(
        *(db, new_game(), {"do": "claim", "route": SINGLE}, correct(SINGLE, length=5)),
        {"do": "log"},
    )
    claim = log["entries"][1]
    assert (claim["points"], claim["now"]["points"]) == (7, 10)
