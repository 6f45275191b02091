"""python -m companion play --phones: what phones ask is done between two lines, and said there."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from table import Table
from visitors import Visitor, until

START = "Open on a phone: "


class Terminal:
    """A person's terminal, as far as it was read."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.shown = ""

    def read(self) -> str:
        os.set_blocking(self._number, False)
        with suppress(BlockingIOError, OSError):
            self.shown += os.read(self._number, 65536).decode("utf-8", "replace")
        return self.shown

    def type(self, line: str) -> None:
        os.write(self._number, f"{line}\n".encode())

    def reads(self, text: str) -> None:
        until(lambda: text in self.read(), 20)


@contextmanager
def playing(file: Path) -> Iterator[tuple[Terminal, Visitor, str]]:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "play", "--db", str(file), "--phones"]
    environment = {**os.environ, "TERM": "dumb", "LANG": "C.UTF-8"}
    with subprocess.Popen(
        [*command, "--port", "0"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as program:
        os.close(theirs)
        terminal = Terminal(ours)
        found = until(lambda: re.search(r":(\d+)/([A-Z2-9]{6})", terminal.read()), 30)
        try:
            yield terminal, Visitor(int(found[1])), found[2]
            terminal.type("q")
            assert program.wait(20) == 0
        finally:
            program.kill()
            os.close(ours)


def new_game(file: Path) -> str:
    table = Table(file)
    game = str(table.new(2, tickets=2)["game"])
    table.journal.close()
    return game


def test_a_turn_by_phone_is_told_at_the_terminal_while_it_waits_for_a_line(tmp_path: Path):
    file = tmp_path / "games.db"
    game = new_game(file)
    with playing(file) as (terminal, phone, code):
        assert phone.post("enter", {"code": code})[0] == 200
        assert phone.post("sit", {"seat": 0})[1] == {"sits": True}
        draw = {"game": game, "seq": 1, "play": {"do": "draw", "cards": ["train", "train"]}}
        assert phone.post("turn", draw)[1]["code"] == "turns_off"
        terminal.type("phones turns on")
        until(lambda: phone.view()["table"]["may_enter"])
        assert phone.post("turn", draw)[0] == 200
        terminal.reads("Anna draws")
        terminal.type("p")  # the keyboard goes on as ever
        terminal.reads("Ben passes")
        until(lambda: phone.view()["table"]["seq"] == 3)


def test_a_seat_is_given_by_a_yes_at_the_terminal(tmp_path: Path):
    file = tmp_path / "games.db"
    new_game(file)
    with playing(file) as (terminal, first, code):
        second = Visitor(first.port)
        for phone in (first, second):
            assert phone.post("enter", {"code": code})[0] == 200
        first.post("sit", {"seat": 1})
        assert second.post("sit", {"seat": 1})[1] == {"sits": False}
        terminal.reads("Phone 2 asks for Ben's seat")
        terminal.type("phones yes 2 Anna")  # another seat than it asks for
        terminal.type("phones yes 2")
        terminal.reads("phones yes 3 Anna; phones no 3")
        assert second.view()["you"] == {"seat": None, "asks": 1, "language": "en"}
        terminal.type("phones yes 2 Ben")
        until(lambda: second.view()["you"]["seat"] == 1)
        terminal.type("phones out 1")
        until(lambda: first.get("board")[0] == 401)


def test_scores_that_the_game_hides_are_hidden_on_phones_at_the_terminal_too(tmp_path: Path):
    file = tmp_path / "games.db"
    table = Table(file)
    table.new(2, tickets=2)
    table.referee.hide_scores(hidden=True)
    table.journal.close()
    with playing(file) as (_, phone, code):
        assert phone.post("enter", {"code": code})[0] == 200
        assert [player["score"] for player in phone.view()["table"]["players"]] == [None, None]


def test_an_objection_by_phone_leaves_the_question_at_the_terminal_where_it_is(tmp_path: Path):
    file = tmp_path / "games.db"
    game = new_game(file)
    with playing(file) as (terminal, phone, code):
        phone.post("enter", {"code": code})
        phone.post("sit", {"seat": 0})
        terminal.type("p")
        terminal.reads("Anna passes")
        terminal.type("void 2")
        terminal.reads("Apply? y/n")
        until(lambda: phone.view()["table"]["seq"] == 2)
        assert phone.post("object", {"game": game, "seq": 2, "entry": 2})[0] == 200
        terminal.reads("Anna disputes entry 2")
        terminal.type("y")  # still the answer to what was asked
        terminal.reads("Entry 2 removed")


def test_without_phones_the_order_says_how_to_let_them_in(tmp_path: Path):
    command = [sys.executable, "-m", "companion", "play", "--db", str(tmp_path / "games.db")]
    ended = subprocess.run(command, input="phones\n", capture_output=True, text=True, timeout=60)
    assert "play --phones" in ended.stdout
