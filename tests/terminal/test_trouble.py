"""Hostile names, a disk that refuses, files that cannot be used: always a sentence."""

import io
import shutil
import sqlite3
import subprocess
import sys

import pytest
from mounts import SmallDisk
from score_keeper import ROOT, Person, ask, companion, companion_process, forge, play, script

from companion.game.board.board import standard_board
from companion.game.commands import Newcomer, NewGame
from companion.journal import Journal
from companion.referee import Referee
from companion.terminal.keeper import Keeper
from companion.terminal.screen import Screen
from companion.terminal.session import obey
from companion.words import translations

NEW = "new Anna red desert 3, Ben blue jungle 2"
HOSTILE = ["[b]x[/b]", "{0}", "%s%n", "'; DROP TABLE games;--", "{name!r:>1000}"]


def test_hostile_names_are_names_and_nothing_else(db):
    colors = ("red", "blue", "green", "yellow", "black")
    parts = [f"{name} {color} d 2" for name, color in zip(HOSTILE, colors, strict=True)]
    shown = play(db, f"new {', '.join(parts)}", "c cape port eliz x1", "log", "rights", "u")
    for name in HOSTILE:
        assert name in shown
    assert [player["name"] for player in ask(db, "state")["players"]] == HOSTILE
    ending = [f"show {name}: cape durban 8, nigeria beira 12" for name in HOSTILE]
    assert "share the win" in play(db, "finish", *ending)
    assert "{0}" in companion("show", "--db", db).stdout


def test_control_characters_do_not_become_names(db):
    shown = play(db, "new \x1b[31mEve red desert 3, Ben\x07 blue jungle 2")
    assert "must be 1 to 24 printable characters" in shown
    assert "\x1b" not in shown


def test_control_characters_from_a_file_do_not_reach_the_terminal(db):
    names = {"Eve": "\x1b[31mEve", "Ben": "Ben\r\n\x9b2J", "Ann": "a\u202eb"}
    journal = Journal.open(db)
    players = tuple(
        Newcomer(name, color, "desert", 2)
        for name, color in zip(names, ("red", "blue", "green"), strict=True)
    )
    Referee(journal).submit(NewGame(players))
    for player, name in zip(journal.enrol(list(names)), names.values(), strict=True):
        journal.rename(player, name)  # as an older program let it be
    journal.close()
    shown = play(db, "t t", "log", "games", "rights", "c cape port eliz", "1")
    for command in ("games", "show"):
        shown += companion(command, "--db", db).stdout
    assert "[31mEve" in shown
    for control in ("\x1b", "\x9b", "\r", "\u202e"):
        assert control not in shown
    with Person(db, NO_COLOR="1") as person:
        person.sees("[31mEve")
        person.sees("> ")
        assert "\x1b[31m" not in person.raw
        assert "\x9b" not in person.raw


def test_a_disk_that_refuses_is_a_standing_notice_until_it_takes_everything(tmp_path):
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    db = folder / "games.db"
    keeper, shown = keeper_of(db)
    keeper.take(NEW, obey)
    keeper.take("t t", obey)
    assert shown().count("NOT SAVED: can't write to the disk.") == 2
    assert "(not saved)" in keeper.prompt
    keeper.take("save", obey)
    assert "NOT SAVED" in shown()
    folder.unlink()
    keeper.take("t t", obey)
    assert "Everything is saved." in (text := shown())
    assert "NOT SAVED" not in text
    keeper.take("q", obey)
    assert keeper.left
    assert ask_file(db) == 3


def test_a_full_disk_is_called_full(tmp_path):
    with SmallDisk.mounted(tmp_path) as disk:
        disk.fill()
        keeper, shown = keeper_of(tmp_path / "games.db")
        keeper.take(NEW, obey)
        assert "NOT SAVED: the disk is full." in shown()
        disk.free()
        keeper.take("t t", obey)
        assert "Everything is saved." in shown()


@pytest.mark.parametrize("ends", ["input", "SIGTERM"])
def test_what_waits_is_saved_when_the_session_ends(tmp_path, ends):
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    command = [sys.executable, "-m", "companion", "play", "--db", str(folder / "games.db")]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        process.stdin.write(script(NEW, "t t"))
        process.stdin.flush()
        while "NOT SAVED" not in process.stdout.readline():
            pass
        while "NOT SAVED" not in process.stdout.readline():
            pass
        folder.unlink()
        if ends == "SIGTERM":
            process.terminate()
        process.communicate()
    assert process.returncode == 0
    assert ask_file(folder / "games.db") == 2


