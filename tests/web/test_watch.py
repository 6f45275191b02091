"""python -m companion watch: the game in a file, live on a phone, beside whoever writes it."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table import Table
from visitors import Visitor, ports_taken

from companion.web.phones import PORTS_TRIED


@contextmanager
def watching(
    file: Path, ending: signal.Signals = signal.SIGTERM, port: int = 0
) -> Iterator[tuple[Visitor, str]]:
    """The program, asked to end in the end; whoever visits it, and its code."""
    command = [sys.executable, "-u", "-m", "companion", "watch", "--db", str(file)]
    command += ["--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        try:
            found = re.search(r":(\d+)/([A-Z2-9]{6})$", program.stdout.readline().rstrip())
            assert found
            yield Visitor(int(found[1])), found[2]
        finally:
            program.send_signal(ending)
            assert program.wait(20) == 0


def test_a_phone_sees_each_change_of_the_file_beside_the_program_that_writes(tmp_path):
    file = tmp_path / "games.db"
    table = Table(file)
    table.new(2)
    with watching(file) as (phone, code):
        assert phone.get("board")[0] == 401
        assert phone.post("enter", {"code": code})[0] == 200
        with phone.stream() as events:
            views = (data for event, data in events if event == "view")
            assert next(views)["table"]["title"] == "Anna's turn"
            table.ok("draw", cards=["train", "train"])
            seen = next(view for view in views if view["id"] != "1")
            assert (seen["table"]["title"], seen["id"]) == ("Ben's turn", "2")
            assert seen["seats"] is None  # nobody plays by it
            table.new(3)
            assert next(view for view in views if view["id"] != "2")["table"]["seq"] == 1
    table.journal.close()


def test_a_file_that_is_not_there_yet_is_waited_for(tmp_path):
    file = tmp_path / "games.db"
    with watching(file, signal.SIGINT) as (phone, code):
        phone.post("enter", {"code": code})
        with phone.stream() as events:
            views = (data for event, data in events if event == "view")
            assert next(views)["table"]["game"] is None
            table = Table(file)
            table.new(2)
            while (seen := next(views))["table"]["game"] is None:
                pass
            assert len(seen["table"]["players"]) == 2
            table.journal.close()


def test_hidden_scores_are_hidden_by_the_game_in_the_file_and_shown_when_it_is_over(tmp_path):
    file = tmp_path / "games.db"
    table = Table(file)
    table.new(2)
    table.referee.hide_scores(hidden=True)
    with watching(file) as (phone, code):
        assert phone.post("enter", {"code": code})[0] == 200
        with phone.stream() as events:
            views = (data["table"] for event, data in events if event == "view")
            assert [player["score"] for player in next(views)["players"]] == [None, None]
            table.ok("pass")
            assert [player["score"] for player in next(views)["players"]] == [None, None]
            table.referee.hide_scores(hidden=False)
            assert [player["score"] for player in next(views)["players"]] == [0, 0]
    table.journal.close()


def test_where_the_port_is_taken_the_next_free_one_is_used_and_said(tmp_path):
    with ports_taken(2) as port, watching(tmp_path / "games.db", port=port) as (phone, code):
        assert port + 2 <= phone.port < port + PORTS_TRIED
        assert phone.post("enter", {"code": code})[0] == 200


def test_where_all_ports_are_taken_it_is_said_with_what_to_do(tmp_path):
    with ports_taken(PORTS_TRIED) as port:
        command = [sys.executable, "-m", "companion", "watch", "--db", str(tmp_path / "games.db")]
        second = subprocess.run(
            [*command, "--port", str(port)], capture_output=True, text=True, timeout=60
        )
        assert second.returncode == 2
        assert f"Another program is using port {port}" in second.stdout
        assert "Traceback" not in second.stderr