def test_who_leaves_unsaved_is_warned_first(tmp_path):
    (tmp_path / "folder").write_text("in the way")
    keeper, shown = keeper_of(tmp_path / "folder" / "games.db")
    keeper.take(NEW, obey)
    keeper.take("q", obey)
    assert not keeper.left
    assert "unsaved entries are lost" in shown()
    keeper.take("q", obey)
    assert keeper.left


def test_a_script_goes_on_in_memory_where_the_disk_refuses(tmp_path):
    (tmp_path / "folder").write_text("in the way")
    db = tmp_path / "folder" / "games.db"
    ended = companion("play", "--db", db, lines=script(NEW, "c douala bangui x1"))
    assert ended.returncode == 1
    assert "Anna +7 = 7" in ended.stdout
    lost = "NOT SAVED: 2 entries couldn't be written and are lost."
    assert ended.stdout.rstrip().endswith(lost)


def test_a_fault_of_our_own_is_a_sentence_and_the_game_goes_on(tmp_path, monkeypatch):
    keeper, shown = keeper_of(tmp_path / "games.db")
    keeper.take(NEW, obey)
    with monkeypatch.context() as broken:
        broken.setattr(keeper, "on_announcement", lambda announcement: 1 / 0)
        keeper.take("t t", obey)
    assert "Something went wrong (ZeroDivisionError)" in shown()
    keeper.take("t t", obey)
    assert "3 Ben draws" in shown()


OPEN: list[Journal] = []


@pytest.fixture(autouse=True)
def _close_journals():
    yield
    while OPEN:
        OPEN.pop().close()


def keeper_of(db):
    """A score keeper with a person, and what it has shown since last asked."""
    out = io.StringIO()
    journal = Journal.open(db)
    OPEN.append(journal)
    keeper = Keeper(journal, standard_board(), translations(), Screen(out), with_person=True)

    def shown() -> str:
        text = out.getvalue()
        out.seek(0)
        out.truncate()
        return text

    return keeper, shown


def ask_file(db) -> int:
    """How many entries another process finds in a file that is still open."""
    view = Journal.view(db)
    try:
        return view.games()[0].seq
    finally:
        view.close()


@pytest.mark.parametrize("command", ["play", "games", "show", "check"])
def test_a_newer_log_is_refused_in_words(db, command):
    play(db, NEW)
    with sqlite3.connect(db) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    ended = companion(command, "--db", db)
    assert ended.returncode == 2
    assert "was written by a newer Stationmaster. It wasn't changed." in ended.stderr


def test_a_log_in_use_is_refused_in_words_and_read_beside(db):
    play(db, NEW, "c douala bangui x1")
    journal = Journal.open(db)
    try:
        ended = companion_process("play", "--db", db)
        assert ended.returncode == 2
        assert "Another program is keeping score in" in ended.stderr
        assert "Anna, Ben" in companion("games", "--db", db).stdout
        assert "Anna claims Douala" in companion("show", "--db", db).stdout
    finally:
        journal.close()


@pytest.mark.parametrize("command", ["games", "show", "check"])
def test_a_damaged_log_is_said_to_be_damaged(tmp_path, command):
    db = tmp_path / "games.db"
    db.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    ended = companion(command, "--db", db)
    assert ended.returncode == 2
    assert "is damaged" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_play_recovers_a_damaged_log_and_says_what_it_kept(db):
    play(db, NEW, "c douala bangui x1")
    forge(db)
    shown = play(db)
    assert "The log was damaged" in shown
    assert "The damaged file is kept as" in shown


def test_a_folder_is_no_log(tmp_path):
    ended = companion_process("games", "--db", tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "can't be read." in ended.stderr


def test_a_wrong_board_is_refused_with_file_row_and_field(tmp_path, db):
    board = tmp_path / "board.json"
    board.write_text('{"locations": [{"id": "a"}], "routes": []}')
    ended = companion("play", "--db", db, "--board", board)
    assert ended.returncode == 2
    assert ended.stderr.startswith("board.json: row 1 ('a'): kind: ")
    assert not db.exists()


def test_faults_are_written_down_in_the_users_state_folder(tmp_path, db):
    shutil.rmtree(tmp_path / "state", ignore_errors=True)
    (tmp_path / "folder").write_text("in the way")
    companion("play", "--db", tmp_path / "folder" / "games.db", lines=script(NEW))
    text = (tmp_path / "state" / "stationmaster" / "companion.log").read_text()
    assert "not saved, kept in memory" in text
